// A compiled model as an FMU: C sources, a binary for this machine, the description, packed.
#pragma once

#include <string>

#include "base/outcome.hpp"
#include "fmi/description.hpp"
#include "ir/plan.hpp"
#include "model/sets.hpp"

namespace sunder::publish {

struct FmuExport {
  fmi::Version version = fmi::Version::two;
  bool model_exchange = true, co_simulation = false;
  std::string output;             ///< the file
  bool sources_only = false;      ///< without a binary: whoever imports it compiles
  model::StateSet implicit_rows;  ///< of Co-Simulation
  double start = 0, stop = 1, tolerance = 1e-6;
  std::optional<double> interval;
};

struct FmuPackage {
  std::string path, identifier, token;
  std::size_t variables = 0, states = 0, inputs = 0, outputs = 0, parameters = 0, event_indicators = 0;
  std::size_t source_bytes = 0;  ///< of the model's own code
};

/// The caller holds the lock of the shapes.
Outcome<FmuPackage> write_fmu(const ir::Plan& plan, const FmuExport& wanted);

}  // namespace sunder::publish
