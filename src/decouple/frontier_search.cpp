// Proves the best mean of every node of a narrow block.
//
// For one node, F(lambda) = max over its cycles of (W - lambda L) is convex, falling and piecewise linear; its zero is
// the best mean. A pass gives F of every node at one lambda, and the line (L, W) that it lies on. Where two passes on
// both sides of the zero give the same line, F is that line between them, and its zero is proven. Otherwise the chord
// between the two is a bound, and the zero of the left line (Newton's step) the place of the next pass.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "decouple/block_search.hpp"
#include "decouple/contraction.hpp"
#include "decouple/frontier.hpp"
#include "decouple/logarithms.hpp"

namespace sunder::decouple {

namespace {

struct Sample {
  double lambda = 0;
  double value = 0;
  std::uint32_t length = 0;  // 0: none yet

  [[nodiscard]] double mean() const { return lambda + value / length; }
};

struct Zero {
  Sample left;   // value >= 0
  Sample right;  // value < 0
};

class FrontierSearch {
 public:
  FrontierSearch(BlockSearch& search, const SeriesGraph& series, Frontier frontier, WorkMeter& meter)
      : search_(search),
        series_(series),
        frontier_(std::move(frontier)),
        meter_(meter),
        live_index_(series.arcs.size(), 0),
        zeros_(search.size()),
        top_(search.bound.empty() ? 0 : *std::max_element(search.bound.begin(), search.bound.end())) {
    for (std::uint32_t k = 0; k < series.live.size(); ++k) live_index_[series.live[k]] = k;
    room_ = 4 * (static_cast<std::uint64_t>(frontier_.transitions()) + series.arcs.size()) + 1'000'000;
    for (std::uint32_t node = 0; node < search.size(); ++node) {
      if (!search.proven(node)) open_.push_back(node);
    }
  }

  /// The best mean of every node.
  void prove_means() {
    while (!open_.empty() && meter_.spend(cost_of_pass())) pass(next_lambda());
    for (const std::uint32_t node : open_) search_.lower_bound(node, bound_of(zeros_[node]));
  }

  /// The whole envelope of nodes whose mean is proven but set by a long cycle: for smaller alpha a shorter one of a
  /// smaller mean can win. In terms of lambda the envelope is F above its zero. Where two neighbouring lines of what is
  /// known meet, a pass says whether F is higher there; if it is at no such place, nothing is missing, since F is
  /// convex and steeper than the shortest cycle nowhere.
  void prove_envelopes() {
    confirmed_.resize(search_.size());
    std::vector<Corner> corners;
    for (std::uint32_t node = 0; node < search_.size(); ++node) add_open_corner(node, corners);
    // not more than proving the means of a large block costs: most models have few different corners
    WorkMeter meter = meter_.part(std::min<std::uint64_t>(meter_.left() / 2, 20 * cost_of_pass() + 20'000'000));
    while (!corners.empty() && meter.spend(cost_of_pass() + corners.size())) {
      const auto middle = corners.begin() + static_cast<std::ptrdiff_t>(corners.size() / 2);
      std::nth_element(corners.begin(), middle, corners.end(),
                       [](const Corner& a, const Corner& b) { return a.lambda < b.lambda; });
      corners = look_at(middle->lambda, corners);
    }
    meter_.spend(meter.used());
  }

 private:
  /// A place where two lines of a node's envelope meet.
  struct Corner {
    std::uint32_t node;
    double lambda;
  };

  [[nodiscard]] std::uint64_t cost_of_pass() const {
    return 4 * static_cast<std::uint64_t>(frontier_.transitions()) + series_.arcs.size();
  }

  /// The first corner of the node that is not yet known to be one; a node without any is settled.
  void add_open_corner(std::uint32_t node, std::vector<Corner>& corners) {
    const std::vector<CycleLine>& lines = search_.lines(node);
    if (!search_.proven(node) || search_.settled(node) || lines.front().length >= search_.shortest[node]) return;
    const std::optional<double> corner = open_corner(node, lines);
    if (corner) {
      corners.push_back({node, *corner});
    } else {
      search_.shortest[node] = lines.back().length;
    }
  }

