// Laws of random models: groups, sweeps and simultaneous equations in random combination.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <bit>
#include <cmath>
#include <random>
#include <sstream>
#include <thread>

#include "driver/pipeline.hpp"

using namespace sunder;

namespace {

using Numbers = std::vector<double>;

class ModelText {
 public:
  explicit ModelText(std::uint32_t seed) : random_(seed), n_(2 + pick(20)) {}

  // The chain of b contracts: what differences of the first element make at the end stays small.
  std::string write() {
    std::ostringstream text;
    text << "model Random\n  input Real w;\n  parameter Real p[" << n_ << "] = {" << numbers() << "};\n  Real x[" << n_
         << "](start = {" << numbers() << "}, each fixed = true);\n  Real a[" << n_ << "], b[" << n_ << "], u[" << n_
         << "], v[" << n_ << "];\nequation\n";
    const std::string mirrored = "x[" + std::to_string(n_ + 1) + " - i]";
    text << "  for i in 1:" << n_ << " loop\n    a[i] = " << expression({"x[i]", mirrored, "p[i]", "time", "w"}, 3)
         << ";\n";
    text << "    " << coupled() << "\n  end for;\n";
    text << "  b[1] = " << expression({"x[1]", "a[1]"}, 2) << ";\n";
    text << "  for i in 2:" << n_ << " loop\n    b[i] = 0.5 * tanh(b[i-1]) + sin(0.1 * "
         << expression({"b[i-1]", "a[i]", "u[i]", "x[i-1]"}, 2) << ");\n  end for;\n";
    text << "  for i in 1:" << n_
         << " loop\n    der(x[i]) = " << expression({"x[i]", "a[i]", "b[i]", "v[i]", "p[i]"}, 3)
         << " - x[i];\n  end for;\nend Random;\n";
    return text.str();
  }

 private:
  std::uint32_t pick(std::uint32_t count) { return static_cast<std::uint32_t>(random_() % count); }

  std::string number() {
    std::ostringstream text;
    text << (static_cast<int>(pick(4001)) - 2000) / 1000.0;
    return "(" + text.str() + ")";
  }

  std::string numbers() {
    std::string list = number();
    for (std::uint32_t i = 1; i < n_; ++i) list += ", " + number();
    return list;
  }

  // Bounded growth, so that everything stays finite and smooth.
  std::string expression(const std::vector<std::string>& leaves, int depth) {
    if (depth == 0 || pick(6) == 0) {
      return pick(4) == 0 ? number() : leaves[pick(static_cast<std::uint32_t>(leaves.size()))];
    }
    const std::string a = expression(leaves, depth - 1);
    const std::string b = expression(leaves, depth - 1);
    switch (pick(8)) {
      case 0: return "(" + a + " + " + b + ")";
      case 1: return "(" + a + " - " + b + ")";
      case 2: return "(" + a + " * tanh(" + b + "))";
      case 3: return "sin(" + a + ")";
      case 4: return "(" + a + " / (2 + cos(" + b + ")))";
      case 5: return "tanh(" + a + ") ^ 3";
      case 6: return "atan(" + a + ")";
      default: return "(-(" + a + "))";
    }
  }

  // Two equations for u[i] and v[i] that always have one solution.
  std::string coupled() {
    const std::string rest = expression({"x[i]", "a[i]", "p[i]"}, 2);
    if (pick(2) == 0) return "2 * u[i] + v[i] = " + rest + "; u[i] - 3 * v[i] = a[i];";
    return "u[i] = 0.3 * sin(v[i]) + " + rest + "; v[i] = 0.4 * tanh(u[i]) + a[i];";
  }

  std::mt19937 random_;
  std::uint32_t n_;
};

std::shared_ptr<const ir::Plan> plan_of(const std::string& text) {
  driver::Workspace workspace;
  driver::CompileRequest request;
  request.sources = {driver::Source::from_text(text)};
  auto outcome = driver::compile(workspace, request);
  if (!outcome.ok()) {
    for (const auto& diagnostic : outcome.diagnostics().all()) RC_LOG(render(diagnostic, outcome->sources));
    RC_FAIL(text);
  }
  return outcome->plan;
}

struct Results {
  Numbers x, dx, jacobian, by_time, recorded;
  algebra::SparsePattern pattern;
};

// w goes from 1 to 3 within the second in which everything is evaluated.
std::unique_ptr<model::Context> driven_context(const execute::CompiledModel& model) {
  auto context = model.create_context();
  const model::SampledSignal signal{{0, 1}, {1, 3}, model::SampledSignal::Between::linear};
  context->inputs().set(0, std::make_shared<const model::SampledSignal>(signal));
  return context;
}

Results results_of(const execute::CompiledModel& model) {
  Results made;
  const auto context = driven_context(model);
  made.x.resize(model.state_count());
  RC_ASSERT(model::initialise(model, *context, 0.5, made.x));
  const auto evaluator = model::full_evaluator(model, *context);
  made.dx.resize(made.x.size());
  RC_ASSERT(evaluator->freeze(0.5, made.x));
  RC_ASSERT(evaluator->evaluate(made.x, made.dx));
  made.pattern = evaluator->pattern();
  made.jacobian.resize(made.pattern.nonzeros());
  RC_ASSERT(evaluator->jacobian(made.x, made.jacobian));
  made.by_time.resize(made.x.size());
  RC_ASSERT(evaluator->time_derivative({made.x, {}}, made.by_time));
  made.recorded.resize(model.description().variable_count());
  RC_ASSERT(model.record(*context, 0.5, made.x, made.recorded));
  return made;
}

bool same_bits(const Numbers& a, const Numbers& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double s, double t) {
           return std::bit_cast<std::uint64_t>(s) == std::bit_cast<std::uint64_t>(t);
         });
}

