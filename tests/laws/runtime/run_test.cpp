// Whole runs with steps of their own choice: what the tolerance means, limits, escalation, restarts.
#include <doctest/doctest.h>

#include <algorithm>

#include "laws/runtime/problem.hpp"

using namespace test;

namespace {

SunderRunOptions options(double tolerance, double length) {
  SunderRunOptions result{};
  result.tolerance = tolerance;
  result.run_length = length;
  return result;
}

// Ends at `stop`; the end values.
Vector run_to(Run& run, double stop, const Vector& start) {
  REQUIRE(run.status == SUNDER_OK);
  sunder_run_begin(&run.run, 0, start.data());
  while (sunder_run_time(&run.run) < stop) REQUIRE(sunder_run_advance(&run.run, stop) == SUNDER_OK);
  CHECK(sunder_run_time(&run.run) == stop);
  return run.states();
}

// Largest error as a part of the range that the state has covered.
double error_of_range(const Run& run, const Vector& end, const Vector& reference) {
  double largest = 0;
  for (std::size_t i = 0; i < end.size(); ++i) {
    const double range = run.run.weights.high[i] - run.run.weights.low[i];
    largest = std::max(largest, std::fabs(end[i] - reference[i]) / range);
  }
  return largest;
}

Problem robertson() {
  Problem problem;
  problem.size = 3;
  problem.f = [](double, const Vector& x) {
    const double slow = 0.04 * x[0];
    const double back = 1e4 * x[1] * x[2];
    const double fast = 3e7 * x[1] * x[1];
    return Vector{-slow + back, slow - back - fast, fast};
  };
  problem.jacobian = [](double, const Vector& x) {
    return Matrix{{-0.04, 1e4 * x[2], 1e4 * x[1]}, {0.04, -1e4 * x[2] - 6e7 * x[1], -1e4 * x[1]}, {0, 6e7 * x[1], 0}};
  };
  return problem;
}

Problem van_der_pol(double epsilon) {
  Problem problem;
  problem.size = 2;
  problem.f = [epsilon](double, const Vector& x) { return Vector{x[1], ((1 - x[0] * x[0]) * x[1] - x[0]) / epsilon}; };
  problem.jacobian = [epsilon](double, const Vector& x) {
    return Matrix{{0, 1}, {(-2 * x[0] * x[1] - 1) / epsilon, (1 - x[0] * x[0]) / epsilon}};
  };
  return problem;
}

}  // namespace

TEST_CASE("Robertson's reaction ends where the literature says, closer with a smaller tolerance") {
  // Hairer and Wanner, Solving Ordinary Differential Equations II
  const Vector reference{0.7158270687, 9.185534765e-6, 0.2841637457};
  Problem problem = robertson();
  const System system(problem, first_rows(3));
  double before = 1;
  for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
    Run run(system, sunder_rodas5p, options(tolerance, 40));
    const Vector end = run_to(run, 40, {1, 0, 0});
    const double error = error_of_range(run, end, reference);
    CHECK(error < tolerance);
    CHECK(error < before);
    before = error;
  }
}

TEST_CASE("van der Pol's equation, stiff, ends where the test set says") {
  // IVP test set, problem VDPOL
  const Vector reference{1.706167732170483, -0.8928097010247975};
  Problem problem = van_der_pol(1e-6);
  const System system(problem, first_rows(2));
  const System fast(problem, {1});
  for (const double tolerance : {1e-3, 1e-4, 1e-5}) {
    Run run(system, sunder_rodas5p, options(tolerance, 2));
    CHECK(error_of_range(run, run_to(run, 2, {2, 0}), reference) < tolerance);
    // only the fast row is implicit
    Run fast_run(fast, sunder_ros34pw2, options(tolerance, 2));
    CHECK(error_of_range(fast_run, run_to(fast_run, 2, {2, 0}), reference) < 10 * tolerance);
  }
}

TEST_CASE("errors follow the tolerance with every method") {
  Problem problem = damped_solution();
  for (std::uint32_t count = 0; count <= 3; ++count) {
    const System system(problem, first_rows(count));
    for (const SunderTableau* tableau : {&sunder_rodas5p, &sunder_ros34pw2, &sunder_dormand_prince}) {
      double before = 1;
      for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
        Run run(system, *tableau, options(tolerance, 1000));
        if (run.status == SUNDER_REFUSED) break;
        double error = 0;
        sunder_run_begin(&run.run, 0, problem.exact(0).data());
        while (sunder_run_time(&run.run) < 10) {
          REQUIRE(sunder_run_advance(&run.run, 10) == SUNDER_OK);
          error = std::max(error, distance(run.states(), problem.exact(sunder_run_time(&run.run))));
        }
        CHECK(error < 3 * tolerance);
        CHECK(error < before / 10);
        before = error;
      }
    }
  }
}

TEST_CASE("nothing is evaluated behind the limit, and steps end there exactly") {
  Problem problem = known_solution();
  for (std::uint32_t count = 0; count <= 3; ++count) {
    const System system(problem, first_rows(count));
    for (const SunderTableau* tableau : {&sunder_rodas5p, &sunder_ros34pw2, &sunder_dormand_prince}) {
      Run run(system, *tableau, options(1e-4, 1));
      if (run.status == SUNDER_REFUSED) continue;
      sunder_run_begin(&run.run, 0, problem.exact(0).data());
      // limits nearer than any step, and farther
      for (const double limit : {1e-9, 1e-6, 1e-3, 0.1, 0.1 + 1e-12, 1.0 / 3, 0.7, 1.0}) {
        problem.latest = -HUGE_VAL;
        while (sunder_run_time(&run.run) < limit) {
          REQUIRE(sunder_run_advance(&run.run, limit) == SUNDER_OK);
          double x[3];
          REQUIRE(sunder_run_interpolate(&run.run, 0.5, 0, nullptr, x, nullptr) == SUNDER_OK);
        }
        CHECK(sunder_run_time(&run.run) == limit);
        CHECK(problem.latest <= limit);
      }
      CHECK(sunder_run_advance(&run.run, 1.0) == SUNDER_REFUSED);
    }
  }
}

