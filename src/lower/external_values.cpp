// What external functions of all kinds are given and give, while they are written into an equation.
#include <algorithm>
#include <utility>

#include "base/codes.hpp"
#include "lower/expressions.hpp"

namespace sunder::lower {

using ir::Expression;
using ir::ExpressionKind;
using symbolic::NodeId;

ExpressionLowering::Results ExpressionLowering::inside(const ir::Function& function,
                                                       const std::vector<std::optional<Closure::Bound>>& given,
                                                       const Expression& at, const std::function<Results()>& work) {
  const auto inner = std::make_shared<Closure>();
  for (std::size_t i = 0; i < function.inputs.size() && i < given.size(); ++i)
    if (given[i]) inner->variables[function.inputs[i]] = *given[i];
  const std::shared_ptr<Closure> own = std::exchange(closure_, inner);
  IteratorBindings own_bindings = std::exchange(bindings_, {});
  bool good = true;
  for (std::size_t i = 0; i < function.inputs.size() && good; ++i) {
    if (closure_->variables.contains(function.inputs[i])) continue;
    auto bound = function.defaults[i] != nullptr ? bind(*function.defaults[i]) : std::nullopt;
    good = bound.has_value();
    if (good) closure_->variables[function.inputs[i]] = std::move(*bound);
  }
  good = good && declare_all(function, at, [](const ir::FunctionVariable&) { return true; });
  Results results = good && !failed_ ? work() : nullptr;
  closure_ = own;
  bindings_ = std::move(own_bindings);
  if (results == nullptr && !failed_)
    fail(at, Code::E0301, "'" + function.name + "' cannot be called here: the sizes are not known");
  return results;
}

/// Of the call as it is written; empty after a diagnostic.
std::optional<Closure::Bound> ExpressionLowering::external_argument(const Expression& written) {
  const bool is_variable = written.kind == ExpressionKind::function_variable && written.subscripts.empty();
  if (is_variable && written.type.is_scalar() && !closure_->variables.contains(written.function_variable))
    return scalar_zero();  // nobody has given it a value yet
  auto bound = bind(written);
  return failed_ ? std::nullopt : std::move(bound);
}

/// Outputs are what the call returns, what it wrote into its arguments, or what they were.
ExpressionLowering::Results ExpressionLowering::external_results(const ir::Function& function,
                                                                 const std::vector<const Expression*>& written,
                                                                 const ExternalValue::Output& output) {
  auto results = std::make_shared<std::vector<Closure::Bound>>();
  for (const ir::FunctionVariable* variable : function.outputs) {
    const auto found = closure_->variables.find(variable);
    Closure::Bound bound = found != closure_->variables.end() ? found->second : scalar_zero();
    bound.known.reset();
    const auto names = [&](const Expression* one) {
      return one != nullptr && one->kind == ExpressionKind::function_variable && one->function_variable == variable &&
             one->subscripts.empty();
    };
    const auto where = std::ranges::find_if(written, names);
    if (names(function.external_result)) {
      bound.nodes.assign(1, output(ExternalValue::of_result, 0, variable->type.base));
    } else if (where != written.end()) {
      const auto argument = static_cast<std::size_t>(where - written.begin());
      for (std::size_t k = 0; k < bound.nodes.size(); ++k) bound.nodes[k] = output(argument, k, variable->type.base);
    }
    results->push_back(std::move(bound));
  }
  return results;
}

}  // namespace sunder::lower
