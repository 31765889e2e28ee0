#include "execute/start_diagnosis.hpp"

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "emit/schedule.hpp"

namespace sunder::execute {

model::Status check_surplus_conditions(const ir::Plan& plan, CompiledContext& context, double time) {
  const emit::Frame frame = context.frame(context.scratch, time);
  for (const ir::EquationId id : plan.surplus_conditions) {
    const ir::Equation& equation = plan.dae.equations[id.index()];
    const auto operands = plan.dae.operands_of(equation);
    const ir::VariableId variable = operands.front().variable();
    const double value = frame.at(emit::place_of(plan, variable));
    const double wanted = operands.size() > 1 ? context.value_of(operands[1]) : 0.0;
    constexpr double tolerance = 1e-6;
    if (std::fabs(value - wanted) <= tolerance * std::max({1.0, std::fabs(value), std::fabs(wanted)})) continue;
    model::Fault fault;
    fault.code = Code::E0414;
    fault.time = time;
    fault.variable = plan.dae.name_of(variable);
    const ir::Origin& origin = plan.dae.origins[equation.origin.index()];
    fault.span = origin.span;
    const std::string given = origin.rule.empty() ? "the value of '" + fault.variable + "' by this initial equation"
                                                  : "the fixed start value of '" + fault.variable + "'";
    fault.message = "the initial conditions contradict each other: " + given + " is " + shortest(wanted) +
                    ", the other conditions make it " + rounded(value);
    return fault;
  }
  return {};
}

model::Status with_hint(const ir::Plan& plan, model::Status status, const emit::Failure& failure,
                        const emit::Frame& guesses) {
  if (failure.kind != emit::Failure::Kind::singular || failure.unknowns.empty()) return status;
  model::Fault fault = status.fault();
  const ir::Declaration& blamed = plan.dae.declaration(failure.variable);
  if (failure.history.empty()) {  // linear: no start value helps
    const ir::Dae& dae = plan.dae;
    const auto loop = std::ranges::find_if(plan.initial.loops, [&](const ir::Loop& one) {
      return std::ranges::find(one.unknowns, failure.variable) != one.unknowns.end();
    });
    // equations that hold all the time, in which no condition of the start takes part
    if (loop == plan.initial.loops.end() ||
        std::ranges::none_of(loop->equations, [&](ir::EquationId one) { return one.value >= dae.initial_begin; }))
      return status;
    fault.also.push_back({"at the start these equations leave '" + plan.dae.name_of(failure.variable) +
                              "' open: a steady state may not determine it; give a start value (fixed = true) in the "
                              "place of an initial equation",
                          blamed.span});
    return fault;
  }
  constexpr std::size_t most_named = 5;
  std::vector<std::string> names;
  for (const ir::VariableId unknown : failure.unknowns) {
    if (names.size() == most_named) break;
    names.push_back(plan.dae.name_of(unknown) + " = " + rounded(guesses.at(emit::place_of(plan, unknown))));
  }
  fault.also.push_back({"the iteration began at a singular point, " + enumerated(names) +
                            (failure.unknowns.size() > most_named ? ", …" : "") +
                            ": give other start values, or conditions that determine these unknowns",
                        blamed.span});
  return fault;
}

}  // namespace sunder::execute
