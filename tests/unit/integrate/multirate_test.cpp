// The multirate method in detail: what is advanced where, and what an event leaves alone.
#include <doctest/doctest.h>

#include <cmath>

#include "integrate/multirate_cursor.hpp"
#include "integrate/multirate_layout.hpp"
#include "integrate/stepper.hpp"
#include "zoo/states.hpp"
#include "zoo/zoo.hpp"

using namespace sunder;

namespace {

integrate::StepperOptions with_clusters(std::vector<model::StateSet> clusters, std::size_t implicit,
                                        std::vector<std::uint32_t> substeps) {
  integrate::StepperOptions options;
  options.partition = model::Partition{std::move(clusters), implicit};
  options.substeps = std::move(substeps);
  return options;
}

/// Advances to `stop` and says after how many calls.
int advance_to(integrate::Stepper& stepper, double& time, double stop, std::vector<double>& x) {
  int calls = 0;
  while (time < stop) {
    REQUIRE(stepper.advance(time, stop - time, x, time));
    ++calls;
  }
  return calls;
}

}  // namespace

TEST_CASE("a state is advanced with the fastest of what it reads") {
  // a chain 0 - 1 - 2 - 3 - 4 - 5 of neighbours; 0 and 1 fast, 2 of medium pace, the rest slow
  const zoo::HeatChain chain(6, 1);
  const auto context = chain.create_context();
  const integrate::MultirateLayout layout =
      integrate::make_layout(model::full_evaluator(chain, *context)->pattern(),
                             model::Partition{{zoo::states(0, 1), zoo::states(2), zoo::states(3, 4, 5)}, 2});
  REQUIRE(layout.levels.size() == 3);
  CHECK(layout.advances == std::vector<std::uint32_t>{2, 2, 2, 1, 0, 0});
  CHECK(layout.levels[0].own == zoo::states(4, 5));
  CHECK(layout.levels[0].coupled.empty());
  CHECK(layout.levels[0].below == zoo::states(3));
  CHECK(layout.levels[1].own.empty());
  CHECK(layout.levels[1].coupled == zoo::states(3));
  CHECK(layout.levels[1].above == zoo::states(4));
  CHECK(layout.levels[1].below == zoo::states(2));
  CHECK(layout.levels[2].own == zoo::states(0, 1));
  CHECK(layout.levels[2].coupled == zoo::states(2));
  CHECK(layout.levels[2].above == zoo::states(3));
  CHECK(layout.noticed_by == std::vector<std::uint32_t>{2, 2, 1, 0, 0, 0});
}

TEST_CASE("a cursor divides, halves and comes back to the grid") {
  integrate::StepCursor cursor;
  CHECK(cursor.done());
  cursor.start(1, 2, 1, 4);
  CHECK(cursor.step_length() == 0.25);
  cursor.settle();
  REQUIRE(cursor.halve());
  REQUIRE(cursor.halve());
  CHECK(cursor.step_begin() == 1.25);
  CHECK(cursor.step_end() == 1.3125);
  for (int i = 0; i < 2; ++i) cursor.settle();
  CHECK(cursor.step_length() == 0.125);
  cursor.settle();
  CHECK(cursor.step_begin() == 1.5);
  CHECK(cursor.step_length() == 0.25);
  cursor.settle();
  cursor.settle();
  CHECK(cursor.done());
  cursor.start(0, 1, 1, 1);
  int halved = 0;
  while (cursor.halve()) ++halved;
  CHECK(halved == integrate::StepCursor::halving_limit);
}

TEST_CASE("advancing stops after every step of the fastest level and gives the same result as a whole step") {
  const zoo::VanDerPol model(2);
  const auto options = with_clusters({zoo::states(1), zoo::states(0)}, 1, {8});
  const auto first_context = model.create_context(), second_context = model.create_context();
  auto first = integrate::make_stepper("multirate", model, *first_context, options);
  auto second = integrate::make_stepper("multirate", model, *second_context, options);
  std::vector<double> x{2, 0}, y{2, 0};
  double time = 0;
  for (int i = 0; i < 50; ++i) {
    REQUIRE((*first)->step(0.125 * i, 0.125, x));
    CHECK(advance_to(**second, time, 0.125 * (i + 1), y) == 8);
    CHECK(x == y);
  }
}

