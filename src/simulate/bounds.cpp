#include "simulate/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::simulate {

namespace {

constexpr double no_bound = 1e60;  // of libraries that have no word for infinity

/// How far the values were outside.
double excess_over(double bound, double value, double range) {
  return std::abs(value - bound) - 1e-3 * range - 1e-9 * std::abs(bound);
}

}  // namespace

void Bounds::watch(model::VariableIndex index, const model::Variable& variable) {
  if (!(variable.minimum > -no_bound) && !(variable.maximum < no_bound)) return;
  Watched one;
  one.index = index;
  one.minimum = variable.minimum;
  one.maximum = variable.maximum;
  watched_.push_back(one);
}

void Bounds::look(double time, std::span<const double> values) {
  for (Watched& one : watched_) {
    const double value = values[one.index.index()];
    one.lowest = begun_ ? std::min(one.lowest, value) : value;
    one.highest = begun_ ? std::max(one.highest, value) : value;
    if (one.outside || (value >= one.minimum && value <= one.maximum) || std::isnan(value)) continue;
    one.outside = true;
    one.first_outside = time;
  }
  begun_ = true;
}

void Bounds::report(const model::ModelDescription& description, Diagnostics& diagnostics) const {
  struct Found {
    const Watched* first = nullptr;
    std::size_t count = 0;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, Found> places;  // declarations, in their order
  for (const Watched& one : watched_) {
    if (!one.outside) continue;
    const double range = one.highest - one.lowest;
    const bool below = one.lowest < one.minimum && excess_over(one.minimum, one.lowest, range) > 0;
    const bool above = one.highest > one.maximum && excess_over(one.maximum, one.highest, range) > 0;
    if (!below && !above) continue;
    const Span origin = description.variable(one.index).origin;
    Found& found = places[{origin.file.value, origin.begin}];
    if (found.count++ == 0) found.first = &one;
  }
  for (const auto& [place, found] : places) {
    const Watched& one = *found.first;
    const model::Variable variable = description.variable(one.index);
    const bool below = one.lowest < one.minimum && excess_over(one.minimum, one.lowest, one.highest - one.lowest) > 0;
    std::string message = "'" + variable.name + "' ";
    message += variable.unchanging
                   ? "is " + rounded(below ? one.lowest : one.highest, 4)
                   : (below ? "goes down to " : "goes up to ") + rounded(below ? one.lowest : one.highest, 4);
    message += below ? ", below its min " + rounded(one.minimum, 4) : ", above its max " + rounded(one.maximum, 4);
    if (!variable.unchanging) message += "; outside for the first time at t = " + rounded(one.first_outside, 4);
    if (found.count > 1) message += " (and " + std::to_string(found.count - 1) + " more of this declaration)";
    diagnostics.warning(Code::W0626, variable.origin, std::move(message));
  }
}

}  // namespace sunder::simulate
