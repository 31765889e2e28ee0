#include <doctest/doctest.h>

#include "laws/runtime/problem.hpp"
#include "runtime/combination.h"

using namespace test;

namespace {

Problem decay() {
  Problem problem;
  problem.size = 2;
  problem.f = [](double, const Vector& x) { return Vector{-x[0], x[0] - 2 * x[1]}; };
  problem.jacobian = [](double, const Vector&) { return Matrix{{-1, 0}, {1, -2}}; };
  return problem;
}

SunderRunOptions options(double tolerance, double length) {
  SunderRunOptions result{};
  result.tolerance = tolerance;
  result.run_length = length;
  return result;
}

const Vector start{1, 0};

}  // namespace

TEST_CASE("combinations of every length are sums in order, and skip zeros") {
  const Vector ones{1, 2, 3};
  for (std::uint32_t count = 0; count <= SUNDER_MAX_TERMS; ++count) {
    SunderCombination sum{};
    double weight = 0;
    for (std::uint32_t j = 0; j < count; ++j) {
      sunder_add_term(&sum, j + 1.0, ones.data());
      sunder_add_term(&sum, 0, nullptr);
      weight += j + 1.0;
    }
    Vector out(3, -1);
    sunder_combine(&sum, 3, out.data());
    CHECK(out == Vector{weight, 2 * weight, 3 * weight});
    CHECK(sunder_combine_at(&sum, 2) == 3 * weight);
  }
}

TEST_CASE("a method refuses rows that are not for it") {
  Problem problem = decay();
  const System none(problem, {});
  const System some(problem, {1});
  const System all(problem, first_rows(2));
  CHECK(Step(none, sunder_rodas5p).status == SUNDER_REFUSED);
  CHECK(Step(some, sunder_rodas5p).status == SUNDER_REFUSED);
  CHECK(Step(all, sunder_rodas5p).status == SUNDER_OK);
  CHECK(Step(none, sunder_ros34pw2).status == SUNDER_OK);
  CHECK(Step(some, sunder_ros34pw2).status == SUNDER_OK);
  CHECK(Step(all, sunder_ros34pw2).status == SUNDER_OK);
  CHECK(Step(none, sunder_dormand_prince).status == SUNDER_OK);
  CHECK(Step(some, sunder_dormand_prince).status == SUNDER_REFUSED);
  CHECK(Run(all, sunder_rodas5p, options(0, 1)).status == SUNDER_REFUSED);
  CHECK(Run(all, sunder_rodas5p, options(1e-3, 0)).status == SUNDER_REFUSED);
}

TEST_CASE("each callback that fails is named, at the start and inside a step") {
  Problem problem = decay();
  problem.time_slopes = [](double, const Vector&) { return Vector{0, 0}; };
  const System system(problem, {0});
  for (const SunderCallback callback :
       {SUNDER_IN_DERIVATIVES, SUNDER_IN_JACOBIAN, SUNDER_IN_TIME_DERIVATIVES, SUNDER_IN_FACTOR, SUNDER_IN_SOLVE}) {
    const bool at_start = callback != SUNDER_IN_FACTOR && callback != SUNDER_IN_SOLVE;
    for (const int status : {SUNDER_RECOVERABLE, SUNDER_FATAL}) {
      problem.fault = [&](SunderCallback asked, double) { return asked == callback ? status : SUNDER_OK; };
      Step method(system, sunder_ros34pw2);
      sunder_step_begin(&method.step, 0, start.data());
      const int expected = status == SUNDER_RECOVERABLE && at_start ? static_cast<int>(SUNDER_NO_START) : status;
      CHECK(sunder_step_attempt(&method.step, 0.1, 0.1) == expected);
      CHECK(method.step.failed_in == callback);
      // nothing is left behind: the same step succeeds once the callback does
      problem.fault = nullptr;
      CHECK(sunder_step_attempt(&method.step, 0.1, 0.1) == SUNDER_OK);
    }
  }
  // a later stage
  problem.fault = [](SunderCallback, double t) { return t > 0.05 ? SUNDER_RECOVERABLE : SUNDER_OK; };
  Step method(system, sunder_ros34pw2);
  sunder_step_begin(&method.step, 0, start.data());
  CHECK(sunder_step_attempt(&method.step, 0.1, 0.1) == SUNDER_RECOVERABLE);
  CHECK(sunder_step_attempt(&method.step, 0.05, 0.05) == SUNDER_OK);
}

