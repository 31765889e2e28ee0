// Error against step of every pair, on a slow and a fast state coupled both ways.
//
//   bench_convergence [--json FILE]
//
//   x' = -x y + sin 3t,   y' = rate (cos x - y) + d/dt cos x,   y = cos x on the slow manifold
//
// Two regimes: the steps resolve the fast state (rate 5, from a start off the manifold), and the steps are far above
// its time scale (rate 1e6, on the manifold). Errors at t = 1, of the slow and of the fast state. The orders are those
// between the last two rows above the rounding.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "integrate/stepper.hpp"
#include "zoo/follower.hpp"
#include "zoo/states.hpp"

namespace {

using namespace sunder;

std::vector<double> final_state(const model::Model& model, const std::string& method, int steps,
                                const model::StateSet& fast) {
  const auto context = model.create_context();
  integrate::StepperOptions options;
  options.fast = fast;
  auto stepper = integrate::make_stepper(method, model, *context, options).take();
  std::vector<double> x(model.state_count());
  if (!model::initialise(model, *context, 0, x)) std::exit(1);
  for (int i = 0; i < steps; ++i)
    if (model::Status done = stepper->step(static_cast<double>(i) / steps, 1.0 / steps, x); !done) {
      std::fprintf(stderr, "%s: %s\n", method.c_str(), done.fault().message.c_str());
      std::exit(1);
    }
  return x;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string json = count > 2 && std::strcmp(arguments[1], "--json") == 0 ? arguments[2] : "";
  nlohmann::json all = nlohmann::json::array();
  struct Regime {
    const char* title;
    double rate, start;
  };
  for (const Regime& regime : {Regime{"steps resolve the fast state (rate 5)", 5, 1.0},
                               Regime{"steps far above the fast time scale (rate 1e6)", 1e6, std::cos(1.0)}}) {
    const zoo::Follower model(regime.rate, regime.start);
    std::vector<double> exact;
    if (regime.rate < 100) {
      exact = final_state(model, "rk4", 40000, {});
    } else {  // y = cos x exactly: the slow state is that of any rate
      exact = final_state(zoo::Follower(5, std::cos(1.0)), "rk4", 40000, {});
      exact[1] = std::cos(exact[0]);
    }
    std::printf("%s\n  %-20s %12s %12s %8s %8s\n", regime.title, "", "slow, h=1/64", "fast, h=1/64", "order", "order");
    for (const integrate::MethodInfo& method : integrate::methods()) {
      if (!method.fixed_step || !method.mixed || !method.stepwise) continue;
      nlohmann::json curve = {{"method", method.name}, {"regime", regime.title}};
      double before[2] = {0, 0}, order[2] = {NAN, NAN}, shown[2] = {0, 0};
      for (int steps = 4; steps <= 1024; steps *= 2) {
        const std::vector<double> x = final_state(model, std::string(method.name), steps, zoo::states(1));
        for (int part = 0; part < 2; ++part) {
          const double error = std::abs(x[part] - exact[part]);
          curve[part == 0 ? "slow" : "fast"].push_back({1.0 / steps, error});
          if (steps > 4 && error > 1e-11 && before[part] > 0) order[part] = std::log2(before[part] / error);
          if (steps == 64) shown[part] = error;
          before[part] = error;
        }
      }
      std::printf("  %-20s %12.3g %12.3g %8.2f %8.2f\n", std::string(method.name).c_str(), shown[0], shown[1], order[0],
                  order[1]);
      all.push_back(curve);
    }
    std::printf("\n");
  }
  if (!json.empty()) std::ofstream(json) << all.dump(1) << "\n";
  return 0;
}
