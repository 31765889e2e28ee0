// The search for time scales against the definition: every simple cycle, found by brute force.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>

#include "decouple/analysis.hpp"
#include "decouple/logarithms.hpp"
#include "zoo/heat_exchanger.hpp"

using namespace sunder;

namespace {

using Dense = std::vector<std::vector<double>>;

Dense random_matrix() {
  const auto n = *rc::gen::inRange<std::size_t>(1, 7);
  Dense matrix(n, std::vector<double>(n, 0.0));
  for (auto& row : matrix) {
    for (double& entry : row) {
      if (*rc::gen::inRange(0, 100) < 45) continue;
      const double magnitude = std::pow(10.0, *rc::gen::inRange(-400, 400) / 100.0);
      entry = *rc::gen::arbitrary<bool>() ? magnitude : -magnitude;
    }
  }
  return matrix;
}

decouple::Linearisation linearisation_of(const Dense& matrix) {
  decouple::Linearisation result;
  std::vector<zoo::Triplet> entries;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    result.states.push_back("x" + std::to_string(i));
    // zeros are stored too: a structural entry that is exactly zero is no edge
    for (std::size_t j = 0; j < matrix.size(); ++j) entries.push_back({i, j, matrix[i][j]});
  }
  result.jacobian = zoo::from_triplets(matrix.size(), entries);
  return result;
}

struct Truth {
  std::vector<double> scale;
  std::size_t cycles = 0;
};

/// Walks every simple path from its smallest state: slow, short, and nothing like the product's algorithm.
void walk(const Dense& j, double alpha, std::vector<std::size_t>& path, std::vector<char>& used, Truth& truth) {
  const std::size_t last = path.back();
  for (std::size_t next = path.front(); next < j.size(); ++next) {
    if (j[last][next] == 0) continue;
    if (next == path.front() && path.size() > 1) {
      double product = 1;
      for (std::size_t i = 0; i < path.size(); ++i) product *= std::abs(j[path[i]][path[(i + 1) % path.size()]]);
      const double bound = std::pow(alpha / product, 1.0 / static_cast<double>(path.size()));
      for (const std::size_t state : path) truth.scale[state] = std::min(truth.scale[state], bound);
      ++truth.cycles;
    }
    if (used[next]) continue;
    used[next] = 1;
    path.push_back(next);
    walk(j, alpha, path, used, truth);
    path.pop_back();
    used[next] = 0;
  }
}

Truth brute_force(const Dense& j, double alpha, decouple::SelfLoop convention) {
  Truth truth;
  truth.scale.assign(j.size(), decouple::infinite);
  for (std::size_t i = 0; i < j.size(); ++i) {
    const double d = j[i][i];
    if (convention == decouple::SelfLoop::gain && d != 0) truth.scale[i] = (d < 0 ? 1 + alpha : alpha) / std::abs(d);
    if (convention == decouple::SelfLoop::magnitude && d != 0) truth.scale[i] = alpha / std::abs(d);
    if (convention == decouple::SelfLoop::published && d != -1) truth.scale[i] = alpha / std::abs(1 + d);
    if (d != 0 || convention == decouple::SelfLoop::published) ++truth.cycles;
  }
  for (std::size_t i = 0; i < j.size(); ++i) {
    std::vector<std::size_t> path{i};
    std::vector<char> used(j.size(), 0);
    used[i] = 1;
    walk(j, alpha, path, used, truth);
  }
  return truth;
}

bool close(double a, double b) { return a == b || std::abs(a - b) <= 1e-9 * std::abs(b); }

decouple::SelfLoop random_convention() {
  return *rc::gen::element(decouple::SelfLoop::gain, decouple::SelfLoop::magnitude, decouple::SelfLoop::published);
}

double random_alpha() { return *rc::gen::inRange(1, 101) / 100.0; }

}  // namespace

TEST_CASE("time scales and counts equal brute force, at every alpha from one search") {
  CHECK(rc::check([] {
    const Dense matrix = random_matrix();
    decouple::AnalysisOptions options;
    options.self_loop = random_convention();
    options.alpha = random_alpha();
    options.want_partition = false;
    const auto analysis = decouple::analyze(linearisation_of(matrix), options);
    RC_ASSERT(analysis.ok());
    RC_ASSERT(analysis->exact);
    const Truth truth = brute_force(matrix, options.alpha, options.self_loop);
    RC_ASSERT(analysis->cycle_count == truth.cycles);
    for (const decouple::VariableScale& variable : analysis->variables) {
      RC_ASSERT(close(variable.time_scale, truth.scale[variable.state.index()]));
    }
    const double other = random_alpha();
    const Truth truth_there = brute_force(matrix, other, options.self_loop);
    const decouple::AlphaSweep there = decouple::sweep(*analysis, {other});
    for (std::size_t i = 0; i < matrix.size(); ++i) RC_ASSERT(close(there.time_scales[0][i], truth_there.scale[i]));
  }));
}

