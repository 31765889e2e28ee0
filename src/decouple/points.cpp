#include "decouple/points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "decouple/logarithms.hpp"

namespace sunder::decouple {

namespace {

/// Tells the cycles of states. Of cycles that run through much of a large model only the part that begins with the
/// state: whole ones for all the states on them would be quadratic, and so would be looking for each state in them.
class CycleLister {
 public:
  explicit CycleLister(const Analysis& analysis) : analysis_(analysis), position_(analysis.states.size()) {}

  /// The states of a cycle from `state` on, following the influence.
  Cycle from(std::uint32_t point, std::int64_t index, model::StateIndex state) {
    if (index == -1) return {state};
    if (index < 0) return {};
    const Cycle& whole = look_at(point, static_cast<std::size_t>(index));
    const std::size_t most = std::max<std::size_t>(32, 10'000'000 / analysis_.states.size());
    Cycle cycle;
    for (std::size_t i = 0; i < std::min(most, whole.size()); ++i)
      cycle.push_back(whole[(position_[state.index()] + i) % whole.size()]);
    return cycle;
  }

 private:
  /// States with the same time scale come one after the other and mostly share a cycle: its positions are kept.
  const Cycle& look_at(std::uint32_t point, std::size_t index) {
    const auto& cycles =
        analysis_.probe_scales.empty() ? analysis_.scales_of(point).cycles : analysis_.probe_scales[point].cycles;
    if (known_ != &cycles[index]) {
      known_ = &cycles[index];
      for (std::size_t i = 0; i < known_->size(); ++i) position_[(*known_)[i].index()] = i;
    }
    return *known_;
  }

  const Analysis& analysis_;
  std::vector<std::size_t> position_;  // by state: in the known cycle
  const Cycle* known_ = nullptr;
};

/// The states by ascending keys, of which each state has one.
std::vector<model::StateIndex> order_by(const std::vector<double>& keys) {
  std::vector<model::StateIndex> order = model::all_states(keys.size());
  std::ranges::stable_sort(order, {}, [&](model::StateIndex state) { return keys[state.index()]; });
  return order;
}

/// Proven to be smaller by more than rounding.
bool below(double upper, double lower) { return upper < lower * (1 - 1e-9); }

double log_ratio(double large, double small) { return std::isinf(large) ? infinite : std::log(large / small); }

/// Of all pairs with i before j at `first` and after it at `second`, the one with the largest ratio at `second`: for
/// each j only the slowest (at `second`) of those that come before it (at `first`) matters.
std::optional<RankingChange> strongest_change(const std::vector<PointScales>& points, std::uint32_t first,
                                              std::uint32_t second) {
  const PointScales& a = points[first];
  const PointScales& b = points[second];
  const std::vector<model::StateIndex> by_upper = order_by(a.time_scales);
  const std::vector<model::StateIndex> by_lower = order_by(a.lower);
  std::optional<RankingChange> result;
  double strongest = 0;
  model::StateIndex slowest;
  double slowest_value = -1;
  std::size_t next = 0;
  for (const model::StateIndex j : by_lower) {
    while (next < by_upper.size() && below(a.time_scales[by_upper[next].index()], a.lower[j.index()])) {
      const model::StateIndex i = by_upper[next++];
      if (b.lower[i.index()] <= slowest_value) continue;
      slowest = i;
      slowest_value = b.lower[i.index()];
    }
    const double here = b.time_scales[j.index()];
    if (slowest_value < 0 || !below(here, slowest_value)) continue;
    const double ratio = log_ratio(slowest_value, here);
    if (ratio <= strongest) continue;
    strongest = ratio;
    result = RankingChange{slowest, j, first, second};
  }
  return result;
}

}  // namespace

std::vector<Bounds> bounds_at(const Analysis& analysis, std::size_t point, double alpha) {
  if (!analysis.probe_scales.empty()) return analysis.probe_scales[point].bounds(analysis.self_loop, alpha);
  std::vector<Bounds> bounds(analysis.states.size());
  const TimeScales& scales = analysis.scales_of(point);
  for (std::size_t i = 0; i < bounds.size(); ++i)
    bounds[i] = scales.bounds(model::StateIndex(i), analysis.self_loop, alpha);
  return bounds;
}

void WorstBounds::include(std::vector<Bounds> here, std::uint32_t point) {
  if (bounds.empty()) {
    bounds = std::move(here);
    set_by.assign(bounds.size(), point);
    return;
  }
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const double lower = std::min(bounds[i].log_lower, here[i].log_lower);
    const Proof proof = std::max(bounds[i].proof, here[i].proof);  // the weakest
    if (here[i].log_upper < bounds[i].log_upper) {
      bounds[i] = here[i];
      set_by[i] = point;
    }
    bounds[i].log_lower = lower;
    bounds[i].proof = proof;
  }
}

std::vector<VariableScale> worst_scales(const Analysis& analysis, double alpha) {
  WorstBounds all;
  for (std::uint32_t point = 0; point < analysis.points.size(); ++point) {
    all.include(bounds_at(analysis, point, alpha), point);
  }
  std::vector<model::StateIndex> order = model::all_states(all.bounds.size());
  std::ranges::stable_sort(order, {}, [&](model::StateIndex state) { return all.bounds[state.index()].log_upper; });
  CycleLister lister(analysis);
  std::vector<VariableScale> variables;
  variables.reserve(order.size());
  for (const model::StateIndex state : order) {
    const Bounds& worst = all.bounds[state.index()];
    VariableScale variable;
    variable.state = state;
    variable.name = analysis.state_name(state);
    variable.exact = !(worst.log_upper - worst.log_lower > exactness);
    variable.time_scale = variable.upper = std::exp(worst.log_upper);
    variable.proof = variable.exact ? Proof::exact : worst.proof;
    variable.lower = variable.exact ? variable.upper : std::exp(worst.log_lower);
    variable.point = all.set_by[state.index()];
    variable.cycle = lister.from(variable.point, worst.cycle, state);
    variable.cycle_length = std::max(worst.length, static_cast<std::uint32_t>(variable.cycle.size()));
    variables.push_back(std::move(variable));
  }
  return variables;
}

std::vector<RankingChange> ranking_changes(const std::vector<PointScales>& points) {
  std::vector<RankingChange> changes;
  for (std::uint32_t point = 1; point < points.size(); ++point) {
    if (auto change = strongest_change(points, 0, point)) changes.push_back(*change);
    if (point == 1) continue;
    if (auto change = strongest_change(points, point - 1, point)) changes.push_back(*change);
  }
  return changes;
}

algebra::SparseMatrix envelope(const Linearisation& linearisation) {
  algebra::SparseMatrix result = linearisation.jacobian;
  for (const LinearPoint& point : linearisation.further) {
    for (std::size_t k = 0; k < result.values.size(); ++k) {
      if (std::abs(point.jacobian.values[k]) > std::abs(result.values[k])) result.values[k] = point.jacobian.values[k];
    }
  }
  return result;
}

}  // namespace sunder::decouple
