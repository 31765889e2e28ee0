// The text of sunder analyze.
#pragma once

#include "decouple/analysis.hpp"

namespace sunder::cli {

/// On standard output, as wide as the terminal but no wider than 100 columns; short also for very large models.
void print_analysis(const decouple::Analysis& analysis, bool list_cycles);

}  // namespace sunder::cli
