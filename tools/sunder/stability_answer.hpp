// What is known of the stability of a distributed system: for the command that asks, and for reports.
#pragma once

#include "system_session.hpp"

namespace sunder::cli {

struct StabilityAnswer {
  double step = 0;
  SystemStability stability;
  StepSearch chosen;                ///< the mode asked for, or the one that makes sense
  std::optional<StepSearch> other;  ///< the other mode, when it is possible
  double limit = 0;                 ///< where the sensitivities are taken
  std::vector<ConnectionSensitivity> sensitivities;
};

/// `--search`, if given.
std::optional<SearchMode> search_mode(const Arguments& arguments);
OptionSpec search_option();

StabilityAnswer answer_of(SystemStability stability, double step, std::optional<SearchMode> mode);

/// "0 … 3.24, 4 … inf"
std::string intervals_text(const StepSearch& search, std::size_t most);
/// One sentence: what the verdict means for this system.
std::string verdict_sentence(const StabilityAnswer& answer);

}  // namespace sunder::cli