TEST_CASE("a singular matrix is recoverable: another step has another one") {
  Problem problem;
  problem.size = 1;
  problem.f = [](double, const Vector& x) { return x; };
  problem.jacobian = [](double, const Vector&) { return Matrix{{1}}; };
  const System system(problem, {0});
  Step method(system, sunder_ros34pw2);
  const double one = 1;
  const double singular = 1 / sunder_ros34pw2.gamma;
  sunder_step_begin(&method.step, 0, &one);
  CHECK(sunder_step_attempt(&method.step, singular, singular) == SUNDER_RECOVERABLE);
  CHECK(method.step.failed_in == SUNDER_IN_FACTOR);
  CHECK(sunder_step_attempt(&method.step, 0.5, 0.5) == SUNDER_OK);
}

TEST_CASE("numbers that are not finite make a step fail") {
  Problem problem = decay();
  problem.f = [](double t, const Vector& x) { return Vector{t > 0.05 ? std::nan("") : -x[0], -x[1]}; };
  const System system(problem, {});
  Step method(system, sunder_dormand_prince);
  sunder_step_begin(&method.step, 0, start.data());
  CHECK(sunder_step_attempt(&method.step, 0.1, 0.1) == SUNDER_RECOVERABLE);
  problem.jacobian = [](double, const Vector&) { return Matrix{{HUGE_VAL, 0}, {0, 0}}; };
  const System implicit_system(problem, {0});
  Step implicit_method(implicit_system, sunder_ros34pw2);
  sunder_step_begin(&implicit_method.step, 0, start.data());
  CHECK(sunder_step_attempt(&implicit_method.step, 0.01, 0.01) == SUNDER_NO_START);
  CHECK(implicit_method.step.failed_in == SUNDER_IN_JACOBIAN);
}

TEST_CASE("what is known is not evaluated again") {
  Problem problem = decay();
  problem.jacobian_constant = true;
  const System system(problem, first_rows(2));
  Step method(system, sunder_rodas5p);
  sunder_step_begin(&method.step, 0, start.data());
  REQUIRE(sunder_step_attempt(&method.step, 0.2, 0.2) == SUNDER_OK);
  CHECK(method.step.counts.evaluations == 8);
  CHECK(method.step.counts.solves == 8);
  // rejected: f and the Jacobian at the start are kept
  REQUIRE(sunder_step_attempt(&method.step, 0.1, 0.1) == SUNDER_OK);
  CHECK(method.step.counts.evaluations == 15);
  CHECK(method.step.counts.jacobians == 1);
  CHECK(method.step.counts.factorisations == 2);
  // the same length and a constant Jacobian: the factors are kept, although 0.3 - 0.2 is not 0.1
  sunder_step_accept(&method.step);
  REQUIRE(sunder_step_attempt(&method.step, 0.1, 0.2) == SUNDER_OK);
  sunder_step_accept(&method.step);
  REQUIRE(sunder_step_attempt(&method.step, 0.1, 0.3) == SUNDER_OK);
  CHECK(method.step.counts.jacobians == 1);
  CHECK(method.step.counts.factorisations == 2);
  sunder_step_begin(&method.step, 0.3, start.data());
  REQUIRE(sunder_step_attempt(&method.step, 0.1, 0.4) == SUNDER_OK);
  CHECK(method.step.counts.jacobians == 2);
  CHECK(method.step.counts.factorisations == 3);

  const System explicit_system(problem, {});
  Step explicit_method(explicit_system, sunder_dormand_prince);
  sunder_step_begin(&explicit_method.step, 0, start.data());
  for (int k = 1; k <= 3; ++k) {
    REQUIRE(sunder_step_attempt(&explicit_method.step, 0.1, 0.1 * k) == SUNDER_OK);
    sunder_step_accept(&explicit_method.step);
  }
  CHECK(explicit_method.step.counts.evaluations == 7 + 6 + 6);
}

