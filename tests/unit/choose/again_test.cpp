// Plans that do not hold: each of the reasons to plan again.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "choose/choose.hpp"
#include "unit/choose/contexts.hpp"
#include "zoo/zoo.hpp"

using namespace sunder;

namespace {

choose::Plan plan_of(const model::Model& model, double stop) {
  choose::Purpose purpose;
  purpose.explain = true;  // these models are so small that no plan would be made
  auto plan = choose::make_plan(model, contexts_of(model), until(stop), purpose);
  REQUIRE(plan.ok());
  return plan.take();
}

/// As if this one had been chosen, with that forecast.
void choose_wrongly(choose::Plan& plan, const std::string& method, const std::string& what, double steps,
                    double seconds) {
  bool found = false;
  for (choose::Candidate& one : plan.candidates) {
    one.chosen = one.method == method && one.what == what;
    if (!one.chosen) continue;
    one.steps = steps;
    one.seconds = seconds;
    found = true;
  }
  REQUIRE(found);
}

/// x' = the sign of a sine that nobody announces: steps are rejected at every kink.
class Kinks final : public zoo::Analytic {
 public:
  Kinks() : Analytic(1) {}
  [[nodiscard]] std::vector<double> initial() const override { return {0}; }
  [[nodiscard]] double derivative(std::size_t, std::span<const double>, double t) const override {
    return std::sin(20 * t) > 0 ? 1 : -1;
  }
  [[nodiscard]] double by_time(std::size_t, std::span<const double>, double) const override { return 0; }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t) const override { return {0}; }
  [[nodiscard]] double partial(std::size_t, std::size_t, std::span<const double>, double) const override { return 0; }
};

}  // namespace

namespace {

/// An oscillator; forecasts of CVODE are left out.
choose::Plan plan_of_oscillator(const model::Model& model) {
  choose::Plan plan = plan_of(model, 10);
  for (choose::Candidate& one : plan.candidates) one.refused = one.seconds.has_value() && one.method == "cvode";
  return plan;
}

/// Seconds of this machine, of which the choice sees ratios only.
double seconds_without_implicit_states(const choose::Plan& plan) {
  const auto none = std::ranges::find(plan.candidates, "none", &choose::Candidate::what);
  REQUIRE((none != plan.candidates.end() && none->seconds.has_value()));
  return *none->seconds;
}

}  // namespace

TEST_CASE("planned again: the first run takes more than twice the steps that were forecast") {
  const zoo::Linear model({{0, 1}, {-100, 0}}, {0, 0}, {1, 0});
  choose::Plan plan = plan_of_oscillator(model);
  // forecast from a coarse run of its own, and as cheap as the one that should be taken instead
  choose::Candidate own = *plan.chosen();
  own.method = "rosenbrock";
  own.rows = model::StateSet{model::StateIndex(0), model::StateIndex(1)};
  own.what = "2 of 2";
  plan.candidates.push_back(own);
  choose_wrongly(plan, "rosenbrock", "2 of 2", 20, seconds_without_implicit_states(plan));
  const auto made = choose::simulate_planned(model, contexts_of(model), until(10), plan);
  REQUIRE(made.has_value());
  CHECK(made->audit.replanned);
  CHECK(made->plan.chosen()->what != "2 of 2");
  CHECK(made->audit.note.find("were forecast: planned again") != std::string::npos);
}

TEST_CASE("not planned again: the coarse run that was wrong about one method is as wrong about the other") {
  const zoo::Linear model({{0, 1}, {-100, 0}}, {0, 0}, {1, 0});
  choose::Plan plan = plan_of_oscillator(model);
  choose_wrongly(plan, "rosenbrock", "all", 20, seconds_without_implicit_states(plan));
  const auto made = choose::simulate_planned(model, contexts_of(model), until(10), plan);
  REQUIRE(made.has_value());
  CHECK_FALSE(made->audit.replanned);
  CHECK(made->plan.chosen()->what == "all");
}

TEST_CASE("planned again: many steps are rejected, and another method should be cheaper") {
  const Kinks model;
  choose::Plan plan = plan_of(model, 10);
  const double steps = 1e6;  // not too few: the rejections alone are the reason
  choose_wrongly(plan, "rosenbrock", "all", steps, 1);
  for (choose::Candidate& one : plan.candidates)
    if (!one.chosen) one.seconds = 1e-9;
  const auto made = choose::simulate_planned(model, contexts_of(model), until(10), plan);
  REQUIRE(made.has_value());
  CHECK(made->audit.replanned);
  CHECK(made->audit.note.find("rejected") != std::string::npos);
  CHECK_FALSE((made->plan.chosen()->method == "rosenbrock" && made->plan.chosen()->what == "all"));
}

TEST_CASE("planned again: states outside the implicit ones turn fast") {
  const zoo::Linear model({{-1e5, 1e5, 0}, {0, -1, 0}, {0, 0, -0.1}}, {0, 0, 0}, {1, 1, 1});
  choose::Plan plan = plan_of(model, 10);
  choose_wrongly(plan, "rosenbrock", "none", 1e9, 1e-9);
  for (choose::Candidate& one : plan.candidates) one.refused = false;
  const auto made = choose::simulate_planned(model, contexts_of(model), until(10), plan);
  REQUIRE(made.has_value());
  CHECK(made->audit.replanned);
  CHECK(made->plan.chosen()->what != "none");
  CHECK(made->audit.note.find("limited the steps of the first run by stability") != std::string::npos);
  CHECK(made->run.statistics.rows_added == 0);
}

TEST_CASE("planned again: a range grows threefold after the middle of the run") {
  const zoo::Linear model({{1}}, {0}, {1});
  const auto made = choose::simulate_planned(model, contexts_of(model), until(10), plan_of(model, 10));
  REQUIRE(made.has_value());
  CHECK(made->audit.replanned);
  CHECK(made->audit.note.find("after the middle of the run") != std::string::npos);
  CHECK(made->plan.coarse.tolerance == doctest::Approx(0.01));
  CHECK(made->trajectory.columns[0].back() == doctest::Approx(std::exp(10.0)).epsilon(1e-3));
  // and not where nothing grows
  const zoo::Linear calm({{-1}}, {0}, {1});
  const auto other = choose::simulate_planned(calm, contexts_of(calm), until(10), plan_of(calm, 10));
  REQUIRE(other.has_value());
  CHECK_FALSE(other->audit.replanned);
}

TEST_CASE("a small model needs no coarse run: the first run tells what to take for the second") {
  const zoo::Linear model({{0, 1}, {-1, 0}}, {0, 0}, {1, 0});
  const auto made = choose::simulate_chosen(model, contexts_of(model), until(20), {});
  REQUIRE(made.has_value());
  CHECK(made->plan.coarse.steps == 0);
  CHECK_FALSE(made->audit.replanned);
  REQUIRE(made->audit.runs.size() == 2);
  CHECK_FALSE(made->audit.runs.front().rows.has_value());  // all implicit
  REQUIRE(made->plan.candidates.size() == 3);
  REQUIRE(made->plan.chosen() != nullptr);
  REQUIRE(made->plan.chosen()->steps.has_value());
  const auto taken = static_cast<double>(made->run.statistics.steps + made->run.statistics.rejected);
  CHECK(*made->plan.chosen()->steps / taken > 0.5);
  CHECK(*made->plan.chosen()->steps / taken < 2);
}
