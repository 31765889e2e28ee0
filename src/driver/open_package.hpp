// An SSP package as the description of a distributed system.
#pragma once

#include <memory>

#include "base/outcome.hpp"
#include "cosimulate/system.hpp"
#include "ssp/package.hpp"

namespace sunder::driver {

struct OpenPackage {
  cosimulate::SystemDescription description;
  std::shared_ptr<const fmi::UnpackedFmu> files;  ///< must live as long as the FMUs are used
};

/// Components become parts, systems inside of systems are resolved; units are converted; inputs of the system take
/// their start values. `step`: the communication step where the package names none.
Outcome<OpenPackage> open_package(const std::string& path, std::optional<double> step, SourceMap& sources);

}  // namespace sunder::driver
