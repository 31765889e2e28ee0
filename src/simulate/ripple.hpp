// How far slow states swing within a period, beside how far they go in the run. Averaging holds them while the fast
// part goes through a period: what swings as far as it goes is not held well.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "model/model.hpp"

namespace sunder::simulate {

struct Ripple {
  model::StateIndex state;
  double swing = 0;  ///< within one period, the largest that was seen
  double range = 0;  ///< in the whole run
};

class RippleMeter {
 public:
  RippleMeter(const model::Model& model, model::StateSet slow);

  void begin_period();
  /// What the slow states have moved since the period began, `elapsed` ago; indexed by state.
  void moved(double elapsed, std::span<const double> by);
  /// The period just seen counts, and its mean slope is what the next is expected to have. One that is not ended is
  /// forgotten.
  void end_period(double length, std::span<const double> mean_slope);
  /// Values at the end of a step.
  void passed(std::span<const double> x);

  /// States that swing so far for their range that it matters, the worst first.
  [[nodiscard]] std::vector<Ripple> swinging() const;

 private:
  struct Extent {
    double low = 0, high = 0;
    void include(double value);
  };

  const model::Model& model_;
  model::StateSet slow_;
  std::vector<double> expected_;  // mean slopes of the last period; all by place in slow_
  std::vector<Extent> now_, ranges_;
  std::vector<double> swings_;
  bool expecting_ = false;
};

}  // namespace sunder::simulate
