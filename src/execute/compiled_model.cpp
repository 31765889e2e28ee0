#include "execute/compiled_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>
#include <set>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "execute/compiled_context.hpp"
#include "execute/compiled_evaluator.hpp"
#include "execute/event_code.hpp"
#include "execute/event_feedback.hpp"
#include "execute/event_iteration.hpp"
#include "execute/free_values.hpp"
#include "execute/held_values.hpp"
#include "execute/parameter_code.hpp"
#include "execute/past_values.hpp"
#include "execute/periods.hpp"
#include "execute/plan_description.hpp"
#include "execute/plan_split.hpp"
#include "execute/restricted_code.hpp"
#include "execute/start_diagnosis.hpp"
#include "ir/plan.hpp"

namespace sunder::execute {

namespace {

/// Random numbers that were asked for before their generator was seeded are none, even where a minimum hides it.
model::Status numbers_are_seeded(const CompiledContext& context, double time) {
  if (!context.impure_numbers.was_empty()) return {};
  model::Fault fault;
  fault.code = Code::E0501;
  fault.time = time;
  fault.message = "impure random numbers are drawn at time " + rounded(time) +
                  ", and nothing has seeded their generator: initializeImpureRandom does";
  return fault;
}

using emit::Frame;
using emit::Program;
using emit::Space;

class PlanModel final : public CompiledModel, private model::Events, private ContextSupport {
 public:
  PlanModel(std::shared_ptr<const ir::Plan> plan, const CompiledModelOptions& options)
      : plan_(std::move(plan)),
        settings_{options.back_end, options.grouping, {}},
        parameters_(*plan_, {options.grouping}),
        description_(*plan_, parameters_.own_values()) {}

  [[nodiscard]] const model::ModelDescription& description() const override { return description_; }
  [[nodiscard]] std::unique_ptr<model::Context> create_context() const override;
  model::Status initialise(model::Context& context, double time) const override;
  model::Status resume(model::Context& context, double time, std::span<double> x,
                       std::span<const model::GivenValue> discrete) const override;
  [[nodiscard]] std::unique_ptr<model::Evaluator> evaluator(model::Context& context, const model::Wanted& wanted,
                                                            const model::Varying& varying) const override;
  [[nodiscard]] std::unique_ptr<model::Split> split(model::Context& context, const std::vector<model::StateSet>& parts,
                                                    const model::StateSet& watched) const override;
  model::Status record(model::Context& context, double time, std::span<const double> x,
                       std::span<double> values) const override;
  void read_texts(model::Context& context, std::span<std::string> texts) const override;

  /// A model with inputs has events: its inputs may jump.
  [[nodiscard]] const model::Events* events() const override {
    return description_.hybrid || !plan_->inputs.empty() ? this : nullptr;
  }
  [[nodiscard]] std::vector<model::PeriodInfo> periods(model::Context& context) const override;

  [[nodiscard]] KernelDescription describe() const override;
  [[nodiscard]] std::string print_kernels() const override;
  [[nodiscard]] std::unique_lock<std::mutex> lock_shapes() const override { return std::unique_lock(settings_.mutex); }

 private:
  // Events
  [[nodiscard]] std::size_t indicator_count() const override {
    return event_code().crossings().size() + event_code().choice().size();
  }
  [[nodiscard]] model::ZeroCrossing crossing(std::size_t indicator) const override;
  [[nodiscard]] model::StateSet indicator_states(std::size_t indicator) const override;
  [[nodiscard]] model::InputSet indicator_inputs(std::size_t indicator) const override;
  [[nodiscard]] std::vector<model::EventFeedback> feedback() const override;
  model::Status indicators(model::Context& context, double time, std::span<const double> x,
                           std::span<double> z) const override;
  [[nodiscard]] double next_time_event(model::Context& context, double time) const override;
  model::Status handle(model::Context& context, double time, std::span<double> x, model::EventCause cause,
                       model::EventOutcome& outcome) const override;
  model::Status speak(model::Context& context, double time, std::span<const double> x,
                      std::vector<model::EventMessage>& messages) const override;

