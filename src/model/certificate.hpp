// The verdict on a step: does the linearised model stay bounded when one method takes it again and again?
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <string_view>

#include "model/model.hpp"

namespace sunder::model {

/// A spectral radius that is not further from one than this stands for one.
inline constexpr double certificate_margin = 1e-9;
/// Disturbances may grow by this factor on the way before a step is no longer recommended.
inline constexpr double growth_limit = 100;

enum class StepVerdict {
  stable,            ///< radius below one, growth at most the limit
  marginal,          ///< radius one: something neither grows nor decays by itself, as in an integrator
  transient_growth,  ///< radius at most one, but disturbances grow beyond the limit before they decay
  unstable,          ///< radius above one
  undecided,         ///< the radius is only the best estimate an iteration reached
};
std::string_view name_of(StepVerdict verdict);

struct StepCertificate {
  std::string method;
  double step = 0;
  double spectral_radius = 0;
  /// By how much disturbances grow at most, over any number of steps: the largest |M^k| in the maximum norm, every
  /// state in units of its nominal value or, where it goes further by itself, of its own range. Infinite: not looked
  /// at.
  double growth = std::numeric_limits<double>::infinity();
  bool growth_bounded = false;  ///< false: the growth seen, which is only a lower bound
  StepVerdict verdict = StepVerdict::undecided;

  /// Nothing speaks against the step: what is not decided is judged by the estimate.
  [[nodiscard]] bool acceptable() const {
    if (verdict == StepVerdict::undecided) return spectral_radius <= 1 + 1e-6 && growth <= growth_limit;
    return verdict == StepVerdict::stable || verdict == StepVerdict::marginal;
  }
  /// Known, not estimated: the verdict is stable or marginal, and the growth bounded.
  [[nodiscard]] bool certified() const { return verdict != StepVerdict::undecided && acceptable() && growth_bounded; }
};

/// Of several certificates of the same step the verdict that counts: one that refutes it before one that cannot tell.
StepVerdict worse(StepVerdict a, StepVerdict b);

/// Answers for a set of fast (implicit) states and a step. The cycle analysis asks it without knowing the methods.
using Certifier = std::function<StepCertificate(const StateSet& fast, double step)>;

}  // namespace sunder::model
