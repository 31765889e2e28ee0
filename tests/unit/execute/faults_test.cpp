// What goes wrong at run time names the equation the user wrote.
#include <doctest/doctest.h>

#include <chrono>
#include <cmath>

#include "base/codes.hpp"
#include "ir/plan.hpp"
#include "unit/execute/text_model.hpp"

using namespace sunder;
using sunder::testing::TextModel;

namespace {

std::optional<model::Fault> fault_of_evaluation(const TextModel& text, double time, std::vector<double> x = {},
                                                emit::BackEnd back_end = emit::BackEnd::llvm) {
  const auto model = text.make(back_end);
  const auto context = model->create_context();
  if (x.empty()) {
    x.resize(model->state_count());
    if (model::Status status = model::initialise(*model, *context, 0, x); !status) return status.fault();
  }
  const auto evaluator = model::full_evaluator(*model, *context);
  std::vector<double> dx(x.size());
  if (model::Status status = evaluator->freeze(time, x); !status) return status.fault();
  if (model::Status status = evaluator->evaluate(x, dx); !status) return status.fault();
  return std::nullopt;
}

}  // namespace

TEST_CASE("a division by zero names its equation, in both back ends") {
  const TextModel text(R"(model Division
  Real x(start = 1, fixed = true), y;
equation
  y = 1 / (x - 2);
  der(x) = y + 1;
end Division;)");
  CHECK_FALSE(fault_of_evaluation(text, 0).has_value());
  for (const emit::BackEnd back_end : {emit::BackEnd::interpreter, emit::BackEnd::llvm}) {
    const auto fault = fault_of_evaluation(text, 1.5, {2.0}, back_end);
    REQUIRE(fault.has_value());
    CHECK(fault->code == Code::E0501);
    CHECK(fault->message.find("division by zero") != std::string::npos);
    CHECK(fault->time == 1.5);
    CHECK(text.place(fault->span) == "4:3");
  }
}

TEST_CASE("only the branch that is taken can fail") {
  const TextModel text(R"(model Lazy
  Real x(start = -4, fixed = true);
equation
  der(x) = if noEvent(x > 0) then log(x) else 1 / x;
end Lazy;)");
  CHECK_FALSE(fault_of_evaluation(text, 0, {-4.0}).has_value());
  const auto fault = fault_of_evaluation(text, 0, {0.0});
  REQUIRE(fault.has_value());
  CHECK(fault->message.find("division by zero") != std::string::npos);
}

TEST_CASE("a logarithm of a negative number in the middle of a group is found") {
  const TextModel text(R"(model Group
  Real x[100](each start = 1, each fixed = true);
equation
  for i in 1:100 loop
    der(x[i]) = log(x[i]);
  end for;
end Group;)");
  std::vector<double> x(100, 1.0);
  x[57] = -1;
  const auto fault = fault_of_evaluation(text, 0, x);
  REQUIRE(fault.has_value());
  CHECK(fault->message.find("logarithm of a negative number") != std::string::npos);
  CHECK(fault->equation.find("x[58]") != std::string::npos);
  CHECK(text.place(fault->span) == "5:5");
}

TEST_CASE("simultaneous equations without solution name the worst equation and its unknown") {
  const TextModel text(R"(model NoSolution
  Real x(start = 1, fixed = true), y(start = 0.5);
equation
  y ^ 2 + exp(y) + 5 = x + 0.1 * y;
  der(x) = 2 * y;
end NoSolution;)");
  const auto fault = fault_of_evaluation(text, 2, {1.0});
  REQUIRE(fault.has_value());
  CHECK(fault->code == Code::E0502);
  CHECK(fault->variable == "y");
  CHECK(fault->time == 2);
  CHECK(text.place(fault->span) == "4:3");
}

TEST_CASE("equations that do not determine their unknowns say which") {
  const TextModel text(R"(model Singular
  Real x(start = 1, fixed = true), u, v;
equation
  u + time * v = x;
  time * u + v = 2 * x;
  der(x) = u - v;
end Singular;)");
  const auto fault = fault_of_evaluation(text, 1, {1.0});
  REQUIRE(fault.has_value());
  CHECK(fault->code == Code::E0503);
  CHECK((fault->variable == "u" || fault->variable == "v"));
}

TEST_CASE("a parameter that is divided by may not become zero") {
  const TextModel text(R"(model Inertia
  parameter Real J = 1;
  Real w(start = 1, fixed = true);
equation
  J * der(w) = -w;
end Inertia;)");
  const auto model = text.make(emit::BackEnd::llvm);
  const auto context = model->create_context();
  REQUIRE(context->set_parameter(*model->description().find("J"), 0));
  std::vector<double> x(1);
  const model::Status status = model::initialise(*model, *context, 0, x);
  REQUIRE_FALSE(status.ok());
  CHECK(status.fault().code == Code::E0504);
  CHECK(text.place(status.fault().span) == "5:3");
}

