// Time and memory from source text to the first evaluation of the derivatives, against the number of equations.
//
//   bench_scale [N…]      default: 1e3 1e4 1e5 2e5 1e6
//
// The model is a chain of N identical first-order cells. Every size runs in a process of its own, so that memory is
// that of the size alone. The exponent is that of the last two rows: 1 means linear.
#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "driver/pipeline.hpp"
#include "driver/summary.hpp"
#include "measured_apart.hpp"

namespace {

using namespace sunder;

struct Figures {
  double seconds = 0;
  double bytes = 0;
  double shapes = 0;
  double derivative = 0;  ///< of the last state, so that the evaluation cannot be left out
  double lower = 0, causalise = 0, emit = 0;
};

double resident_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024;
}

Figures measure(long n, const std::string& path) {
  std::ofstream(path)
      << "model Chain\n  parameter Integer N = " << n
      << ";\n  parameter Real u = 1;\n  Real x[N](each start = 0, each fixed = true);\nequation\n"
         "  der(x[1]) = u - x[1];\n  for i in 2:N loop\n    der(x[i]) = x[i - 1] - x[i];\n  end for;\nend Chain;\n";
  const double before = resident_bytes();
  const auto begin = std::chrono::steady_clock::now();
  driver::Workspace workspace;
  driver::CompileRequest request;
  request.sources = {driver::Source::file(path)};
  Outcome<driver::Compilation> compiled = driver::compile(workspace, request);
  if (!compiled.ok()) {
    for (const Diagnostic& d : compiled.diagnostics().all()) std::fputs(render(d, compiled->sources).c_str(), stderr);
    std::exit(1);
  }
  const model::Model& model = *compiled->model;
  const auto context = model.create_context();
  std::vector<double> x(model.state_count());
  std::vector<double> dx(model.state_count());
  if (!model::initialise(model, *context, 0, x)) std::exit(1);
  const auto evaluator = model::full_evaluator(model, *context);
  if (!evaluator->freeze(0, x) || !evaluator->evaluate(x, dx)) std::exit(1);
  Figures figures;
  figures.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  figures.bytes = resident_bytes() - before;
  figures.shapes = static_cast<double>(driver::summarise(*compiled->plan).shapes);
  figures.derivative = dx.front();
  for (const PassTiming& pass : compiled->timing) {
    const bool front = pass.pass == "parse" || pass.pass == "instantiate" || pass.pass == "flatten";
    if (!front)
      (pass.pass == "lower" ? figures.lower : pass.pass == "emit" ? figures.emit : figures.causalise) += pass.seconds;
  }
  return figures;
}

}  // namespace

int main(int count, char** words) {
  std::vector<long> sizes;
  for (int i = 1; i < count; ++i) sizes.push_back(std::lround(std::strtod(words[i], nullptr)));
  if (sizes.empty()) sizes = {1000, 10000, 100000, 200000, 1000000};
  const std::string path = "/tmp/sunder_bench_scale_" + std::to_string(getpid()) + ".mo";
  std::printf("%9s %9s %9s %9s %9s %9s %9s %10s %7s\n", "N", "lower s", "causal s", "emit s", "total s", "us/eq", "MiB",
              "bytes/eq", "shapes");
  std::vector<Figures> rows;
  for (const long n : sizes) {
    rows.push_back(bench::measured_apart(n, [&] { return measure(n, path); }));
    const Figures& f = rows.back();
    const auto equations = static_cast<double>(n);
    std::printf("%9ld %9.3f %9.3f %9.3f %9.3f %9.3f %9.1f %10.0f %7.0f\n", n, f.lower, f.causalise, f.emit, f.seconds,
                f.seconds / equations * 1e6, f.bytes / 1048576, f.bytes / equations, f.shapes);
    std::fflush(stdout);
  }
  unlink(path.c_str());
  if (sizes.size() > 1) {
    const std::size_t last = sizes.size() - 1;
    const double ratio = std::log(static_cast<double>(sizes[last]) / static_cast<double>(sizes[last - 1]));
    std::printf("exponent of time %.2f, of memory %.2f\n",
                std::log(rows[last].seconds / rows[last - 1].seconds) / ratio,
                std::log(rows[last].bytes / rows[last - 1].bytes) / ratio);
  }
  return 0;
}
