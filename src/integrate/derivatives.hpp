// An evaluator that counts its calls and never lets a value through that is not finite.
#pragma once

#include <memory>
#include <span>

#include "integrate/statistics.hpp"
#include "model/model.hpp"

namespace sunder {

class Derivatives {
 public:
  Derivatives(const Model& model, Context& context, const StateSet& wanted, const StateSet& varying,
              Statistics& statistics);

  [[nodiscard]] const StateSet& wanted() const { return evaluator_->wanted().derivatives; }
  [[nodiscard]] const SparsePattern& pattern() const { return evaluator_->pattern(); }

  // Faults have a time, and name the state where one is to blame.
  Status freeze(double time, std::span<const double> x);
  Status evaluate(std::span<const double> x, std::span<double> dx);
  Status jacobian(std::span<const double> x, std::span<double> values);
  /// freeze and evaluate.
  Status at(double time, std::span<const double> x, std::span<double> dx) {
    Status frozen = freeze(time, x);
    return frozen ? evaluate(x, dx) : std::move(frozen);
  }

 private:
  [[nodiscard]] Status dated(const Status& status) const;

  const Model& model_;
  Statistics& statistics_;
  std::unique_ptr<Evaluator> evaluator_;
  bool full_;
  double time_ = 0;
};

/// A state that is infinite or not a number at the end of a step.
Fault state_not_finite(const Model& model, double time, std::size_t state, double value);
/// Whether no state is.
Status all_finite(const Model& model, double time, std::span<const double> x);

}  // namespace sunder