  // ContextSupport
  model::Status find_parameter(model::VariableIndex variable, double value, ir::VariableId& parameter) const override;
  void follow_parameters(CompiledContext& context) const override;
  void follow_step(CompiledContext& context, double time, std::span<const double> x) const override;
  model::Status choose_states(CompiledContext& context, double time, std::span<double> x,
                              std::span<const model::GivenValue> given) const;
  void take_guesses(CompiledContext& context, std::span<const model::GivenValue> given) const;

  [[nodiscard]] emit::ScheduleOptions schedule_options() const { return {settings_.grouping}; }
  [[nodiscard]] std::shared_ptr<const emit::Assembly> assemble(const ir::Section& section) const;
  void set_start_values(CompiledContext& context) const;
  void set_inputs(CompiledContext& context) const;
  [[nodiscard]] const Program& recorder() const;
  [[nodiscard]] const EventCode& event_code() const;
  [[nodiscard]] EventIteration iteration(CompiledContext& context) const;
  model::Status solve_initial(CompiledContext& context, const Program& program, double time) const;
  model::Status solve_with_relations(CompiledContext& context, const Program& program, EventIteration& events,
                                     double time) const;
  [[nodiscard]] bool approach(CompiledContext& context, EventIteration& events, double time) const;
  [[nodiscard]] const Program& initial_program() const { return once(initial_, plan_->initial); }
  [[nodiscard]] const Program& homotopy_program() const { return once(homotopy_, plan_->homotopy); }
  /// Runs a few times: compiling it would cost more than it saves.
  [[nodiscard]] const Program& once(std::unique_ptr<Program>& made, const ir::Section& section) const;
  /// All continuous variables at (time, x), in context.scratch.
  model::Status compute_all(CompiledContext& context, double time, std::span<const double> x) const;

