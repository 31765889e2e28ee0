// A whole run of a compiled model, so that an instruction counter can look at it alone: see run_instructions.sh.
//
//   bench_run_instructions FILE METHOD TOLERANCE STOP OUTPUTS [--interest SECONDS] [NAME=VALUE]…
//
// One run beforehand compiles what a run needs. With --interest the states faster than that are the partition, for
// methods that take one. Prints steps, events and the least processor time of twenty runs; under callgrind one more run
// is counted.
#include <valgrind/callgrind.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "driver/pipeline.hpp"
#include "processor_time.hpp"
#include "simulate/linearise.hpp"
#include "simulate/simulate.hpp"

namespace {

using namespace sunder;

int complain(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.all()) std::fprintf(stderr, "%s\n", diagnostic.message.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 6) {
    std::fprintf(stderr, "usage: %s FILE METHOD TOLERANCE STOP OUTPUTS [--interest SECONDS] [NAME=VALUE]...\n",
                 argv[0]);
    return 2;
  }
  driver::Workspace workspace;
  driver::CompileRequest request;
  request.sources = {driver::Source::file(argv[1])};
  std::optional<double> interest;
  for (int i = 6; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--interest" && i + 1 < argc) {
      interest = std::atof(argv[++i]);
      continue;
    }
    const std::size_t equals = argument.find('=');
    if (equals == std::string::npos) return 2;
    request.settings.emplace_back(argument.substr(0, equals), argument.substr(equals + 1));
  }
  const auto compiled = driver::compile(workspace, request);
  if (!compiled.ok()) return complain(compiled.diagnostics());
  const model::Model& model = *compiled->model;
  simulate::SimulateOptions options;
  options.method = argv[2];
  options.tolerance = std::atof(argv[3]);
  options.stop = std::atof(argv[4]);
  options.intervals = static_cast<std::size_t>(std::atol(argv[5]));
  if (interest) {
    const auto context = model.create_context();
    decouple::AnalysisOptions analysis;
    analysis.partition.slowest_of_interest = interest;
    const Outcome<decouple::Analysis> analysed = simulate::analyze(model, *context, {}, analysis);
    if (!analysed.ok() || !analysed->partition) return complain(analysed.diagnostics());
    options.partition = analysed->partition->partition;
  }
  const auto run = [&] {
    results::MemoryWriter memory;
    return simulate::simulate(model, options, &memory);
  };
  Outcome<simulate::Simulation> first = run();
  if (!first.ok() || !first->status.ok) return complain(first.diagnostics());
  const integrate::Statistics& statistics = first->statistics;
  double least = INFINITY;
  for (int i = 0; i < 20 && RUNNING_ON_VALGRIND == 0; ++i) {
    const bench::ProcessorTime clock;
    (void)run();
    least = std::min(least, clock.seconds());
  }
  std::printf("steps %llu rejected %llu events %llu evaluations %llu jacobians %llu factorisations %llu us %.1f\n",
              static_cast<unsigned long long>(statistics.steps), static_cast<unsigned long long>(statistics.rejected),
              static_cast<unsigned long long>(statistics.events),
              static_cast<unsigned long long>(statistics.function_evaluations),
              static_cast<unsigned long long>(statistics.jacobian_evaluations),
              static_cast<unsigned long long>(statistics.factorisations), 1e6 * least);
  CALLGRIND_START_INSTRUMENTATION;
  first = run();
  CALLGRIND_STOP_INSTRUMENTATION;
  return first.ok() ? 0 : 1;
}
