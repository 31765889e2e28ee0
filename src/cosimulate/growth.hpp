// Whether a distributed run is stable, seen from outside: two runs from neighbouring starts come closer or move apart.
//
// The runs are made by the real master with the real parts and local methods. Nothing here knows the matrix whose
// spectral radius predicts the answer.
#pragma once

#include <functional>
#include <limits>
#include <optional>

#include "cosimulate/cosimulate.hpp"

namespace sunder::cosimulate {

struct Growth {
  double per_step = 0;       ///< by which the distance is multiplied in one communication step, on average
  std::uint64_t steps = 0;   ///< that were made
  bool ran_through = false;  ///< false: values left all bounds, or a part failed
  bool cut_short = false;    ///< fewer steps than wanted, since they took too long: known to fewer digits
  /// Faster than `allowed`, which is more than one where the system as one grows by itself; not by rounding alone,
  /// which is all that an integrator shows.
  [[nodiscard]] bool diverges(double allowed = 1) const { return !ran_through || per_step > allowed * (1 + 1e-9); }
};

/// How long to look.
struct GrowthLook {
  std::uint64_t steps = 1000;
  double seconds =
      std::numeric_limits<double>::infinity();  ///< of the processor, that parts may take; but for 40 steps
};

/// Nothing when parts cannot be restored, when there is no state that could be moved, or after cancellation. The
/// distance is made small again after every step, so that nonlinear parts are seen close to the run itself.
std::optional<Growth> observe_growth(const OpenSystem& system, double communication_step, const GrowthLook& look,
                                     const CancelToken& cancel = {});

/// Runs do not diverge with the one step, and do with the other.
struct ObservedLimit {
  double converging = 0, diverging = 0;
};

/// Where between the two divergence begins, by bisection to six digits; with a `unit`, among its multiples. `look` is
/// that of one step; in all twenty times as many seconds may be taken, and where these are not enough the two are left
/// further apart. `converging` must not diverge, `diverging` must. `allowed` as in `Growth::diverges`, by step.
std::optional<ObservedLimit> observe_limit(const OpenSystem& system, ObservedLimit between, double unit,
                                           const GrowthLook& look, const CancelToken& cancel = {},
                                           const std::function<double(double step)>& allowed = {});

}  // namespace sunder::cosimulate
