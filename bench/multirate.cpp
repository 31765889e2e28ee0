// What a multirate run costs beyond the slow part alone at its rate and the fast part alone at its rate.
//
//   bench_multirate [SLOW FAST TOLERANCE STOP]      default: 10000 100 1e-4 10
//
// The slow part is a long wall of layers that conduct and radiate; the fast part are sensors on a line with a response
// of a millisecond, each of which exchanges heat with one layer, so that the interface has as many slow states as there
// are fast ones. Ideal are two models, each with the same method on its one part: the wall with its sensors at a
// constant temperature, and the sensors on layers at a constant temperature. Times are medians of five runs.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "integrate/stepper.hpp"
#include "text_model.hpp"

namespace {

using namespace sunder;

struct Sizes {
  std::size_t slow = 10000, fast = 100;
  double tolerance = 1e-4;
  double stop = 10;
};

/// `walls`, `sensors`: whether the part is in the model; the other one is then constant.
std::string text(const Sizes& sizes, bool walls, bool sensors) {
  const std::string n = std::to_string(sizes.slow), m = std::to_string(sizes.fast);
  const std::string stride = std::to_string(sizes.slow / sizes.fast);
  std::string s = "model Wall\n  parameter Integer N = " + n + ", M = " + m + ", D = " + stride + ";\n";
  s += "  parameter Real k = 3, r = 0.01, c = 0.5, fast = 1000, outside = 0.2;\n";
  s += walls ? "  Real x[N](each start = 1, each fixed = true);\n" : "  parameter Real x[N] = fill(1.0, N);\n";
  s += sensors ? "  Real y[M](each start = 0, each fixed = true);\n" : "  parameter Real y[M] = fill(0.5, M);\n";
  s += "equation\n";
  if (walls) {
    const auto layer = [](const std::string& i, const std::string& left, const std::string& right,
                          const std::string& sensor) {
      std::string row = "der(x[" + i + "]) = k*(" + left + " - 2*x[" + i + "] + " + right + ") - r*x[" + i + "]*x[" +
                        i + "]*x[" + i + "]*x[" + i + "]";
      return row + (sensor.empty() ? "" : " + c*(" + sensor + " - x[" + i + "])") + ";\n";
    };
    s += "  " + layer("1", "2", "x[2]", "");
    s +=
        "  for j in 1:M loop\n    " + layer("j*D", "x[j*D-1]", "(if j < M then x[min(j*D+1, N)] else outside)", "y[j]");
    s += "  end for;\n  for i in 2:D-1 loop\n    " + layer("i", "x[i-1]", "x[i+1]", "");
    s += "  end for;\n  for j in 1:M-1 loop\n    for i in 1:D-1 loop\n      " +
         layer("j*D+i", "x[j*D+i-1]", "x[j*D+i+1]", "");
    s += "    end for;\n  end for;\n";
  }
  if (sensors) {
    s += "  der(y[1]) = fast*(x[D] + 0.3*y[2] - y[1] - 0.2*y[1]*y[1] + 0.2*sin(100*time));\n";
    s += "  for j in 2:M-1 loop\n    der(y[j]) = fast*(x[j*D] + 0.3*(y[j-1] + y[j+1]) - y[j] - 0.2*y[j]*y[j]);\n";
    s += "  end for;\n  der(y[M]) = fast*(x[M*D] + 0.3*y[M-1] - y[M] - 0.2*y[M]*y[M]);\n";
  }
  return s + "end Wall;\n";
}

struct Figures {
  std::size_t states = 0;
  double kernel = 0, solver = 0;  ///< operations
  double seconds = 0;
  std::uint64_t evaluations = 0, factorisations = 0;
};

Figures measure(const std::string& source, const std::string& method, bool all_fast, const Sizes& sizes) {
  driver::Workspace workspace;
  const auto model = bench::compile_text(workspace, source);
  integrate::StepperOptions options;
  for (const model::StateIndex i : model::all_states(model->state_count()))
    if (all_fast || model->state_name(i)[0] == 'y') options.fast.push_back(i);
  options.tolerance = sizes.tolerance;
  options.stop = sizes.stop;
  std::vector<double> seconds;
  Figures figures;
  for (int run = 0; run < 5; ++run) {
    const auto context = model->create_context();
    std::vector<double> x(model->state_count());
    if (!model::initialise(*model, *context, 0, x)) std::exit(1);
    auto stepper = integrate::make_stepper(method, *model, *context, options);
    const auto begin = std::chrono::steady_clock::now();
    if (model::Status done = (*stepper)->step(0, sizes.stop, x); !done) {
      std::fprintf(stderr, "%s\n", done.fault().message.c_str());
      std::exit(1);
    }
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    const integrate::Statistics& s = (*stepper)->statistics();
    figures = {x.size(),
               static_cast<double>(s.kernel_operations),
               static_cast<double>(s.solver_operations),
               0,
               s.function_evaluations,
               s.factorisations};
  }
  std::sort(seconds.begin(), seconds.end());
  figures.seconds = seconds[seconds.size() / 2];
  return figures;
}

void print(const char* name, const Figures& f) {
  std::printf("%-26s %7zu %11.3e %11.3e %11.3e %9.3f %9llu %6llu\n", name, f.states, f.kernel, f.solver,
              f.kernel + f.solver, f.seconds, static_cast<unsigned long long>(f.evaluations),
              static_cast<unsigned long long>(f.factorisations));
}

}  // namespace

int main(int count, char** words) {
  Sizes sizes;
  if (count == 5) {
    sizes.slow = std::strtoul(words[1], nullptr, 10);
    sizes.fast = std::strtoul(words[2], nullptr, 10);
    sizes.tolerance = std::strtod(words[3], nullptr);
    sizes.stop = std::strtod(words[4], nullptr);
  }
  std::printf("%zu slow states, %zu fast ones, tolerance %g, %g s\n", sizes.slow, sizes.fast, sizes.tolerance,
              sizes.stop);
  std::printf("%-26s %7s %11s %11s %11s %9s %9s %6s\n", "", "states", "kernel", "solver", "operations", "seconds", "f",
              "LU");
  const Figures slow = measure(text(sizes, true, false), "multirate", false, sizes);
  print("slow part alone", slow);
  const Figures fast = measure(text(sizes, false, true), "multirate", true, sizes);
  print("fast part alone", fast);
  const Figures both = measure(text(sizes, true, true), "multirate", false, sizes);
  print("multirate", both);
  const double ideal = slow.kernel + slow.solver + fast.kernel + fast.solver;
  std::printf("multirate / ideal: operations %.3f, time %.3f\n", (both.kernel + both.solver) / ideal,
              both.seconds / (slow.seconds + fast.seconds));
  const Figures single = measure(text(sizes, true, true), "rosenbrock", false, sizes);
  print("rosenbrock, all implicit", single);
  std::printf("rosenbrock / multirate: time %.1f\n", single.seconds / both.seconds);
  return 0;
}
