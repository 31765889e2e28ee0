#include "driver/compiled_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "driver/compiled_context.hpp"
#include "driver/compiled_evaluator.hpp"
#include "driver/event_code.hpp"
#include "driver/event_iteration.hpp"
#include "driver/held_values.hpp"
#include "driver/periods.hpp"
#include "driver/restricted_code.hpp"
#include "driver/variable_list.hpp"
#include "emit/interpret/interpreter.hpp"

namespace sunder {

namespace {

using emit::Frame;
using emit::Program;
using emit::Space;

class PlanModel final : public CompiledModel {
 public:
  PlanModel(std::shared_ptr<const ir::Plan> plan, const CompiledModelOptions& options)
      : plan_(std::move(plan)), variables_(*plan_) {
    settings_.back_end = options.back_end;
    settings_.grouping = options.grouping;
  }

  [[nodiscard]] std::string_view name() const override { return plan_->dae.name; }
  [[nodiscard]] std::size_t state_count() const override { return plan_->states.size(); }
  [[nodiscard]] std::string state_name(std::size_t state) const override {
    return plan_->dae.name_of(plan_->states[state]);
  }
  [[nodiscard]] Span state_origin(std::size_t state) const override {
    return plan_->dae.declaration(plan_->states[state]).span;
  }
  [[nodiscard]] double state_nominal(std::size_t state) const override;
  [[nodiscard]] Experiment experiment() const override {
    const ir::Experiment& given = plan_->dae.experiment;
    return {given.start, given.stop, given.tolerance, given.interval};
  }

  [[nodiscard]] std::size_t variable_count() const override { return variables_.size(); }
  [[nodiscard]] VariableInfo variable(std::size_t index) const override { return variables_.info(index); }

  [[nodiscard]] std::unique_ptr<Context> create_context() const override;
  [[nodiscard]] bool initialise(Context& context, double time, std::span<double> x) const override;
  [[nodiscard]] bool resume(Context& context, double time, std::span<double> x,
                            std::span<const GivenValue> discrete) const override;
  [[nodiscard]] std::unique_ptr<Evaluator> evaluator(Context& context, const StateSet& wanted,
                                                     const StateSet& varying) const override;
  [[nodiscard]] bool record(Context& context, double time, std::span<const double> x,
                            std::span<double> values) const override;

  [[nodiscard]] bool has_events() const override { return !plan_->dae.held.empty() || !plan_->dae.checks.empty(); }
  [[nodiscard]] std::size_t crossing_count() const override;
  [[nodiscard]] CrossingInfo crossing(std::size_t index) const override;
  [[nodiscard]] StateSet crossing_states(std::size_t index) const override;
  [[nodiscard]] bool crossings(Context& context, double time, std::span<const double> x,
                               std::span<double> margins) const override;
  [[nodiscard]] std::vector<PeriodInfo> periods(Context& context) const override;
  [[nodiscard]] double next_time_event(Context& context, double time) const override;
  [[nodiscard]] bool handle_event(Context& context, double time, std::span<double> x, EventCause cause,
                                  EventOutcome& outcome) const override;

  [[nodiscard]] KernelDescription describe() const override;
  [[nodiscard]] std::string print_kernels() const override;

 private:
  [[nodiscard]] emit::ScheduleOptions schedule_options() const { return {settings_.grouping}; }
  [[nodiscard]] std::shared_ptr<const emit::Assembly> assemble(const ir::Section& section) const;
  void compute_parameters(CompiledContext& context) const;
  void check_parameters_finite(CompiledContext& context) const;
  void check_divisors(CompiledContext& context, const ir::Section& section) const;
  void set_start_values(CompiledContext& context) const;
  [[nodiscard]] const Program& recorder() const;
  [[nodiscard]] const EventCode& event_code() const;
  [[nodiscard]] EventIteration iteration(CompiledContext& context) const;
  [[nodiscard]] bool solve_initial(CompiledContext& context, double time) const;
  [[nodiscard]] const Program& initial_program() const;
  /// All continuous variables at (time, x), in context.scratch.
  [[nodiscard]] bool compute_all(CompiledContext& context, double time, std::span<const double> x) const;
  void update_guesses(CompiledContext& context, double time, std::span<const double> x) const;

