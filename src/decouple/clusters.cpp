#include "decouple/clusters.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace sunder::decouple {

double rounded_down(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
  if (!(unit > 0 && std::isfinite(value / unit))) return value;  // nothing to round among the smallest numbers
  const double result = std::floor(value / unit * (1 + 1e-12)) * unit;
  return rounded_number(result, 2);
}

double inside_gap(double low, double high, double part) { return high * std::pow(low / high, part); }

std::size_t finite_count(const std::vector<VariableScale>& ascending) {
  std::size_t finite = 0;
  while (finite < ascending.size() && std::isfinite(ascending[finite].time_scale)) ++finite;
  return finite;
}

std::vector<Gap> gaps_wider_than(const std::vector<VariableScale>& ascending, double ratio) {
  std::vector<Gap> gaps;
  const std::size_t finite = finite_count(ascending);
  for (std::size_t i = 0; i + 1 < finite; ++i) {
    const double width = ascending[i + 1].time_scale / ascending[i].time_scale;
    if (width > ratio) gaps.push_back({i, width});
  }
  std::stable_sort(gaps.begin(), gaps.end(), [](const Gap& a, const Gap& b) { return a.ratio > b.ratio; });
  return gaps;
}

std::vector<model::StateSet> clusters_between(const std::vector<VariableScale>& ascending,
                                              const std::vector<std::size_t>& ends) {
  std::vector<model::StateSet> clusters;
  std::size_t next = 0;
  const auto add = [&](std::size_t end) {
    model::StateSet& cluster = clusters.emplace_back();
    for (; next < end; ++next) cluster.push_back(ascending[next].state);
    std::sort(cluster.begin(), cluster.end());
  };
  for (const std::size_t end : ends) add(end + 1);
  if (next < ascending.size()) add(ascending.size());
  return clusters;
}

std::vector<double> steps_of_clusters(const std::vector<VariableScale>& ascending,
                                      const std::vector<std::size_t>& ends) {
  if (ascending.empty() || !std::isfinite(ascending.front().time_scale) || !(ascending.front().time_scale > 0)) {
    return {};
  }
  std::vector<double> steps{rounded_down(ascending.front().time_scale)};
  for (const std::size_t end : ends) {
    const double low = ascending[end].time_scale;
    const double high = ascending[end + 1].time_scale;
    // a cluster in which nothing has a time scale is limited by accuracy only: it follows the one before
    const double most = std::isfinite(high) ? inside_gap(low, high, 0.1) : low;
    const double times = std::max(1.0, std::floor(most / steps.back() * (1 + 1e-12)));
    steps.push_back(rounded_number(times * steps.back(), 12));
  }
  return steps;
}

}  // namespace sunder::decouple
