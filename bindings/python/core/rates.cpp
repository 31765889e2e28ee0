#include "rates.hpp"

namespace sunder::python {

Rates::Rates(verbs::LoadedModel model) : model_(std::move(model)), context_(model_.create_context()) {
  const model::Model& m = model_.model();
  start_ = m.description().experiment.start.value_or(0.0);
  x_.resize(m.state_count());
  initial_inputs_.resize(m.input_count());
  context_->inputs().at(start_, initial_inputs_);
  status_ = m.initialise(*context_, start_);
  evaluator_ = model::full_evaluator(m, *context_);
}

model::Status Rates::move(double time, std::span<const double> x, std::span<const double> u) {
  const std::span<const double> inputs = u.empty() ? std::span<const double>(initial_inputs_) : u;
  for (std::size_t i = 0; i < inputs.size(); ++i) context_->inputs().set(i, inputs[i]);
  std::copy(x.begin(), x.end(), x_.begin());
  // what is held between events must fit the point, which need not be near the one before
  if (model_.model().events() != nullptr) {
    if (model::Status status = model_.model().initialise(*context_, time); !status) return status;
    if (model::Status status = model_.model().resume(*context_, time, x_, {}); !status) return status;
    std::copy(x.begin(), x.end(), x_.begin());
  }
  return evaluator_->freeze(time, x_);
}

model::Status Rates::derivatives(double time, std::span<const double> x, std::span<const double> u,
                                 std::span<double> dx) {
  const std::lock_guard lock(mutex_);
  if (model::Status status = move(time, x, u); !status) return status;
  return evaluator_->evaluate(x_, dx);
}

model::Status Rates::jacobian(double time, std::span<const double> x, std::span<const double> u,
                              std::span<double> values) {
  const std::lock_guard lock(mutex_);
  if (model::Status status = move(time, x, u); !status) return status;
  return evaluator_->jacobian(x_, values);
}

}  // namespace sunder::python
