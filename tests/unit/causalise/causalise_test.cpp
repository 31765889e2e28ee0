#include "causalise/causalise.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "builder.hpp"

using namespace sunder;
using namespace sunder::ir;
using namespace sunder::testing;
using symbolic::Op;

namespace {

std::string text(const Outcome<Plan>& outcome) {
  std::string all;
  for (const Diagnostic& diagnostic : outcome.diagnostics().all()) {
    all += std::string(code_id(diagnostic.code)) + ": " + diagnostic.message + "\n";
    for (const Note& note : diagnostic.notes) all += "  " + note.message + "\n";
    if (!diagnostic.help.empty()) all += "  help: " + diagnostic.help + "\n";
  }
  return all;
}

bool mentions(const Outcome<Plan>& outcome, const std::string& part) {
  const std::string all = text(outcome);
  if (all.find(part) != std::string::npos) return true;
  MESSAGE("not found: " << part << "\nin:\n" << all);
  return false;
}

Plan plan_of(Builder& builder, const PassOptions& options = {}) {
  auto outcome = causalise::causalise(builder.finish(), options);
  REQUIRE_MESSAGE(outcome.ok(), text(outcome));
  REQUIRE(verify(*outcome).empty());
  return outcome.take();
}

Outcome<Plan> outcome_of(Builder& builder) { return causalise::causalise(builder.finish()); }

// u_R = R*i, C*der(u_C) = i, u_R + u_C = U, with connection variables that are aliases.
void circuit(Builder& b) {
  const auto R = b.parameter("R", 2), C = b.parameter("C", 0.5), U = b.parameter("U", 3);
  const auto u_C = b.state("u_C", {1.0, true, {}});
  const auto u_R = b.variable("u_R"), i = b.variable("i"), i_R = b.variable("i_R"), i_C = b.variable("i_C");
  b.equation(u_R, R * i_R);
  b.equation(C * b.der(u_C), i_C);
  b.equation(i_R, i);
  b.equation(i_C + i, b.number(0));  // i_C = -i
  b.equation(u_R, u_C - U);
}

}  // namespace

TEST_CASE("a circuit: aliases, order, values") {
  Builder b;
  circuit(b);
  const Plan plan = plan_of(b);
  CHECK(plan.states.size() == 1);
  CHECK(plan.aliases.size() == 2);
  CHECK(plan.continuous.loops.empty());
  CHECK(plan.continuous.steps.size() == 3);
  CHECK(plan.index == 1);
  Values values = parameter_values(plan);
  execute(plan, plan.initial, 0, values);
  CHECK(values[b.id("u_C").index()] == 1.0);
  fill_aliases(plan, values);
  CHECK(values[b.id("u_R").index()] == -2.0);
  CHECK(values[b.id("i").index()] == -1.0);
  CHECK(values[b.id("i_C").index()] == 1.0);
  CHECK(values[b.id("der(u_C)").index()] == 2.0);
}

TEST_CASE("leaving the alias pass out gives the same values") {
  Builder with;
  Builder without;
  circuit(with);
  circuit(without);
  const Plan a = plan_of(with);
  PassOptions options;
  options.without = {"alias"};
  const Plan b = plan_of(without, options);
  CHECK(b.aliases.empty());
  Values first = parameter_values(a);
  Values second = parameter_values(b);
  execute(a, a.initial, 0, first);
  fill_aliases(a, first);
  execute(b, b.initial, 0, second);
  for (std::size_t v = 0; v < first.size(); ++v) CHECK(first[v] == doctest::Approx(second[v]).epsilon(1e-12));
  options.without = {"match"};
  Builder again;
  CHECK_THROWS_AS(causalise::causalise(again.finish(), options), std::invalid_argument);
}

