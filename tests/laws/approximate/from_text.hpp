// Models from Modelica text, for laws about switched systems.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "driver/pipeline.hpp"
#include "simulate/simulate.hpp"

namespace sunder {

/// What to compile of a text.
inline driver::CompileRequest request_for(const std::string& text, const std::string& model) {
  driver::CompileRequest out;
  out.sources = {driver::Source::from_text(text)};
  out.model = model;
  out.back_end = emit::BackEnd::interpreter;
  return out;
}

inline std::string all_messages(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& one : diagnostics.all()) out += one.message + "\n";
  return out;
}

/// A run with cvode, recorded at even points (and at events).
inline results::Trajectory run_of(const model::Model& model, double stop, double interval, double tolerance = 1e-9) {
  simulate::SimulateOptions options;
  options.stop = stop;
  options.interval = interval;
  options.tolerance = tolerance;
  results::MemoryWriter memory;
  const Outcome<simulate::Simulation> simulation = simulate::simulate(model, options, &memory);
  INFO(all_messages(simulation.diagnostics()));
  REQUIRE(simulation.ok());
  REQUIRE(simulation->status.ok);
  return memory.trajectory();
}

/// The last value at this time.
inline double value_at(const results::Trajectory& trajectory, const std::string& name, double time) {
  const std::size_t column = *trajectory.find(name);
  std::size_t last = 0;
  for (std::size_t i = 0; i < trajectory.times.size(); ++i)
    if (trajectory.times[i] <= time * (1 + 1e-12) + 1e-12) last = i;
  return trajectory.at(column, last);
}

}  // namespace sunder
