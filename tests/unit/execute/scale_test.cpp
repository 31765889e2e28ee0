// Kernels and time do not grow with the number of cells.
#include <doctest/doctest.h>

#include "unit/execute/text_model.hpp"
#include "unit/execute/zoo.hpp"

using namespace sunder;
using sunder::testing::kernel_zoo;
using sunder::testing::TextModel;

namespace {

std::string zoo_text(const std::string& name) {
  for (const auto& model : kernel_zoo()) {
    if (model.name == name) return model.text;
  }
  FAIL("no such model");
  return {};
}

}  // namespace

TEST_CASE("a chain of 200 000 cells is compiled and evaluated by a handful of kernels") {
  std::string chain = zoo_text("chain");
  chain.replace(chain.find("n = 40"), 6, "n = 200000");
  const TextModel text(chain);
  const auto model = text.make(emit::BackEnd::llvm);
  const auto context = model->create_context();
  std::vector<double> x(model->state_count());
  REQUIRE(x.size() == 200'000);
  REQUIRE(model::initialise(*model, *context, 0, x));
  const auto evaluator = model::full_evaluator(*model, *context);
  std::vector<double> dx(x.size());
  REQUIRE(evaluator->freeze(0, x));
  REQUIRE(evaluator->evaluate(x, dx));
  CHECK(dx[0] == 1.5 - 0.1);
  CHECK(dx[199'999] == 0.1 - 0.1 * (1 + 0.1 * 0.1));
  std::vector<double> values(evaluator->pattern().nonzeros());
  REQUIRE(evaluator->jacobian(x, values));
  CHECK(values.size() == 2 * 200'000 - 1);
  CHECK(model->describe().kernels <= 4);
}

TEST_CASE("sweeps and mutual recurrences become a handful of sequences") {
  for (const std::string name : {"sweep", "mutual recurrence"}) {
    INFO(name);
    const execute::KernelDescription small = TextModel(zoo_text(name)).make(emit::BackEnd::interpreter)->describe();
    std::string larger = zoo_text(name);
    larger.replace(larger.find("n = ") + 4, 2, "20000");
    const TextModel text(larger);
    const auto model = text.make(emit::BackEnd::llvm);
    const execute::KernelDescription large = model->describe();
    CHECK(large.sequences >= 1);
    CHECK(large.kernels == small.kernels);
    CHECK(large.groups + large.sequences + large.singles <= 12);
    const auto context = model->create_context();
    std::vector<double> x(model->state_count());
    REQUIRE(model::initialise(*model, *context, 0, x));
    const auto evaluator = model::full_evaluator(*model, *context);
    std::vector<double> dx(x.size());
    REQUIRE(evaluator->freeze(0, x));
    REQUIRE(evaluator->evaluate(x, dx));
  }
}

TEST_CASE("loops of the same structure share their code") {
  const execute::KernelDescription few =
      TextModel(zoo_text("small nonlinear loops")).make(emit::BackEnd::interpreter)->describe();
  std::string larger = zoo_text("small nonlinear loops");
  larger.replace(larger.find("n = 20"), 6, "n = 500");
  const execute::KernelDescription many = TextModel(larger).make(emit::BackEnd::interpreter)->describe();
  CHECK(few.nonlinear_loops == 20);
  CHECK(many.nonlinear_loops == 500);
  CHECK(few.kernels == many.kernels);
}
