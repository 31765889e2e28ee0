// Multirate integration of N clusters: every cluster with its own step, a whole number of which make one of the next
// slower cluster.
//
// Over a step of a level, from slow to fast:
//   1. the level takes its step. It sees slower levels by their parabolas (or, of the first level, by Euler's line),
//   and
//      no faster state at all but for the coupled ones (see LevelSets), which it expects to go on as in its last step;
//   2. the faster levels follow, in steps of their own, with the coupled states among them: what slow states receive
//      from fast ones is thus integrated at the fast rate, and they see its mean;
//   3. the first level, when explicit, ends its step by the midpoint rule, with the means of the coupled states over
//   it.
//
// The first level is explicit (midpoint rule) or, when the partition has no explicit part, implicit like all others:
// (2,2,2) of Ascher, Ruuth and Spiteri, L-stable on the own states, explicit on the coupled ones. All levels are of
// second order, and so is the coupling; faster levels are so in the step of the slower ones too.
//
// An event that touches only fast levels cuts only their steps; slower ones stay inside theirs.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "integrate/multirate_cursor.hpp"
#include "integrate/multirate_layout.hpp"
#include "integrate/multirate_level.hpp"
#include "integrate/stepper.hpp"

namespace sunder::integrate {

class MultirateStepper final : public Stepper {
 public:
  MultirateStepper(const model::Model& model, model::Context& context, const StepperOptions& options);

  model::Status step(double t, double h, std::span<double> x) override;
  model::Status advance(double t, double h, std::span<double> x, double& reached) override;
  model::Status interpolate(double time, std::span<double> x) override;
  void complete(double time, std::span<double> x) override;
  void limit(double time) override { limit_ = time; }
  [[nodiscard]] bool stops_at_limit() const override { return true; }
  void reset() override;
  void restart(const model::EventOutcome& outcome) override;

 private:
  [[nodiscard]] std::size_t last() const { return levels_.size() - 1; }
  void find_watched();
  void prepare(double t, double h, std::span<const double> x);
  void begin_whole_step(double t, double h, std::span<const double> x);
  void cut(std::size_t level, double t, std::span<const double> x);
  model::Status substep();
  void settle();
  void divide(std::size_t level);
  void clip();
  model::Status begin_step(std::size_t level);
  model::Status finish_first();
  void store(std::span<double> x) const;

  MultirateLayout layout_;
  std::unique_ptr<ThreadPool> pool_;
  std::vector<std::unique_ptr<MultirateLevel>> levels_;  // from slow to fast
  std::vector<StepCursor> cursors_;
  std::vector<std::uint32_t> substeps_;  // by level: in one step of the next slower
  CancelToken cancel_;
  bool all_watched_ = true;
  struct Watched {
    std::uint32_t level = 0;
    model::StateIndex state;
  };
  std::vector<Watched> watched_;         // states of slower levels that crossings need
  std::vector<std::uint32_t> position_;  // by state: in the level that advances it

  bool under_way_ = false;
  double begin_ = 0, end_ = 0, length_ = 0;  // of the step of the slowest level
  double before_ = 0, now_ = 0;              // of the last step of the fastest level
  double limit_ = std::numeric_limits<double>::infinity();
  std::size_t restart_from_;  // the slowest level that an event touched; the number of levels: none
  bool incomplete_ = false;
};

}  // namespace sunder::integrate
