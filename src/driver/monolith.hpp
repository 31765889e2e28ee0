// A distributed system put together as one Modelica model: parts are components, connections are equations, parts given
// by matrices are written out. What the compiler makes of it is the reference for distributed runs.
#pragma once

#include "cosimulate/system.hpp"
#include "driver/open_system.hpp"
#include "driver/pipeline.hpp"

namespace sunder::driver {

/// A part given by its matrices, as a model of that name.
std::string matrices_as_text(const cosimulate::PartDescription& part, const std::string& type);

/// Needs a system whose parts have been opened. Variables are called as in the results of the parts.
Outcome<Compilation> compile_monolith(Workspace& workspace, const cosimulate::OpenSystem& system,
                                      const OpenSystemRequest& request);

}  // namespace sunder::driver
