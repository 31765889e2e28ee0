#include "choose/choose.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "choose/forecast.hpp"
#include "choose/tolerances.hpp"
#include "unit/choose/contexts.hpp"
#include "zoo/zoo.hpp"

using namespace sunder;

namespace {

choose::Purpose promise(double error) {
  choose::Purpose purpose;
  purpose.max_error = error;
  purpose.audit = choose::Audit::promise;
  return purpose;
}

}  // namespace

TEST_CASE("choose: a promise is kept, whatever the error asked for") {
  const zoo::Linear model({{-1000, 1000}, {0, -1}}, {0, 0}, {1, 1});
  for (const double error : {1e-2, 1e-4, 1e-6, 1e-8}) {
    CAPTURE(error);
    const auto made = choose::simulate_chosen(model, contexts_of(model), until(2), promise(error));
    REQUIRE(made.ok());
    CHECK(made->audit.verdict == choose::Verdict::kept);
    const auto& x = made->trajectory;
    for (std::size_t i = 0; i < x.times.size(); ++i)
      CHECK(std::abs(x.at(1, i) - std::exp(-x.times[i])) < error * (1 - std::exp(-2.0)));
  }
}

TEST_CASE("choose: the steps of a finer run are forecast from a coarse one") {
  const zoo::Linear model({{-1000, 1000, 0}, {0, -1, 5}, {0, -5, -1}}, {0, 0, 1}, {1, 1, 0});
  auto coarse = choose::run_coarsely(model, contexts_of(model), until(10), std::nullopt);
  REQUIRE(coarse.ok());
  for (const double tolerance : {1e-3, 1e-5}) {
    CAPTURE(tolerance);
    simulate::SimulateOptions options = until(10);
    options.method = "rosenbrock";
    options.tolerance = tolerance;
    const auto run = simulate::simulate(model, options);
    REQUIRE(run.ok());
    const double ratio = choose::forecast_steps(*coarse, true, tolerance) / static_cast<double>(run->statistics.steps);
    CHECK(ratio > 0.5);
    CHECK(ratio < 2);
  }
  CHECK(choose::fast_states(*coarse).size() == 1);
}

TEST_CASE("choose: the estimate covers an error that grows along the run") {
  const zoo::Linear model({{0, 1}, {-1, 0}}, {0, 0}, {1, 0});  // the phase drifts
  choose::Purpose purpose;
  const auto made = choose::simulate_chosen(model, contexts_of(model), until(500), purpose);
  REQUIRE(made.has_value());
  REQUIRE(made->audit.error.has_value());
  double worst = 0;
  const auto& x = made->trajectory;
  for (std::size_t i = 0; i < x.times.size(); ++i)
    worst = std::max(worst, std::abs(x.at(0, i) - std::cos(x.times[i])) / 2);
  CHECK(worst > 1e-9);
  CHECK(worst < *made->audit.error);
  CHECK(made->audit.runs.size() == 2);
}

TEST_CASE("choose: purposes that contradict themselves are refused") {
  for (const double error : {0.0, -1.0, 1e-14, 1.0, std::nan(""), HUGE_VAL}) {
    CAPTURE(error);
    Diagnostics diagnostics;
    choose::check(promise(error), diagnostics);
    CHECK(diagnostics.has_errors());
  }
}

TEST_CASE("choose: a run that is stopped says so, in the coarse run too") {
  const zoo::Linear model({{-1}}, {0}, {1});
  simulate::SimulateOptions options = until(1);
  options.cancel.request();
  const auto made = choose::simulate_chosen(model, contexts_of(model), options, promise(1e-3));
  CHECK_FALSE(made.ok());
  CHECK(made.diagnostics().has_errors());
}

TEST_CASE("choose: steps that no method keeps are refused, with what each would do") {
  const zoo::Linear model({{-1000, 1000}, {0, -1}}, {0, 0}, {1, 1});
  choose::Purpose purpose;
  purpose.real_time = 1e-9;
  const auto made = choose::simulate_chosen(model, contexts_of(model), until(1e-3), purpose);
  CHECK_FALSE(made.has_value());
  REQUIRE(made.diagnostics().has_errors());
  const Diagnostic& error = made.diagnostics().all().front();
  CHECK(error.code == Code::E0655);
  CHECK(error.at_run_time);
  CHECK(error.notes.size() >= 4);
}

TEST_CASE("choose: in real time the error is that of the step asked for") {
  const zoo::Linear model({{0, 1}, {-1, 0}}, {0, 0}, {1, 0});
  choose::Purpose purpose;
  purpose.real_time = 0.1;
  const auto made = choose::simulate_chosen(model, contexts_of(model), until(20), purpose);
  REQUIRE(made.has_value());
  REQUIRE(made->audit.error.has_value());
  CHECK(made->run.method == "rk4");
  double worst = 0;
  const auto& x = made->trajectory;
  for (std::size_t i = 0; i < x.times.size(); ++i)
    worst = std::max(worst, std::abs(x.at(0, i) - std::cos(x.times[i])) / 2);
  CHECK(worst > 0.5 * *made->audit.error);
  CHECK(worst < 2 * *made->audit.error);
  for (const choose::Candidate& one : made->plan.candidates)
    if (one.measured && !one.chosen) CHECK(one.measured->error > 0.9 * *made->audit.error);
}

TEST_CASE("choose: a large model with few fast states may be cut, for rosenbrock and for multirate") {
  constexpr std::size_t states = 60;
  std::vector<std::vector<double>> a(states, std::vector<double>(states, 0.0));
  for (std::size_t i = 0; i < states; ++i) a[i][i] = i == 0 ? -1e4 : -0.1;
  a[0][1] = 1e4;
  const zoo::Linear model(a, std::vector<double>(states, 0.0), std::vector<double>(states, 1.0));
  const auto plan = choose::make_plan(model, contexts_of(model), until(10), {});
  REQUIRE(plan.ok());
  for (const char* method : {"rosenbrock", "multirate"}) {
    CAPTURE(method);
    const auto found = std::find_if(plan->candidates.begin(), plan->candidates.end(),
                                    [&](const auto& one) { return one.method == method && one.what == "1 of 60"; });
    REQUIRE(found != plan->candidates.end());
    CHECK_FALSE(found->refused);
    CHECK(found->seconds.has_value());
  }
}
