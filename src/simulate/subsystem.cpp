#include "simulate/subsystem.hpp"

#include <algorithm>

#include "base/codes.hpp"

namespace sunder {

namespace {

SubsystemContext& own(Context& context) { return static_cast<SubsystemContext&>(context); }

struct Saved final : Snapshot {
  std::unique_ptr<Snapshot> whole;
  std::vector<double> x;
};

/// An evaluator of the whole model behind one that knows the states of the part only.
class PartEvaluator final : public Evaluator {
 public:
  PartEvaluator(const Subsystem& part, SubsystemContext& context, std::unique_ptr<Evaluator> inner, Wanted wanted,
                Varying varying, std::size_t states)
      : part_(part),
        context_(context),
        inner_(std::move(inner)),
        wanted_(std::move(wanted)),
        varying_(std::move(varying)),
        dx_(states) {}

  using Evaluator::evaluate;
  using Evaluator::jacobian;
  [[nodiscard]] const Wanted& wanted() const override { return wanted_; }
  [[nodiscard]] const Varying& varying() const override { return varying_; }
  Status freeze(double time, std::span<const double> y) override { return inner_->freeze(time, context_.expand(y)); }
  Status evaluate(const At& at, const Into& into) override {
    Status evaluated = inner_->evaluate({context_.expand(at.x), at.u}, {dx_, into.y});
    if (!evaluated) return evaluated;
    for (const std::uint32_t position : wanted_.derivatives) into.dx[position] = dx_[part_.states()[position]];
    return {};
  }
  [[nodiscard]] const SparsePattern& pattern() const override { return inner_->pattern(); }
  Status jacobian(const At& at, std::span<double> values) override {
    return inner_->jacobian({context_.expand(at.x), at.u}, values);
  }
  [[nodiscard]] std::size_t evaluations_per_jacobian() const override { return inner_->evaluations_per_jacobian(); }
  [[nodiscard]] bool restricted() const override { return inner_->restricted(); }
  [[nodiscard]] std::size_t operations() const override { return inner_->operations(); }
  [[nodiscard]] std::size_t frozen_operations() const override { return inner_->frozen_operations(); }

