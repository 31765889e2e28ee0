// The time scales of an analysis drawn with characters, for terminals.
#pragma once

#include <cstddef>
#include <string>

#include "decouple/analysis.hpp"

namespace sunder::report {

/// A logarithmic axis with the states on it (a mark or a number per column, a small histogram where columns hold ten
/// and more), brackets around the clusters, and the step as a vertical line; lines of at most `width` characters, each
/// ended by a newline. Empty with fewer than two finite time scales.
std::string spectrum_text(const decouple::Analysis& analysis, std::size_t width);

}  // namespace sunder::report
