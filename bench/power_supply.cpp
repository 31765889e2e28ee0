// The power supply stepped over: how warm, how much heat, how fast, against CVODE in the same process.
//
//   bench_power_supply [EXAMPLES]      default: examples
//
// "rise": the largest error of a temperature's rise over the run, of the largest rise of that temperature. "heat": the
// largest error of the mean dissipation of a resistor in the end. The reference is CVODE with a tolerance of 1e-8; its
// dissipations are means over the last period of a run with 100 000 output points a second. Times are processor times
// of whole runs of a compiled model, the least of a few.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/codes.hpp"
#include "driver/pipeline.hpp"
#include "processor_time.hpp"
#include "simulate/linearise.hpp"
#include "simulate/simulate.hpp"

namespace {

using namespace sunder;

const std::vector<std::string> temperatures = {"T_R1", "T_R2", "T_supply", "T_load1", "T_load2", "T_case"};
const std::vector<std::string> dissipations = {"R1.P", "R2.P", "R_load1.P", "R_load2.P"};
constexpr double period = 0.02;

struct Run {
  simulate::Simulation summary;
  results::Trajectory trajectory;
  bool warned = false;
};

Run run(const model::Model& model, const simulate::SimulateOptions& options) {
  Run best;
  constexpr int repeats = 5;
  for (int repeat = 0; repeat < (options.method == "cvode" ? 2 : repeats); ++repeat) {
    results::MemoryWriter memory;
    const bench::ProcessorTime clock;
    Outcome<simulate::Simulation> made = simulate::simulate(model, options, &memory);
    if (made.has_value()) made->simulate_seconds = clock.seconds();
    if (!made.ok() || !made->status.ok) {
      for (const Diagnostic& d : made.diagnostics().all()) std::fprintf(stderr, "%s\n", d.message.c_str());
      std::exit(1);
    }
    const bool faster = repeat == 0 || made->simulate_seconds < best.summary.simulate_seconds;
    if (!faster) continue;
    best.warned = std::ranges::any_of(made.diagnostics().all(), [](const auto& d) { return d.code == Code::W0630; });
    best.summary = made.take();
    best.trajectory = memory.take();
  }
  return best;
}

const std::vector<double>& column(const results::Trajectory& trajectory, const std::string& name) {
  return trajectory.columns[*trajectory.find(name)];
}

double rise_error(const results::Trajectory& trajectory, const results::Trajectory& reference) {
  double worst = 0;
  for (const std::string& name : temperatures) {
    const std::vector<double>& x = column(trajectory, name);
    const std::vector<double>& y = column(reference, name);
    const double rise = *std::ranges::max_element(y) - y.front();
    std::size_t k = 0;  // the reference has rows at events too
    for (std::size_t i = 0; i < x.size(); ++i) {
      while (reference.times[k] < trajectory.times[i] - 1e-9) ++k;
      worst = std::max(worst, std::abs(x[i] - y[k]) / rise);
    }
  }
  return worst;
}

/// Means over the last period of a run that was recorded at equal distances.
std::vector<double> mean_dissipations(const results::Trajectory& trajectory) {
  std::vector<double> means;
  for (const std::string& name : dissipations) {
    const std::vector<double>& values = column(trajectory, name);
    const double end = trajectory.times.back();
    double sum = 0, length = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
      if (trajectory.times[i - 1] < end - period * (1 + 1e-9)) continue;
      const double h = trajectory.times[i] - trajectory.times[i - 1];
      sum += h * (values[i - 1] + values[i]) / 2;
      length += h;
    }
    means.push_back(sum / length);
  }
  return means;
}

double heat_error(const results::Trajectory& trajectory, const std::vector<double>& reference) {
  double worst = 0;
  for (std::size_t i = 0; i < dissipations.size(); ++i)
    worst = std::max(worst, std::abs(column(trajectory, dissipations[i]).back() - reference[i]) / reference[i]);
  return worst;
}

void print(const char* name, const Run& run, const Run& reference, const std::vector<double>& heat) {
  const simulate::Simulation& s = run.summary;
  std::printf("  %-34s %9.3f %8.0f %9llu %8.3f %8.3f%s\n", name, 1e3 * s.simulate_seconds,
              reference.summary.simulate_seconds / s.simulate_seconds,
              static_cast<unsigned long long>(s.statistics.steps),
              100 * rise_error(run.trajectory, reference.trajectory), 100 * heat_error(run.trajectory, heat),
              run.warned ? "  (warned: steps do not resolve a period)" : "");
}

}  // namespace

int main(int count, char** arguments) {
  driver::Workspace workspace;
  driver::CompileRequest request;
  request.sources = {driver::Source::file(std::string(count > 1 ? arguments[1] : "examples") + "/PowerSupply.mo")};
  Outcome<driver::Compilation> compiled = driver::compile(workspace, request);
  if (!compiled.ok()) {
    for (const Diagnostic& d : compiled.diagnostics().all()) std::fputs(render(d, compiled->sources).c_str(), stderr);
    return 1;
  }
  const model::Model& model = *compiled->model;

  simulate::SimulateOptions options;
  options.intervals = 500;
  options.filter = "T_.*|R.*P";
  options.tolerance = 1e-8;
  const Run reference = run(model, options);
  simulate::SimulateOptions dense = options;
  dense.stop = 1;  // the electrical part has settled long since, and does not depend on temperatures
  dense.intervals = 100000;
  const std::vector<double> heat = mean_dissipations(run(model, dense).trajectory);

  const auto context = model.create_context();
  const Outcome<decouple::Analysis> analysis = simulate::analyze(model, *context, {}, {});
  if (!analysis.ok()) return 1;
  simulate::SimulateOptions stepped = options;
  stepped.partition = analysis->partition->partition;

  std::printf("PowerSupply, 50 s; dissipations:");
  for (std::size_t i = 0; i < heat.size(); ++i) std::printf(" %s %.3f W", dissipations[i].c_str(), heat[i]);
  std::printf("\n\n  %-34s %9s %8s %9s %8s %8s\n", "", "ms", "faster", "steps", "rise %", "heat %");
  std::printf("  %-34s %9.3f %8d %9llu\n", "cvode 1e-8", 1e3 * reference.summary.simulate_seconds, 1,
              static_cast<unsigned long long>(reference.summary.statistics.steps));
  simulate::SimulateOptions loose = options;
  for (const double tolerance : {1e-6, 1e-4}) {
    loose.tolerance = tolerance;
    const Run made = run(model, loose);
    std::printf("  cvode %-28g %9.3f %8.1f %9llu %8.3f\n", tolerance, 1e3 * made.summary.simulate_seconds,
                reference.summary.simulate_seconds / made.summary.simulate_seconds,
                static_cast<unsigned long long>(made.summary.statistics.steps),
                100 * rise_error(made.trajectory, reference.trajectory));
  }
  stepped.method = "averaging";
  for (const double tolerance : {1e-3, 3e-4, 1e-4, 1e-5, 1e-6}) {
    stepped.tolerance = tolerance;
    char name[40];
    std::snprintf(name, sizeof name, "averaging %g", tolerance);
    print(name, run(model, stepped), reference, heat);
  }
  stepped.method = "mixed-euler";
  stepped.intervals.reset();
  stepped.step = 0.1;
  stepped.events = simulate::EventMode::grid;
  print("mixed-euler 0.1 s, events at steps", run(model, stepped), reference, heat);
  return 0;
}
