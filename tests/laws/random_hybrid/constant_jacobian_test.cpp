// An evaluator that says its Jacobian is constant between events has the same one everywhere.
#include <doctest/doctest.h>

#include <cstring>
#include <random>

#include "laws/random_hybrid/compiled.hpp"
#include "simulate/simulate.hpp"

using namespace sunder;
using namespace sunder::random_hybrid;

namespace {

using Numbers = std::vector<double>;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() % 10007) / 10007;
  }
  std::size_t below(std::size_t count) { return random_() % count; }
  Numbers numbers(std::size_t count) {
    Numbers x(count);
    for (double& value : x) value = between(-2, 2);
    return x;
  }
  model::StateSet states(std::size_t count) {
    model::StateSet set;
    for (std::size_t i = 0; i < count; ++i)
      if (below(2) == 0) set.emplace_back(i);
    return set;
  }

 private:
  std::mt19937_64 random_;
};

/// Whether it says so; then all Jacobians at random times and states have the same bits.
bool keeps_its_word(const model::Model& model, model::Evaluator& evaluator, Dice& dice) {
  if (!evaluator.jacobian_constant()) return false;
  Numbers first(evaluator.pattern().nonzeros()), other(first.size());
  for (int point = 0; point < 6; ++point) {
    const Numbers x = dice.numbers(model.state_count());
    REQUIRE(evaluator.freeze(dice.between(0, 5), x));
    REQUIRE(evaluator.jacobian(x, point == 0 ? first : other));
    if (point > 0 && !first.empty()) CHECK(std::memcmp(first.data(), other.data(), first.size() * sizeof(double)) == 0);
  }
  return true;
}

/// Of all derivatives, and of some of them by some states; before and after an event.
bool look(const model::Model& model, Dice& dice) {
  const auto context = model.create_context();
  REQUIRE(model.initialise(*context, 0));
  const auto full = model::full_evaluator(model, *context);
  const bool constant = keeps_its_word(model, *full, dice);
  for (int set = 0; set < 3; ++set) {
    const auto some =
        model::evaluator(model, *context, dice.states(model.state_count()), dice.states(model.state_count()));
    const bool said = keeps_its_word(model, *some, dice);
    if (constant) CHECK(said);  // a part of a constant matrix
  }
  if (model.events() == nullptr) return constant;
  Numbers x = dice.numbers(model.state_count());
  model::EventOutcome outcome;
  if (!model.events()->handle(*context, 0.5, x, model::EventCause::found, outcome)) return constant;
  CHECK(keeps_its_word(model, *full, dice) == constant);
  return constant;
}

std::string number(double value) { return std::to_string(value); }

/// Derivatives linear in the states between events: literals, parameters and what follows from them, relations,
/// discrete variables and a linear loop as coefficients; the clock only as an addend. `spoil`: one term that is not
/// like that.
std::string linear_model(Dice& dice, const std::string& spoil) {
  const std::size_t states = 3 + dice.below(4);
  std::string text =
      "model Random\n  parameter Real p = " + number(dice.between(0.5, 2)) + ";\n  parameter Real q = p*p;\n";
  text +=
      "  Real x[" + std::to_string(states) + "];\n  Real a, b, k;\n  discrete Real gain(start = 1, fixed = true);\n";
  text += "initial equation\n  for i in 1:" + std::to_string(states) + " loop\n    x[i] = 0.1*i;\n  end for;\n";
  text += "equation\n  k = 2*q + 1;\n";
  text += "  a = " + number(dice.between(-1, 1)) + "*x[1] + x[2]/p + 0.5*b + sin(time);\n";
  text += "  b = k*x[3] - 0.25*gain*a;\n";
  text += "  when sample(0.5, 0.5) then\n    gain = 0.5*pre(gain) + 0.3;\n  end when;\n";
  for (std::size_t i = 1; i <= states; ++i) {
    text += "  der(x[" + std::to_string(i) + "]) = cos(3*time)";
    for (std::size_t j = 1; j <= states; ++j)
      if (dice.below(2) == 0) text += " + (" + number(dice.between(-2, 2)) + ")*x[" + std::to_string(j) + "]";
    if (dice.below(2) == 0) text += " + q*a";
    if (dice.below(2) == 0) text += " - b/k";
    if (dice.below(2) == 0) text += " + (if x[1] > 0.2 then 2 else p)*x[2]";
    if (dice.below(2) == 0) text += " + gain*x[3]";
    if (i == 1) text += " + a" + spoil;
    text += ";\n";
  }
  return text + "end Random;\n";
}

