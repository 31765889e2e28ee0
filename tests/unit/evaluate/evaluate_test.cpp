#include <doctest/doctest.h>

#include <deque>
#include <memory>
#include <string>

#include "evaluate/evaluate.hpp"

using namespace sunder;

namespace {

class Bindings : public ir::BindingSource {
 public:
  const ir::Expression* binding_of(const ir::Instance& variable) override {
    ++asked;
    return variable.binding;
  }
  int asked = 0;
};

struct Chain {
  explicit Chain(std::size_t length) {
    for (std::size_t i = 0; i < length; ++i) {
      parameters.push_back(std::make_unique<ir::Instance>());
      names.push_back("p" + std::to_string(i));
      parameters.back()->name = names.back();
      parameters.back()->is_package_constant = true;
      parameters.back()->base = ir::BaseType::integer;
      parameters.back()->variability = ir::Variability::parameter;
      if (i > 0) bind(i, reference(i - 1));
    }
  }
  ir::Expression* reference(std::size_t i) {
    auto* e = arena.make<ir::Expression>();
    e->kind = ir::ExpressionKind::variable;
    e->type.base = ir::BaseType::integer;
    e->variable = parameters[i].get();
    return e;
  }
  ir::Expression* number(double value) {
    auto* e = arena.make<ir::Expression>();
    e->type.base = ir::BaseType::integer;
    e->number = value;
    return e;
  }
  void bind(std::size_t i, ir::Expression* value) { parameters[i]->binding = value; }

  Arena arena;
  std::deque<std::string> names;
  std::vector<std::unique_ptr<ir::Instance>> parameters;
};

}  // namespace

TEST_CASE("a chain of a hundred thousand parameters is evaluated without deep recursion, each once") {
  constexpr std::size_t length = 100'000;
  Chain chain(length);
  chain.bind(0, chain.number(42));
  Bindings bindings;
  evaluate::ConstantEvaluator evaluator;
  evaluator.ask(&bindings);
  ir::EvaluationFailure failure;
  const auto value = evaluator.value_of(*chain.reference(length - 1), {}, failure);
  REQUIRE(value);
  CHECK(value->number() == 42);
  const int asked = bindings.asked;
  CHECK(evaluator.value_of(*chain.reference(length / 2), {}, failure));
  CHECK(bindings.asked == asked);
}

TEST_CASE("what was evaluated while instances were built is remembered afterwards, with what was read") {
  Chain chain(3);
  chain.bind(0, chain.number(5));
  Bindings bindings;
  evaluate::ConstantEvaluator evaluator;
  evaluator.ask(&bindings);
  ir::EvaluationFailure failure;
  REQUIRE(evaluator.value_of(*chain.reference(1), {}, failure));
  CHECK(evaluator.reads().size() == 2);
  evaluator.ask(nullptr);
  const int asked = bindings.asked;
  chain.bind(0, chain.number(6));  // nobody looks at it again
  const auto value = evaluator.value_of(*chain.reference(2), {}, failure);
  REQUIRE(value);
  CHECK(value->number() == 5);
  CHECK(bindings.asked == asked);
  CHECK(evaluator.reads().size() == 3);
}

TEST_CASE("a circle of parameters is a failure that names one of them, not a hang") {
  Chain chain(1000);
  chain.bind(0, chain.reference(999));
  Bindings bindings;
  evaluate::ConstantEvaluator evaluator;
  evaluator.ask(&bindings);
  ir::EvaluationFailure failure;
  CHECK_FALSE(evaluator.value_of(*chain.reference(500), {}, failure));
  CHECK(failure.message == "the value of 'p500' depends on itself");
}

TEST_CASE("a branch that is not taken may contain a circle") {
  Chain chain(2);
  auto* condition = chain.number(1);
  condition->kind = ir::ExpressionKind::boolean;
  auto* choice = chain.number(0);
  choice->kind = ir::ExpressionKind::if_;
  choice->operands = chain.arena.copy(std::vector<ir::Expression*>{condition, chain.number(7), chain.reference(1)});
  chain.bind(0, choice);
  Bindings bindings;
  evaluate::ConstantEvaluator evaluator;
  evaluator.ask(&bindings);
  ir::EvaluationFailure failure;
  for (const std::size_t i : {0, 1}) {
    const auto value = evaluator.value_of(*chain.reference(i), {}, failure);
    REQUIRE(value);
    CHECK(value->number() == 7);
  }
}

TEST_CASE("the length of a range counts what rounding would lose, and refuses what would not fit") {
  CHECK(ir::range_length(0, 0.1, 1) == 11);
  CHECK(ir::range_length(5, -2, 1) == 3);
  CHECK(ir::range_length(3, 1, 2) == 0);
  CHECK(ir::range_length(-4, 1, -9) == 0);
  CHECK_FALSE(ir::range_length(1, 0, 3));
  CHECK_FALSE(ir::range_length(1, 1, 1e300));
}
