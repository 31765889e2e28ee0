// An evaluator that counts its calls and never lets a value through that is not finite.
#pragma once

#include <memory>
#include <span>

#include "integrate/statistics.hpp"
#include "model/model.hpp"

namespace sunder {

/// Every call returns false after setting the context's fault (time, and the state where one is to blame).
class Derivatives {
 public:
  Derivatives(const Model& model, Context& context, const StateSet& wanted, const StateSet& varying,
              Statistics& statistics);

  [[nodiscard]] const StateSet& wanted() const { return evaluator_->wanted(); }
  [[nodiscard]] const SparsePattern& pattern() const { return evaluator_->pattern(); }
  [[nodiscard]] Context& context() const { return context_; }
  [[nodiscard]] const Model& model() const { return model_; }

  [[nodiscard]] bool freeze(double time, std::span<const double> x);
  [[nodiscard]] bool evaluate(std::span<const double> x, std::span<double> dx);
  [[nodiscard]] bool jacobian(std::span<const double> x, std::span<double> values);
  /// freeze and evaluate.
  [[nodiscard]] bool at(double time, std::span<const double> x, std::span<double> dx) {
    return freeze(time, x) && evaluate(x, dx);
  }

 private:
  bool complete_fault();

  const Model& model_;
  Context& context_;
  Statistics& statistics_;
  std::unique_ptr<Evaluator> evaluator_;
  bool full_;
  double time_ = 0;
};

/// Sets the fault of a state that is infinite or not a number at the end of a step.
void report_not_finite(const Model& model, Context& context, double time, std::size_t state, double value);
/// Whether no state is.
bool all_finite(const Model& model, Context& context, double time, std::span<const double> x);

}  // namespace sunder
