// All modes of a model, found symbolically: the switched system does what the model does.
#include <doctest/doctest.h>

#include <random>
#include <sstream>

#include "approximate/affine.hpp"
#include "approximate/affine_modes.hpp"
#include "base/codes.hpp"
#include "from_text.hpp"

using namespace sunder;

namespace {

/// Coupled rooms with thermostats of several kinds: what is remembered is a hysteresis, what a when-clause did, a
/// relation read by a derivative directly, and who of two has the turn.
std::string random_rooms(unsigned seed, double offset, double amplitude) {
  std::mt19937 random(seed);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  std::ostringstream text;
  text.precision(17);
  text
      << "model Rooms\n  input Real u(start = " << offset << ");\n  output Real T[3](start = {" << between(18, 22)
      << ", " << between(18, 22) << ", " << between(18, 22) << "}, each fixed = true);\n"
      << "  Real q(start = 0, fixed = true);\n  Real through, back;\n"
      << "  Boolean a(start = false, fixed = true), b(start = false, fixed = true), turn(start = true, fixed = true);\n"
      << "  Integer stage(start = 0, fixed = true);\nequation\n"
      << "  a = T[1] < " << between(18, 19) << " or pre(a) and T[1] < " << between(21, 22) << ";\n"
      << "  when T[2] < " << between(18, 19) << " then\n    b = true;\n  elsewhen T[2] > " << between(21, 22)
      << " then\n    b = false;\n  end when;\n"
      << "  turn = if T[1] - T[3] > " << between(0.5, 1) << " and pre(turn) then false elseif T[3] - T[1] > "
      << between(0.5, 1) << " then true else pre(turn);\n"
      << "  stage = if T[3] > " << between(20.5, 21) << " then 2 elseif T[3] < " << between(18.5, 19)
      << " then 0 elseif T[3] < " << between(19.4, 19.8)
      << " then min(1, pre(stage)) else pre(stage);\n"
      // a linear loop, so that algebraic equations are solved together
      << "  through + 0.5*q = T[2] - T[3] - 0.1*back;\n  back = 0.3*through + 0.1*(T[1] - T[3]);\n"
      << "  der(T[1]) = " << between(0.05, 0.2) << "*(u - T[1]) + (if a and turn then " << between(3, 5)
      << " else 0) + 0.1*(T[2] - T[1]);\n"
      << "  der(T[2]) = " << between(0.05, 0.2) << "*(u - T[2]) + (if b then " << between(3, 5)
      << " else 0) - 0.2*through + 0.1*(T[1] - T[2]);\n"
      << "  der(T[3]) = " << between(0.05, 0.2) << "*(u - T[3]) + " << between(1, 2)
      << "*(2 - stage) + 0.2*through + (if T[2] > " << between(20, 21) << " then 0.5 else 0.8);\n"
      << "  der(q) = through - q;\nend Rooms;\n"
      << "model Driven\n  Rooms rooms;\nequation\n  rooms.u = " << offset << " + " << amplitude
      << "*sin(0.3*time);\nend Driven;\n";
  return text.str();
}

}  // namespace

TEST_CASE("the modes of random models reproduce their runs") {
  std::size_t switches = 0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    const double offset = 5;
    const double amplitude = 4;
    const TextFile file(random_rooms(seed, offset, amplitude));
    driver::Workspace workspace;
    const Outcome<driver::Compilation> models = driver::compile(workspace, file.request("Rooms"));
    INFO(all_messages(models.diagnostics()));
    REQUIRE(models.ok());
    Diagnostics diagnostics;
    REQUIRE(approximate::affine_in_modes(*models->plan, diagnostics));
    const Outcome<reduce::SwitchedSystem> system = approximate::all_modes(*models->plan, *models->model);
    INFO(all_messages(system.diagnostics()));
    REQUIRE(system.ok());
    REQUIRE(check(*system, diagnostics));

    constexpr double stop = 30;
    constexpr double step = 0.01;
    reduce::InputSeries inputs{0, step, Eigen::MatrixXd(1, 3001)};
    for (Eigen::Index i = 0; i <= 3000; ++i)
      inputs.values(0, i) = offset + amplitude * std::sin(0.3 * static_cast<double>(i) * step);
    const reduce::SwitchedRun run = reduce::SwitchedSimulator(*system, step).run(inputs);
    CHECK(run.end == reduce::SwitchedEnd::complete);
    switches += run.switches;

    driver::Workspace driven;
    const Outcome<driver::Compilation> model = driver::compile(driven, file.request("Driven"));
    REQUIRE(model.ok());
    const results::Trajectory expected = run_of(*model->model, stop, 1);
    for (double time = 1; time <= stop; time += 1) {
      CAPTURE(time);
      for (Eigen::Index i = 0; i < 3; ++i)
        CHECK(run.outputs(i, std::lround(time / step)) ==
              doctest::Approx(value_at(expected, "rooms.T[" + std::to_string(i + 1) + "]", time)).epsilon(2e-4));
    }
  }
  CHECK(switches > 100);
}

TEST_CASE("what has no list of modes is said, with its place") {
  const auto first_error = [](const std::string& equations) {
    const TextFile file("model M\n  input Real u(start = 0);\n  output Real y(start = 0, fixed = true);\n" + equations +
                        "end M;\n");
    driver::Workspace workspace;
    const Outcome<driver::Compilation> models = driver::compile(workspace, file.request("M"));
    INFO(all_messages(models.diagnostics()));
    REQUIRE(models.ok());
    const Outcome<reduce::SwitchedSystem> system =
        approximate::all_modes(*models->plan, *models->model, {.most_modes = 100});
    REQUIRE_FALSE(system.ok());
    return system.diagnostics().all().front();
  };
  Diagnostic error = first_error(
      "  Integer n(start = 0, fixed = true);\nequation\n  der(y) = u - y + n;\n"
      "  when y > 1 then n = pre(n) + 1; end when;\n");
  CHECK(error.message.find("more than 100 modes") != std::string::npos);
  error = first_error(
      "  Real top(start = 0, fixed = true);\nequation\n  der(y) = u - y + 0.1*top;\n"
      "  when y > 1 then top = y; end when;\n");
  CHECK(error.code == Code::E1112);
  CHECK(error.message.find("takes the value of something continuous") != std::string::npos);
  CHECK(error.span.valid());
  error = first_error("equation\n  der(y) = u - y + floor(y);\n");
  CHECK(error.code == Code::E1112);
  CHECK(error.span.valid());
  error = first_error("equation\n  der(y) = u - y;\n  when y > 1 then reinit(y, 0); end when;\n");
  CHECK(error.code == Code::E1112);
  CHECK(error.span.valid());
}