std::shared_ptr<const execute::CompiledModel> made(const std::string& text, emit::BackEnd back_end) {
  Description description;
  description.text = text;
  return compiled(description, back_end);
}

}  // namespace

TEST_CASE("what is linear between events is known to have a constant Jacobian, and one term that is not is seen") {
  const std::vector<std::string> spoiling = {
      " + x[1]*x[2]", " + time*x[1]", " + sin(x[3])", " + a*b", " + noEvent(if x[1] > 0 then x[1] else 2*x[1])",
      " + p/(3 + a)"};
  for (std::uint64_t seed = first_seed(); seed < first_seed() + how_many(60); ++seed) {
    Dice dice(seed);
    const emit::BackEnd back_end = seed % 6 == 0 ? emit::BackEnd::llvm : emit::BackEnd::interpreter;
    const std::string linear = linear_model(dice, "");
    CAPTURE(linear);
    CHECK(look(*made(linear, back_end), dice));
    const std::string spoilt = linear_model(dice, spoiling[seed % spoiling.size()]);
    CAPTURE(spoilt);
    CHECK_FALSE(look(*made(spoilt, back_end), dice));
  }
}

TEST_CASE("rosenbrock evaluates a constant Jacobian once from event to event, and keeps factors") {
  const auto model = made(
      "model Random\n  Real x(start = 1), y(start = 0);\nequation\n  der(x) = 10*y;\n  der(y) = -10*x - y + "
      "sin(7*time);\n"
      "end Random;\n",
      emit::BackEnd::interpreter);
  simulate::SimulateOptions options;
  options.method = "rosenbrock";
  options.stop = 20;
  options.tolerance = 1e-5;
  const Outcome<simulate::Simulation> run = simulate::simulate(*model, options, nullptr);
  REQUIRE(run.ok());
  CHECK(run->statistics.steps > 100);
  CHECK(run->statistics.jacobian_evaluations == 1);
  CHECK(run->statistics.factorisations < run->statistics.steps);
}

TEST_CASE("random hybrid models: derivatives by time and Jacobians of one evaluator do not disturb each other") {
  for (std::uint64_t seed = first_seed(); seed < first_seed() + how_many(150); ++seed) {
    Dice dice(seed);
    const Description description = generate(seed, Style::rich);
    CAPTURE(seed);
    INFO(description.text);
    const auto model = compiled(description, emit::BackEnd::interpreter);
    const auto context = model->create_context();
    if (!model->initialise(*context, 0)) continue;
    const auto evaluator = model::full_evaluator(*model, *context);
    const Numbers x = dice.numbers(model->state_count());
    Numbers first(evaluator->pattern().nonzeros()), again(first.size()), slopes(x.size()), slopes_again(x.size());
    if (!evaluator->freeze(0.3, x) || !evaluator->jacobian(x, first)) continue;
    REQUIRE(evaluator->time_derivative({x, {}}, slopes));
    REQUIRE(evaluator->jacobian(x, again));
    REQUIRE(evaluator->time_derivative({x, {}}, slopes_again));
    CHECK(std::memcmp(first.data(), again.data(), first.size() * sizeof(double)) == 0);
    CHECK(std::memcmp(slopes.data(), slopes_again.data(), slopes.size() * sizeof(double)) == 0);
  }
}

TEST_CASE("random hybrid models: a Jacobian that is said to be constant is") {
  for (std::uint64_t seed = first_seed(); seed < first_seed() + how_many(300); ++seed) {
    Dice dice(seed);
    const Description description = generate(seed, seed % 2 == 0 ? Style::rich : Style::smooth);
    CAPTURE(seed);
    INFO(description.text);
    look(*compiled(description, emit::BackEnd::interpreter), dice);
  }
}
