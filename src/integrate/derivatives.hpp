// An evaluator that counts its calls and never lets a value through that is not finite.
#pragma once

#include <memory>
#include <span>

#include "integrate/statistics.hpp"
#include "model/model.hpp"
#include "model/opened.hpp"

namespace sunder::integrate {

class Derivatives {
 public:
  Derivatives(const model::Model& model, model::Context& context, const model::StateSet& wanted,
              const model::StateSet& varying, Statistics& statistics);

  [[nodiscard]] const model::StateSet& wanted() const { return evaluator_->wanted().derivatives; }
  [[nodiscard]] const algebra::SparsePattern& pattern() const { return evaluator_->pattern(); }
  [[nodiscard]] model::Evaluator& evaluator() { return *evaluator_; }

  // Faults have a time, and name the state where one is to blame.
  model::Status freeze(double time, std::span<const double> x);
  model::Status evaluate(std::span<const double> x, std::span<double> dx);
  model::Status jacobian(std::span<const double> x, std::span<double> values);
  /// The Jacobian with further unknowns (model/opened.hpp), as `jacobian`; null where there is none.
  [[nodiscard]] model::OpenedJacobian* opened() { return evaluator_->opened(); }
  model::Status opened_jacobian(std::span<const double> x, std::span<double> values);
  [[nodiscard]] bool jacobian_constant() const { return evaluator_->jacobian_constant(); }
  /// Partial derivatives by time where `freeze` was.
  model::Status by_time(std::span<const double> x, std::span<double> dx);
  [[nodiscard]] bool depends_on_time() const { return evaluator_->depends_on_time(); }
  /// freeze and evaluate.
  model::Status at(double time, std::span<const double> x, std::span<double> dx) {
    model::Status frozen = freeze(time, x);
    return frozen ? evaluate(x, dx) : std::move(frozen);
  }

 private:
  [[nodiscard]] model::Status dated(const model::Status& status) const;
  model::Status differ_opened(std::span<const double> x, std::span<double> values);
  [[nodiscard]] model::Fault not_finite(const std::string& what, model::StateIndex state, double value) const;

  const model::Model& model_;
  Statistics& statistics_;
  std::unique_ptr<model::Evaluator> evaluator_;
  bool full_;
  double time_ = 0;
};

/// A state that is infinite or not a number at the end of a step.
model::Fault state_not_finite(const model::Model& model, double time, model::StateIndex state, double value);
/// Whether no state is.
model::Status all_finite(const model::Model& model, double time, std::span<const double> x);

}  // namespace sunder::integrate
