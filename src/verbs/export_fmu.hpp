// export: a model as an FMU for other tools.
#pragma once

#include <optional>
#include <string>

#include "publish/fmu_package.hpp"
#include "verbs/load.hpp"

namespace sunder::verbs {

struct ExportOptions {
  int version = 2;  ///< of the standard: 2 or 3
  bool model_exchange = true, co_simulation = true;
  std::string output;               ///< empty: the model's name
  bool sources_only = false;        ///< no binary
  std::optional<double> tolerance;  ///< of Co-Simulation; else the experiment's, else 1e-6
};

struct ExportResult {
  std::string model, version;
  bool model_exchange = false, co_simulation = false, has_binary = false;
  std::size_t implicit_states = 0;  ///< of Co-Simulation
  publish::FmuPackage package;
};

/// What to load for a part of a distributed system (a TOML file): its model with its parameters, or its matrices as a
/// model.
Outcome<LoadOptions> load_options_of_part(const std::string& system, const std::string& part, SourceMap& sources);
Outcome<ExportResult> export_fmu(const LoadedModel& model, const ExportOptions& options, const Control& control = {});
nlohmann::ordered_json to_json(const ExportResult& result);

}  // namespace sunder::verbs
