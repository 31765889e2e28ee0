#include "emit/llvm/native_procedures.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "unit/sum_to.hpp"

using namespace sunder;
using symbolic::NativeProcedure;
using symbolic::NodeId;
using symbolic::Op;
using symbolic::Pool;
using symbolic::Procedure;
using symbolic::ProcedureOutput;

namespace {

struct Answer {
  bool good;
  std::vector<double> outputs;
};

Answer run(const NativeProcedure& native, const Procedure& procedure, const std::vector<double>& arguments,
           std::uint64_t steps = 1000) {
  std::vector<double> registers(procedure.register_count(), 0.0);
  std::copy(arguments.begin(), arguments.end(), registers.begin());
  const bool good = native.function(registers.data(), &steps) != 0;
  std::vector<double> outputs;
  for (const std::uint32_t number : procedure.outputs()) outputs.push_back(registers[number]);
  return {good, outputs};
}

/// y = sum of sin(k*x)/k for k from 1 to n, or x itself if n is zero; fails if n is negative. m counts turns.
std::shared_ptr<Procedure> waves(Pool& pool) {
  auto made = std::make_shared<Procedure>("waves", 2U);
  const std::uint32_t y = made->add_registers(1);
  const std::uint32_t k = made->add_registers(1);
  const NodeId x = pool.slot(0), n = pool.slot(1);
  const std::size_t no_failure = made->branch(pool.make(Op::less, {n, pool.constant(0)}));
  made->fail("n is negative");
  made->land(no_failure);
  made->assign({y, k}, {pool.make(Op::choose, {pool.make(Op::equal, {n, pool.constant(0)}), x, pool.constant(0)}),
                        pool.constant(0)});
  const std::size_t head = made->here();
  const std::size_t done = made->branch(pool.make(Op::less, {pool.slot(k), n}));
  const NodeId next = pool.add(pool.slot(k), pool.constant(1));
  made->assign({y, k}, {pool.add(pool.slot(y), pool.divide(pool.make(Op::sin, {pool.multiply(next, x)}), next)), next});
  made->jump(head);
  made->land(done);
  made->set_outputs({y, k});
  made->complete(pool);
  return made;
}

bool same(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

}  // namespace

TEST_CASE("machine code of a procedure gives the same numbers as its steps") {
  Pool pool;
  const auto procedure = waves(pool);
  const NativeProcedure native = emit::make_native(*procedure);
  REQUIRE(static_cast<bool>(native.function));
  for (int i = 0; i < 200; ++i) {
    const std::vector<double> arguments{-3 + 0.031 * i, static_cast<double>(i % 23)};
    const Answer answer = run(native, *procedure, arguments);
    CHECK(answer.good);
    CHECK(same(answer.outputs[0], procedure->output(arguments, 0)));
    CHECK(same(answer.outputs[1], procedure->output(arguments, 1)));
  }
}

TEST_CASE("machine code fails where the procedure does") {
  Pool pool;
  const auto procedure = waves(pool);
  const NativeProcedure native = emit::make_native(*procedure);
  CHECK(!run(native, *procedure, {1, -1}).good);
  CHECK(run(native, *procedure, {1, 200}).good);
  CHECK(!run(native, *procedure, {1, 1000}).good);  // more steps than are left
}

TEST_CASE("what is called often gets code, and calls itself as deep as before") {
  emit::compile_procedures_that_are_called_often();
  Pool pool;
  const auto made = symbolic::sum_to(pool).first;
  for (int i = 0; i < 3000; ++i) {  // nothing is remembered of the calls before; a call is written out to some depth
    const double from = 20 + i / 65536.0;
    double expected = 0;
    for (double k = from; k > 0; --k) expected += k;
    const double arguments[] = {from};
    CHECK(made->output(arguments, 0) == doctest::Approx(expected).epsilon(1e-12));
  }
  const double too_deep[] = {20000.25};
  CHECK(std::isnan(made->output(too_deep, 0)));
  CHECK(made->complaint(too_deep).find("levels deep") != std::string::npos);
}
