#include "reduce/switched.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "base/codes.hpp"
#include "reduce/switched_model.hpp"
#include "reduce/switched_reduction.hpp"

using namespace sunder;
using namespace sunder::reduce;

namespace {

MatrixXd one(double v) { return MatrixXd::Constant(1, 1, v); }
VectorXd single(double v) { return VectorXd::Constant(1, v); }
/// factor y <= limit, else the mode so many numbers further on.
Guard guard(double factor, double limit, std::optional<std::int64_t> shift) {
  return {one(factor), one(0), single(limit), shift};
}
Mode mode(const std::string& name, std::size_t number, std::vector<Guard> guards) {
  Mode out;
  out.name = name;
  out.dynamics = number;
  out.code = static_cast<std::int64_t>(number);
  out.guards = std::move(guards);
  return out;
}

/// A room that cools to the outside (the input) and is heated between two temperatures: x' = -x + u + heat.
SwitchedSystem thermostat() {
  SwitchedSystem s;
  s.states = {"T"};
  s.inputs = {"outside"};
  s.outputs = {"T"};
  s.dynamics = {{one(-1), one(1), one(1), one(0), single(0), single(0)},
                {one(-1), one(1), one(1), one(0), single(10), single(0)}};
  s.modes = {mode("off", 0, {guard(-1, -4, 1)}), mode("on", 1, {guard(1, 6, -1)})};
  s.start = single(5);
  return s;
}

InputSeries constant(double value, double step, int points) { return {0, step, MatrixXd::Constant(1, points, value)}; }

/// Three states, two dynamics that differ in where they rest, switched by the first output.
SwitchedSystem three_states() {
  SwitchedSystem s;
  s.states = {"a", "b", "c"};
  s.inputs = {"u"};
  s.outputs = {"y"};
  MatrixXd a(3, 3);
  a << -1, 0.5, 0, 0.2, -3, 1, 0, 0.4, -8;
  Dynamics cold{a, Eigen::Vector3d(1, 0.3, 2), Eigen::RowVector3d(1, 0.2, 0.1), one(0), VectorXd::Zero(3), single(0)};
  Dynamics warm = cold;
  warm.f = Eigen::Vector3d(4, 1, 3);
  s.dynamics = {cold, warm};
  s.modes = {mode("off", 0, {guard(-1, -1, 1)}), mode("on", 1, {guard(1, 3, -1)})};
  s.start = Eigen::Vector3d(2, 0, 0);
  return s;
}

}  // namespace

TEST_CASE("a thermostat switches where the formula says") {
  const SwitchedSystem s = thermostat();
  const SwitchedRun run = SwitchedSimulator(s, 0.1).run(constant(0, 0.1, 41));
  CHECK(run.end == SwitchedEnd::complete);
  // cools from 5 to 4 in ln(5/4), heats from 4 to 6 towards 10 in ln(6/4), cools from 6 to 4 in ln(6/4)
  const double first = std::log(5.0 / 4);
  const double half = std::log(6.0 / 4);
  const double t = 4.0 - first;
  const int halves = static_cast<int>(t / half);
  CHECK(run.switches == static_cast<std::size_t>(halves) + 1);
  const double rest = t - halves * half;
  const double expected = halves % 2 == 0 ? 10 - 6 * std::exp(-rest) : 6 * std::exp(-rest);
  CHECK(run.outputs(0, 40) == doctest::Approx(expected).epsilon(1e-7));
}

TEST_CASE("inputs are linear between the points") {
  SwitchedSystem s = thermostat();
  s.modes.resize(1);
  s.modes[0] = mode("off", 0, {});
  InputSeries ramp{0, 0.5, MatrixXd(1, 5)};
  ramp.values << 0, 0.5, 1, 1.5, 2;
  const SwitchedRun run = SwitchedSimulator(s, 0.5).run(ramp);
  CHECK(run.outputs(0, 4) == doctest::Approx(2 - 1 + 6 * std::exp(-2.0)).epsilon(1e-12));
}

TEST_CASE("a short visit outside the domain between two points of the grid is not missed") {
  SwitchedSystem s = thermostat();
  s.modes[0].guards[0].limits = single(-2.05);  // left where T < 2.05
  s.start = single(5);
  InputSeries v{0, 2, MatrixXd(1, 3)};
  v.values << -2, 6, 6;  // T falls below 2.05 and is above it again at t = 2
  const SwitchedRun run = SwitchedSimulator(s, 2).run(v);
  CHECK(run.switches >= 1);
}

