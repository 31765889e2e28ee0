#include "verbs/fmu_info.hpp"

#include <unordered_map>

#include "base/text.hpp"

namespace sunder::verbs {

namespace {

std::string start_of(const fmi::Variable& variable) {
  std::string text;
  for (const double value : variable.start)
    text += (text.empty() ? "" : " ") +
            (variable.type == fmi::Type::boolean ? (value != 0 ? "true" : "false") : shortest(value));
  for (const std::string& value : variable.start_text)
    text += (text.empty() ? "" : " ") + (variable.type == fmi::Type::binary ? fmi::hexadecimal(value) : value);
  return text;
}

void tell_kind(const std::optional<fmi::InterfaceKind>& kind, const std::string& name, FmuInfo& info) {
  if (!kind) return;
  info.kinds.push_back(name);
  const auto offer = [&](bool offered, const std::string& what) {
    if (offered) info.offers.push_back(name + ": " + what);
  };
  offer(kind->directional_derivatives, "directional derivatives");
  offer(kind->gets_and_sets_state, "its state can be got and set");
  offer(kind->serializes_state, "its state can be serialised");
  offer(kind->variable_step, "communication steps of different length");
  offer(kind->has_event_mode, "event mode");
  offer(kind->can_return_early, "early return");
  offer(kind->needs_execution_tool, "needs the tool that made it");
}

}  // namespace

std::vector<std::string> FmuInfo::dependencies(const report::ReportStructure::Row& row) const {
  std::vector<std::string> names;
  if (row.on)
    for (const std::size_t known : *row.on) names.push_back(structure.known[known]);
  return names;
}

report::ReportStructure structure_of(const fmi::FmuDescription& d) {
  report::ReportStructure made;
  std::unordered_map<std::size_t, std::size_t> place;  // of a variable among those known
  const auto know = [&](std::size_t variable) {
    const auto [at, fresh] = place.try_emplace(variable, made.known.size());
    if (fresh) made.known.push_back(d.variables[variable].name);
    return at->second;
  };
  for (const fmi::Unknown& one : d.derivatives)
    if (const auto state = d.variables[one.variable].derivative_of) know(*state);
  for (std::size_t i = 0; i < d.variables.size(); ++i)
    if (d.variables[i].causality == fmi::Causality::input) know(i);
  const auto add = [&](const std::vector<fmi::Unknown>& unknowns, const char* kind) {
    for (const fmi::Unknown& one : unknowns) {
      report::ReportStructure::Row& row = made.rows.emplace_back();
      row.name = d.variables[one.variable].name;
      row.kind = kind;
      if (!one.dependencies) continue;
      row.on.emplace();
      for (const fmi::Dependency& on : *one.dependencies) row.on->push_back(know(on.variable));
    }
  };
  add(d.derivatives, "derivative");
  add(d.outputs, "output");
  add(d.event_indicators, "event indicator");
  return made;
}

Outcome<FmuInfo> fmu_info(const std::string& path, bool strict, SourceMap& sources) {
  fmi::FmuOptions options;
  options.strict = strict;
  Outcome<std::shared_ptr<const fmi::Fmu>> read = fmi::read_fmu(path, options, sources);
  if (!read.has_value()) return Outcome<FmuInfo>(std::move(read.diagnostics()));
  const fmi::FmuDescription& d = (*read)->description;
  FmuInfo info;
  info.path = path;
  info.model = d.model_name;
  info.version = d.version_text;
  info.made_by = d.generation_tool;
  info.description = d.description;
  tell_kind(d.model_exchange, "Model Exchange", info);
  tell_kind(d.co_simulation, "Co-Simulation", info);
  tell_kind(d.scheduled_execution, "Scheduled Execution", info);
  info.event_indicators = d.event_indicator_count;
  info.start = d.start_time.value_or(0);
  info.stop = d.stop_time.value_or(info.start + 1);
  for (const fmi::Variable& one : d.variables)
    info.variables.push_back({one.name, std::string(fmi::name_of(one.type)), std::string(fmi::name_of(one.causality)),
                              std::string(fmi::name_of(one.variability)), one.unit, start_of(one), one.description,
                              one.elements});
  for (const fmi::Unknown& one : d.derivatives) info.states += d.variables[one.variable].elements;
  info.structure = structure_of(d);
  return {std::move(info), std::move(read.diagnostics())};
}

}  // namespace sunder::verbs