TEST_CASE("a parameter that is not finite is named") {
  const TextModel text(R"(model Parameter
  parameter Real a = 0;
  parameter Real b = 1 / a;
  Real w(start = 1, fixed = true);
equation
  der(w) = -b * w;
end Parameter;)");
  const auto fault = fault_of_evaluation(text, 0);
  REQUIRE(fault.has_value());
  INFO(fault->message);
  CHECK(fault->code == Code::E0505);
  CHECK(fault->variable == "b");
}

TEST_CASE("Newton's guesses change only with accepted steps") {
  const TextModel text(R"(model Branches
  Real x(start = 0, fixed = true), y(start = 3);
equation
  y ^ 3 - 4 * y = x;
  der(x) = y;
end Branches;)");
  const auto model = text.make(emit::BackEnd::llvm);
  const auto context = model->create_context();
  std::vector<double> x(1);
  REQUIRE(model::initialise(*model, *context, 0, x));
  const auto evaluator = model::full_evaluator(*model, *context);
  std::vector<double> dx(1);
  const auto y_at = [&](double state) {
    x[0] = state;
    REQUIRE(evaluator->freeze(0, x));
    REQUIRE(evaluator->evaluate(x, dx));
    return dx[0];
  };
  CHECK(y_at(0.0) == doctest::Approx(2.0).epsilon(1e-14));
  // Far below the fold only the lower branch exists; without an accepted step the upper one is found again.
  const double lower = y_at(-30.0);
  CHECK(lower * lower * lower - 4 * lower == doctest::Approx(-30).epsilon(1e-14));
  CHECK(y_at(0.0) == doctest::Approx(2.0).epsilon(1e-14));
  x[0] = -30;
  context->accept(0, x);
  CHECK(y_at(0.0) == doctest::Approx(-2.0).epsilon(1e-14));
}

TEST_CASE("a model without states can be initialised, evaluated and recorded") {
  const TextModel text(R"(model Algebraic
  parameter Real a = 3;
  Real y, z;
equation
  y = a * time;
  z = -y;
end Algebraic;)");
  const auto model = text.make(emit::BackEnd::llvm);
  const auto context = model->create_context();
  REQUIRE(model->state_count() == 0);
  REQUIRE(model->initialise(*context, 0));
  const auto evaluator = model::full_evaluator(*model, *context);
  CHECK(evaluator->freeze(2, {}));
  CHECK(evaluator->evaluate(std::span<const double>(), std::span<double>()));
  std::vector<double> values(model->description().variable_count());
  REQUIRE(model->record(*context, 2, {}, values));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const model::Variable info = model->description().variable(model::VariableIndex(i));
    if (info.name == "a") CHECK((values[i] == 3 && info.kind == model::VariableKind::parameter && info.unchanging));
    if (info.name == "y") CHECK(values[i] == 6);
    if (info.name == "z") CHECK(values[i] == -6);
  }
}

TEST_CASE("a large Jacobian ends where the run is to end") {
  // two unknowns of a loop that all states enter: tangents, a run of them for every state
  const TextModel text(R"(model Loop
  Real x[4](each start = 1, each fixed = true), a(start = 1), b;
equation
  a + b = sum(x);
  a*b = x[1] + exp(-a);
  for i in 1:4 loop
    der(x[i]) = a - i*b;
  end for;
end Loop;)");
  for (const emit::BackEnd back_end : {emit::BackEnd::interpreter, emit::BackEnd::llvm}) {
    const auto model = text.make(back_end);
    const auto context = model->create_context();
    std::vector<double> x(model->state_count());
    REQUIRE(model::initialise(*model, *context, 0, x));
    const auto evaluator = model::full_evaluator(*model, *context);
    REQUIRE(evaluator->freeze(0, x));
    std::vector<double> values(evaluator->pattern().nonzeros());
    const CancelToken cancel;
    context->listen_to(cancel);
    CHECK(evaluator->jacobian(x, values));
    cancel.request();
    const model::Status stopped = evaluator->jacobian(x, values);
    REQUIRE_FALSE(stopped);
    CHECK(stopped.fault().code == Code::E0613);
    context->listen_to({});
    CHECK(evaluator->jacobian(x, values));
  }
}

TEST_CASE("where there is no room for another text, the run says so") {
  const TextModel text(R"(model Said
  Integer n(start = 3, fixed = true);
  String s(start = "");
equation
  when initial() then
    s = "n = " + String(n);
  end when;
  when time > 1 then
    n = pre(n) + 1;
  end when;
end Said;)");
  constexpr int more_than_there_is_room_for = 1'100'000;
  const auto model = text.make(emit::BackEnd::interpreter);
  std::vector<double> x;
  for (int i = 0; i < more_than_there_is_room_for; ++i) text.plan->dae.texts->number(std::to_string(i));
  const model::Status status = model::initialise(*model, *model->create_context(), 0, x);
  REQUIRE_FALSE(status);
  CHECK(status.fault().message.find("there is no room for another text at time 0") == 0);
}