TEST_CASE("an empty model and a purely algebraic one") {
  Builder nothing;
  const Plan empty = plan_of(nothing);
  CHECK(empty.continuous.blocks.empty());
  Builder b;
  const auto x = b.variable("x"), y = b.variable("y");
  b.equation(x + y, b.time());
  b.equation(x - y, b.number(1));
  const Plan plan = plan_of(b);
  REQUIRE(plan.continuous.loops.size() == 1);
  CHECK(plan.continuous.loops[0].linear);
  Values values = parameter_values(plan);
  execute(plan, plan.continuous, 5, values);
  CHECK(values[b.id("x").index()] == doctest::Approx(3));
  CHECK(values[b.id("y").index()] == doctest::Approx(2));
}

TEST_CASE("loops: linear only if the coefficients hold no unknown of the loop") {
  Builder b;
  const auto s = b.state("s", {2.0, true, {}}), x = b.variable("x"), y = b.variable("y"), z = b.variable("z"),
             w = b.variable("w");
  b.equation(b.der(s), x);
  b.equation(s * x + y, b.number(3));  // linear: the coefficient is a state
  b.equation(x - y, b.number(1));
  b.equation(z * w, b.number(6));  // z*w is linear in each, not in both
  b.equation(z - w, b.number(1));
  const Plan plan = plan_of(b);
  REQUIRE(plan.continuous.loops.size() == 2);
  int linear = 0;
  for (const Loop& loop : plan.continuous.loops) linear += loop.linear ? 1 : 0;
  CHECK(linear == 1);
}

TEST_CASE("one equation: solved for constant and parameter coefficients, else a loop of one") {
  Builder b;
  const auto p = b.parameter("p", 4), s = b.state("s", {2.0, true, {}});
  const auto x = b.variable("x"), y = b.variable("y"), z = b.variable("z"), w = b.variable("w");
  b.equation(b.der(s), -s);
  b.equation(p * x, s);                               // step
  b.equation(s * y, b.number(1));                     // the state may become 0: linear loop
  b.equation(b.apply(Op::integer_power, {z}, 2), s);  // nonlinear loop
  b.equation(b.apply(Op::exp, {w}), s);               // step: w = log(s)
  const Plan plan = plan_of(b);
  CHECK(plan.continuous.steps.size() == 3);
  REQUIRE(plan.continuous.loops.size() == 2);
  for (const Loop& loop : plan.continuous.loops) CHECK(loop.linear == (loop.unknowns[0] == b.id("y")));
}

TEST_CASE("alias sets: signs, constants, contradictions") {
  SUBCASE("signs multiply along chains") {
    Builder b;
    const auto s = b.state("s", {3.0, true, {}}), x = b.variable("x"), y = b.variable("y"), z = b.variable("z");
    b.equation(b.der(s), s + x);
    b.equation(x, -y);
    b.equation(y, -z);
    b.equation(z, -s);
    const Plan plan = plan_of(b);
    CHECK(plan.aliases.size() == 3);
    Values values = parameter_values(plan);
    execute(plan, plan.initial, 0, values);
    fill_aliases(plan, values);
    CHECK(values[b.id("x").index()] == -3);
    CHECK(values[b.id("y").index()] == 3);
    CHECK(values[b.id("z").index()] == -3);
    CHECK(values[b.id("der(s)").index()] == 0);
    // s + x with x = -s is 0: the row has no s any more.
    CHECK(print(plan.dae, plan.dae.equations[0]) == "der(s) = 0");
  }
  SUBCASE("a = b and a = -b mean 0") {
    Builder b;
    const auto x = b.variable("x"), y = b.variable("y"), z = b.variable("z");
    b.equation(x, y);
    b.equation(x, -y);
    b.equation(z, x + b.number(1));
    const Plan plan = plan_of(b);
    Values values = parameter_values(plan);
    values.assign(values.size(), 7);
    execute(plan, plan.continuous, 0, values);
    fill_aliases(plan, values);
    CHECK(values == Values{0, 0, 1});
  }
  SUBCASE("numbers, parameters and their negatives") {
    Builder b;
    const auto p = b.parameter("p", 5), x = b.variable("x"), y = b.variable("y"), z = b.variable("z"),
               w = b.variable("w");
    b.equation(x + p, b.number(0));
    b.equation(y, -x);
    b.equation(z, b.number(3.5));
    b.equation(w, x + y * z);
    const Plan plan = plan_of(b);
    CHECK(plan.aliases.size() == 3);
    Values values = parameter_values(plan);
    execute(plan, plan.continuous, 0, values);
    fill_aliases(plan, values);
    CHECK(values == Values{5, -5, 5, 3.5, 12.5});
  }
  SUBCASE("two numbers for one variable") {
    Builder b;
    const auto x = b.variable("x"), y = b.variable("y");
    b.equation(x, b.number(1));
    b.equation(x, -y);
    b.equation(y, b.number(2));
    const auto outcome = outcome_of(b);
    CHECK_FALSE(outcome.ok());
    CHECK(mentions(outcome, "E0406: contradictory equations: y = 2, but also -1"));
  }
  SUBCASE("states and derivatives stay") {
    Builder b;
    const auto x = b.state("x", {1.0, true, {}}), v = b.state("v", {2.0, true, {}}), a = b.variable("a");
    b.equation(b.der(x), v);
    b.equation(b.der(v), a);
    b.equation(a, -x);
    const Plan plan = plan_of(b);
    CHECK(plan.states.size() == 2);
    CHECK(plan.derivatives[0] == b.id("der(x)"));
    CHECK(plan.derivatives[1] == b.id("der(v)"));
    REQUIRE(plan.aliases.size() == 1);
    CHECK(plan.aliases[0].variable == b.id("a"));
  }
}

