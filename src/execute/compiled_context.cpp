#include "execute/compiled_context.hpp"

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "execute/held_values.hpp"
#include "execute/plan_description.hpp"
#include "ir/brief.hpp"

namespace sunder::execute {

using emit::Failure;
using emit::Frame;
using emit::Program;
using emit::Space;

void Values::resize(const ir::Plan& plan) {
  x.assign(plan.states.size(), 0.0);
  dx.assign(plan.states.size(), 0.0);
  w.assign(plan.work_count, 0.0);
  u.assign(plan.driven_count(), 0.0);
}

namespace {

/// The equations that are to be solved together, and what for.
void tell_block(const ir::Plan& plan, const Failure& failure, model::Fault& fault) {
  constexpr std::size_t most_named = 8;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(most_named, failure.unknowns.size()); ++i)
    names.push_back("'" + plan.dae.name_of(failure.unknowns[i]) + "'");
  if (failure.unknowns.size() > most_named)
    names.push_back(std::to_string(failure.unknowns.size() - most_named) + " more");
  if (!names.empty())
    fault.also.push_back({counted(failure.unknowns.size(), "equation") + " for " + enumerated(names), {}});
  for (std::size_t i = 0; i < std::min(most_named, failure.equations.size()); ++i) {
    const ir::Equation& equation = plan.dae.equations[failure.equations[i].index()];
    fault.also.push_back({"among them: " + ir::brief(plan.dae, equation),
                          equation.origin.valid() ? plan.dae.origins[equation.origin.index()].span : Span()});
  }
}

void tell_iterations(const Failure& failure, model::Fault& fault) {
  if (!failure.history.empty()) {
    constexpr std::size_t shown = 6;
    const std::vector<double>& all = failure.history;
    std::string text = "largest residual in each iteration: ";
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i == shown && all.size() > 2 * shown) {
        text += ", …";
        i = all.size() - shown;
      }
      text += (i == 0 ? "" : ", ") + rounded(all[i], 3);
    }
    fault.also.push_back({text, {}});
  }
  if (failure.continued)
    fault.also.push_back({"following the solution from the starting values came " +
                              rounded(100 * *failure.continued, 3) + " % of the way",
                          {}});
}

}  // namespace

model::Fault explain(const ir::Plan& plan, const Failure& failure, double time) {
  model::Fault fault;
  fault.time = time;
  if (failure.equation.valid()) {
    const ir::Equation& equation = plan.dae.equations[failure.equation.index()];
    fault.equation = ir::brief(plan.dae, equation);
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
      tell_iterations(failure, fault);
      tell_block(plan, failure, fault);
      break;
    case Failure::Kind::singular:
      fault.code = Code::E0503;
      fault.message =
          "simultaneous equations do not determine '" + fault.variable + "'" + at + " (their matrix is singular)";
      tell_block(plan, failure, fault);
      break;
  }
  return fault;
}

namespace {

struct SavedContext final : model::Snapshot {
  model::InputSignals inputs;
  std::vector<double> held, event_w, row_sizes, tolerated;
  std::vector<double> selectors;  // of all state sets
  Values guesses;
  std::vector<CompiledContext::Sample> samples;
  std::vector<History> histories;
  std::vector<Course> courses;
  symbolic::ImpureNumbers impure_numbers;
  model::EventOutcome start_outcome;
  std::vector<bool> warned;
};

}  // namespace

std::unique_ptr<model::Snapshot> CompiledContext::save() const {
  auto saved = std::make_unique<SavedContext>();
  saved->inputs = inputs();
  saved->held.assign(parameters.begin() + plan_.held_begin(),
                     parameters.begin() + plan_.held_begin() + plan_.dae.held.size());
  saved->event_w = event_w;
  saved->row_sizes = row_sizes;
  saved->tolerated = tolerated;
  for (const ir::StateSet& set : plan_.state_sets) {
    const auto first = parameters.begin() + plan_.addresses[set.selectors.index()].index;
    saved->selectors.insert(saved->selectors.end(), first, first + static_cast<std::ptrdiff_t>(set.selector_count()));
  }
  saved->guesses = guesses;
  saved->samples = samples;
  saved->histories = histories;
  saved->courses = courses;
  saved->impure_numbers = impure_numbers;
  saved->start_outcome = start_outcome;
  saved->warned = warned;
  return saved;
}

