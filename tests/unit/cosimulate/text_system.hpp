// Systems of linear parts from TOML text, and what a run of them gives.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "base/source.hpp"
#include "cosimulate/cosimulate.hpp"
#include "cosimulate/parts.hpp"
#include "cosimulate/system_reader.hpp"

namespace sunder {

inline cosimulate::OpenSystem open_text(const std::string& text) {
  SourceMap sources;
  Outcome<cosimulate::SystemDescription> read = cosimulate::read_system(sources, sources.add("test.toml", text));
  REQUIRE(read.ok());
  cosimulate::OpenSystem system;
  system.description = read.take();
  for (const cosimulate::PartDescription& part : system.description.parts)
    system.parts.push_back(cosimulate::make_linear_part(part).take());
  Diagnostics diagnostics;
  system.wiring = *cosimulate::connect(system.description, diagnostics);
  return system;
}

inline Outcome<cosimulate::Cosimulation> attempt(const cosimulate::OpenSystem& system,
                                                 const cosimulate::CosimOptions& options) {
  cosimulate::SystemStability stability;
  Diagnostics diagnostics;
  REQUIRE(cosimulate::examine(system, options.communication_step.value_or(system.description.communication_step),
                              stability, diagnostics));
  return cosimulate::cosimulate(system, options, stability);
}

inline cosimulate::Cosimulation run(const cosimulate::OpenSystem& system, const cosimulate::CosimOptions& options) {
  Outcome<cosimulate::Cosimulation> made = attempt(system, options);
  REQUIRE(made.has_value());
  return *made;
}

inline double final_value(const cosimulate::Cosimulation& run, const std::string& name) {
  for (std::size_t i = 0; i < run.names.size(); ++i)
    if (run.names[i] == name) return run.final_values[i];
  FAIL("no variable " << name);
  return 0;
}

}  // namespace sunder