TEST_CASE("attributes of alias sets are merged") {
  SUBCASE("a fixed start value moves to the state, with its sign") {
    Builder b;
    const auto x = b.state("x"), y = b.variable("y", {4.0, true, "V"});
    b.equation(b.der(x), -x);
    b.equation(y, -x);
    const Plan plan = plan_of(b);
    Values values = parameter_values(plan);
    execute(plan, plan.initial, 0, values);
    CHECK(values[b.id("x").index()] == -4);
    CHECK(plan.dae.declaration(b.id("x")).unit == "V");
  }
  SUBCASE("different fixed start values") {
    Builder b;
    const auto x = b.state("x", {1.0, true, {}}), y = b.variable("y", {4.0, true, {}});
    b.equation(b.der(x), -x);
    b.equation(y, x);
    CHECK(mentions(outcome_of(b), "E0407: y and x are equal, but both have fixed start values that differ"));
  }
  SUBCASE("different guesses and units") {
    Builder b;
    const auto x = b.state("x", {1.0, false, "V"}), y = b.variable("y", {4.0, false, "A"});
    b.equation(b.der(x), -x);
    b.equation(y, x);
    const auto outcome = outcome_of(b);
    CHECK(outcome.ok());
    CHECK(mentions(outcome, "W0408: equal variables have different start values: x (used) / y"));
    CHECK(mentions(outcome, "W0409: equal variables have different units: x (used) / y"));
  }
}