TEST_CASE("nothing can be looked at inside a step that was not accepted") {
  Problem problem = decay();
  const System system(problem, first_rows(2));
  Step method(system, sunder_rodas5p);
  sunder_step_begin(&method.step, 0, start.data());
  double x[2];
  CHECK(sunder_step_interpolate(&method.step, 0.5, 0, nullptr, x, nullptr) == SUNDER_REFUSED);
  SunderProbe probe;
  CHECK(sunder_step_probe(&method.step, &probe) == SUNDER_REFUSED);
}

TEST_CASE("second derivatives at the start") {
  Problem problem = known_solution();
  const Vector x = problem.exact(0.2);
  const Vector expected{-std::sin(0.2), -4 * std::cos(0.4), std::exp(-0.2)};
  for (const auto& rows : std::vector<std::vector<std::uint32_t>>{{}, {0}, {1, 2}, {0, 1, 2}}) {
    const System system(problem, rows);
    Step method(system, sunder_ros34pw2);
    sunder_step_begin(&method.step, 0.2, x.data());
    REQUIRE(sunder_step_prepare(&method.step) == SUNDER_OK);
    const double* second = nullptr;
    REQUIRE(sunder_step_second_derivatives(&method.step, 1e-6, &second) == SUNDER_OK);
    for (const std::uint32_t i : first_rows(3)) {
      CHECK(second[i] == doctest::Approx(expected[i]).epsilon(sunder_step_is_implicit(&method.step, i) ? 1e-13 : 1e-4));
    }
    CHECK(method.step.counts.evaluations == (rows.size() == 3 ? 1 : 2));
  }
}

TEST_CASE("the controller has the constants that were measured") {
  CHECK(sunder_first_step(1e-5, 4, 2, 0) == doctest::Approx(0.5 * 0.1 / 2));
  CHECK(sunder_first_step(1e-5, 4, 2, 9) == doctest::Approx(0.5 * 0.1 / 3));
  CHECK(std::isinf(sunder_first_step(1e-5, 4, 0, 0)));
  CHECK(sunder_growth_when_accepted(4, 0.5, 0.25) ==
        doctest::Approx(0.9 * std::pow(0.5, -0.14) * std::pow(0.25, 0.08)));
  CHECK(sunder_growth_when_accepted(2, 0.5, 1) == doctest::Approx(0.9 * std::pow(0.5, -0.7 / 3)));
  CHECK(sunder_growth_when_accepted(4, 0, 1) == 8);
  CHECK(sunder_growth_when_accepted(4, 1, 1e-10) == 0.2);
  CHECK(sunder_growth_when_rejected(4, 32) == doctest::Approx(0.45));
  CHECK(sunder_growth_when_rejected(4, 1.001) == 0.7);
  CHECK(sunder_growth_when_rejected(4, HUGE_VAL) == 0.1);
  CHECK(sunder_growth_when_rejected(4, std::nan("")) == 0.1);
}

