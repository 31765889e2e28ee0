// Certificates of large blocks: without all eigenvalues they must say what all eigenvalues say.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "integrate/certificate.hpp"
#include "integrate/comparison_bound.hpp"
#include "zoo/heat_exchanger.hpp"

using namespace sunder;

namespace {

struct LargeProblem {
  algebra::SparseMatrix matrix;
  model::StateSet fast;
  double fastest = 1;  ///< the largest diagonal entry
};

LargeProblem finish(std::size_t n, const std::vector<zoo::Triplet>& entries, std::mt19937& random, double fast_share) {
  LargeProblem problem;
  problem.matrix = zoo::from_triplets(n, entries);
  std::uniform_real_distribution<double> unit(0, 1);
  for (std::size_t i = 0; i < n; ++i) {
    if (unit(random) < fast_share) problem.fast.emplace_back(i);
  }
  problem.fastest = 0;
  for (const zoo::Triplet& entry : entries) problem.fastest = std::max(problem.fastest, std::abs(entry.value));
  return problem;
}

/// Diffusion along a line or in a square, conductivities over two decades; `leak` makes it lose something.
LargeProblem grid(std::size_t rows, std::size_t columns, double leak, std::mt19937& random) {
  std::uniform_real_distribution<double> decades(-1, 1);
  std::vector<zoo::Triplet> entries;
  std::vector<double> diagonal(rows * columns, -leak);
  const auto join = [&](std::size_t a, std::size_t b) {
    const double k = std::pow(10.0, decades(random));
    entries.push_back({a, b, k});
    entries.push_back({b, a, 2 * k});
    diagonal[a] -= k;
    diagonal[b] -= 2 * k;
  };
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      if (i + 1 < rows) join(i * columns + j, (i + 1) * columns + j);
      if (j + 1 < columns) join(i * columns + j, i * columns + j + 1);
    }
  }
  for (std::size_t i = 0; i < diagonal.size(); ++i) entries.push_back({i, i, diagonal[i]});
  return finish(diagonal.size(), entries, random, 0.5);
}

/// Masses and springs, weakly damped: positions first, then velocities.
LargeProblem masses(std::size_t count, std::mt19937& random) {
  std::vector<zoo::Triplet> entries;
  for (std::size_t i = 0; i < count; ++i) {
    entries.push_back({i, count + i, 1.0});
    entries.push_back({count + i, i, i + 1 < count ? -2.0 : -1.0});
    if (i > 0) entries.push_back({count + i, i - 1, 1.0});
    if (i + 1 < count) entries.push_back({count + i, i + 1, 1.0});
    entries.push_back({count + i, count + i, -0.05});
  }
  return finish(2 * count, entries, random, 0.5);
}

LargeProblem scattered(std::size_t n, std::mt19937& random) {
  std::uniform_real_distribution<double> value(-1, 1);
  std::uniform_int_distribution<std::size_t> place(0, n - 1);
  std::vector<zoo::Triplet> entries;
  for (std::size_t i = 0; i < n; ++i) {
    entries.push_back({i, i, -1.5 + 0.5 * value(random)});
    entries.push_back({(i + 1) % n, i, 0.5 * value(random)});
  }
  std::vector<char> taken(n * n, 0);
  for (std::size_t i = 0; i < 2 * n; ++i) {
    const std::size_t row = place(random);
    const std::size_t column = place(random);
    if (row == column || row == (column + 1) % n || taken[row * n + column] != 0) continue;
    taken[row * n + column] = 1;
    entries.push_back({row, column, value(random)});
  }
  return finish(n, entries, random, 0.5);
}

LargeProblem exchanger(std::size_t cells) {
  LargeProblem problem;
  problem.matrix = zoo::heat_exchanger(zoo::exchanger_of(cells));
  problem.fast = model::all_states(cells);
  for (const double value : problem.matrix.values) problem.fastest = std::max(problem.fastest, std::abs(value));
  return problem;
}

