#include "simulate/subsystem.hpp"

#include <algorithm>

#include "base/codes.hpp"

namespace sunder::simulate {

namespace {

SubsystemContext& own(model::Context& context) { return static_cast<SubsystemContext&>(context); }

struct Saved final : model::Snapshot {
  std::unique_ptr<model::Snapshot> whole;
  std::vector<double> x;
};

/// An evaluator of the whole model behind one that knows the states of the part only.
class PartEvaluator final : public model::Evaluator {
 public:
  PartEvaluator(const Subsystem& part, SubsystemContext& context, std::unique_ptr<model::Evaluator> inner,
                model::Wanted wanted, model::Varying varying, std::size_t states)
      : part_(part),
        context_(context),
        inner_(std::move(inner)),
        wanted_(std::move(wanted)),
        varying_(std::move(varying)),
        dx_(states) {}

  using model::Evaluator::evaluate;
  using model::Evaluator::jacobian;
  [[nodiscard]] const model::Wanted& wanted() const override { return wanted_; }
  [[nodiscard]] const model::Varying& varying() const override { return varying_; }
  model::Status freeze(double time, std::span<const double> y) override {
    return inner_->freeze(time, context_.expand(y));
  }
  model::Status evaluate(const At& at, const Into& into) override {
    model::Status evaluated = inner_->evaluate({context_.expand(at.x), at.u}, {dx_, into.y});
    if (!evaluated) return evaluated;
    for (const std::size_t own : model::places(wanted_.derivatives)) into.dx[own] = dx_[part_.states()[own].index()];
    return {};
  }
  [[nodiscard]] const algebra::SparsePattern& pattern() const override { return inner_->pattern(); }
  model::Status jacobian(const At& at, std::span<double> values) override {
    return inner_->jacobian({context_.expand(at.x), at.u}, values);
  }
  [[nodiscard]] bool jacobian_constant() const override { return inner_->jacobian_constant(); }
  model::Status time_derivative(const At& at, std::span<double> dx) override {
    model::Status computed = inner_->time_derivative({context_.expand(at.x), at.u}, dx_);
    if (!computed) return computed;
    for (const std::size_t own : model::places(wanted_.derivatives)) dx[own] = dx_[part_.states()[own].index()];
    return {};
  }
  [[nodiscard]] bool depends_on_time() const override { return inner_->depends_on_time(); }
  [[nodiscard]] std::size_t evaluations_per_jacobian() const override { return inner_->evaluations_per_jacobian(); }
  [[nodiscard]] bool restricted() const override { return inner_->restricted(); }
  [[nodiscard]] std::size_t operations() const override { return inner_->operations(); }
  [[nodiscard]] std::size_t frozen_operations() const override { return inner_->frozen_operations(); }

