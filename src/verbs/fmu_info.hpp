// info: what an FMU says of itself; nothing of it is run.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/outcome.hpp"
#include "fmi/fmu.hpp"
#include "report/report.hpp"

namespace sunder::verbs {

struct FmuInfo {
  struct Variable {
    std::string name, type, causality, variability, unit, start, description;
    std::size_t elements = 1;
  };
  std::string path, model, version, made_by, description;
  std::vector<std::string> kinds, offers;
  std::size_t states = 0, event_indicators = 0;
  double start = 0, stop = 1;
  std::vector<Variable> variables;
  report::ReportStructure structure;

  /// Names of what a row depends on.
  [[nodiscard]] std::vector<std::string> dependencies(const report::ReportStructure::Row& row) const;
};

/// The text of the description is added to `sources`.
Outcome<FmuInfo> fmu_info(const std::string& path, bool strict, SourceMap& sources);
/// What derivatives, outputs and event indicators are declared to depend on.
report::ReportStructure structure_of(const fmi::FmuDescription& description);
/// SVG: rows of the structure against states and inputs.
std::string structure_picture(const FmuInfo& info);
nlohmann::ordered_json to_json(const FmuInfo& info);

}  // namespace sunder::verbs
