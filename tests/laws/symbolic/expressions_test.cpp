// Laws of random expressions: simplification keeps the value, derivatives agree with differences, solutions solve.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "symbolic/apply.hpp"
#include "symbolic/derivatives.hpp"

using namespace sunder::symbolic;

namespace {

constexpr std::uint32_t slot_count = 4;
constexpr std::array<std::uint32_t, slot_count> all_slots = {0, 1, 2, 3};

// An expression as a plain tree, evaluated operation by operation without any simplification.
struct Tree {
  Op op = Op::constant;
  std::uint32_t payload = 0;
  double value = 0;
  std::vector<Tree> children;
};

double value_of(const Tree& tree, std::span<const double> slots) {
  if (tree.op == Op::constant) return tree.value;
  if (tree.op == Op::slot) return slots[tree.payload];
  std::vector<double> arguments;
  for (const Tree& child : tree.children) arguments.push_back(value_of(child, slots));
  return apply(tree.op, arguments, tree.payload);
}

NodeId build(Pool& pool, const Tree& tree) {
  if (tree.op == Op::constant) return pool.constant(tree.value);
  if (tree.op == Op::slot) return pool.slot(tree.payload);
  std::vector<NodeId> children;
  for (const Tree& child : tree.children) children.push_back(build(pool, child));
  return pool.make(tree.op, children, tree.payload);
}

template <class Choice>
Tree random_tree(int depth, const Choice& pick, bool smooth) {
  if (depth == 0 || pick(0, 6) == 0) {
    if (pick(0, 3) == 0) return {Op::constant, 0, static_cast<double>(pick(-2, 4)), {}};
    return {Op::slot, static_cast<std::uint32_t>(pick(0, slot_count)), 0, {}};
  }
  static const std::vector<Op> smooth_ops{
      Op::add,   Op::add,  Op::add,  Op::multiply, Op::multiply, Op::negate, Op::divide, Op::integer_power,
      Op::sin,   Op::cos,  Op::atan, Op::tanh,     Op::sinh,     Op::cosh,   Op::exp,    Op::log,
      Op::log10, Op::sqrt, Op::tan,  Op::asin,     Op::acos,     Op::power,  Op::relax,  Op::atan2};
  static const std::vector<Op> other_ops{Op::abs,         Op::sign,       Op::floor,         Op::ceil,   Op::min,
                                         Op::max,         Op::mod,        Op::rem,           Op::div,    Op::less,
                                         Op::less_equal,  Op::greater,    Op::greater_equal, Op::equal,  Op::not_equal,
                                         Op::logical_and, Op::logical_or, Op::logical_not,   Op::select, Op::choose,
                                         Op::no_event,    Op::smooth,     Op::residue};
  const auto total = static_cast<int>(smooth_ops.size() + (smooth ? 0 : other_ops.size()));
  const auto number = static_cast<std::size_t>(pick(0, total));
  const Op op = number < smooth_ops.size() ? smooth_ops[number] : other_ops[number - smooth_ops.size()];
  Tree tree{op, 0, 0, {}};
  std::size_t arity = 1;
  if (op == Op::add || op == Op::multiply) arity = static_cast<std::size_t>(pick(2, 5));
  if (op == Op::divide || op == Op::power || (op >= Op::atan2 && op <= Op::logical_or)) arity = 2;
  if (op == Op::select || op == Op::choose) arity = 3;
  if (op == Op::integer_power) tree.payload = static_cast<std::uint32_t>(pick(-3, 6));
  if (op == Op::smooth) tree.payload = 1;
  for (std::size_t i = 0; i < arity; ++i) tree.children.push_back(random_tree(depth - 1, pick, smooth));
  return tree;
}

Tree draw_tree(int depth, bool smooth) {
  return random_tree(
      depth, [](int from, int to) { return *rc::gen::inRange(from, to); }, smooth);
}

std::array<double, slot_count> draw_slots() {
  std::array<double, slot_count> slots{};
  for (double& slot : slots) slot = *rc::gen::inRange(-2000, 2000) / 1024.0 + 1e-3;
  return slots;
}

// The largest magnitude met inside (infinite if something is not a number): rounding errors are relative to it.
double magnitude(const Tree& tree, std::span<const double> slots) {
  double largest = std::fabs(value_of(tree, slots));
  if (!std::isfinite(largest)) return INFINITY;
  for (const Tree& child : tree.children) largest = std::max(largest, magnitude(child, slots));
  return largest;
}

}  // namespace