TEST_CASE("the cycle of a state explains its time scale") {
  CHECK(rc::check([] {
    const Dense matrix = random_matrix();
    decouple::AnalysisOptions options;
    options.alpha = random_alpha();
    options.want_partition = false;
    const auto analysis = decouple::analyze(linearisation_of(matrix), options);
    for (const decouple::VariableScale& variable : analysis->variables) {
      if (variable.cycle.empty()) {
        RC_ASSERT(std::isinf(variable.time_scale));
        continue;
      }
      RC_ASSERT(variable.cycle.front() == variable.state);
      if (variable.cycle.size() == 1) continue;
      double product = 1;
      for (std::size_t i = 0; i < variable.cycle.size(); ++i) {
        // influence runs from a state to the next: row of the next, column of this one
        const model::StateIndex next = variable.cycle[(i + 1) % variable.cycle.size()];
        product *= std::abs(matrix[next.index()][variable.cycle[i].index()]);
      }
      RC_ASSERT(close(variable.time_scale,
                      std::pow(options.alpha / product, 1.0 / static_cast<double>(variable.cycle.size()))));
    }
  }));
}

TEST_CASE("when the enumeration is cut short the brackets hold the truth, and exact means exact") {
  CHECK(rc::check([] {
    const Dense matrix = random_matrix();
    decouple::AnalysisOptions options;
    options.self_loop = random_convention();
    options.alpha = random_alpha();
    options.want_partition = false;
    options.cycle_limit = *rc::gen::inRange<std::uint64_t>(0, 8);
    const auto analysis = decouple::analyze(linearisation_of(matrix), options);
    RC_ASSERT(!analysis.diagnostics().has_errors());
    const Truth truth = brute_force(matrix, options.alpha, options.self_loop);
    for (const decouple::VariableScale& variable : analysis->variables) {
      const double value = truth.scale[variable.state.index()];
      RC_ASSERT(variable.lower <= value * (1 + 1e-9));
      RC_ASSERT(value <= variable.upper * (1 + 1e-9));
      if (variable.exact) RC_ASSERT(close(variable.time_scale, value));
      if (!variable.exact) RC_ASSERT(!analysis->exact);
    }
    RC_TAG(analysis->exact ? "exact" : "bracketed");
  }));
}

TEST_CASE("entries of any magnitude do not overflow") {
  const Dense matrix{{0, 1e300, 0}, {0, 0, 1e300}, {1e300, 0, 0}};
  decouple::AnalysisOptions options;
  options.want_partition = false;
  const auto analysis = decouple::analyze(linearisation_of(matrix), options);
  CHECK(analysis->variables[0].time_scale == doctest::Approx(1e-300));
  const Dense tiny{{0, 1e-300, 0}, {0, 0, 1e-300}, {1e-300, 0, 0}};
  CHECK(decouple::analyze(linearisation_of(tiny), options)->variables[0].time_scale == doctest::Approx(1e300));
}

TEST_CASE("a chain of 200 000 states without feedback is quick and exact") {
  const std::size_t n = 200000;
  std::vector<zoo::Triplet> entries;
  decouple::Linearisation chain;
  for (std::size_t i = 0; i < n; ++i) {
    chain.states.push_back("x[" + std::to_string(i + 1) + "]");
    entries.push_back({i, i, i < n / 2 ? -100.0 : -1.0});
    if (i > 0) entries.push_back({i, i - 1, 1.0});
  }
  chain.jacobian = zoo::from_triplets(n, entries);
  const auto analysis = decouple::analyze(chain, {});
  CHECK(analysis->exact);
  CHECK(*analysis->cycle_count == n);
  CHECK(analysis->variables.front().time_scale == doctest::Approx(0.02));
  CHECK(analysis->variables.back().time_scale == doctest::Approx(2.0));
  CHECK(analysis->partition->partition.fast().size() == n / 2);
  CHECK(*analysis->indices.stiffness_ratio == doctest::Approx(100));
}

TEST_CASE("a heat exchanger of 1000 cells has too many cycles to list, but its time scales are exact") {
  decouple::Linearisation exchanger;
  exchanger.jacobian = zoo::heat_exchanger(zoo::exchanger_of(1000));
  for (std::size_t i = 0; i < 3000; ++i) exchanger.states.push_back("T[" + std::to_string(i + 1) + "]");
  const auto analysis = decouple::analyze(exchanger, {});
  CHECK_FALSE(analysis->cycle_count);
  CHECK(analysis->exact);
  for (const decouple::VariableScale& variable : analysis->variables) {
    CHECK(variable.lower == variable.upper);
    CHECK(variable.cycle_length > 0);
  }
}

TEST_CASE("two-way coupled chains are closed by the bound alone") {
  // homogeneous diffusion: the pairs already reach the largest possible mean, whatever was not enumerated
  const std::size_t n = 2000;
  std::vector<zoo::Triplet> entries;
  decouple::Linearisation rod;
  for (std::size_t i = 0; i < n; ++i) {
    rod.states.push_back("T[" + std::to_string(i + 1) + "]");
    if (i > 0) entries.push_back({i, i - 1, 3.0});
    if (i + 1 < n) entries.push_back({i, i + 1, 3.0});
  }
  rod.jacobian = zoo::from_triplets(n, entries);
  decouple::AnalysisOptions options;
  options.cycle_limit = 3;
  options.want_partition = false;
  const auto analysis = decouple::analyze(rod, options);
  CHECK(analysis->exact);
  CHECK(analysis->variables.front().time_scale == doctest::Approx(1 / 3.0));
  CHECK(analysis->variables.back().time_scale == doctest::Approx(1 / 3.0));
  CHECK_FALSE(analysis->indices.separability);  // all equal
}