  std::shared_ptr<const ir::Plan> plan_;
  mutable CompileSettings settings_;
  ParameterCode parameters_;
  PlanDescription description_;
  mutable std::map<std::pair<model::Wanted, model::Varying>, std::shared_ptr<const RestrictedCode>> restricted_;
  mutable std::map<std::pair<std::vector<model::StateSet>, model::StateSet>, std::shared_ptr<SplitCode>> split_;
  mutable std::unique_ptr<Program> recorder_, initial_, homotopy_;
  mutable std::once_flag events_made_;  // asked for in every step
  mutable std::unique_ptr<EventCode> events_;
};

std::shared_ptr<const emit::Assembly> PlanModel::assemble(const ir::Section& section) const {
  return std::make_shared<emit::Assembly>(
      emit::assemble_values(*plan_, emit::make_schedule(*plan_, section, schedule_options())));
}

std::vector<model::EventFeedback> PlanModel::feedback() const {
  const std::lock_guard lock(settings_.mutex);  // relations become text
  return find_event_feedback(*plan_);
}

const Program& PlanModel::recorder() const {
  const std::lock_guard lock(settings_.mutex);
  if (!recorder_) recorder_ = std::make_unique<Program>(assemble(plan_->continuous), settings_.back_end);
  return *recorder_;
}

const Program& PlanModel::once(std::unique_ptr<Program>& made, const ir::Section& section) const {
  const std::lock_guard lock(settings_.mutex);
  if (!made) made = std::make_unique<Program>(assemble(section), BackEnd::interpreter);
  return *made;
}

std::unique_ptr<model::Context> PlanModel::create_context() const {
  const ContextSupport& support = *this;
  auto context = std::make_unique<CompiledContext>(*this, support, *plan_, settings_.mutex);
  context->scratch.resize(*plan_);
  context->parameters = parameters_.own_values();
  context->parameters_wrong = parameters_.own_fault();
  set_start_values(*context);
  set_inputs(*context);
  context->learns = std::any_of(
      plan_->continuous.loops.begin(), plan_->continuous.loops.end(),
      [](const ir::Loop& loop) { return !loop.linear || (loop.elimination && loop.elimination->iterated); });
  return context;
}

model::Status PlanModel::find_parameter(model::VariableIndex variable, double value, ir::VariableId& parameter) const {
  parameter = description_.list().at(variable);
  const model::Variable described = description_.variable(variable);
  const bool whole = described.type == model::VariableType::real ||
                     (described.type == model::VariableType::integer && value == std::floor(value)) ||
                     (described.type == model::VariableType::boolean && (value == 0 || value == 1));
  if (described.tunable && whole) return {};
  model::Fault fault;
  fault.code = Code::E0510;
  fault.variable = described.name;
  fault.span = described.origin;
  fault.message = "'" + described.name + "' cannot be set: ";
  if (described.tunable) {
    fault.message += "it is " +
                     std::string(described.type == model::VariableType::integer ? "an Integer" : "a Boolean") +
                     ", and " + shortest(value) + " is none";
  } else if (described.structural) {
    fault.message += "its value decides what the model consists of, and was read when it was compiled";
    fault.span = described.structural_at;
  } else if (described.variability == model::VariableVariability::constant) {
    fault.message += "it is a constant";
  } else if (described.variability == model::VariableVariability::parameter) {
    fault.message += "it is final";
  } else {
    fault.message += "it is no parameter";
  }
  return fault;
}

void PlanModel::follow_parameters(CompiledContext& context) const {
  const std::lock_guard lock(settings_.mutex);
  parameters_.follow(context.given, context.parameters);
  context.parameters_wrong = parameters_.examine(context.parameters);
}

/// Inputs that nothing drives keep their start values.
void PlanModel::set_inputs(CompiledContext& context) const {
  for (std::size_t i = 0; i < plan_->inputs.size(); ++i) {
    const ir::VariableId input = plan_->inputs[i];
    const ir::OperandColumn& start = plan_->dae.declaration(input).start;
    const ir::Operand given = start.given() ? start.at(plan_->dae.element_of(input)) : ir::Operand();
    context.inputs().set_default(i, given.valid() ? context.value_of(given) : 0.0);
  }
}

void PlanModel::set_start_values(CompiledContext& context) const {
  context.guesses.resize(*plan_);
  const Frame guesses = context.guess_frame();
  for (const ir::Declaration& declaration : plan_->dae.declarations) {
    if (!declaration.start.given()) continue;
    for (std::uint32_t element = 0; element < declaration.count; ++element) {
      const ir::VariableId variable(declaration.first.value + element);
      const ir::Space space = plan_->addresses[variable.index()].space;
      const ir::Operand start = declaration.start.at(element);
      if (!start.valid() || space == ir::Space::none || space == ir::Space::parameter || space == ir::Space::input)
        continue;
      guesses.at(emit::place_of(*plan_, variable)) = context.value_of(start);
    }
  }
}

model::Status PlanModel::initialise(model::Context& given, double time) const {
  auto& context = static_cast<CompiledContext&>(given);
  if (const model::Fault* wrong = context.parameter_fault()) {
    model::Fault fault = *wrong;
    fault.time = time;
    return fault;
  }
  const std::span<double> x = context.states();
  context.free_unknowns.clear();
  context.to_be_told.clear();
  set_start_values(context);
  for (const ir::StateSet& set : plan_->state_sets) {
    const std::size_t first = plan_->addresses[set.selectors.index()].index;
    std::copy_n(parameters_.own_values().begin() + static_cast<std::ptrdiff_t>(first), set.selector_count(),
                context.parameters.begin() + static_cast<std::ptrdiff_t>(first));
  }
  for (const ir::VariableId parameter : plan_->initial_parameters) {
    const ir::OperandColumn& start = plan_->dae.declaration(parameter).start;
    const ir::Operand value = start.given() ? start.at(plan_->dae.element_of(parameter)) : ir::Operand();
    context.parameters[plan_->addresses[parameter.index()].index] = value.valid() ? context.value_of(value) : 0.0;
  }
  set_inputs(context);
  context.inputs().pass(time);
  if (!description_.hybrid) {
    if (model::Status solved = solve_initial(context, initial_program(), time); !solved) return solved;
    std::copy(context.scratch.x.begin(), context.scratch.x.end(), x.begin());
    return check_surplus_conditions(*plan_, context, time);
  }
  context.impure_numbers.forget();
  const symbolic::ImpureNumbers::Scope drawing(context.impure_numbers);
  EventIteration events = iteration(context);
  const bool finds_parameters = !plan_->initial_parameters.empty();
  std::vector<double> past = shape_of_past(*plan_, context);
  if (model::Status begun = begin_past(*plan_, context, time, finds_parameters); !begun) return begun;
  events.begin(time);
  if (!plan_->homotopy.blocks.empty() && !approach(context, events, time)) {
    // the way does not lead there: from the start values, then
    set_start_values(context);
    events.begin(time);
  }
  if (model::Status found = solve_with_relations(context, initial_program(), events, time); !found) return found;
  // what was found may say how long delays are
  for (std::size_t round = 0; finds_parameters && !plan_->dae.delays.empty(); ++round) {
    std::vector<double> found = shape_of_past(*plan_, context);
    const bool settled = found == past;
    past = std::move(found);
    if (settled && round > 0) break;
    if (round == events.limit()) return events.fail_inconsistent(time);
    if (model::Status begun = begin_past(*plan_, context, time, false); !begun) return begun;
    if (model::Status solved = solve_with_relations(context, initial_program(), events, time); !solved) return solved;
  }
  std::copy(context.scratch.x.begin(), context.scratch.x.end(), x.begin());
  if (model::Status agree = check_surplus_conditions(*plan_, context, time); !agree) return agree;
  model::StateSet chosen;
  event_code().choice().improve(context, context.frame(context.scratch, time), x, chosen);
  if (model::Status complete = events.complete(time, x); !complete) return complete;
  return numbers_are_seeded(context, time);
}

model::Status PlanModel::solve_with_relations(CompiledContext& context, const Program& program, EventIteration& events,
                                              double time) const {
  bool changed = true;
  for (std::size_t round = 0; changed; ++round) {
    if (round == events.limit()) {
      const auto solve = [&] { return solve_initial(context, program, time).ok(); };
      return events.search_modes(time, time, solve) ? model::Status() : events.fail_inconsistent(time);
    }
    if (model::Status solved = solve_initial(context, program, time); !solved) return solved;
    if (model::Status followed = events.follow_relations(time, round, changed); !followed) return followed;
    changed = follow_start(*plan_, context, time) || changed;
  }
  return {};
}

/// From the simplified model to the actual one, in steps that are shortened where no solution is found: each begins at
/// the solution before. False: the way ended.
bool PlanModel::approach(CompiledContext& context, EventIteration& events, double time) const {
  constexpr double longest = 0.1, shortest = 1e-3;
  double simplified = 1, step = longest;
  events.set(ir::HeldKind::simplified, 1);
  bool arrived = solve_with_relations(context, homotopy_program(), events, time).ok();
  while (arrived && simplified > 0) {
    const double next = std::max(0.0, simplified - step);
    const Values guesses = context.guesses;
    const std::vector<double> held(context.held().begin(), context.held().end());
    events.set(ir::HeldKind::simplified, next);
    if (solve_with_relations(context, homotopy_program(), events, time)) {
      simplified = next;
      step = std::min(longest, 2 * step);
      continue;
    }
    context.guesses = guesses;
    std::ranges::copy(held, context.held().begin());
    step /= 2;
    arrived = step >= shortest;
  }
  events.set(ir::HeldKind::simplified, 0);
  return arrived;
}

model::Status PlanModel::resume(model::Context& given, double time, std::span<double> x,
                                std::span<const model::GivenValue> discrete) const {
  auto& context = static_cast<CompiledContext&>(given);
  take_guesses(context, discrete);
  if (!plan_->state_sets.empty())
    if (model::Status chosen = choose_states(context, time, x, discrete); !chosen) return chosen;
  if (!description_.hybrid) return {};
  if (!plan_->dae.delays.empty()) {
    model::Fault fault;
    fault.code = Code::E0518;
    fault.time = time;
    fault.span = plan_->dae.origins[plan_->dae.delays.front().origin.index()].span;
    fault.message = "a run of a model with delays cannot be continued: what was before is not known";
    return fault;
  }
  for (const ir::Held& held : plan_->dae.held) {
    if (held.kind != ir::HeldKind::memory) continue;
    for (const ir::Operand operand : plan_->dae.operands_of(held)) {
      if (!operand.is_variable() || plan_->dae.declaration(operand.variable()).base != ir::BaseType::string) continue;
      model::Fault fault;
      fault.code = Code::E0519;
      fault.time = time;
      fault.variable = plan_->dae.name_of(operand.variable());
      fault.span = plan_->dae.declaration(operand.variable()).span;
      fault.message = "a run in which '" + fault.variable +
                      "' remembers a text cannot be continued: which text it was is not among the numbers of a file";
      return fault;
    }
  }
  std::vector<std::pair<std::uint32_t, double>> places;
  for (const model::GivenValue& one : discrete) {
    const std::optional<ir::Address> address = description_.list().address(one.variable);
    const bool held =
        plan_->dae.declaration(description_.list().at(one.variable)).variability == ir::Variability::discrete;
    if (held && address && address->space == ir::Space::work) places.emplace_back(address->index, one.value);
  }
  return iteration(context).resume(time, x, places);
}

/// Which variables are states was chosen in the run that goes on here, and is chosen again from their values.
model::Status PlanModel::choose_states(CompiledContext& context, double time, std::span<double> x,
                                       std::span<const model::GivenValue> given) const {
  context.scratch = context.guesses;
  const Frame frame = context.frame(context.scratch, time);
  std::copy(x.begin(), x.end(), context.scratch.x.begin());
  std::vector<bool> known(plan_->dae.variable_count, false);
  for (const model::GivenValue& one : given) {
    const auto [target, negated] = resolve(*plan_, description_.list().at(one.variable));
    if (!target.is_variable()) continue;
    const ir::Space space = plan_->addresses[target.variable().index()].space;
    if (space != ir::Space::work && space != ir::Space::derivative && space != ir::Space::state) continue;
    frame.at(emit::place_of(*plan_, target)) = negated ? -one.value : one.value;
    known[target.variable().index()] = true;
  }
  std::size_t found = 0;
  ir::VariableId missing;
  for (const ir::StateSet& set : plan_->state_sets)
    for (const ir::VariableId candidate : set.candidates) {
      if (known[resolve(*plan_, candidate).first.variable().index()])
        ++found;
      else
        missing = candidate;
    }
  if (found == 0) return {};  // the choice of the start counts
  if (missing.valid()) {
    model::Fault fault;
    fault.code = Code::E0640;
    fault.time = time;
    fault.variable = plan_->dae.name_of(missing);
    fault.message = "the run cannot be continued: '" + fault.variable + "', from which states are chosen, is not given";
    return fault;
  }
  event_code().choice().choose(context, frame, x);
  return {};
}

/// What is known of other variables is where their equations are solved from: of several solutions the one they had.
void PlanModel::take_guesses(CompiledContext& context, std::span<const model::GivenValue> given) const {
  const Frame guesses = context.guess_frame();
  for (const model::GivenValue& one : given) {
    const auto [target, negated] = resolve(*plan_, description_.list().at(one.variable));
    if (!target.is_variable() || !std::isfinite(one.value)) continue;
    const ir::Space space = plan_->addresses[target.variable().index()].space;
    if (space == ir::Space::work || space == ir::Space::derivative)
      guesses.at(emit::place_of(*plan_, target)) = negated ? -one.value : one.value;
  }
}

model::Status PlanModel::solve_initial(CompiledContext& context, const Program& program, double time) const {
  context.scratch = context.guesses;
  context.driven_at(time, context.scratch.u);
  const Frame frame = context.frame(context.scratch, time);
  emit::Workspace workspace = program.make_workspace();
  emit::Failure failure;
  const std::array programs{&program};
  if (!program.run(frame, context.guess_frame(), workspace, failure, {.persistent = true}))
    return with_hint(*plan_, context.explain(programs, frame, failure), failure, context.guess_frame());
  const std::vector<double>& found = context.scratch.x;
  for (std::size_t state = 0; state < found.size(); ++state) {
    if (!std::isfinite(found[state]))
      return context.explain_not_finite(programs, frame, state_name(model::StateIndex(state)),
                                        state_origin(model::StateIndex(state)), found[state]);
  }
  const ir::VariableId free = program.free_unknown(workspace);
  if (free.valid() && &program == &initial_program() &&
      !is_harmless_at_start(*plan_, context, program, workspace, time)) {
    // an iteration that met a singular matrix on its way: what it would leave open is not what the start values say
    const bool met = failure.kind == emit::Failure::Kind::singular && !failure.history.empty();
    if (met) return with_hint(*plan_, context.explain(programs, frame, failure), failure, context.guess_frame());
    context.keep_in_mind_at_start(free);
  }
  context.guesses.x = context.scratch.x;
  context.guesses.dx = context.scratch.dx;
  context.guesses.w = context.scratch.w;
  return {};
}

std::unique_ptr<model::Evaluator> PlanModel::evaluator(model::Context& context, const model::Wanted& wanted,
                                                       const model::Varying& varying) const {
  std::shared_ptr<const RestrictedCode> code;
  {
    const std::lock_guard lock(settings_.mutex);
    auto& cached = restricted_[{wanted, varying}];
    if (!cached) cached = std::make_shared<RestrictedCode>(*plan_, settings_, wanted, varying);
    code = cached;
  }
  return std::make_unique<CompiledEvaluator>(*plan_, static_cast<CompiledContext&>(context), std::move(code));
}

std::unique_ptr<model::Split> PlanModel::split(model::Context& context, const std::vector<model::StateSet>& parts,
                                               const model::StateSet& watched) const {
  std::shared_ptr<SplitCode> code;
  {
    const std::lock_guard lock(settings_.mutex);
    auto& cached = split_[{parts, watched}];
    if (!cached) cached = std::make_shared<SplitCode>(*plan_, settings_, parts, watched);
    code = cached;
  }
  return make_plan_split(static_cast<CompiledContext&>(context), std::move(code));
}

model::Status PlanModel::compute_all(CompiledContext& context, double time, std::span<const double> x) const {
  if (const model::Fault* wrong = context.parameter_fault()) return *wrong;
  const Program& program = recorder();
  if (!context.record_workspace) context.record_workspace = program.make_workspace();
  std::copy(x.begin(), x.end(), context.scratch.x.begin());
  context.driven_at(time, context.scratch.u);
  const Frame frame = context.frame(context.scratch, time);
  emit::Failure failure;
  const bool solved =
      program.run(frame, context.guess_frame(), *context.record_workspace, failure, {.persistent = true});
  context.count(program.take_pivoted(*context.record_workspace));
  if (solved) {
    const ir::VariableId free = program.free_unknown(*context.record_workspace);
    return free.valid() ? allow_free(*plan_, context, program, free, time) : model::Status();
  }
  const std::array programs{&program};
  return context.explain(programs, frame, failure);
}

model::Status PlanModel::record(model::Context& given, double time, std::span<const double> x,
                                std::span<double> values) const {
  auto& context = static_cast<CompiledContext&>(given);
  if (model::Status computed = compute_all(context, time, x); !computed) return computed;
  const emit::Frame frame = context.frame(context.scratch, time);
  description_.list().gather(frame, values);
  // A variable that no derivative depends on is computed only here: what is wrong with it must not pass as a result.
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    const std::array programs{&recorder()};
    return context.explain_not_finite(programs, frame, description_.variable_name(model::VariableIndex(i)),
                                      description_.variable(model::VariableIndex(i)).origin, values[i]);
  }
  return {};
}

void PlanModel::read_texts(model::Context& given, std::span<std::string> texts) const {
  auto& context = static_cast<CompiledContext&>(given);
  double time = 0;
  const emit::Frame frame = context.frame(context.scratch, time);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const ir::Operand target = resolve(*plan_, description_.text_variables[i]).first;
    const bool literal = target.kind() == ir::Operand::Kind::literal;
    texts[i] = plan_->dae.texts->at(literal ? plan_->dae.literals[target.literal_index()]
                                            : frame.at(emit::place_of(*plan_, target)));
  }
}

