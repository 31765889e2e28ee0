// What error a run would have, told from runs that are coarser.
#pragma once

#include <optional>

#include "choose/coarse_run.hpp"
#include "choose/plan.hpp"
#include "results/trajectory.hpp"

namespace sunder::choose {

/// The error at the end of a run is about proportional to the sum of those that its steps make; the factor is 1 for one
/// model and 1000 for another, so it is measured: by how much coarse runs differ from one that is finer.
class ErrorForecast {
 public:
  ErrorForecast(const model::Model& model, const ContextMaker& make_context, const simulate::SimulateOptions& options,
                const Purpose& purpose)
      : model_(model), make_context_(make_context), options_(options), purpose_(purpose) {}

  /// Makes the finer runs that `coarse`, which is recorded and has all states implicit, is held against. False: runs
  /// differ so much, or fail, that nothing can be told (or somebody has cancelled).
  bool look(const CoarseRun& coarse);
  /// Of rosenbrock with all states implicit at this tolerance, and so of a candidate at the equivalent one.
  [[nodiscard]] std::optional<double> at(double tolerance) const;
  /// Of CVODE at the tolerance equivalent to this one: its steps follow the tolerance where events end those of
  /// rosenbrock, and begin small after each.
  [[nodiscard]] std::optional<double> of_cvode(double tolerance) const;
  /// Of rosenbrock from a recorded coarse run of the candidate itself.
  [[nodiscard]] std::optional<double> at(double tolerance, const CoarseRun& own) const;
  /// What the finer runs took.
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  [[nodiscard]] double difference(const CoarseRun& coarse) const;

  const model::Model& model_;
  const ContextMaker& make_context_;
  const simulate::SimulateOptions& options_;
  const Purpose& purpose_;
  CoarseRun finest_;
  std::optional<double> before_;  // how far the run before the finest is from it
  CoarseRun coarser_;             // that run, without what was recorded
  double seconds_ = 0;
};

}  // namespace sunder::choose
