// Compile-time values of typed expressions: dimensions, structural parameters, loop ranges, attributes.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "ir/evaluation.hpp"
#include "ir/instance.hpp"

namespace sunder::evaluate {

/// Values of parameters and constants are remembered; only those whose bindings are constant expressions have one.
class ConstantEvaluator : public ir::ValueSource {
 public:
  explicit ConstantEvaluator(ir::BindingSource& bindings) : bindings_(bindings) {}

  std::optional<ir::Value> value_of(const ir::Expression& expression, const ir::Environment& environment,
                                    ir::EvaluationFailure& failure) override;

 private:
  ir::BindingSource& bindings_;
  std::unordered_map<const ir::Instance*, ir::Value> known_;
  std::unordered_set<const ir::Instance*> in_progress_;
  int depth_ = 0;

  friend class Evaluation;
};

}  // namespace sunder::evaluate