void compare(const LargeProblem& problem, std::string_view method, double step) {
  CAPTURE(method);
  CAPTURE(step);
  integrate::CertificateOptions all;
  all.dense_limit = 2000;
  integrate::CertificateOptions none;
  none.dense_limit = 1;
  const model::StepCertificate truth = *integrate::certify(method, problem.matrix, problem.fast, step, all);
  const model::StepCertificate found = *integrate::certify(method, problem.matrix, problem.fast, step, none);
  CHECK(found.verdict != model::StepVerdict::undecided);
  CHECK(found.acceptable() == truth.acceptable());
  // a bound may stand for the radius of a stable step, never below it
  const bool equal = std::abs(found.spectral_radius - truth.spectral_radius) <= 2e-3 * truth.spectral_radius;
  CHECK((equal || (truth.spectral_radius <= 1 && found.spectral_radius > truth.spectral_radius)));
}

}  // namespace

TEST_CASE("large blocks: same verdict as all eigenvalues") {
  std::mt19937 random(20261116);
  const std::vector<LargeProblem> problems = {grid(1, 320, 0, random), grid(17, 19, 0.1, random), masses(160, random),
                                              scattered(310, random), exchanger(110)};
  for (std::size_t i = 0; i < problems.size(); ++i) {
    CAPTURE(i);
    const LargeProblem& problem = problems[i];
    compare(problem, "mixed-euler", 0.4 / problem.fastest);
    compare(problem, "mixed-euler", 4 / problem.fastest);
    compare(problem, "mixed-midpoint", 0.7 / problem.fastest);
  }
  compare(problems[2], "implicit-euler", 1.0);
  compare(problems[3], "rk4", 1.0);
}

TEST_CASE("the comparison bound is one, and sharp where influences are positive") {
  std::mt19937 random(7);
  const LargeProblem problem = grid(6, 7, 0.01, random);
  const std::vector<char> none(42, 0), some = [&] {
    std::vector<char> fast(42, 0);
    for (const std::size_t state : model::places(problem.fast)) fast[state] = 1;
    return fast;
  }();
  for (const double step : {0.1 / problem.fastest, 0.5 / problem.fastest, 3 / problem.fastest}) {
    const double truth = integrate::certify("mixed-euler", problem.matrix, problem.fast, step)->spectral_radius;
    const auto bound = integrate::comparison_bound(
        *integrate::linear_step("mixed-euler", integrate::ExplicitUpdate::simultaneous), problem.matrix, some, step);
    REQUIRE(bound);
    CHECK(bound->upper >= truth * (1 - 1e-9));
    if (bound->sharp) CHECK(bound->upper == doctest::Approx(truth).epsilon(1e-5));
  }
  CHECK(integrate::comparison_bound(*integrate::linear_step("euler", integrate::ExplicitUpdate::simultaneous),
                                    problem.matrix, none, 0.1)
            ->upper > 1);
  CHECK_FALSE(integrate::comparison_bound(*integrate::linear_step("rk4", integrate::ExplicitUpdate::simultaneous),
                                          problem.matrix, none, 0.1));
}

TEST_CASE("a hundred thousand states are certified") {
  std::mt19937 random(3);
  const LargeProblem line = grid(1, 100000, 0, random);
  const LargeProblem square = grid(316, 316, 0, random);
  for (const LargeProblem* problem : {&line, &square}) {
    const model::StepCertificate safe =
        *integrate::certify("mixed-euler", problem->matrix, problem->fast, 0.3 / problem->fastest);
    CHECK(safe.certified());
    CHECK(safe.growth == 1);
    CHECK(safe.spectral_radius == doctest::Approx(1).epsilon(1e-5));
    const model::StepCertificate wild = *integrate::certify("euler", problem->matrix, {}, 20 / problem->fastest);
    CHECK(wild.verdict == model::StepVerdict::unstable);
  }
}
