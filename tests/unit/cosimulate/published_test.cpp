// The numbers of the paper, its errors included.
#include <doctest/doctest.h>

#include <cmath>

#include "cosimulate/cosimulate.hpp"
#include "cosimulate/parts.hpp"
#include "cosimulate/system_reader.hpp"

using namespace sunder;

namespace {

/// Two scalar parts in a circle: x_i' = a_i x_i + b_i u_i, y_i = x_i.
struct Scalars {
  double a1, b1, a2, b2;
};
struct Local {
  std::string method = "euler";
  double dt1 = 0.1, dt2 = 0.1;
};

Eigen::MatrixXd rows(std::initializer_list<std::initializer_list<double>> values) { return Eigen::MatrixXd(values); }

cosimulate::StabilityProblem pair(const Scalars& s, const Local& local) {
  cosimulate::StabilityProblem problem;
  const auto part = [](double a, double b) {
    return model::LinearSystem{.a = rows({{a}}), .b = rows({{b}}), .c = rows({{1}}), .d = rows({{0}})};
  };
  problem.samples = {{part(s.a1, s.b1), part(s.a2, s.b2)}};
  problem.rules = {{local.method, {}, local.dt1, 1, true}, {local.method, {}, local.dt2, 1, true}};
  problem.wiring.first_input = problem.wiring.first_output = {0, 1, 2};
  problem.wiring.sources = {{1, 0, 0}, {0, 0, 1}};
  return problem;
}

/// m x'' + k x^3... linearised: stiffness k; force F' = -0.1 F + p v.
cosimulate::StabilityProblem mass(double m, double stiffness, double b, double p, double dt1, double dt2) {
  cosimulate::StabilityProblem problem;
  const model::LinearSystem body{
      .a = rows({{0, 1}, {-stiffness / m, -b / m}}), .b = rows({{0}, {1 / m}}), .c = rows({{0, 1}}), .d = rows({{0}})};
  const model::LinearSystem force{.a = rows({{-0.1}}), .b = rows({{p}}), .c = rows({{1}}), .d = rows({{0}})};
  problem.samples = {{body, force}};
  problem.rules = {{"euler", {}, dt1, 1, true}, {"heun", {}, dt2, 1, true}};
  problem.wiring.first_input = problem.wiring.first_output = {0, 1, 2};
  problem.wiring.sources = {{1, 0, 0}, {0, 0, 1}};
  return problem;
}

std::vector<double> magnitudes(const cosimulate::StabilityProblem& problem, double step) {
  std::vector<double> list;
  const auto found = cosimulate::spectrum(problem, step, cosimulate::SearchMode::fixed_steps);
  REQUIRE(found);
  for (const auto& value : found->eigenvalues) list.push_back(std::abs(value));
  return list;
}

cosimulate::Verdict verdict(const cosimulate::StabilityProblem& problem, double step) {
  return cosimulate::spectrum(problem, step, cosimulate::SearchMode::fixed_steps)->verdict();
}

}  // namespace

TEST_CASE("example 2: numbers of substeps that are not whole give no certificate") {
  const cosimulate::StabilityProblem problem = pair({-2, 1, -1.5, 0.5}, {"euler", 1, 4.0 / 3});
  CHECK_FALSE(cosimulate::spectrum(problem, 2, cosimulate::SearchMode::fixed_steps));
  CHECK_FALSE(cosimulate::spectrum(problem, 2.1, cosimulate::SearchMode::fixed_steps));
}

TEST_CASE("example 3") {
  const auto found = magnitudes(pair({-2, 1, -1.5, 0.5}, {"euler", 0.9, 0.9}), 1.8);
  REQUIRE(found.size() == 2);
  CHECK(found[0] == doctest::Approx(0.727085).epsilon(1e-5));
  CHECK(found[1] == doctest::Approx(0.035415).epsilon(1e-4));
}

TEST_CASE("example 4: an unstable part, stable up to 89 substeps") {
  const cosimulate::StabilityProblem problem = pair({-1, 1, 0.1, -1}, {"euler", 0.01, 0.01});
  const auto found = magnitudes(problem, 0.89);
  CHECK(found[0] == doctest::Approx(0.998419).epsilon(1e-6));
  CHECK(found[1] == doctest::Approx(0.998419).epsilon(1e-6));
  const cosimulate::StepSearch search = cosimulate::search_steps(problem, 0.89, cosimulate::SearchMode::fixed_steps);
  REQUIRE(search.largest);
  CHECK(*search.largest == doctest::Approx(0.89));
  CHECK(verdict(problem, 0.90) == cosimulate::Verdict::unstable);
}

