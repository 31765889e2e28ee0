// The multirate method in detail: what parts exchange, which of them are worth having, what an event leaves alone.
#include <doctest/doctest.h>

#include <cmath>

#include "integrate/multirate_track.hpp"
#include "integrate/parts.hpp"
#include "integrate/stepper.hpp"
#include "model/split.hpp"
#include "zoo/states.hpp"
#include "zoo/zoo.hpp"

using namespace sunder;

namespace {

integrate::StepperOptions with_parts(std::vector<model::StateSet> clusters, std::size_t implicit, double tolerance) {
  integrate::StepperOptions options;
  options.partition = model::Partition{std::move(clusters), implicit};
  options.tolerance = tolerance;
  return options;
}

std::vector<std::string> names(const model::Split& split, const std::vector<std::uint32_t>& values) {
  std::vector<std::string> list;
  for (const std::uint32_t value : values) list.push_back(split.values()[value].name);
  return list;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("of a model that says nothing about itself derivatives that read faster states are shared as a whole") {
  // a chain x1 - x2 - … - x6 of neighbours; x1 and x2 fast, x3 of medium pace, the rest slow
  const zoo::HeatChain chain(6, 1);
  const auto context = chain.create_context();
  const auto split = chain.split(*context, {zoo::states(3, 4, 5), zoo::states(2), zoo::states(0, 1)}, zoo::states(5));
  REQUIRE(split->parts().size() == 3);
  const model::SplitPart &slow = split->parts()[0], &medium = split->parts()[1], &fast = split->parts()[2];
  CHECK(names(*split, slow.from_faster) == Names{"der(x4)"});
  CHECK(names(*split, medium.to_slower) == Names{"der(x4)"});
  CHECK(names(*split, medium.from_faster) == Names{"der(x3)"});
  CHECK(names(*split, medium.from_slower) == Names{"x4", "x5"});
  CHECK(names(*split, fast.to_slower) == Names{"der(x3)"});
  CHECK(names(*split, fast.from_slower) == Names{"x3", "x4", "x6"});  // the last is watched
  CHECK(names(*split, slow.to_faster) == Names{"x4", "x5", "x6"});
}

TEST_CASE("parts that are worth steps of their own") {
  const auto part = [](std::uint32_t from, std::uint32_t to) {
    model::StateSet set;
    for (std::uint32_t i = from; i < to; ++i) set.emplace_back(i);
    return set;
  };
  // as large as others: only fast and slow are apart
  const model::Partition alike{{part(0, 2), part(2, 4), part(4, 6), part(6, 8)}, 2};
  const model::Partition two = integrate::parts_worth_steps(alike);
  CHECK(two.clusters == std::vector{part(0, 4), part(4, 8)});
  CHECK(two.implicit == 1);
  // each many times as large as all faster ones
  const model::Partition growing{{part(0, 1), part(1, 10), part(10, 100)}, 1};
  CHECK(integrate::parts_worth_steps(growing).clusters == growing.clusters);
  CHECK(integrate::parts_worth_steps({{part(0, 9)}, 0}).clusters.size() == 1);
}

TEST_CASE("a track knows states inside of segments, and integrals of values") {
  integrate::MultirateTrack track({1, 1, 0});
  const auto add = [&](double begin, double end) {  // x = t^2, the value t^2
    track.append({begin, end, end - begin, false});
    const auto polynomial = track.polynomial(track.size() - 1);
    polynomial.before[0] = begin * begin;
    polynomial.after[0] = end * end;
    polynomial.terms[0] = -(end - begin) * (end - begin);
    polynomial.terms[1] = polynomial.terms[2] = 0;
    for (std::size_t g = 0; g < 3; ++g) track.gauss_values(g)[0] = track.gauss_time(g) * track.gauss_time(g);
    track.summed();
  };
  add(1, 2);
  add(2, 4);
  CHECK(track.find(1) == 0);
  CHECK(track.find(2) == 0);
  CHECK(track.find(2.5) == 1);
  CHECK(track.state_at(1, 3, 0) == doctest::Approx(9));
  for (const double t : {1.0, 1.5, 2.0, 3.3, 4.0})
    CHECK(track.integral(t, 0) == doctest::Approx((t * t * t - 1) / 3).epsilon(1e-12));
  const auto moments = track.moments(2, 4, 0);
  CHECK(moments.integral == doctest::Approx((64 - 8) / 3.0));
  CHECK(moments.first == doctest::Approx((256 - 16) / 4.0 - 2 * (64 - 8) / 3.0));
  track.shorten(1);
  CHECK(track.integral(2, 0) == doctest::Approx(7 / 3.0));
}

TEST_CASE("whether a way is gone at once or in pieces, the steps are the same") {
  const zoo::VanDerPol model(2);
  const auto options = with_parts({zoo::states(1), zoo::states(0)}, 1, 1e-6);
  const auto first_context = model.create_context(), second_context = model.create_context();
  auto first = integrate::make_stepper("multirate", model, *first_context, options);
  auto second = integrate::make_stepper("multirate", model, *second_context, options);
  std::vector<double> x{2, 0}, y{2, 0};
  double time = 0;
  (*second)->limit(5);
  (*first)->limit(5);
  for (int i = 0; i < 40; ++i) {
    REQUIRE((*first)->step(0.125 * i, 0.125, x));
    while (time < 0.125 * (i + 1)) REQUIRE((*second)->advance(time, 0.125 * (i + 1) - time, y, time));
    CHECK(x == y);
  }
}

TEST_CASE("after an event the slow part goes on with steps as long as before") {
  constexpr std::size_t n = 40;
  const zoo::HeatChain chain(n, 1);
  const model::StateSet slow = model::complement(zoo::states(0, 1), n);
  const auto steps_after = [&](const model::StateSet& affected) {
    const auto context = chain.create_context();
    integrate::StepperOptions options = with_parts({zoo::states(0, 1), slow}, 1, 1e-7);
    options.stop = 10;
    auto made = integrate::make_stepper("multirate", chain, *context, options);
    integrate::Stepper& stepper = **made;
    std::vector<double> x(n, 0.0), inside(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = std::sin(0.3 * static_cast<double>(i));
    double time = 0, reached = 0;
    while (time < 5) REQUIRE(stepper.advance(time, 10 - time, x, time));
    const double event = time;
    model::EventOutcome outcome;
    outcome.affected = affected;
    stepper.restart(outcome);
    REQUIRE(stepper.advance(time, 10 - time, x, reached));
    return reached - event;
  };
  const double untouched = steps_after({});
  CHECK(untouched > 0.01);
  CHECK(steps_after(zoo::states(0)) > 0.5 * untouched);
  CHECK(steps_after(zoo::states(20)) > 0.5 * untouched);
}

TEST_CASE("runs cut by events are as accurate as those that are not") {
  const zoo::VanDerPol model(1);
  const auto run = [&](bool cut) {
    const auto context = model.create_context();
    integrate::StepperOptions options = with_parts({zoo::states(1), zoo::states(0)}, 1, 1e-6);
    options.stop = 1;
    auto stepper = integrate::make_stepper("multirate", model, *context, options);
    std::vector<double> x{2, 0};
    double time = 0;
    for (int i = 0; time < 1; ++i) {
      REQUIRE((*stepper)->advance(time, 1 - time, x, time));
      if (!cut || i % 3 != 0 || time == 1) continue;
      time -= 1e-4;
      REQUIRE((*stepper)->interpolate(time, x));
      model::EventOutcome outcome;
      outcome.affected = zoo::states(static_cast<std::uint32_t>(i % 2));
      (*stepper)->restart(outcome);
    }
    return x;
  };
  const std::vector<double> plain = run(false), cut = run(true);
  CHECK(cut != plain);
  CHECK(cut[0] == doctest::Approx(plain[0]).epsilon(1e-5));
  CHECK(cut[1] == doctest::Approx(plain[1]).epsilon(1e-5));
}

TEST_CASE("no part goes beyond a limit, and what the watch sees ends the step there") {
  constexpr std::size_t n = 20;
  const zoo::HeatChain chain(n, 1);
  const auto context = chain.create_context();
  integrate::StepperOptions options = with_parts({zoo::states(0), model::complement(zoo::states(0), n)}, 1, 1e-3);
  options.stop = 50;
  auto stepper = integrate::make_stepper("multirate", chain, *context, options);
  std::vector<double> x(n, 1.0);
  x[0] = 0;
  double time = 0;
  (*stepper)->limit(0.3);
  while (time < 0.3) REQUIRE((*stepper)->advance(time, 50 - time, x, time));
  CHECK(time == 0.3);
  (*stepper)->limit(50);
  double last = 0.3;
  int asked = 0;
  CHECK((*stepper)->watched_inside() == zoo::states(0));
  (*stepper)->watch([&](double begin, double& end, bool& seen) {
    CHECK(begin == last);
    ++asked;
    seen = begin < 2 && end >= 2;
    if (seen) end = 2;
    last = end;
    return model::Status();
  });
  while (time < 2) {
    last = time;  // steps of the slow part may be taken again
    REQUIRE((*stepper)->advance(time, 50 - time, x, time));
  }
  CHECK(time == 2);
  CHECK(asked > 3);
}
