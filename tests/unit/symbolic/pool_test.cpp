#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "symbolic/apply.hpp"
#include "symbolic/pool.hpp"

using namespace sunder::symbolic;

namespace {

struct Fixture {
  Pool pool;
  NodeId a = pool.slot(0), b = pool.slot(1), c = pool.slot(2), d = pool.slot(3);
  std::array<std::string, 4> names{"a", "b", "c", "d"};

  NodeId number(double value) { return pool.constant(value); }
  std::string text(NodeId id) { return print(pool, id, names); }
  double value(NodeId id, std::array<double, 4> slots = {2, 3, 5, 7}) { return evaluate(pool, id, slots); }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "equal expressions are one node") {
  CHECK(pool.add(a, pool.multiply(b, c)) == pool.add(a, pool.multiply(b, c)));
  CHECK(pool.add(a, b) != pool.add(b, a));
  CHECK(number(0.0) == number(-0.0));
}

TEST_CASE_FIXTURE(Fixture, "neutral elements, signs and equal terms") {
  CHECK(pool.add(a, number(0)) == a);
  CHECK(pool.multiply(a, number(1)) == a);
  CHECK(pool.multiply(a, number(0)) == number(0));
  CHECK(pool.divide(a, number(1)) == a);
  CHECK(pool.negate(pool.negate(a)) == a);
  CHECK(pool.subtract(a, a) == number(0));
  CHECK(text(pool.add(a, a)) == "2*a");
  CHECK(text(pool.subtract(pool.multiply(number(3), a), a)) == "2*a");
  CHECK(text(pool.multiply(pool.negate(a), pool.negate(b))) == "a*b");
  CHECK(text(pool.multiply(a, number(-1))) == "-a");
  CHECK(text(pool.divide(pool.negate(a), number(-2))) == "a/2");
  CHECK(pool.subtract(pool.add(a, b), pool.add(b, a)) == number(0));
  CHECK(text(pool.subtract(d, pool.subtract(a, b))) == "d - a + b");
  CHECK(text(pool.make(Op::add, {a, number(1), b, number(2)})) == "a + 3 + b");
}

TEST_CASE_FIXTURE(Fixture, "folding keeps errors visible") {
  CHECK(pool.divide(number(6), number(4)) == number(1.5));
  const NodeId pole = pool.divide(number(1), number(0));
  CHECK(text(pole) == "1/0");
  CHECK(text(pool.multiply(pole, number(0))) == "0*(1/0)");
  CHECK(text(pool.subtract(pole, pole)) == "1/0 - 1/0");
  CHECK(text(pool.divide(number(0), number(0))) == "0/0");
  CHECK(text(pool.make(Op::log, {number(-1)})) == "log(-1)");
  CHECK(pool.divide(number(0), a) == number(0));
  CHECK(text(pool.make(Op::add, {number(1e308), number(1e308)})) == "1e+308 + 1e+308");
}

TEST_CASE_FIXTURE(Fixture, "powers") {
  CHECK(pool.make(Op::integer_power, {a}, 0) == number(1));
  CHECK(pool.make(Op::integer_power, {a}, 1) == a);
  CHECK(text(pool.make(Op::power, {a, number(3)})) == "a^3");
  CHECK(text(pool.make(Op::power, {a, number(2.5)})) == "a^2.5");
  CHECK(text(pool.make(Op::power, {pool.negate(a), number(3)})) == "-a^3");
  CHECK(text(pool.make(Op::power, {pool.negate(a), number(-2)})) == "a^(-2)");
  CHECK(integer_power(3, 5) == 243);
  CHECK(integer_power(2, -3) == 0.125);
  CHECK(integer_power(0, 0) == 1);
  CHECK(integer_power(1, std::numeric_limits<std::int32_t>::min()) == 1);
  const double x = 1.1;
  CHECK(integer_power(x, 6) == (x * x) * ((x * x) * (x * x)));
}

TEST_CASE_FIXTURE(Fixture, "conditions and choices") {
  const NodeId less = pool.make(Op::less, {a, b});
  CHECK(pool.make(Op::less, {a, a}) == number(0));
  CHECK(pool.make(Op::select, {number(1), a, b}) == a);
  CHECK(pool.make(Op::choose, {less, c, c}) == c);
  CHECK(pool.make(Op::logical_and, {less, number(1)}) == less);
  CHECK(pool.make(Op::logical_and, {less, number(0)}) == number(0));
  CHECK(pool.make(Op::logical_or, {number(1), less}) == number(1));
  CHECK(value(pool.make(Op::choose, {less, c, d})) == 5);
  CHECK(value(pool.make(Op::choose, {pool.make(Op::logical_not, {less}), c, d})) == 7);
}

TEST_CASE_FIXTURE(Fixture, "Modelica's division functions") {
  const auto of = [&](Op op, double x, double y) { return apply(op, std::array{x, y}, 0); };
  CHECK(of(Op::mod, -3, 1.4) == doctest::Approx(1.2));
  CHECK(of(Op::mod, 3, -1.4) == doctest::Approx(-1.2));
  CHECK(of(Op::rem, -3, 1.4) == doctest::Approx(-0.2));
  CHECK(of(Op::div, -7, 2) == -3);
  CHECK(of(Op::min, 2, 3) == 2);
  CHECK(of(Op::max, 2, 3) == 3);
  CHECK(apply(Op::sign, std::array{-2.0}, 0) == -1);
  CHECK(apply(Op::sign, std::array{0.0}, 0) == 0);
  CHECK(apply(Op::residue, std::array{4.0}, 0) == 0);
}

TEST_CASE_FIXTURE(Fixture, "print uses as few parentheses as possible") {
  CHECK(text(pool.multiply(pool.add(a, b), c)) == "(a + b)*c");
  CHECK(text(pool.divide(pool.subtract(a, b), c)) == "(a - b)/c");
  CHECK(text(pool.divide(a, pool.multiply(b, c))) == "a/(b*c)");
  CHECK(text(pool.multiply(pool.divide(a, b), c)) == "a/b*c");
  CHECK(text(pool.multiply(c, pool.divide(a, b))) == "c*(a/b)");
  CHECK(text(pool.subtract(number(1), pool.multiply(b, c))) == "1 - b*c");
  CHECK(text(pool.make(Op::integer_power, {pool.add(a, b)}, 2)) == "(a + b)^2");
  const NodeId condition = pool.make(Op::logical_or, {pool.make(Op::less, {a, b}), pool.make(Op::equal, {c, d})});
  CHECK(text(condition) == "a < b or c == d");
  CHECK(text(pool.make(Op::logical_not, {condition})) == "not (a < b or c == d)");
  CHECK(text(pool.add(pool.make(Op::select, {condition, a, b}), c)) == "(if a < b or c == d then a else b) + c");
  CHECK(text(pool.make(Op::smooth, {a}, 1)) == "smooth(1, a)");
  CHECK(print(pool, pool.add(a, b)) == "s0 + s1");
}

TEST_CASE_FIXTURE(Fixture, "marks survive") {
  const NodeId marked = pool.make(Op::relax, {a});
  CHECK(text(pool.add(marked, pool.make(Op::residue, {b}))) == "relax(a) + residue(b)");
  CHECK(pool.subtract(marked, a) != number(0));
  CHECK(value(marked) == 2);
}

TEST_CASE_FIXTURE(Fixture, "substitute") {
  const NodeId e = pool.add(pool.multiply(a, b), c);
  const std::array<NodeId, 3> replacements{number(2), NodeId(), pool.negate(pool.multiply(number(2), b))};
  CHECK(pool.substitute(e, replacements) == number(0));
}

TEST_CASE("long sums and deep nesting") {
  Pool pool;
  std::vector<NodeId> terms;
  for (std::uint32_t i = 0; i < 100'000; ++i) terms.push_back(pool.slot(i));
  const NodeId all = pool.make(Op::add, terms);
  CHECK(pool.children(all).size() == 100'000);
  std::vector<double> ones(100'000, 1.0);
  CHECK(evaluate(pool, all, ones) == 100'000);
  NodeId grown = terms[0];
  for (std::uint32_t i = 1; i < 100'000; ++i) grown = pool.add(grown, terms[i]);
  CHECK(evaluate(pool, grown, ones) == 100'000);
  CHECK(evaluate(pool, pool.negate(grown), ones) == -100'000);
  NodeId deep = terms[0];
  for (int i = 0; i < 100'000; ++i) deep = pool.make(Op::sin, {deep});
  CHECK(std::isfinite(evaluate(pool, deep, ones)));
  CHECK(print(pool, deep).size() > 100'000);
}