// A failure here is no event of its own: the old guesses stay, and the next evaluation reports what is wrong.
void PlanModel::follow_step(CompiledContext& context, double time, std::span<const double> x) const {
  if (!compute_all(context, time, x)) return;
  note_values(*plan_, context, time);
  if (!context.learns) return;
  context.guesses.dx = context.scratch.dx;
  context.guesses.w = context.scratch.w;
}

const EventCode& PlanModel::event_code() const {
  std::call_once(events_made_, [this] {
    const std::lock_guard lock(settings_.mutex);
    events_ = std::make_unique<EventCode>(*plan_, settings_);
  });
  return *events_;
}

EventIteration PlanModel::iteration(CompiledContext& context) const {
  return {*plan_, event_code(), context,
          [this, &context](double time, std::span<const double> x) { return compute_all(context, time, x); }};
}

model::ZeroCrossing PlanModel::crossing(std::size_t indicator) const {
  const std::size_t crossings = event_code().crossings().size();
  if (indicator >= crossings) {
    const ir::StateSet& set = plan_->state_sets[indicator - crossings];
    return {"choice of states among " + event_code().choice().names(indicator - crossings),
            plan_->dae.declaration(set.candidates.back()).span};
  }
  const ir::Held& held = plan_->dae.held[event_code().crossings()[indicator]];
  const std::lock_guard lock(settings_.mutex);
  return {ir::print(plan_->dae, held), plan_->dae.origins[held.origin.index()].span};
}

