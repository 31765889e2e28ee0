// The search for time scales on networks of many kinds and sizes.
//
//   bench_cycles [--budget SECONDS] [--enumerate SECONDS] [KIND [SIZE…]]
//
// Without a kind: the table of docs/benchmarks.md. Budget is the work allowed to the search (60 unless given); the
// enumeration of all cycles runs beside it as long as it is told to (5 unless given), and where it finishes, every
// value that the search calls exact is compared with it.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "decouple/balance.hpp"
#include "decouple/time_scales.hpp"
#include "graph/cycles.hpp"
#include "zoo/networks.hpp"

namespace {

using namespace sunder;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

struct Kind {
  std::string name;
  std::function<algebra::SparseMatrix(std::size_t)> make;
  std::vector<std::size_t> sizes;
};

std::vector<Kind> kinds() {
  const auto exchanger = [](double flow_a, double flow_b, double scale) {
    return [=](std::size_t n) {
      return zoo::heat_exchanger({n, 20 * scale, 15 * scale, flow_a, flow_b, 12 * scale, 9 * scale});
    };
  };
  return {
      {"exchanger-advective", exchanger(20, 25, 0.1), {10, 100, 1000, 10000, 100000}},
      {"exchanger-exchange", exchanger(1, 1.3, 1), {10, 100, 1000, 10000, 100000}},
      {"mass-chain", [](std::size_t n) { return zoo::mass_chain(n, 0, 2, 1); }, {10, 1000, 100000}},
      {"mass-chain-spread", [](std::size_t n) { return zoo::mass_chain(n, 2, 2, 1); }, {10, 1000, 100000}},
      {"rc-ladder", [](std::size_t n) { return zoo::ladder(n, 4, 1); }, {10, 1000, 100000}},
      {"grid-homogeneous", [](std::size_t n) { return zoo::grid(n, 0, 0, 1); }, {4, 10, 100, 1000}},
      {"grid-couplings", [](std::size_t n) { return zoo::grid(n, 4, 0, 1); }, {4, 5, 10, 30, 100, 300, 1000}},
      {"grid-capacities", [](std::size_t n) { return zoo::grid(n, 0, 4, 1); }, {4, 10, 100, 1000}},
      {"swing-grid", [](std::size_t n) { return zoo::swing(n, 1); }, {5, 10, 30, 100, 300}},
      {"planar", [](std::size_t n) { return zoo::planar(n, 1); }, {5, 10, 30, 100, 300}},
      {"dense", [](std::size_t n) { return zoo::dense(n, 4, 1); }, {9, 12, 16, 20, 30, 40}},
      {"degree-3", [](std::size_t n) { return zoo::random_graph(n, 3, 4, 1); }, {15, 30, 100, 1000, 10000}},
  };
}

struct Enumeration {
  bool complete = false;
  std::uint64_t cycles = 0;
  double seconds = 0;
  std::vector<double> best;  ///< log of the time scale by cycles of two states or more
};

Enumeration enumerate(const decouple::DependencyGraph& graph, double budget) {
  Enumeration result;
  result.best.assign(graph.diagonal.size(), std::numeric_limits<double>::infinity());
  const auto begin = Clock::now();
  graph::CycleLimits limits;
  limits.deadline = begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(budget));
  const decouple::WeightedGraph weighted{graph.arcs, graph.weights};
  const graph::CycleCount count = graph::enumerate_cycles(graph.arcs, limits, [&](std::span<const std::uint32_t> path) {
    double weight = 0;
    for (std::size_t i = 0; i < path.size(); ++i) {
      weight += weighted.weights[weighted.arc(path[i], path[i + 1 < path.size() ? i + 1 : 0])];
    }
    const double log = -weight / static_cast<double>(path.size());
    for (const std::uint32_t node : path) result.best[node] = std::min(result.best[node], log);
    return true;
  });
  result.complete = count.complete;
  result.cycles = count.found;
  result.seconds = seconds_since(begin);
  return result;
}

struct Row {
  double states = 0;
  double seconds = 0;
};

