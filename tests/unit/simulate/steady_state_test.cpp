#include "simulate/steady_state.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "base/codes.hpp"
#include "simulate/linearise.hpp"
#include "zoo/heat_exchanger.hpp"
#include "zoo/states.hpp"
#include "zoo/zoo.hpp"

using namespace sunder;

namespace {

/// A model of lambdas: f, its partial derivatives and who depends on whom.
class Given final : public zoo::Analytic {
 public:
  using Slope = std::function<double(std::size_t, std::span<const double>)>;
  using Partial = std::function<double(std::size_t, std::size_t, std::span<const double>)>;
  Given(std::vector<double> start, std::vector<std::vector<std::uint32_t>> depends, Slope slope, Partial partial)
      : Analytic(start.size()),
        start_(std::move(start)),
        depends_(std::move(depends)),
        slope_(std::move(slope)),
        partial_(std::move(partial)) {}
  [[nodiscard]] std::vector<double> initial() const override { return start_; }
  [[nodiscard]] double derivative(std::size_t i, std::span<const double> x, double) const override {
    return slope_(i, x);
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t i) const override { return depends_[i]; }
  [[nodiscard]] double partial(std::size_t i, std::size_t j, std::span<const double> x, double) const override {
    return partial_(i, j, x);
  }

 private:
  std::vector<double> start_;
  std::vector<std::vector<std::uint32_t>> depends_;
  Slope slope_;
  Partial partial_;
};

Outcome<simulate::SteadyState> steady(const model::Model& model, model::Context& context) {
  std::vector<double> x(model.state_count());
  REQUIRE(model::initialise(model, context, 0, x));
  return simulate::find_steady_state(model, context, 0, x);
}

Outcome<simulate::SteadyState> steady(const model::Model& model) { return steady(model, *model.create_context()); }

bool says(const Diagnostics& diagnostics, Code code) {
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.code == code) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("the motor comes to its speed while its angle turns on") {
  const zoo::Linear motor = zoo::dc_motor();
  const auto result = steady(motor);
  REQUIRE(result.ok());
  // 0 = km I - b omega - tau, 0 = u - R I - km omega
  const double det = 6.785 * 6.785 + 50e-3 * 1e-3;
  CHECK(result->x[0] == doctest::Approx((2500 * 6.785 + 1e-3 * 500) / det));
  CHECK(result->x[1] == doctest::Approx((6.785 * 500 - 2500 * 50e-3) / det));
  CHECK(result->x[2] == 0);
  CHECK(result->moving == zoo::states(2));
  CHECK(result->unique);
  CHECK_FALSE(result->followed_transient);
  REQUIRE(result.diagnostics().all().size() == 1);
  CHECK(result.diagnostics().all()[0].code == Code::W0621);
  CHECK(result.diagnostics().all()[0].message.find("der(phi)") != std::string::npos);
}

TEST_CASE("a conserved quantity keeps its value") {
  // two vessels that exchange heat with each other only, at very different rates from a third and fourth
  const double k = 3, fast = 4e5;
  const zoo::Linear vessels({{-k, k, 0, 0}, {2 * k, -2 * k, 0, 0}, {0, 0, -fast, fast}, {0, 0, fast, -fast}},
                            {0, 0, 0, 0}, {10, 40, -5, 9});
  const auto result = steady(vessels);
  REQUIRE(result.ok());
  CHECK(result->followed_transient);
  CHECK_FALSE(result->unique);
  CHECK(says(result.diagnostics(), Code::W0622));
  // 2 x1 + x2 and x3 + x4 are conserved
  CHECK(result->x[0] == doctest::Approx(20).epsilon(1e-6));
  CHECK(result->x[1] == doctest::Approx(20).epsilon(1e-6));
  CHECK(result->x[2] == doctest::Approx(2).epsilon(1e-6));
  CHECK(result->x[3] == doctest::Approx(2).epsilon(1e-6));
}

TEST_CASE("where there is no steady state the derivative that stays is named") {
  for (const bool used : {false, true}) {
    // x1' = 1, alone or driving x2' = x1 - x2
    const Given ramp(
        {0, 0}, {{}, {0, 1}}, [](std::size_t i, auto x) { return i == 0 ? 1.0 : x[0] - x[1]; },
        [](std::size_t, std::size_t j, auto) { return j == 0 ? 1.0 : -1.0; });
    const zoo::Refusing alone(1e9);
    const model::Model& model = used ? static_cast<const model::Model&>(ramp) : alone;
    const auto context = model.create_context();
    const auto result = steady(model, *context);
    REQUIRE_FALSE(result.ok());
    REQUIRE(result.diagnostics().all().size() == 1);
    CHECK(result.diagnostics().all()[0].code == Code::E0620);
    CHECK(result.diagnostics().all()[0].message.find("der(x1) stays at 1") != std::string::npos);
  }
  // x' = 1 + x^2 never vanishes
  const Given never(
      {0.5}, {{0}}, [](std::size_t, auto x) { return 1 + x[0] * x[0]; },
      [](std::size_t, std::size_t, auto x) { return 2 * x[0]; });
  CHECK(says(steady(never).diagnostics(), Code::E0620));
}

TEST_CASE("hard nonlinearities are damped or followed") {
  // atan has Newton diverge from any start beyond 1.39
  const Given arc(
      {30}, {{0}}, [](std::size_t, auto x) { return -std::atan(x[0] - 2); },
      [](std::size_t, std::size_t, auto x) { return -1 / (1 + (x[0] - 2) * (x[0] - 2)); });
  const auto arc_rest = steady(arc);
  REQUIRE(arc_rest.ok());
  CHECK(arc_rest->x[0] == doctest::Approx(2));
  // diode: exponential, steady where 1e-9 (exp(40 v) - 1) = (5 - v) / 100
  const Given diode(
      {5}, {{0}}, [](std::size_t, auto x) { return ((5 - x[0]) / 100 - 1e-9 * (std::exp(40 * x[0]) - 1)) / 1e-6; },
      [](std::size_t, std::size_t, auto x) { return (-0.01 - 40e-9 * std::exp(40 * x[0])) / 1e-6; });
  const auto diode_rest = steady(diode);
  REQUIRE(diode_rest.ok());
  const double v = diode_rest->x[0];
  CHECK((5 - v) / 100 == doctest::Approx(1e-9 * (std::exp(40 * v) - 1)).epsilon(1e-8));
  // flow through an orifice has an infinite slope at zero flow and no value below
  const Given tank(
      {9}, {{0}}, [](std::size_t, auto x) { return 0.5 - std::sqrt(x[0]); },
      [](std::size_t, std::size_t, auto x) { return -0.5 / std::sqrt(x[0]); });
  const auto tank_rest = steady(tank);
  REQUIRE(tank_rest.ok());
  CHECK(tank_rest->x[0] == doctest::Approx(0.25));
}

TEST_CASE("units do not matter to the search") {
  // the same stiff pair in units apart by 1e9
  const double u = 1e9;
  const zoo::Linear pair({{-1, 0.5 / u}, {2000 * u, -2000}}, {3, -2 * u}, {1, 1 * u});
  const auto result = steady(pair);
  REQUIRE(result.ok());
  CHECK(result->x[0] == doctest::Approx(5.999).epsilon(1e-9));
  CHECK(result->x[1] == doctest::Approx(5.998 * u).epsilon(1e-9));
}

TEST_CASE("a rod of 20 000 cells") {
  const zoo::HeatChain rod(20000, 3.0);
  const auto result = steady(rod);
  REQUIRE(result.ok());
  CHECK(result->x[9999] == doctest::Approx(10000.0 / 20001).epsilon(1e-6));
  CHECK_FALSE(result->followed_transient);
}

TEST_CASE("operating points: initial, steady and several times of one run") {
  const zoo::VanDerPol model(3);
  const auto context = model.create_context();
  simulate::OperatingPoint where;
  where.points = {{simulate::PointKind::time, 2.0},
                  {simulate::PointKind::initial, 0},
                  {simulate::PointKind::steady, 0},
                  {simulate::PointKind::time, 1.0}};
  const auto all = simulate::linearise(model, *context, where);
  REQUIRE(all.ok());
  REQUIRE(all->point_count() == 4);
  CHECK(all->point(0).time == 2.0);
  CHECK(all->point(0).kind == "time");
  CHECK(all->point(1).kind == "initial");
  CHECK(all->point(1).jacobian.values == std::vector<double>{-1, 1, -9});
  CHECK(all->point(2).kind == "steady");
  CHECK(all->point(2).jacobian.values[2] == doctest::Approx(3));  // at the origin
  CHECK(all->point(3).time == 1.0);
  for (const std::size_t i : {0, 3}) {
    simulate::OperatingPoint one;
    one.points = {{simulate::PointKind::time, all->point(i).time}};
    const auto alone = simulate::linearise(model, *context, one);
    REQUIRE(alone.ok());
    CHECK(alone->jacobian.values[0] == doctest::Approx(all->point(i).jacobian.values[0]).epsilon(1e-3));
    CHECK(alone->jacobian.values[2] == doctest::Approx(all->point(i).jacobian.values[2]).epsilon(1e-3));
  }
  decouple::AnalysisOptions options;
  const auto analysis = simulate::analyze(model, *context, where, options);
  REQUIRE(analysis.ok());
  CHECK(analysis->points.size() == 4);
  CHECK(says(analysis.diagnostics(), Code::W0814));  // the equilibrium inside the limit cycle repels
  where.points = {{simulate::PointKind::steady, 0}, {simulate::PointKind::time, -1.0}};
  CHECK(says(simulate::linearise(model, *context, where).diagnostics(), Code::E0604));
}

TEST_CASE("the certificate holds at every operating point") {
  // x' = -x^3 decays at the rate 3 x^2: fast at the start, slow later
  const Given cube(
      {10, 1}, {{0}, {1}}, [](std::size_t i, auto x) { return i == 0 ? -x[0] * x[0] * x[0] : -0.01 * x[1]; },
      [](std::size_t i, std::size_t, auto x) { return i == 0 ? -3 * x[0] * x[0] : -0.01; });
  const auto context = cube.create_context();
  decouple::AnalysisOptions options;
  options.partition.fast = std::vector<std::string>{};
  options.partition.step = 0.05;
  simulate::OperatingPoint late;
  late.points = {{simulate::PointKind::time, 1.0}};
  CHECK(simulate::analyze(cube, *context, late, options, "mixed-euler")->partition->certificate->acceptable());
  late.points = {{simulate::PointKind::time, 1.0}, {simulate::PointKind::initial, 0}};
  const auto both = simulate::analyze(cube, *context, late, options, "mixed-euler");
  CHECK_FALSE(both->partition->certificate->acceptable());
  CHECK(both->partition->certificate->spectral_radius == doctest::Approx(14));  // |1 - 0.05 * 300|
  CHECK(both->variables.front().time_scale == doctest::Approx(2.0 / 300));
  CHECK(both->variables.front().point == 1);
}
