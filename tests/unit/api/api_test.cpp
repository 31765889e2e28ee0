// The public interface as a program uses it: right questions, wrong ones, and objects that outlive each other.
#include <sunder/sunder.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <optional>
#include <thread>

namespace {

constexpr const char* decay = R"(model Decay
  parameter Real tau(unit = "s") = 2 "time constant";
  parameter Integer n = 2;
  input Real u(start = 0);
  Real x[n](each start = 1, each fixed = true);
  output Real y = x[1];
equation
  for i in 1:n loop
    tau * der(x[i]) = u - x[i];
  end for;
end Decay;
)";

sunder::Model loaded(std::vector<std::pair<std::string, std::string>> parameters = {}) {
  return sunder::load_text(decay, {.model = "", .parameters = std::move(parameters), .inputs = {}, .interpret = true})
      .value();
}

sunder::SimulateOptions one_second() {
  sunder::SimulateOptions options;
  options.stop = 1;
  options.method = "cvode";
  options.tolerance = 1e-9;
  options.input_constants = {{"u", 0}};
  return options;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The first error of a question that must fail.
template <class T>
sunder::Message refused(const sunder::Result<T>& result) {
  CHECK_FALSE(result.ok());
  CHECK_THROWS_AS((void)result.value(), sunder::Error);
  for (const sunder::Message& one : result.messages())
    if (one.kind == sunder::MessageKind::error) return one;
  FAIL("no error");
  return {};
}

}  // namespace

TEST_CASE("a model says what it is made of") {
  const sunder::Model model = loaded();
  CHECK(model.name() == "Decay");
  CHECK(model.states() == std::vector<std::string>{"x[1]", "x[2]"});
  CHECK(model.inputs() == std::vector<std::string>{"u"});
  CHECK(model.outputs() == std::vector<std::string>{"y"});
  bool found_tau = false, found_n = false;
  for (const sunder::Variable& one : model.variables()) {
    if (one.name == "tau") {
      found_tau = true;
      CHECK(one.kind == sunder::VariableKind::parameter);
      CHECK(one.unit == "s");
      CHECK(one.description == "time constant");
      CHECK(one.tunable);
    }
    if (one.name == "n") {
      found_n = true;
      CHECK(one.structural);
    }
  }
  CHECK(found_tau);
  CHECK(found_n);
  CHECK(model.check().states.size() == 2);
  CHECK(contains(model.check().json(), "\"equations\""));
}

TEST_CASE("runs, and what they record") {
  sunder::Model model = loaded();
  sunder::SimulateOptions options = one_second();
  options.intervals = 4;
  options.variables = {"x[1]", "y"};
  const sunder::Run run = model.simulate(options).value();
  CHECK(run.finished);
  CHECK(run.statistics.steps > 0);
  CHECK(run.time() == std::vector<double>{0, 0.25, 0.5, 0.75, 1});
  CHECK(run.values("x[1]").size() == 5);
  CHECK(run.values("x[1]")[4] == doctest::Approx(std::exp(-0.5)).epsilon(1e-6));
  CHECK(run.final_value("y") == doctest::Approx(std::exp(-0.5)).epsilon(1e-6));
  CHECK_FALSE(run.trajectory.has("x[2]"));
  CHECK_THROWS_AS((void)run.values("x[2]"), std::out_of_range);
  CHECK_THROWS_WITH_AS((void)run.final_value("z"), doctest::Contains("no variable 'z'"), std::out_of_range);
  CHECK(contains(run.json(), "\"diagnostics\""));

  sunder::SimulateOptions driven = one_second();
  driven.input_constants.clear();
  driven.input_signals = {{"u", {0, 0.5}, {0, 3}, true}};
  CHECK(model.simulate(driven).value().final_value("x[1]") ==
        doctest::Approx(std::exp(-0.5) + 3 * (1 - std::exp(-0.25))).epsilon(1e-6));

  sunder::SimulateOptions mixed = one_second();
  mixed.method = "mixed-euler";
  mixed.step = 0.01;
  mixed.fast = {"x[2]"};
  mixed.compare = "cvode";
  const sunder::Run compared = model.simulate(mixed).value();
  CHECK(compared.fast == std::vector<std::string>{"x[2]"});
  REQUIRE(compared.reference.has_value());
  CHECK(compared.reference->epsilon > 0);
  CHECK(compared.reference->epsilon < 0.01);
}

