// Networks, whose flows all depend on all valves: steps with the unknowns of their equations beside the states give
// what steps with the Jacobian itself give, and take far less.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

#include "driver/pipeline.hpp"
#include "integrate/opened_rows.hpp"
#include "integrate/stepper.hpp"
#include "model/opened.hpp"

using namespace sunder;

namespace {

using Numbers = std::vector<double>;

/// Branches with valves between two mains, each with a mass that is heated and a thermostat that moves its valve.
std::string network(std::size_t branches, bool linear) {
  std::ostringstream text;
  text << "model Network\n  parameter Integer n = " << branches << ";\n"
       << "  parameter Real r[n] = {1 + 0.5*sin(i) for i in 1:n};\n"
       << "  Real T[n](each start = 20, each fixed = true), y[n](each start = 0.5, each fixed = true);\n"
       << "  Real m[n](each start = 0.3), p(start = 1);\nequation\n  3 + sin(time) - p = 2*sum(m)/n;\n"
       << "  for i in 1:n loop\n    p*(0.1 + y[i]) = r[i]*m[i]" << (linear ? "" : " + 0.4*m[i]*m[i]*m[i]") << ";\n"
       << "    der(T[i]) = 3*m[i]*(40 - T[i]) - (T[i] - 5);\n"
       << "    0.02*der(y[i]) = 0.5*(1 + tanh(21 + sin(3*i) - T[i])) - y[i];\n  end for;\nend Network;\n";
  return text.str();
}

std::shared_ptr<const execute::CompiledModel> compiled(const std::string& text, const std::string& name,
                                                       emit::BackEnd back_end) {
  driver::Workspace workspace;
  driver::CompileRequest request;
  request.sources = {driver::Source::from_text(text)};
  request.model = name;
  request.back_end = back_end;
  const auto outcome = driver::compile(workspace, request);
  std::string said;
  for (const Diagnostic& diagnostic : outcome.diagnostics().all()) said += render(diagnostic, outcome->sources);
  INFO(said);
  REQUIRE(outcome.ok());
  return outcome->model;
}

struct Result {
  Numbers x;
  integrate::Statistics statistics;
};

Result run(const model::Model& model, const std::string& method, std::optional<bool> opened,
           std::optional<model::StateSet> rows = std::nullopt, double tolerance = 1e-7) {
  const auto context = model.create_context();
  Result result{Numbers(model.state_count()), {}};
  REQUIRE(model::initialise(model, *context, 0, result.x));
  integrate::StepperOptions options;
  options.tolerance = tolerance;
  options.stop = 1;
  options.rows = std::move(rows);
  options.opened = opened;
  const auto stepper = integrate::make_stepper(method, model, *context, options).take();
  for (double time = 0; time < 1;) {
    double reached = time;
    const model::Status advanced = stepper->advance(time, 1 - time, result.x, reached);
    INFO((advanced ? std::string() : advanced.fault().message));
    REQUIRE(advanced);
    time = reached;
  }
  result.statistics = stepper->statistics();
  return result;
}

double difference(const Result& a, const Result& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.x.size(); ++i)
    worst = std::max(worst, std::fabs(a.x[i] - b.x[i]) / (1 + std::fabs(b.x[i])));
  return worst;
}

}  // namespace

TEST_CASE("networks: runs with opened Jacobians are those with the Jacobian itself") {
  for (const emit::BackEnd back_end : {emit::BackEnd::interpreter, emit::BackEnd::llvm}) {
    for (const bool linear : {true, false}) {
      for (const std::size_t branches : {3, 17}) {
        CAPTURE(linear);
        CAPTURE(branches);
        const auto model = compiled(network(branches, linear), "Network", back_end);
        model::StateSet valves;
        for (std::size_t i = branches; i < 2 * branches; ++i) valves.emplace_back(i);
        CHECK(difference(run(*model, "rosenbrock", true), run(*model, "rosenbrock", false)) < 1e-5);
        CHECK(difference(run(*model, "rosenbrock", true, valves), run(*model, "rosenbrock", false, valves)) < 1e-5);
        CHECK(difference(run(*model, "cvode", true), run(*model, "cvode", false)) < 1e-5);
      }
    }
  }
}

