#include "execute/event_code.hpp"

#include <algorithm>
#include <numeric>

#include "causalise/dependencies.hpp"
#include "causalise/slice.hpp"
#include "symbolic/courses.hpp"

namespace sunder::execute {

using emit::Space;

namespace {

enum class Change { at_events, by_the_clock, continuous };

/// How the row of a held value changes between events.
Change change_of(const ir::Plan& plan, const ir::Row& row) {
  const auto operands = plan.dae.operands_of(row);
  Change change = Change::at_events;
  for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
    const symbolic::Incidence incidence = plan.dae.shapes->incidence(row.shape, slot);
    if (incidence == symbolic::Incidence::absent) continue;
    if (operands[slot].kind() == ir::Operand::Kind::time) {
      if (incidence == symbolic::Incidence::nonlinear) return Change::continuous;
      change = Change::by_the_clock;
    } else if (operands[slot].is_variable()) {
      const ir::VariableId variable = operands[slot].variable();
      if (plan.dae.declaration(variable).variability > ir::Variability::discrete) return Change::continuous;
    }
  }
  return change;
}

std::vector<std::uint32_t> numbers(std::size_t count) {
  std::vector<std::uint32_t> list(count);
  std::iota(list.begin(), list.end(), 0U);
  return list;
}

}  // namespace

void RowCode::run(const emit::Frame& frame, double* values) const {
  emit::Frame own = frame;
  own[Space::residual] = values;
  code->run(0, own, 0, 0);
}

EventCode::EventCode(const ir::Plan& plan, const CompileSettings& settings) : plan_(plan), choice_(plan) {
  classify();
  make_monitor(settings);
  make_rows();
  find_looks();
  find_affected();
}

void EventCode::find_affected() {
  std::vector<ir::VariableId> seeds;
  for (std::size_t i = 0; i < plan_.dae.held.size(); ++i) seeds.push_back(plan_.dae.held_variable(i));
  for (const ir::Declaration& declaration : plan_.dae.declarations) {
    if (declaration.variability != ir::Variability::discrete) continue;
    for (std::uint32_t v = declaration.first.value; v < declaration.first.value + declaration.count; ++v) {
      if (plan_.addresses[v].space != ir::Space::work) continue;
      seeds.emplace_back(v);
      discrete_.push_back(plan_.addresses[v].index);
      if (declaration.base == ir::BaseType::integer) integers_.emplace_back(v);
    }
  }
  for (std::size_t i = 0; i < plan_.driven_count(); ++i) seeds.push_back(plan_.driven(i));
  affected_ =
      graph::transposed(causalise::derivative_dependencies(plan_, seeds), static_cast<std::uint32_t>(seeds.size()));
  visible_.assign(plan_.dae.held.size(), false);
  for (const ir::Alias& alias : plan_.aliases)
    if (alias.target.is_variable() && plan_.dae.is_held(alias.target.variable()))
      visible_[plan_.addresses[alias.target.variable().index()].index] = true;
}

void EventCode::classify() {
  for (std::uint32_t i = 0; i < plan_.dae.held.size(); ++i) {
    const ir::Held& held = plan_.dae.held[i];
    if (held.kind == ir::HeldKind::sample) samples_.push_back(i);
    if (!ir::is_crossing(held.kind)) continue;
    const Change change = change_of(plan_, held);
    if (change == Change::by_the_clock) timed_.push_back(i);
    if (change == Change::continuous) {
      crossings_.push_back(i);
      crossing_kinds_.push_back(plan_.dae.held[i].kind);
    }
  }
}

void EventCode::find_looks() {
  looks_.resize(plan_.dae.held.size());
  const symbolic::Pool& pool = plan_.dae.shapes->pool();
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    const ir::Held& held = plan_.dae.held[i];
    if (held.kind != ir::HeldKind::floor) continue;
    const symbolic::NodeId root = plan_.dae.shapes->root(held.shape);
    if (pool[root].op != symbolic::Op::call) continue;
    const auto* routine = dynamic_cast<const symbolic::CourseRoutine*>(pool.routine(pool[root].payload).get());
    if (routine == nullptr) continue;
    const ir::VariableId past = plan_.dae.operands_of(held)[pool[pool.children(root)[0]].payload].variable();
    looks_[i].kind = routine->kind() == symbolic::CourseRoutine::Kind::pace ? Look::Kind::pace : Look::Kind::segment;
    looks_[i].delay = past.value - plan_.dae.delays.front().past.value;
  }
}