Row measure(const Kind& kind, std::size_t size, double budget, double enumeration) {
  decouple::DependencyGraph graph = decouple::dependency_graph(kind.make(size));
  std::fill(graph.diagonal.begin(), graph.diagonal.end(), 0.0);  // cycles of two states or more alone
  decouple::CycleOptions options;
  options.budget = budget;
  options.limit = 0;  // the search, not the enumeration it could start with
  const auto begin = Clock::now();
  const decouple::TimeScales scales = decouple::find_time_scales(graph, options);
  const double seconds = seconds_since(begin);
  const std::size_t n = graph.diagonal.size();
  std::size_t exact = 0, short_exact = 0, wrong = 0, on_cycles = 0;
  std::vector<double> gaps;
  const Enumeration truth = enumeration > 0 ? enumerate(graph, enumeration) : Enumeration{};
  for (std::size_t i = 0; i < n; ++i) {
    const decouple::Bounds bounds = scales.bounds(model::StateIndex(i), decouple::SelfLoop::gain, 1);
    if (std::isfinite(bounds.log_lower)) ++on_cycles;
    if (!std::isfinite(bounds.log_lower)) continue;
    exact += bounds.proof == decouple::Proof::exact ? 1 : 0;
    short_exact += bounds.proof != decouple::Proof::bracket ? 1 : 0;
    if (bounds.proof != decouple::Proof::exact) gaps.push_back(bounds.log_upper - bounds.log_lower);
    if (!truth.complete) continue;
    const bool inside = bounds.log_lower <= truth.best[i] + 1e-9 && truth.best[i] <= bounds.log_upper + 1e-9;
    const bool equal = std::abs(bounds.log_upper - truth.best[i]) <= 1e-9;
    if (!inside || (bounds.proof == decouple::Proof::exact && !equal)) ++wrong;
  }
  std::sort(gaps.begin(), gaps.end());
  const auto fraction = [&](std::size_t count) {
    return on_cycles == 0 ? 1.0 : static_cast<double>(count) / static_cast<double>(on_cycles);
  };
  const std::string cycles =
      truth.complete ? std::to_string(truth.cycles) : (truth.cycles > 0 ? ">" + std::to_string(truth.cycles) : "-");
  char enumerated[32] = "-";
  if (truth.complete) std::snprintf(enumerated, sizeof enumerated, "%.3f", truth.seconds);
  std::printf("%-20s %8zu %8zu %12s %8s %8.3f %6.1f%% %6.1f%% %7.3f %s\n", kind.name.c_str(), n,
              graph.arcs.entries.size(), cycles.c_str(), enumerated, seconds, 100 * fraction(exact),
              100 * fraction(short_exact), gaps.empty() ? 0.0 : gaps[gaps.size() / 2],
              truth.complete ? (wrong == 0 ? "checked" : (std::to_string(wrong) + " WRONG").c_str()) : "");
  std::fflush(stdout);
  return {static_cast<double>(n), seconds};
}

}  // namespace

int main(int count, char** words) {
  double budget = 60;
  double enumeration = 5;
  std::string wanted;
  std::vector<std::size_t> sizes;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if ((word == "--budget" || word == "--enumerate") && i + 1 < count) {
      (word == "--budget" ? budget : enumeration) = std::strtod(words[++i], nullptr);
    } else if (wanted.empty()) {
      wanted = word;
    } else {
      sizes.push_back(std::strtoul(words[i], nullptr, 10));
    }
  }
  std::printf("%-20s %8s %8s %12s %8s %8s %7s %7s %7s\n", "network", "states", "arcs", "cycles", "enum s", "search s",
              "exact", "L<=8", "gap");
  bool known = false;
  for (const Kind& kind : kinds()) {
    if (!wanted.empty() && kind.name != wanted) continue;
    known = true;
    std::vector<Row> rows;
    for (const std::size_t size : sizes.empty() ? kind.sizes : sizes) {
      rows.push_back(measure(kind, size, budget, enumeration));
    }
    if (rows.size() < 2) continue;
    const Row& a = rows[rows.size() - 2];
    const Row& b = rows.back();
    std::printf("%-20s exponent %.2f\n", "", std::log(b.seconds / a.seconds) / std::log(b.states / a.states));
  }
  if (!known) {
    std::fprintf(stderr, "there is no network '%s'; there are:", wanted.c_str());
    for (const Kind& kind : kinds()) std::fprintf(stderr, " %s", kind.name.c_str());
    std::fprintf(stderr, "\n");
    return 1;
  }
  return 0;
}