TEST_CASE("unbalanced and singular models name the culprits") {
  SUBCASE("too few equations") {
    Builder b;
    const auto x = b.variable("x"), y = b.variable("y");
    b.variable("z");
    b.equation(x + y, b.time());
    const auto outcome = outcome_of(b);
    CHECK(mentions(outcome, "E0401: the model has 1 equation for 3 unknowns"));
    CHECK(mentions(outcome, "undetermined: x"));
    CHECK(mentions(outcome, "undetermined: z"));
    CHECK(outcome.diagnostics().all()[0].span.valid());
  }
  SUBCASE("too many") {
    Builder b;
    const auto x = b.variable("x"), y = b.variable("y");
    b.equation(x * y, b.time());
    b.equation(x + y, b.time());
    b.equation(x - y, b.time());
    const auto outcome = outcome_of(b);
    CHECK(mentions(outcome, "E0401: the model has 3 equations for 2 unknowns"));
    CHECK(mentions(outcome, "over-determined: x*y = time"));
  }
  SUBCASE("the same number, but singular") {
    Builder b;
    const auto x = b.variable("x"), y = b.variable("y"), z = b.variable("z");
    b.equation(x * x, b.time());
    b.equation(b.apply(Op::sin, {x}), b.time());
    b.equation(x, y + z);
    const auto outcome = outcome_of(b);
    CHECK(mentions(outcome, "E0402: the model is structurally singular"));
    CHECK(mentions(outcome, "over-determined: sin(x) = time"));
    CHECK(mentions(outcome, "undetermined: y"));
    CHECK(mentions(outcome, "undetermined: z"));
  }
  SUBCASE("a constraint between states that its derivative contradicts") {
    Builder b;
    const auto x = b.state("x"), y = b.state("y"), f = b.variable("f");
    b.equation(b.der(x), f);
    b.equation(b.der(y), -f);
    b.equation(x + y, b.time());
    const auto outcome = outcome_of(b);
    CHECK(mentions(outcome, "E0416: linear equations do not determine 'der("));
    CHECK(mentions(outcome, "(differentiated)"));
  }
  SUBCASE("constraints that no choice of states satisfies") {
    Builder b;
    const auto x = b.state("x"), y = b.state("y"), f = b.variable("f"), g = b.variable("g");
    b.equation(b.der(x), f + g);
    b.equation(b.der(y), f - g);
    b.equation(x + y, b.time());
    b.equation(b.number(2) * x + b.number(2) * y, b.number(1));
    CHECK(mentions(outcome_of(b), "E0402: constraints between states repeat or contradict each other"));
  }
  SUBCASE("long lists are cut") {
    Builder b;
    for (int i = 0; i < 40; ++i) b.variable("x" + std::to_string(i));
    const auto outcome = outcome_of(b);
    CHECK(mentions(outcome, "… and 30 undetermined unknowns more"));
    CHECK(outcome.diagnostics().all()[0].notes.size() == 11);
  }
}

TEST_CASE("inputs are known, and what is equal to one is its alias") {
  Builder b;
  const auto u = b.input("u", {2.5, false, {}}), x = b.state("x"), y = b.variable("y");
  b.equation(y, -u);
  b.equation(b.der(x), u + b.time());
  b.initial(x, b.number(1));
  auto outcome = outcome_of(b);
  REQUIRE_MESSAGE(outcome.ok(), text(outcome));
  REQUIRE(outcome->inputs == std::vector<VariableId>{b.id("u")});
  REQUIRE(outcome->aliases.size() == 1);
  CHECK(outcome->aliases[0].target == Operand::of(b.id("u")));
  CHECK(outcome->aliases[0].negated);
  Values values = parameter_values(*outcome);
  values[b.id("u").index()] = 2.5;
  execute(*outcome, outcome->continuous, 3, values);
  CHECK(values[b.id("der(x)").index()] == 5.5);
}

TEST_CASE("an equation for an input is one too many") {
  Builder b;
  const auto u = b.input("u"), x = b.state("x");
  b.equation(u, b.time());
  b.equation(b.der(x), u);
  CHECK(mentions(outcome_of(b), "E0401: the model has 2 equations for 1 unknown"));
}

