// Events of compiled models: what is held, what an event changes, what a run makes of it.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "simulate/simulate.hpp"
#include "unit/execute/hybrid_zoo.hpp"
#include "unit/execute/text_model.hpp"
#include "zoo/states.hpp"

using namespace sunder;
using sunder::testing::hybrid_zoo;
using sunder::testing::TextModel;

namespace {

using Numbers = std::vector<double>;

results::Trajectory run(const model::Model& model, const std::string& method, double stop, double tolerance = 1e-8) {
  simulate::SimulateOptions options;
  options.method = method;
  options.stop = stop;
  if (!integrate::find_method(method)->fixed_step) {
    options.tolerance = tolerance;
  } else {
    options.step = stop / 150;
  }
  results::MemoryWriter memory;
  const Outcome<simulate::Simulation> simulation = simulate::simulate(model, options, &memory);
  REQUIRE(simulation.ok());
  REQUIRE(simulation->status.ok);
  return memory.take();
}

bool same_bits(const Numbers& a, const Numbers& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

// A run up to the start.
struct StartedModel {
  explicit StartedModel(const std::string& text) : source(text), model(source.make(emit::BackEnd::interpreter)) {
    context = model->create_context();
    x.resize(model->state_count());
    REQUIRE(model::initialise(*model, *context, 0, x));
    REQUIRE(model->events()->handle(*context, 0, x, model::EventCause::found, outcome));
  }

  Numbers margins(double time, const Numbers& at) const {
    Numbers values(model->events()->indicator_count());
    REQUIRE(model->events()->indicators(*context, time, at, values));
    return values;
  }
  Numbers derivatives(double time, const Numbers& at) const {
    const auto evaluator = model::full_evaluator(*model, *context);
    Numbers dx(x.size());
    REQUIRE(evaluator->freeze(time, at));
    REQUIRE(evaluator->evaluate(at, dx));
    return dx;
  }

  TextModel source;
  std::shared_ptr<const execute::CompiledModel> model;
  std::unique_ptr<model::Context> context;
  Numbers x;
  model::EventOutcome outcome;
};

std::vector<double> event_times(const results::Trajectory& trajectory) {
  std::vector<double> times;
  for (std::size_t i = 1; i < trajectory.times.size(); ++i)
    if (trajectory.times[i] == trajectory.times[i - 1]) times.push_back(trajectory.times[i]);
  return times;
}

}  // namespace

TEST_CASE("back ends and grouping agree bitwise on every run with events") {
  for (const auto& one : hybrid_zoo()) {
    CAPTURE(std::string(one.name));
    const TextModel text(one.text);
    for (const char* method : {"cvode", "rk4", "trapezoidal"}) {
      CAPTURE(std::string(method));
      const results::Trajectory expected = run(*text.make(emit::BackEnd::interpreter), method, one.stop);
      CHECK(!event_times(expected).empty());
      for (const auto& other : {text.make(emit::BackEnd::llvm), text.make(emit::BackEnd::llvm, false)}) {
        const results::Trajectory got = run(*other, method, one.stop);
        CHECK(same_bits(got.times, expected.times));
        REQUIRE(got.columns.size() == expected.columns.size());
        for (std::size_t c = 0; c < got.columns.size(); ++c) {
          CAPTURE(got.variables[c].name);
          CHECK(same_bits(got.columns[c], expected.columns[c]));
        }
      }
    }
  }
}

TEST_CASE("every method comes to the same events") {
  for (const auto& one : hybrid_zoo()) {
    CAPTURE(std::string(one.name));
    const TextModel text(one.text);
    const auto model = text.make(emit::BackEnd::interpreter);
    const auto reference = event_times(run(*model, "cvode", one.stop, 1e-10));
    for (const char* method : {"rk4", "heun", "trapezoidal", "implicit-midpoint", "dopri5"}) {
      CAPTURE(std::string(method));
      const auto times = event_times(run(*model, method, one.stop));
      REQUIRE(times.size() == reference.size());
      for (std::size_t i = 0; i < times.size(); ++i) CHECK(times[i] == doctest::Approx(reference[i]).epsilon(3e-3));
    }
  }
}

TEST_CASE("derivatives are smooth until the event is handled, and margins tell when it is due") {
  StartedModel run(R"(model M
  Real x(start = 0, fixed = true);
equation
  der(x) = if x >= 1 then -2 else 3;
end M;)");
  REQUIRE(run.model->events()->indicator_count() == 1);
  CHECK(run.model->events()->crossing(0).text == "x >= 1");
  CHECK(run.source.place(run.model->events()->crossing(0).span) == "4:15");
  CHECK(run.margins(0, {0.75}) == Numbers{0.25});
  CHECK(run.margins(0, {1})[0] < 0);  // it would hold there, so what is held does not
  CHECK(run.margins(0, {1.5}) == Numbers{-0.5});
  CHECK(run.derivatives(0, {1.5}) == Numbers{3});
  Numbers x{1};
  REQUIRE(run.model->events()->handle(*run.context, 0.4, x, model::EventCause::found, run.outcome));
  CHECK(run.outcome.changed);
  CHECK(run.outcome.affected == zoo::states(0));
  CHECK(run.outcome.reinitialised.empty());
  CHECK(run.derivatives(0, {1.5}) == Numbers{-2});
  CHECK(run.margins(0, {1}) == Numbers{0});
  CHECK(run.margins(0, {0.5}) == Numbers{-0.5});
}

TEST_CASE("roundings are held between their jumps") {
  StartedModel run(R"(model M
  Real x(start = 2.5, fixed = true);
equation
  der(x) = floor(x) + 10*ceil(x) + 100*div(x, 1);
end M;)");
  CHECK(run.derivatives(0, {2.5}) == Numbers{2 + 30 + 200});
  CHECK(run.derivatives(0, {7.25}) == Numbers{2 + 30 + 200});
  for (const double margin : run.margins(0, {2.75})) CHECK(margin == 0.25);
  CHECK(std::ranges::min(run.margins(0, {3})) < 0);
  Numbers x{-0.5};
  REQUIRE(run.model->events()->handle(*run.context, 0.4, x, model::EventCause::found, run.outcome));
  CHECK(run.derivatives(0, {-0.5}) == Numbers{-1});
  for (const double margin : run.margins(0, {-0.5})) CHECK(margin == 0.5);
}

TEST_CASE("an event concerns only those that depend on it") {
  StartedModel run(R"(model M
  Real a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true);
  Boolean high(start = false);
  Integer n(start = 0);
equation
  der(a) = if high then -1 else 1;
  der(b) = 0.5*b + (if b > 1 then 1 else 2);
  der(c) = c + b;
  high = a + time > 1;
  when b > 2 then
    n = pre(n) + 1;
    reinit(c, n);
  end when;
end M;)");
  const auto index = [&](const std::string& text) {
    for (std::size_t i = 0; i < run.model->events()->indicator_count(); ++i)
      if (run.model->events()->crossing(i).text == text) return i;
    FAIL("no crossing " << text);
    return std::size_t{0};
  };
  CHECK(run.model->events()->indicator_count() == 3);
  CHECK(run.model->events()->indicator_states(index("b > 1")) == zoo::states(1));
  CHECK(run.model->events()->indicator_states(index("b > 2")) == zoo::states(1));
  CHECK(run.model->events()->indicator_states(index("a > -time + 1")) == zoo::states(0));
  Numbers x{2, 0, 0};
  REQUIRE(run.model->events()->handle(*run.context, 0, x, model::EventCause::found, run.outcome));
  CHECK(run.outcome.affected == zoo::states(0));
  x = {2, 1.5, 0};
  REQUIRE(run.model->events()->handle(*run.context, 0, x, model::EventCause::found, run.outcome));
  CHECK(run.outcome.affected == zoo::states(1));
  x = {2, 2.5, 0};
  REQUIRE(run.model->events()->handle(*run.context, 0, x, model::EventCause::found, run.outcome));
  CHECK(run.outcome.affected.empty());
  CHECK(run.outcome.reinitialised == zoo::states(2));
  CHECK(x == Numbers{2, 2.5, 1});
  CHECK(run.outcome.changed);
  REQUIRE(run.model->events()->handle(*run.context, 0, x, model::EventCause::found, run.outcome));
  CHECK(!run.outcome.changed);
}

