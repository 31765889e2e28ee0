#include "integrate/derivatives.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "integrate/slopes_beside.hpp"
#include "runtime/finite.h"

namespace sunder::integrate {

Derivatives::Derivatives(const model::Model& model, model::Context& context, const model::StateSet& wanted,
                         const model::StateSet& varying, Statistics& statistics)
    : model_(model),
      statistics_(statistics),
      evaluator_(model.evaluator(context, {wanted, {}}, {varying, {}})),
      full_(wanted.size() == model.state_count() || !evaluator_->restricted()) {}

/// Models give the reason; here it gets a time.
model::Status Derivatives::dated(const model::Status& status) const {
  model::Fault fault = status.fault();
  if (fault.time == 0) fault.time = time_;
  return fault;
}

model::Status Derivatives::freeze(double time, std::span<const double> x) {
  time_ = time;
  statistics_.kernel_operations += evaluator_->frozen_operations();
  model::Status frozen = evaluator_->freeze(time, x);
  return frozen ? std::move(frozen) : dated(frozen);
}

model::Fault Derivatives::not_finite(const std::string& what, model::StateIndex state, double value) const {
  model::Fault fault;
  fault.code = Code::E0608;
  fault.variable = model_.state_name(state);
  fault.message = "the " + what + " is " + shortest(value) + " at time " + shortest(time_);
  fault.span = model_.state_origin(state);
  fault.time = time_;
  return fault;
}

model::Status Derivatives::evaluate(std::span<const double> x, std::span<double> dx) {
  ++statistics_.function_evaluations;
  statistics_.kernel_operations += evaluator_->operations();
  ++(full_ ? statistics_.full_rhs_evaluations : statistics_.restricted_rhs_evaluations);
  if (model::Status evaluated = evaluator_->evaluate(x, dx); !evaluated) return dated(evaluated);
  if (wanted().size() == dx.size() && sunder_all_finite(dx.data(), dx.size()) != 0) return {};
  for (const model::StateIndex state : wanted()) {
    const double slope = dx[state.index()];
    if (!std::isfinite(slope)) return not_finite("derivative of '" + model_.state_name(state) + "'", state, slope);
  }
  return {};
}

model::Status Derivatives::jacobian(std::span<const double> x, std::span<double> values) {
  ++statistics_.jacobian_evaluations;
  // The evaluator does not tell: at least the values and one operation for each entry.
  statistics_.kernel_operations += evaluator_->operations() + evaluator_->pattern().nonzeros();
  statistics_.function_evaluations_in_jacobian += evaluator_->evaluations_per_jacobian();
  if (model::Status evaluated = evaluator_->jacobian(x, values); !evaluated) return dated(evaluated);
  const algebra::SparsePattern& pattern = evaluator_->pattern();
  if (sunder_all_finite(values.data(), pattern.nonzeros()) != 0) return {};
  std::vector<double> beside(x.begin(), x.end()), dx(x.size());
  const auto coordinate = [&](std::size_t column) -> double& {
    return beside[evaluator_->varying().states[column].index()];
  };
  const auto rows_here = [&](std::vector<double>& rows) {
    const bool evaluated = evaluator_->evaluate(beside, dx).ok();
    rows.clear();
    for (const model::StateIndex state : wanted()) rows.push_back(dx[state.index()]);
    return evaluated;
  };
  if (slopes_beside(pattern, coordinate, rows_here, values)) return {};
  for (std::size_t column = 0; column < pattern.columns; ++column) {
    for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
      if (std::isfinite(values[k])) continue;
      const model::StateIndex state = wanted()[pattern.row_indices[k]];
      return not_finite("partial derivative of der(" + model_.state_name(state) + ") by '" +
                            model_.state_name(evaluator_->varying().states[column]) + "'",
                        state, values[k]);
    }
  }
  return {};
}

model::Status Derivatives::opened_jacobian(std::span<const double> x, std::span<double> values) {
  model::OpenedJacobian& opened = *evaluator_->opened();
  ++statistics_.jacobian_evaluations;
  statistics_.kernel_operations += opened.operations();
  if (model::Status evaluated = opened.values({x, {}}, values); !evaluated) return dated(evaluated);
  if (sunder_all_finite(values.data(), values.size()) != 0) return {};
  return differ_opened(x, values);
}

/// Partial derivatives without a value (the root of something that is zero just now) are those beside the point, on the
/// side where there are any.
model::Status Derivatives::differ_opened(std::span<const double> x, std::span<double> values) {
  constexpr double relative = 1e-6, smallest_size = 1e-3;
  std::vector<double> beside(x.size()), there(values.size());
  for (const double way : {relative, -relative}) {
    for (std::size_t i = 0; i < x.size(); ++i) beside[i] = x[i] + way * std::max(std::fabs(x[i]), smallest_size);
    if (!evaluator_->opened()->values({beside, {}}, there)) continue;
    for (std::size_t k = 0; k < values.size(); ++k)
      if (!std::isfinite(values[k])) values[k] = there[k];
    if (sunder_all_finite(values.data(), values.size()) != 0) return {};
  }
  const auto bad = std::ranges::find_if(values, [](double value) { return !std::isfinite(value); });
  return not_finite("partial derivative of an equation that is solved with others", wanted().front(), *bad);
}

model::Status Derivatives::by_time(std::span<const double> x, std::span<double> dx) {
  if (model::Status computed = evaluator_->time_derivative({x, {}}, dx); !computed) return dated(computed);
  for (const model::StateIndex state : wanted()) {
    const double slope = dx[state.index()];
    if (!std::isfinite(slope))
      return not_finite("partial derivative of der(" + model_.state_name(state) + ") by time", state, slope);
  }
  return {};
}

model::Fault state_not_finite(const model::Model& model, double time, model::StateIndex state, double value) {
  model::Fault fault;
  fault.code = Code::E0608;
  fault.variable = model.state_name(state);
  fault.message = "the state '" + fault.variable + "' is " + shortest(value) + " at time " + shortest(time);
  fault.span = model.state_origin(state);
  fault.time = time;
  return fault;
}

model::Status all_finite(const model::Model& model, double time, std::span<const double> x) {
  for (std::size_t state = 0; state < x.size(); ++state)
    if (!std::isfinite(x[state])) return state_not_finite(model, time, model::StateIndex(state), x[state]);
  return {};
}

}  // namespace sunder::integrate
