// Orders of the methods, for every set of rows, at the end of steps and inside them.
#include <doctest/doctest.h>

#include <algorithm>

#include "laws/runtime/problem.hpp"

using namespace test;

namespace {

// Largest error at the ends of so many equal steps over [0, 2].
double largest_error(Problem problem, const SunderTableau& tableau, const std::vector<std::uint32_t>& rows, int steps) {
  const System system(problem, rows);
  Step method(system, tableau);
  REQUIRE(method.status == SUNDER_OK);
  sunder_step_begin(&method.step, 0, problem.exact(0).data());
  double largest = 0;
  for (int k = 1; k <= steps; ++k) {
    REQUIRE(sunder_step_attempt(&method.step, 2.0 / steps, 2.0 * k / steps) == SUNDER_OK);
    sunder_step_accept(&method.step);
    const double* x = sunder_step_states(&method.step);
    largest = std::max(largest, distance(Vector(x, x + problem.size), problem.exact(2.0 * k / steps)));
  }
  return largest;
}

// Slope of the error over the step, by the steps of two numbers.
double order(const Problem& problem, const SunderTableau& tableau, const std::vector<std::uint32_t>& rows,
             int steps = 80) {
  return std::log2(largest_error(problem, tableau, rows, steps) / largest_error(problem, tableau, rows, 2 * steps));
}

struct Inside {
  double value, slope;
};

// Largest errors inside one step that starts on the solution.
Inside error_inside(Problem problem, const SunderTableau& tableau, const std::vector<std::uint32_t>& rows, double h,
                    double t = 0.3) {
  const System system(problem, rows);
  Step method(system, tableau);
  REQUIRE(method.status == SUNDER_OK);
  sunder_step_begin(&method.step, t, problem.exact(t).data());
  REQUIRE(sunder_step_attempt(&method.step, h, t + h) == SUNDER_OK);
  sunder_step_accept(&method.step);
  Inside largest{0, 0};
  Vector value(problem.size);
  Vector slope(problem.size);
  for (const double theta : {0.2, 0.45, 0.7, 0.9}) {
    REQUIRE(sunder_step_interpolate(&method.step, theta, 0, nullptr, value.data(), slope.data()) == SUNDER_OK);
    const Vector exact = problem.exact(t + theta * h);
    largest.value = std::max(largest.value, distance(value, exact));
    largest.slope = std::max(largest.slope, distance(slope, problem.f(t + theta * h, exact)));
  }
  return largest;
}

const std::vector<std::vector<std::uint32_t>> some_rows{{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}};

}  // namespace

TEST_CASE("each method has its order with each set of rows it takes") {
  const Problem problem = known_solution();
  CHECK(order(problem, sunder_rodas5p, first_rows(3)) == doctest::Approx(5).epsilon(0.04));
  CHECK(order(problem, sunder_dormand_prince, {}) == doctest::Approx(5).epsilon(0.04));
  CHECK(order(problem, sunder_ros34pw2, first_rows(3)) == doctest::Approx(3).epsilon(0.04));
  CHECK(order(problem, sunder_ros34pw2, {}) == doctest::Approx(3).epsilon(0.04));
  for (const auto& rows : some_rows)
    CHECK(order(problem, sunder_ros34pw2, rows, 160) == doctest::Approx(3).epsilon(0.04));
}

TEST_CASE("the W-method keeps its order with a wrong matrix, Rodas5P does not") {
  Problem problem = known_solution();
  problem.jacobian = [](double, const Vector&) { return Matrix{{-1, 0.3, 0.2}, {0.5, -2, 0.1}, {0.4, -0.7, -0.5}}; };
  problem.time_slopes = [](double, const Vector&) { return Vector{0.3, -0.2, 0.1}; };
  CHECK(order(problem, sunder_ros34pw2, first_rows(3), 320) == doctest::Approx(3).epsilon(0.04));
  for (const auto& rows : some_rows)
    CHECK(order(problem, sunder_ros34pw2, rows, 320) == doctest::Approx(3).epsilon(0.04));
  CHECK(order(problem, sunder_rodas5p, first_rows(3)) < 3);
}

TEST_CASE("the derivative by the time is part of the matrix") {
  Problem problem = known_solution();
  problem.time_slopes = nullptr;
  CHECK(order(problem, sunder_rodas5p, first_rows(3)) < 3);
  CHECK(order(problem, sunder_ros34pw2, first_rows(3), 320) == doctest::Approx(3).epsilon(0.04));
}

TEST_CASE("values and slopes inside steps have the order the tableau states") {
  const Problem problem = known_solution();
  const auto check = [&](const SunderTableau& tableau, const std::vector<std::uint32_t>& rows, double h) {
    const Inside coarse = error_inside(problem, tableau, rows, h);
    const Inside fine = error_inside(problem, tableau, rows, h / 2);
    // the error of a single step has one order more
    CHECK(std::log2(coarse.value / fine.value) == doctest::Approx(tableau.dense_order + 1).epsilon(0.06));
    CHECK(std::log2(coarse.slope / fine.slope) == doctest::Approx(tableau.dense_order).epsilon(0.06));
  };
  check(sunder_rodas5p, first_rows(3), 0.01);
  check(sunder_dormand_prince, {}, 0.01);
  check(sunder_ros34pw2, first_rows(3), 0.005);
  check(sunder_ros34pw2, {}, 0.005);
  for (const auto& rows : some_rows) check(sunder_ros34pw2, rows, 0.005);
}

