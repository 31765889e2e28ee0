// The verifiers of the dae, of what the passes of causalise hand to each other, and of the plan: each on a sound model
// and on the same one broken by hand.
#include "causalise/verify.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "builder.hpp"
#include "causalise/causalise.hpp"

using namespace sunder;
using namespace sunder::ir;
using namespace sunder::testing;

namespace {

/// R*i = u - x, C*der(x) = i, y = x (an alias of the state), z*z + z = x.
void model(Builder& b) {
  const auto R = b.parameter("R", 2), C = b.parameter("C", 0.5);
  const auto x = b.state("x", {1.0, true, {}});
  const auto u = b.input("u"), i = b.variable("i"), y = b.variable("y"), z = b.variable("z");
  b.equation(R * i, u - x);
  b.equation(C * b.der(x), i);
  b.equation(y, x);
  b.equation(z * z + z, y);
}

/// The state after the pass that gives `product`.
causalise::Work after(const std::string& product) {
  Builder builder;
  model(builder);
  causalise::Work work;
  work.plan.dae = builder.finish();
  PassOptions options;
  options.until = product;
  run_passes(causalise::passes(), work, options);
  REQUIRE_FALSE(work.diagnostics.has_errors());
  return work;
}

std::string broken(const std::string& product, const std::function<void(causalise::Work&)>& break_it) {
  causalise::Work work = after(product);
  const auto& verify_it = causalise::passes().product(product).verify;
  REQUIRE(verify_it(work) == std::vector<std::string>{});
  break_it(work);
  const auto violations = verify_it(work);
  return violations.empty() ? "none" : violations.front();
}

std::string broken_dae(const std::function<void(Dae&)>& break_it) {
  Builder builder;
  model(builder);
  Dae dae = builder.finish();
  REQUIRE(verify(dae) == std::vector<std::string>{});
  break_it(dae);
  const auto violations = verify(dae);
  return violations.empty() ? "none" : violations.front();
}

VariableId find(const Dae& dae, const std::string& name) {
  for (std::uint32_t v = 0; v < dae.variable_count; ++v)
    if (dae.name_of(VariableId(v)) == name) return VariableId(v);
  FAIL("there is no " << name);
  return {};
}

using W = causalise::Work&;

}  // namespace

TEST_CASE("the verifier of the dae finds what is broken") {
  CHECK(broken_dae([](Dae& d) { d.declarations[1].first = VariableId(0U); }) ==
        "declaration 1 does not start where the one before ends");
  CHECK(broken_dae([](Dae& d) { d.declarations[0].dimensions = {3}; }) ==
        "declaration 0 has a count that is not the product of its dimensions");
  CHECK(broken_dae([](Dae& d) { ++d.variable_count; }).ends_with("is not the sum of the declarations"));
  CHECK(broken_dae([](Dae& d) { d.literals.push_back(NAN); }).ends_with("is not finite"));
  CHECK(broken_dae([](Dae& d) { d.operands[d.equations[0].operands_begin] = Operand(); }) ==
        "equation 0 has an invalid operand");
  CHECK(broken_dae([](Dae& d) {
          const std::uint32_t begin = d.equations[0].operands_begin;
          d.operands[begin + 1] = d.operands[begin];
        }) == "equation 0 has the same operand in two slots");
  CHECK(broken_dae([](Dae& d) { d.equations[1].origin = {}; }) == "equation 1 has no origin");
  CHECK(broken_dae([](Dae& d) { d.initial_begin = 1000; }) == "initial_begin 1000 lies behind the end");
  CHECK(broken_dae([](Dae& d) { d.parameters.pop_back(); }).ends_with("has no assignment"));
  CHECK(broken_dae([](Dae& d) { d.parameters.push_back(d.parameters[0]); }).ends_with("has a wrong target"));
}

TEST_CASE("roles: after classify") {
  CHECK(broken("roles", [](W w) { w.roles.pop_back(); }) == "not every variable has a role");
  CHECK(broken("roles", [](W w) { w.roles[find(w.plan.dae, "R").index()] = causalise::Role::algebraic; }) ==
        "R is known, or should be");
  CHECK(broken("roles", [](W w) { w.roles[find(w.plan.dae, "u").index()] = causalise::Role::algebraic; }) ==
        "u is an input, or should be");
  CHECK(broken("roles", [](W w) { w.roles[find(w.plan.dae, "i").index()] = causalise::Role::alias; }) ==
        "i is an alias before aliases are looked for");
  CHECK(broken("roles", [](W w) { w.roles[find(w.plan.dae, "i").index()] = causalise::Role::state; }) ==
        "i is a state without a derivative");
  CHECK(broken("roles", [](W w) { w.roles[find(w.plan.dae, "x").index()] = causalise::Role::algebraic; }) ==
        "der(x) is the derivative of what is no state");
}