 private:
  const Subsystem& part_;
  SubsystemContext& context_;
  std::unique_ptr<model::Evaluator> inner_;
  model::Wanted wanted_;
  model::Varying varying_;
  std::vector<double> dx_;
};

}  // namespace

Subsystem::Description::Description(const model::ModelDescription& whole, const model::StateSet& members)
    : whole_(whole) {
  name = whole.name;
  experiment = whole.experiment;
  hybrid = whole.hybrid;
  for (const model::StateIndex state : members) states.push_back(whole.states[state.index()]);
  inputs = whole.inputs;
  outputs = whole.outputs;
}

Subsystem::Subsystem(const model::Model& whole, model::StateSet states)
    : whole_(whole),
      whole_events_(whole.events()),
      states_(std::move(states)),
      description_(whole.description(), states_) {}

SubsystemContext::SubsystemContext(const Subsystem& part, model::Context& whole)
    : model::Context(part), part_(part), whole_(whole), x_(whole.states().begin(), whole.states().end()) {}

SubsystemContext::SubsystemContext(const Subsystem& part, std::unique_ptr<model::Context> whole)
    : model::Context(part), part_(part), owned_(std::move(whole)), whole_(*owned_), x_(whole_.states().size()) {}

void SubsystemContext::hold(std::span<const double> x) { std::copy(x.begin(), x.end(), x_.begin()); }

std::span<double> SubsystemContext::expand(std::span<const double> y) {
  model::scatter(y, part_.states(), x_);
  return x_;
}

std::unique_ptr<model::Snapshot> SubsystemContext::save() const {
  auto saved = std::make_unique<Saved>();
  saved->whole = whole_.save();
  saved->x = x_;
  return saved;
}

void SubsystemContext::restore(const model::Snapshot& snapshot) {
  const auto& saved = static_cast<const Saved&>(snapshot);
  whole_.restore(*saved.whole);
  x_ = saved.x;
}

std::unique_ptr<model::Context> Subsystem::create_context() const {
  return std::make_unique<SubsystemContext>(*this, whole_.create_context());
}

std::unique_ptr<SubsystemContext> Subsystem::create_context_on(model::Context& whole) const {
  return std::make_unique<SubsystemContext>(*this, whole);
}

model::StateSet Subsystem::own_states(const model::StateSet& states) const {
  model::StateSet found;
  for (const model::StateIndex state : states) {
    const auto at = std::ranges::lower_bound(states_, state);
    if (at != states_.end() && *at == state) found.emplace_back(static_cast<std::size_t>(at - states_.begin()));
  }
  return found;
}

model::Status Subsystem::initialise(model::Context& context, double time) const {
  model::Context& whole = own(context).whole();
  if (model::Status initialised = whole_.initialise(whole, time); !initialised) return initialised;
  own(context).hold(whole.states());
  model::gather(whole.states(), states_, context.states());
  return {};
}

model::Status Subsystem::resume(model::Context& context, double time, std::span<double> y,
                                std::span<const model::GivenValue> discrete) const {
  const std::span<double> x = own(context).expand(y);
  model::Status resumed = whole_.resume(own(context).whole(), time, x, discrete);
  model::gather(x, states_, y);
  return resumed;
}

std::unique_ptr<model::Evaluator> Subsystem::evaluator(model::Context& context, const model::Wanted& wanted,
                                                       const model::Varying& varying) const {
  const auto members = [&](const model::StateSet& own_states) {
    model::StateSet set;
    for (const model::StateIndex state : own_states) set.push_back(states_[state.index()]);
    return set;
  };
  SubsystemContext& mine = own(context);
  auto inner = whole_.evaluator(mine.whole(), {members(wanted.derivatives), wanted.outputs},
                                {members(varying.states), varying.inputs});
  return std::make_unique<PartEvaluator>(*this, mine, std::move(inner), wanted, varying, whole_.state_count());
}

model::Status Subsystem::record(model::Context& context, double time, std::span<const double> y,
                                std::span<double> values) const {
  return whole_.record(own(context).whole(), time, own(context).expand(y), values);
}

std::vector<model::PeriodInfo> Subsystem::periods(model::Context& context) const {
  return whole_.periods(own(context).whole());
}

model::StateSet Subsystem::indicator_states(std::size_t indicator) const {
  return own_states(whole_events_->indicator_states(indicator));
}

std::vector<model::EventFeedback> Subsystem::feedback() const {
  std::vector<model::EventFeedback> inside;
  for (model::EventFeedback& one : whole_events_->feedback()) {
    one.states = own_states(one.states);
    if (!one.states.empty()) inside.push_back(std::move(one));
  }
  return inside;
}

model::Status Subsystem::indicators(model::Context& context, double time, std::span<const double> y,
                                    std::span<double> z) const {
  return whole_events_->indicators(own(context).whole(), time, own(context).expand(y), z);
}

double Subsystem::next_time_event(model::Context& context, double time) const {
  return whole_events_->next_time_event(own(context).whole(), time);
}

model::Status Subsystem::handle(model::Context& context, double time, std::span<double> y, model::EventCause cause,
                                model::EventOutcome& outcome) const {
  const std::span<const double> held = own(context).expand(y);
  std::vector<double> x(held.begin(), held.end());
  if (model::Status handled = whole_events_->handle(own(context).whole(), time, x, cause, outcome); !handled)
    return handled;
  for (const model::StateIndex state : outcome.reinitialised) {
    if (std::ranges::binary_search(states_, state) || x[state.index()] == held[state.index()]) continue;
    model::Fault fault;
    fault.code = Code::E0633;
    fault.variable = whole_.state_name(state);
    fault.message = "the slow state '" + fault.variable + "' jumps at an event of the fast part: no mean can tell that";
    fault.span = whole_.state_origin(state);
    fault.time = time;
    return fault;
  }
  model::gather(x, states_, y);
  outcome.reinitialised = own_states(outcome.reinitialised);
  outcome.affected = own_states(outcome.affected);
  return {};
}

}  // namespace sunder::simulate
