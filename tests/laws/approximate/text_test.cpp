// A reduced switched system is one and the same as exact runs, as a Model under every method, and as Modelica text.
#include <doctest/doctest.h>

#include <random>

#include "from_text.hpp"
#include "reduce/switched_export.hpp"
#include "reduce/switched_model.hpp"
#include "reduce/switched_reduction.hpp"
#include "zoo/states.hpp"

using namespace sunder;
using namespace sunder::reduce;

namespace {

/// Three dynamics in a ring, left where an output is too high or too low, with room in between.
SwitchedSystem random_system(unsigned seed) {
  std::mt19937 random(seed);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  constexpr Eigen::Index n = 4;
  SwitchedSystem s;
  s.states = {"a", "b", "c", "d"};
  s.inputs = {"u"};
  s.outputs = {"y", "w[2]"};
  for (int i = 0; i < 3; ++i) {
    Dynamics d{MatrixXd(n, n), MatrixXd(n, 1), MatrixXd(2, n), MatrixXd::Zero(2, 1), VectorXd(n), VectorXd::Zero(2)};
    for (Eigen::Index r = 0; r < n; ++r) {
      for (Eigen::Index c = 0; c < n; ++c)
        d.a(r, c) = r == c ? -between(0.5, 1) * std::pow(4, static_cast<double>(r)) : between(-0.1, 0.1);
      d.b(r, 0) = between(-0.3, 0.3);
      d.f[r] = 0;
    }
    d.c = MatrixXd::NullaryExpr(2, n, [&] { return between(-0.1, 0.1); });
    d.c(0, 0) = 1;
    d.c(1, 1) = 1;
    // towards well above, well below, and above again but slower
    d.f[0] = (i == 1 ? -between(2, 3) : between(2, 3)) * -d.a(0, 0);
    d.f[1] = between(-1, 1);
    s.dynamics.push_back(d);
  }
  const auto guard = [](double y, double w, double limit, std::int64_t shift) {
    return Guard{Eigen::RowVector2d(y, w), MatrixXd::Zero(1, 1), VectorXd::Constant(1, limit), shift};
  };
  Mode rise{.name = "rise", .dynamics = 0, .guards = {guard(1, 0, 1, 1)}, .code = 10};
  Mode fall{.name = "fall", .dynamics = 1, .guards = {guard(-1, 0.1, 1, 1)}, .code = 11};
  Mode again{.name = "again", .dynamics = 2, .guards = {guard(1, 0, 1.2, -1)}, .code = 12};
  s.modes = {rise, fall, again};
  s.start = VectorXd::Zero(n);
  return s;
}

InputSeries sine() {
  InputSeries out{0, 0.01, MatrixXd(1, 1001)};
  for (Eigen::Index i = 0; i < out.values.cols(); ++i)
    out.values(0, i) = std::sin(2 * out.step * static_cast<double>(i));
  return out;
}

}  // namespace

TEST_CASE("a reduced switched system runs the same everywhere") {
  std::size_t switches = 0;
  const ResetMap maps[] = {ResetMap::projection, ResetMap::free_evolution, ResetMap::finite_horizon};
  for (unsigned seed = 1; seed <= 9; ++seed) {
    CAPTURE(seed);
    const SwitchedSystem full = random_system(seed);
    const auto reduced = reduce::reduce(full, {.order = 1 + static_cast<Eigen::Index>(seed % 4),
                                               .map = maps[seed % 3],
                                               .balancing = SwitchedBalancing::inputs_and_jumps,
                                               .horizon = 3});
    INFO(all_messages(reduced.diagnostics()));
    REQUIRE(reduced.ok());
    const InputSeries inputs = sine();
    const SwitchedRun exact = SwitchedSimulator(reduced->system, inputs.step).run(inputs);
    REQUIRE(exact.end == SwitchedEnd::complete);
    switches += exact.switches;

    const std::string source(modelica_text(reduced->system, {.name = "Reduced", .description = "a law"}) +
                             "model Driven\n  Reduced r;\nequation\n  r.u = sin(2*time);\nend Driven;\n");
    driver::Workspace workspace;
    const Outcome<driver::Compilation> compiled = driver::compile(workspace, request_for(source, "Driven"));
    INFO(all_messages(compiled.diagnostics()));
    REQUIRE(compiled.ok());
    const results::Trajectory text = run_of(*compiled->model, 10, 0.5);

    const auto model = make_switched_model(reduced->system, inputs, "reduced");
    const results::Trajectory own = run_of(*model, 10, 0.5);

    for (double time = 0.5; time <= 10; time += 0.5) {
      CAPTURE(time);
      const Eigen::Index at = std::lround(time / inputs.step);
      for (Eigen::Index i = 0; i < 2; ++i) {
        const std::string& name = full.outputs[static_cast<std::size_t>(i)];
        CHECK(value_at(own, name, time) == doctest::Approx(exact.outputs(i, at)).epsilon(1e-4));
        const std::string inside = i == 0 ? "r.y" : "r.'w[2]'";
        CHECK(value_at(text, inside, time) == doctest::Approx(exact.outputs(i, at)).epsilon(3e-4));
      }
      CHECK(value_at(own, "mode", time) ==
            static_cast<double>(full.modes[exact.modes[static_cast<std::size_t>(at)]].code));
    }
  }
  CHECK(switches > 30);
}

TEST_CASE("every kind of method runs a reduced switched system as a model") {
  const SwitchedSystem full = random_system(4);
  const auto reduced = reduce::reduce(
      full, {.order = 3, .map = ResetMap::free_evolution, .balancing = SwitchedBalancing::inputs_and_jumps});
  REQUIRE(reduced.ok());
  const InputSeries inputs = sine();
  const SwitchedRun exact = SwitchedSimulator(reduced->system, inputs.step).run(inputs);
  REQUIRE(exact.end == SwitchedEnd::complete);
  CHECK(exact.switches > 3);
  const auto model = make_switched_model(reduced->system, inputs, "reduced");
  for (const std::string method : {"euler", "rk4", "dopri5", "implicit-euler", "trapezoidal", "cvode", "mixed-euler",
                                   "mixed-heun-lobatto", "multirate"}) {
    CAPTURE(method);
    simulate::SimulateOptions options;
    options.method = method;
    if (method != "cvode" && method != "dopri5" && method != "multirate") options.step = 1e-3;
    if (method.starts_with("m")) options.partition = model::Partition::two_way(zoo::states(1, 2), 3);
    options.stop = 10;
    results::MemoryWriter memory;
    const Outcome<simulate::Simulation> simulation = simulate::simulate(*model, options, &memory);
    INFO(all_messages(simulation.diagnostics()));
    REQUIRE(simulation.ok());
    CHECK(simulation->status.ok);
    const bool first_order = method.find("euler") != std::string::npos;
    CHECK(value_at(memory.trajectory(), "y", 10) ==
          doctest::Approx(exact.outputs(0, 1000)).epsilon(first_order ? 2e-2 : 1e-3));
  }
}