TEST_CASE("parameters: set, of a copy, and at load") {
  sunder::Model model = loaded();
  sunder::Model copy = model;
  copy.set("tau", 4);
  CHECK(copy.parameter("tau") == 4);
  CHECK(model.parameter("tau") == 2);
  CHECK(copy.linearize().value().a(0, 0) == doctest::Approx(-0.25));
  CHECK(model.linearize().value().a(0, 0) == doctest::Approx(-0.5));
  model = copy;
  CHECK(model.parameter("tau") == 4);
  CHECK(loaded({{"n", "3"}, {"tau", "1 + 1"}}).states().size() == 3);

  try {
    model.set("n", 3);
    FAIL("a structural parameter was set");
  } catch (const sunder::Error& error) {
    REQUIRE(error.messages().size() == 1);
    CHECK(contains(error.messages().front().help, "load the model again"));
    CHECK(contains(error.what(), "error[E0510]"));
  }
  CHECK_THROWS_WITH_AS(model.set("ta", 1), doctest::Contains("did you mean 'tau'?"), sunder::Error);
  CHECK_THROWS_AS((void)model.parameter("x[1]"), sunder::Error);
  CHECK(model.states().size() == 2);
}

TEST_CASE("all questions about a model") {
  const sunder::Model model = loaded();
  const sunder::TimeScales scales = model.analyze().value();
  REQUIRE(scales.states.size() == 2);
  CHECK(scales.states[0].time_scale > 0);
  CHECK(scales.states[0].cycle.size() == 1);
  CHECK_FALSE(scales.sentences.empty());
  CHECK(contains(scales.json(), "\"variables\""));

  const sunder::LinearSystem linear = model.linearize().value();
  CHECK(linear.a.rows == 2);
  CHECK(linear.a.values == std::vector<double>{-0.5, 0, 0, -0.5});
  CHECK(linear.b.values == std::vector<double>{0.5, 0.5});
  CHECK(linear.c.values == std::vector<double>{1, 0});
  CHECK(model.reduce().value().order == 1);

  sunder::SweepOptions sweep;
  sweep.axes = {{"tau", {"1", "2"}}};
  sweep.run = one_second();
  const sunder::Sweep swept = model.sweep(sweep).value();
  REQUIRE(swept.points.size() == 2);
  CHECK(swept.compilations == 0);
  CHECK(swept.points[0].final_value("x[1]") == doctest::Approx(std::exp(-1.0)).epsilon(1e-6));
  CHECK(swept.points[1].trajectory.values("x[1]").back() == doctest::Approx(std::exp(-0.5)).epsilon(1e-6));

  sunder::ReportOptions report;
  report.stop = 1;
  CHECK(contains(model.report(report).value().page, "<html"));
}

TEST_CASE("the right-hand side and its Jacobian") {
  std::optional<sunder::Model> model = loaded();
  model->set("tau", 4);
  sunder::Equations equations = model->equations().value();
  model.reset();  // they do not need it any more
  CHECK(equations.initial_states() == std::vector<double>{1, 1});
  const std::vector<double> x{1, 3}, u{2};
  CHECK(equations.rhs(0, x).value() == std::vector<double>{-0.25, -0.75});
  CHECK(equations.rhs(0, x, u).value() == std::vector<double>{0.25, -0.25});
  CHECK(equations.rhs(0, x).value() == std::vector<double>{-0.25, -0.75});
  const sunder::SparseEntries jacobian = equations.jacobian(0, x).value();
  CHECK(jacobian.row == std::vector<std::size_t>{0, 1});
  CHECK(jacobian.column == std::vector<std::size_t>{0, 1});
  CHECK(jacobian.value == std::vector<double>{-0.25, -0.25});
  CHECK_THROWS_AS((void)equations.rhs(0, u), std::invalid_argument);
  CHECK_THROWS_AS((void)equations.jacobian(0, x, x), std::invalid_argument);
}

TEST_CASE("relations follow the point, whatever was asked before") {
  sunder::Equations equations = sunder::load_text(R"(model Switch
  Real x(start = 1, fixed = true);
equation
  der(x) = if x > 0 then -1 else 2;
end Switch;)",
                                                  {.model = "", .parameters = {}, .inputs = {}, .interpret = true})
                                    .value()
                                    .equations()
                                    .value();
  for (int round = 0; round < 2; ++round) {
    CHECK(equations.rhs(0, std::vector<double>{1}).value()[0] == -1);
    CHECK(equations.rhs(0, std::vector<double>{-1}).value()[0] == 2);
  }
}

TEST_CASE("wrong questions get messages") {
  const sunder::Message text = refused(sunder::load_text("model M\n  Real x\nend M;"));
  CHECK(text.line == 2);
  CHECK(contains(text.rendered, "^"));
  CHECK(contains(refused(sunder::load_text("")).code, "E"));
  CHECK(contains(refused(sunder::load("no such file.mo")).text, "no such file.mo"));
  CHECK(contains(refused(sunder::load_text(decay, {.model = "Other", .parameters = {}, .inputs = {}})).text, "Other"));
  refused(sunder::load_text(decay, {.model = "", .parameters = {{"nothing", "1"}}, .inputs = {}}));

  const sunder::Model model = loaded();
  sunder::SimulateOptions options = one_second();
  options.method = "wizard";
  CHECK(contains(refused(model.simulate(options)).text, "wizard"));
  options = one_second();
  options.input_constants = {{"v", 1}};
  CHECK(contains(refused(model.simulate(options)).text, "no input 'v'"));
  options.input_constants.clear();
  options.input_signals = {{"u", {0, 0}, {1, 2}, false}};
  CHECK_THROWS_AS((void)model.simulate(options), std::invalid_argument);
  options.input_signals = {{"u", {0, 1}, {1}, false}};
  CHECK_THROWS_AS((void)model.simulate(options), std::invalid_argument);
  options = one_second();
  options.input_files = {"no such file.csv"};
  refused(model.simulate(options));
  options = one_second();
  options.variables = {"zebra"};
  refused(model.simulate(options));
  refused(model.analyze({.alpha = 7}));
  sunder::SweepOptions sweep;
  sweep.axes = {{"nothing", {"1"}}};
  refused(model.sweep(sweep));
  refused(sunder::stability("no such file.toml"));
  refused(sunder::cosim("no such file.toml"));
  refused(sunder::compare("no such file.csv", "nor this.csv"));
}