  std::shared_ptr<const ir::Plan> plan_;
  VariableList variables_;
  mutable CompileSettings settings_;
  mutable std::map<std::pair<StateSet, StateSet>, std::shared_ptr<const RestrictedCode>> restricted_;
  mutable std::unique_ptr<Program> recorder_, initial_;
  mutable std::unique_ptr<EventCode> events_;
  mutable std::vector<double> nominals_;
};

std::shared_ptr<const emit::Assembly> PlanModel::assemble(const ir::Section& section) const {
  return std::make_shared<emit::Assembly>(
      emit::assemble_values(*plan_, emit::make_schedule(*plan_, section, schedule_options())));
}

const Program& PlanModel::recorder() const {
  const std::lock_guard lock(settings_.mutex);
  if (!recorder_) recorder_ = std::make_unique<Program>(assemble(plan_->continuous), settings_.back_end);
  return *recorder_;
}

// Runs once: compiling it would cost more than it saves.
const Program& PlanModel::initial_program() const {
  const std::lock_guard lock(settings_.mutex);
  if (!initial_) initial_ = std::make_unique<Program>(assemble(plan_->initial), BackEnd::interpreter);
  return *initial_;
}

std::unique_ptr<Context> PlanModel::create_context() const {
  auto context = std::make_unique<CompiledContext>(*plan_, settings_.mutex);
  context->scratch.resize(*plan_);
  {
    const std::lock_guard lock(settings_.mutex);
    compute_parameters(*context);
    check_parameters_finite(*context);
    if (!context->parameter_fault) check_divisors(*context, plan_->continuous);
    if (!context->parameter_fault) check_divisors(*context, plan_->initial);
  }
  set_start_values(*context);
  if (std::any_of(plan_->continuous.loops.begin(), plan_->continuous.loops.end(),
                  [](const ir::Loop& loop) { return !loop.linear; })) {
    context->on_accept = [this](CompiledContext& accepted, double time, std::span<const double> x) {
      update_guesses(accepted, time, x);
    };
  }
  return context;
}

void PlanModel::compute_parameters(CompiledContext& context) const {
  const ir::Dae& dae = plan_->dae;
  context.parameters.assign(plan_->held_begin() + dae.held.size(), 0.0);
  std::copy(dae.literals.begin(), dae.literals.end(), context.parameters.begin() + plan_->parameter_count);
  const emit::Schedule schedule = emit::make_parameter_schedule(*plan_, schedule_options());
  const Program program(std::make_shared<emit::Assembly>(emit::assemble_values(*plan_, schedule)),
                        BackEnd::interpreter);
  Frame frame;
  frame[Space::parameter] = context.parameters.data();
  emit::Workspace workspace = program.make_workspace();
  emit::Failure failure;
  [[maybe_unused]] const bool ran = program.run(frame, frame, workspace, failure);
}

// The user knows the parameters that were declared, not those that were derived from them.
void PlanModel::check_parameters_finite(CompiledContext& context) const {
  const ir::Assignment* worst = nullptr;
  const auto generated = [&](const ir::Assignment& row) { return plan_->dae.declaration(row.target).generated; };
  for (const ir::Assignment& row : plan_->dae.parameters) {
    const ir::Address address = plan_->addresses[row.target.index()];
    if (address.space != ir::Space::parameter || std::isfinite(context.parameters[address.index])) continue;
    if (worst == nullptr || (generated(*worst) && !generated(row))) worst = &row;
  }
  if (worst == nullptr) return;
  const double value = context.parameters[plan_->addresses[worst->target.index()].index];
  Fault fault;
  fault.code = Code::E0505;
  fault.variable = plan_->dae.name_of(worst->target);
  fault.equation = fault.variable + " = " + ir::print(plan_->dae, static_cast<const ir::Row&>(*worst));
  fault.message = "the parameter '" + fault.variable + "' is " + shortest(value);
  fault.span = worst->origin.valid() ? plan_->dae.origins[worst->origin.index()].span
                                     : plan_->dae.declaration(worst->target).span;
  context.parameter_fault = std::move(fault);
}

void PlanModel::check_divisors(CompiledContext& context, const ir::Section& section) const {
  const auto divisors = emit::assemble_divisors(*plan_, emit::make_schedule(*plan_, section, schedule_options()));
  std::vector<double> values(divisors.count);
  Frame frame;
  frame[Space::parameter] = context.parameters.data();
  frame[Space::residual] = values.data();
  emit::Interpreter(divisors.listing).run(0, frame, 0, 0);
  const auto zero = std::find(values.begin(), values.end(), 0.0);
  if (zero == values.end()) return;
  const ir::Equation& equation = plan_->dae.equations[divisors.rows[zero - values.begin()]];
  Fault fault;
  fault.code = Code::E0504;
  fault.equation = ir::print(plan_->dae, equation);
  if (equation.origin.valid()) fault.span = plan_->dae.origins[equation.origin.index()].span;
  fault.message =
      "the equation '" + fault.equation + "' cannot be solved for its unknown: a factor of parameters is zero";
  context.parameter_fault = std::move(fault);
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
      if (!start.valid() || space == ir::Space::none || space == ir::Space::parameter) continue;
      guesses.at(emit::place_of(*plan_, variable)) = context.value_of(start);
    }
  }
}