void CompiledContext::restore(const model::Snapshot& snapshot) {
  const auto& saved = static_cast<const SavedContext&>(snapshot);
  inputs() = saved.inputs;
  std::copy(saved.held.begin(), saved.held.end(), parameters.begin() + plan_.held_begin());
  event_w = saved.event_w;
  row_sizes = saved.row_sizes;
  tolerated = saved.tolerated;
  auto selectors = saved.selectors.begin();
  for (const ir::StateSet& set : plan_.state_sets) {
    std::copy_n(selectors, set.selector_count(), parameters.begin() + plan_.addresses[set.selectors.index()].index);
    selectors += static_cast<std::ptrdiff_t>(set.selector_count());
  }
  guesses = saved.guesses;
  samples = saved.samples;
  histories = saved.histories;
  courses = saved.courses;
  impure_numbers = saved.impure_numbers;
  start_outcome = saved.start_outcome;
  warned = saved.warned;
  ++event_number;  // whoever knows what was held must look again
}

double CompiledContext::parameter(model::VariableIndex variable) const {
  const auto& description = static_cast<const PlanDescription&>(model().description());
  const ir::VariableId id = description.list().at(variable);
  const auto set = given.find(id);
  return set != given.end() ? set->second : value_of(ir::Operand::of(id));
}

model::Status CompiledContext::set_parameter(model::VariableIndex variable, double value) {
  ir::VariableId id;
  if (model::Status found = support_.find_parameter(variable, value, id); !found) return found;
  given[id] = value;
  stale_ = true;
  return {};
}

void CompiledContext::follow_parameters() {
  stale_ = false;
  support_.follow_parameters(*this);
}

bool CompiledContext::Sample::can_count_to(double time) const {
  constexpr double most = 1LL << 52;
  return (time - start) / interval < most;
}

std::int64_t CompiledContext::Sample::instants_before(double time) const {
  return std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor((time - start) / interval)));
}

void CompiledContext::skip_to(double time) {
  inputs().pass(time);
  const double now = instant_after(time);
  for (Sample& sample : samples) {
    if (!sample.can_count_to(now)) continue;  // the next event will say so
    sample.next = sample.instants_before(now);
    while (sample.instant(sample.next) <= now) ++sample.next;
  }
}

double CompiledContext::driven_at(std::size_t index, double time) const {
  const std::size_t own = inputs().size();
  if (index < own) return inputs().at(index, time);
  const bool fixed = plan_.dae.delays[index - own].kind == ir::Delay::Kind::fixed;
  return fixed ? histories[index - own].at(time) : courses[index - own].handle();
}

double CompiledContext::driven_slope(std::size_t index, double time) const {
  const std::size_t own = inputs().size();
  if (index < own) return inputs().slope(index, time);
  const bool fixed = plan_.dae.delays[index - own].kind == ir::Delay::Kind::fixed;
  return fixed ? histories[index - own].slope(time) : 0;  // equations read the course by the time itself
}

void CompiledContext::driven_at(double time, std::span<double> values) const {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = driven_at(i, time);
}

Frame CompiledContext::frame(Values& values, double& time) {
  Frame made;
  made[Space::state] = values.x.data();
  made[Space::derivative] = values.dx.data();
  made[Space::work] = values.w.data();
  made[Space::input] = values.u.data();
  made[Space::parameter] = parameters.data();
  made[Space::time] = &time;
  return made;
}

std::string CompiledContext::text_of(const ir::Held& held) const {
  const std::lock_guard lock(compiling_);
  return ir::print(plan_.dae, held);
}

void CompiledContext::keep_in_mind(ir::VariableId variable, double time) {
  if (std::ranges::find(free_unknowns, variable) != free_unknowns.end()) return;
  free_unknowns.push_back(variable);
  const ir::Declaration& declaration = plan_.dae.declaration(variable);
  to_be_told.push_back(
      {"nothing determines '" + plan_.dae.name_of(variable) + "' at time " + rounded(time) +
           " (the matrix of its equations is singular): it keeps its value, on which no derivative depends",
       declaration.span, Code::W0507});
}

