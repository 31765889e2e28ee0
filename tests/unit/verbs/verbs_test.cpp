// Verbs as a program uses them: a model from text, loaded once, asked many times.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "verbs/analyze.hpp"
#include "verbs/check.hpp"
#include "verbs/compare.hpp"
#include "verbs/format.hpp"
#include "verbs/json.hpp"
#include "verbs/linearize.hpp"
#include "verbs/reduce.hpp"
#include "verbs/report.hpp"
#include "verbs/simulate.hpp"
#include "verbs/sweep.hpp"

namespace sunder::verbs {

namespace {

constexpr const char* decay = R"(model Decay
  parameter Real tau = 2;
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

LoadOptions text_options(const char* text = decay) {
  LoadOptions options;
  options.sources = {driver::Source::from_text(text, "decay")};
  options.back_end = emit::BackEnd::interpreter;
  return options;
}

LoadedModel loaded(const LoadOptions& options = text_options()) {
  Outcome<LoadedModel> model = load(options);
  REQUIRE(model.ok());
  return model.take();
}

double final_value(const simulate::Simulation& run, const std::string& name) {
  for (std::size_t i = 0; i < run.names.size(); ++i)
    if (run.names[i] == name) return run.final_values[i];
  FAIL("no variable " << name);
  return 0;
}

SimulateOptions one_second() {
  SimulateOptions options;
  options.method = "cvode";
  options.stop = 1;
  options.tolerance = 1e-9;
  return options;
}

std::string first_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& one : diagnostics.all())
    if (one.severity == Severity::error) return one.message;
  return "";
}

}  // namespace

TEST_CASE("a model loaded once honours the parameters set since, in every verb") {
  LoadedModel model = loaded();
  CHECK(final_value(simulate(model, one_second())->run, "x[1]") == doctest::Approx(std::exp(-0.5)).epsilon(1e-6));
  CHECK(model.set_parameter("tau", 4).all().empty());
  CHECK(*model.parameter("tau") == 4);
  CHECK(final_value(simulate(model, one_second())->run, "x[1]") == doctest::Approx(std::exp(-0.25)).epsilon(1e-6));
  CHECK(linearize(model)->system.a.values[0] == doctest::Approx(-0.25));
  CHECK(linearize(model)->system.b(0, 0) == doctest::Approx(0.25));
  CHECK(analyze(model, {})->analysis.variables[0].time_scale == doctest::Approx(8));
  CHECK(reduce(model, {})->reduction.system.order() == 1);
  ReportOptions report_options;
  report_options.stop = 1;
  const Outcome<ReportResult> page = report(model, report_options);
  REQUIRE(page.has_value());
  REQUIRE(page->data.runs.size() > 2);
  CHECK(page->data.runs[0].id == "auto");
  CHECK(page->data.runs[2].reference);
  CHECK(final_value(page->data.runs[0].simulation, "x[1]") == doctest::Approx(std::exp(-0.25)).epsilon(1e-3));
  CHECK(final_value(page->data.runs[2].simulation, "x[1]") == doctest::Approx(std::exp(-0.25)).epsilon(1e-5));
  CHECK(page->data.command.empty());  // the model is a text: there is no file to name
  REQUIRE(page->data.plan);
  CHECK(std::ranges::all_of(page->data.plan->candidates, [](const auto& one) { return one.measured.has_value(); }));
  CHECK(page->page.starts_with("<!"));
  model.reset_parameters();
  CHECK(*model.parameter("tau") == 2);
}

TEST_CASE("a structural parameter of a loaded model is refused with its declaration and where it was read") {
  LoadedModel model = loaded();
  const Diagnostics refused = model.set_parameter("n", 3);
  REQUIRE(refused.all().size() == 1);
  const Diagnostic& error = refused.all().front();
  CHECK(error.code == Code::E0510);
  CHECK(model.sources().locate(error.span).line == 5);
  REQUIRE(error.notes.size() == 1);
  CHECK(model.sources().locate(error.notes[0].span).line == 3);
  CHECK(error.help.find("load the model again") != std::string::npos);
  CHECK(first_error(model.set_parameter("tua", 3)) == "the model has no parameter 'tua'");
  CHECK(first_error(model.set_parameter("y", 3)) == "'y' cannot be set: it is no parameter");
  CHECK(first_error(model.parameter("x[1]").diagnostics()) == "'x[1]' is no parameter");
  CHECK(model.given().empty());
  LoadOptions options = text_options();
  options.settings = {{"n", "3"}};
  CHECK(check(loaded(options)).summary.states.size() == 3);
}

