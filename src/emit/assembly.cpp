#include "emit/assembly.hpp"

#include <algorithm>
#include <cassert>
#include <map>

#include "emit/columns.hpp"
#include "emit/loop_assembly.hpp"
#include "symbolic/walk.hpp"

namespace sunder::emit {

using symbolic::NodeId;

std::optional<Space> tangent_of(Space space) {
  switch (space) {
    case Space::state: return Space::state_tangent;
    case Space::derivative: return Space::derivative_tangent;
    case Space::work: return Space::work_tangent;
    case Space::input: return Space::input_tangent;
    default: return std::nullopt;
  }
}

namespace {

void add_operand_columns(const ir::Plan& plan, const TaskClass& c, KernelRequest& request) {
  for (std::uint32_t slot = 0; slot < c.spaces.size(); ++slot) {
    request.inputs.push_back(c.spaces[slot]);
    for (const Task& task : c.tasks)
      request.indices.push_back(place_of(plan, plan.dae.operands[task.operands_begin + slot]).index);
  }
}

void add_target_column(const ir::Plan& plan, const TaskClass& c, KernelRequest& request) {
  for (const Task& task : c.tasks) request.indices.push_back(place_of(plan, task.target).index);
}

void add_rows(const TaskClass& c, KernelRequest& request) {
  request.rows.reserve(c.tasks.size());
  for (const Task& task : c.tasks) request.rows.push_back(task.row);
}

KernelRequest value_kernel(const ir::Plan& plan, const TaskClass& c) {
  KernelRequest request;
  request.roots = {c.value};
  add_rows(c, request);
  add_operand_columns(plan, c, request);
  request.outputs = {c.output};
  add_target_column(plan, c, request);
  return request;
}

// Slot n + k holds the tangent of slot k.
KernelRequest tangent_kernel(const ir::Plan& plan, const TaskClass& c, Along along) {
  symbolic::Pool& pool = plan.dae.shapes->pool();
  KernelRequest request;
  request.roots = {tangent_root(pool, c.value, c.spaces, {}, along)};
  add_rows(c, request);
  add_operand_columns(plan, c, request);
  add_tangent_columns(c.spaces, c.tasks.size(), request);
  request.outputs = {*tangent_of(c.output)};
  add_target_column(plan, c, request);
  return request;
}

using MakeRequest = std::function<KernelRequest(const TaskClass&)>;

// Kernel number k belongs to class number k.
void add_kernels(const ir::Plan& plan, const Schedule& schedule, const MakeRequest& make, Listing& listing) {
  const std::vector<bool> whole = schedule.whole();
  for (std::size_t k = 0; k < schedule.classes.size(); ++k) {
    KernelRequest request = make(schedule.classes[k]);
    request.segmented = whole[k];
    listing.kernels.push_back(make_kernel(plan.dae.shapes->pool(), std::move(request)));
  }
}

void add_items(const Schedule& schedule, Assembly& assembly) {
  bool open = false;
  for (const ScheduleEntry& entry : schedule.entries) {
    if (entry.is_loop) {
      assembly.items.push_back({true, 0, entry.loop_class, entry.first, entry.count});
      open = false;
      continue;
    }
    if (!open) {
      assembly.items.push_back({false, static_cast<std::uint32_t>(assembly.listing.parts.size()), 0, 0, 0});
      assembly.listing.parts.emplace_back();
      open = true;
    }
    assembly.listing.parts.back().runs.push_back(entry.run);
  }
}

// By variable: whether it is wanted, or read by what is no loop, or by another loop than its own.
std::vector<bool> needed_of_loops(const ir::Plan& plan, const Schedule& schedule,
                                  const std::vector<ir::VariableId>& wanted) {
  std::vector<bool> needed(plan.dae.variable_count, false);
  for (const ir::VariableId variable : wanted)
    if (variable.valid()) needed[variable.index()] = true;
  for (const TaskClass& c : schedule.classes)
    for (const Task& task : c.tasks)
      for (std::uint32_t slot = 0; slot < c.spaces.size(); ++slot)
        if (const ir::Operand read = plan.dae.operands[task.operands_begin + slot]; read.is_variable())
          needed[read.variable().index()] = true;
  std::vector<const ir::Loop*> home(plan.dae.variable_count, nullptr);
  for (const LoopClass& c : schedule.loop_classes)
    for (const ir::Loop* loop : c.loops)
      for (const ir::VariableId unknown : loop->unknowns) home[unknown.index()] = loop;
  for (const LoopClass& c : schedule.loop_classes)
    for (const ir::Loop* loop : c.loops)
      for (const ir::EquationId equation : loop->equations)
        for (const ir::Operand read : plan.dae.operands_of(plan.dae.equations[equation.index()]))
          if (read.is_variable() && home[read.variable().index()] != loop) needed[read.variable().index()] = true;
  return needed;
}

}  // namespace

NodeId tangent_root(symbolic::Pool& pool, NodeId root, std::span<const Space> spaces,
                    std::span<const std::uint32_t> fixed, Along along) {
  std::vector<NodeId> rates(spaces.size());
  for (std::uint32_t slot = 0; slot < spaces.size(); ++slot) {
    if (along == Along::time && spaces[slot] == Space::time) rates[slot] = pool.constant(1);
    const bool held = (along == Along::time && spaces[slot] == Space::state) ||
                      std::find(fixed.begin(), fixed.end(), slot) != fixed.end();
    if (tangent_of(spaces[slot]) && !held) rates[slot] = pool.slot(static_cast<std::uint32_t>(spaces.size()) + slot);
  }
  return symbolic::differentiate_along(pool, root, rates);
}

void add_tangent_columns(std::span<const Space> spaces, std::size_t count, KernelRequest& request) {
  for (std::size_t slot = 0; slot < spaces.size(); ++slot) {
    request.inputs.push_back(tangent_of(spaces[slot]).value_or(spaces[slot]));
    const auto column = request.indices.begin() + static_cast<std::ptrdiff_t>(slot * count);
    const std::vector<std::uint32_t> same(column, column + static_cast<std::ptrdiff_t>(count));
    request.indices.insert(request.indices.end(), same.begin(), same.end());
  }
}

Assembly assemble_values(const ir::Plan& plan, const Schedule& schedule, const std::vector<ir::VariableId>* wanted) {
  Assembly assembly;
  add_kernels(
      plan, schedule, [&](const TaskClass& c) { return value_kernel(plan, c); }, assembly.listing);
  add_items(schedule, assembly);
  const std::vector<bool> needed = wanted != nullptr ? needed_of_loops(plan, schedule, *wanted) : std::vector<bool>();
  for (const LoopClass& c : schedule.loop_classes) add_loop_values(plan, c, needed, assembly);
  return assembly;
}

Assembly assemble_tangents(const ir::Plan& plan, const Schedule& schedule, Along along) {
  Assembly assembly;
  add_kernels(
      plan, schedule, [&](const TaskClass& c) { return tangent_kernel(plan, c, along); }, assembly.listing);
  add_items(schedule, assembly);
  for (const LoopClass& c : schedule.loop_classes) add_loop_tangents(plan, c, along, assembly);
  return assembly;
}

DivisorListing assemble_divisors(const ir::Plan& plan, const Schedule& schedule) {
  const symbolic::Pool& pool = plan.dae.shapes->pool();
  DivisorListing made;
  made.listing.parts.emplace_back();
  for (const TaskClass& c : schedule.classes) {
    if (!c.divisor.valid()) continue;
    const auto slots = symbolic::slots_in_order(pool, c.divisor);
    if (!std::all_of(slots.begin(), slots.end(), [&](std::uint32_t s) { return c.spaces[s] == Space::parameter; }))
      continue;
    KernelRequest request;
    request.roots = {c.divisor};
    request.segmented = true;
    add_rows(c, request);
    add_operand_columns(plan, c, request);
    request.outputs = {Space::residual};
    for (const Task& task : c.tasks) {
      request.indices.push_back(made.count++);
      made.rows.push_back(task.row);
    }
    const auto number = static_cast<std::uint32_t>(made.listing.kernels.size());
    made.listing.parts[0].runs.push_back({{{number, 0, 1}}, static_cast<std::uint32_t>(c.tasks.size()), true});
    made.listing.kernels.push_back(make_kernel(pool, std::move(request)));
  }
  return made;
}

Listing assemble_rows(const ir::Plan& plan, std::span<const ir::Row> rows, std::span<const std::uint32_t> places) {
  std::map<std::pair<ir::ShapeId, std::vector<Space>>, std::vector<std::uint32_t>> classes;
  std::vector<Space> spaces;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    spaces.clear();
    for (const ir::Operand operand : plan.dae.operands_of(rows[i])) spaces.push_back(place_of(plan, operand).space);
    classes[{rows[i].shape, spaces}].push_back(i);
  }
  Listing listing;
  listing.parts.emplace_back();
  for (const auto& [kind, members] : classes) {
    KernelRequest request;
    request.roots = {plan.dae.shapes->root(kind.first)};
    request.inputs = kind.second;
    request.rows = members;
    request.segmented = true;
    for (std::uint32_t slot = 0; slot < kind.second.size(); ++slot)
      for (const std::uint32_t i : members)
        request.indices.push_back(place_of(plan, plan.dae.operands_of(rows[i])[slot]).index);
    request.outputs = {Space::residual};
    for (const std::uint32_t i : members) request.indices.push_back(places[i]);
    const auto number = static_cast<std::uint32_t>(listing.kernels.size());
    listing.parts[0].runs.push_back({{{number, 0, 1}}, static_cast<std::uint32_t>(members.size()), true});
    listing.kernels.push_back(make_kernel(plan.dae.shapes->pool(), std::move(request)));
  }
  return listing;
}