TEST_CASE("simplification keeps the value") {
  CHECK(rc::check([] {
    const Tree tree = draw_tree(4, true);
    const auto slots = draw_slots();
    const double expected = value_of(tree, slots);
    const double size = magnitude(tree, slots);
    Pool pool;
    const NodeId root = build(pool, tree);
    // Collecting terms moves rounding errors: compare where the expression is not sensitive to them.
    double sensitivity = 0;
    for (const NodeId partial : gradient(pool, root, all_slots))
      sensitivity += std::fabs(evaluate(pool, partial, slots));
    RC_PRE(size < 1e4 && sensitivity < 1e4);
    RC_ASSERT(std::fabs(evaluate(pool, root, slots) - expected) <= 1e-7 * (1 + size));
  }));
}

TEST_CASE("simplification keeps whole numbers exactly, through jumps and conditions") {
  static const std::vector<Op> exact{Op::add,           Op::add,   Op::multiply, Op::negate,
                                     Op::integer_power, Op::relax, Op::residue};
  CHECK(rc::check([] {
    std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
    const auto pick = [&](int from, int to) {
      return from + static_cast<int>(random() % static_cast<unsigned>(to - from));
    };
    for (int i = 0; i < 100; ++i) {
      Tree tree = random_tree(4, pick, false);
      const auto is_exact = [](const Tree& node, const auto& self) -> bool {
        const bool simple = node.op <= Op::constant || (node.op >= Op::abs && node.op != Op::atan2) ||
                            std::ranges::find(exact, node.op) != exact.end();
        const bool whole = node.op != Op::integer_power || static_cast<std::int32_t>(node.payload) >= 0;
        return simple && whole && std::ranges::all_of(node.children, [&](const Tree& c) { return self(c, self); });
      };
      const auto make_exact = [&](Tree& node, const auto& self) -> void {
        if (node.op == Op::integer_power) node.payload = static_cast<std::uint32_t>(pick(0, 4));
        if (!is_exact({node.op, node.payload, 0, {}}, is_exact)) {
          node.op = node.children.size() == 1 ? Op::negate : Op::add;
        }
        for (Tree& child : node.children) self(child, self);
      };
      make_exact(tree, make_exact);
      std::array<double, slot_count> slots{};
      for (double& slot : slots) slot = pick(-3, 4);
      const double expected = value_of(tree, slots);
      if (magnitude(tree, slots) > 1e12) continue;
      Pool pool;
      RC_ASSERT(evaluate(pool, build(pool, tree), slots) == expected);
    }
  }));
}

TEST_CASE("building twice gives the same node and the same text") {
  CHECK(rc::check([] {
    const Tree tree = draw_tree(5, false);
    Pool first;
    Pool second;
    const NodeId node = build(first, tree);
    RC_ASSERT(node == build(first, tree));
    RC_ASSERT(print(first, node) == print(second, build(second, tree)));
  }));
}

TEST_CASE("derivatives agree with central differences") {
  CHECK(rc::check([] {
    const Tree tree = draw_tree(3, true);
    auto slots = draw_slots();
    const auto slot = static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(slot_count)));
    Pool pool;
    const NodeId root = build(pool, tree);
    const NodeId derivative = differentiate(pool, root, static_cast<std::uint32_t>(slot));
    const double exact = evaluate(pool, derivative, slots);
    const double x = slots[slot];
    const auto at = [&](double shift) {
      slots[slot] = x + shift;
      return evaluate(pool, root, slots);
    };
    const double h = 1e-4;
    const double fine = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
    const double coarse = (8 * (at(2 * h) - at(-2 * h)) - (at(4 * h) - at(-4 * h))) / (24 * h);
    const double size = 1 + std::fabs(exact) + std::fabs(at(0));
    RC_PRE(std::isfinite(exact) && std::isfinite(fine) && std::isfinite(coarse) && size < 1e6);
    RC_PRE(std::fabs(fine - coarse) < 1e-6 * size);  // smooth enough here for differences to mean something
    RC_ASSERT(std::fabs(exact - fine) < 1e-5 * size);
  }));
}