TEST_CASE("chattering, blow-up and a place without a mode are told") {
  SwitchedSystem s = thermostat();
  s.modes[1].guards = {guard(1, 4, -1)};  // on is left where off is
  const SwitchedRun chatters = SwitchedSimulator(s, 0.1).run(constant(0, 0.1, 41));
  CHECK(chatters.end == SwitchedEnd::chattering);
  CHECK(chatters.end_time == doctest::Approx(std::log(5.0 / 4)).epsilon(1e-2));

  s = thermostat();
  s.dynamics[1].a = one(3);
  s.modes[1].guards[0].limits = single(1e9);
  const SwitchedRun grows = SwitchedSimulator(s, 0.1).run(constant(0, 0.1, 200));
  CHECK(grows.end == SwitchedEnd::blow_up);

  s = thermostat();
  s.modes[0].guards[0].shift.reset();
  const SwitchedRun lost = SwitchedSimulator(s, 0.1).run(constant(0, 0.1, 41));
  CHECK(lost.end == SwitchedEnd::no_mode);
  CHECK(lost.end_mode == 0);
}

TEST_CASE("a guard of two rows is left where both are violated") {
  SwitchedSystem s = thermostat();
  Guard& guard = s.modes[0].guards[0];
  guard.on_outputs = Eigen::Vector2d(-1, 0);
  guard.on_inputs = Eigen::Vector2d(0, 1);
  guard.limits = Eigen::Vector2d(-4, -0.5);  // T < 4 and u > -0.5
  InputSeries ramp{0, 0.1, MatrixXd(VectorXd::LinSpaced(31, -3, 0).transpose())};
  const SwitchedRun run = SwitchedSimulator(s, 0.1).run(ramp);
  CHECK(run.modes[24] == 0);  // T is far below 4 by then, but u only reaches -0.5 at t = 2.5
  CHECK(run.modes[26] == 1);
  CHECK(run.switches == 1);
}

TEST_CASE("guards of different groups act together, of one group the first") {
  SwitchedSystem s;
  s.states = {"x"};
  s.inputs = {"u"};
  s.outputs = {"x"};
  s.dynamics = {{one(-1), one(0), one(1), one(0), single(0), single(0)}};
  for (std::int64_t i = 0; i < 4; ++i) {
    s.modes.push_back(mode("m" + std::to_string(i), 0, {}));
    s.modes.back().code = i;
  }
  s.modes[0].guards = {guard(-1, -1, 1), guard(-1, -1, 3), guard(-1, -1, 2)};
  s.modes[0].guards[2].group = 1;
  s.start = single(2);
  const SwitchedRun run = SwitchedSimulator(s, 0.1).run(constant(0, 0.1, 11));
  CHECK(run.end_mode == 3);
  CHECK(run.switches == 1);
}

TEST_CASE("descriptions that make no sense are errors") {
  const auto code = [](SwitchedSystem s) {
    Diagnostics diagnostics;
    CHECK_FALSE((check(s, diagnostics) && check_domains(s, diagnostics)));
    return diagnostics.all().front().code;
  };
  SwitchedSystem s = thermostat();
  s.modes[0].guards = {guard(1, 1, 1), guard(-1, -2, 1)};  // T <= 1 and T >= 2
  CHECK(code(s) == Code::E1111);
  s = thermostat();
  s.modes[0].guards[0].shift = 7;
  CHECK(code(s) == Code::E1111);
  s = thermostat();
  s.modes[1].code = 0;
  CHECK(code(s) == Code::E1110);
  s = thermostat();
  s.dynamics[0].a = MatrixXd::Zero(2, 2);
  CHECK(code(s) == Code::E1101);
  s = thermostat();
  s.modes[0].guards[0].limits = VectorXd(0);
  CHECK(code(s) == Code::E1101);
  s = thermostat();
  s.start = VectorXd::Zero(3);
  CHECK(code(s) == Code::E1101);
  s.modes.clear();
  CHECK(code(s) == Code::E1110);
}

