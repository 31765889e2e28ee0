#include "verbs/timing.hpp"

#include <algorithm>
#include <vector>

namespace sunder::verbs {

double settled_seconds(double first, const std::function<double()>& again) {
  constexpr double enough = 0.02;
  constexpr std::size_t most_runs = 25;
  std::vector<double> seconds{first};
  for (double total = first; total < enough && seconds.size() < most_runs; total += seconds.back())
    seconds.push_back(again());
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  return *middle;
}

}  // namespace sunder::verbs
