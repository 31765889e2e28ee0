// A distributed system with all its parts opened: models are compiled, interfaces known, connections resolved.
#pragma once

#include <optional>
#include <string>

#include "base/cancel.hpp"
#include "base/outcome.hpp"
#include "cosimulate/cosimulate.hpp"
#include "driver/workspace.hpp"
#include "execute/compiled_model.hpp"
#include "fmi/fmu.hpp"

namespace sunder::driver {

struct OpenSystemRequest {
  std::string path;                          ///< a TOML file, or an SSP package
  std::optional<double> communication_step;  ///< where a package names none
  emit::BackEnd back_end = emit::BackEnd::llvm;
  fmi::FmuOptions fmu;  ///< of parts that are FMUs
  CancelToken cancel;
};

/// There is always a value: of a system that cannot be opened, the sources.
Outcome<cosimulate::OpenSystem> open_system(Workspace& workspace, const OpenSystemRequest& request);

}  // namespace sunder::driver
