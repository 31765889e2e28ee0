#include "symbolic/procedure.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <memory>

#include "symbolic/pool.hpp"
#include "symbolic/shapes.hpp"
#include "unit/sum_to.hpp"

using namespace sunder::symbolic;

namespace {

/// y = a^n by n multiplications, and how many they were; fails below zero.
std::shared_ptr<Procedure> power(Pool& pool) {
  auto made = std::make_shared<Procedure>("power", 2U);
  const std::uint32_t y = made->add_registers(2), k = y + 1;
  const NodeId a = pool.slot(0), n = pool.slot(1), count = pool.slot(k);
  const std::size_t negative = made->branch(pool.make(Op::greater_equal, {n, pool.constant(0)}));
  const std::size_t fine = made->jump();
  made->land(negative);
  made->fail("n is negative");
  made->land(fine);
  made->assign({y, k}, {pool.constant(1), pool.constant(0)});
  const std::size_t again = made->here();
  const std::size_t end = made->branch(pool.make(Op::less, {count, n}));
  made->assign({y, k}, {pool.multiply(pool.slot(y), a), pool.add(count, pool.constant(1))});
  made->jump(again);
  made->land(end);
  made->set_outputs({y, k});
  made->complete(pool);
  return made;
}

}  // namespace

TEST_CASE("a loop as long as its argument says, with all derivatives") {
  Pool pool;
  const auto procedure = power(pool);
  const std::uint32_t routine = pool.add(std::make_shared<ProcedureOutput>(procedure, 0));
  const NodeId call = pool.make(Op::call, {pool.slot(0), pool.slot(1)}, routine);
  const NodeId first = differentiate(pool, call, 0);
  const NodeId second = differentiate(pool, first, 0);
  const double at[] = {1.5, 5};
  CHECK(evaluate(pool, call, at) == doctest::Approx(std::pow(1.5, 5)));
  CHECK(evaluate(pool, first, at) == doctest::Approx(5 * std::pow(1.5, 4)));
  CHECK(evaluate(pool, second, at) == doctest::Approx(20 * std::pow(1.5, 3)));
  CHECK(evaluate(pool, differentiate(pool, call, 1), at) == 0);  // the number of turns does not change smoothly
  CHECK(print(pool, call) == "power.1(s0, s1)");
}

TEST_CASE("constants are folded, failures stay and say why") {
  Pool pool;
  const auto procedure = power(pool);
  const std::uint32_t turns = pool.add(std::make_shared<ProcedureOutput>(procedure, 1));
  CHECK(pool.is_constant(pool.make(Op::call, {pool.constant(2), pool.constant(7)}, turns), 7));
  const NodeId failing = pool.make(Op::call, {pool.constant(2), pool.constant(-1)}, turns);
  CHECK(!pool.is_constant(failing));
  CHECK(std::isnan(evaluate(pool, failing, {})));
  const double arguments[] = {2, -1};
  CHECK(pool.routine(turns)->complaint(arguments) == "n is negative");
}

TEST_CASE("a procedure that calls itself, to a depth that is bounded") {
  Pool pool;
  const auto [made, self] = sum_to(pool);
  const NodeId call = pool.make(Op::call, {pool.slot(0)}, self);
  const double ten[] = {10}, many[] = {1e6};
  CHECK(evaluate(pool, call, ten) == 55);
  CHECK(evaluate(pool, differentiate(pool, call, 0), ten) == 10);
  CHECK(std::isnan(evaluate(pool, call, many)));
  CHECK(pool.routine(self)->complaint(many).find("levels deep") != std::string::npos);
}

TEST_CASE("a loop without end has no value") {
  Pool pool;
  Procedure endless("endless", 1);
  endless.assign({0}, {pool.add(pool.slot(0), pool.constant(1))});
  endless.jump(0);
  endless.set_outputs({0});
  endless.complete(pool);
  const double zero[] = {0};
  CHECK(std::isnan(endless.output(zero, 0)));
  CHECK(endless.complaint(zero).find("ten million steps") != std::string::npos);
}
