// Random systems whose parts can be run.
#pragma once

#include "cosimulate/cosimulate.hpp"
#include "cosimulate/parts.hpp"
#include "random_system.hpp"

namespace sunder {

inline cosimulate::OpenSystem open_random(const RandomSystem& random) {
  cosimulate::OpenSystem system;
  system.description = random.description;
  system.description.communication_step = random.step;
  system.wiring = random.wiring;
  for (const cosimulate::PartDescription& part : system.description.parts)
    system.parts.push_back(cosimulate::make_linear_part(part).take());
  return system;
}

/// The same as matrices, with nothing linearised or run.
inline cosimulate::StabilityProblem problem_of(const RandomSystem& system) {
  cosimulate::StabilityProblem problem;
  problem.wiring = system.wiring;
  problem.master = system.description.master;
  problem.samples.emplace_back();
  Diagnostics none;
  for (const cosimulate::PartDescription& one : system.description.parts) {
    problem.samples[0].push_back(*one.linear);
    cosimulate::LocalRule rule;
    rule.method = one.method.text;
    rule.fast = cosimulate::fast_states(one, none);
    rule.substeps = *one.substeps;
    problem.rules.push_back(rule);
  }
  problem.wholes.push_back(cosimulate::whole_system(problem.samples[0], problem.wiring, problem.master));
  return problem;
}

}  // namespace sunder