bool PlanModel::initialise(Context& given, double time, std::span<double> x) const {
  auto& context = static_cast<CompiledContext&>(given);
  if (context.parameter_fault) {
    Fault fault = *context.parameter_fault;
    fault.time = time;
    context.set_fault(std::move(fault));
    return false;
  }
  set_start_values(context);
  if (!has_events()) {
    if (!solve_initial(context, time)) return false;
    std::copy(context.scratch.x.begin(), context.scratch.x.end(), x.begin());
    return true;
  }
  EventIteration events = iteration(context);
  if (!events.begin(time)) return false;
  bool changed = true;
  for (std::size_t round = 0; changed; ++round) {
    if (round == events.limit()) return events.fail_inconsistent(time);
    if (!solve_initial(context, time) || !events.follow_relations(time, changed)) return false;
  }
  std::copy(context.scratch.x.begin(), context.scratch.x.end(), x.begin());
  return events.complete(time, x);
}

bool PlanModel::resume(Context& given, double time, std::span<double> x, std::span<const GivenValue> discrete) const {
  auto& context = static_cast<CompiledContext&>(given);
  if (!has_events()) return true;
  std::vector<std::pair<std::uint32_t, double>> places;
  for (const GivenValue& one : discrete) {
    const std::optional<ir::Address> address = variables_.address(one.variable);
    if (address && address->space == ir::Space::work) places.emplace_back(address->index, one.value);
  }
  return iteration(context).resume(time, x, places);
}

bool PlanModel::solve_initial(CompiledContext& context, double time) const {
  const Program& program = initial_program();
  context.scratch = context.guesses;
  const Frame frame = context.frame(context.scratch, time);
  emit::Workspace workspace = program.make_workspace();
  emit::Failure failure;
  const std::array programs{&program};
  if (!program.run(frame, context.guess_frame(), workspace, failure)) return context.fail(programs, frame, failure);
  const std::vector<double>& found = context.scratch.x;
  for (std::size_t state = 0; state < found.size(); ++state) {
    if (!std::isfinite(found[state])) return context.fail_not_finite(programs, frame, state_name(state), found[state]);
  }
  context.guesses.x = context.scratch.x;
  context.guesses.dx = context.scratch.dx;
  context.guesses.w = context.scratch.w;
  return true;
}

std::unique_ptr<Evaluator> PlanModel::evaluator(Context& context, const StateSet& wanted,
                                                const StateSet& varying) const {
  std::shared_ptr<const RestrictedCode> code;
  {
    const std::lock_guard lock(settings_.mutex);
    auto& cached = restricted_[{wanted, varying}];
    if (!cached) cached = std::make_shared<RestrictedCode>(*plan_, settings_, wanted, varying);
    code = cached;
  }
  return std::make_unique<CompiledEvaluator>(*plan_, static_cast<CompiledContext&>(context), std::move(code));
}

bool PlanModel::compute_all(CompiledContext& context, double time, std::span<const double> x) const {
  if (context.parameter_fault) {
    context.set_fault(*context.parameter_fault);
    return false;
  }
  const Program& program = recorder();
  if (!context.record_workspace) context.record_workspace = program.make_workspace();
  std::copy(x.begin(), x.end(), context.scratch.x.begin());
  const Frame frame = context.frame(context.scratch, time);
  emit::Failure failure;
  if (program.run(frame, context.guess_frame(), *context.record_workspace, failure)) return true;
  const std::array programs{&program};
  return context.fail(programs, frame, failure);
}

