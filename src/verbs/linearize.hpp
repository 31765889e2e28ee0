// linearize: A, B, C, D at an operating point.
#pragma once

#include "model/linear_system.hpp"
#include "reduce/export.hpp"
#include "simulate/linearise.hpp"
#include "verbs/load.hpp"

namespace sunder::verbs {

struct LinearizeOptions {
  simulate::PointRequest at;
  std::string output;  ///< a .json, .mat or .mo file; empty: none
};

struct LinearizeResult {
  std::string model;
  std::string kind;  ///< of the point: initial, steady, time
  double time = 0;
  double largest_slope = 0;  ///< of a state at the point; 0: it is an equilibrium
  model::SparseLinearSystem system;
  reduce::Offsets offsets;  ///< inputs and outputs at the point
  std::string output;
};

Outcome<LinearizeResult> linearize(const LoadedModel& model, const LinearizeOptions& options = {},
                                   const Control& control = {});
nlohmann::ordered_json to_json(const LinearizeResult& result);

}  // namespace sunder::verbs