TEST_CASE("networks: opened Jacobians have as many entries as the network has branches, and need no runs of tangents") {
  for (const bool linear : {true, false}) {
    constexpr std::size_t smallest = 2, few = 40, many = 200;
    const auto count = [&](std::size_t branches) {
      const auto model = compiled(network(branches, linear), "Network", emit::BackEnd::interpreter);
      const auto context = model->create_context();
      REQUIRE(model->initialise(*context, 0));
      const auto evaluator = model::full_evaluator(*model, *context);
      const model::OpenedJacobian& opened = *evaluator->opened();
      CHECK(opened.closed_pattern().nonzeros() >= branches * branches);
      CHECK(opened.closed_operations() >= branches * evaluator->operations());
      CHECK(opened.operations() <= 10 * evaluator->operations());
      CHECK(integrate::opening_pays(*evaluator) == (branches > smallest));
      return opened.pattern().nonzeros();
    };
    count(smallest);
    CHECK(count(many) <= many / few * count(few));
  }
}

TEST_CASE("networks: the form that is less work is taken unasked, and is less work") {
  const auto model = compiled(network(200, true), "Network", emit::BackEnd::llvm);
  const Result unasked = run(*model, "rosenbrock", std::nullopt, std::nullopt, 1e-4);
  const Result opened = run(*model, "rosenbrock", true, std::nullopt, 1e-4);
  const Result closed = run(*model, "rosenbrock", false, std::nullopt, 1e-4);
  CHECK(unasked.x == opened.x);
  CHECK(unasked.statistics.solver_operations * 20 < closed.statistics.solver_operations);
  CHECK(difference(opened, closed) < 1e-2);
}

TEST_CASE("networks: Newton's method of the implicit methods takes the form that is less work") {
  constexpr std::size_t branches = 200;
  const auto model = compiled(network(branches, false), "Network", emit::BackEnd::llvm);
  const auto context = model->create_context();
  Numbers x(model->state_count());
  REQUIRE(model::initialise(*model, *context, 0, x));
  const auto stepper = integrate::make_stepper("implicit-euler", *model, *context, {}).take();
  constexpr int steps = 20;
  for (int step = 0; step < steps; ++step) REQUIRE(stepper->step(0.05 * step, 0.05, x));
  const integrate::Statistics& done = stepper->statistics();
  CHECK(done.newton_iterations <= 8 * steps);  // which a wrong matrix would not do
  CHECK(done.solver_operations < (done.factorisations + done.newton_iterations) * branches * branches);
  const Result fine = run(*model, "cvode", std::nullopt);
  for (std::size_t i = 0; i < x.size(); ++i) CHECK(std::fabs(x[i] - fine.x[i]) < 0.05 * (1 + std::fabs(x[i])));
}

TEST_CASE("opened Jacobians of no use: equations that do not determine their unknowns") {
  // nothing determines how a flow is shared by u and v, and only their sum matters
  const std::string text =
      "model Shared\n  parameter Real k = 2;\n  Real x(start = 1, fixed = true), u(start = 0.1), v(start = "
      "0.2);\nequation\n"
      "  u + v = x;\n  k*u + k*v = k*x;\n  der(x) = 1 - (u + v)^3;\nend Shared;\n";
  const auto model = compiled(text, "Shared", emit::BackEnd::interpreter);
  for (const std::string method : {"rosenbrock", "cvode"}) {
    CAPTURE(method);
    CHECK(difference(run(*model, method, true), run(*model, method, false)) < 1e-5);
  }
}

TEST_CASE("opened Jacobians of no use: partial derivatives without a value") {
  const std::string text =
      "model Rooted\n  Real x(start = 0, fixed = true), u(start = 0.1), v(start = 0);\nequation\n"
      "  u + 0.1*sin(v) = x;\n  v = 0.2*u + sqrt(abs(x));\n  der(x) = 1 - v;\nend Rooted;\n";
  const auto model = compiled(text, "Rooted", emit::BackEnd::interpreter);
  for (const std::string method : {"rosenbrock", "cvode"}) {
    CAPTURE(method);
    CHECK(difference(run(*model, method, true), run(*model, method, false)) < 1e-4);
  }
}