TEST_CASE("time events are known in advance, exactly") {
  StartedModel run(R"(model M
  parameter Real period = 0.1;
  Real x(start = 0, fixed = true), y;
  Real next(start = 0.35);
  Integer n(start = 0);
equation
  der(x) = y;
  y = if mod(time, 3*period) < period then 1 else 0;
  when time >= pre(next) then
    next = pre(next) + 10;
  end when;
  when sample(0.05, 0.7) then
    n = pre(n) + 1;
  end when;
end M;)");
  CHECK(run.model->events()->indicator_count() == 0);
  Numbers times;
  double time = 0;
  for (int i = 0; i < 8; ++i) {
    time = run.model->events()->next_time_event(*run.context, time);
    times.push_back(time);
    REQUIRE(run.model->events()->handle(*run.context, time, run.x, model::EventCause::found, run.outcome));
  }
  const Numbers expected{0.05, 0.1, 0.3, 0.35, 0.4, 0.6, 0.7, 0.75};
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(times[i] == doctest::Approx(expected[i]).epsilon(1e-14));
}

TEST_CASE("both sides of an event are recorded") {
  const TextModel text(hybrid_zoo().front().text);
  const results::Trajectory result = run(*text.make(emit::BackEnd::interpreter), "rk4", 1);
  const std::size_t v = *result.find("v");
  const std::size_t n = *result.find("n");
  const double bounce = std::sqrt(2 / 9.81);
  const auto at = std::ranges::find_if(result.times, [&](double t) { return std::abs(t - bounce) < 1e-9; });
  REQUIRE(at != result.times.end());
  const auto i = static_cast<std::size_t>(at - result.times.begin());
  REQUIRE(result.times[i + 1] == result.times[i]);
  CHECK(result.at(n, i) == 0);
  CHECK(result.at(n, i + 1) == 1);
  CHECK(result.at(v, i) == doctest::Approx(-9.81 * bounce));
  CHECK(result.at(v, i + 1) == doctest::Approx(0.8 * 9.81 * bounce));
}

TEST_CASE("a thousand thermostats have one shape for each relation and each equation") {
  const auto shapes = [](int n) {
    const TextModel text("model M\n  parameter Integer n = " + std::to_string(n) + R"(;
  Real x[n](each start = 20, each fixed = true);
  Boolean on[n](each start = true);
  Integer switched[n](each start = 0);
equation
  for i in 1:n loop
    on[i] = if pre(on[i]) then x[i] < 22 + i/n else x[i] < 18;
    der(x[i]) = (if on[i] then 30 else 10) - x[i];
    when change(on[i]) then
      switched[i] = pre(switched[i]) + 1;
    end when;
  end for;
end M;)");
    REQUIRE(text.plan->dae.held.size() == static_cast<std::size_t>(5 * n + 1));
    return text.plan->dae.shapes->size();
  };
  CHECK(shapes(1000) == shapes(30));
}