TEST_CASE("a text that is wrong gives located diagnostics, with the sources to show them") {
  const Outcome<LoadedModel> model = load(text_options("model M\n  Real x;\nequation\n  der(x) = -y;\nend M;\n"));
  REQUIRE(model.has_value());
  REQUIRE(model.diagnostics().has_errors());
  CHECK(model->sources().locate(model.diagnostics().all().front().span).line == 4);
  CHECK(load(text_options("model M Real")).diagnostics().has_errors());
  LoadOptions missing;
  missing.sources = {driver::Source::file("no such file.mo")};
  CHECK(first_error(load(missing).diagnostics()).find("no such file.mo") != std::string::npos);
}

TEST_CASE("inputs are driven by signals, by constants and by expressions, and what is wrong with them is said") {
  const LoadedModel model = loaded();
  SimulateOptions options = one_second();
  options.inputs.constants = {{"u", 1}};
  Outcome<SimulateResult> run = simulate(model, options);
  REQUIRE(run.ok());
  CHECK(run.diagnostics().all().empty());  // no warning: it has a source
  CHECK(final_value(run->run, "x[1]") == doctest::Approx(1));

  options.inputs.constants.clear();
  options.inputs.signals = {{"u", {0, 1}, {1, 1}, Between::linear}};
  CHECK(final_value(simulate(model, options)->run, "x[2]") == doctest::Approx(1));
  options.inputs.signals = {{"u", {0, 0.5}, {1, 0}, Between::held}};
  run = simulate(model, options);
  CHECK(final_value(run->run, "x[1]") == doctest::Approx(std::exp(-0.25)).epsilon(1e-6));
  CHECK(run->run.statistics.events == 1);

  const auto wrong = [&](const Signal& signal) {
    options.inputs.signals = {signal};
    return first_error(simulate(model, options).diagnostics());
  };
  CHECK(wrong({"v", {0, 1}, {1, 1}}) == "the model has no input 'v'");
  CHECK(wrong({"u", {0, 1}, {1}}) == "'u' has 1 value for 2 times");
  CHECK(wrong({"u", {0, 0}, {1, 1}}).find("comes twice") != std::string::npos);
  CHECK(wrong({"u", {1, 0}, {1, 1}}).find("comes after") != std::string::npos);
  CHECK(wrong({"u", {0, 0.5}, {1, 1}}).find("before the run does") != std::string::npos);
  options.inputs.signals = {{"u", {0, 1}, {1, 1}}, {"u", {0, 1}, {1, 1}}};
  CHECK(first_error(simulate(model, options).diagnostics()) == "the input 'u' has two sources");

  LoadOptions with_expression = text_options();
  with_expression.inputs = {{"u", "if time < 0.5 then 1 else 0"}};
  CHECK(final_value(simulate(loaded(with_expression), one_second())->run, "x[1]") ==
        doctest::Approx(std::exp(-0.25)).epsilon(1e-6));
}

TEST_CASE("the trajectory is kept on request, of the variables asked for, and can be compared") {
  const LoadedModel model = loaded();
  SimulateOptions options = one_second();
  options.keep = true;
  options.variables = {"x[1]", "y"};
  Outcome<SimulateResult> run = simulate(model, options);
  REQUIRE(run.ok());
  REQUIRE(run->trajectory);
  CHECK(run->trajectory->variables.size() == 2);
  CHECK(run->trajectory->times.size() == 501);
  const Outcome<results::Comparison> same = compare(*run->trajectory, *run->trajectory);
  REQUIRE(same.ok());
  CHECK(same->epsilon == 0);
  options.variables = {"x[7]"};
  CHECK(first_error(simulate(model, options).diagnostics()) == "the model has no variable 'x[7]'");
  options.variables.clear();
  options.method = "mixed-euler";
  options.step = 0.1;
  options.compare = "cvode";
  run = simulate(model, options);
  REQUIRE(run.ok());
  REQUIRE(run->comparison);
  CHECK(run->comparison->range.epsilon > 0);
  CHECK(run->comparison->range.epsilon < 0.1);
}