model::StateSet PlanModel::indicator_states(std::size_t indicator) const {
  return model::to_states(event_code().crossing_states()[static_cast<std::uint32_t>(indicator)]);
}

model::InputSet PlanModel::indicator_inputs(std::size_t indicator) const {
  model::InputSet set;
  for (const std::uint32_t input : event_code().crossing_inputs()[static_cast<std::uint32_t>(indicator)])
    set.emplace_back(input);
  return set;
}

model::Status PlanModel::indicators(model::Context& given, double time, std::span<const double> x,
                                    std::span<double> z) const {
  auto& context = static_cast<CompiledContext&>(given);
  const EventCode& code = event_code();
  Values& values = context.watch;
  if (!context.watch_workspace) {
    values.resize(*plan_);
    context.watch_workspace = code.monitor().make_workspace();
  }
  if (context.watch_seen != context.event_number) {
    for (const ir::VariableId variable : code.monitor_discrete()) {
      const std::uint32_t at = plan_->addresses[variable.index()].index;
      values.w[at] = context.event_w[at];
    }
    context.tolerated.resize(plan_->dae.held.size());
    context.margins.follow_event(code.crossing_kinds(), code.crossings(), context.held(), context.tolerated);
    context.watch_seen = context.event_number;
  }
  context.driven_at(time, values.u);
  Frame frame = context.frame(values, time);
  frame[Space::state] = const_cast<double*>(x.data());  // the continuous section writes no states
  emit::Failure failure;
  if (!code.monitor().run(frame, context.guess_frame(), *context.watch_workspace, failure)) {
    const std::array programs{&code.monitor()};
    return context.explain(programs, frame, failure);
  }
  code.crossing_rows().run(frame, z.data());
  context.margins.replace(z.first(code.crossings().size()));
  code.choice().margins(frame, z.subspan(code.crossings().size()));
  return {};
}

