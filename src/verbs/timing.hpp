// How long a run takes, where once is too short to tell.
#pragma once

#include <functional>

namespace sunder::verbs {

/// The median of repeated runs, the first of which took `first` seconds; `again` repeats it and says how long it took.
/// A run of twenty milliseconds or more is not repeated.
double settled_seconds(double first, const std::function<double()>& again);

}  // namespace sunder::verbs
