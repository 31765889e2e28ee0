// Independent fast blocks on one thread and on several: time, and whether the results are equal to the last bit.
//
//   bench_parallel_blocks [BLOCKS SIZE STEPS THREADS…]      default: 64 100 100 1 2
//
// Each block is a plate of cells that conduct and radiate; all blocks meet in one slow state, the air around them.
// Times are medians of five runs; the runs with different numbers of threads take turns, so that a busy machine hits
// all.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

#include "integrate/stepper.hpp"
#include "text_model.hpp"

namespace {

using namespace sunder;

std::string text(std::size_t blocks, std::size_t size) {
  const auto side = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(size))));
  return "model Plates\n  parameter Integer B = " + std::to_string(blocks) + ", S = " + std::to_string(side) +
         ";\n  parameter Real k = 2000, r = 0.5;\n"
         "  Real air(start = 1, fixed = true);\n"
         "  Real y[B, S, S](each start = 1, each fixed = true);\nequation\n"
         "  for b in 1:B loop\n    for i in 1:S loop\n      for j in 1:S loop\n"
         "        der(y[b, i, j]) = k*((if i > 1 then y[b, max(i-1, 1), j] else air) + (if i < S then y[b, min(i+1, "
         "S), "
         "j] else 0.5) + (if j > 1 then y[b, i, max(j-1, 1)] else 0.3*b/B) + (if j < S then y[b, i, min(j+1, S)] else "
         "0.2) - 4*y[b, i, j]) - r*y[b, i, j]*y[b, i, j]*y[b, i, j]*y[b, i, j] + sin(time + b);\n"
         "      end for;\n    end for;\n  end for;\n"
         "  der(air) = sum(y[b, 1, 1] for b in 1:B)/B - air;\nend Plates;\n";
}

struct Run {
  std::vector<double> x;
  double seconds = 0;
  double busiest = 0;  ///< processor time of the caller or of all others, whichever is more
  integrate::Statistics statistics;
};

double processor_seconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Run run(const model::Model& model, const std::string& method, std::size_t threads, std::size_t steps) {
  const auto context = model.create_context();
  Run result;
  result.x.resize(model.state_count());
  integrate::StepperOptions options;
  options.threads = threads;
  for (const model::StateIndex i : model::all_states(model.state_count()))
    if (model.state_name(i)[0] == 'y') options.fast.push_back(i);
  if (method == "rosenbrock") options.rows = options.fast;
  options.tolerance = 1e-4;
  if (!model::initialise(model, *context, 0, result.x)) std::exit(1);
  auto stepper = integrate::make_stepper(method, model, *context, options);
  const double step = 0.01;
  const double own = processor_seconds(CLOCK_THREAD_CPUTIME_ID), all = processor_seconds(CLOCK_PROCESS_CPUTIME_ID);
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < steps; ++i) {
    if (model::Status done = (*stepper)->step(static_cast<double>(i) * step, step, result.x); !done) {
      std::fprintf(stderr, "%s\n", done.fault().message.c_str());
      std::exit(1);
    }
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double own_used = processor_seconds(CLOCK_THREAD_CPUTIME_ID) - own;
  result.busiest = std::max(own_used, processor_seconds(CLOCK_PROCESS_CPUTIME_ID) - all - own_used);
  result.statistics = (*stepper)->statistics();
  return result;
}

}  // namespace

int main(int count, char** words) {
  std::vector<std::size_t> given;
  for (int i = 1; i < count; ++i) given.push_back(std::strtoul(words[i], nullptr, 10));
  const std::size_t blocks = !given.empty() ? given[0] : 64;
  const std::size_t size = given.size() > 1 ? given[1] : 100;
  const std::size_t steps = given.size() > 2 ? given[2] : 100;
  std::vector<std::size_t> threads{1, 2};
  if (given.size() > 3) threads.assign(given.begin() + 3, given.end());
  driver::Workspace workspace;
  const auto model = bench::compile_text(workspace, text(blocks, size));
  std::printf("%zu blocks, %zu states in all, %zu steps\n", blocks, model->state_count(), steps);
  std::printf("%-14s %8s %10s %8s %10s %8s %8s  %s\n", "method", "threads", "seconds", "speed", "processor", "speed",
              "Newton", "equal to the last bit");
  for (const std::string method : {"mixed-euler", "implicit-euler", "rosenbrock"}) {
    std::vector<std::vector<double>> seconds(threads.size()), processor(threads.size());
    std::vector<Run> last(threads.size());
    for (int turn = 0; turn < 5; ++turn) {
      for (std::size_t k = 0; k < threads.size(); ++k) {
        last[k] = run(*model, method, threads[k], steps);
        seconds[k].push_back(last[k].seconds);
        processor[k].push_back(last[k].busiest);
      }
    }
    for (auto& list : seconds) std::sort(list.begin(), list.end());
    for (auto& list : processor) std::sort(list.begin(), list.end());
    for (std::size_t k = 0; k < threads.size(); ++k) {
      std::printf("%-14s %8zu %10.4f %8.2f %10.4f %8.2f %8llu  %s\n", method.c_str(), threads[k], seconds[k][2],
                  seconds[0][2] / seconds[k][2], processor[k][2], processor[0][2] / processor[k][2],
                  static_cast<unsigned long long>(last[k].statistics.newton_iterations),
                  last[k].x == last[0].x ? "yes" : "NO");
    }
  }
  return 0;
}
