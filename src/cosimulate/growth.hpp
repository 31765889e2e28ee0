// Whether a distributed run is stable, seen from outside: two runs from neighbouring starts come closer or move apart.
//
// The runs are made by the real master with the real parts and local methods. Nothing here knows the matrix whose
// spectral radius predicts the answer.
#pragma once

#include <optional>

#include "cosimulate/cosimulate.hpp"

namespace sunder::cosimulate {

struct Growth {
  double per_step = 0;       ///< by which the distance is multiplied in one communication step, on average
  std::uint64_t steps = 0;   ///< that were made
  bool ran_through = false;  ///< false: values left all bounds, or a part failed
  /// Not by rounding alone, which is all that an integrator shows.
  [[nodiscard]] bool diverges() const { return !ran_through || per_step > 1 + 1e-9; }
};

/// Nothing when parts cannot be restored, when there is no state that could be moved, or after cancellation. The
/// distance is made small again after every step, so that nonlinear parts are seen close to the run itself.
std::optional<Growth> observe_growth(const OpenSystem& system, double communication_step, std::uint64_t steps,
                                     const CancelToken& cancel = {});

/// The largest step between the two that does not diverge, by bisection to six digits; with a `unit`, the largest
/// multiple of it. `converging` must not diverge, `diverging` must.
std::optional<double> observe_limit(const OpenSystem& system, double converging, double diverging, double unit,
                                    std::uint64_t steps, const CancelToken& cancel = {});

}  // namespace sunder::cosimulate