bool PlanModel::record(Context& given, double time, std::span<const double> x, std::span<double> values) const {
  auto& context = static_cast<CompiledContext&>(given);
  if (!compute_all(context, time, x)) return false;
  const emit::Frame frame = context.frame(context.scratch, time);
  variables_.gather(frame, values);
  // A variable that no derivative depends on is computed only here: what is wrong with it must not pass as a result.
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    const std::array programs{&recorder()};
    return context.fail_not_finite(programs, frame, variable(i).name, values[i]);
  }
  return true;
}

// A failure here is no event of its own: the old guesses stay, and the next evaluation reports what is wrong.
void PlanModel::update_guesses(CompiledContext& context, double time, std::span<const double> x) const {
  const std::optional<Fault> before = context.fault();
  if (compute_all(context, time, x)) {
    context.guesses.dx = context.scratch.dx;
    context.guesses.w = context.scratch.w;
  } else {
    context.clear_fault();
    if (before) context.set_fault(*before);
  }
}

const EventCode& PlanModel::event_code() const {
  const std::lock_guard lock(settings_.mutex);
  if (!events_) events_ = std::make_unique<EventCode>(*plan_, settings_);
  return *events_;
}

EventIteration PlanModel::iteration(CompiledContext& context) const {
  return {*plan_, event_code(), context,
          [this, &context](double time, std::span<const double> x) { return compute_all(context, time, x); }};
}

std::size_t PlanModel::crossing_count() const { return has_events() ? event_code().crossings().size() : 0; }

CrossingInfo PlanModel::crossing(std::size_t index) const {
  const ir::Held& held = plan_->dae.held[event_code().crossings()[index]];
  const std::lock_guard lock(settings_.mutex);
  return {ir::print(plan_->dae, held), plan_->dae.origins[held.origin.index()].span};
}

StateSet PlanModel::crossing_states(std::size_t index) const {
  const auto states = event_code().crossing_states()[static_cast<std::uint32_t>(index)];
  return {states.begin(), states.end()};
}

bool PlanModel::crossings(Context& given, double time, std::span<const double> x, std::span<double> margins) const {
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
    context.margins.follow_event(code.crossing_kinds(), code.crossings(), context.held());
    context.watch_seen = context.event_number;
  }
  std::copy(x.begin(), x.end(), values.x.begin());
  const Frame frame = context.frame(values, time);
  emit::Failure failure;
  if (!code.monitor().run(frame, context.guess_frame(), *context.watch_workspace, failure)) {
    const std::array programs{&code.monitor()};
    return context.fail(programs, frame, failure);
  }
  code.crossing_rows().run(frame, margins.data());
  context.margins.replace(margins);
  return true;
}

std::vector<PeriodInfo> PlanModel::periods(Context& context) const {
  const std::lock_guard lock(settings_.mutex);
  return find_periods(*plan_, static_cast<const CompiledContext&>(context));
}

double PlanModel::next_time_event(Context& context, double time) const {
  if (!has_events()) return std::numeric_limits<double>::infinity();
  return iteration(static_cast<CompiledContext&>(context)).next_time_event(time);
}

bool PlanModel::handle_event(Context& context, double time, std::span<double> x, EventCause cause,
                             EventOutcome& outcome) const {
  outcome = {};
  return !has_events() || iteration(static_cast<CompiledContext&>(context)).handle(time, x, cause, outcome);
}

double PlanModel::state_nominal(std::size_t state) const {
  const ir::VariableId variable = plan_->states[state];
  const ir::Operand nominal = plan_->dae.declaration(variable).nominal.at(plan_->dae.element_of(variable));
  if (!nominal.valid()) return 1;
  if (nominal.kind() == ir::Operand::Kind::literal) return std::fabs(plan_->dae.literals[nominal.literal_index()]);
  const std::lock_guard lock(settings_.mutex);
  CompiledContext context(*plan_, settings_.mutex);
  if (nominals_.empty()) {
    compute_parameters(context);
    nominals_ = context.parameters;
  }
  context.parameters = nominals_;
  const double value = std::fabs(context.value_of(nominal));
  return value > 0 && std::isfinite(value) ? value : 1;
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

}  // namespace sunder
