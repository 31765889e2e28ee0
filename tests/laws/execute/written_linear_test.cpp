// What is written as Modelica is the system: compiled and run again, it answers a step as the matrices do.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "driver/pipeline.hpp"
#include "reduce/export.hpp"
#include "reduce/responses.hpp"
#include "simulate/simulate.hpp"
#include "zoo/random_system.hpp"

using namespace sunder;
using namespace sunder::reduce;

namespace {

LinearSystem random_system(unsigned seed, bool discrete) {
  std::mt19937 random(seed);
  const int n = static_cast<int>(seed % 5);
  const int inputs = 1 + static_cast<int>(seed % 3);
  const int outputs = 1 + static_cast<int>(seed % 2);
  LinearSystem s = zoo::random_system(random, n, inputs, outputs);
  if (seed % 4 == 0) s.d.setZero();
  if (discrete) s.sample_time = 0.25;
  zoo::make_stable(s, discrete ? 0.2 : 0.5);
  Diagnostics diagnostics;
  REQUIRE(check(s, diagnostics));
  s.inputs[0] = "first input's";   // names that must be quoted
  s.outputs[0] = "reduced_state";  // and one that we use ourselves
  return s;
}

/// The model with one input one above its value at the operating point, the others at theirs.
results::Trajectory run_again(const LinearSystem& system, const Offsets& offsets, std::size_t stepping, double stop) {
  std::string text =
      modelica_text(system, "Small", "a \"quoted\" \\ text", offsets) + "model Driven\n  Small small;\nequation\n";
  for (std::size_t i = 0; i < system.inputs.size(); ++i)
    text += "  small." + modelica_name(system.inputs[i]) + " = " +
            std::to_string(offsets.inputs[static_cast<Eigen::Index>(i)]) + (i == stepping ? " + 1" : "") + ";\n";
  text += "end Driven;\n";
  CAPTURE(text);
  driver::Workspace workspace;
  driver::CompileRequest request;
  request.sources = {driver::Source::from_text(text)};
  request.model = "Driven";
  request.back_end = emit::BackEnd::interpreter;
  const Outcome<driver::Compilation> compiled = driver::compile(workspace, request);
  std::string complaints;
  for (const Diagnostic& d : compiled.diagnostics().all()) complaints += render(d, compiled->sources);
  CAPTURE(complaints);
  REQUIRE(compiled.ok());
  const model::Model& model = *compiled->model;
  const std::unique_ptr<model::Context> context = model.create_context();
  simulate::SimulateOptions options;
  options.stop = stop;
  options.tolerance = 1e-10;
  options.intervals = 40;
  results::MemoryWriter memory;
  const Outcome<simulate::Simulation> run = simulate::simulate(model, *context, options, &memory);
  REQUIRE(run.ok());
  REQUIRE(run->status.ok);
  return memory.take();
}

}  // namespace

TEST_CASE("written models answer steps as their matrices do, in continuous and in discrete time") {
  for (unsigned seed = 0; seed < 24; ++seed) {
    const bool discrete = seed % 2 == 1;
    const LinearSystem system = random_system(seed, discrete);
    const double stop = discrete ? 10 * *system.sample_time : 4;
    Offsets offsets{VectorXd::LinSpaced(system.d.cols(), -2, 3), VectorXd::LinSpaced(system.d.rows(), 5, 7)};
    // samples of the run lie between those of the system: 40 intervals for 10 samples, 40 points for 40 intervals
    const StepResponse expected = step_response(system, stop, 40);
    for (std::size_t input = 0; input < system.inputs.size(); ++input) {
      CAPTURE(seed);
      CAPTURE(input);
      const results::Trajectory run = run_again(system, offsets, input, stop);
      for (std::size_t output = 0; output < system.outputs.size(); ++output) {
        const auto column = run.find("small." + modelica_name(system.outputs[output]));
        REQUIRE(column);
        std::size_t compared = 0;
        for (std::size_t k = 0; k < run.times.size(); ++k) {
          const double t = run.times[k];
          std::size_t at = 0;
          if (discrete) {
            const double samples = t / *system.sample_time;
            if (std::abs(samples - std::round(samples)) < 0.1) continue;  // both sides of a sample are recorded
            at = static_cast<std::size_t>(std::floor(samples));
          } else {
            at = static_cast<std::size_t>(std::lround(t / stop * 40));
          }
          const double value = expected.values[at](static_cast<Eigen::Index>(output), static_cast<Eigen::Index>(input));
          CHECK(run.at(*column, k) ==
                doctest::Approx(value + offsets.outputs[static_cast<Eigen::Index>(output)]).epsilon(1e-7));
          ++compared;
        }
        CHECK(compared >= 30);
      }
    }
  }
}
