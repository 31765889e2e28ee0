// What is known of the stability of a distributed system: for the command that asks, and for reports.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cosimulate/cosimulate.hpp"

namespace sunder::report {

struct StabilityAnswer {
  double step = 0;
  cosimulate::SystemStability stability;
  cosimulate::StepSearch chosen;                ///< the mode asked for, or the one that makes sense
  std::optional<cosimulate::StepSearch> other;  ///< the other mode, when it is possible
  double limit = 0;                             ///< where the sensitivities are taken
  std::vector<cosimulate::ConnectionSensitivity> sensitivities;
};

/// Searches stable steps around this one; `mode` as asked for, or the one that makes sense.
StabilityAnswer answer_of(cosimulate::SystemStability stability, double step,
                          std::optional<cosimulate::SearchMode> mode);

/// "0 … 3.24, 4 … inf"
std::string intervals_text(const std::vector<cosimulate::Interval>& intervals, std::size_t most);
/// "none", "at most 3.2-fold"
std::string growth_text(const cosimulate::Spectrum& spectrum);
/// " (as one: 1.0002)" where the system as one grows by itself, else nothing.
std::string radius_as_one_text(const cosimulate::Spectrum& spectrum, int digits);
/// One sentence: what the verdict means for this system.
std::string verdict_sentence(const StabilityAnswer& answer);

}  // namespace sunder::report