TEST_CASE("extensions meet both ends, and subsets have the bits of the whole") {
  Problem problem = known_solution();
  for (const SunderTableau* tableau : {&sunder_rodas5p, &sunder_ros34pw2, &sunder_dormand_prince}) {
    for (std::uint32_t count = 0; count <= 3; ++count) {
      const System system(problem, first_rows(count));
      Step method(system, *tableau);
      if (method.status != SUNDER_OK) continue;
      const Vector start = problem.exact(0);
      sunder_step_begin(&method.step, 0, start.data());
      REQUIRE(sunder_step_attempt(&method.step, 0.1, 0.1) == SUNDER_OK);
      sunder_step_accept(&method.step);
      Vector value(3);
      Vector slope(3);
      REQUIRE(sunder_step_interpolate(&method.step, 0, 0, nullptr, value.data(), nullptr) == SUNDER_OK);
      CHECK(value == start);
      REQUIRE(sunder_step_interpolate(&method.step, 1, 0, nullptr, value.data(), nullptr) == SUNDER_OK);
      CHECK(value == Vector(sunder_step_states(&method.step), sunder_step_states(&method.step) + 3));
      REQUIRE(sunder_step_interpolate(&method.step, 0.3, 0, nullptr, value.data(), slope.data()) == SUNDER_OK);
      const std::uint32_t chosen[] = {2, 0};
      double some[2];
      double some_slopes[2];
      REQUIRE(sunder_step_interpolate(&method.step, 0.3, 2, chosen, some, some_slopes) == SUNDER_OK);
      CHECK(some[0] == value[2]);
      CHECK(some[1] == value[0]);
      CHECK(some_slopes[0] == slope[2]);
      CHECK(some_slopes[1] == slope[0]);
      // the slope is the derivative of the value
      Vector ahead(3);
      Vector behind(3);
      sunder_step_interpolate(&method.step, 0.3 + 1e-5, 0, nullptr, ahead.data(), nullptr);
      sunder_step_interpolate(&method.step, 0.3 - 1e-5, 0, nullptr, behind.data(), nullptr);
      for (std::size_t i = 0; i < 3; ++i) {
        CHECK((ahead[i] - behind[i]) / (2e-5 * 0.1) == doctest::Approx(slope[i]).epsilon(1e-7));
      }
    }
  }
}

TEST_CASE("a fast state that follows its equilibrium costs neither steps nor order") {
  // |h rate| is 1e7 and more: explicit steps would overflow
  const Problem problem = prothero_robinson(-1e8);
  CHECK(order(problem, sunder_rodas5p, first_rows(2), 20) == doctest::Approx(5).epsilon(0.04));
  CHECK(order(problem, sunder_ros34pw2, first_rows(2), 20) == doctest::Approx(3).epsilon(0.04));
  CHECK(order(problem, sunder_ros34pw2, {0}, 20) == doctest::Approx(3).epsilon(0.04));
  CHECK(largest_error(problem, sunder_rodas5p, first_rows(2), 20) < 1e-9);
  CHECK(largest_error(problem, sunder_ros34pw2, {0}, 20) < 1e-4);
}

TEST_CASE("inside a step a fast state loses one order of the single step, and nothing is amplified") {
  const Problem problem = prothero_robinson(-1e8);
  const auto stiff_order = [&](const SunderTableau& tableau, const std::vector<std::uint32_t>& rows) {
    return std::log2(error_inside(problem, tableau, rows, 0.1).value /
                     error_inside(problem, tableau, rows, 0.05).value);
  };
  CHECK(stiff_order(sunder_rodas5p, first_rows(2)) == doctest::Approx(4).epsilon(0.04));
  CHECK(stiff_order(sunder_ros34pw2, first_rows(2)) == doctest::Approx(3).epsilon(0.04));
  CHECK(stiff_order(sunder_ros34pw2, {0}) == doctest::Approx(3).epsilon(0.04));
  CHECK(error_inside(problem, sunder_rodas5p, first_rows(2), 0.1).value < 2e-8);
  CHECK(error_inside(problem, sunder_ros34pw2, {0}, 0.1).value < 2e-5);
}

TEST_CASE("a disturbance that a step skips is never larger inside the step than at its start") {
  Problem problem;
  problem.size = 1;
  problem.f = [](double, const Vector& x) { return Vector{-1e9 * x[0]}; };
  problem.jacobian = [](double, const Vector&) { return Matrix{{-1e9}}; };
  const System system(problem, {0});
  for (const SunderTableau* tableau : {&sunder_rodas5p, &sunder_ros34pw2}) {
    Step method(system, *tableau);
    const double start = 1;
    sunder_step_begin(&method.step, 0, &start);
    REQUIRE(sunder_step_attempt(&method.step, 1, 1) == SUNDER_OK);
    sunder_step_accept(&method.step);
    CHECK(std::fabs(*sunder_step_states(&method.step)) < 1e-6);
    for (int k = 0; k <= 100; ++k) {
      double value = 0;
      sunder_step_interpolate(&method.step, k / 100.0, 0, nullptr, &value, nullptr);
      CHECK(std::fabs(value) <= 1 + 1e-9);
    }
  }
}
