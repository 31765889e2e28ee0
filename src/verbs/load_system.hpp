// A distributed system loaded once, for any number of runs and questions about its stability.
#pragma once

#include "cosimulate/cosimulate.hpp"
#include "driver/open_system.hpp"
#include "verbs/load.hpp"

namespace sunder::verbs {

struct LoadSystemOptions {
  std::string path;                          ///< a TOML file or an SSP package
  std::optional<double> communication_step;  ///< in place of the one in the file
  emit::BackEnd back_end = emit::BackEnd::llvm;
  fmi::FmuOptions fmu;                           ///< of parts that are FMUs
  std::shared_ptr<driver::Workspace> workspace;  ///< remembers what was parsed; null: one of its own
};

/// The parts are instances with states of their own: one run at a time.
struct LoadedSystem {
  cosimulate::OpenSystem system;
  driver::OpenSystemRequest request;
  std::shared_ptr<driver::Workspace> workspace;

  [[nodiscard]] const SourceMap& sources() const { return system.sources; }
};

/// Errors where options make no sense, whatever the system; the verb asks by itself.
void check_options(const LoadSystemOptions& options, Diagnostics& diagnostics);
/// There is always a value: of a system that cannot be used, the sources.
Outcome<LoadedSystem> load_system(const LoadSystemOptions& options, const Control& control = {});

}  // namespace sunder::verbs