TEST_CASE("a gradient is made of the partial derivatives") {
  CHECK(rc::check([] {
    Pool pool;
    const NodeId root = build(pool, draw_tree(4, false));
    const auto partials = gradient(pool, root, all_slots);
    for (std::uint32_t slot = 0; slot < slot_count; ++slot) {
      RC_ASSERT(partials[slot] == differentiate(pool, root, slot));
      if (!contains_slot(pool, root, slot)) RC_ASSERT(pool.is_constant(partials[slot], 0));
    }
  }));
}

namespace {

// Many trees from one drawn seed, where most trees are of no interest; returns how many were.
template <class Law>
int for_trees_of_interest(const Law& law) {
  std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
  const auto pick = [&](int from, int to) {
    return from + static_cast<int>(random() % static_cast<unsigned>(to - from));
  };
  int interesting = 0;
  for (int i = 0; i < 100; ++i) {
    const Tree tree = random_tree(3, pick, i % 2 == 0);
    std::array<double, slot_count> slots{};
    for (double& slot : slots) slot = pick(-2000, 2000) / 1024.0 + 1e-3;
    if (law(tree, slots, static_cast<std::uint32_t>(pick(0, slot_count)))) ++interesting;
  }
  return interesting;
}

bool solution_solves(const Tree& tree, std::array<double, slot_count> slots, std::uint32_t slot) {
  Pool pool;
  const NodeId root = build(pool, tree);
  const auto solution = solve(pool, root, slot);
  if (!solution) return false;
  RC_ASSERT(!contains_slot(pool, solution->value, slot));
  RC_ASSERT(!contains_slot(pool, solution->divisor, slot));
  slots[slot] = std::nan("");  // must not be read
  const double value = evaluate(pool, solution->value, slots);
  const double divisor = evaluate(pool, solution->divisor, slots);
  if (!std::isfinite(value) || std::fabs(value) > 1e6 || std::fabs(divisor) < 1e-6) return false;
  slots[slot] = value;
  const double residual = evaluate(pool, root, slots);
  const double slope = evaluate(pool, differentiate(pool, root, slot), slots);
  if (!std::isfinite(residual) || std::fabs(slope) > 1e6 || magnitude(tree, slots) > 1e6) return false;
  RC_ASSERT(std::fabs(residual) < 1e-6 * (1 + std::fabs(slope) * (1 + std::fabs(value))));
  return true;
}

bool linear_is_affine(const Tree& tree, std::array<double, slot_count> slots, std::uint32_t slot) {
  Pool pool;
  const NodeId root = build(pool, tree);
  const auto partials = gradient(pool, root, all_slots);
  const auto kind = Derivatives(pool, root).incidence(pool, slot, partials[slot]);
  if (kind != Incidence::linear && kind != Incidence::linear_constant) return false;
  const double coefficient = evaluate(pool, partials[slot], slots);
  slots[slot] = 0;
  const double rest = evaluate(pool, root, slots);
  slots[slot] = 3;
  const double actual = evaluate(pool, root, slots);
  if (!std::isfinite(rest) || !std::isfinite(coefficient) || !std::isfinite(actual)) return false;
  RC_ASSERT(std::fabs(actual - (rest + 3 * coefficient)) <= 1e-9 * (1 + std::fabs(rest) + std::fabs(coefficient)));
  return true;
}

}  // namespace

TEST_CASE("solutions solve") {
  int interesting = 0;
  CHECK(rc::check([&] { interesting += for_trees_of_interest(solution_solves); }));
  CHECK(interesting > 100);
}

TEST_CASE("linear means: the value is an affine function of the slot") {
  int interesting = 0;
  CHECK(rc::check([&] { interesting += for_trees_of_interest(linear_is_affine); }));
  CHECK(interesting > 100);
}
