#include "cosimulate/picture.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "results/figure.hpp"

namespace sunder {

Figure radius_figure(const StepSearch& search, double step) {
  Figure out;
  out.title = "Spectral radius over the communication step";
  out.x = {.label = "communication step", .logarithmic = true, .low = search.scanned_from, .high = search.scanned_to};
  if (search.curve.empty()) {
    out.x.low = step / 10;
    out.x.high = step * 10;
  }
  Curve curve{.name = "spectral radius"};
  double highest = 1.2;
  for (const RadiusPoint& point : search.curve) {
    curve.x.push_back(point.step);
    curve.y.push_back(point.radius);
    highest = std::max(highest, std::min(point.radius, 2.0));
  }
  // with local steps kept, only whole numbers of them are steps at all
  curve.marks = search.mode == SearchMode::fixed_steps && curve.x.size() < 200;
  out.curves.push_back(std::move(curve));
  out.y = {.label = "spectral radius", .low = 0, .high = highest * 1.05};
  for (const Interval& interval : search.intervals) out.bands.push_back({interval.low, interval.high, "stable"});
  out.horizontal.push_back({1, "limit"});
  out.vertical.push_back({step, "step " + rounded(step, 4)});
  return out;
}

}  // namespace sunder
