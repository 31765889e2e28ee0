// Indices stay affine as long as they can: that is what lets a loop be compiled once.
#include <doctest/doctest.h>

#include "base/arena.hpp"
#include "lower/index.hpp"

using namespace sunder;
using lower::Index;
using lower::IndexMachine;

namespace {

/// No parameters here: nothing but loop variables has a value.
class NoValues : public ir::ValueSource {
 public:
  void ask(ir::BindingSource*) override {}
  [[nodiscard]] const ir::StructuralReads& reads() const override { return reads_; }
  std::optional<ir::Value> value_of(const ir::Expression&, const ir::Environment&,
                                    ir::EvaluationFailure& failure) override {
    failure.message = "asked for a value";
    return std::nullopt;
  }

 private:
  ir::StructuralReads reads_;
};

struct Nodes {
  Arena arena;
  ir::IteratorSymbol symbol{"i", {}};

  ir::Expression* number(double value) {
    auto* e = arena.make<ir::Expression>();
    e->type.base = ir::BaseType::integer;
    e->number = value;
    return e;
  }
  ir::Expression* iterator() {
    auto* e = number(0);
    e->kind = ir::ExpressionKind::iterator;
    e->iterator = &symbol;
    return e;
  }
  ir::Expression* chain(ir::Expression* a, ir::Operation operation, ir::Expression* b) {
    auto* e = number(0);
    e->kind = ir::ExpressionKind::chain;
    e->operands = arena.copy(std::vector<ir::Expression*>{a, b});
    e->operations = arena.copy(std::vector<ir::Operation>{operation});
    return e;
  }
};

}  // namespace

TEST_CASE("sums and multiples of loop variables are affine") {
  Nodes nodes;
  NoValues values;
  IndexMachine machine(values);
  const lower::IteratorBindings bindings{{&nodes.symbol, Index::loop(1)}};
  const auto twice = nodes.chain(nodes.number(2), ir::Operation::multiply, nodes.iterator());
  const auto index = machine.translate(*nodes.chain(twice, ir::Operation::subtract, nodes.number(3)), bindings);
  REQUIRE(index);
  CHECK(index->general == nullptr);
  CHECK(index->affine_value({100, 5}) == 7);
  CHECK_FALSE(index->is_constant());
}

TEST_CASE("the product of a loop variable with itself is not affine, and large factors do not overflow") {
  Nodes nodes;
  NoValues values;
  IndexMachine machine(values);
  const lower::IteratorBindings bindings{{&nodes.symbol, Index::loop(0)}};
  const auto square =
      machine.translate(*nodes.chain(nodes.iterator(), ir::Operation::multiply, nodes.iterator()), bindings);
  REQUIRE(square);
  CHECK(square->general != nullptr);
  ir::Expression* large = nodes.iterator();
  for (int k = 0; k < 4; ++k) large = nodes.chain(nodes.number(1e9), ir::Operation::multiply, large);
  const auto huge = machine.translate(*large, bindings);
  REQUIRE(huge);
  CHECK(huge->general != nullptr);
}

TEST_CASE("only loop variables from outside count as mentioned") {
  Nodes nodes;
  auto* sum = nodes.number(0);
  sum->kind = ir::ExpressionKind::reduction;
  sum->operands = nodes.arena.copy(std::vector<ir::Expression*>{nodes.iterator()});
  CHECK(lower::mentions_iterator(*sum));
  auto* range = nodes.chain(nodes.number(1), ir::Operation::add, nodes.number(2));
  sum->iterators = nodes.arena.copy(std::vector<ir::IteratorRange>{{&nodes.symbol, range}});
  CHECK_FALSE(lower::mentions_iterator(*sum));
}