void CompiledContext::keep_in_mind_at_start(ir::VariableId variable) {
  if (std::ranges::find(free_unknowns, variable) != free_unknowns.end()) return;
  free_unknowns.push_back(variable);
  const ir::Declaration& declaration = plan_.dae.declaration(variable);
  to_be_told.push_back({"nothing determines '" + plan_.dae.name_of(variable) +
                            "' at the start (the matrix of its equations is singular): it keeps its start value, on "
                            "which states or parameters depend",
                        declaration.span, Code::W0507});
}

void CompiledContext::count(const emit::Program::Pivoted& found) {
  iterated += found.iterated;
  sweeps += found.sweeps;
  if (found.factored > 0) {
    factored += found.factored;
    factored_for = found.iterated_unknown.value;
  }
  if (found.count == 0) return;
  pivoted += found.count;
  pivoted_for = found.unknown.value;
}

std::vector<model::EventMessage> CompiledContext::take_messages() {
  std::vector<model::EventMessage> messages = std::exchange(to_be_told, {});
  const auto say = [&](std::string text) { messages.push_back({std::move(text), {}, Code::W1217}); };
  if (const std::uint64_t count = pivoted.exchange(0); count > 0)
    say("the marks of the loop of '" + plan_.dae.name_of(ir::VariableId(pivoted_for)) +
        "' give an order in which a pivot vanished: " + counted(count, "time") + " it was solved with pivots instead");
  if (const std::uint64_t count = factored; count > told_of_factored.exchange(count))
    say("the iteration of the loop of '" + plan_.dae.name_of(ir::VariableId(factored_for)) + "' did not converge in " +
        std::to_string(count) + " of " + counted(iterated, "solution") + ": factors with pivots took its place");
  return messages;
}

double CompiledContext::value_of(ir::Operand operand) const { return constant_value(plan_, parameters, operand); }

Frame CompiledContext::guess_frame() const {
  Frame made;
  // read only, by programs that solve iteratively
  made[Space::state] = const_cast<double*>(guesses.x.data());
  made[Space::derivative] = const_cast<double*>(guesses.dx.data());
  made[Space::work] = const_cast<double*>(guesses.w.data());
  made[Space::parameter] = const_cast<double*>(parameters.data());  // pre(v), which is unknown at the start
  return made;
}

model::Fault CompiledContext::words(const Failure& failure, double time, const ir::Plan* plan) const {
  const std::lock_guard lock(compiling_);
  return execute::explain(plan != nullptr ? *plan : plan_, failure, time);
}

std::optional<model::Fault> CompiledContext::find_fault(std::span<const Program* const> programs, const Frame& frame,
                                                        const ir::Plan* plan) const {
  for (const Program* program : programs)
    if (const auto found = program->find_failure(frame, guess_frame())) return words(*found, *frame[Space::time], plan);
  return std::nullopt;
}

model::Status CompiledContext::explain(std::span<const Program* const> programs, const Frame& frame,
                                       const Failure& failure, const ir::Plan* plan) const {
  if (failure.kind == Failure::Kind::not_finite)
    if (auto named = find_fault(programs, frame, plan)) return std::move(*named);
  return words(failure, *frame[Space::time], plan);
}

model::Status CompiledContext::explain_not_finite(std::span<const Program* const> programs, const Frame& frame,
                                                  const std::string& variable, Span origin, double value,
                                                  const ir::Plan* plan) const {
  if (auto named = find_fault(programs, frame, plan)) return std::move(*named);
  // No operation is to blame: the values it was given are not finite.
  model::Fault fault;
  fault.code = Code::E0501;
  fault.variable = variable;
  fault.span = origin;
  fault.time = *frame[Space::time];
  fault.message = "'" + variable + "' is " + shortest(value) + " at time " + rounded(fault.time);
  return fault;
}

}  // namespace sunder::execute
