// Time and memory from source text to the flat model, against the number of equations.
//
//   bench_front_end            identical components 4e4, 36e4 equations; arrays in components 1e5, 1e6
//
// Every size runs in a process of its own, so that memory is that of the size alone. Time is that of the passes, in
// seconds of the processor, so that it means something on a busy machine: builds with assertions verify what passes
// give, which is not counted, so that it is the processor's time of everything in the share that the passes have of the
// clock's. Memory is the growth of the peak, in such builds with what verifying takes. The exponents are those of two
// rows of a kind: 1 means linear.
#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "driver/pipeline.hpp"
#include "measured_apart.hpp"
#include "processor_time.hpp"

namespace {

using namespace sunder;

const char* const text =
    "package Scale\n"
    "  connector Pin Real v; flow Real i; end Pin;\n"
    "  model Cell\n"
    "    parameter Real R = 1;\n    parameter Real C = 1;\n    Pin p, n;\n    Real v, i, P, Q;\n"
    "    Real u(start = 0, fixed = true);\n"
    "  equation\n"
    "    p.i + n.i = 0;\n    i = p.i;\n    v = p.v - n.v;\n    v = R*i + u;\n    C*der(u) = i;\n    P = v*i;\n"
    "    Q = C*u;\n"
    "  end Cell;\n"
    "  model Rail parameter Real v = 0; Pin p(v = v); end Rail;\n"
    "  model Components \"nine equations each\"\n"
    "    parameter Integer N = 1;\n    Cell c[N];\n    Rail s(v = 1), g;\n"
    "  equation\n"
    "    connect(s.p, c[1].p);\n    for k in 1:N - 1 loop connect(c[k].n, c[k + 1].p); end for;\n"
    "    connect(c[N].n, g.p);\n"
    "  end Components;\n"
    "  model Line\n    parameter Integer M = 1;\n    Real x[M](each start = 0, each fixed = true);\n"
    "  equation\n"
    "    der(x[1]) = 1 - x[1];\n    for i in 2:M loop der(x[i]) = x[i - 1] - x[i]; end for;\n"
    "  end Line;\n"
    "  model Arrays parameter Integer N = 1; Line l[N](each M = 1000); end Arrays;\n"
    "end Scale;\n";

struct Figures {
  double equations = 0, seconds = 0, bytes = 0;
};

double resident_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024;
}

Figures measure(const std::string& model, long n) {
  const double before = resident_bytes();
  driver::Workspace workspace;
  driver::CompileRequest request;
  request.sources = {driver::Source::from_text(text, "scale.mo")};
  request.model = "Scale." + model;
  request.settings = {{"N", std::to_string(n)}};
  request.until = "flat";
  const bench::ProcessorTime processor;
  const auto began = std::chrono::steady_clock::now();
  const Outcome<driver::Compilation> compiled = driver::compile(workspace, request);
  const double whole = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  const double processor_seconds = processor.seconds();
  if (!compiled.ok()) {
    for (const Diagnostic& d : compiled.diagnostics().all()) std::fputs(render(d, compiled->sources).c_str(), stderr);
    std::exit(1);
  }
  Figures figures;
  figures.bytes = resident_bytes() - before;
  figures.equations = static_cast<double>(compiled->flat_equations);
  for (const PassTiming& pass : compiled->timing) figures.seconds += pass.seconds / whole * processor_seconds;
  return figures;
}

void series(const std::string& model, long small, long large) {
  std::vector<Figures> rows;
  for (const long n : {small, large}) {
    rows.push_back(bench::measured_apart(n, [&] { return measure(model, n); }));
    const Figures& f = rows.back();
    std::printf("%-12s %9ld %10.0f %9.3f %9.2f %9.1f %10.0f\n", model.c_str(), n, f.equations, f.seconds,
                f.seconds / f.equations * 1e6, f.bytes / 1048576, f.bytes / f.equations);
    std::fflush(stdout);
  }
  const double ratio = std::log(rows[1].equations / rows[0].equations);
  std::printf("%-12s exponent of time %.2f, of memory %.2f\n", model.c_str(),
              std::log(rows[1].seconds / rows[0].seconds) / ratio, std::log(rows[1].bytes / rows[0].bytes) / ratio);
}

}  // namespace

int main() {
  std::printf("%-12s %9s %10s %9s %9s %9s %10s\n", "model", "N", "equations", "seconds", "us/eq", "MiB", "bytes/eq");
  series("Components", 4444, 40000);
  series("Arrays", 100, 1000);
  return 0;
}