TEST_CASE("a limit does not shorten the steps behind it") {
  Problem problem = known_solution();
  const System system(problem, first_rows(3));
  Run run(system, sunder_rodas5p, options(1e-3, 1000));
  sunder_run_begin(&run.run, 0, problem.exact(0).data());
  while (sunder_run_time(&run.run) < 5) REQUIRE(sunder_run_advance(&run.run, 5) == SUNDER_OK);
  const double usual = run.run.usual;
  REQUIRE(sunder_run_advance(&run.run, 5 + 1e-6) == SUNDER_OK);
  CHECK(sunder_run_last_step(&run.run) == doctest::Approx(1e-6).epsilon(1e-6));
  REQUIRE(sunder_run_advance(&run.run, 1000) == SUNDER_OK);
  CHECK(sunder_run_last_step(&run.run) > 0.2 * usual);
}

TEST_CASE("explicit states that limit the step are named, and making them implicit helps") {
  // state 0 is fast; state 1 is slow and reads it. The controller follows the limit of stability without rejections.
  Problem problem = prothero_robinson(-1e4);
  const System slow_only(problem, {1});
  Run explicit_run(slow_only, sunder_ros34pw2, options(1e-3, 1000));
  sunder_run_begin(&explicit_run.run, 0, problem.exact(0).data());
  std::vector<std::uint32_t> found(2);
  std::uint32_t count = 0;
  while (count == 0 && sunder_run_time(&explicit_run.run) < 10) {
    REQUIRE(sunder_run_advance(&explicit_run.run, 10) == SUNDER_OK);
    count = sunder_run_states_to_add(&explicit_run.run, found.data());
  }
  REQUIRE(count == 1);
  CHECK(found[0] == 0);
  const System both(problem, first_rows(2));
  Run implicit_run(both, sunder_rodas5p, options(1e-3, 1000));
  sunder_run_continue(&implicit_run.run, &explicit_run.run);
  const double reached = sunder_run_time(&implicit_run.run);
  CHECK(reached == sunder_run_time(&explicit_run.run));
  while (sunder_run_time(&implicit_run.run) < 10) REQUIRE(sunder_run_advance(&implicit_run.run, 10) == SUNDER_OK);
  CHECK(implicit_run.run.statistics.steps < 100);
  CHECK(distance(implicit_run.states(), problem.exact(10)) < 1e-2);
}

TEST_CASE("no state is named where accuracy limits the steps") {
  Problem problem = known_solution();
  for (std::uint32_t count = 0; count < 3; ++count) {
    const System system(problem, first_rows(count));
    for (const SunderTableau* tableau : {&sunder_ros34pw2, &sunder_dormand_prince}) {
      Run run(system, *tableau, options(1e-4, 100));
      if (run.status == SUNDER_REFUSED) continue;
      sunder_run_begin(&run.run, 0, problem.exact(0).data());
      std::vector<std::uint32_t> found(3);
      while (sunder_run_time(&run.run) < 100) {
        REQUIRE(sunder_run_advance(&run.run, 100) == SUNDER_OK);
        REQUIRE(sunder_run_states_to_add(&run.run, found.data()) == 0);
      }
      CHECK(run.run.statistics.steps > 100);
    }
  }
}

TEST_CASE("a fast state under Dormand and Prince is named") {
  Problem problem = prothero_robinson(-1e4);
  const System system(problem, {});
  Run run(system, sunder_dormand_prince, options(1e-3, 1000));
  sunder_run_begin(&run.run, 0, problem.exact(0).data());
  std::vector<std::uint32_t> found(2);
  std::uint32_t count = 0;
  while (count == 0 && sunder_run_time(&run.run) < 1) {
    REQUIRE(sunder_run_advance(&run.run, 10) == SUNDER_OK);
    count = sunder_run_states_to_add(&run.run, found.data());
  }
  REQUIRE(count == 1);
  CHECK(found[0] == 0);
}

TEST_CASE("after an event the step is at most the one before, and at most four first steps") {
  Problem problem = known_solution();
  const System system(problem, first_rows(3));
  Run run(system, sunder_rodas5p, options(1e-3, 1000));
  sunder_run_begin(&run.run, 0, problem.exact(0).data());
  while (sunder_run_time(&run.run) < 5) REQUIRE(sunder_run_advance(&run.run, 5) == SUNDER_OK);
  const double usual = run.run.usual;
  Run fresh(system, sunder_rodas5p, options(1e-3, 1000));
  const Vector x = problem.exact(5);
  sunder_run_begin(&fresh.run, 5, x.data());
  fresh.run.weights = run.run.weights;  // a first step with the ranges of the run
  REQUIRE(sunder_run_advance(&fresh.run, 6) == SUNDER_OK);
  const auto rejected = run.run.statistics.rejected;
  sunder_run_restart(&run.run, 5, x.data());
  REQUIRE(sunder_run_advance(&run.run, 6) == SUNDER_OK);
  CHECK(run.run.statistics.rejected == rejected);
  CHECK(sunder_run_last_step(&run.run) ==
        doctest::Approx(std::min(usual, 4 * sunder_run_last_step(&fresh.run))).epsilon(1e-3));
}
