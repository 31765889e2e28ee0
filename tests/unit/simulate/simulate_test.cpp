#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>

#include "base/codes.hpp"
#include "results/reader.hpp"
#include "simulate/grid.hpp"
#include "simulate/linearise.hpp"
#include "simulate/simulate.hpp"
#include "zoo/states.hpp"
#include "zoo/zoo.hpp"

using namespace sunder;

namespace {

simulate::SimulateOptions with(const std::string& method, std::optional<double> step, double stop) {
  simulate::SimulateOptions options;
  options.method = method;
  options.step = step;
  options.stop = stop;
  return options;
}

Code first_code(const Outcome<simulate::Simulation>& outcome) {
  REQUIRE_FALSE(outcome.diagnostics().all().empty());
  return outcome.diagnostics().all()[0].code;
}

/// Sees every row, keeps none; can cancel a run at a given row.
class Watcher final : public results::ResultWriter {
 public:
  bool begin(std::span<const results::ResultVariable> variables, double, double, std::span<const double>) override {
    columns = variables.size();
    return true;
  }
  bool row(double time, std::span<const double>) override {
    last = time;
    if (++rows == cancel_at) cancel.request();
    return true;
  }
  bool finish() override {
    finished = true;
    return true;
  }
  std::size_t rows = 0, columns = 0, cancel_at = 0;
  double last = -1;
  bool finished = false;
  CancelToken cancel;
};

}  // namespace

TEST_CASE("grid times are never accumulated and end at the stop time") {
  Diagnostics diagnostics;
  const auto grid = simulate::make_grid(0, 8.1, 0.3, Code::E0603, diagnostics);
  REQUIRE(grid);
  CHECK(grid->count == 27);
  CHECK(grid->time(26) == 26 * 0.3);
  CHECK(grid->time(27) == 8.1);
  CHECK(grid->length(26) == 0.3);  // the last step has the common length, so that factors are kept
  const auto uneven = simulate::make_grid(1, 2, 0.3, Code::E0603, diagnostics);
  CHECK(uneven->count == 4);
  CHECK(uneven->length(3) == doctest::Approx(0.1));
  CHECK(simulate::make_grid(1, 1, 0.3, Code::E0603, diagnostics)->count == 0);
  CHECK(simulate::make_grid(0, 1e-3, 0.3, Code::E0603, diagnostics)->count == 1);
  CHECK_FALSE(diagnostics.has_errors());
}

TEST_CASE("options that make no sense are refused") {
  const zoo::VanDerPol model(1);
  CHECK(first_code(simulate::simulate(model, with("eular", 0.1, 1))) == Code::E0601);
  CHECK(first_code(simulate::simulate(model, with("euler", {}, 1))) == Code::E0603);
  CHECK(first_code(simulate::simulate(model, with("euler", -0.1, 1))) == Code::E0603);
  CHECK(first_code(simulate::simulate(model, with("euler", 0.0, 1))) == Code::E0603);
  CHECK(first_code(simulate::simulate(model, with("euler", std::nan(""), 1))) == Code::E0603);
  CHECK(first_code(simulate::simulate(model, with("euler", 0.1, -1))) == Code::E0604);
  CHECK(first_code(simulate::simulate(model, with("euler", 0.1, std::nan("")))) == Code::E0604);
  CHECK(first_code(simulate::simulate(model, with("euler", 0.1, INFINITY))) == Code::E0604);
  CHECK(first_code(simulate::simulate(model, with("euler", 1e-12, 1))) == Code::E0605);
  CHECK(first_code(simulate::simulate(model, with("cvode", 0.1, 1))) == Code::E0610);
  CHECK(first_code(simulate::simulate(model, with("mixed-euler", 0.1, 1))) == Code::E0610);
  simulate::SimulateOptions options = with("cvode", {}, 1);
  options.tolerance = -1;
  CHECK(first_code(simulate::simulate(model, options)) == Code::E0611);
  options = with("cvode", {}, 1);
  options.interval = 0;
  CHECK(first_code(simulate::simulate(model, options)) == Code::E0611);
  options.interval.reset();
  options.intervals = 0;
  CHECK(first_code(simulate::simulate(model, options)) == Code::E0611);
  options = with("cvode", {}, 1);
  options.filter = "((";
  CHECK(first_code(simulate::simulate(model, options)) == Code::E0612);
  options = with("euler", 0.1, 1);
  options.start = 1e17;
  options.stop = 1e17 + 64;
  CHECK(first_code(simulate::simulate(model, options)) == Code::E0603);  // lost in rounding
  options = with("cvode", {}, 1);
  options.output = "/nonexistent/x.csv";
  CHECK(first_code(simulate::simulate(model, options)) == Code::E0003);
}

TEST_CASE("output points of fixed and variable steps") {
  const zoo::VanDerPol model(1);
  const auto rows = [&](simulate::SimulateOptions options) {
    Watcher watcher;
    const auto result = simulate::simulate(model, options, &watcher);
    REQUIRE(result.ok());
    CHECK(watcher.finished);
    CHECK(watcher.last == *options.stop);
    return watcher.rows;
  };
  CHECK(rows(with("rk4", 0.01, 1)) == 101);
  CHECK(rows(with("cvode", {}, 1)) == 501);
  simulate::SimulateOptions options = with("rk4", 0.01, 1);
  options.intervals = 10;
  CHECK(rows(options) == 11);
  options.intervals.reset();
  options.interval = 0.033;  // not on the grid: the first step after each output point
  CHECK(rows(options) == 32);
  options = with("cvode", {}, 1);
  options.interval = 0.3;
  CHECK(rows(options) == 5);  // 0, 0.3, 0.6, 0.9, 1
  options = with("cvode", {}, 0);
  CHECK(rows(options) == 1);
}

