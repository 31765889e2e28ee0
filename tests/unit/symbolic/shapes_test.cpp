#include <doctest/doctest.h>

#include <array>
#include <ctime>

#include "symbolic/shapes.hpp"

using namespace sunder::symbolic;

namespace {

struct ShapeFixture {
  ShapeTable table;
  Pool& pool = table.pool();
  NodeId a = pool.slot(0), b = pool.slot(1), c = pool.slot(2), d = pool.slot(3);
  std::array<std::string, 4> names{"a", "b", "c", "d"};

  NodeId number(double value) { return pool.constant(value); }
  std::string text(NodeId id) { return print(pool, id, names); }
  std::string derivative(NodeId id, std::uint32_t slot) { return text(differentiate(pool, id, slot)); }
  std::string solution(NodeId id, std::uint32_t slot) {
    const auto solved = solve(pool, id, slot);
    return solved ? text(solved->value) + " | " + text(solved->divisor) : "none";
  }
  Incidence kind(NodeId id, std::uint32_t slot) { return table.incidence(table.intern(id, 4U), slot); }
};

}  // namespace

TEST_CASE_FIXTURE(ShapeFixture, "shapes number their slots in order of occurrence") {
  std::vector<std::uint32_t> order;
  const ShapeId first = table.intern(pool.subtract(pool.multiply(d, b), a), order);
  CHECK(order == std::vector<std::uint32_t>{3, 1, 0});
  const ShapeId second = table.intern(pool.subtract(pool.multiply(a, b), c), order);
  CHECK(first == second);
  CHECK(table.slot_count(first) == 3);
  CHECK(table.intern(table.root(first), 5U) != first);
}

TEST_CASE_FIXTURE(ShapeFixture, "derivatives") {
  CHECK(derivative(pool.multiply(a, b), 0) == "b");
  CHECK(derivative(pool.divide(a, b), 0) == "1/b");
  CHECK(derivative(pool.divide(a, b), 1) == "-a/b/b");
  CHECK(derivative(pool.make(Op::sin, {pool.multiply(a, b)}), 0) == "cos(a*b)*b");
  CHECK(derivative(pool.make(Op::integer_power, {a}, 3), 0) == "3*a^2");
  CHECK(derivative(pool.make(Op::abs, {a}), 0) == "sign(a)");
  CHECK(derivative(pool.make(Op::min, {a, b}), 0) == "if b < a then 0 else 1");
  CHECK(derivative(pool.make(Op::floor, {a}), 0) == "0");
  CHECK(derivative(pool.make(Op::choose, {pool.make(Op::less, {a, b}), pool.make(Op::log, {a}), c}), 0) ==
        "if a < b then 1/a else 0");
  CHECK(derivative(pool.make(Op::relax, {a}), 0) == "1");
  CHECK(derivative(pool.make(Op::residue, {a}), 0) == "0");
  CHECK(derivative(pool.add(a, b), 2) == "0");
}

TEST_CASE_FIXTURE(ShapeFixture, "derivatives along a direction keep the marks") {
  const std::array<NodeId, 2> rates{c, d};
  const NodeId e = pool.add(pool.make(Op::relax, {a}), pool.add(pool.multiply(a, b), pool.make(Op::residue, {b})));
  CHECK(text(differentiate_along(pool, e, rates)) == "relax(c) + c*b + a*d + residue(d)");
}

TEST_CASE_FIXTURE(ShapeFixture, "incidence") {
  const NodeId e = pool.make(Op::add, {pool.multiply(a, b), pool.negate(c), pool.make(Op::sin, {d})});
  CHECK(kind(e, 0) == Incidence::linear);
  CHECK(kind(e, 2) == Incidence::linear_constant);
  CHECK(kind(e, 3) == Incidence::nonlinear);
  CHECK(kind(pool.multiply(a, a), 0) == Incidence::nonlinear);
  CHECK(kind(pool.divide(b, a), 0) == Incidence::nonlinear);
  CHECK(kind(pool.add(a, pool.make(Op::floor, {a})), 0) == Incidence::nonlinear);
  CHECK(kind(pool.make(Op::mod, {a, b}), 0) == Incidence::nonlinear);
  CHECK(kind(pool.add(b, pool.make(Op::residue, {a})), 0) == Incidence::absent);
  CHECK(kind(pool.subtract(pool.multiply(a, b), pool.multiply(b, a)), 0) == Incidence::nonlinear);
  const NodeId condition = pool.make(Op::less, {b, c});
  CHECK(kind(pool.make(Op::select, {condition, a, pool.multiply(d, a)}), 0) == Incidence::linear);
  CHECK(kind(pool.make(Op::select, {condition, a, d}), 1) == Incidence::nonlinear);
  CHECK(kind(a, 0) == Incidence::linear_constant);
}