  std::optional<double> open_corner(std::uint32_t node, const std::vector<CycleLine>& lines) const {
    const std::vector<CycleLine> hull = upper_hull(lines);
    for (std::size_t i = 0; i + 1 < hull.size(); ++i) {
      if (hull[i + 1].length < search_.shortest[node]) continue;  // lengths that were searched completely
      const double lambda =
          (hull[i + 1].weight - hull[i].weight) / (static_cast<double>(hull[i + 1].length) - hull[i].length);
      const auto& known = confirmed_[node];
      const bool done = std::any_of(known.begin(), known.end(),
                                    [&](double place) { return std::abs(place - lambda) <= search_.tolerance; });
      if (!done) return lambda;
    }
    return std::nullopt;
  }

  /// A pass; returns the corners that are left.
  std::vector<Corner> look_at(double lambda, const std::vector<Corner>& corners) {
    const std::vector<NodeValue> of_node = values_at(lambda, true);
    std::vector<Corner> left;
    for (const Corner& corner : corners) {
      double known = -infinite;
      for (const CycleLine& line : search_.lines(corner.node)) {
        known = std::max(known, line.weight - lambda * line.length);
      }
      const NodeValue& entry = of_node[corner.node];
      const std::uint32_t length = entry.arc == SeriesArc::leaf ? 0 : length_of(entry.arc);
      if (length > 0 && entry.value > known + search_.tolerance * length) {
        report(corner.node, entry.arc, {lambda, entry.value, length});
        add_open_corner(corner.node, left);
      } else if (std::abs(corner.lambda - lambda) <= search_.tolerance / 4) {
        confirmed_[corner.node].push_back(lambda);
        add_open_corner(corner.node, left);
      } else {
        left.push_back(corner);
      }
    }
    return left;
  }

  /// The median of the places where the open nodes want to look.
  double next_lambda() {
    std::vector<double> wanted;
    wanted.reserve(open_.size());
    for (const std::uint32_t node : open_) wanted.push_back(wanted_by(node));
    const auto middle = wanted.begin() + static_cast<std::ptrdiff_t>(wanted.size() / 2);
    std::nth_element(wanted.begin(), middle, wanted.end());
    return *middle;
  }

  double wanted_by(std::uint32_t node) const {
    const Zero& zero = zeros_[node];
    const double best = search_.best(node);
    if (zero.left.length > 0) return std::max(zero.left.mean(), best);
    if (best > -infinite) return best;
    // the mean of a real cycle, and so never above the zero
    return zero.right.length > 0 ? zero.right.mean() : top_;
  }

  double bound_of(const Zero& zero) const {
    const double right = zero.right.length > 0 ? zero.right.lambda : infinite;
    if (zero.left.length == 0 || zero.right.length == 0) return right;
    return zero.left.lambda +
           zero.left.value * (zero.right.lambda - zero.left.lambda) / (zero.left.value - zero.right.value);
  }

  /// F of every node, by the live arcs alone or also by the loops of the contraction.
  std::vector<NodeValue> values_at(double lambda, bool with_loops) {
    frontier_.pass(lambda);
    std::vector<double> values(series_.arcs.size(), -infinite);
    for (std::uint32_t k = 0; k < series_.live.size(); ++k) values[series_.live[k]] = frontier_.value(k);
    if (with_loops) {
      for (const std::uint32_t id : series_.loops) {
        values[id] = series_.arcs[id].weight - lambda * series_.arcs[id].length;
      }
    }
    return spread_to_nodes(series_, std::move(values));
  }

  [[nodiscard]] std::uint32_t length_of(std::uint32_t arc) const {
    const SeriesArc& series = series_.arcs[arc];
    return series.from == series.to ? series.length : frontier_.length(live_index_[arc]);
  }

  void pass(double lambda) {
    const std::vector<NodeValue> of_node = values_at(lambda, false);
    std::vector<std::uint32_t> still_open;
    for (const std::uint32_t node : open_) {
      const NodeValue& entry = of_node[node];
      if (entry.arc == SeriesArc::leaf) {  // no cycle of three arcs passes
        search_.lower_bound(node, search_.best(node));
        continue;
      }
      const Sample sample{lambda, entry.value, length_of(entry.arc)};
      if (sample.mean() > search_.best(node) + search_.tolerance) report(node, entry.arc, sample);
      if (!resolved(node, sample)) still_open.push_back(node);
    }
    open_ = std::move(still_open);
  }

