// The interpreter, machine code and the reference semantics of expressions agree bit by bit.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <bit>
#include <cmath>

#include "emit/columns.hpp"
#include "emit/interpret/interpreter.hpp"
#include "emit/llvm/jit.hpp"
#include "laws/emit/random_expressions.hpp"

using namespace sunder;
using namespace sunder::emit;
using sunder::testing::pick;
using symbolic::NodeId;

namespace {

constexpr std::uint32_t slots = 5;
constexpr std::uint32_t array_size = 4096;
constexpr std::uint32_t most_beside = 10;

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}

struct Case {
  symbolic::Pool pool;
  Listing listing;
  std::vector<NodeId> roots;  // by kernel
};

// Regular columns, broken ones, and columns without any order.
std::vector<std::uint32_t> random_column(std::mt19937& random, std::uint32_t count) {
  std::vector<std::uint32_t> column(count);
  const std::uint32_t kind = pick(random, 4);
  const std::uint32_t stride = pick(random, 3);
  const std::uint32_t base = pick(random, 100);
  for (std::uint32_t row = 0; row < count; ++row) {
    column[row] = kind == 0   ? pick(random, array_size - most_beside)
                  : kind == 1 ? base + 3 * (count - row)
                              : base + stride * row + (kind == 2 ? row / 16 * 7 : 0);
  }
  return column;
}

void add_kernel(Case& made, std::mt19937& random, std::uint32_t first_output) {
  const std::uint32_t counts[] = {1, 3, 7, 40, 133};
  const std::uint32_t count = counts[pick(random, 5)];
  KernelRequest request;
  made.roots.push_back(sunder::testing::random_expression(made.pool, random, slots, 5));
  request.roots = {made.roots.back()};
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    const Space spaces[] = {Space::state, Space::parameter, Space::time};
    request.inputs.push_back(spaces[pick(random, 3)]);
    auto column = random_column(random, count);
    if (slot > 0 && pick(random, 3) == 0) {  // beside the one before
      const std::uint32_t beside = pick(random, most_beside);
      for (std::uint32_t row = 0; row < count; ++row)
        column[row] = (*(request.indices.end() - count + row) + beside) % array_size;
    }
    if (request.inputs.back() == Space::time) column.assign(count, 0);
    request.indices.insert(request.indices.end(), column.begin(), column.end());
  }
  request.outputs = {Space::work};
  for (std::uint32_t row = 0; row < count; ++row) {
    request.indices.push_back(first_output + row);
    request.rows.push_back(row);
  }
  request.segmented = pick(random, 2) == 0;
  const auto kernel = static_cast<std::uint32_t>(made.listing.kernels.size());
  made.listing.kernels.push_back(make_kernel(made.pool, std::move(request)));
  made.listing.parts[0].runs.push_back({{{kernel, 0, 1}}, count, pick(random, 4) != 0});
}

double draw_number(std::mt19937& random) {
  const double choices[] = {0.0, 1.0, -1.0, 2.0, 0.5, -3.0};
  if (pick(random, 3) == 0) return choices[pick(random, 6)];
  return (static_cast<double>(pick(random, 100001)) - 50000.0) / 9999.0;
}

struct Memory {
  std::vector<double> x, p, w;
  double time = 0.75;

  explicit Memory(std::mt19937& random) : x(array_size), p(array_size), w(array_size, -77.0) {
    for (double& value : x) value = draw_number(random);
    for (double& value : p) value = draw_number(random);
  }
  Frame frame() {
    Frame made;
    made[Space::state] = x.data();
    made[Space::parameter] = p.data();
    made[Space::work] = w.data();
    made[Space::time] = &time;
    return made;
  }
};

}  // namespace

TEST_CASE("interpreter, machine code and reference semantics agree bit by bit on random kernels") {
  CHECK(rc::check([] {
    std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
    Case made;
    made.listing.parts.emplace_back();
    std::uint32_t outputs = 0;
    for (int k = 0; k < 5; ++k) {
      add_kernel(made, random, outputs);
      outputs += made.listing.kernels.back().count;
    }
    Memory memory(random);
    Memory other = memory;
    const Interpreter interpreter(made.listing);
    const auto machine = compile_with_llvm(made.listing);
    interpreter.run(0, memory.frame(), 0, 0);
    machine->run(0, other.frame(), 0, 0);
    for (std::uint32_t i = 0; i < array_size; ++i) RC_ASSERT(same_bits(memory.w[i], other.w[i]));
    for (std::size_t k = 0; k < made.listing.kernels.size(); ++k) {
      const Kernel& kernel = made.listing.kernels[k];
      for (std::uint32_t row = 0; row < kernel.count; ++row) {
        std::vector<double> values(slots);
        for (std::uint32_t slot = 0; slot < slots; ++slot) values[slot] = memory.frame().at(kernel.input(slot, row));
        const double expected = symbolic::evaluate(made.pool, made.roots[k], values);
        RC_ASSERT(same_bits(memory.frame().at(kernel.output(0, row)), expected));
      }
    }
  }));
}

TEST_CASE("straight code too long for the optimiser gives the same bits") {
  std::mt19937 random(20240731);
  Case made;
  made.listing.parts.emplace_back();
  std::uint32_t outputs = 0;
  while (outputs < 2000) {
    KernelRequest request;
    request.roots = {sunder::testing::random_expression(made.pool, random, slots, 4)};
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
      request.inputs.push_back(Space::state);
      request.indices.push_back(pick(random, array_size));
    }
    request.outputs = {Space::work};
    request.indices.push_back(outputs++);
    request.rows = {0};
    const auto kernel = static_cast<std::uint32_t>(made.listing.kernels.size());
    made.listing.kernels.push_back(make_kernel(made.pool, std::move(request)));
    made.listing.parts[0].runs.push_back({{{kernel, 0, 1}}, 1, true});
  }
  Memory memory(random);
  Memory other = memory;
  Interpreter(made.listing).run(0, memory.frame(), 0, 0);
  compile_with_llvm(made.listing)->run(0, other.frame(), 0, 0);
  std::size_t different = 0;
  for (std::uint32_t i = 0; i < array_size; ++i) different += same_bits(memory.w[i], other.w[i]) ? 0 : 1;
  CHECK(different == 0);
}
