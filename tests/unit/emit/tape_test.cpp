#include <doctest/doctest.h>

#include <algorithm>

#include "emit/columns.hpp"
#include "emit/interpret/interpreter.hpp"
#include "symbolic/tape.hpp"

using namespace sunder::emit;
using sunder::symbolic::make_tape;
using sunder::symbolic::NodeId;
using sunder::symbolic::Op;
using sunder::symbolic::Pool;
using Kind = Instruction::Kind;

namespace {

std::vector<Kind> kinds(const Tape& tape) {
  std::vector<Kind> list;
  for (const Instruction& instruction : tape.instructions) list.push_back(instruction.kind);
  return list;
}

// Position of the first instruction with this operation.
std::ptrdiff_t find(const Tape& tape, Op op) {
  const auto found = std::find_if(tape.instructions.begin(), tape.instructions.end(),
                                  [&](const Instruction& i) { return i.kind == Kind::operation && i.op == op; });
  return found - tape.instructions.begin();
}

std::ptrdiff_t find(const Tape& tape, Kind kind) {
  const auto all = kinds(tape);
  return std::find(all.begin(), all.end(), kind) - all.begin();
}

}  // namespace

TEST_CASE("a negation inside of a sum is a subtraction") {
  Pool pool;
  const NodeId root = pool.subtract(pool.slot(0), pool.slot(1));
  const Tape tape = make_tape(pool, {&root, 1});
  CHECK(kinds(tape) == std::vector<Kind>{Kind::load, Kind::load, Kind::operation});
  CHECK((tape.arguments_of(tape.instructions[2])[1] & Tape::subtracted) != 0);
}

TEST_CASE("what only one branch needs stands in that branch, what both need before it") {
  Pool pool;
  const NodeId x = pool.slot(0);
  const NodeId both = pool.make(Op::sin, {x});
  const NodeId yes = pool.add(pool.make(Op::exp, {x}), both);
  const NodeId no = pool.multiply(pool.make(Op::log, {x}), both);
  const NodeId root = pool.make(Op::choose, {pool.make(Op::less, {x, pool.slot(1)}), yes, no});
  const Tape tape = make_tape(pool, {&root, 1});
  const auto branch = find(tape, Kind::branch);
  const auto otherwise = find(tape, Kind::otherwise);
  const auto merge = find(tape, Kind::merge);
  CHECK(find(tape, Op::sin) < branch);
  CHECK((branch < find(tape, Op::exp) && find(tape, Op::exp) < otherwise));
  CHECK((otherwise < find(tape, Op::log) && find(tape, Op::log) < merge));
}

TEST_CASE("an expression shared by two outputs is computed once") {
  Pool pool;
  const NodeId shared = pool.make(Op::exp, {pool.slot(0)});
  const std::vector<NodeId> roots{pool.add(shared, pool.slot(1)), pool.multiply(shared, pool.slot(1))};
  const Tape tape = make_tape(pool, roots);
  CHECK(std::count_if(tape.instructions.begin(), tape.instructions.end(),
                      [](const Instruction& i) { return i.kind == Kind::operation; }) == 3);
  CHECK(tape.outputs.size() == 2);
}

TEST_CASE("deeply nested choices need no recursion") {
  Pool pool;
  NodeId root = pool.slot(0);
  for (int i = 0; i < 20000; ++i)
    root = pool.make(Op::choose, {pool.slot(1), pool.make(Op::sin, {root}), pool.slot(2)});
  const Tape tape = make_tape(pool, {&root, 1});
  CHECK(std::ranges::count(kinds(tape), Kind::merge) == 20000);
}