TEST_CASE("aliases: after alias") {
  REQUIRE(after("aliases").plan.aliases.size() == 1);
  CHECK(broken("aliases", [](W w) { w.plan.aliases.clear(); }) ==
        "the roles know of another number of aliases than the list");
  CHECK(broken("aliases", [](W w) { w.plan.aliases[0].target = Operand(); }) == "y is the alias of nothing");
  CHECK(broken("aliases", [](W w) { w.plan.aliases[0].target = Operand::of(w.plan.aliases[0].variable); }) ==
        "y is the alias of an alias");
  CHECK(broken("aliases", [](W w) { w.plan.aliases[0].variable = find(w.plan.dae, "i"); }) ==
        "i has another role than that of an alias");
  CHECK(broken("aliases", [](W w) {
          w.plan.dae.operands[w.plan.dae.equations[0].operands_begin] = Operand::of(find(w.plan.dae, "y"));
        }) == "an equation reads an alias");
}

TEST_CASE("matching: after match") {
  CHECK(broken("matching", [](W w) { w.continuous.unknowns.pop_back(); }) ==
        "not every derivative and algebraic variable is a column");
  CHECK(broken("matching", [](W w) { w.continuous.equations.pop_back(); }) == "not every continuous equation is a row");
  CHECK(broken("matching", [](W w) { --w.continuous.matching.size; }) ==
        "the system is not square, or not all of it is matched");
  CHECK(broken("matching", [](W w) { w.continuous.matching.column_of_row[0] = graph::none; }) ==
        "row 0 and its column do not agree");
  CHECK(broken("matching", [](W w) {
          auto& m = w.continuous.matching;
          std::swap(m.row_of_column[m.column_of_row[0]], m.row_of_column[m.column_of_row[2]]);
          std::swap(m.column_of_row[0], m.column_of_row[2]);
        }).ends_with("does not occur in the equation that shall determine it"));
}

TEST_CASE("blocks: after order") {
  CHECK(broken("blocks", [](W w) { w.plan.continuous.blocks.pop_back(); }) == "1 unknowns are defined by no block");
  CHECK(broken("blocks", [](W w) {
          w.plan.continuous.blocks.push_back(w.plan.continuous.blocks.front());
        }).ends_with("is defined twice, or is no unknown"));
  CHECK(broken("blocks", [](W w) { std::ranges::reverse(w.plan.continuous.blocks); }) ==
        "i is read before it is defined");
  CHECK(broken("blocks", [](W w) {
          ++w.plan.continuous.steps[0].slot;
        }).ends_with("is not in the slot that its equation is solved for"));
  CHECK(broken("blocks", [](W w) { w.plan.continuous.loops.at(0).equations.clear(); }) == "a loop is not square");
  CHECK(broken("blocks", [](W w) { w.plan.continuous.blocks[0].index = 99; }) == "a block does not exist");
  CHECK(broken("blocks", [](W w) { w.plan.continuous.steps[0].target = VariableId(9999U); }) ==
        "a block defines what is no variable");
}

TEST_CASE("initial section: after initialise") {
  CHECK(broken("initial section", [](W w) { w.plan.states.clear(); }) ==
        "not every state is listed with its derivative");
  CHECK(broken("initial section", [](W w) { w.plan.derivatives[0] = find(w.plan.dae, "i"); }) ==
        "i is not the derivative of the state it is listed with");
  CHECK(broken("initial section", [](W w) {
          w.plan.initial.blocks.clear();
        }).ends_with("unknowns are defined by no block"));
}

TEST_CASE("plan: after addresses") {
  CHECK(broken("plan", [](W w) { w.plan.addresses.pop_back(); }) == "not every variable has an address entry");
  CHECK(broken("plan", [](W w) { w.plan.derivatives.clear(); }) == "states and derivatives differ in number");
  CHECK(broken("plan", [](W w) { w.plan.addresses[find(w.plan.dae, "x").index()].index = 5; }) ==
        "state 0 has a wrong address");
  CHECK(broken("plan", [](W w) { w.plan.addresses[find(w.plan.dae, "u").index()].space = Space::none; }) ==
        "input 0 has a wrong address");
  CHECK(broken("plan", [](W w) {
          w.plan.addresses[find(w.plan.dae, "i").index()].index = 77;
        }).ends_with("shares its address or has none"));
  CHECK(broken("plan", [](W w) {
          w.plan.addresses[find(w.plan.dae, "y").index()] = {Space::held, 0};
        }) == "an alias has an address");
  CHECK(broken("plan", [](W w) { w.plan.continuous.blocks.pop_back(); }) == "1 unknowns are defined by no block");
  CHECK(broken("plan", [](W w) { w.plan.dae.literals.push_back(INFINITY); }).ends_with("is not finite"));
}
