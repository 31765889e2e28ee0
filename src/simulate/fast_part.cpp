#include "simulate/fast_part.hpp"

#include <algorithm>

#include "base/codes.hpp"

namespace sunder {

namespace {

/// An evaluator of the whole model behind one that knows the fast states only.
class PartEvaluator final : public Evaluator {
 public:
  PartEvaluator(const FastPart& part, std::unique_ptr<Evaluator> inner, StateSet wanted, StateSet varying,
                std::size_t states)
      : part_(part), inner_(std::move(inner)), wanted_(std::move(wanted)), varying_(std::move(varying)), dx_(states) {}

  [[nodiscard]] const StateSet& wanted() const override { return wanted_; }
  [[nodiscard]] const StateSet& varying() const override { return varying_; }
  [[nodiscard]] bool freeze(double time, std::span<const double> y) override {
    return inner_->freeze(time, part_.whole(y));
  }
  [[nodiscard]] bool evaluate(std::span<const double> y, std::span<double> dy) override {
    if (!inner_->evaluate(part_.whole(y), dx_)) return false;
    for (const std::uint32_t position : wanted_) dy[position] = dx_[part_.fast()[position]];
    return true;
  }
  [[nodiscard]] const SparsePattern& pattern() const override { return inner_->pattern(); }
  [[nodiscard]] bool jacobian(std::span<const double> y, std::span<double> values) override {
    return inner_->jacobian(part_.whole(y), values);
  }
  [[nodiscard]] std::size_t evaluations_per_jacobian() const override { return inner_->evaluations_per_jacobian(); }
  [[nodiscard]] bool restricted() const override { return inner_->restricted(); }
  [[nodiscard]] std::size_t operations() const override { return inner_->operations(); }
  [[nodiscard]] std::size_t frozen_operations() const override { return inner_->frozen_operations(); }

 private:
  const FastPart& part_;
  std::unique_ptr<Evaluator> inner_;
  StateSet wanted_, varying_;
  std::vector<double> dx_;
};

}  // namespace

class FastPart::HandingOn final : public Context {
 public:
  HandingOn(const FastPart& part, Context& whole) : part_(part), whole_(whole) {}
  void accept(double time, std::span<const double> y) override { whole_.accept(time, part_.whole(y)); }
  void skip_to(double time) override { whole_.skip_to(time); }

 private:
  const FastPart& part_;
  Context& whole_;
};

FastPart::FastPart(const Model& model, Context& context, StateSet fast)
    : model_(model),
      context_(context),
      fast_(std::move(fast)),
      position_(model.state_count(), static_cast<std::uint32_t>(model.state_count())),
      own_context_(std::make_unique<HandingOn>(*this, context)),
      whole_(model.state_count()) {
  for (std::uint32_t i = 0; i < fast_.size(); ++i) position_[fast_[i]] = i;
}

void FastPart::hold(std::span<const double> x) { std::copy(x.begin(), x.end(), whole_.begin()); }

std::span<const double> FastPart::whole(std::span<const double> y) const {
  for (std::size_t i = 0; i < fast_.size(); ++i) whole_[fast_[i]] = y[i];
  return whole_;
}

StateSet FastPart::positions(const StateSet& states) const {
  StateSet found;
  for (const std::uint32_t state : states)
    if (position_[state] < fast_.size()) found.push_back(position_[state]);
  return found;
}

bool FastPart::initialise(Context& /*context*/, double time, std::span<double> y) const {
  if (!model_.initialise(context_, time, whole_)) return false;
  for (std::size_t i = 0; i < fast_.size(); ++i) y[i] = whole_[fast_[i]];
  return true;
}

std::unique_ptr<Evaluator> FastPart::evaluator(Context& /*context*/, const StateSet& wanted,
                                               const StateSet& varying) const {
  const auto states = [&](const StateSet& positions) {
    StateSet set;
    for (const std::uint32_t position : positions) set.push_back(fast_[position]);
    return set;
  };
  return std::make_unique<PartEvaluator>(*this, model_.evaluator(context_, states(wanted), states(varying)), wanted,
                                         varying, model_.state_count());
}

bool FastPart::record(Context& /*context*/, double time, std::span<const double> y, std::span<double> values) const {
  return model_.record(context_, time, whole(y), values);
}

StateSet FastPart::crossing_states(std::size_t index) const { return positions(model_.crossing_states(index)); }

bool FastPart::crossings(Context& /*context*/, double time, std::span<const double> y,
                         std::span<double> margins) const {
  return model_.crossings(context_, time, whole(y), margins);
}

double FastPart::next_time_event(Context& /*context*/, double time) const {
  return model_.next_time_event(context_, time);
}

bool FastPart::handle_event(Context& /*context*/, double time, std::span<double> y, EventCause cause,
                            EventOutcome& outcome) const {
  std::vector<double> x(whole_.size());
  std::ranges::copy(whole(y), x.begin());
  if (!model_.handle_event(context_, time, x, cause, outcome)) return false;
  for (const std::uint32_t state : outcome.reinitialised) {
    if (position_[state] < fast_.size() || x[state] == whole_[state]) continue;
    Fault fault;
    fault.code = Code::E0633;
    fault.variable = model_.state_name(state);
    fault.message = "the slow state '" + fault.variable + "' jumps at an event of the fast part: no mean can tell that";
    fault.span = model_.state_origin(state);
    fault.time = time;
    context_.set_fault(std::move(fault));
    return false;
  }
  for (std::size_t i = 0; i < fast_.size(); ++i) y[i] = x[fast_[i]];
  outcome.reinitialised = positions(outcome.reinitialised);
  outcome.affected = positions(outcome.affected);
  return true;
}

}  // namespace sunder