TEST_CASE("example 5") {
  const auto found = magnitudes(mass(2, 10, 1, -0.5, 0.01, 0.1), 1);
  REQUIRE(found.size() == 3);
  CHECK(found[0] == doctest::Approx(0.907509).epsilon(1e-6));
  CHECK(found[1] == doctest::Approx(0.842434).epsilon(1e-6));
  CHECK(found[2] == doctest::Approx(0.842434).epsilon(1e-6));
}

TEST_CASE("example 6 is printed as 1.0000 and is not stable") {
  const cosimulate::StabilityProblem problem = mass(2, 3 * 10 * 25, 1, -0.5, 0.0013, 0.026);
  const auto found = magnitudes(problem, 0.078);
  CHECK(found[0] == doctest::Approx(1.000014966).epsilon(1e-8));
  CHECK(found[1] == doctest::Approx(1.000014966).epsilon(1e-8));
  CHECK(found[2] == doctest::Approx(0.992234519).epsilon(1e-8));
  CHECK(verdict(problem, 0.078) == cosimulate::Verdict::unstable);
}

TEST_CASE("forward Euler says nothing about higher Runge-Kutta methods") {
  const Scalars s{-2.5, 2, -1, -2};
  CHECK(magnitudes(pair(s, {"euler", 0.75, 0.25}), 1.5)[0] == doctest::Approx(0.6667).epsilon(1e-4));
  CHECK(magnitudes(pair(s, {"heun", 0.75, 0.25}), 1.5)[0] == doctest::Approx(0.6708).epsilon(1e-4));
  CHECK(magnitudes(pair(s, {"rk4", 0.75, 0.25}), 1.5)[0] == doctest::Approx(1.0732).epsilon(1e-4));
}

TEST_CASE("a long step does not always stabilise") {
  cosimulate::StabilityProblem problem = pair({-1, 1, -1, -2}, {"exact", 1, 1});
  CHECK(magnitudes(problem, 1000)[0] == doctest::Approx(std::sqrt(2.0)).epsilon(1e-9));
  const cosimulate::StepSearch grows = cosimulate::search_steps(problem, 1, cosimulate::SearchMode::fixed_substeps);
  REQUIRE(grows.largest);
  CHECK(std::isfinite(*grows.largest));
  const cosimulate::StepSearch calm =
      cosimulate::search_steps(pair({-1, 1, -1, -0.5}, {"exact", 1, 1}), 1, cosimulate::SearchMode::fixed_substeps);
  REQUIRE(calm.intervals.size() == 1);
  CHECK(calm.intervals[0].low == 0);
  CHECK(std::isinf(*calm.largest));
}

TEST_CASE("an eigenvalue on the circle is marginal: it may be defective") {
  const cosimulate::StabilityProblem problem = pair({0, 1, 0, 0}, {"euler", 0.1, 0.1});
  const auto found = magnitudes(problem, 1);
  CHECK(found[0] == doctest::Approx(1).epsilon(1e-12));
  CHECK(verdict(problem, 1) == cosimulate::Verdict::marginal);
}

TEST_CASE("the worst linearisation lies inside the range, and not at the end that was printed") {
  const auto radius = [](double x, double p, double dt1, double dt2, double step) {
    return magnitudes(mass(2, 3 * 10 * x * x, 1, p, dt1, dt2), step)[0];
  };
  CHECK(radius(0.45, -5, 0.001, 0.1, 0.3) == doctest::Approx(1.0246).epsilon(1e-4));
  CHECK(radius(0, -5, 0.001, 0.1, 0.3) == doctest::Approx(1.0204).epsilon(1e-4));
  CHECK(radius(5, -5, 0.001, 0.1, 0.3) == doctest::Approx(0.9737).epsilon(1e-4));
  CHECK(radius(5, -2, 0.001, 0.1, 1) == doctest::Approx(0.948).epsilon(1e-3));
  CHECK(radius(0, -2, 0.001, 0.1, 1) == doctest::Approx(1.139).epsilon(1e-3));
}

TEST_CASE("the connection that matters is found by its slope") {
  cosimulate::StabilityProblem problem = pair({-1, 1, 0.1, -1}, {"euler", 0.01, 0.01});
  const auto list = cosimulate::sensitivities(problem, 0.9, cosimulate::SearchMode::fixed_steps);
  REQUIRE(list.size() == 2);
  // only the product of both gains counts here
  CHECK(list[0].slope == doctest::Approx(list[1].slope).epsilon(1e-6));
  CHECK(list[0].slope > 0);
}
