// Finds every cycle whose mean exceeds a level, without enumerating the others.
//
// With a gain of W - lambda L per arc, a cycle has a mean above the level lambda exactly when its gains have a positive
// sum, its surplus. Such a cycle has a node (the one behind the smallest prefix sum) from which all prefix sums of the
// gains are positive. So a depth-first search that starts at every arc, and extends a walk only while its prefix sum is
// positive, finds every cycle above the level and prunes all other walks. Half of an arc's gain is counted at each of
// its ends: the two arcs of a pair of opposite ones, which a longer cycle cannot use together, then do not make a
// prefix sum positive, and far fewer walks are extended.
//
// While walks stay short their number is about linear in the size of the graph. The level is lowered until the work
// allowed does not suffice; the last level that was finished bounds the mean of every cycle that was not found.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "decouple/block_search.hpp"
#include "decouple/contraction.hpp"

namespace sunder::decouple {

namespace {

class SurplusSearch {
 public:
  SurplusSearch(BlockSearch& search, const SeriesGraph& series, WorkMeter& meter)
      : search_(search), series_(series), meter_(meter), starts_(search.size() + 1, 0), on_path_(search.size(), 0) {
    for (const std::uint32_t id : series.live) ++starts_[series.arcs[id].from + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
    arcs_.resize(series.live.size());
    for (const std::uint32_t id : series.live) {
      const SeriesArc& arc = series.arcs[id];
      arcs_[next[arc.from]++] = {arc.weight, 0, arc.from, arc.to, arc.length, id};
    }
  }

  void run() {
    double lowest_weight = std::numeric_limits<double>::infinity();
    double level = -lowest_weight;
    for (const Arc& arc : arcs_) lowest_weight = std::min(lowest_weight, arc.weight / arc.length);
    for (std::uint32_t node = 0; node < search_.size(); ++node) level = std::max(level, search_.bound[node]);
    const double range = level - lowest_weight;
    double step = range / 32;
    for (int failures = 0; failures < 6 && step > 1e-5 * range;) {
      const double target = next_level(level, step);
      if (!(target < level)) return;
      const std::uint64_t before = meter_.used();
      if (!finish(target, meter_.left() / 4)) {
        ++failures;
        step = (level - target) / 2;
        continue;
      }
      level = target;
      for (std::uint32_t node = 0; node < search_.size(); ++node) {
        search_.lower_bound(node, level + search_.tolerance / 4);
      }
      if (meter_.used() - before < 20 * arcs_.size()) step *= 1.5;
    }
  }

 private:
  struct Arc {
    double weight;
    double gain;  // at the present level
    std::uint32_t from, to, length, id;
  };
  struct Step {
    std::uint32_t arc;   // the last arc of the walk
    std::uint32_t next;  // the next arc to try
    double sum;          // of the gains so far
  };

  /// A step down, or a little less: to the best mean of some node, which is proven if the level can be finished. The
  /// present level when nothing is left to prove.
  double next_level(double level, double step) const {
    double next = std::numeric_limits<double>::infinity();
    bool open = false;
    for (std::uint32_t node = 0; node < search_.size(); ++node) {
      if (search_.proven(node)) continue;
      open = true;
      const double best = search_.best(node);
      if (best >= level - step) next = std::min(next, best);
    }
    if (!open) return level;
    return next < level ? next : level - step;
  }

  /// All cycles of mean above the level. False: too many walks.
  bool finish(double level, std::uint64_t work) {
    for (Arc& arc : arcs_) arc.gain = arc.weight - level * arc.length;
    for (std::uint32_t node = 0; node < search_.size(); ++node) {
      std::sort(arcs_.begin() + starts_[node], arcs_.begin() + starts_[node + 1],
                [](const Arc& a, const Arc& b) { return a.gain != b.gain ? a.gain > b.gain : a.id < b.id; });
    }
    find_worst();
    std::uint64_t used = arcs_.size();
    bool complete = true;
    for (std::uint32_t start = 0; start < arcs_.size() && complete; ++start) {
      complete = walk_from(start, level, work, used);
    }
    meter_.spend(used);
    return complete;
  }

  /// For every arc the lowest best mean of its nodes: what a cycle must exceed to be of use to one of them. Means only
  /// rise during the search, so this stays a safe filter.
  void find_worst() {
    worst_.resize(series_.arcs.size());
    for (std::uint32_t id = 0; id < series_.arcs.size(); ++id) {
      const SeriesArc& arc = series_.arcs[id];
      worst_[id] =
          arc.first == SeriesArc::leaf ? search_.best(arc.from) : std::min(worst_[arc.first], worst_[arc.second]);
    }
  }

  bool walk_from(std::uint32_t start, double level, std::uint64_t work, std::uint64_t& used) {
    const std::uint32_t root = arcs_[start].from;
    on_path_[root] = on_path_[arcs_[start].to] = 1;
    walk_.assign(1, {start, starts_[arcs_[start].to], 0.0});
    while (!walk_.empty()) {
      Step& step = walk_.back();
      const Arc& last = arcs_[step.arc];
      ++used;
      // arcs of a node are sorted by gain: with none of the rest is the sum positive
      if (step.next == starts_[last.to + 1] || step.sum + (last.gain + arcs_[step.next].gain) / 2 <= 0 || used > work ||
          (used % 65536 == 0 && meter_.cancelled())) {
        on_path_[last.to] = 0;
        walk_.pop_back();
        continue;
      }
      const std::uint32_t taken = step.next++;
      const Arc& arc = arcs_[taken];
      const double sum = step.sum + (last.gain + arc.gain) / 2;
      if (arc.to == root) {
        const double surplus = sum + (arc.gain + arcs_[start].gain) / 2;
        if (surplus > 0 && walk_.size() >= 2) report(taken, level, surplus);
      } else if (on_path_[arc.to] == 0) {
        on_path_[arc.to] = 1;
        walk_.push_back({taken, starts_[arc.to], sum});
      }
    }
    on_path_[root] = 0;
    return used <= work && !meter_.cancelled();
  }

  void report(std::uint32_t closing, double level, double surplus) {
    std::uint32_t length = arcs_[closing].length;
    for (const Step& step : walk_) length += arcs_[step.arc].length;
    const double mean = level + surplus / length;
    const auto of_use = [&](const Arc& arc) {
      return worst_[arc.id] < mean && (arc.length > 1 || search_.best(arc.from) < mean);
    };
    const bool useful = of_use(arcs_[closing]) ||
                        std::any_of(walk_.begin(), walk_.end(), [&](const Step& s) { return of_use(arcs_[s.arc]); });
    if (!useful) return;
    path_.clear();
    for (const Step& step : walk_) series_.expand(arcs_[step.arc].id, path_);
    series_.expand(arcs_[closing].id, path_);
    search_.note(path_);
  }

  BlockSearch& search_;
  const SeriesGraph& series_;
  WorkMeter& meter_;
  std::vector<std::uint32_t> starts_;
  std::vector<Arc> arcs_;
  std::vector<double> worst_;
  std::vector<char> on_path_;
  std::vector<Step> walk_;
  std::vector<std::uint32_t> path_;
};

}  // namespace

void search_surplus(BlockSearch& search, const SeriesGraph& series, WorkMeter& meter) {
  SurplusSearch(search, series, meter).run();
}

}  // namespace sunder::decouple
