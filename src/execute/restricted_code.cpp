#include "execute/restricted_code.hpp"

#include <algorithm>

#include "causalise/dependencies.hpp"
#include "execute/constant_partials.hpp"
#include "execute/variable_list.hpp"

namespace sunder::execute {

using emit::Place;
using emit::Space;

RestrictedCode::RestrictedCode(const ir::Plan& plan, CompileSettings& settings, const model::Wanted& wanted,
                               const model::Varying& varying, Between between)
    : plan_(plan), settings_(settings), wanted_(wanted), varying_(varying), between_(std::move(between)) {
  list_variables();
  std::vector<ir::VariableId> needed;
  for (const ir::VariableId variable : rows_wanted_)
    if (variable.valid()) needed.push_back(variable);
  slice_ = causalise::slice(plan, needed, columns_varying_, between_.given);
  const emit::ScheduleOptions options{settings.grouping};
  schedule_ = emit::make_schedule(plan, slice_.varying, options);
  const auto compile = [&](const emit::Schedule& schedule) {
    auto assembly = std::make_shared<emit::Assembly>(emit::assemble_values(plan, schedule));
    return std::make_unique<emit::Program>(std::move(assembly), settings.back_end);
  };
  for (const ir::VariableId variable : slice_.discrete) discrete_.push_back(plan.addresses[variable.index()].index);
  active_ = compile(schedule_);
  frozen_ = compile(emit::make_schedule(plan, slice_.frozen, options));
  for (const ir::Block& block : slice_.frozen.blocks) {
    for (const ir::VariableId target : causalise::targets_of(slice_.frozen, block)) {
      const Place place = emit::place_of(plan, target);
      if (place.space == Space::derivative) frozen_derivatives_.emplace_back(place.index);
    }
  }
  std::sort(frozen_derivatives_.begin(), frozen_derivatives_.end());
  find_fixed();
}

void RestrictedCode::list_variables() {
  for (const model::StateIndex state : wanted_.derivatives) rows_wanted_.push_back(plan_.derivatives[state.index()]);
  for (const model::OutputIndex output : wanted_.outputs) {
    const auto [target, negated] = resolve(plan_, plan_.outputs[output.index()]);
    rows_wanted_.push_back(target.is_variable() ? target.variable() : ir::VariableId());
    outputs_.push_back({emit::place_of(plan_, target), negated});
  }
  for (const ir::VariableId variable : between_.wanted) {
    rows_wanted_.push_back(variable);
    between_places_.push_back(emit::place_of(plan_, variable));
  }
  for (const model::StateIndex state : varying_.states) columns_varying_.push_back(plan_.states[state.index()]);
  for (const model::InputIndex input : varying_.inputs) columns_varying_.push_back(plan_.inputs[input.index()]);
}

namespace {

template <class Set>
void keep_fixed(Set& read, const Set& varying) {
  model::make_set(read);
  std::erase_if(read, [&](auto i) { return std::binary_search(varying.begin(), varying.end(), i); });
}

}  // namespace

void RestrictedCode::find_fixed() {
  const auto note = [this](const ir::VariableId variable) {
    const ir::Address address = plan_.addresses[variable.index()];
    if (address.space == ir::Space::state) fixed_states_.emplace_back(address.index);
    if (address.space == ir::Space::input) fixed_inputs_.emplace_back(address.index);
  };
  for (const ir::VariableId variable : rows_wanted_)
    if (variable.valid()) note(variable);
  for (const ir::Section* section : {&slice_.frozen, &slice_.varying}) {
    for (const ir::Block& block : section->blocks) {
      for (const ir::EquationId id : causalise::equations_of(*section, block)) {
        for (const ir::Operand operand : plan_.dae.operands_of(plan_.dae.equations[id.index()])) {
          if (operand.is_variable()) note(operand.variable());
        }
      }
    }
  }
  keep_fixed(fixed_states_, varying_.states);
  keep_fixed(fixed_inputs_, varying_.inputs);
}

const algebra::SparsePattern& RestrictedCode::pattern() const {
  const std::lock_guard lock(settings_.mutex);
  if (!pattern_) make_pattern();
  return *pattern_;
}

const JacobianCode& RestrictedCode::jacobian() const {
  const std::lock_guard lock(settings_.mutex);
  if (!pattern_) make_pattern();
  if (!jacobian_) make_jacobian();
  return *jacobian_;
}

void RestrictedCode::make_pattern() const {
  rows_ = causalise::jacobian_pattern(plan_, slice_.varying, rows_wanted_, columns_varying_);
  const graph::Rows columns = graph::transposed(rows_, static_cast<std::uint32_t>(columns_varying_.size()));
  algebra::SparsePattern made;
  made.rows = rows_wanted_.size();
  made.columns = columns_varying_.size();
  made.column_starts.assign(columns.starts.begin(), columns.starts.end());
  made.row_indices.assign(columns.entries.begin(), columns.entries.end());
  pattern_ = std::move(made);
}

void RestrictedCode::make_jacobian() const {
  jacobian_.emplace();
  if (derivatives_are_direct()) {
    make_direct(*jacobian_);
    return;
  }
  const auto colouring = graph::colour_columns(rows_, static_cast<std::uint32_t>(columns_varying_.size()));
  if (!make_accumulated(*jacobian_, colouring.count * active_->operations())) make_coloured(*jacobian_, colouring);
}

bool RestrictedCode::only_derivatives() const {
  return wanted_.outputs.empty() && varying_.inputs.empty() && between_.wanted.empty();
}

// Every row computes a derivative, and none reads what another row computes.
bool RestrictedCode::derivatives_are_direct() const {
  if (!schedule_.loop_classes.empty() || !only_derivatives()) return false;
  std::vector<bool> computed(plan_.dae.variable_count, false);
  for (const auto& c : schedule_.classes) {
    if (c.output != Space::derivative) return false;
    for (const auto& task : c.tasks) computed[task.target.index()] = true;
  }
  for (const auto& c : schedule_.classes) {
    for (std::size_t slot = 0; slot < c.spaces.size(); ++slot) {
      if (slot == c.slot || (c.spaces[slot] != Space::work && c.spaces[slot] != Space::derivative)) continue;
      for (const auto& task : c.tasks) {
        if (computed[plan_.dae.operands[task.operands_begin + slot].variable().index()]) return false;
      }
    }
  }
  return true;
}

void RestrictedCode::make_direct(JacobianCode& made) const {
  constexpr std::uint32_t none = 0xFFFFFFFFU;
  std::vector<std::uint32_t> row_of(plan_.states.size(), none);
  std::vector<std::uint32_t> column_of(plan_.states.size(), none);
  for (std::uint32_t i = 0; i < wanted_.derivatives.size(); ++i) row_of[wanted_.derivatives[i].index()] = i;
  for (std::uint32_t i = 0; i < varying_.states.size(); ++i) column_of[varying_.states[i].index()] = i;
  const algebra::SparsePattern& pattern = *pattern_;
  const auto place = [&](const emit::Task& task, std::uint32_t slot) -> std::optional<std::uint32_t> {
    const Place operand = emit::place_of(plan_, plan_.dae.operands[task.operands_begin + slot]);
    if (operand.space != Space::state) return std::nullopt;
    const std::uint32_t row = row_of[emit::place_of(plan_, task.target).index];
    const std::uint32_t column = column_of[operand.index];
    if (row == none || column == none) return std::nullopt;
    const auto begin = pattern.row_indices.begin() + pattern.column_starts[column];
    const auto end = pattern.row_indices.begin() + pattern.column_starts[column + 1];
    const auto found = std::lower_bound(begin, end, static_cast<std::int32_t>(row));
    if (found == end || *found != static_cast<std::int32_t>(row)) return std::nullopt;
    return static_cast<std::uint32_t>(found - pattern.row_indices.begin());
  };
  emit::PartialListing listing =
      emit::assemble_partials(plan_, schedule_, place, static_cast<std::uint32_t>(pattern.nonzeros()));
  made.kind = JacobianCode::Kind::direct;
  made.spare_entry = listing.spare_used;
  made.partials = std::move(listing.listing);
  made.code = emit::make_code(made.partials, settings_.back_end);
}

// Where there are no loops and it is less work than tangents.
bool RestrictedCode::make_accumulated(JacobianCode& made, std::size_t operations_of_tangents) const {
  if (!schedule_.loop_classes.empty() || !only_derivatives()) return false;
  constexpr std::size_t most = 10'000'000;  // more would be a table of hundreds of megabytes
  made.accumulation = Accumulation::make(plan_, slice_.varying, schedule_, {rows_wanted_}, columns_varying_, *pattern_,
                                         std::min(most, operations_of_tangents));
  if (!made.accumulation) return false;
  const Accumulation& accumulation = *made.accumulation;
  made.kind = JacobianCode::Kind::accumulated;
  made.partials = emit::assemble_partials(
                      plan_, schedule_,
                      [&](const emit::Task& task, std::uint32_t slot) { return accumulation.partial(task, slot); },
                      accumulation.partial_count())
                      .listing;
  made.code = emit::make_code(made.partials, settings_.back_end);
  return true;
}

void RestrictedCode::make_coloured(JacobianCode& made, const graph::Colouring& colouring) const {
  made.kind = JacobianCode::Kind::coloured;
  auto assembly = std::make_shared<emit::Assembly>(emit::assemble_tangents(plan_, schedule_, emit::Along::states));
  made.tangents = std::make_unique<emit::Program>(std::move(assembly), settings_.back_end);
  graph::Rows colours;
  for (const std::uint32_t colour : colouring.colour) {
    colours.entries.push_back(colour);
    colours.end_row();
  }
  made.columns_of_colour = graph::transposed(colours, colouring.count);
}

const OpenedCode* RestrictedCode::opened(Need need) const {
  if (schedule_.loop_classes.empty() || !only_derivatives()) return nullptr;
  const std::lock_guard lock(settings_.mutex);
  if (!opened_) opened_ = OpenedCode::make(plan_, slice_.varying, rows_wanted_, columns_varying_);
  OpenedCode* code = opened_->get();
  if (code == nullptr || need == Need::pattern) return code;
  if (!code->has_code()) code->make_code(emit::ScheduleOptions{settings_.grouping});
  if (need == Need::code && !code->compiled()) code->compile(settings_.back_end);
  return code;
}

const TimeCode& RestrictedCode::time() const {
  const std::lock_guard lock(settings_.mutex);
  if (!time_) make_time();
  return *time_;
}

void RestrictedCode::make_time() const {
  TimeCode made;
  std::vector<ir::VariableId> inputs;
  for (const model::InputIndex input : fixed_inputs_) inputs.push_back(plan_.driven(input.index()));
  const std::span derivatives(rows_wanted_.data(), wanted_.derivatives.size());
  causalise::Slicer slicer(plan_);
  made.by_clock = !slicer.moved_by_time(derivatives, {}, between_.given).blocks.empty();
  const ir::Section moved = slicer.moved_by_time(derivatives, inputs, between_.given);
  const emit::Schedule schedule = emit::make_schedule(plan_, moved, emit::ScheduleOptions{settings_.grouping});
  const auto compile = [this](emit::Assembly assembly) {
    return std::make_unique<emit::Program>(std::make_shared<emit::Assembly>(std::move(assembly)), settings_.back_end);
  };
  made.needs_factors = !schedule.loop_classes.empty();
  if (moved.blocks.empty()) {
    time_ = std::move(made);
    return;
  }
  made.values = compile(emit::assemble_values(plan_, schedule));
  made.tangents = compile(emit::assemble_tangents(plan_, schedule, emit::Along::time));
  time_ = std::move(made);
}

bool RestrictedCode::jacobian_constant() const {
  const std::lock_guard lock(settings_.mutex);
  if (!jacobian_constant_)
    jacobian_constant_ = ConstantPartials(plan_, slice_, columns_varying_, between_.given).all(schedule_);
  return *jacobian_constant_;
}

}  // namespace sunder::execute
