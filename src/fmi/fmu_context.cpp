#include <algorithm>
#include <cmath>
#include <limits>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "fmi/fmu_model.hpp"

namespace sunder::fmi {

struct FmuContext::Saved final : model::Snapshot {
  double now = 0;
  model::InputSignals inputs;
  EventState events;
  std::optional<std::size_t> ticket;
  std::weak_ptr<ExchangeInstance> instance;  ///< whose ticket it is
  ~Saved() override {
    if (const auto alive = instance.lock(); alive && ticket) alive->forget(*ticket);
  }
};

FmuContext::FmuContext(const FmuModel& model) : model::Context(model), fmu_(model) {
  for (std::size_t i = 0; i < model.input_count(); ++i)
    inputs().set_default(i, model.description().variable(model.description().inputs[i]).start);
}
FmuContext::~FmuContext() = default;

double FmuContext::parameter(model::VariableIndex variable) const {
  const auto found = given_.find(variable);
  return found != given_.end() ? found->second : fmu_.description().variable(variable).start;
}

model::Status FmuContext::set_parameter(model::VariableIndex variable, double value) {
  const model::Variable described = fmu_.description().variable(variable);
  const bool whole = described.type == model::VariableType::real || value == std::floor(value);
  if (described.kind == model::VariableKind::parameter && described.tunable && whole) {
    given_[variable] = value;
    return {};
  }
  model::Fault fault;
  fault.code = Code::E0510;
  fault.variable = described.name;
  fault.span = described.origin;
  fault.message = "'" + described.name + "' cannot be set: " +
                  (described.structural ? "it decides the size of arrays in the FMU"
                   : described.kind != model::VariableKind::parameter
                       ? "it is no parameter"
                       : "it is a whole number, and " + shortest(value) + " is none");
  return fault;
}

std::span<const double> FmuContext::inputs_at(double time) {
  u_.resize(fmu_.input_count());
  inputs().at(time, u_);
  return u_;
}

model::Status FmuContext::pending() {
  if (!fault_) return {};
  model::Status status = *fault_;
  fault_.reset();
  return status;
}

model::Status FmuContext::initialise(double time) {
  const std::lock_guard lock(mutex_);
  fault_.reset();
  events_ = {};
  if (!instance_) {
    Outcome<std::unique_ptr<ExchangeInstance>> made = fmu_.make_instance();
    if (!made.ok()) {
      model::Fault fault;
      const Diagnostic& first = made.diagnostics().all().front();
      fault.code = first.code;
      fault.message = first.message;
      fault.time = time;
      return fault;
    }
    instance_ = made.take();
  }
  inputs().pass(time);
  Settings settings;
  for (const auto& [variable, value] : given_) settings.numbers.push_back({fmu_.element(variable), value});
  settings.texts = fmu_.texts();
  EventResult result;
  const std::optional<double> stop = fmu_.description().experiment.stop;
  if (model::Status done = instance_->initialise(time, stop && *stop > time ? stop : std::nullopt, settings,
                                                 inputs_at(time), states(), result);
      !done) {
    listen();
    instance_.reset();  // whatever it is in, it is not what the next run should begin with
    return done;
  }
  if (!fmu_.steps_itself()) events_.next = result.next_event;
  events_.terminate = result.terminate;
  now_ = time;
  for (const double value : states()) {
    if (std::isfinite(value)) continue;
    model::Fault fault;
    fault.code = Code::E0501;
    fault.time = time;
    fault.message = fmu_.fmu().path + ": the initial states are not finite";
    return fault;
  }
  return look_at_signs(time, states());
}

model::Status FmuContext::look_at_signs(double time, std::span<const double> x) {
  z_.resize(fmu_.fmu_indicators());
  if (!z_.empty())
    if (model::Status got = instance_->evaluate({time, x, inputs_at(time)}, {{}, {}, z_}); !got) return got;
  events_.signs.resize(z_.size());
  for (std::size_t i = 0; i < z_.size(); ++i) events_.signs[i] = z_[i] > 0 ? 1 : -1;
  return {};
}

model::Status FmuContext::advance_to(double time) {
  if (!fmu_.steps_itself() || events_.terminate) return {};
  const double moment = 1e-12 * std::max(std::abs(time), std::abs(now_));
  if (time < now_ - moment) {
    model::Fault fault;
    fault.code = Code::E1212;
    fault.time = time;
    fault.message =
        fmu_.fmu().path + ": it has come to time " + rounded(now_, 9) + " and cannot go back to " + rounded(time, 9);
    return fault;
  }
  if (time <= now_ + moment) return {};
  // inputs stand still during the step: those in its middle are right to second order
  std::vector<double> u(inputs_at(now_).begin(), inputs_at(now_).end());
  const std::span<const double> middle = inputs_at(now_ + (time - now_) / 2);
  for (const std::size_t i : fmu_.layout().continuous_inputs) u[i] = middle[i];
  StepResult result;
  if (model::Status made = instance_->advance(now_, time, u, result); !made) return made;
  now_ = result.terminate ? result.reached : time;
  if (result.terminate) events_.terminate = events_.step_event = true;
  return {};
}

model::Status FmuContext::evaluate(const Point& at, const Values& values) {
  const std::lock_guard lock(mutex_);
  if (model::Status waiting = pending(); !waiting) return waiting;
  if (model::Status advanced = advance_to(at.time); !advanced) return advanced;
  return instance_->evaluate(at, values);
}

model::Status FmuContext::jacobian(const Point& at, const JacobianColours& colours, std::span<double> values) {
  const std::lock_guard lock(mutex_);
  if (model::Status advanced = advance_to(at.time); !advanced) return advanced;
  return instance_->jacobian(at, colours, values);
}

model::Status FmuContext::record(double time, std::span<const double> x, std::span<double> values) {
  const std::lock_guard lock(mutex_);
  if (model::Status waiting = pending(); !waiting) return waiting;
  if (model::Status advanced = advance_to(time); !advanced) return advanced;
  model::Status recorded = instance_->record({time, x, inputs_at(time)}, values);
  listen();
  return recorded;
}

model::Status FmuContext::texts(std::vector<std::string>& values) {
  const std::lock_guard lock(mutex_);
  values.clear();
  return instance_ ? instance_->texts(values) : model::Status();
}

void FmuContext::listen() {
  constexpr std::size_t most_kept = 20;
  if (!instance_) return;
  for (const LogMessage& one : instance_->take_log()) {
    std::string text = fmu_.fmu().path + " says: " + printable(one.text);
    if (std::ranges::find(messages_, text) != messages_.end()) continue;
    if (messages_.size() < most_kept)
      messages_.push_back(std::move(text));
    else
      ++further_messages_;
  }
}

std::vector<model::EventMessage> FmuContext::take_messages() {
  const std::lock_guard lock(mutex_);
  listen();
  if (further_messages_ > 0)
    messages_.push_back(fmu_.fmu().path + " says " + counted(further_messages_, "further message"));
  further_messages_ = 0;
  std::vector<model::EventMessage> told;
  for (std::string& text : std::exchange(messages_, {})) told.push_back({std::move(text), {}, Code::W1217});
  return told;
}

/// The last one is for events that the FMU asks for at the end of a step.
model::Status FmuContext::indicators(double time, std::span<const double> x, std::span<double> z) {
  const std::lock_guard lock(mutex_);
  if (model::Status waiting = pending(); !waiting) return waiting;
  if (model::Status advanced = advance_to(time); !advanced) return advanced;
  const std::span<double> of_fmu = z.first(events_.signs.size());
  if (!of_fmu.empty())
    if (model::Status got = instance_->evaluate({time, x, inputs_at(time)}, {{}, {}, of_fmu}); !got) return got;
  for (std::size_t i = 0; i < of_fmu.size(); ++i) of_fmu[i] *= events_.signs[i];
  // one that steps by itself ended the run where it came to, not before
  const bool later = fmu_.steps_itself() && time < now_;
  z.back() = events_.step_event && !later ? -1.0 : 1.0;
  return {};
}

double FmuContext::next_time_event() const {
  const std::lock_guard lock(mutex_);
  const double infinite = std::numeric_limits<double>::infinity();
  return std::min(events_.next.value_or(infinite), inputs().next_jump());
}

model::Status FmuContext::handle(double time, std::span<double> x, bool terminal, model::EventOutcome& outcome) {
  const std::lock_guard lock(mutex_);
  if (model::Status waiting = pending(); !waiting) return waiting;
  if (events_.terminate) outcome.termination = model::EventMessage{"the FMU ends the run", {}};
  if (terminal || events_.terminate) return {};
  const std::vector<double> before(x.begin(), x.end());
  if (fmu_.steps_itself()) {
    model::Status advanced = advance_to(time);
    inputs().pass(time);
    return advanced;
  }
  inputs().pass(time);
  EventResult result;
  if (model::Status handled = instance_->handle_event(time, inputs_at(time), x, result); !handled) return handled;
  ++events_.handled;
  events_.step_event = false;
  events_.next = result.next_event && *result.next_event > time ? result.next_event : std::nullopt;
  if (result.next_event && !(*result.next_event > time)) {
    model::Fault fault;
    fault.code = Code::E1211;
    fault.time = time;
    fault.message = fmu_.fmu().path + ": at time " + rounded(time) + " the FMU asks for its next event at " +
                    rounded(*result.next_event) + ", which is not later";
    return fault;
  }
  if (result.terminate) outcome.termination = model::EventMessage{"the FMU ends the run", {}};
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] != before[i]) outcome.reinitialised.emplace_back(i);
  outcome.affected = model::all_states(x.size());
  outcome.changed = true;
  return look_at_signs(time, x);
}

