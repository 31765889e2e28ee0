#include "report/motion.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>

using namespace sunder;

namespace {

/// A run of two seconds with 21 points.
class Recording {
 public:
  Recording() {
    for (int i = 0; i <= 20; ++i) run.times.push_back(0.1 * i);
  }
  void add(const std::string& name, const std::function<double(double)>& value) {
    run.variables.emplace_back().name = name;
    run.columns.emplace_back();
    for (const double t : run.times) run.columns.back().push_back(value(t));
  }
  void add(const std::string& name, double value) {
    run.variables.emplace_back().name = name;
    run.variables.back().constant = true;
    run.columns.push_back({value});
  }
  /// A frame with a force; in a plane without the third coordinate.
  void frame(const std::string& name, const std::function<double(double)>& x, double y, bool space,
             const std::string& position = "r") {
    add(name + "." + position + "[1]", x);
    add(name + "." + position + "[2]", y);
    if (space) add(name + "." + position + "[3]", 0.5);
    add(name + ".f[1]", 0.0);
  }
  results::Trajectory run;
};

double still(double) { return 0; }
double swinging(double t) { return std::sin(t); }
double shifted(double t) { return std::sin(t) + 2; }

}  // namespace

TEST_CASE("frames by their names: bars, joints, springs, bodies; points that coincide are one") {
  Recording r;
  for (const char* name : {"world.g[1]", "world.g[3]"}) r.add(name, 0.0);
  r.add("world.g[2]", -9.81);
  r.frame("spring.frame_a", still, 0, true);
  r.frame("spring.frame_b", swinging, 0, true);
  r.frame("bar.frame_a", swinging, 0, true);
  r.frame("bar.frame_b", shifted, 0, true);
  r.frame("same.frame_a", shifted, 0, true);
  r.frame("same.frame_b", swinging, 0, true);
  r.frame("joint.frame_a", shifted, 0, true);
  r.frame("joint.frame_b", shifted, 0, true);
  r.add("joint.phi", swinging);
  r.frame("body.frame_a", shifted, 0, true);
  r.add("body.m", 3.0);
  for (const char* name : {"body.d[1]", "body.d[3]"}) r.add(name, 0.0);
  r.add("body.d[2]", 1.0);
  r.frame("sensor.frame_a", shifted, 0, true);
  const auto motion = report::report_motion(r.run);
  REQUIRE(motion);
  CHECK(motion->dimensions == 3);
  CHECK(motion->up == std::array<double, 3>{0, 1, 0});
  CHECK(motion->points.size() == 4);  // the wall, both ends of the bar, the centre of the body
  REQUIRE(motion->lines.size() == 3);
  CHECK(motion->lines[0].name == "spring");
  CHECK_FALSE(motion->lines[0].rigid);
  CHECK_FALSE(motion->lines[0].guide);
  CHECK(motion->lines[1].name == "bar");
  CHECK(motion->lines[1].rigid);
  CHECK(motion->lines[2].name == "body");
  REQUIRE(motion->marks.size() == 2);
  CHECK(motion->marks[0].name == "joint");
  CHECK(motion->marks[0].mass == 0);
  CHECK(motion->marks[1].mass == 3);
  // places between recorded points are read off straight lines
  const auto& end = motion->points[motion->marks[0].at];
  const std::size_t last = motion->times.size() - 1;
  CHECK(motion->times.back() == doctest::Approx(2));
  CHECK(static_cast<double>(end[3 * last]) * motion->unit == doctest::Approx(2 + std::sin(2.0)).epsilon(1e-4));
  CHECK(static_cast<double>(end[3 * last + 2]) * motion->unit == doctest::Approx(0.5).epsilon(1e-4));
}

TEST_CASE("a plane, and frames of the Standard Library") {
  Recording plane;
  plane.frame("bar.frame_a", still, 0, false);
  plane.frame("bar.frame_b", swinging, 1, false);
  const auto flat = report::report_motion(plane.run);
  REQUIRE(flat);
  CHECK(flat->dimensions == 2);
  CHECK(flat->up == std::array<double, 3>{0, 1, 0});
  plane.add("bar.s", swinging);
  CHECK(report::report_motion(plane.run)->lines[0].guide);
  Recording standard;
  standard.frame("bar.frame_a", still, 0, true, "r_0");
  standard.frame("bar.frame_b", swinging, 1, true, "r_0");
  REQUIRE(report::report_motion(standard.run));
  CHECK(report::report_motion(standard.run)->lines.size() == 1);
}

TEST_CASE("what is put together is drawn by its parts, unless it is rigid") {
  Recording r;
  r.frame("mass.frame_a", still, 0, false);
  r.frame("mass.frame_b", shifted, 1, false);
  r.frame("mass.first.frame_a", still, 0, false);
  r.frame("mass.first.frame_b", swinging, 0, false);
  r.frame("mass.second.frame_a", swinging, 0, false);
  r.frame("mass.second.frame_b", shifted, 1, false);
  const auto motion = report::report_motion(r.run);
  REQUIRE(motion);
  REQUIRE(motion->lines.size() == 2);
  CHECK(motion->lines[0].name == "mass.first");
  CHECK(motion->lines[1].rigid);
  Recording wrapped;  // around one part, from end to end
  for (const char* name : {"slider", "slider.joint"}) {
    wrapped.frame(std::string(name) + ".frame_a", still, 0, false);
    wrapped.frame(std::string(name) + ".frame_b", swinging, 0, false);
  }
  const auto one = report::report_motion(wrapped.run);
  REQUIRE(one);
  REQUIRE(one->lines.size() == 1);
  CHECK(one->lines[0].name == "slider.joint");
}

TEST_CASE("nothing that moves in space: no figure") {
  Recording none;
  none.add("x", swinging);
  none.add("frame.r[1]", swinging);
  CHECK_FALSE(report::report_motion(none.run));
  Recording stands;
  stands.frame("bar.frame_a", still, 0, true);
  stands.frame("bar.frame_b", still, 1, true);
  CHECK_FALSE(report::report_motion(stands.run));
  Recording alone;  // a position without a force is somebody else's
  alone.add("bar.frame_a.r[1]", swinging);
  alone.add("bar.frame_a.r[2]", swinging);
  CHECK_FALSE(report::report_motion(alone.run));
}

TEST_CASE("of thousands of components some are drawn, and the rest is counted") {
  Recording many;
  for (int i = 0; i < 1000; ++i) {
    const std::string name = "bar[" + std::to_string(i) + "]";
    many.frame(
        name + ".frame_a", [i](double t) { return i + std::sin(t); }, 0, true);
    many.frame(
        name + ".frame_b", [i](double t) { return i + 1 + std::sin(t); }, 0, true);
  }
  const auto motion = report::report_motion(many.run);
  REQUIRE(motion);
  CHECK(motion->lines.size() == 400);
  CHECK(motion->left_out == 600);
  CHECK(motion->points.size() * motion->times.size() * 3 < 200'000);
}
