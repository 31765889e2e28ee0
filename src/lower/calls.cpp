// Functions are inlined: scalars once, arrays element by element as they are used.
#include <utility>

#include "base/codes.hpp"
#include "lower/expressions.hpp"

namespace sunder::lower {

using ir::Expression;
using symbolic::NodeId;

NodeId ExpressionLowering::bound_element(const Closure::Bound& bound, const std::vector<Index>& subscripts) {
  if (bound.node.valid()) return bound.node;
  std::vector<std::int64_t> key;
  for (const Index& subscript : subscripts)
    if (subscript.is_constant()) key.push_back(subscript.constant);
  const bool constant = key.size() == subscripts.size();
  if (constant)
    if (const auto known = bound.elements->find(key); known != bound.elements->end()) return known->second;
  const std::shared_ptr<Closure> own = std::exchange(closure_, std::make_shared<Closure>(*bound.scope));
  const int own_depth = std::exchange(no_event_depth_, bound.no_event_depth);
  IteratorBindings own_bindings = std::exchange(bindings_, bound.bindings);
  const NodeId node = lower(*bound.expression, subscripts);
  bindings_ = std::move(own_bindings);
  no_event_depth_ = own_depth;
  closure_ = own;
  if (constant && !failed_) bound.elements->emplace(std::move(key), node);
  return node;
}

NodeId ExpressionLowering::function_variable(const Expression& e, const std::vector<Index>& subscripts) {
  const auto found = closure_->variables.find(e.function_variable);
  if (found == closure_->variables.end())
    return fail(e, Code::E0301, "'" + std::string(e.function_variable->name) + "' is used before it has a value");
  const Closure::Bound bound = found->second;
  if (bound.node.valid()) return bound.node;
  std::vector<Index> full;
  if (!full_subscripts(e, e.function_variable->type.dimensions, subscripts, full)) return {};
  for (std::size_t d = 0; d < full.size(); ++d) {
    const std::int64_t size = e.function_variable->type.dimensions[d];
    if (full[d].is_constant() && (full[d].constant < 1 || full[d].constant > size))
      return fail(e, Code::E0302,
                  "subscript " + std::to_string(full[d].constant) + " is outside 1:" + std::to_string(size) + " of '" +
                      std::string(e.function_variable->name) + "'");
  }
  return bound_element(bound, full);
}

Closure::Bound ExpressionLowering::bind(const ir::FunctionVariable& variable, const Expression& value,
                                        std::shared_ptr<Closure> scope) {
  Closure::Bound bound;
  if (variable.type.is_scalar()) {
    const std::shared_ptr<Closure> own = std::exchange(closure_, std::move(scope));
    bound.node = lower(value, {});
    closure_ = own;
  } else {
    bound.no_event_depth = no_event_depth_;
    bound.bindings = bindings_;
    bound.expression = &value;
    bound.scope = std::make_shared<Closure>(*scope);
    bound.elements = std::make_shared<std::map<std::vector<std::int64_t>, NodeId>>();
  }
  return bound;
}

NodeId ExpressionLowering::call(const Expression& e, const std::vector<Index>& subscripts) {
  constexpr int deepest = 100;
  constexpr int most = 1'000'000;
  if (inline_depth_ >= deepest) return fail(e, Code::E0301, "functions call each other more than 100 levels deep");
  if (++calls_ > most) return fail(e, Code::E0305, "more than a million function calls in one equation");
  const auto inner = std::make_shared<Closure>();
  const ir::Function& function = *e.function;
  for (std::size_t i = 0; i < e.operands.size() && !failed_; ++i)
    if (e.operands[i] != nullptr)
      inner->variables[function.inputs[i]] = bind(*function.inputs[i], *e.operands[i], closure_);
  if (failed_) return {};
  const auto key = key_of(function, *inner, subscripts);
  if (key)
    if (const auto known = inlined_.find(*key); known != inlined_.end()) return known->second;
  if (inline_depth_ == 0) inner_calls_ = 0;
  constexpr int most_inside = 4000;  // functions that call functions twice, with other arguments, grow like 2^n
  if (inline_depth_ > 0 && ++inner_calls_ > most_inside)
    return fail(
        e, Code::E0305,
        "this call leads to more than 4000 different calls of functions inside of functions, which would all be "
        "written out");
  ++inline_depth_;
  const NodeId node = inlined(e, inner, subscripts);
  --inline_depth_;
  if (key && !failed_) inlined_.emplace(*key, node);
  return node;
}

/// What the value of a call depends on: nothing else, because functions see nothing but their inputs. Arrays are
/// lowered element by element as they are used, so calls with arrays have no key.
std::optional<ExpressionLowering::CallKey> ExpressionLowering::key_of(const ir::Function& function,
                                                                      const Closure& inputs,
                                                                      const std::vector<Index>& subscripts) {
  CallKey key{&function, {}, {}};
  for (const ir::FunctionVariable* input : function.inputs) {
    const auto given = inputs.variables.find(input);
    const NodeId node = given != inputs.variables.end() ? given->second.node : NodeId{};
    if (given != inputs.variables.end() && !node.valid()) return std::nullopt;
    std::get<1>(key).push_back(node);  // invalid: its default is meant
  }
  for (const Index& subscript : subscripts) {
    if (!subscript.is_constant()) return std::nullopt;
    std::get<2>(key).push_back(subscript.constant);
  }
  return key;
}

NodeId ExpressionLowering::inlined(const Expression& e, const std::shared_ptr<Closure>& inner,
                                   const std::vector<Index>& subscripts) {
  const ir::Function& function = *e.function;
  ++no_event_depth_;                                               // what a function does makes no events
  for (std::size_t i = 0; i < e.operands.size() && !failed_; ++i)  // defaults may speak of the other inputs
    if (e.operands[i] == nullptr)
      inner->variables[function.inputs[i]] = bind(*function.inputs[i], *function.defaults[i], inner);
  for (const ir::FunctionAssignment& assignment : function.body)
    if (!failed_) inner->variables[assignment.target] = bind(*assignment.target, *assignment.value, inner);
  NodeId node;
  const auto result = inner->variables.find(function.outputs.front());
  if (!failed_ && result == inner->variables.end()) {
    node = fail(e, Code::E0301, "'" + function.name + "' gives its output no value");
  } else if (!failed_) {
    node = bound_element(result->second, subscripts);
  }
  --no_event_depth_;
  return node;
}

}  // namespace sunder::lower