void FmuContext::accept(double time, std::span<const double> x) {
  const std::lock_guard lock(mutex_);
  if (fmu_.steps_itself() || !fmu_.kind().needs_completed_step || !instance_) return;
  StepResult result;
  if (const model::Status done = instance_->completed_step({time, x, inputs_at(time)}, result); !done) {
    fault_ = done.fault();
    return;
  }
  events_.step_event = events_.step_event || result.event;
  if (result.terminate) events_.terminate = events_.step_event = true;
}

bool FmuContext::can_go_back() const {
  return fmu_.kind().gets_and_sets_state || (!fmu_.steps_itself() && !fmu_.description().hybrid);
}

std::unique_ptr<model::Snapshot> FmuContext::save() const {
  const std::lock_guard lock(mutex_);
  auto saved = std::make_unique<Saved>();
  saved->inputs = inputs();
  saved->events = events_;
  saved->now = now_;
  std::size_t ticket = 0;
  if (instance_ && fmu_.kind().gets_and_sets_state && instance_->save(ticket).ok()) {
    saved->ticket = ticket;
    saved->instance = instance_;
  }
  return saved;
}

void FmuContext::restore(const model::Snapshot& snapshot) {
  const std::lock_guard lock(mutex_);
  const auto& saved = static_cast<const Saved&>(snapshot);
  inputs() = saved.inputs;
  const bool moved = saved.events.handled != events_.handled || saved.now != now_;
  events_ = saved.events;
  if (saved.ticket || !moved) now_ = saved.now;
  if (saved.ticket && saved.instance.lock() == instance_) {
    if (const model::Status restored = instance_->restore(*saved.ticket); !restored) fault_ = restored.fault();
  } else if (moved) {
    model::Fault fault;
    fault.code = Code::E1212;
    fault.message = fmu_.fmu().path + ": the run must go back over " + (fmu_.steps_itself() ? "a step" : "an event") +
                    ", which this FMU cannot (it does not offer to get and set its state)";
    fault_ = fault;
  }
}

}  // namespace sunder::fmi
