#include "driver/workspace.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

#include "driver/pipeline.hpp"
#include "simulate/simulate.hpp"

using namespace sunder;

namespace {

/// A file that is there as long as this is.
class File {
 public:
  explicit File(const std::string& text)
      : path_((std::filesystem::temp_directory_path() / ("sunder_workspace_" + std::to_string(getpid()) + ".mo"))
                  .string()) {
    write(text);
  }
  ~File() { std::filesystem::remove(path_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void write(const std::string& text) const { std::ofstream(path_) << text; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string decay(const std::string& name, const std::string& rate) {
  return "model " + name + "\n  parameter Real k = " + rate +
         ";\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -k * x;\nend " + name + ";\n";
}

driver::CompileRequest request_for(const std::string& text, const std::string& name = "a.mo") {
  driver::CompileRequest request;
  request.sources = {driver::Source::from_text(text, name)};
  request.back_end = emit::BackEnd::interpreter;
  return request;
}

std::string said(const Outcome<driver::Compilation>& outcome) {
  std::string text;
  for (const Diagnostic& diagnostic : outcome.diagnostics().all()) text += render(diagnostic, outcome->sources);
  return text;
}

double value_at_one(const model::Model& model) {
  simulate::SimulateOptions options;
  options.stop = 1;
  const Outcome<simulate::Simulation> simulation = simulate::simulate(model, options);
  REQUIRE(simulation.ok());
  const auto x = std::ranges::find(simulation->names, "x");
  REQUIRE(x != simulation->names.end());
  return simulation->final_values[static_cast<std::size_t>(x - simulation->names.begin())];
}

}  // namespace

TEST_CASE("a file is parsed again only when it holds something else") {
  const File file(decay("A", "1"));
  driver::Workspace workspace;
  Diagnostics diagnostics;
  const auto first = workspace.parse(driver::Source::file(file.path()), diagnostics);
  REQUIRE(first);
  CHECK(workspace.parse(driver::Source::file(file.path()), diagnostics) == first);
  file.write(decay("A", "1"));  // the same text, written anew
  CHECK(workspace.parse(driver::Source::file(file.path()), diagnostics) == first);
  file.write(decay("B", "1"));  // of the same size, within the same tick of the clock
  const auto second = workspace.parse(driver::Source::file(file.path()), diagnostics);
  REQUIRE(second);
  CHECK(second != first);
  CHECK(second->tree.classes[0]->name.text == "B");
  CHECK(first->tree.classes[0]->name.text == "A");  // whoever has it keeps it
  CHECK(second->source->id() != first->source->id());
  CHECK_FALSE(diagnostics.has_errors());
}

TEST_CASE("texts are known by name and content; a text is not a file of that name") {
  const File file(decay("A", "1"));
  driver::Workspace workspace;
  Diagnostics diagnostics;
  const auto parse = [&](const driver::Source& source) { return workspace.parse(source, diagnostics); };
  const auto text = parse(driver::Source::from_text(decay("A", "1"), file.path()));
  CHECK(parse(driver::Source::from_text(decay("A", "1"), file.path())) == text);
  CHECK(parse(driver::Source::file(file.path())) != text);
  CHECK(parse(driver::Source::from_text(decay("A", "2"), file.path())) != text);
  CHECK(parse(driver::Source::from_text(decay("A", "1"), "another.mo"))->source->path() == "another.mo");
}

TEST_CASE("what cannot be read is said, and nothing is remembered of it") {
  driver::Workspace workspace;
  Diagnostics diagnostics;
  CHECK(workspace.parse(driver::Source::file("/there/is/no.mo"), diagnostics) == nullptr);
  REQUIRE(diagnostics.error_count() == 1);
  CHECK(diagnostics.all()[0].message == "cannot read '/there/is/no.mo': No such file or directory");
  Diagnostics again;
  CHECK(workspace.parse(driver::Source::file("/there/is/no.mo"), again) == nullptr);
  CHECK(again.error_count() == 1);
}

TEST_CASE("a compilation leaves nothing behind that the next one could see") {
  driver::Workspace workspace;
  REQUIRE(driver::compile(workspace, request_for(decay("A", "1"))).ok());
  const auto uses = driver::compile(workspace, request_for("model B A a; end B;", "b.mo"));
  CHECK_FALSE(uses.ok());
  CHECK(said(uses) == "b.mo:1:9: error[E0202]: unknown type 'A'\n    model B A a; end B;\n            ^\n");
  driver::CompileRequest both = request_for("model B A a; end B;", "b.mo");
  both.sources.push_back(driver::Source::from_text(decay("A", "1"), "a.mo"));
  both.model = "B";
  CHECK(driver::compile(workspace, both).ok());
  CHECK(driver::compile(workspace, request_for(decay("A", "1"))).ok());  // one model to choose from, not three
  driver::CompileRequest set = request_for(decay("A", "1"));
  set.settings = {{"k", "3"}};
  CHECK(value_at_one(*driver::compile(workspace, set)->model) == doctest::Approx(std::exp(-3.0)).epsilon(1e-4));
  CHECK(value_at_one(*driver::compile(workspace, request_for(decay("A", "1")))->model) ==
        doctest::Approx(std::exp(-1.0)).epsilon(1e-4));
}

TEST_CASE("the little texts of settings belong to the compilation, and messages can point at them") {
  driver::Workspace workspace;
  driver::CompileRequest request = request_for(decay("A", "1"));
  request.settings = {{"k", "2 + zz"}};
  const auto wrong = driver::compile(workspace, request);
  CHECK_FALSE(wrong.ok());
  REQUIRE(wrong.has_value());
  CHECK(said(wrong) == "--set k:1:5: error[E0201]: unknown name 'zz'\n    2 + zz\n        ^~\n");
  CHECK(wrong->sources.size() == 2);
  CHECK(driver::compile(workspace, request_for(decay("A", "1")))->sources.size() == 1);
}

TEST_CASE("wrong requests are the caller's mistakes, with a message") {
  driver::Workspace workspace;
  CHECK(said(driver::compile(workspace, {})) == "error[E0004]: no source is given\n");
  driver::CompileRequest stage = request_for(decay("A", "1"));
  stage.dump = "soup";
  CHECK(said(driver::compile(workspace, stage)).starts_with("error[E0006]: 'soup' is not a stage that can be printed"));
  driver::CompileRequest pass = request_for(decay("A", "1"));
  pass.disabled = {"match"};
  CHECK(said(driver::compile(workspace, pass)).starts_with("error[E0007]: 'match' is not a pass that can be left out"));
}

TEST_CASE("models, diagnostics and sources outlive the workspace") {
  std::optional<Outcome<driver::Compilation>> kept;
  {
    driver::Workspace workspace;
    kept = driver::compile(workspace, request_for(decay("A", "1")));
  }
  REQUIRE(kept->ok());
  CHECK(value_at_one(*(*kept)->model) == doctest::Approx(std::exp(-1.0)).epsilon(1e-4));
  const model::ModelDescription& description = (*kept)->model->description();
  CHECK((*kept)->sources.describe(description.variable(*description.find("x")).origin) == "a.mo:3:8");
}

TEST_CASE("every pass is timed, those of causalise too") {
  driver::Workspace workspace;
  const auto compiled = driver::compile(workspace, request_for(decay("A", "1")));
  REQUIRE(compiled.ok());
  std::vector<std::string> timed, listed;
  for (const PassTiming& pass : compiled->timing) timed.push_back(pass.pass);
  for (const PassInfo& pass : driver::pipeline_passes()) listed.emplace_back(pass.id);
  CHECK(timed == listed);
  CHECK(std::ranges::find(timed, "match") != timed.end());
}

TEST_CASE("two workspaces in two threads, and one in both, give what they give alone") {
  const auto text = [](std::size_t i) { return decay("M", std::to_string(1 + i)); };
  constexpr std::size_t models = 12;
  const auto run = [&](driver::Workspace& workspace, std::size_t i, emit::BackEnd back_end) {
    driver::CompileRequest request = request_for(text(i), "m" + std::to_string(i % 3) + ".mo");
    request.settings = {{"k", "k0"}};
    CHECK_FALSE(driver::compile(workspace, request).ok());  // diagnostics at the same time
    request.settings = {{"x.start", "2"}};
    request.back_end = back_end;
    const auto compiled = driver::compile(workspace, request);
    REQUIRE(compiled.ok());
    return value_at_one(*compiled->model);
  };
  std::vector<double> alone, apart(models), together(models);
  driver::Workspace one, first, second, shared;
  for (std::size_t i = 0; i < models; ++i) alone.push_back(run(one, i, emit::BackEnd::interpreter));
  const auto half = [&](std::size_t begin, driver::Workspace& workspace, std::vector<double>& results,
                        emit::BackEnd back_end) {
    return std::thread([&results, &workspace, &run, begin, back_end] {
      for (std::size_t i = begin; i < models; i += 2) results[i] = run(workspace, i, back_end);
    });
  };
  for (const emit::BackEnd back_end : {emit::BackEnd::interpreter, emit::BackEnd::llvm}) {
    std::thread even = half(0, first, apart, back_end), odd = half(1, second, apart, back_end);
    even.join();
    odd.join();
    CHECK(apart == alone);
    std::thread also_even = half(0, shared, together, back_end), also_odd = half(1, shared, together, back_end);
    also_even.join();
    also_odd.join();
    CHECK(together == alone);
  }
}

TEST_CASE("compiling ends in the middle of a pass when it is not wanted any more") {
  const auto passes_of = [](const std::string& text) {
    driver::CompileRequest request = request_for(text);
    request.until = "flat";
    request.cancel = request.cancel.until(std::chrono::steady_clock::now() + std::chrono::milliseconds(20));
    driver::Workspace workspace;
    const Outcome<driver::Compilation> made = driver::compile(workspace, request);
    CHECK(said(made).find("E0008") != std::string::npos);
    std::vector<std::string> passes;
    for (const PassTiming& one : made->timing) passes.push_back(one.pass);
    return passes;
  };
  // both take seconds to instantiate: many components, and a long loop for a size
  const std::vector<std::string> parsed = {"parse"};
  CHECK(passes_of("model M\n  model A Real x = time, y = x; end A;\n  A a[100000];\nend M;\n") == parsed);
  CHECK(passes_of("model M\n  function f input Integer n; output Integer k = 0; algorithm for i in 1:n loop\n"
                  "  k := mod(k + i, 7); end for; end f;\n  Real x[f(4000000) + 1];\n"
                  "equation x = ones(size(x, 1));\nend M;\n") == parsed);
}
