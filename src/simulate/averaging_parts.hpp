// Which states averaging steps over: those of time scales near the period or below it, those that swing within a period
// as far as they go in the run, and none that do not repeat.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "decouple/analysis.hpp"
#include "simulate/simulate.hpp"

namespace sunder::simulate {

struct AveragingParts {
  double period = 0;
  model::Partition partition;
  std::vector<std::string> swinging;  ///< slow by their time scale, fast because they swing within a period
  std::vector<std::string> drifting;  ///< fast by their time scale, slow because they do not repeat
  Simulation pilot;                   ///< a coarse run with this partition; its status says whether it came to its end
};

/// States whose time scale is below so many periods begin as fast ones.
inline constexpr double periods_of_fast_states = 5;
/// The tolerance of the runs that tell the parts.
inline constexpr double pilot_tolerance = 1e-2;

/// By coarse runs of averaging itself, in which a state that swings or does not repeat changes its part; few are
/// needed. `options`: what is run; its period, where it has one, is taken. No value: there is no period, or no state
/// that is slower than it.
Outcome<AveragingParts> find_averaging_parts(const model::Model& model,
                                             const std::function<std::unique_ptr<model::Context>()>& make_context,
                                             const SimulateOptions& options, const decouple::Analysis& analysis);

}  // namespace sunder::simulate