TEST_CASE("a run starts from values given by name") {
  const LoadedModel model = loaded();
  SimulateOptions options = one_second();
  options.initial = {{"x[1]", 2}, {"x[2]", 3}};
  const Outcome<SimulateResult> run = simulate(model, options);
  REQUIRE(run.ok());
  CHECK(final_value(run->run, "x[2]") == doctest::Approx(3 * std::exp(-0.5)).epsilon(1e-6));
  options.initial = {{"z", 2}};
  CHECK(simulate(model, options).diagnostics().has_errors());
  options.initial_from = "some.csv";
  CHECK(first_error(simulate(model, options).diagnostics()).find("not from both") != std::string::npos);
}

TEST_CASE("whoever watches is told, and stops a run by saying no") {
  const LoadedModel model = loaded();
  SimulateOptions options = one_second();
  options.method = "rk4";
  options.step = 1e-3;
  std::string task;
  std::size_t told = 0;
  Control control;
  control.progress = [&](const std::string& what, double fraction, const std::string&) {
    task = what;
    ++told;
    return fraction > 1;
  };
  const Outcome<SimulateResult> run = simulate(model, options, control);
  REQUIRE(run.has_value());
  CHECK(task == "simulating Decay");
  CHECK(told >= 1);
  CHECK_FALSE(run->run.status.ok);
  CHECK(run->run.status.time < 1);
  CHECK(run.diagnostics().has_errors());
}

TEST_CASE("a sweep compiles again only where structural values change") {
  LoadedModel model = loaded();
  CHECK(model.set_parameter("tau", 4).all().empty());
  SweepOptions options;
  options.run = one_second();
  options.axes = {{"tau", {"1", "2", "4"}}};
  options.run.keep = true;
  Outcome<SweepResult> swept = sweep(model, options);
  REQUIRE(swept.ok());
  CHECK(swept->compilations == 0);
  REQUIRE(swept->runs.size() == 3);
  CHECK(final_value(*swept->runs[1].simulation, "x[1]") == doctest::Approx(std::exp(-0.5)).epsilon(1e-6));
  CHECK(swept->runs[2].trajectory->times.back() == 1);

  options.axes = {{"n", {"2"}}};
  swept = sweep(model, options);
  REQUIRE(swept.ok());
  CHECK(swept->compilations == 1);
  CHECK(final_value(*swept->runs[0].simulation, "x[1]") == doctest::Approx(std::exp(-0.25)).epsilon(1e-6));
  options.axes = {{"n", {"2", "3"}}};
  swept = sweep(model, options);
  CHECK(first_error(swept.diagnostics()).find("cannot be swept") != std::string::npos);
  options.axes = {{"m", {"2", "3"}}};
  CHECK(sweep(model, options).diagnostics().has_errors());
  options.axes = {};
  options.run.method = "no such method";
  CHECK(sweep(model, options).diagnostics().has_errors());
}

TEST_CASE("options that make no sense are errors without a run") {
  const LoadedModel model = loaded();
  AnalyzeOptions analyze_options;
  analyze_options.analysis.alpha = 2;
  CHECK(first_error(analyze(model, analyze_options).diagnostics()) == "--alpha must lie in (0, 1]");
  SimulateOptions options = one_second();
  options.method = "no such method";
  CHECK_FALSE(simulate(model, options).has_value());
  options.method = "cvode";
  options.cut.parts = 2;
  CHECK_FALSE(simulate(model, options).has_value());
  options.cut.parts.reset();
  options.compare = "mixed-euler";
  CHECK_FALSE(simulate(model, options).has_value());
}

TEST_CASE("text is formatted without a file, and results are JSON with the diagnostics at the end") {
  SourceMap sources;
  const Outcome<FormatResult> formatted = format({driver::Source::from_text("model  M end M;")}, sources);
  REQUIRE(formatted.ok());
  CHECK_FALSE(formatted->canonical);
  CHECK(*formatted->text == "model M\nend M;\n");
  const std::string json = json_text(*formatted, formatted.diagnostics(), sources);
  CHECK(json.starts_with("{\n  \"file\": \"(text)\",\n  \"canonical\": false"));
  CHECK(json.ends_with("\"diagnostics\": []\n}\n"));
  const Outcome<FormatResult> refused = format({driver::Source::from_text("model M"), true}, sources);
  CHECK(first_error(refused.diagnostics()) == "a text that is no file cannot be written back");
}

}  // namespace sunder::verbs