TEST_CASE("regular columns need no tables; a few breaks make segments, many make tables") {
  Pool pool;
  KernelRequest request;
  request.roots = {pool.add(pool.slot(0), pool.add(pool.slot(1), pool.slot(2)))};
  request.inputs = {Space::state, Space::state, Space::parameter};
  request.outputs = {Space::derivative};
  constexpr std::uint32_t count = 100;
  for (std::uint32_t row = 0; row < count; ++row) request.indices.push_back(2 * row);             // regular
  for (std::uint32_t row = 0; row < count; ++row) request.indices.push_back(row + row / 50 * 7);  // one break
  for (std::uint32_t row = 0; row < count; ++row) request.indices.push_back(row * row % 37);      // no order
  for (std::uint32_t row = 0; row < count; ++row) request.indices.push_back(row);
  for (std::uint32_t row = 0; row < count; ++row) request.rows.push_back(row);
  const std::vector<std::uint32_t> indices = request.indices;
  for (const bool segmented : {true, false}) {
    request.segmented = segmented;
    const Kernel kernel = make_kernel(pool, request);
    CHECK(kernel.inputs[0].is_regular());
    CHECK(kernel.inputs[0].stride == 2);
    CHECK(kernel.inputs[1].is_regular() == segmented);
    CHECK_FALSE(kernel.inputs[2].is_regular());
    CHECK(kernel.segments.size() == (segmented ? 2 : 1));
    for (std::uint32_t row = 0; row < count; ++row) {
      for (std::uint32_t slot = 0; slot < 3; ++slot)
        CHECK(kernel.input(slot, row).index == indices[slot * count + row]);
      CHECK(kernel.output(0, row).index == row);
    }
  }
}

TEST_CASE("columns that run beside each other share a table, whatever their spaces") {
  Pool pool;
  KernelRequest request;
  request.roots = {pool.add(pool.slot(0), pool.add(pool.slot(1), pool.slot(2)))};
  request.inputs = {Space::state, Space::parameter, Space::parameter};
  request.outputs = {Space::derivative};
  constexpr std::uint32_t count = 40;
  const auto somewhere = [](std::uint32_t row) { return row * row % 37; };
  for (std::uint32_t row = 0; row < count; ++row) request.indices.push_back(somewhere(row) + 9);
  for (std::uint32_t row = 0; row < count; ++row) request.indices.push_back(somewhere(row) + 2);
  for (std::uint32_t row = 0; row < count; ++row) request.indices.push_back(somewhere(row) + row % 2);
  for (std::uint32_t row = 0; row < count; ++row) request.indices.push_back(somewhere(row) + 100);
  for (std::uint32_t row = 0; row < count; ++row) request.rows.push_back(row);
  const std::vector<std::uint32_t> indices = request.indices;
  const Kernel kernel = make_kernel(pool, request);
  CHECK(kernel.tables.size() == 2);
  CHECK(kernel.inputs[1].table == kernel.inputs[0].table);
  CHECK(kernel.outputs[0].table == kernel.inputs[0].table);
  CHECK(kernel.inputs[1].offset == -7);
  for (std::uint32_t row = 0; row < count; ++row) {
    for (std::uint32_t slot = 0; slot < 3; ++slot) CHECK(kernel.input(slot, row).index == indices[slot * count + row]);
    CHECK(kernel.output(0, row).index == indices[3 * count + row]);
  }
}

TEST_CASE("the checking interpreter names the first operation that leaves the finite numbers") {
  Pool pool;
  KernelRequest request;
  request.roots = {pool.add(pool.make(Op::sqrt, {pool.slot(0)}), pool.divide(pool.slot(1), pool.slot(0)))};
  request.inputs = {Space::state, Space::state};
  request.outputs = {Space::work};
  request.indices = {0, 1, 2, 3, 4, 5, 0, 1, 2};
  request.rows = {70, 71, 72};
  Listing listing;
  listing.kernels.push_back(make_kernel(pool, request));
  listing.parts.push_back({false, {{{{0, 0, 1}}, 3, true}}});
  const Interpreter interpreter(listing);
  std::vector<double> x{1, 4, 9, 1, 1, 1};
  std::vector<double> w(3);
  Frame frame;
  frame[Space::state] = x.data();
  frame[Space::work] = w.data();
  CHECK_FALSE(interpreter.check(0, frame, 0, 0).has_value());
  CHECK(w == std::vector<double>{2, 2.25, 3 + 1.0 / 9});
  x[1] = 0;
  x[2] = -1;
  const auto finding = interpreter.check(0, frame, 0, 0);
  REQUIRE(finding.has_value());
  CHECK(finding->row == 71);
  CHECK(finding->what == "division by zero");
  x[1] = 1;
  CHECK(interpreter.check(0, frame, 0, 0)->what == "square root of a negative number");
}
