#include "choose/agreement.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace sunder;

namespace {

/// One variable x at the times given.
results::Trajectory run(std::vector<double> times, std::vector<double> values) {
  results::Trajectory out;
  out.times = std::move(times);
  out.variables.push_back({.name = "x", .unit = "", .description = "", .nominal = 1});
  out.columns.push_back(std::move(values));
  return out;
}

}  // namespace

TEST_CASE("agreement: the largest difference is told as a part of the range, with its place") {
  const auto coarse = run({0, 1, 2, 3}, {0, 5.1, 10, 19.8});
  const auto fine = run({0, 1, 2, 3}, {0, 5, 10, 20});
  const choose::Agreement found = choose::agreement(coarse, fine, 0.007, 0, {});
  CHECK(found.difference == doctest::Approx(0.01));
  CHECK(found.variable == "x");
  CHECK(found.time == 3);
  CHECK(found.until == 2);  // 0.005 at time 1 is within the bound
  CHECK(found.compared == 1);
}

TEST_CASE("agreement: rows that only one run has do not count, and events at an output point meet in order") {
  const auto coarse = run({0, 0.4, 0.4, 1, 1, 2}, {0, 7, 8, 1, 2, 4});
  const auto fine = run({0, 0.6, 0.6, 1, 1, 2}, {0, 3, 9, 1, 2, 4});
  CHECK(choose::agreement(coarse, fine, 1e-3, 0, {}).difference == 0);
}

TEST_CASE("agreement: a jump that comes a little later is no error of its size, one that comes much later is") {
  const auto fine = run({0, 1, 1.98, 1.98, 2, 3, 4}, {0, 0, 0, 1, 1, 1, 1});
  const auto little = run({0, 1, 2, 2.01, 2.01, 3, 4}, {0, 0, 0, 0, 1, 1, 1});
  const auto much = run({0, 1, 2, 3, 3.5, 3.5, 4}, {0, 0, 0, 0, 0, 1, 1});
  CHECK(choose::agreement(little, fine, 1e-3, 0.05, {}).difference == 0);
  CHECK(choose::agreement(much, fine, 1e-3, 0.05, {}).difference == 1);
}

TEST_CASE("agreement: only what is asked for is compared, and what is no number is infinitely far") {
  auto coarse = run({0, 1}, {0, 2});
  auto fine = run({0, 1}, {0, 1});
  for (results::Trajectory* one : {&coarse, &fine}) {
    one->variables.push_back({.name = "y", .unit = "", .description = "", .nominal = 1});
    one->columns.push_back({0, 3});
  }
  CHECK(choose::agreement(coarse, fine, 1e-3, 0, {"y"}).difference == 0);
  CHECK(choose::agreement(coarse, fine, 1e-3, 0, {}).difference == 1);
  coarse.columns[1][1] = std::numeric_limits<double>::quiet_NaN();
  CHECK(choose::agreement(coarse, fine, 1e-3, 0, {"y"}).difference == std::numeric_limits<double>::infinity());
}

TEST_CASE(
    "agreement: what rounding leaves of currents that cancel is no difference, a small current of its own is one") {
  const auto circuit = [](double rounding, double leak) {
    results::Trajectory out = run({0, 1, 2}, {0, 19, 3});
    out.variables[0].unit = "A";
    out.variables.push_back({.name = "ground", .unit = "A", .description = ""});
    out.columns.push_back({0, rounding, -rounding});
    out.variables.push_back({.name = "leak", .unit = "A", .description = ""});
    out.columns.push_back({0, leak, 2e-6});
    return out;
  };
  CHECK(choose::agreement(circuit(1e-13, 1e-6), circuit(-2e-13, 1e-6), 1e-3, 0, {}).difference < 1e-3);
  const choose::Agreement found = choose::agreement(circuit(0, 1.1e-6), circuit(0, 1e-6), 1e-3, 0, {});
  CHECK(found.difference == doctest::Approx(0.05));
  CHECK(found.variable == "leak");
}

TEST_CASE("agreement: what only shows the errors of the runs is held against its nominal value, unless it is a state") {
  // an energy that is conserved: it leaves its value by the error, ten times less with a tolerance ten times finer
  auto coarse = run({0, 1, 2}, {0, 0.01, 0.02});
  auto fine = run({0, 1, 2}, {0, 0.001, 0.002});
  CHECK(choose::agreement(coarse, fine, 1e-3, 0, {}).difference == doctest::Approx(0.018));
  for (results::Trajectory* one : {&coarse, &fine}) one->variables[0].nominal = 10;
  CHECK(choose::agreement(coarse, fine, 1e-3, 0, {}).difference == doctest::Approx(0.0018));
  // a state, or what is one now and then, moves by itself
  for (results::Trajectory* one : {&coarse, &fine}) one->variables[0].kind = model::VariableKind::state;
  CHECK(choose::agreement(coarse, fine, 1e-3, 0, {}).difference == doctest::Approx(9));
  for (results::Trajectory* one : {&coarse, &fine}) {
    one->variables[0].kind = model::VariableKind::algebraic;
    one->variables.push_back(
        {.name = "der(x)", .unit = "", .description = "", .kind = model::VariableKind::derivative, .nominal = 1});
    one->columns.push_back({0, 0, 0});
  }
  CHECK(choose::agreement(coarse, fine, 1e-3, 0, {}).difference == doctest::Approx(9));
}

TEST_CASE("agreement: a range that both runs have is the measure, however small it is") {
  const auto coarse = run({0, 1, 2}, {0, 0.0011, 0.0022});
  const auto fine = run({0, 1, 2}, {0, 0.001, 0.002});
  CHECK(choose::agreement(coarse, fine, 1e-3, 0, {}).difference == doctest::Approx(0.1));
}
