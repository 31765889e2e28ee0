// Step times of mixed-realtime: the longest, a histogram, and whether any step asks for memory.
//
//   bench_realtime [FOLDER]      the source folder, default: .
//
// Every step is timed by itself, as a controller would see it: the step, the crossings, and an event where one has
// happened. The run is made five times and each step counts with the least of its times, so that what other programs do
// meanwhile is left out; the first hundred steps are warm-up.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "driver/pipeline.hpp"
#include "simulate/events.hpp"

namespace {
bool counting = false;
unsigned long long allocations = 0;
}  // namespace

void* operator new(std::size_t size) {
  if (counting) ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using namespace sunder;

struct Times {
  std::vector<double> quiet;  // microseconds of steps without an event
  std::vector<double> eventful;
  unsigned long long allocations = 0;  // in steps without an event
};

double percentile(std::vector<double>& sorted, double part) {
  return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
}

void print(const char* what, std::vector<double>& times) {
  if (times.empty()) return;
  std::ranges::sort(times);
  std::printf("    %-14s %8zu steps: median %7.2f us, 99 %% %7.2f, 99.99 %% %7.2f, longest %8.2f\n", what, times.size(),
              percentile(times, 0.5), percentile(times, 0.99), percentile(times, 0.9999), times.back());
}

void histogram(const Times& times) {
  std::vector<std::size_t> bins(16, 0);
  for (const std::vector<double>* list : {&times.quiet, &times.eventful}) {
    for (const double t : *list) {
      std::size_t bin = 0;
      for (double edge = 0.5; t >= edge && bin + 1 < bins.size(); edge *= 2) ++bin;
      ++bins[bin];
    }
  }
  std::printf("    histogram      ");
  double edge = 0.5;
  for (std::size_t bin = 0; bin < bins.size(); ++bin, edge *= 2)
    if (bins[bin] > 0) std::printf(" <%g us: %zu", edge, bins[bin]);
  std::printf("\n");
}

constexpr std::ptrdiff_t warm_up = 100;

struct Step {
  double micros = 1e9;
  bool event = false;
  unsigned long long allocations = 0;
};

void measure(const model::Model& model, const model::StateSet& fast, double step, std::vector<Step>& taken) {
  const std::size_t steps = taken.size();
  const auto context = model.create_context();
  std::vector<double> x(model.state_count());
  integrate::StepperOptions options;
  options.fast = fast;
  auto stepper = integrate::make_stepper("mixed-realtime", model, *context, options).take();
  if (!model::initialise(model, *context, 0, x)) std::exit(1);
  const double stop = step * static_cast<double>(steps + 1);
  simulate::EventLoop loop(model, *context, stepper.get(), {simulate::EventMode::grid, 0, stop, {}},
                           [](double, std::span<const double>, bool) { return model::Status(); });
  if (!loop.start(0, x)) std::exit(1);
  for (std::size_t i = 0; i < steps; ++i) {
    double time = static_cast<double>(i) * step;
    const std::uint64_t events = loop.events();
    const unsigned long long before = allocations;
    counting = true;
    const auto begin = std::chrono::steady_clock::now();
    const model::Status fine = loop.advance(time, static_cast<double>(i + 1) * step, step, x);
    const double micros = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
    counting = false;
    if (!fine) std::exit(1);
    taken[i].micros = std::min(taken[i].micros, micros);
    taken[i].event = loop.events() > events;
    if (static_cast<std::ptrdiff_t>(i) >= warm_up && !taken[i].event) taken[i].allocations += allocations - before;
  }
}

void report(const std::string& path, const std::string& fast_names, double step, std::size_t steps) {
  driver::Workspace workspace;
  driver::CompileRequest request;
  request.sources = {driver::Source::file(path)};
  Outcome<driver::Compilation> compiled = driver::compile(workspace, request);
  if (!compiled.ok()) {
    for (const Diagnostic& d : compiled.diagnostics().all()) std::fputs(render(d, compiled->sources).c_str(), stderr);
    std::exit(1);
  }
  const model::Model& model = *compiled->model;
  model::StateSet fast;
  for (const model::StateIndex i : model::all_states(model.state_count()))
    if (fast_names.find(" " + model.state_name(i) + " ") != std::string::npos) fast.push_back(i);
  std::vector<Step> taken(steps);
  for (int repeat = 0; repeat < 5; ++repeat) measure(model, fast, step, taken);
  Times times;
  for (const Step& one : taken) {
    if (&one - taken.data() < warm_up) continue;
    (one.event ? times.eventful : times.quiet).push_back(one.micros);
    times.allocations += one.allocations;
  }
  std::printf("  %s: %zu states, %zu implicit, step %g s\n", std::string(model.name()).c_str(), model.state_count(),
              fast.size(), step);
  print("without event", times.quiet);
  print("with event", times.eventful);
  histogram(times);
  std::printf("    allocations     %llu in steps without an event\n", times.allocations);
}

}  // namespace

int main(int count, char** arguments) {
  const std::string root = count > 1 ? arguments[1] : ".";
  report(root + "/examples/PowerSupply.mo", " C1.v C2.v L_load1.i L_load2.i ", 1e-4, 200000);
  report(root + "/bench/models/DrivenChain.mo", " i v[1] ", 1e-3, 200000);
  return 0;
}
