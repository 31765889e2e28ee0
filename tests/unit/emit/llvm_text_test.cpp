#include "emit/llvm/text.hpp"

#include <doctest/doctest.h>

#include "emit/llvm/jit.hpp"

using namespace sunder::emit;
using sunder::symbolic::NodeId;
using sunder::symbolic::Op;
using sunder::symbolic::Pool;

namespace {

/// derivative[row] = whether state[row] exceeds one of 0 … conditions - 1, for `turns` rows.
Listing any_of(std::uint32_t conditions, std::uint32_t turns) {
  Pool pool;
  NodeId any = pool.constant(0);
  for (std::uint32_t k = 0; k < conditions; ++k)
    any = pool.make(Op::logical_or, {any, pool.make(Op::greater, {pool.slot(0), pool.constant(k)})});
  Kernel kernel;
  kernel.tape = sunder::symbolic::make_tape(pool, {&any, 1});
  kernel.count = turns;
  kernel.inputs = {{Space::state, 1}};
  kernel.outputs = {{Space::derivative, 1}};
  kernel.segments = {{0, turns, {0, 0}}};
  Listing listing;
  listing.kernels.push_back(std::move(kernel));
  listing.parts = {{false, {{{{0, 0, 1}}, turns, true}}}};
  return listing;
}

bool is_plain(const Listing& listing) {
  const LlvmText text = make_llvm_text(listing);
  REQUIRE(text.functions.size() == 1);
  REQUIRE(text.functions[0].size() == 1);
  return text.functions[0][0].is_plain;
}

}  // namespace

TEST_CASE("a row longer than a function is not optimised: the optimiser's time grows faster than its length") {
  for (const std::uint32_t turns : {1U, 20U}) {
    CHECK_FALSE(is_plain(any_of(100, turns)));
    CHECK(is_plain(any_of(1000, turns)));
  }
}

TEST_CASE("long rows compute what short ones do, written out and in loops") {
  for (const std::uint32_t turns : {1U, 20U}) {
    const auto code = compile_with_llvm(any_of(1000, turns));
    std::vector<double> states, values(turns, -1.0);
    for (std::uint32_t k = 0; k < turns; ++k) states.push_back(k % 2 == 0 ? 0.5 : -0.5);
    Frame frame;
    frame[Space::state] = states.data();
    frame[Space::derivative] = values.data();
    code->run(0, frame, 0, turns);
    for (std::uint32_t k = 0; k < turns; ++k) CHECK(values[k] == (k % 2 == 0 ? 1.0 : 0.0));
  }
}