TEST_CASE("weights follow ranges, groups and nominal values") {
  const std::uint32_t group[] = {0, 0, 1};
  const Vector nominal{1, 1, 1e5};
  Vector memory(sunder_weights_memory(3, 2) / sizeof(double));
  SunderWeights weights{};
  sunder_weights_init(&weights, 3, nominal.data(), group, 2, memory.data());
  const Vector x{300, 300, 1e5};
  sunder_weights_begin(&weights, x.data());
  std::uint32_t worst = 9;
  // nothing has moved yet: a millionth of the nominal values
  CHECK(sunder_weights_norm(&weights, x.data(), Vector{1e-6, 0, 0.3}.data(), &worst) == doctest::Approx(3));
  CHECK(worst == 2);
  // the candidate counts, and a tenth of the largest range of the group
  const Vector candidate{310, 300, 1e5};
  CHECK(sunder_weights_norm(&weights, candidate.data(), Vector{1, 0, 0}.data(), &worst) == doctest::Approx(0.1));
  CHECK(sunder_weights_norm(&weights, candidate.data(), Vector{0, -1, 0}.data(), &worst) == doctest::Approx(1));
  CHECK(worst == 1);
  // it was a candidate only
  CHECK(sunder_weights_norm(&weights, x.data(), Vector{1, 0, 0}.data(), nullptr) == doctest::Approx(1e6));
  sunder_weights_cover(&weights, candidate.data());
  sunder_weights_cover(&weights, x.data());
  CHECK(sunder_weights_norm(&weights, x.data(), Vector{1, 0, 0}.data(), nullptr) == doctest::Approx(0.1));
  std::vector<std::uint32_t> count(3, 0);
  sunder_weights_count_above(&weights, x.data(), Vector{1, 1, 0}.data(), 0.5, count.data());
  CHECK(count == std::vector<std::uint32_t>{0, 1, 0});
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    CHECK(std::isinf(sunder_weights_norm(&weights, Vector{300, bad, 1e5}.data(), Vector{1, 1, 1}.data(), nullptr)));
    CHECK(std::isinf(sunder_weights_norm(&weights, x.data(), Vector{0, bad, 1}.data(), nullptr)));
  }
}

TEST_CASE("a run steps over a failure it can recover from, and stops at others") {
  Problem problem = decay();
  const System system(problem, first_rows(2));
  Run run(system, sunder_rodas5p, options(1e-3, 100));
  sunder_run_begin(&run.run, 0, start.data());
  int left = 3;
  problem.fault = [&](SunderCallback callback, double t) {
    return callback == SUNDER_IN_DERIVATIVES && t > 0.5 && left > 0 ? (--left, SUNDER_RECOVERABLE) : SUNDER_OK;
  };
  while (sunder_run_time(&run.run) < 1) REQUIRE(sunder_run_advance(&run.run, 1) == SUNDER_OK);
  CHECK(run.run.statistics.failed == 3);
  CHECK(run.states()[0] == doctest::Approx(std::exp(-1)).epsilon(1e-3));
  problem.fault = [](SunderCallback callback, double) {
    return callback == SUNDER_IN_SOLVE ? SUNDER_FATAL : SUNDER_OK;
  };
  CHECK(sunder_run_advance(&run.run, 2) == SUNDER_FATAL);
  CHECK(run.run.step.failed_in == SUNDER_IN_SOLVE);
  problem.fault = [](SunderCallback callback, double) {
    return callback == SUNDER_IN_JACOBIAN ? SUNDER_RECOVERABLE : SUNDER_OK;
  };
  sunder_run_restart(&run.run, 1, run.states().data());
  CHECK(sunder_run_advance(&run.run, 2) == SUNDER_NO_START);
  // what fails for every step ends when the time cannot resolve it any more
  problem.fault = [](SunderCallback callback, double) {
    return callback == SUNDER_IN_FACTOR ? SUNDER_RECOVERABLE : SUNDER_OK;
  };
  CHECK(sunder_run_advance(&run.run, 2) == SUNDER_STEP_TOO_SMALL);
}

TEST_CASE("states at rest take the longest steps") {
  Problem problem;
  problem.size = 1;
  problem.f = [](double, const Vector&) { return Vector{0}; };
  problem.jacobian = [](double, const Vector&) { return Matrix{{0}}; };
  const System all(problem, {0});
  const System none(problem, {});
  Run implicit_run(all, sunder_rodas5p, options(1e-3, 100));
  Run explicit_run(none, sunder_dormand_prince, options(1e-3, 100));
  const double x = 7;
  for (Run* run : {&implicit_run, &explicit_run}) {
    sunder_run_begin(&run->run, 0, &x);
    while (sunder_run_time(&run->run) < 100) REQUIRE(sunder_run_advance(&run->run, 100) == SUNDER_OK);
    CHECK(run->run.statistics.steps == 100);
    CHECK(run->states()[0] == 7);
  }
}