PartialListing assemble_partials(const ir::Plan& plan, const Schedule& schedule, const PartialPlace& place,
                                 std::uint32_t spare) {
  symbolic::Pool& pool = plan.dae.shapes->pool();
  PartialListing made;
  made.listing.parts.emplace_back();
  for (const TaskClass& c : schedule.classes) {
    KernelRequest request;
    request.segmented = true;
    add_rows(c, request);
    add_operand_columns(plan, c, request);
    std::vector<std::uint32_t> wanted, places;
    for (std::uint32_t slot = 0; slot < c.spaces.size(); ++slot) {
      if (slot == c.slot || !tangent_of(c.spaces[slot])) continue;
      bool any = false, all = true;
      const std::size_t before = places.size();
      for (const Task& task : c.tasks) {
        const std::optional<std::uint32_t> at = place(task, slot);
        (at ? any : all) = at.has_value();
        places.push_back(at.value_or(spare));
      }
      if (!any) {
        places.resize(before);
        continue;
      }
      wanted.push_back(slot);
      made.spare_used = made.spare_used || !all;
    }
    if (wanted.empty()) continue;
    request.roots = symbolic::gradient(pool, c.value, wanted);
    request.outputs.assign(wanted.size(), Space::jacobian);
    request.indices.insert(request.indices.end(), places.begin(), places.end());
    const auto number = static_cast<std::uint32_t>(made.listing.kernels.size());
    made.listing.parts[0].runs.push_back({{{number, 0, 1}}, static_cast<std::uint32_t>(c.tasks.size()), true});
    made.listing.kernels.push_back(make_kernel(pool, std::move(request)));
  }
  return made;
}

}  // namespace sunder::emit