std::vector<model::PeriodInfo> PlanModel::periods(model::Context& context) const {
  const std::lock_guard lock(settings_.mutex);
  return find_periods(*plan_, static_cast<const CompiledContext&>(context));
}

double PlanModel::next_time_event(model::Context& context, double time) const {
  return iteration(static_cast<CompiledContext&>(context)).next_time_event(time);
}

model::Status PlanModel::handle(model::Context& context, double time, std::span<double> x, model::EventCause cause,
                                model::EventOutcome& outcome) const {
  outcome = {};
  auto& own = static_cast<CompiledContext&>(context);
  const symbolic::ImpureNumbers::Scope drawing(own.impure_numbers);
  if (model::Status handled = iteration(own).handle(time, x, cause, outcome); !handled) return handled;
  return numbers_are_seeded(own, time);
}

model::Status PlanModel::speak(model::Context& context, double time, std::span<const double> x,
                               std::vector<model::EventMessage>& messages) const {
  if (std::ranges::none_of(plan_->dae.checks, &ir::Check::at_steps)) return {};
  auto& own = static_cast<CompiledContext&>(context);
  if (model::Status computed = compute_all(own, time, x); !computed) return computed;
  return iteration(own).say_at_step(time, messages);
}

KernelDescription PlanModel::describe() const {
  const std::lock_guard lock(settings_.mutex);
  const emit::Schedule schedule = emit::make_schedule(*plan_, plan_->continuous, schedule_options());
  const Program program(std::make_shared<emit::Assembly>(emit::assemble_values(*plan_, schedule)),
                        BackEnd::interpreter);
  KernelDescription made;
  std::set<ir::ShapeId> shapes;
  for (const auto& c : schedule.classes) {
    made.equations += c.tasks.size();
    shapes.insert(c.shape);
  }
  for (const ir::Loop& loop : plan_->continuous.loops) {
    made.equations += loop.equations.size();
    for (const ir::EquationId id : loop.equations) shapes.insert(plan_->dae.equations[id.index()].shape);
    ++(loop.linear ? made.linear_loops : made.nonlinear_loops);
    made.largest_loop = std::max(made.largest_loop, loop.unknowns.size());
  }
  for (const auto& entry : schedule.entries) {
    if (entry.is_loop) continue;
    ++(entry.run.turns == 1 ? made.singles : entry.run.parallel ? made.groups : made.sequences);
  }
  made.shapes = shapes.size();
  made.kernels = program.assembly().listing.kernels.size();
  made.operations = program.operations();
  return made;
}

std::string PlanModel::print_kernels() const {
  const std::lock_guard lock(settings_.mutex);
  return emit::print(assemble(plan_->continuous)->listing);
}

}  // namespace

std::shared_ptr<const CompiledModel> make_compiled_model(std::shared_ptr<const ir::Plan> plan,
                                                         const CompiledModelOptions& options) {
  return std::make_shared<PlanModel>(std::move(plan), options);
}

}  // namespace sunder::execute
