#include "driver/compiled_context.hpp"

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "driver/held_values.hpp"
#include "driver/variable_list.hpp"
#include "emit/schedule.hpp"

namespace sunder {

using emit::Failure;
using emit::Frame;
using emit::Program;
using emit::Space;

void Values::resize(const ir::Plan& plan) {
  x.assign(plan.states.size(), 0.0);
  dx.assign(plan.states.size(), 0.0);
  w.assign(plan.work_count, 0.0);
}

Fault explain(const ir::Plan& plan, const Failure& failure, double time) {
  Fault fault;
  fault.time = time;
  if (failure.equation.valid()) {
    const ir::Equation& equation = plan.dae.equations[failure.equation.index()];
    fault.equation = ir::print(plan.dae, equation);
    if (equation.origin.valid()) fault.span = plan.dae.origins[equation.origin.index()].span;
  }
  if (failure.variable.valid()) fault.variable = plan.dae.name_of(failure.variable);
  const std::string at = " at time " + rounded(time);
  switch (failure.kind) {
    case Failure::Kind::not_finite:
      fault.code = Code::E0501;
      fault.message = (failure.what.empty() ? "a value that is not finite" : failure.what) + " in the equation '" +
                      fault.equation + "'" + at;
      break;
    case Failure::Kind::not_converged:
      fault.code = Code::E0502;
      fault.message = "no solution found for simultaneous equations" + at + ": after " +
                      counted(static_cast<std::size_t>(failure.iterations), "iteration") + " the equation '" +
                      fault.equation + "' still has the residual " + rounded(failure.residual, 3) +
                      "; the unknown that moves most is '" + fault.variable + "'";
      break;
    case Failure::Kind::singular:
      fault.code = Code::E0503;
      fault.message =
          "simultaneous equations do not determine '" + fault.variable + "'" + at + " (their matrix is singular)";
      break;
  }
  return fault;
}

namespace {

struct SavedContext final : Snapshot {
  std::vector<double> held, event_w;
  Values guesses;
  std::vector<CompiledContext::Sample> samples;
  EventOutcome start_outcome;
  std::vector<bool> warned;
};

}  // namespace

std::unique_ptr<Snapshot> CompiledContext::save() const {
  auto saved = std::make_unique<SavedContext>();
  saved->held.assign(parameters.begin() + plan_.held_begin(),
                     parameters.begin() + plan_.held_begin() + plan_.dae.held.size());
  saved->event_w = event_w;
  saved->guesses = guesses;
  saved->samples = samples;
  saved->start_outcome = start_outcome;
  saved->warned = warned;
  return saved;
}

void CompiledContext::restore(const Snapshot& snapshot) {
  const auto& saved = static_cast<const SavedContext&>(snapshot);
  std::copy(saved.held.begin(), saved.held.end(), parameters.begin() + plan_.held_begin());
  event_w = saved.event_w;
  guesses = saved.guesses;
  samples = saved.samples;
  start_outcome = saved.start_outcome;
  warned = saved.warned;
  ++event_number;  // whoever knows what was held must look again
}

bool CompiledContext::Sample::can_count_to(double time) const {
  constexpr double most = 1LL << 52;
  return (time - start) / interval < most;
}

std::int64_t CompiledContext::Sample::instants_before(double time) const {
  return std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor((time - start) / interval)));
}

void CompiledContext::skip_to(double time) {
  const double now = instant_after(time);
  for (Sample& sample : samples) {
    if (!sample.can_count_to(now)) continue;  // the next event will say so
    sample.next = sample.instants_before(now);
    while (sample.instant(sample.next) <= now) ++sample.next;
  }
}

Frame CompiledContext::frame(Values& values, double& time) {
  Frame made;
  made[Space::state] = values.x.data();
  made[Space::derivative] = values.dx.data();
  made[Space::work] = values.w.data();
  made[Space::parameter] = parameters.data();
  made[Space::time] = &time;
  return made;
}

std::string CompiledContext::text_of(const ir::Held& held) const {
  const std::lock_guard lock(compiling_);
  return ir::print(plan_.dae, held);
}

double CompiledContext::value_of(ir::Operand operand) const {
  if (operand.kind() == ir::Operand::Kind::literal) return plan_.dae.literals[operand.literal_index()];
  if (!operand.is_variable()) return 0;
  const auto [target, negated] = resolve(plan_, operand.variable());
  if (target.kind() == ir::Operand::Kind::time) return 0;
  const emit::Place place = emit::place_of(plan_, target);
  if (place.space != Space::parameter) return 0;
  return negated ? -parameters[place.index] : parameters[place.index];
}

Frame CompiledContext::guess_frame() {
  Frame made;
  made[Space::state] = guesses.x.data();
  made[Space::derivative] = guesses.dx.data();
  made[Space::work] = guesses.w.data();
  made[Space::parameter] = parameters.data();  // pre(v), which is unknown at the start, stands among them
  return made;
}

void CompiledContext::report(const Failure& failure, double time) {
  const std::lock_guard lock(compiling_);
  set_fault(explain(plan_, failure, time));
}

bool CompiledContext::find_and_report(std::span<const Program* const> programs, const Frame& frame) {
  for (const Program* program : programs) {
    if (const auto found = program->find_failure(frame, guess_frame())) {
      report(*found, *frame[Space::time]);
      return true;
    }
  }
  return false;
}

bool CompiledContext::fail(std::span<const Program* const> programs, const Frame& frame, const Failure& failure) {
  const bool named = failure.kind == Failure::Kind::not_finite && find_and_report(programs, frame);
  if (!named) report(failure, *frame[Space::time]);
  return false;
}

bool CompiledContext::fail_not_finite(std::span<const Program* const> programs, const Frame& frame,
                                      const std::string& variable, double value) {
  if (find_and_report(programs, frame)) return false;
  // No operation is to blame: the values it was given are not finite.
  Fault fault;
  fault.code = Code::E0501;
  fault.variable = variable;
  fault.time = *frame[Space::time];
  fault.message = "'" + variable + "' is " + shortest(value) + " at time " + rounded(fault.time);
  set_fault(std::move(fault));
  return false;
}

}  // namespace sunder
