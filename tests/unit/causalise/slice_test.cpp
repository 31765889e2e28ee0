// Laws of slices and of the Jacobian's pattern, on random plans.
#include "causalise/slice.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "builder.hpp"
#include "causalise/causalise.hpp"
#include "causalise/dependencies.hpp"

using namespace sunder;
using namespace sunder::ir;
using namespace sunder::testing;
using symbolic::Op;

namespace {

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(engine_() % n); }
  double number() { return (static_cast<double>(below(2001)) - 1000) / 512; }

 private:
  std::mt19937 engine_;
};

// States, algebraic variables (some aliases, some in linear loops), everything well conditioned.
Plan random_plan(Random& random) {
  Builder b;
  std::vector<Expression> known;
  std::vector<Expression> states;
  known.push_back(b.parameter("p", 1.5));
  known.push_back(b.time());
  const std::size_t state_count = 1 + random.below(7);
  for (std::size_t i = 0; i < state_count; ++i) {
    states.push_back(b.state("x" + std::to_string(i), {random.number(), true, {}}));
    known.push_back(states.back());
  }
  const auto any = [&] { return known[random.below(known.size())]; };
  const auto expression = [&] {
    Expression e = any();
    for (std::uint32_t k = random.below(3); k > 0; --k) {
      switch (random.below(4)) {
        case 0: e = e + any(); break;
        case 1: e = e - any(); break;
        case 2: e = b.apply(Op::sin, {e * any()}); break;
        default: e = b.apply(Op::tanh, {e}) * any(); break;
      }
    }
    return e;
  };
  const std::size_t algebraic_count = random.below(10);
  for (std::size_t i = 0; i < algebraic_count; ++i) {
    const Expression z = b.variable("z" + std::to_string(i));
    switch (random.below(5)) {
      case 0: b.equation(z, -any()); break;
      case 1: {  // a linear loop of two
        const Expression w = b.variable("w" + std::to_string(i));
        b.equation(b.number(2) * z + w, expression());
        b.equation(z - w, expression());
        known.push_back(w);
        break;
      }
      case 2: b.equation(b.number(3) * z + b.apply(Op::sin, {z}), expression()); break;
      default: b.equation(z, expression()); break;
    }
    known.push_back(z);
  }
  for (const Expression& x : states) b.equation(b.der(x), expression());
  auto outcome = causalise::causalise(b.finish());
  RC_ASSERT(outcome.ok());
  return outcome.take();
}

Values random_state(const Plan& plan, Random& random) {
  Values values = parameter_values(plan);
  for (const VariableId state : plan.states) values[state.index()] = random.number();
  return values;
}

std::vector<std::uint32_t> random_subset(std::size_t count, Random& random) {
  std::vector<std::uint32_t> subset;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (random.below(2) == 0) subset.push_back(i);
  }
  return subset;
}

}  // namespace

TEST_CASE("a plan satisfies the equations it was made of") {
  CHECK(rc::check([] {
    Random random(*rc::gen::arbitrary<std::uint32_t>());
    const Plan plan = random_plan(random);
    Values values = random_state(plan, random);
    execute(plan, plan.continuous, 0.7, values);
    for (std::size_t i = 0; i < plan.dae.initial_begin; ++i) {
      RC_ASSERT(std::fabs(residual(plan.dae, plan.dae.equations[i], 0.7, values)) < 1e-9);
    }
    Values initial = parameter_values(plan);
    execute(plan, plan.initial, 0.7, initial);
    for (const Equation& equation : plan.dae.equations) {
      RC_ASSERT(std::fabs(residual(plan.dae, equation, 0.7, initial)) < 1e-9);
    }
  }));
}

std::vector<VariableId> at(const std::vector<VariableId>& all, const std::vector<std::uint32_t>& numbers) {
  std::vector<VariableId> some;
  for (const std::uint32_t number : numbers) some.push_back(all[number]);
  return some;
}

