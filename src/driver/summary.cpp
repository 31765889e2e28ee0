#include "driver/summary.hpp"

#include <algorithm>
#include <unordered_set>

#include "ir/plan.hpp"

namespace sunder::driver {

namespace {

void add_relaxed(const ir::Loop& loop, ModelSummary::Relaxed& sum) {
  const ir::Elimination& plan = *loop.elimination;
  ++sum.loops;
  sum.equations += loop.unknowns.size();
  sum.blocks += plan.block_count;
  sum.patterns += plan.patterns.size();
  sum.last += plan.last_size;
  sum.multiplications += plan.multiplications;
  sum.additions += plan.additions;
  sum.divisions += plan.divisions;
  const bool can_be_torn = (sum.loops == 1 || sum.torn_operations > 0) && loop.costs.torn > 0;
  sum.torn_operations = can_be_torn ? sum.torn_operations + loop.costs.torn : 0;
  sum.operations += plan.operations;
  sum.factor_operations += loop.costs.factors;
  sum.iterated = sum.iterated || plan.iterated;
}

void add_torn(const ir::Loop& loop, ModelSummary::TornWithMarks& sum) {
  ++sum.loops;
  sum.equations += loop.unknowns.size();
  sum.iterated += loop.tearing_count();
  sum.operations += loop.costs.torn;
  sum.factor_operations += loop.costs.factors;
}

}  // namespace

ModelSummary summarise(const ir::Plan& plan) {
  ModelSummary out;
  const ir::Dae& dae = plan.dae;
  out.model = dae.name;
  // equations that alias elimination consumed were the user's too
  out.aliases = plan.aliases.size();
  std::size_t solved = plan.continuous.steps.size();
  for (const ir::Loop& loop : plan.continuous.loops) {
    solved += loop.unknowns.size();
    out.blocks.largest = std::max(out.blocks.largest, loop.unknowns.size());
    ++(loop.linear ? out.blocks.linear : out.blocks.nonlinear);
    if (loop.elimination)
      add_relaxed(loop, out.relaxed);
    else if (!loop.inner.empty() && loop.costs.torn > 0)
      add_torn(loop, out.torn_with_marks);
  }
  out.equations = out.unknowns = solved + out.aliases;
  for (const ir::VariableId state : plan.states) out.states.push_back(dae.name_of(state));
  for (const ir::Declaration& declaration : dae.declarations) {
    const bool known = declaration.variability <= ir::Variability::parameter;
    if (declaration.causality == ir::Causality::input && !declaration.generated) out.inputs.push_back(declaration.name);
    if (declaration.causality == ir::Causality::output) out.outputs.push_back(declaration.name);
    if (known && !declaration.generated) out.parameters += declaration.count;
  }
  std::unordered_set<ir::ShapeId> shapes;
  for (const ir::Step& step : plan.continuous.steps) shapes.insert(dae.equations[step.equation.index()].shape);
  for (const ir::Loop& loop : plan.continuous.loops)
    for (const ir::EquationId equation : loop.equations) shapes.insert(dae.equations[equation.index()].shape);
  out.shapes = shapes.size();
  out.blocks.count = plan.continuous.blocks.size();
  if (out.blocks.count > 0) out.blocks.largest = std::max<std::size_t>(out.blocks.largest, 1);
  for (const ir::Held& held : dae.held) out.events += ir::is_crossing(held.kind) || held.kind == ir::HeldKind::sample;
  out.index = plan.index;
  return out;
}

ModelSummary summarise(const model::Model& model) {
  ModelSummary out;
  const model::ModelDescription& description = model.description();
  out.model = description.name;
  out.states = model::state_names(model);
  for (const model::VariableIndex input : description.inputs) out.inputs.push_back(description.variable_name(input));
  for (const model::VariableIndex output : description.outputs)
    out.outputs.push_back(description.variable_name(output));
  for (const model::VariableIndex i : description.indices())
    out.parameters += description.variable(i).kind == model::VariableKind::parameter ? 1 : 0;
  out.equations = out.unknowns = out.states.size();
  return out;
}

}  // namespace sunder::driver
