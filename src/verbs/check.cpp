#include "verbs/check.hpp"

#include <algorithm>

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

CheckResult check(const LoadedModel& model) {
  if (model.fmu() != nullptr) return {driver::summarise(model.model()), summarise(*model.fmu()), {}};
  return {driver::summarise(model.plan()), std::nullopt, model.timing()};
}

}  // namespace sunder::verbs