TEST_CASE("a model without states runs with every method") {
  const zoo::Stateless model;
  for (const integrate::MethodInfo& method : integrate::methods()) {
    if (!method.stepwise) continue;
    simulate::SimulateOptions options = with(std::string(method.name), {}, 2);
    if (method.fixed_step) options.step = 0.5;
    options.partition = model::Partition::two_way({}, 0);
    results::MemoryWriter writer;
    const auto result = simulate::simulate(model, options, &writer);
    REQUIRE(result.ok());
    CHECK(writer.trajectory().columns[0].back() == 4);
    CHECK(result->final_values == std::vector<double>{4});
  }
  const auto context = model.create_context();
  const auto analysis = simulate::analyze(model, *context, {}, {});
  REQUIRE(analysis.ok());
  CHECK(analysis->variables.empty());
  CHECK_FALSE(analysis->partition->step);
}

TEST_CASE("the filter matches whole names") {
  const zoo::Linear motor = zoo::dc_motor();
  simulate::SimulateOptions options = with("cvode", {}, 1);
  options.filter = "I|ph.*";
  const auto result = simulate::simulate(motor, options);
  CHECK(result->names == std::vector<std::string>{"I", "phi"});
  CHECK(result->final_values.size() == 2);
}

TEST_CASE("a failing run keeps what it has, and says when and why") {
  const zoo::Refusing model(0.55);
  for (const std::string method : {"euler", "implicit-euler", "cvode"}) {
    CAPTURE(method);
    simulate::SimulateOptions options = with(method, {}, 1);
    if (method != "cvode") options.step = 0.1;
    Watcher watcher;
    const auto result = simulate::simulate(model, options, &watcher);
    CHECK_FALSE(result.ok());
    REQUIRE(result.has_value());
    CHECK_FALSE(result->status.ok);
    CHECK(result->status.reason.find("does not go beyond") != std::string::npos);
    CHECK(result->status.time > 0.4);
    CHECK(result->status.time < 0.61);
    REQUIRE(result->status.fault);
    CHECK(watcher.finished);
    CHECK(watcher.rows > 1);
    CHECK(first_code(result) == Code::E0501);
  }
}

TEST_CASE("a cancelled run ends cleanly") {
  const zoo::VanDerPol model(1);
  for (const std::string method : {"rk4", "cvode"}) {
    Watcher watcher;
    watcher.cancel_at = 7;
    simulate::SimulateOptions options = with(method, {}, 1);
    if (method == "rk4") options.step = 0.01;
    options.cancel = watcher.cancel;
    const auto result = simulate::simulate(model, options, &watcher);
    CHECK_FALSE(result.ok());
    CHECK(result->status.fault->code == Code::E0613);
    CHECK(watcher.rows == 7);
    CHECK(watcher.finished);
  }
}

TEST_CASE("results go to a file and to a sink alike, and a full disk is not lost") {
  const zoo::Linear motor = zoo::dc_motor();
  const std::string path = (std::filesystem::temp_directory_path() / "sunder-simulate-test.mat").string();
  simulate::SimulateOptions options = with("rk4", 0.01, 1);
  options.output = path;
  results::MemoryWriter memory;
  REQUIRE(simulate::simulate(motor, options, &memory).ok());
  const auto file = results::read_results(path);
  REQUIRE(file.ok());
  CHECK(file->times == memory.trajectory().times);
  CHECK(file->columns == memory.trajectory().columns);
  std::remove(path.c_str());

  // /dev/full by way of a name with the right ending
  const std::string full = (std::filesystem::temp_directory_path() / "sunder-simulate-full.csv").string();
  std::filesystem::remove(full);
  std::filesystem::create_symlink("/dev/full", full);
  options.output = full;
  const auto result = simulate::simulate(motor, options);
  CHECK_FALSE(result.ok());
  CHECK(first_code(result) == Code::E0003);
  CHECK_FALSE(result->status.ok);
  std::filesystem::remove(full);
}

TEST_CASE("methods that do not damp warn when they step over a fast state") {
  const zoo::Linear motor = zoo::dc_motor();
  simulate::SimulateOptions options = with("mixed-heun-lobatto", 0.2, 1);
  options.partition = model::Partition::two_way(zoo::states(0), 3);
  const auto ringing = simulate::simulate(motor, options);
  REQUIRE(ringing.ok());
  CHECK(first_code(ringing) == Code::W0615);
  CHECK(ringing.diagnostics().all()[0].message.find("'I'") != std::string::npos);
  options.step = 0.1;
  CHECK(simulate::simulate(motor, options).diagnostics().all().empty());
  options.method = "mixed-euler";
  options.step = 0.2;
  CHECK(simulate::simulate(motor, options).diagnostics().all().empty());
}

TEST_CASE("linearisation at the start and at a later time") {
  const zoo::VanDerPol model(3);
  const auto context = model.create_context();
  auto at_start = simulate::linearise(model, *context, {});
  REQUIRE(at_start.ok());
  CHECK(at_start->jacobian.values == std::vector<double>{-1, 1, -9});
  CHECK(at_start->kind == "initial");
  simulate::OperatingPoint later;
  later.points = {{simulate::PointKind::time, 1.0}};
  const auto there = simulate::linearise(model, *context, later);
  REQUIRE(there.ok());
  CHECK(there->kind == "time");
  CHECK(there->jacobian.values[2] != -9);
  later.points = {{simulate::PointKind::time, -1.0}};
  CHECK_FALSE(simulate::linearise(model, *context, later).ok());
}