  bool resolved(std::uint32_t node, const Sample& sample) {
    Zero& zero = zeros_[node];
    const double rounding = search_.tolerance / 4 * sample.length;
    if (sample.value <= rounding) search_.lower_bound(node, sample.lambda + search_.tolerance / 4);
    if (sample.value >= 0) {
      if (zero.left.length == 0 || sample.lambda > zero.left.lambda) zero.left = sample;
    } else if (zero.right.length == 0 || sample.lambda < zero.right.lambda) {
      zero.right = sample;
    }
    if (zero.left.length > 0 && zero.right.length == zero.left.length &&
        std::abs(zero.left.mean() - zero.right.mean()) <= search_.tolerance) {
      search_.lower_bound(node, zero.left.mean());
    }
    search_.lower_bound(node, bound_of(zero));
    return search_.proven(node);
  }

  /// A better cycle: its states are worked out as long as that does not cost more than the search.
  void report(std::uint32_t node, std::uint32_t arc, const Sample& sample) {
    const std::uint64_t cost = static_cast<std::uint64_t>(search_.size()) + sample.length;
    if (cost > room_) {
      search_.note_unnamed(node, sample.length, sample.mean());
      return;
    }
    room_ -= cost;
    path_.clear();
    if (series_.arcs[arc].from == series_.arcs[arc].to) {
      series_.expand(arc, path_);
    } else {
      for (const std::uint32_t member : frontier_.cycle(live_index_[arc])) series_.expand(series_.live[member], path_);
    }
    search_.note(path_);
  }

  BlockSearch& search_;
  const SeriesGraph& series_;
  Frontier frontier_;
  WorkMeter& meter_;
  std::vector<std::uint32_t> live_index_;
  std::vector<Zero> zeros_;
  double top_;
  std::uint64_t room_ = 0;
  std::vector<std::uint32_t> open_;
  std::vector<std::vector<double>> confirmed_;  // per node: the places where nothing is above what is known
  std::vector<std::uint32_t> path_;
};

}  // namespace

namespace {

/// A graph whose nodes have an order with a frontier of at most `width` nodes has at most so many neighbours of each
/// node in the mean: what has more need not be looked at closely.
bool is_too_wide(const SeriesGraph& series, std::uint32_t width) {
  std::vector<std::vector<std::uint32_t>> ends(series.node_count);
  for (const std::uint32_t id : series.live) ends[series.arcs[id].from].push_back(series.arcs[id].to);
  std::vector<std::uint32_t> seen_from(series.node_count, graph::none);
  std::size_t pairs = 0;  // in one direction or both, parallel arcs counted once
  for (std::uint32_t node = 0; node < series.node_count; ++node) {
    for (const std::uint32_t to : ends[node]) {
      if (std::exchange(seen_from[to], node) != node) ++pairs;
    }
  }
  return pairs / 2 > static_cast<std::size_t>(width) * series.nodes.size();
}

}  // namespace

bool search_frontier(BlockSearch& search, const SeriesGraph& series, const FrontierLimits& limits, WorkMeter& meter) {
  if (series.nodes.size() < 3) {  // every cycle was closed by the contraction, or has two arcs
    for (std::uint32_t node = 0; node < search.size(); ++node) search.lower_bound(node, search.best(node));
    return true;
  }
  if (is_too_wide(series, limits.width)) return false;
  std::vector<std::uint32_t> position(search.size(), 0);
  for (std::uint32_t i = 0; i < series.nodes.size(); ++i) position[series.nodes[i]] = i;
  std::vector<FrontierArc> arcs;
  arcs.reserve(series.live.size());
  for (const std::uint32_t id : series.live) {
    const SeriesArc& arc = series.arcs[id];
    arcs.push_back({position[arc.from], position[arc.to], arc.length, arc.weight});
  }
  std::optional<Frontier> frontier =
      Frontier::build(static_cast<std::uint32_t>(series.nodes.size()), std::move(arcs), limits);
  if (!frontier) return false;
  meter.spend(2 * frontier->transitions());
  FrontierSearch proof(search, series, std::move(*frontier), meter);
  proof.prove_means();
  search_short_cycles(search, meter);
  proof.prove_envelopes();
  return true;
}

}  // namespace sunder::decouple
