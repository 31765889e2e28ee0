// The error of a distributed run over its communication step, against the same system as one model; and where runs
// begin to diverge, beside where the theory says they do.
#pragma once

#include "base/progress.hpp"
#include "cosimulate/growth.hpp"
#include "results/compare.hpp"

namespace sunder::cosimulate {

/// The largest error of states and outputs of all parts at communication points.
struct ReferenceError {
  results::Comparison range, equivalence;
  double window = 0;  ///< around jumps, left out; 0: nothing jumps
  double reference_seconds = 0;
};

struct ReferenceSettings {
  double tolerance = 1e-10;
  CancelToken cancel;
  bool names_of_parts = true;  ///< false: variables of the whole are called as in the parts, without the part's name
};

/// Intermediate variables follow from these; derivatives are those of the model at approximate states.
void keep_states_and_outputs(results::Trajectory& trajectory);

/// Integrates `whole` (the system as one model, variables called as in the parts) over the times of the run and
/// compares what both have. `reference`, if given, receives its trajectory.
Outcome<ReferenceError> compare_with_whole(const Cosimulation& run, results::Trajectory trajectory,
                                           const model::Model& whole, const ReferenceSettings& settings,
                                           results::Trajectory* reference = nullptr);

struct ErrorRow {
  double step = 0;
  bool finished = false;  ///< the run reached the stop time
  double reached = 0;
  std::optional<double> error;  ///< of the range; nothing: the run failed
  std::string worst_variable;
  std::optional<double> radius;
  std::optional<double> radius_as_one;  ///< where the system as one grows by itself
  double allowed = 1;                   ///< growth beyond this is divergence: see Spectrum::allowed
  Verdict verdict = Verdict::none;
  std::optional<Growth> growth;

  [[nodiscard]] bool diverges() const { return growth && growth->diverges(allowed); }
};

/// Between a step with which runs converge and one with which they diverge.
struct Limit {
  std::optional<double> predicted;  ///< end of a stable interval
  std::optional<double> observed;   ///< largest step seen that did not diverge, found by bisection
  std::optional<double> beyond;     ///< smallest step seen that did; far from the other where steps take long
};

struct ErrorTable {
  SearchMode mode = SearchMode::fixed_substeps;
  double start = 0, stop = 0;
  std::vector<ErrorRow> rows;  ///< ascending by step
  StepSearch search;
  Limit limit;
  double reference_tolerance = 0;
};

struct ErrorTableSettings {
  double from = 0, to = 0;
  std::size_t count = 0;
  std::optional<SearchMode> mode;  ///< fixed steps where they have a common multiple, unless given
  std::optional<double> start, stop;
  std::size_t threads = 1;
  ReferenceSettings reference;
  /// Parts linearised at the start and along a run: they are what the matrices are made of. Otherwise those of the
  /// start.
  const StabilityProblem* points = nullptr;
  Progress* progress = nullptr;
};

/// Steps are spaced evenly on a logarithmic scale; with local steps kept each is moved to the nearest common multiple.
/// Parts may be left with other local steps than they had.
Outcome<ErrorTable> error_over_step(OpenSystem& system, const model::Model& whole, const ErrorTableSettings& settings);

}  // namespace sunder::cosimulate
