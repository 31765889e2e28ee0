// One level of a multirate method: its states, how it takes a step, and how others see it inside of the step.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "integrate/derivatives.hpp"
#include "integrate/fixed_step.hpp"
#include "integrate/multirate_layout.hpp"
#include "integrate/parallel_blocks.hpp"

namespace sunder::integrate {

/// Vectors "by position" hold the coupled states first, then the level's own ones.
class MultirateLevel {
 public:
  /// `explicit_own`: the own states are advanced by the explicit midpoint rule (slowest level only), else by the
  /// implicit half of (2,2,2), together with the coupled ones by its explicit half.
  MultirateLevel(const model::Model& model, model::Context& context, const LevelSets& sets, bool explicit_own,
                 Statistics& statistics, ThreadPool* pool);
  /// Once all levels exist.
  void connect(const MultirateLayout& layout, std::span<const std::unique_ptr<MultirateLevel>> levels);

  [[nodiscard]] std::span<const model::StateIndex> states() const { return states_; }

  /// The present values are those in x.
  void load(std::span<const double> x);
  void store(std::span<double> x) const;
  /// The values inside (or at the end) of the last step.
  void store_at(double time, std::span<double> x) const;
  [[nodiscard]] double at(std::size_t position, double time) const {
    const double s = time - begin_;
    return start_[position] + s * (linear_[position] + s * curve_[position]);
  }
  [[nodiscard]] double value(std::size_t position) const { return value_[position]; }

  /// A step from the present values. Slower levels are inside of a step that covers it; faster ones are where it
  /// begins.
  Attempt step(double t, double h);
  /// The second half of the midpoint rule, when the faster levels have come to the end of the step.
  Attempt finish();
  [[nodiscard]] bool needs_finish() const { return explicit_own_; }

  /// The means of what the first level reads are taken from here on.
  void begin_means() { std::fill(integral_.begin(), integral_.end(), 0.0); }
  /// The last step ends at this time already, as far as means are concerned.
  void cut_means(double time);

  /// Forgets the Jacobian and what was learned of faster levels.
  void reset();
  /// Faults of values that are not finite.
  [[nodiscard]] model::Status finite(double time) const;

 private:
  struct Link {
    const MultirateLevel* level;
    std::uint32_t position;
    model::StateIndex state;
    std::uint32_t mean = 0;  ///< its place among the means of the level
  };

  std::uint32_t keep_mean(std::uint32_t position);
  [[nodiscard]] double integral(std::size_t position, double length) const {
    return length * (start_[position] + length * (linear_[position] / 2 + length * curve_[position] / 3));
  }
  Attempt begin_midpoint(double t, double h);
  Attempt step_pair(double t, double h);
  Attempt solve_stage(std::size_t stage, double t, double h);
  model::Status slopes_of_coupled(double t, std::vector<double>& slopes);
  void read_above(double time);
  void predict_below(double t);
  void read_below(double time);
  void bend(double h);

  const model::Model& model_;
  std::vector<model::StateIndex> states_;  // by position
  std::size_t coupled_;                    // how many of them
  bool explicit_own_;
  std::unique_ptr<Derivatives> explicit_;            // of what is advanced explicitly; empty when nothing is
  std::unique_ptr<BlockedImplicitSolver> implicit_;  // empty when nothing is implicit
  std::vector<Link> above_, below_;

  double begin_ = 0, length_ = 0;               // of the last step
  std::vector<double> value_;                   // by position: at its end
  std::vector<double> start_, linear_, curve_;  // by position: a parabola over it
  std::vector<double> stage_;                   // all states, only those that this level reads are used
  std::vector<double> slope_;                   // all states, likewise
  std::vector<double> first_, second_;          // slopes by position, of the stages
  std::vector<double> base_;                    // by position among the own states
  // states of which the first level wants the mean, and their integrals: in all, and without the last step
  std::vector<std::uint32_t> kept_;
  std::vector<double> integral_, integral_before_;
  // coupled states of faster levels: where they were when the last step began, and their mean slope since
  std::vector<double> below_before_, below_start_, below_slope_;
  bool slope_known_ = false;  // second_ is that of the end of the step before
  double below_time_ = 0;
  bool below_known_ = false;
};

}  // namespace sunder::integrate