TEST_CASE("results compared in memory") {
  const sunder::Model model = loaded();
  const sunder::Run run = model.simulate(one_second()).value();
  CHECK(sunder::compare(run.trajectory, run.trajectory).value().epsilon == 0);
  sunder::Trajectory other = run.trajectory;
  for (double& value : other.columns[0]) value += 1;
  const sunder::Comparison found = sunder::compare(other, run.trajectory, {sunder::ErrorMeasure::absolute}).value();
  CHECK(found.epsilon == doctest::Approx(1));
  CHECK(contains(found.json(), "\"epsilon\""));
  other.columns[0].resize(3);
  CHECK_THROWS_AS((void)sunder::compare(other, run.trajectory), std::invalid_argument);
}

TEST_CASE("a callback that returns false, or throws, stops a run") {
  const sunder::Model model = loaded();
  sunder::SimulateOptions options = one_second();
  options.method = "euler";
  options.step = 1e-7;
  options.keep = false;
  options.progress = [](const std::string&, double, const std::string&) { return false; };
  const sunder::Result<sunder::Run> stopped = model.simulate(options);
  refused(stopped);
  REQUIRE(stopped.partial());
  CHECK(stopped.partial()->end < 1);
  options.progress = [](const std::string&, double, const std::string&) -> bool { throw std::domain_error("enough"); };
  CHECK_THROWS_AS((void)model.simulate(options), std::domain_error);
  options = one_second();
  std::vector<double> fractions;
  options.progress = [&](const std::string&, double fraction, const std::string&) {
    fractions.push_back(fraction);
    return true;
  };
  CHECK(model.simulate(options).ok());
  CHECK_FALSE(fractions.empty());
}

TEST_CASE("model, run, analysis and equations are destroyed in every order") {
  for (int order = 0; order < 24; ++order) {
    std::optional<sunder::Model> model = loaded();
    std::optional<sunder::Run> run = model->simulate(one_second()).value();
    std::optional<sunder::TimeScales> scales = model->analyze().value();
    std::optional<sunder::Equations> equations = model->equations().value();
    std::vector<int> left{0, 1, 2, 3};
    for (int rest = order, count = 4; count > 0; rest /= count, --count) {
      const auto chosen = left.begin() + rest % count;
      if (*chosen == 0) model.reset();
      if (*chosen == 1) run.reset();
      if (*chosen == 2) scales.reset();
      if (*chosen == 3) equations.reset();
      left.erase(chosen);
      // what is left still answers
      if (model) CHECK(model->states().size() == 2);
      if (run) CHECK(contains(run->json(), "Decay"));
      if (scales) CHECK(contains(scales->json(), "Decay"));
      if (equations) CHECK(equations->rhs(0, std::vector<double>{1, 1}).ok());
    }
  }
}

TEST_CASE("models in different threads do not interact") {
  const sunder::Model shared = sunder::load_text(decay).value();
  std::vector<double> own(4), copied(4);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < own.size(); ++i)
    threads.emplace_back([&, i, copy = shared]() mutable {
      const double tau = 1 + static_cast<double>(i);
      const sunder::Model mine =
          sunder::load_text(decay, {.model = "", .parameters = {{"tau", std::to_string(tau)}}, .inputs = {}}).value();
      own[i] = mine.simulate(one_second()).value().final_value("x[1]");
      copy.set("tau", tau);
      const sunder::Run run = copy.simulate(one_second()).value();
      copied[i] = run.final_value("x[1]");
      if (copy.analyze().value().json().empty() || run.json().empty()) copied[i] = 0;
      try {
        copy.set("n", 1);  // the message looks into the texts that copies share
      } catch (const sunder::Error& error) {
        if (error.messages().front().rendered.empty()) copied[i] = 0;
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < own.size(); ++i) {
    CHECK(own[i] == doctest::Approx(std::exp(-1 / (1 + static_cast<double>(i)))).epsilon(1e-6));
    CHECK(copied[i] == own[i]);
  }
  CHECK(shared.parameter("tau") == 2);
}
