#include "integrate/derivatives.hpp"

#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder {

Derivatives::Derivatives(const Model& model, Context& context, const StateSet& wanted, const StateSet& varying,
                         Statistics& statistics)
    : model_(model),
      context_(context),
      statistics_(statistics),
      evaluator_(model.evaluator(context, wanted, varying)),
      full_(wanted.size() == model.state_count() || !evaluator_->restricted()) {}

/// Models give the reason; here it gets a time, and a reason if there was none.
bool Derivatives::complete_fault() {
  if (context_.fault()) {
    if (context_.fault()->time == 0 && time_ != 0) {
      Fault fault = *context_.fault();
      fault.time = time_;
      context_.set_fault(std::move(fault));
    }
    return false;
  }
  Fault fault;
  fault.code = Code::E0614;
  fault.message = "the model could not be evaluated at time " + shortest(time_);
  fault.time = time_;
  context_.set_fault(std::move(fault));
  return false;
}

bool Derivatives::freeze(double time, std::span<const double> x) {
  time_ = time;
  statistics_.kernel_operations += evaluator_->frozen_operations();
  return evaluator_->freeze(time, x) || complete_fault();
}

bool Derivatives::evaluate(std::span<const double> x, std::span<double> dx) {
  ++statistics_.function_evaluations;
  statistics_.kernel_operations += evaluator_->operations();
  ++(full_ ? statistics_.full_rhs_evaluations : statistics_.restricted_rhs_evaluations);
  if (!evaluator_->evaluate(x, dx)) return complete_fault();
  for (const std::uint32_t state : evaluator_->wanted()) {
    if (std::isfinite(dx[state])) continue;
    Fault fault;
    fault.code = Code::E0608;
    fault.variable = model_.state_name(state);
    fault.message =
        "the derivative of '" + fault.variable + "' is " + shortest(dx[state]) + " at time " + shortest(time_);
    fault.span = model_.state_origin(state);
    fault.time = time_;
    context_.set_fault(std::move(fault));
    return false;
  }
  return true;
}

bool Derivatives::jacobian(std::span<const double> x, std::span<double> values) {
  ++statistics_.jacobian_evaluations;
  // The evaluator does not tell: at least the values and one operation for each entry.
  statistics_.kernel_operations += evaluator_->operations() + evaluator_->pattern().nonzeros();
  statistics_.function_evaluations_in_jacobian += evaluator_->evaluations_per_jacobian();
  if (!evaluator_->jacobian(x, values)) return complete_fault();
  const SparsePattern& pattern = evaluator_->pattern();
  for (std::size_t column = 0; column < pattern.columns; ++column) {
    for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
      if (std::isfinite(values[k])) continue;
      const std::uint32_t state = evaluator_->wanted()[pattern.row_indices[k]];
      Fault fault;
      fault.code = Code::E0608;
      fault.variable = model_.state_name(state);
      fault.message = "the partial derivative of der(" + fault.variable + ") by '" +
                      model_.state_name(evaluator_->varying()[column]) + "' is " + shortest(values[k]) + " at time " +
                      shortest(time_);
      fault.span = model_.state_origin(state);
      fault.time = time_;
      context_.set_fault(std::move(fault));
      return false;
    }
  }
  return true;
}

void report_not_finite(const Model& model, Context& context, double time, std::size_t state, double value) {
  Fault fault;
  fault.code = Code::E0608;
  fault.variable = model.state_name(state);
  fault.message = "the state '" + fault.variable + "' is " + shortest(value) + " at time " + shortest(time);
  fault.span = model.state_origin(state);
  fault.time = time;
  context.set_fault(std::move(fault));
}

bool all_finite(const Model& model, Context& context, double time, std::span<const double> x) {
  for (std::size_t state = 0; state < x.size(); ++state) {
    if (std::isfinite(x[state])) continue;
    report_not_finite(model, context, time, state, x[state]);
    return false;
  }
  return true;
}

}  // namespace sunder
