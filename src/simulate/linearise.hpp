// The exact Jacobian of a model at an operating point, and the cycle analysis that starts from it.
#pragma once

#include "base/outcome.hpp"
#include "decouple/analysis.hpp"
#include "integrate/stepper.hpp"
#include "model/model.hpp"

namespace sunder {

/// At the initial state, or, when `time` is after `start`, at the state that a CVODE run reaches there.
struct OperatingPoint {
  double start = 0;
  std::optional<double> time;
  double tolerance = 1e-6;
};

Outcome<Linearisation> linearise(const Model& model, Context& context, const OperatingPoint& point = {});

/// Linearises, analyses the cycles, and certifies the partition with the step matrix of `method`.
Outcome<Analysis> analyze(const Model& model, Context& context, const OperatingPoint& point,
                          const AnalysisOptions& options, std::string_view method = "mixed-euler");

}  // namespace sunder