TEST_CASE("a slice gives the same derivatives, and its frozen part does not see the varying states") {
  CHECK(rc::check([] {
    Random random(*rc::gen::arbitrary<std::uint32_t>());
    const Plan plan = random_plan(random);
    const auto wanted = random_subset(plan.states.size(), random);
    const auto varying = random_subset(plan.states.size(), random);
    causalise::Slicer slicer(plan);
    slicer.slice(at(plan.derivatives, varying), at(plan.states, wanted));  // leaves no trace
    const Slice slice = slicer.slice(at(plan.derivatives, wanted), at(plan.states, varying));
    Values values = random_state(plan, random);
    Values full = values;
    execute(plan, plan.continuous, 0.3, full);
    Values restricted = values;
    for (const std::uint32_t state : varying) restricted[plan.states[state].index()] = 1e30;  // not to be read
    execute(plan, slice.frozen, 0.3, restricted);
    for (const std::uint32_t state : varying) {
      restricted[plan.states[state].index()] = values[plan.states[state].index()];
    }
    execute(plan, slice.varying, 0.3, restricted);
    for (const std::uint32_t state : wanted) {
      const std::size_t derivative = plan.derivatives[state].index();
      RC_ASSERT(restricted[derivative] == full[derivative]);
    }
  }));
}

TEST_CASE("a slice holds no block that nobody needs") {
  CHECK(rc::check([] {
    Random random(*rc::gen::arbitrary<std::uint32_t>());
    const Plan plan = random_plan(random);
    const auto wanted = random_subset(plan.states.size(), random);
    const auto all = random_subset(plan.states.size(), random);
    const Slice slice = causalise::slice(plan, at(plan.derivatives, wanted), at(plan.states, all));
    std::vector<bool> needed(plan.dae.variable_count, false);
    for (const std::uint32_t state : wanted) needed[plan.derivatives[state].index()] = true;
    for (const Section* section : {&slice.varying, &slice.frozen}) {
      for (std::size_t i = section->blocks.size(); i-- > 0;) {
        bool used = false;
        for (const VariableId target : causalise::targets_of(*section, section->blocks[i])) {
          used = used || needed[target.index()];
        }
        RC_ASSERT(used);
        for (const EquationId id : causalise::equations_of(*section, section->blocks[i])) {
          for (const Operand operand : plan.dae.operands_of(plan.dae.equations[id.index()])) {
            if (operand.is_variable()) needed[operand.variable().index()] = true;
          }
        }
      }
    }
  }));
}

TEST_CASE("the pattern of the Jacobian covers every dependency") {
  CHECK(rc::check([] {
    Random random(*rc::gen::arbitrary<std::uint32_t>());
    const Plan plan = random_plan(random);
    const auto wanted = random_subset(plan.states.size(), random);
    const auto varying = random_subset(plan.states.size(), random);
    const Slice slice = causalise::slice(plan, at(plan.derivatives, wanted), at(plan.states, varying));
    const graph::Rows pattern =
        causalise::jacobian_pattern(plan, slice.varying, at(plan.derivatives, wanted), at(plan.states, varying));
    RC_ASSERT(pattern.size() == wanted.size());
    Values values = random_state(plan, random);
    execute(plan, plan.continuous, 0.3, values);
    for (std::uint32_t column = 0; column < varying.size(); ++column) {
      Values moved = values;
      moved[plan.states[varying[column]].index()] += 0.37;
      execute(plan, plan.continuous, 0.3, moved);
      for (std::uint32_t row = 0; row < wanted.size(); ++row) {
        RC_ASSERT(std::ranges::is_sorted(pattern[row]));
        const std::size_t derivative = plan.derivatives[wanted[row]].index();
        if (std::fabs(moved[derivative] - values[derivative]) < 1e-9) continue;
        RC_ASSERT(std::ranges::binary_search(pattern[row], column));
      }
    }
  }));
}

TEST_CASE("the pattern is exact for a chain") {
  Builder b;
  const auto x = b.state("x"), y = b.state("y"), z = b.state("z"), v = b.variable("v");
  b.equation(v, x * y);
  b.equation(b.der(x), -x);
  b.equation(b.der(y), v);
  b.equation(b.der(z), v + z);
  auto outcome = causalise::causalise(b.finish());
  REQUIRE(outcome.has_value());
  const graph::Rows pattern =
      causalise::jacobian_pattern(*outcome, outcome->continuous, outcome->derivatives, outcome->states);
  CHECK(pattern.starts == std::vector<std::uint32_t>{0, 1, 3, 6});
  CHECK(pattern.entries == std::vector<std::uint32_t>{0, 0, 1, 0, 1, 2});
}
