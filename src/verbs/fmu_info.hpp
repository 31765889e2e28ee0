// info: what an FMU says of itself; nothing of it is run.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/outcome.hpp"
#include "fmi/fmu.hpp"

namespace sunder::verbs {

struct FmuInfo {
  struct Variable {
    std::string name, type, causality, variability, unit, start, description;
    std::size_t elements = 1;
  };
  /// A derivative, an output or an event indicator, and what it is declared to depend on; not given: on everything.
  struct Unknown {
    std::string name, kind;
    std::optional<std::vector<std::string>> dependencies;
  };
  std::string path, model, version, made_by, description;
  std::vector<std::string> kinds, offers;
  std::size_t states = 0, event_indicators = 0;
  double start = 0, stop = 1;
  std::vector<Variable> variables;
  std::vector<Unknown> structure;
  std::vector<std::string> known;  ///< states, then inputs
};

/// The text of the description is added to `sources`.
Outcome<FmuInfo> fmu_info(const std::string& path, bool strict, SourceMap& sources);
/// SVG: rows of the structure against states and inputs.
std::string structure_picture(const FmuInfo& info);
nlohmann::ordered_json to_json(const FmuInfo& info);

}  // namespace sunder::verbs