TEST_CASE("initial conditions") {
  SUBCASE("missing ones are completed with start values, those given first") {
    Builder b;
    const auto x = b.state("x"), y = b.state("y", {3.0, false, {}});
    b.equation(b.der(x), y - x);
    b.equation(b.der(y), -y);
    b.initial(x + y, b.number(2));
    auto outcome = outcome_of(b);
    REQUIRE(outcome.ok());
    CHECK(mentions(outcome, "W0404: the initial conditions are not complete: 1 state of 2 takes its start value: y"));
    Values values = parameter_values(*outcome);
    execute(*outcome, outcome->initial, 0, values);
    CHECK(values[b.id("x").index()] == -1);
    CHECK(values[b.id("y").index()] == 3);
  }
  SUBCASE("steady state") {
    Builder b;
    const auto x = b.state("x"), y = b.state("y");
    b.equation(b.der(x), b.number(1) - x - y);
    b.equation(b.der(y), x - y);
    b.initial(b.der(x), b.number(0));
    b.initial(b.der(y), b.number(0));
    auto outcome = outcome_of(b);
    REQUIRE(outcome.ok());
    CHECK(outcome.diagnostics().all().empty());
    Values values = parameter_values(*outcome);
    execute(*outcome, outcome->initial, 0, values);
    CHECK(values[b.id("x").index()] == doctest::Approx(0.5));
    CHECK(values[b.id("y").index()] == doctest::Approx(0.5));
  }
  SUBCASE("too many") {
    Builder b;
    const auto x = b.state("x", {1.0, true, {}});
    b.equation(b.der(x), -x);
    b.initial(x, b.number(2));
    const auto outcome = outcome_of(b);
    CHECK(mentions(outcome, "E0403: the initial conditions are over-determined: 1 condition too many"));
    CHECK(mentions(outcome, "over-determined: x = 1 (fixed start value)"));
    CHECK(mentions(outcome, "over-determined: x = 2"));
  }
  SUBCASE("a condition that says nothing, and one that contradicts") {
    Builder b;
    const auto x = b.state("x", {1.0, true, {}}), y = b.variable("y");
    b.equation(b.der(x), -x);
    b.equation(y, x);
    b.initial(x, y);
    CHECK(outcome_of(b).ok());
    Builder c;
    const auto u = c.state("u", {1.0, true, {}}), v = c.variable("v");
    c.equation(c.der(u), -u);
    c.equation(v, u);
    c.initial(u, v + c.number(1));
    CHECK(mentions(outcome_of(c), "E0406: this initial equation contradicts the other equations"));
  }
  SUBCASE("a fixed algebraic variable determines the state behind it") {
    Builder b;
    const auto x = b.state("x", {9.0, false, {}}), y = b.variable("y", {6.0, true, {}});
    b.equation(b.der(x), -x);
    b.equation(y, b.number(2) * x);
    auto outcome = outcome_of(b);
    REQUIRE(outcome.ok());
    Values values = parameter_values(*outcome);
    execute(*outcome, outcome->initial, 0, values);
    CHECK(values[b.id("x").index()] == 3);
  }
}

TEST_CASE("printing") {
  Builder b;
  circuit(b);
  const Dae dae = b.finish();
  const std::string before = print(dae);
  CHECK(before.find("u_R = R*i_R") != std::string::npos);
  CHECK(before.find("Real u_C(start = 1, fixed = true)") != std::string::npos);
  Builder again;
  circuit(again);
  const std::string after = print(plan_of(again));
  CHECK(after.find("i_R = i\n") != std::string::npos);
  CHECK(after.find("i_C = -i") != std::string::npos);
  CHECK(after.find("u_R := u_C - U") != std::string::npos);
  CHECK(after.find("i := u_R/R") != std::string::npos);
}

namespace {

// der(x[i]) = x[i-1] - x[i], as lower would make it: two declarations, two shapes.
Dae chain(std::uint32_t count) {
  Dae dae;
  dae.shapes = std::make_shared<symbolic::ShapeTable>();
  symbolic::Pool& pool = dae.shapes->pool();
  dae.literals = {1.5};
  Declaration x;
  x.name = "x";
  x.dimensions = {count};
  x.count = count;
  x.first = VariableId(0U);
  x.derivative = DeclarationId(1U);
  x.start.uniform = Operand::literal(0);
  x.fixed = {true};
  Declaration der = x;
  der.first = VariableId(count);
  der.derivative_of = DeclarationId(0U);
  der.derivative = {};
  der.fixed = {};
  der.start = {};
  dae.declarations = {x, der};
  dae.variable_count = 2 * count;
  dae.origins.push_back({});
  const ShapeId first = dae.shapes->intern(pool.add(pool.slot(0), pool.slot(1)), 2U);
  const ShapeId other =
      dae.shapes->intern(pool.make(Op::add, {pool.slot(0), pool.negate(pool.slot(1)), pool.slot(2)}), 3U);
  for (std::uint32_t i = 0; i < count; ++i) {
    Equation equation;
    equation.origin = OriginId(0U);
    equation.shape = i == 0 ? first : other;
    equation.operands_begin = static_cast<std::uint32_t>(dae.operands.size());
    dae.operands.push_back(Operand::of(VariableId(count + i)));
    if (i > 0) dae.operands.push_back(Operand::of(VariableId(i - 1)));
    dae.operands.push_back(Operand::of(VariableId(i)));
    dae.equations.push_back(equation);
  }
  dae.initial_begin = count;
  return dae;
}

}  // namespace

