// What is remembered along the time, and along the way of a flow.
#include "runtime/course.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

namespace {

struct Remembered {
  std::vector<SunderPoint> memory = std::vector<SunderPoint>(4096);
  SunderCourse course{};

  Remembered() {
    course.samples = memory.data();
    course.capacity = memory.size();
  }
  [[nodiscard]] double handle() const { return sunder_course_handle(&course); }
  [[nodiscard]] double segment(double lag, double time) const {
    return std::floor(sunder_course_delayed_turns(handle(), lag, time));
  }
  [[nodiscard]] double delayed(double value, double lag, double time, double segment, int by = 0) const {
    return sunder_course_delayed(handle(), value, lag, time, segment, by);
  }
};

double signal(double t) { return std::sin(t); }

}  // namespace

TEST_CASE("a handle leads to its course, and other numbers to none") {
  const Remembered one;
  CHECK(sunder_course_of(one.handle()) == &one.course);
  for (const double number : {0.0, 1.0, -1.0, 1e300, 1e-300, -0.0}) CHECK(sunder_course_of(number) == nullptr);
}

TEST_CASE("a delay that varies gives back the signal, with its derivatives") {
  Remembered past;
  sunder_course_begin(&past.course, 1, 0);
  sunder_course_turn(&past.course, 0, 4);
  constexpr double h = 0.05;
  for (int k = 0; k < 100; ++k) {
    for (const double part : {0.25, 0.5, 1.0}) {
      const double t = (k + part) * h, lag = 0.5 + 0.4999 * std::sin(3 * t);
      const double segment = past.segment(lag, t);
      const double exact = t < lag ? 0 : signal(t - lag);
      CHECK(std::fabs(past.delayed(signal(t), lag, t, segment) - exact) < 1e-6);
      if (t - lag < 1e-3) continue;
      constexpr double d = 1e-6;
      const auto difference = [&](double by_value, double by_lag, double by_time) {
        return (past.delayed(signal(t) + by_value, lag + by_lag, t + by_time, segment) -
                past.delayed(signal(t) - by_value, lag - by_lag, t - by_time, segment)) /
               (2 * d);
      };
      CHECK(std::fabs(past.delayed(signal(t), lag, t, segment, SUNDER_BY_VALUE) - difference(d, 0, 0)) < 1e-6);
      CHECK(std::fabs(past.delayed(signal(t), lag, t, segment, SUNDER_BY_LAG) - difference(0, d, 0)) < 1e-5);
      CHECK(std::fabs(past.delayed(signal(t), lag, t, segment, SUNDER_BY_TIME) - difference(0, 0, d)) < 1e-5);
    }
    sunder_course_note(&past.course, (k + 1) * h, signal((k + 1) * h));
  }
  CHECK(past.delayed(17, 0, 5, 1) == 17);
  CHECK(std::isnan(past.delayed(0, -0.1, 5, 1)));
  CHECK(std::isnan(past.delayed(0, 1.1, 5, 1)));
}

TEST_CASE("a jump is read from the side that the segment names, and counted from both") {
  Remembered past;
  sunder_course_begin(&past.course, 1, 0);
  sunder_course_turn(&past.course, 0, 4);
  for (const double t : {0.1, 0.2, 0.3, 0.4, 0.5}) sunder_course_note(&past.course, t, t);
  const double before = std::floor(sunder_course_turns(&past.course, 0.45));
  sunder_course_turn(&past.course, 7, 4);
  for (const double t : {0.6, 0.7, 0.8}) sunder_course_note(&past.course, t, 7 + (t - 0.5));
  CHECK(std::floor(sunder_course_turns(&past.course, 0.4999)) == before);
  CHECK(std::floor(sunder_course_turns(&past.course, 0.5)) == before + 1);
  CHECK(std::fabs(past.delayed(0, 0.29, 0.8, before) - 0.51) < 1e-9);  // the curve before the jump goes on
  CHECK(std::fabs(past.delayed(0, 0.31, 0.8, before + 1) - 6.99) < 1e-9);
  int jumps = 0;
  CHECK(sunder_course_sharpest(&past.course, before, before + 1, &jumps) == 4);
  CHECK(jumps == 1);
  double last = -1e9;
  for (double at = -1; at < 1; at += 0.001) {
    const double now = sunder_course_turns(&past.course, at);
    CHECK(now >= last);
    last = now;
  }
}

TEST_CASE("a step that is taken back leaves nothing behind") {
  Remembered once, twice;
  const double points[] = {0, 1}, values[] = {1, 2};
  for (Remembered* one : {&once, &twice}) {
    sunder_course_begin_flow(&one->course, 2, points, values);
    sunder_course_start_flow(&one->course, 0, 0);
    sunder_course_turn_flow(&one->course, 1, 2, 1, 4);
    sunder_course_note_flow(&one->course, 0.1, 0.1, 3, 0, 1);
  }
  sunder_course_note_flow(&twice.course, 0.5, 0.5, 9, 0, 1);
  for (Remembered* one : {&once, &twice}) sunder_course_note_flow(&one->course, 0.3, 0.3, 4, 0, 1);
  REQUIRE(once.course.count == twice.course.count);
  for (std::size_t i = 0; i < once.course.count; ++i) {
    CHECK(once.memory[i].at == twice.memory[i].at);
    CHECK(once.memory[i].value == twice.memory[i].value);
  }
}

TEST_CASE("what flows through and turns round leaves as it came") {
  // way = 1.7 sin t; what enters at 0 is cos t, at 1 2 + sin t; a particle is known by way - place
  Remembered flow;
  const double points[] = {0, 1}, values[] = {1, 1};
  sunder_course_begin_flow(&flow.course, 2, points, values);
  sunder_course_start_flow(&flow.course, 0, 0);
  sunder_course_turn_flow(&flow.course, 1, 2, 1, 4);
  const double pi = std::acos(-1.0);
  const auto way = [](double t) { return 1.7 * std::sin(t); };
  const auto exact = [&](double t, int end) {
    const double particle = way(t) - end;
    constexpr double back = 1e-3;
    for (double s = t - back; s > 0; s -= back) {
      const double place = way(s) - particle;
      if (place < 0) return std::cos(s);
      if (place > 1) return 2 + std::sin(s);
    }
    return 1.0;
  };
  double worst = 0;
  int forward = 1;
  double turns_at = pi / 2;
  for (double t = 0.01; t < 12; t += 0.01) {
    if (t > turns_at) {
      sunder_course_note_flow(&flow.course, turns_at, way(turns_at), std::cos(turns_at), 2 + std::sin(turns_at),
                              forward);
      forward = 1 - forward;
      sunder_course_turn_flow(&flow.course, std::cos(turns_at), 2 + std::sin(turns_at), forward, 4);
      turns_at += pi;
    }
    const int end = forward != 0 ? 1 : 0;
    const double segment = std::floor(sunder_course_flown_turns(flow.handle(), way(t), forward, end));
    const auto out = [&](int which, double in0, double in1, double at, int by) {
      return sunder_course_flown(flow.handle(), in0, in1, at, forward, segment, which, by);
    };
    const double in0 = std::cos(t), in1 = 2 + std::sin(t);
    CHECK(out(1 - end, in0, in1, way(t), 0) == (forward != 0 ? in0 : in1));
    worst = std::max(worst, std::fabs(out(end, in0, in1, way(t), 0) - exact(t, end)));
    sunder_course_note_flow(&flow.course, t, way(t), in0, in1, forward);
    sunder_course_make_room(&flow.course);
  }
  CHECK(worst < 2e-2);  // where the flow turns round, what enters changes without moving
}