TEST_CASE("a guard that names no mode finds the one whose domain begins there") {
  Diagnostics diagnostics;
  SwitchedSystem s = thermostat();
  s.modes[0].guards[0].shift.reset();
  REQUIRE(check_domains(s, diagnostics));
  CHECK(s.modes[0].guards[0].shift == 1);

  // behind T < 4 one mode for u <= 1 and one for u >= 1
  s = thermostat();
  s.modes[0].guards[0].shift.reset();
  s.modes.push_back(mode("warm", 1, {guard(1, 6, -2)}));
  s.modes[2].code = 2;
  s.modes[1].guards.push_back({one(0), one(1), single(1), 1});
  s.modes[2].guards.push_back({one(0), one(-1), single(-1), -1});
  REQUIRE(check_domains(s, diagnostics));
  CHECK(s.modes[0].guards.size() == 3);
  CHECK(SwitchedSimulator(s, 0.1).run(constant(0, 0.1, 5)).end_mode == 1);
  CHECK(SwitchedSimulator(s, 0.1).run(constant(1.5, 0.1, 5)).end_mode == 2);

  s = thermostat();
  s.modes[0].guards[0].shift.reset();
  s.modes.push_back(s.modes[1]);  // two that overlap where the first is left
  s.modes[2].code = 2;
  CHECK_FALSE(check_domains(s, diagnostics));
  CHECK(diagnostics.all().back().message.find("either could follow") != std::string::npos);

  s = thermostat();
  s.modes[0].guards[0].shift.reset();
  s.modes[1].guards = {guard(-1, -5, -1)};  // only above 5
  CHECK_FALSE(check_domains(s, diagnostics));
  CHECK(diagnostics.all().back().message.find("no mode follows") != std::string::npos);
}

TEST_CASE("all states kept: every map and balancing gives the full system") {
  const SwitchedSystem full = three_states();
  const InputSeries inputs{0, 0.05, MatrixXd(VectorXd::LinSpaced(400, 0, 30).array().sin().matrix().transpose())};
  const SwitchedRun reference = SwitchedSimulator(full, 0.05).run(inputs);
  REQUIRE(reference.end == SwitchedEnd::complete);
  CHECK(reference.switches > 4);
  for (const ResetMap map : {ResetMap::projection, ResetMap::free_evolution, ResetMap::finite_horizon}) {
    for (const auto balancing : {SwitchedBalancing::inputs, SwitchedBalancing::inputs_and_jumps}) {
      const auto reduced = reduce::reduce(full, {.order = 3, .map = map, .balancing = balancing, .horizon = 2});
      CAPTURE(name_of(map));
      REQUIRE(reduced.ok());
      const SwitchedRun run = SwitchedSimulator(reduced->system, 0.05).run(inputs);
      CHECK(run.switches == reference.switches);
      CHECK((run.outputs - reference.outputs).cwiseAbs().maxCoeff() < 1e-5);
    }
  }
}

TEST_CASE("the map of the free evolution cannot be improved") {
  const SwitchedSystem system = three_states();
  const Dynamics& d = system.dynamics[0];
  const LinearSystem full{.a = d.a, .b = d.b, .c = d.c, .d = d.d};
  const auto reduction = reduce::reduce(full, {.order = 2});
  REQUIRE(reduction.ok());
  const LinearSystem& small = reduction->system;
  // the mean square of the difference by quadrature, not by the equations the map comes from
  const auto distance = [&](const VectorXd& x, const VectorXd& xr, double horizon) {
    const double step = 0.002;
    Dynamics both{MatrixXd::Zero(5, 5), MatrixXd::Zero(5, 1), MatrixXd(1, 5), one(0), VectorXd::Zero(5), single(0)};
    both.a.topLeftCorner(3, 3) = full.a;
    both.a.bottomRightCorner(2, 2) = small.a;
    both.c << full.c, -small.c;
    SwitchedSystem error;
    error.states = {"1", "2", "3", "4", "5"};
    error.inputs = {"u"};
    error.outputs = {"e"};
    error.dynamics = {both};
    error.modes = {mode("free", 0, {})};
    error.start = VectorXd(5);
    error.start << x, xr;
    const SwitchedRun run =
        SwitchedSimulator(error, step).run(constant(0, step, static_cast<int>(std::lround(horizon / step)) + 1));
    const auto squares = run.outputs.row(0).array().square();
    return step * (squares.sum() - (squares(0) + squares(squares.size() - 1)) / 2);
  };
  for (const double horizon : {0.5, 2.0, 40.0}) {
    const bool finite = horizon < 40;
    const auto psi = free_evolution_map(full, small, finite ? std::optional(horizon) : std::nullopt);
    REQUIRE(psi);
    for (int k = 0; k < 3; ++k) {
      const VectorXd x = VectorXd::Unit(3, k) + 0.3 * VectorXd::Ones(3);
      const VectorXd best = *psi * x;
      const double least = distance(x, best, horizon);
      for (int direction = 0; direction < 8; ++direction) {
        const double angle = 0.785398 * direction;
        for (const double size : {0.3, 0.03}) {
          const VectorXd other = best + size * Eigen::Vector2d(std::cos(angle), std::sin(angle));
          CHECK(distance(x, other, horizon) > least);
        }
      }
    }
  }
}

