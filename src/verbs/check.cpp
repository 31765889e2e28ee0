#include "verbs/check.hpp"

#include <algorithm>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::verbs {

ReachedResult reached(const LoadedModel& model) {
  return {model.name(), model.options().until, model.flat_equations(), model.flat_unknowns(), model.timing()};
}

FmuSummary summarise(const fmi::Fmu& fmu) {
  const fmi::FmuDescription& d = fmu.description;
  FmuSummary out;
  out.path = fmu.path;
  out.version = d.version_text;
  out.description = d.description;
  out.made_by = d.generation_tool;
  out.model_exchange = d.model_exchange.has_value();
  out.co_simulation = d.co_simulation.has_value();
  out.scheduled_execution = d.scheduled_execution.has_value();
  out.directional_derivatives = d.model_exchange && d.model_exchange->directional_derivatives;
  out.gets_and_sets_state = d.model_exchange && d.model_exchange->gets_and_sets_state;
  out.dependencies =
      std::ranges::all_of(d.derivatives, [](const fmi::Unknown& one) { return one.dependencies.has_value(); });
  out.event_indicators = d.event_indicator_count;
  out.variables = d.variables.size();
  return out;
}

Outcome<ExplainResult> explain(const LoadedModel& model, const std::string& variable) {
  Diagnostics diagnostics;
  if (model.fmu() != nullptr) {
    diagnostics.error(Code::E0005, {}, "--explain: an FMU does not show its equations");
    return Outcome<ExplainResult>(std::move(diagnostics));
  }
  std::optional<driver::Explanation> found = driver::explain(model.plan(), variable);
  if (!found) {
    std::vector<std::string> names;
    for (const model::VariableIndex index : model.model().description().indices())
      names.push_back(model.model().description().variable_name(index));
    Diagnostic& error = diagnostics.error(Code::E0005, {}, "--explain: the model has no variable '" + variable + "'");
    if (const std::vector<std::string> near = closest(variable, names); !near.empty())
      error.help = "did you mean '" + near.front() + "'?";
    return Outcome<ExplainResult>(std::move(diagnostics));
  }
  ExplainResult result{model.name(), std::move(*found), {}};
  for (const driver::ExplainedEquation& equation : result.explanation.equations)
    result.places.push_back(model.sources().describe(equation.span));
  return {std::move(result), std::move(diagnostics)};
}

CheckResult check(const LoadedModel& model) {
  if (model.fmu() != nullptr) return {driver::summarise(model.model()), summarise(*model.fmu()), {}};
  return {driver::summarise(model.plan()), std::nullopt, model.timing()};
}

}  // namespace sunder::verbs
