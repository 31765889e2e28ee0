// The recorded course behind a delay.
#include "execute/history.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "unit/execute/text_model.hpp"

using sunder::execute::History;

TEST_CASE("a history gives back a cubic exactly, its slope too, and the start before the start") {
  const auto f = [](double t) { return 1 + t * (2 - t * (3 - 0.5 * t)); };
  const auto slope = [](double t) { return 2 - 6 * t + 1.5 * t * t; };
  History history(1, 0);
  history.set_start_value(f(0));
  const double steps[] = {0.1, 0.25, 0.31, 0.5, 0.9, 1.0, 1.4};
  for (const double t : steps) history.append(t, f(t));
  CHECK(history.at(0.5) == f(0));
  CHECK(history.slope(0.5) == 0);
  for (const double t : {0.05, 0.2, 0.4, 0.7, 0.95, 1.2, 1.39}) {
    CHECK(std::fabs(history.at(t + 1) - f(t)) < 1e-13);
    CHECK(std::fabs(history.slope(t + 1) - slope(t)) < 1e-12);
  }
}

TEST_CASE("a jump is given when it has arrived, from both sides, whatever rounding makes of its time") {
  History history(0.3, 0);
  for (const double t : {0.1, 0.2, 0.3, 0.4, 0.5}) history.append(t, t);
  history.turn(0.5, 7, History::sharpest);
  for (const double t : {0.6, 0.7, 0.8}) history.append(t, 7 + (t - 0.5));
  CHECK(history.next_event() <= 0.8);
  CHECK(std::fabs(history.at(0.8) - 0.5) < 1e-12);
  CHECK(std::fabs(history.at(std::nextafter(0.8, 1)) - 0.5) < 1e-12);
  CHECK(history.pass(0.8) == History::sharpest);
  CHECK(std::fabs(history.at(0.8) - 7) < 1e-12);
  CHECK(std::fabs(history.at(std::nextafter(0.8, 0)) - 7) < 1e-12);
  CHECK(std::fabs(history.at(0.9) - 7.1) < 1e-12);
  CHECK(history.pass(0.9) == 0);
}

TEST_CASE("a step that is taken back leaves nothing behind") {
  History once(1, 0), twice(1, 0);
  for (const double t : {0.1, 0.2}) {
    once.append(t, std::sin(t));
    twice.append(t, std::sin(t));
  }
  twice.append(0.4, 17);
  twice.append(0.5, -3);
  for (History* history : {&once, &twice})
    for (const double t : {0.3, 0.35}) history->append(t, std::sin(t));
  for (const double t : {1.15, 1.25, 1.33, 1.36}) CHECK(once.at(t) == twice.at(t));
  CHECK(once.next_event() == twice.next_event());
}

TEST_CASE("a context that is restored gives the same delayed values again") {
  const sunder::testing::TextModel text(
      "model M Real x(start = 1, fixed = true); equation der(x) = -delay(x, 0.5); end M;");
  const auto model = text.make(sunder::emit::BackEnd::interpreter);
  const auto context = model->create_context();
  CHECK(bool(model->initialise(*context, 0)));
  const auto value = [&](double time) {
    std::vector<double> values(model->description().variable_count());
    CHECK(bool(model->record(*context, time, context->states(), values)));
    return values;
  };
  const auto advance = [&](double time) {
    context->states()[0] = 1 - time;
    context->accept(time, context->states());
  };
  for (int k = 1; k <= 4; ++k) advance(0.1 * k);
  const auto saved = context->save();
  const std::vector<double> before = value(0.7);
  advance(0.9);
  context->states()[0] = 5;
  context->accept(1.0, context->states());
  context->restore(*saved);
  context->states()[0] = 1 - 0.4;
  CHECK(value(0.7) == before);
}
