// A run held against a reference, as text.
#pragma once

#include "verbs/reference.hpp"

namespace sunder::cli {

void print_comparison(const verbs::ReferenceComparison& compared);

}  // namespace sunder::cli