double worst_difference_in_time(const execute::CompiledModel& model, const Results& results) {
  const auto context = driven_context(model);
  Numbers x(results.x.size());
  RC_ASSERT(model::initialise(model, *context, 0.5, x));
  const auto evaluator = model::full_evaluator(model, *context);
  Numbers up(x.size());
  Numbers down(x.size());
  RC_ASSERT(evaluator->freeze(0.5 + 1e-5, x));
  RC_ASSERT(evaluator->evaluate(x, up));
  RC_ASSERT(evaluator->freeze(0.5 - 1e-5, x));
  RC_ASSERT(evaluator->evaluate(x, down));
  double worst = 0;
  for (std::size_t row = 0; row < x.size(); ++row) {
    const double slope = (up[row] - down[row]) / 2e-5;
    worst = std::max(worst, std::fabs(slope - results.by_time[row]) / (1 + std::fabs(slope)));
  }
  return worst;
}

double worst_difference(const execute::CompiledModel& model, const Results& results) {
  const auto context = driven_context(model);
  Numbers x(results.x.size());
  RC_ASSERT(model::initialise(model, *context, 0.5, x));
  const auto evaluator = model::full_evaluator(model, *context);
  RC_ASSERT(evaluator->freeze(0.5, x));
  Numbers up(x.size());
  Numbers down(x.size());
  double worst = 0;
  for (std::size_t column = 0; column < x.size(); ++column) {
    const double kept = x[column];
    x[column] = kept + 1e-5;
    RC_ASSERT(evaluator->evaluate(x, up));
    x[column] = kept - 1e-5;
    RC_ASSERT(evaluator->evaluate(x, down));
    x[column] = kept;
    Numbers exact(x.size(), 0.0);
    for (auto k = results.pattern.column_starts[column]; k < results.pattern.column_starts[column + 1]; ++k)
      exact[results.pattern.row_indices[k]] = results.jacobian[k];
    for (std::size_t row = 0; row < x.size(); ++row) {
      const double slope = (up[row] - down[row]) / 2e-5;
      worst = std::max(worst, std::fabs(slope - exact[row]) / (1 + std::fabs(slope)));
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("random models: back ends and grouping agree bit by bit, derivatives by states and time with differences") {
  CHECK(rc::check([] {
    const auto seed = *rc::gen::arbitrary<std::uint32_t>();
    const std::string text = ModelText(seed).write();
    RC_LOG(text);
    const auto plan = plan_of(text);
    const auto model = execute::make_compiled_model(plan, {emit::BackEnd::llvm, true});
    const Results compiled = results_of(*model);
    for (const bool grouping : {true, false}) {
      const Results reference = results_of(*execute::make_compiled_model(plan, {emit::BackEnd::interpreter, grouping}));
      RC_ASSERT(same_bits(compiled.x, reference.x));
      RC_ASSERT(same_bits(compiled.dx, reference.dx));
      RC_ASSERT(same_bits(compiled.jacobian, reference.jacobian));
      RC_ASSERT(same_bits(compiled.by_time, reference.by_time));
      RC_ASSERT(same_bits(compiled.recorded, reference.recorded));
    }
    RC_ASSERT(worst_difference(*model, compiled) < 1e-6);
    RC_ASSERT(worst_difference_in_time(*model, compiled) < 1e-6);
  }));
}

TEST_CASE("threads share a model") {
  const auto plan = plan_of(ModelText(12345).write());
  const auto model = execute::make_compiled_model(plan, {emit::BackEnd::llvm, true});
  std::vector<Results> results(4);
  std::vector<std::thread> threads;
  for (Results& result : results) threads.emplace_back([&] { result = results_of(*model); });
  for (std::thread& thread : threads) thread.join();
  for (const Results& result : results) CHECK(same_bits(result.dx, results[0].dx));
}
