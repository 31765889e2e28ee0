#include "integrate/realtime_stepper.hpp"

#include <algorithm>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::integrate {

RealtimeStepper::RealtimeStepper(const model::Model& model, model::Context& context, const model::StateSet& fast,
                                 std::size_t steps_per_jacobian)
    : FixedStepper(model, context),
      fast_(fast),
      slow_(model::complement(fast, model.state_count())),
      steps_per_jacobian_(std::max<std::size_t>(steps_per_jacobian, 1)),
      implicit_(model, context, fast, fast, statistics_),
      linear_(implicit_.pattern()),
      jacobian_(implicit_.pattern().nonzeros()),
      slope_(model.state_count()),
      right_(fast.size()) {
  if (slow_.empty()) return;
  explicit_ = std::make_unique<Derivatives>(model, context, slow_, model::all_states(model.state_count()), statistics_);
}

Attempt RealtimeStepper::attempt(double t, double h, std::span<const double> x, std::span<double> y) {
  std::copy(x.begin(), x.end(), y.begin());
  if (explicit_) {
    if (model::Status evaluated = explicit_->at(t, x, slope_); !evaluated) return Attempt::failed(std::move(evaluated));
    for (const std::size_t s : model::places(slow_)) y[s] = x[s] + h * slope_[s];
  }
  if (fast_.empty()) return Attempt::done();
  if (model::Status evaluated = implicit_.at(t + h, y, slope_); !evaluated)
    return Attempt::failed(std::move(evaluated));
  if (model::Status prepared = prepare_matrix(t, h, y); !prepared) return Attempt::failed(std::move(prepared));
  for (std::size_t i = 0; i < fast_.size(); ++i) right_[i] = h * slope_[fast_[i].index()];
  linear_.solve(right_);
  ++statistics_.newton_iterations;
  for (std::size_t i = 0; i < fast_.size(); ++i) {
    const std::size_t s = fast_[i].index();
    y[s] = x[s] + right_[i];
  }
  return Attempt::done();
}

model::Status RealtimeStepper::prepare_matrix(double t, double h, std::span<const double> y) {
  if (jacobian_known_ && t != last_begin_) ++age_;
  last_begin_ = t;
  if (!jacobian_known_ || age_ >= steps_per_jacobian_) {
    jacobian_known_ = factors_known_ = false;
    if (model::Status evaluated = implicit_.jacobian(y, jacobian_); !evaluated) return evaluated;
    jacobian_known_ = true;
    age_ = 0;
  }
  if (factors_known_ && h == factored_length_) return {};
  ++statistics_.factorisations;
  factored_length_ = h;
  factors_known_ = linear_.factor(jacobian_, h);
  if (!factors_known_) return singular(t);
  return {};
}

model::Fault RealtimeStepper::singular(double t) const {
  const model::StateIndex state = fast_[linear_.singular_column()];
  model::Fault fault;
  fault.code = Code::E0607;
  fault.variable = model_.state_name(state);
  fault.message = "the matrix of the linearly implicit step is singular at '" + fault.variable + "' at time " +
                  shortest(t) + ", and mixed-realtime never shortens a step";
  fault.span = model_.state_origin(state);
  fault.time = t;
  return fault;
}

}  // namespace sunder::integrate
