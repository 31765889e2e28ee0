#include "evaluate/evaluate.hpp"

#include <algorithm>

#include "evaluate/evaluation.hpp"

namespace sunder::evaluate {

/// What has no binding takes its start value.
const ir::Expression* ConstantEvaluator::binding_of(const ir::Instance& variable) {
  const ir::Expression* binding = bindings_ != nullptr ? bindings_->binding_of(variable) : variable.binding;
  return binding != nullptr ? binding : variable.attributes().start.value;
}

std::vector<const ir::Instance*> ConstantEvaluator::open_needs(const ir::Instance& variable) {
  std::vector<const ir::Instance*> needs;
  const auto add = [&](const Expression& e) {
    if (e.kind != ExpressionKind::variable || e.variable->variability > ir::Variability::parameter) return;
    const bool settled =
        known_.contains(e.variable) || failed_.contains(e.variable) || in_progress_.contains(e.variable);
    if (!settled && !is_being_resolved(*e.variable)) needs.push_back(e.variable);
  };
  if (const ir::Expression* binding = binding_of(variable)) ir::walk(*binding, add);
  for (const ir::ElementValue& element : variable.attributes().element_values) ir::walk(*element.value, add);
  return needs;
}

std::optional<Value> ConstantEvaluator::bound_value(const ir::Instance& variable, ir::EvaluationFailure& failure) {
  const Expression* binding = binding_of(variable);
  if (binding == nullptr) {
    failure = {{}, "'" + path_of(variable) + "' has no value", false};
    return std::nullopt;
  }
  const ir::Environment none;
  ++in_bindings_;
  std::optional<Value> bound = Evaluation(*this, none, failure).value(*binding);
  --in_bindings_;
  if (!bound) return std::nullopt;
  const std::vector<std::int64_t> declared(variable.dimensions.begin(), variable.dimensions.end());
  if (bound->dimensions.empty() && !declared.empty()) {  // one value for every element (each)
    const auto n = static_cast<std::size_t>(ir::element_count(declared));
    if (bound->base == BaseType::string)
      bound->strings.resize(n, std::string(bound->strings.front()));
    else
      bound->numbers.assign(n, double(bound->numbers.front()));
    bound->dimensions = declared;
  }
  if (variable.base == BaseType::real && bound->base == BaseType::integer) bound->base = BaseType::real;
  for (const ir::ElementValue& element : variable.attributes().element_values) {
    std::optional<Value> value = Evaluation(*this, none, failure).value(*element.value);
    if (!value) return std::nullopt;
    if (bound->base == BaseType::string)
      bound->strings.at(element.element) = std::move(value->strings.front());
    else
      bound->numbers.at(element.element) = value->number();
  }
  return bound;
}

void ConstantEvaluator::finish(const ir::Instance& variable) {
  ir::EvaluationFailure failure;
  circle_ = false;
  std::optional<Value> bound = bound_value(variable, failure);
  in_progress_.erase(&variable);
  if (bound) {
    known_.emplace(&variable, std::move(*bound));
    circular_.clear();  // what failed because this one was open may have a value now
  } else if (circle_) {
    circular_.insert(&variable);
  } else {
    failed_.emplace(&variable, std::move(failure));
  }
  if (in_progress_.empty()) circular_.clear();
}

void ConstantEvaluator::compute(const ir::Instance& root) {
  struct Visit {
    const ir::Instance* variable;
    std::vector<const ir::Instance*> needs;
    std::size_t next = 0;
  };
  if (known_.contains(&root) || failed_.contains(&root)) return;
  std::vector<Visit> stack;
  const auto open = [&](const ir::Instance& variable) {
    in_progress_.insert(&variable);
    stack.push_back({&variable, open_needs(variable)});
  };
  open(root);
  while (!stack.empty()) {
    Visit& top = stack.back();
    if (top.next == top.needs.size()) {
      finish(*top.variable);
      stack.pop_back();
      continue;
    }
    const ir::Instance* need = top.needs[top.next++];
    if (!known_.contains(need) && !failed_.contains(need) && !in_progress_.contains(need)) open(*need);
  }
}

std::optional<ir::Value> ConstantEvaluator::value_of(const ir::Expression& expression,
                                                     const ir::Environment& environment,
                                                     ir::EvaluationFailure& failure) {
  if (depth_ == 0) {
    last_call_ = {};
    steps_ = 0;
  }
  return Evaluation(*this, environment, failure).value(expression);
}

}  // namespace sunder::evaluate
