// A run held against a reference.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "results/compare.hpp"
#include "session.hpp"
#include "simulate/simulate.hpp"

namespace sunder::cli {

struct Compared {
  std::string method;
  results::Comparison equivalence;
  results::Comparison range;
  double window = 0;         ///< around jumps, left out; 0: the model has no events
  bool grid_events = false;  ///< the run did not locate its events
  double speedup = 0;
  std::optional<double> tolerance;  ///< of the reference, when its step is variable
};

/// Whether --compare, if given, names a method that can be the reference; a diagnostic otherwise.
bool reference_is_fine(const Arguments& arguments, Diagnostics& diagnostics);
/// The reference at the very points of the run, to a tolerance well below the errors of interest. False after a
/// diagnostic.
bool compare_with(const std::string& method, const simulate::SimulateOptions& run_options,
                  const simulate::Simulation& run, results::Trajectory trajectory, Session& session,
                  std::optional<Compared>& compared);
/// Leaves nothing but these states. Means have no counterpart at a point in time: of a run by averaging only slow
/// states can be compared.
void keep_states(results::Trajectory& trajectory, const model::StateSet& states, const model::Model& model);
nlohmann::ordered_json comparison_json(const Compared& compared);
void print_comparison(const Compared& compared);

}  // namespace sunder::cli