TEST_CASE_FIXTURE(ShapeFixture, "solving leaves no noise") {
  CHECK(solution(pool.subtract(d, pool.subtract(a, b)), 3) == "a - b | 1");
  CHECK(solution(pool.subtract(pool.multiply(a, b), pool.subtract(c, d)), 1) == "(c - d)/a | a");
  CHECK(solution(pool.subtract(pool.subtract(c, d), pool.multiply(a, b)), 1) == "(c - d)/a | a");
  CHECK(solution(pool.subtract(pool.divide(a, b), c), 0) == "c*b | 1");
  CHECK(solution(pool.subtract(pool.divide(a, b), c), 1) == "a/c | c");
  CHECK(solution(pool.subtract(pool.make(Op::exp, {a}), b), 0) == "log(b) | 1");
  CHECK(solution(pool.subtract(pool.make(Op::log, {a}), b), 0) == "exp(b) | 1");
  CHECK(solution(pool.subtract(pool.add(pool.multiply(a, b), pool.multiply(c, b)), d), 1) == "d/(a + c) | a + c");
  CHECK(solution(pool.subtract(d, pool.add(pool.multiply(a, b), pool.multiply(c, b))), 1) == "d/(a + c) | a + c");
  CHECK(solution(pool.multiply(number(2), a), 0) == "0 | 2");
  CHECK(solution(a, 0) == "0 | 1");
  CHECK(solution(pool.add(b, pool.make(Op::relax, {a})), 0) == "-b | 1");
}

TEST_CASE_FIXTURE(ShapeFixture, "what cannot be solved") {
  CHECK(solution(pool.subtract(pool.make(Op::integer_power, {a}, 2), b), 0) == "none");
  CHECK(solution(pool.subtract(pool.make(Op::sin, {a}), a), 0) == "none");
  CHECK(solution(pool.make(Op::exp, {a}), 0) == "none");
  CHECK(solution(pool.divide(b, a), 0) == "none");
  CHECK(solution(pool.add(a, b), 2) == "none");
  CHECK(solution(pool.add(b, pool.make(Op::residue, {a})), 0) == "none");
}

TEST_CASE_FIXTURE(ShapeFixture, "operation counts") {
  const auto count = [&](NodeId id) { return count_operations(pool, {&id, 1}); };
  CHECK(count(pool.subtract(a, pool.multiply(b, c))) == 2);
  CHECK(count(pool.negate(a)) == 1);
  CHECK(count(pool.subtract(pool.negate(a), b)) == 2);
  CHECK(count(pool.make(Op::integer_power, {a}, 6)) == 3);
  CHECK(count(pool.make(Op::sin, {pool.make(Op::relax, {a})})) == 1);
  const NodeId shared = pool.make(Op::exp, {a});
  CHECK(count(pool.add(pool.multiply(shared, b), pool.multiply(shared, c))) == 4);
  CHECK(table.operations(table.intern(pool.add(a, b), 2U)) == 1);
}

TEST_CASE_FIXTURE(ShapeFixture, "a sum of 100 000 slots: all incidences and one solution in linear time") {
  std::vector<NodeId> terms;
  for (std::uint32_t i = 0; i < 100'000; ++i) terms.push_back(i % 2 == 0 ? pool.slot(i) : pool.negate(pool.slot(i)));
  const std::clock_t begin = std::clock();
  const ShapeId shape = table.intern(pool.make(Op::add, terms), 100'000U);
  for (std::uint32_t i = 0; i < 100'000; ++i) REQUIRE(table.incidence(shape, i) == Incidence::linear_constant);
  REQUIRE(table.solve(shape, 99'999).has_value());
  CHECK(pool.children(table.solve(shape, 99'999)->value).size() == 99'999);
  CHECK(std::clock() - begin < 3 * CLOCKS_PER_SEC);
}

TEST_CASE("what nobody asks about is not differentiated") {
  // if x < a1 then b1*x elseif x < a2 then b2*x …: asked for x only, as an equation in which the rest is given
  const auto nodes = [](std::uint32_t branches) {
    ShapeTable table;
    Pool& pool = table.pool();
    NodeId chain = pool.constant(1);
    for (std::uint32_t i = 0; i < branches; ++i)
      chain = pool.make(Op::select, {pool.slot(2 * i + 1), pool.multiply(pool.slot(2 * i + 2), pool.slot(0)), chain});
    std::vector<std::uint32_t> order;
    const ShapeId shape = table.intern(chain, order);
    const auto x = static_cast<std::uint32_t>(std::find(order.begin(), order.end(), 0U) - order.begin());
    CHECK(table.incidence(shape, x) == Incidence::linear);
    CHECK(table.solve(shape, x).has_value());
    return pool.size();
  };
  CHECK(nodes(400) < 3 * nodes(200));
}