TEST_CASE("an event in a fast part leaves the step of the slow part alone; one in the slow part does not") {
  constexpr std::size_t n = 40;
  const zoo::HeatChain chain(n, 1);
  const auto context = chain.create_context();
  model::StateSet slow = model::complement(zoo::states(0, 1), n);
  auto made = integrate::make_stepper("multirate", chain, *context, with_clusters({zoo::states(0, 1), slow}, 1, {10}));
  integrate::Stepper& stepper = **made;
  std::vector<double> x(n, 0.0), before(n);
  double time = 0;
  for (int i = 0; i < 3; ++i) REQUIRE(stepper.advance(time, 0.5 - time, x, time));
  CHECK(time == doctest::Approx(0.15));
  CHECK(chain.calls[20] == 1);
  // a fast state jumps inside of the last substep
  time = 0.13;
  REQUIRE(stepper.interpolate(time, x));
  before = x;
  x[0] += 1;
  model::EventOutcome outcome;
  outcome.reinitialised = zoo::states(0);
  stepper.restart(outcome);
  REQUIRE(stepper.advance(time, 0.5 - time, x, time));
  CHECK(time > 0.16);
  CHECK(time <= 0.18);
  CHECK(x[0] > before[0] + 0.8);  // it goes on from where it jumped to
  advance_to(stepper, time, 0.5, x);
  CHECK(time == 0.5);
  CHECK(chain.calls[20] == 2);
  CHECK(stepper.statistics().slow_steps == 1);
  // the derivative of a slow state that reads a fast one changes: still the fast steps only
  REQUIRE(stepper.advance(time, 0.5, x, time));
  outcome = {};
  outcome.affected = zoo::states(2);
  stepper.restart(outcome);
  advance_to(stepper, time, 1, x);
  CHECK(chain.calls[20] == 4);
  // but when that state jumps its slow neighbour must know
  REQUIRE(stepper.advance(time, 0.5, x, time));
  outcome = {};
  outcome.reinitialised = zoo::states(2);
  stepper.restart(outcome);
  advance_to(stepper, time, 1.5, x);
  CHECK(chain.calls[20] == 4 + 1 + 2);
  // and so when a slow state is affected
  REQUIRE(stepper.advance(time, 0.5, x, time));
  outcome = {};
  outcome.affected = zoo::states(20);
  stepper.restart(outcome);
  advance_to(stepper, time, 2, x);
  CHECK(chain.calls[20] == 7 + 1 + 2);
}

TEST_CASE("a step cut by events is as accurate as one that is not") {
  const zoo::VanDerPol model(1);
  const auto run = [&](bool cut) {
    const auto context = model.create_context();
    auto stepper =
        integrate::make_stepper("multirate", model, *context, with_clusters({zoo::states(1), zoo::states(0)}, 1, {5}));
    std::vector<double> x{2, 0};
    double time = 0;
    for (int i = 0; i < 100; ++i) {
      REQUIRE((*stepper)->advance(time, 0.01 * (i + 1) - time, x, time));
      if (cut && i % 3 == 0) {
        time -= 0.0007;
        REQUIRE((*stepper)->interpolate(time, x));
        model::EventOutcome outcome;
        outcome.affected = zoo::states(i % 2);
        (*stepper)->restart(outcome);
      }
      advance_to(**stepper, time, 0.01 * (i + 1), x);
    }
    return x;
  };
  const std::vector<double> plain = run(false), cut = run(true);
  CHECK(cut != plain);
  CHECK(cut[0] == doctest::Approx(plain[0]).epsilon(1e-4));
  CHECK(cut[1] == doctest::Approx(plain[1]).epsilon(1e-4));
}

TEST_CASE("the fastest level stops at a limit inside of the slow step, and goes on") {
  constexpr std::size_t n = 20;
  const zoo::HeatChain chain(n, 1);
  const auto context = chain.create_context();
  auto stepper = integrate::make_stepper("multirate", chain, *context,
                                         with_clusters({zoo::states(0), model::complement(zoo::states(0), n)}, 1, {4}));
  std::vector<double> x(n, 0.0);
  double time = 0;
  (*stepper)->limit(0.3);
  CHECK((*stepper)->stops_at_limit());
  std::vector<double> times;
  while (time < 0.3) {
    REQUIRE((*stepper)->advance(time, 0.8 - time, x, time));
    times.push_back(time);
  }
  CHECK(times == std::vector<double>{0.2, 0.3});
  (*stepper)->limit(10);
  CHECK(advance_to(**stepper, time, 0.8, x) == 3);
  CHECK(chain.calls[10] == 2);
}

TEST_CASE("a limit that is the end of the step but for rounding does not keep the step from ending") {
  const zoo::HeatChain chain(10, 1);
  const model::StateSet slow = model::complement(zoo::states(0), 10);
  for (const int side : {-1, 0, 1}) {
    const auto context = chain.create_context(), other_context = chain.create_context();
    auto stepper = integrate::make_stepper("multirate", chain, *context, with_clusters({zoo::states(0), slow}, 1, {3}));
    auto whole =
        integrate::make_stepper("multirate", chain, *other_context, with_clusters({zoo::states(0), slow}, 1, {3}));
    std::vector<double> x(10, 0.0), y(10, 0.0);
    REQUIRE((*whole)->step(0, 0.3, y));
    double time = 0;
    (*stepper)->limit(side == 0 ? 0.3 : std::nextafter(0.3, 0.3 + side));
    for (int i = 0; i < 3; ++i) REQUIRE((*stepper)->advance(time, 0.3 - time, x, time));
    CHECK(time == doctest::Approx(0.3).epsilon(1e-15));
    CHECK(x == y);
  }
}
