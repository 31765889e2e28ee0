// Parameters in a context: what follows from them, and which cannot be set.
#include <doctest/doctest.h>

#include <cmath>

#include "base/codes.hpp"
#include "unit/execute/text_model.hpp"

using namespace sunder;
using sunder::testing::TextModel;

namespace {

const char* const text = R"(
model M
  parameter Integer size = 2;
  parameter Integer times = 3;
  parameter Boolean on = true;
  parameter Real k = 2;
  parameter Real twice = 2*k;
  final parameter Real fixed_one = 1;
  constant Real c = 4;
  input Real u(start = k);
  output Real y = -x[1];
  Real x[size](start = {k, 1}, each fixed = true);
equation
  for i in 1:size loop
    der(x[i]) = -twice*x[i]/(k - 1) + times*u + (if on then fixed_one else 0) + c;
  end for;
end M;
)";

double value(const model::Model& model, model::Context& context, const std::string& name) {
  std::vector<double> values(model.description().variable_count());
  REQUIRE(model.initialise(context, 0));
  REQUIRE(model.record(context, 0, context.states(), values));
  return values[model.description().find(name)->index()];
}

model::Status set(const model::Model& model, model::Context& context, const std::string& name, double to) {
  return context.set_parameter(*model.description().find(name), to);
}

}  // namespace

TEST_CASE("what is bound to a parameter follows it: other parameters, start values, defaults of inputs") {
  for (const auto back_end : {emit::BackEnd::interpreter, emit::BackEnd::llvm}) {
    const auto model = TextModel(text).make(back_end);
    const auto context = model->create_context();
    CHECK(value(*model, *context, "der(x[1])") == -8 + 6 + 5);
    REQUIRE(set(*model, *context, "k", 3));
    CHECK(value(*model, *context, "twice") == 6);
    CHECK(value(*model, *context, "x[1]") == 3);
    CHECK(value(*model, *context, "der(x[1])") == -9 + 9 + 5);
    REQUIRE(set(*model, *context, "twice", 10));
    CHECK(value(*model, *context, "der(x[1])") == -15 + 9 + 5);
    CHECK(context->parameter(*model->description().find("twice")) == 10);
    // another run knows nothing of it
    const auto other = model->create_context();
    CHECK(value(*model, *other, "der(x[1])") == -8 + 6 + 5);
  }
}

TEST_CASE("what cannot be set is refused with the reason") {
  const auto model = TextModel(text).make(emit::BackEnd::interpreter);
  const auto context = model->create_context();
  const auto why = [&](const std::string& name, double to) {
    const model::Status status = set(*model, *context, name, to);
    REQUIRE_FALSE(status.ok());
    CHECK(status.fault().code == Code::E0510);
    CHECK(status.fault().span.valid());
    return status.fault().message;
  };
  CHECK(why("size", 3).find("was read when it was compiled") != std::string::npos);
  CHECK(why("c", 3).find("it is a constant") != std::string::npos);
  CHECK(why("fixed_one", 3).find("it is final") != std::string::npos);
  CHECK(why("x[1]", 3).find("it is no parameter") != std::string::npos);
  CHECK(why("u", 3).find("it is no parameter") != std::string::npos);
  CHECK(why("times", 1.5).find("it is an Integer, and 1.5 is none") != std::string::npos);
  CHECK(why("on", 0).find("was read when it was compiled") != std::string::npos);  // a branch was chosen by it
  CHECK(model->description().variable(*model->description().find("size")).structural);
  CHECK_FALSE(model->description().variable(*model->description().find("times")).structural);
}

TEST_CASE("values with which nothing can be computed are a fault until others are set") {
  const auto model = TextModel(text).make(emit::BackEnd::llvm);
  const auto context = model->create_context();
  REQUIRE(set(*model, *context, "k", std::nan("")));
  const model::Status status = model->initialise(*context, 0);
  REQUIRE_FALSE(status.ok());
  CHECK(status.fault().code == Code::E0505);
  REQUIRE(set(*model, *context, "k", 3));
  CHECK(model->initialise(*context, 0).ok());
}

TEST_CASE("a context keeps its model alive") {
  auto model = TextModel(text).make(emit::BackEnd::llvm);
  const auto context = model->create_context();
  const std::weak_ptr<const model::Model> watched = model;
  model.reset();
  REQUIRE_FALSE(watched.expired());
  CHECK(context->model().initialise(*context, 0).ok());
  CHECK(context->model().state_count() == 2);
}

TEST_CASE("derivatives and outputs by states and inputs: values and exact Jacobians") {
  const auto model = TextModel(R"(
model M
  input Real u[2](start = {0.5, 2});
  output Real y = u[1]*x;
  output Real z = -x;
  output Real w = 3;
  output Real v = u[2];
  Real x(start = 2, fixed = true);
  Real a;
equation
  a + a^3 = x*u[1];
  der(x) = a*u[2] - x;
end M;
)")
                         .make(emit::BackEnd::llvm);
  const auto context = model->create_context();
  REQUIRE(model->initialise(*context, 0));
  const auto all = model::open_evaluator(*model, *context);
  CHECK(all->pattern().rows == 5);
  CHECK(all->pattern().columns == 3);
  std::vector<double> x{2}, u{0.5, 2}, dx(1), y(4), jacobian(all->pattern().nonzeros());
  const auto at = [&](const std::vector<double>& p) {
    std::vector<double> result(5), slope(1), out(4);
    const std::vector<double> state{p[0]}, input{p[1], p[2]};
    REQUIRE(all->freeze(0, state));
    REQUIRE(all->evaluate({state, input}, {slope, out}));
    result[0] = slope[0];
    std::copy(out.begin(), out.end(), result.begin() + 1);
    return result;
  };
  const std::vector<double> point{2, 0.5, 2}, here = at(point);
  CHECK(here[1] == 1);
  CHECK(here[2] == -2);
  CHECK(here[3] == 3);
  CHECK(here[4] == 2);
  REQUIRE(all->freeze(0, x));
  REQUIRE(all->jacobian({x, u}, jacobian));
  std::vector<double> dense(15, 0.0);
  for (std::size_t c = 0; c < 3; ++c)
    for (auto k = all->pattern().column_starts[c]; k < all->pattern().column_starts[c + 1]; ++k)
      dense[static_cast<std::size_t>(all->pattern().row_indices[k]) * 3 + c] = jacobian[static_cast<std::size_t>(k)];
  for (std::size_t c = 0; c < 3; ++c) {
    std::vector<double> up = point, down = point;
    up[c] += 1e-6;
    down[c] -= 1e-6;
    const std::vector<double> above = at(up), below = at(down);
    for (std::size_t r = 0; r < 5; ++r) CHECK(dense[r * 3 + c] == doctest::Approx((above[r] - below[r]) / 2e-6));
  }
}