TEST_CASE("switched systems that cannot be reduced say why") {
  const auto code = [](const SwitchedSystem& s, const SwitchedReductionOptions& options) {
    const auto outcome = reduce::reduce(s, options);
    CHECK_FALSE(outcome.ok());
    return outcome.diagnostics().all().front().code;
  };
  CHECK(code(thermostat(), {.order = 2}) == Code::E1103);
  CHECK(code(thermostat(), {.order = 0}) == Code::E1103);
  CHECK(code(thermostat(), {.map = ResetMap::finite_horizon, .horizon = 0}) == Code::E1103);
  SwitchedSystem s = thermostat();
  s.dynamics[0].a = one(0);
  CHECK(code(s, {}) == Code::E1106);
  s.dynamics[0].a = one(1);
  CHECK(code(s, {}) == Code::E1107);
}

TEST_CASE("a horizon that is too short makes an ill-conditioned map, and that is told") {
  const auto reduced = reduce::reduce(three_states(), {.order = 2, .map = ResetMap::finite_horizon, .horizon = 1e-4});
  REQUIRE(reduced.has_value());
  REQUIRE_FALSE(reduced.diagnostics().all().empty());
  CHECK(reduced.diagnostics().all().front().code == Code::W1114);
}

TEST_CASE("a switched system as a model: going on in a mode, and what goes wrong at a switch") {
  const auto model = make_switched_model(thermostat(), constant(0, 0.1, 41), "thermostat");
  CHECK(model->description().experiment.stop == doctest::Approx(4));
  CHECK(model->events()->crossing(0).text == "T < 4");
  CHECK(model->events()->crossing(1).text == "T > 6");
  const std::unique_ptr<model::Context> context = model->create_context();
  std::vector<double> x(1);
  std::vector<double> margins(2);
  REQUIRE(model::initialise(*model, *context, 0, x));
  REQUIRE(model->events()->indicators(*context, 0, x, margins));
  CHECK(margins[0] == doctest::Approx(1));  // of 5 above 4; the guard of the other mode is out of reach
  const model::VariableIndex mode(model->description().variable_count() - 1);
  CHECK(model->description().variable(mode).name == "mode");
  const model::GivenValue on{mode, 1};
  REQUIRE(model->resume(*context, 0, x, {&on, 1}));
  REQUIRE(model->events()->indicators(*context, 0, x, margins));
  CHECK(margins[1] == doctest::Approx(1));
  const model::GivenValue none{mode, 7};
  const model::Status refused = model->resume(*context, 0, x, {&none, 1});
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.fault().code == Code::E1113);

  SwitchedSystem chatters = thermostat();
  chatters.modes[1].guards = {guard(1, 3, -1)};  // both modes are left between 3 and 4
  const auto restless = make_switched_model(chatters, constant(0, 0.1, 41), "restless");
  const std::unique_ptr<model::Context> other = restless->create_context();
  REQUIRE(model::initialise(*restless, *other, 0, x));
  x[0] = 3.5;
  model::EventOutcome outcome;
  const model::Status handled = restless->events()->handle(*other, 1, x, model::EventCause::found, outcome);
  REQUIRE_FALSE(handled.ok());
  CHECK(handled.fault().message.find("chattering") != std::string::npos);
}