 private:
  const Subsystem& part_;
  SubsystemContext& context_;
  std::unique_ptr<Evaluator> inner_;
  Wanted wanted_;
  Varying varying_;
  std::vector<double> dx_;
};

}  // namespace

Subsystem::Description::Description(const ModelDescription& whole, const StateSet& members) : whole_(whole) {
  name = whole.name;
  experiment = whole.experiment;
  hybrid = whole.hybrid;
  for (const std::uint32_t state : members) states.push_back(whole.states[state]);
  inputs = whole.inputs;
  outputs = whole.outputs;
}

Subsystem::Subsystem(const Model& whole, StateSet states)
    : whole_(whole),
      whole_events_(whole.events()),
      states_(std::move(states)),
      description_(whole.description(), states_) {}

SubsystemContext::SubsystemContext(const Subsystem& part, Context& whole)
    : Context(part), part_(part), whole_(whole), x_(whole.states().begin(), whole.states().end()) {}

SubsystemContext::SubsystemContext(const Subsystem& part, std::unique_ptr<Context> whole)
    : Context(part), part_(part), owned_(std::move(whole)), whole_(*owned_), x_(whole_.states().size()) {}

void SubsystemContext::hold(std::span<const double> x) { std::copy(x.begin(), x.end(), x_.begin()); }

std::span<double> SubsystemContext::expand(std::span<const double> y) {
  for (std::size_t i = 0; i < y.size(); ++i) x_[part_.states()[i]] = y[i];
  return x_;
}

std::unique_ptr<Snapshot> SubsystemContext::save() const {
  auto saved = std::make_unique<Saved>();
  saved->whole = whole_.save();
  saved->x = x_;
  return saved;
}

void SubsystemContext::restore(const Snapshot& snapshot) {
  const auto& saved = static_cast<const Saved&>(snapshot);
  whole_.restore(*saved.whole);
  x_ = saved.x;
}

std::unique_ptr<Context> Subsystem::create_context() const {
  return std::make_unique<SubsystemContext>(*this, whole_.create_context());
}

std::unique_ptr<SubsystemContext> Subsystem::create_context_on(Context& whole) const {
  return std::make_unique<SubsystemContext>(*this, whole);
}

StateSet Subsystem::positions(const StateSet& states) const {
  StateSet found;
  for (const std::uint32_t state : states) {
    const auto at = std::ranges::lower_bound(states_, state);
    if (at != states_.end() && *at == state) found.push_back(static_cast<std::uint32_t>(at - states_.begin()));
  }
  return found;
}

Status Subsystem::initialise(Context& context, double time) const {
  Context& whole = own(context).whole();
  if (Status initialised = whole_.initialise(whole, time); !initialised) return initialised;
  own(context).hold(whole.states());
  for (std::size_t i = 0; i < states_.size(); ++i) context.states()[i] = whole.states()[states_[i]];
  return {};
}

Status Subsystem::resume(Context& context, double time, std::span<double> y,
                         std::span<const GivenValue> discrete) const {
  const std::span<double> x = own(context).expand(y);
  Status resumed = whole_.resume(own(context).whole(), time, x, discrete);
  for (std::size_t i = 0; i < states_.size(); ++i) y[i] = x[states_[i]];
  return resumed;
}

std::unique_ptr<Evaluator> Subsystem::evaluator(Context& context, const Wanted& wanted, const Varying& varying) const {
  const auto members = [&](const StateSet& positions) {
    StateSet set;
    for (const std::uint32_t position : positions) set.push_back(states_[position]);
    return set;
  };
  SubsystemContext& mine = own(context);
  auto inner = whole_.evaluator(mine.whole(), {members(wanted.derivatives), wanted.outputs},
                                {members(varying.states), varying.inputs});
  return std::make_unique<PartEvaluator>(*this, mine, std::move(inner), wanted, varying, whole_.state_count());
}

Status Subsystem::record(Context& context, double time, std::span<const double> y, std::span<double> values) const {
  return whole_.record(own(context).whole(), time, own(context).expand(y), values);
}

std::vector<PeriodInfo> Subsystem::periods(Context& context) const { return whole_.periods(own(context).whole()); }

StateSet Subsystem::indicator_states(std::size_t indicator) const {
  return positions(whole_events_->indicator_states(indicator));
}

Status Subsystem::indicators(Context& context, double time, std::span<const double> y, std::span<double> z) const {
  return whole_events_->indicators(own(context).whole(), time, own(context).expand(y), z);
}

double Subsystem::next_time_event(Context& context, double time) const {
  return whole_events_->next_time_event(own(context).whole(), time);
}

Status Subsystem::handle(Context& context, double time, std::span<double> y, EventCause cause,
                         EventOutcome& outcome) const {
  const std::span<const double> held = own(context).expand(y);
  std::vector<double> x(held.begin(), held.end());
  if (Status handled = whole_events_->handle(own(context).whole(), time, x, cause, outcome); !handled) return handled;
  for (const std::uint32_t state : outcome.reinitialised) {
    if (std::ranges::binary_search(states_, state) || x[state] == held[state]) continue;
    Fault fault;
    fault.code = Code::E0633;
    fault.variable = whole_.state_name(state);
    fault.message = "the slow state '" + fault.variable + "' jumps at an event of the fast part: no mean can tell that";
    fault.span = whole_.state_origin(state);
    fault.time = time;
    return fault;
  }
  for (std::size_t i = 0; i < states_.size(); ++i) y[i] = x[states_[i]];
  outcome.reinitialised = positions(outcome.reinitialised);
  outcome.affected = positions(outcome.affected);
  return {};
}

}  // namespace sunder