TEST_CASE("a chain of 200 000 states") {
  Dae dae = chain(200'000);
  CHECK(dae.name_of(VariableId(200'003U)) == "der(x[4])");
  CHECK(print(dae).size() < 2000);
  auto outcome = causalise::causalise(std::move(dae));
  REQUIRE(outcome.ok());
  CHECK(outcome->continuous.steps.size() == 200'000);
  CHECK(outcome->initial.steps.size() == 400'000);
  CHECK(print(*outcome).size() < 3000);
}

TEST_CASE("index reduction: the pendulum's constraints hold, and so do its equations") {
  Builder b;
  const auto x = b.state("x", {0.6, false, {}}), y = b.state("y", {-0.8, false, {}});
  const auto vx = b.state("vx", {0.0, false, {}}), vy = b.state("vy", {0.0, false, {}});
  const auto f = b.variable("f"), g = b.parameter("g", 9.81);
  b.equation(b.der(x), vx);
  b.equation(b.der(y), vy);
  b.equation(b.der(vx), f * x);
  b.equation(b.der(vy), f * y - g);
  b.equation(x * x + y * y, b.number(1));
  const Plan plan = plan_of(b);
  CHECK(plan.index == 3);
  REQUIRE(plan.states.size() == 2);
  CHECK(plan.state_sets.size() == 2);
  Values values = parameter_values(plan);
  for (const auto& [name, start] : {std::pair{"x", 0.6}, {"y", -0.8}}) values[b.id(name).index()] = start;
  execute(plan, plan.initial, 0, values);
  CHECK(values[b.id("x").index()] == doctest::Approx(0.6));
  CHECK(values[b.id("y").index()] == doctest::Approx(-0.8));
  CHECK(values[b.id("f").index()] == doctest::Approx(-9.81 * 0.8));  // at rest: the component along the rod
  values[plan.states[1].index()] += 0.05;                            // somewhere else
  values[plan.states[0].index()] = 0.3;
  execute(plan, plan.continuous, 0, values);
  for (std::uint32_t i = 0; i < plan.dae.initial_begin; ++i)
    CHECK(std::fabs(residual(plan.dae, plan.dae.equations[i], 0, values)) < 1e-10);
}

TEST_CASE("equal states are one, with their derivatives") {
  Builder b;
  const auto a = b.state("a", {1.0, true, {}}), c = b.state("c"), va = b.state("va", {0.0, true, {}}),
             vc = b.state("vc");
  const auto f = b.variable("f");
  b.equation(a, -c);
  b.equation(b.der(a), va);
  b.equation(b.der(c), vc);
  b.equation(b.der(va), f - a);
  b.equation(b.number(2) * b.der(vc), f);
  const Plan plan = plan_of(b);
  CHECK(plan.states.size() == 2);
  CHECK(plan.index == 1);  // nothing had to be differentiated
  Values values = parameter_values(plan);
  execute(plan, plan.initial, 0, values);
  fill_aliases(plan, values);
  CHECK(values[b.id("c").index()] == -1);
  CHECK(values[b.id("der(vc)").index()] == doctest::Approx(1.0 / 3));
}