void EventCode::make_monitor(const CompileSettings& settings) {
  std::vector<ir::VariableId> read;
  std::vector<ir::Row> rows;
  for (const std::uint32_t i : crossings_) {
    rows.push_back(plan_.dae.held[i]);
    for (const ir::Operand operand : plan_.dae.operands_of(rows.back()))
      if (operand.is_variable()) read.push_back(operand.variable());
  }
  for (const ir::Row& row : choice_.rows())
    for (const ir::Operand operand : plan_.dae.operands_of(row))
      if (operand.is_variable()) read.push_back(operand.variable());
  ir::Slice slice = causalise::slice(plan_, read, {});
  const auto schedule = emit::make_schedule(plan_, slice.frozen, {settings.grouping});
  monitor_ = std::make_unique<emit::Program>(std::make_shared<emit::Assembly>(emit::assemble_values(plan_, schedule)),
                                             settings.back_end);
  crossing_states_ = causalise::row_dependencies(plan_, slice.frozen, rows, plan_.states);
  crossing_inputs_ = causalise::row_dependencies(plan_, slice.frozen, rows, plan_.inputs);
  add_choice_dependencies(slice.frozen, plan_.states, crossing_states_);
  add_choice_dependencies(slice.frozen, plan_.inputs, crossing_inputs_);
  monitor_discrete_ = std::move(slice.discrete);
  crossing_rows_.listing = emit::assemble_rows(plan_, rows, numbers(rows.size()));
  const auto back_end = rows.empty() ? emit::BackEnd::interpreter : settings.back_end;
  crossing_rows_.code = emit::make_code(crossing_rows_.listing, back_end);
}

/// A choice depends on whatever one of its coefficients depends on.
void EventCode::add_choice_dependencies(const ir::Section& section, std::span<const ir::VariableId> seeds,
                                        graph::Rows& rows) const {
  const graph::Rows single = causalise::row_dependencies(plan_, section, choice_.rows(), seeds);
  for (std::size_t set = 0; set < choice_.size(); ++set) {
    std::vector<std::uint32_t> all;
    for (std::size_t k = choice_.first_row(set); k < choice_.first_row(set + 1); ++k) {
      const auto own = single[static_cast<std::uint32_t>(k)];
      all.insert(all.end(), own.begin(), own.end());
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    rows.entries.insert(rows.entries.end(), all.begin(), all.end());
    rows.end_row();
  }
}

// What runs at events only is not worth machine code.
void EventCode::make_rows() {
  const auto finish = [&](RowCode& code, const std::vector<ir::Row>& rows, const std::vector<std::uint32_t>& places) {
    code.listing = emit::assemble_rows(plan_, rows, places);
    code.code = emit::make_code(code.listing, emit::BackEnd::interpreter);
  };
  symbolic::ShapeTable& shapes = *plan_.dae.shapes;
  std::vector<ir::Row> rows;
  for (const std::uint32_t i : timed_) rows.push_back(plan_.dae.held[i]);
  for (const std::uint32_t i : timed_) {
    ir::Row slope = plan_.dae.held[i];
    const auto operands = plan_.dae.operands_of(slope);
    const auto slot = static_cast<std::uint32_t>(std::ranges::find(operands, ir::Operand::time()) - operands.begin());
    slope.shape = shapes.intern(shapes.partial(slope.shape, slot), shapes.slot_count(slope.shape));
    rows.push_back(slope);
  }
  finish(timed_rows_, rows, numbers(rows.size()));

  rows.clear();
  std::vector<std::uint32_t> places;
  for (std::uint32_t i = 0; i < plan_.dae.held.size(); ++i) {
    if (!ir::has_row(plan_.dae.held[i].kind) || std::ranges::binary_search(timed_, i)) continue;
    rows.push_back(plan_.dae.held[i]);
    places.push_back(i);
  }
  finish(held_rows_, rows, places);

  rows.clear();
  for (const ir::Reinit& reinit : plan_.dae.reinits) rows.push_back(reinit.condition);
  for (const ir::Reinit& reinit : plan_.dae.reinits) rows.push_back(reinit.value);
  for (const ir::Check& check : plan_.dae.checks) rows.push_back(check.condition);
  for (const ir::Check& check : plan_.dae.checks) {
    message_values_.push_back(rows.size());
    rows.insert(rows.end(), check.values.begin(), check.values.end());
  }
  action_count_ = rows.size();
  finish(action_rows_, rows, numbers(rows.size()));
}

}  // namespace sunder::execute
