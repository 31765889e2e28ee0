// What every method must do, whatever it is: its order or its tolerance on linear, nonlinear, time-dependent and stiff
// coupled problems, the same numbers every time, and states inside of steps that belong to the solution. (That no step
// allocates and that looking inside leaves no trace: tests/unit/integrate; events: tests/laws/compiled_model.)
#include <doctest/doctest.h>

#include <cmath>

#include "laws/integrate/orders.hpp"
#include "zoo/states.hpp"

using namespace sunder;
using namespace sunder::orders;

namespace {

struct SolvedProblem {
  std::string name;
  std::shared_ptr<const model::Model> model;
  std::vector<double> exact;  ///< at t = 1
  bool stiff = false;
};

std::vector<SolvedProblem> problems() {
  std::vector<SolvedProblem> all;
  const auto add = [&](const std::string& name, std::shared_ptr<const model::Model> model,
                       std::vector<double> exact = {}) {
    if (exact.empty()) exact = reference(*model, 1);
    all.push_back({name, std::move(model), std::move(exact), false});
  };
  add("linear", std::make_shared<zoo::Linear>(std::vector<std::vector<double>>{{-1, 2}, {-2, -1}},
                                              std::vector<double>{1, 0}, std::vector<double>{1, 0}));
  add("nonlinear", std::make_shared<zoo::VanDerPol>(1));
  add("time-dependent", std::make_shared<zoo::Driven>(), {0.5, std::exp(std::sin(1.0))});
  add("coupled", std::make_shared<Follower>(5, 1.0));
  const double slow = reference(Follower(5, std::cos(1.0)), 1)[0];  // the slow state is that of every rate
  all.push_back({"stiff", std::make_shared<Follower>(1e5, std::cos(1.0)), {slow, std::cos(slow)}, true});
  return all;
}

integrate::StepperOptions options_for(double tolerance) {
  integrate::StepperOptions options;
  options.fast = zoo::states(1);
  options.tolerance = tolerance;
  options.stop = 1;
  return options;
}

/// Ten calls, with the state in the middle of each.
std::vector<double> in_ten(const model::Model& model, const integrate::MethodInfo& method, double tolerance,
                           std::vector<double>* middles = nullptr) {
  const auto context = model.create_context();
  const auto stepper = integrate::make_stepper(method.name, model, *context, options_for(tolerance)).take();
  std::vector<double> x(model.state_count()), inside(model.state_count());
  REQUIRE(model::initialise(model, *context, 0, x));
  double time = 0;
  while (time < 1 - 1e-12) {
    double reached = 0;
    REQUIRE(stepper->advance(time, std::min(0.1, 1 - time), x, reached));
    REQUIRE(stepper->interpolate((time + reached) / 2, inside));
    if (middles != nullptr) middles->insert(middles->end(), inside.begin(), inside.end());
    time = reached;
  }
  return x;
}

}  // namespace

TEST_CASE("every method with fixed steps has its order on every problem it can solve") {
  const std::vector<SolvedProblem> all = problems();
  for (const integrate::MethodInfo& method : integrate::methods()) {
    if (!method.stepwise || !method.fixed_step) continue;
    for (const SolvedProblem& problem : all) {
      if (problem.stiff && !method.implicit) continue;
      const std::string name(method.name);
      CAPTURE(name);
      CAPTURE(problem.name);
      const double coarse = error(final_state(*problem.model, name, 1, 64, zoo::states(1)), problem.exact);
      const double fine = error(final_state(*problem.model, name, 1, 128, zoo::states(1)), problem.exact);
      // steps far above the fast time scale: what the pairs promise there is first order at least, second for order 3
      const int promised = problem.stiff ? (method.order + 1) / 2 : method.order;
      CHECK((std::log2(coarse / fine) > promised - 0.15 || fine < 1e-11));
      CHECK(coarse < 0.05);
    }
  }
}

TEST_CASE("every method with variable steps keeps its tolerance on every problem it can solve") {
  const std::vector<SolvedProblem> all = problems();
  for (const integrate::MethodInfo& method : integrate::methods()) {
    if (!method.stepwise || method.fixed_step) continue;
    for (const SolvedProblem& problem : all) {
      if (problem.stiff && !method.implicit) continue;
      for (const double tolerance : {1e-4, 1e-7}) {
        const std::string name(method.name);
        CAPTURE(name);
        CAPTURE(problem.name);
        CAPTURE(tolerance);
        CHECK(error(in_ten(*problem.model, method, tolerance), problem.exact) < 100 * tolerance);
      }
    }
  }
}

TEST_CASE("every method gives the same bits every time, inside of steps too") {
  const Follower model(5, 1.0);
  for (const integrate::MethodInfo& method : integrate::methods()) {
    if (!method.stepwise) continue;
    CAPTURE(std::string(method.name));
    std::vector<double> first, second;
    CHECK(in_ten(model, method, 1e-6, &first) == in_ten(model, method, 1e-6, &second));
    CHECK(first == second);
    CHECK(first.size() >= 20);
  }
}
