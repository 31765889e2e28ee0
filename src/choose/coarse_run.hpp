// The whole run at a coarse tolerance: it shows the events, the stiffness and how long steps may be, everywhere. The
// first steps of a run tell nothing about the rest of it.
#pragma once

#include <functional>

#include "base/outcome.hpp"
#include "integrate/step_trace.hpp"
#include "model/model.hpp"
#include "results/trajectory.hpp"
#include "simulate/simulate.hpp"

namespace sunder::choose {

/// Every run has a context of its own, with the parameters and inputs of the user.
using ContextMaker = std::function<std::unique_ptr<model::Context>()>;

inline constexpr double coarse_tolerance = 0.1;

/// What is kept of a coarse run beside its end.
enum class Record { nothing, output_points };

struct CoarseRun {
  double tolerance = coarse_tolerance;
  results::Trajectory recorded;  ///< empty where nothing was wished, or where it is too large to be kept
  simulate::Simulation run;
  integrate::StepTrace trace;
  Diagnostics diagnostics;  ///< errors: why it ended early

  [[nodiscard]] bool complete() const { return run.status.ok; }
};

/// Where a run ended: what failed knows better than the last output point.
inline double ending_time(const simulate::Simulation& run) {
  return run.status.fault ? run.status.fault->time : run.status.time;
}

/// What a run did, in operations: of evaluations, of linear systems, and around them in every step.
double work_of_run(const simulate::Simulation& run, std::size_t states);

/// `rows`: the implicit states; empty: all. No value: the options make no sense.
Outcome<CoarseRun> run_coarsely(const model::Model& model, const ContextMaker& make_context,
                                const simulate::SimulateOptions& options, std::optional<model::StateSet> rows,
                                double tolerance = coarse_tolerance, Record record = Record::nothing);
/// By another method, with the states `rows` as its fast part; nothing is told of its steps.
Outcome<CoarseRun> run_coarsely_by(const std::string& method, const model::Model& model,
                                   const ContextMaker& make_context, const simulate::SimulateOptions& options,
                                   model::StateSet rows, double tolerance, Record record = Record::nothing);

}  // namespace sunder::choose
