// Independent blocks of implicit states: how they are found, that threads change nothing, and whose fault is reported.
#include <doctest/doctest.h>

#include <cmath>

#include "base/codes.hpp"
#include "integrate/parallel_blocks.hpp"
#include "integrate/stepper.hpp"
#include "unit/integrate/allocations.hpp"
#include "zoo/zoo.hpp"

using namespace sunder;

namespace {

/// Blocks of cells that conduct to their neighbours and lose heat by a fourth power, around one slow state which all
/// read and which reads the first cell of each.
class Cells final : public zoo::Analytic {
 public:
  Cells(std::size_t blocks, std::size_t size) : Analytic(blocks * size + 1), blocks_(blocks), size_(size) {}
  [[nodiscard]] std::vector<double> initial() const override {
    std::vector<double> x(state_count(), 1.0);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += 0.01 * static_cast<double>(i % 37);
    return x;
  }
  [[nodiscard]] double derivative(std::size_t i, std::span<const double> x, double t) const override {
    if (i == hub()) {
      double sum = 0;
      for (std::size_t b = 0; b < blocks_; ++b) sum += x[b * size_];
      return sum / static_cast<double>(blocks_) - x[i];
    }
    const double left = is_first(i) ? x[hub()] : x[i - 1];
    const double right = is_last(i) ? 0.5 + 0.1 * std::sin(t) : x[i + 1];
    return 50 * (left - 2 * x[i] + right) - x[i] * x[i] * x[i] * x[i];
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t i) const override {
    std::vector<std::uint32_t> list;
    if (i == hub()) {
      for (std::size_t b = 0; b < blocks_; ++b) list.push_back(static_cast<std::uint32_t>(b * size_));
    } else {
      if (!is_first(i)) list.push_back(static_cast<std::uint32_t>(i - 1));
      list.push_back(static_cast<std::uint32_t>(i));
      if (!is_last(i)) list.push_back(static_cast<std::uint32_t>(i + 1));
      if (!is_first(i)) return list;
    }
    list.push_back(static_cast<std::uint32_t>(hub()));
    return list;
  }
  [[nodiscard]] double partial(std::size_t i, std::size_t by, std::span<const double> x, double) const override {
    if (i == hub()) return by == i ? -1 : 1 / static_cast<double>(blocks_);
    return by == i ? -100 - 4 * x[i] * x[i] * x[i] : 50;
  }
  [[nodiscard]] std::size_t hub() const { return blocks_ * size_; }

 private:
  [[nodiscard]] bool is_first(std::size_t i) const { return i % size_ == 0; }
  [[nodiscard]] bool is_last(std::size_t i) const { return i % size_ == size_ - 1; }
  std::size_t blocks_, size_;
};

/// Like a tank that empties: cells 60 and 430 cannot be solved for beyond some time.
class Failing final : public zoo::Analytic {
 public:
  Failing() : Analytic(600) {}
  [[nodiscard]] std::vector<double> initial() const override { return std::vector<double>(600, 1.0); }
  [[nodiscard]] double derivative(std::size_t i, std::span<const double> x, double) const override {
    return i == 60 || i == 430 ? x[i] * x[i] : -x[i];
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t i) const override {
    return {static_cast<std::uint32_t>(i)};
  }
  [[nodiscard]] double partial(std::size_t i, std::size_t, std::span<const double> x, double) const override {
    return i == 60 || i == 430 ? 2 * x[i] : -1;
  }
};

model::StateSet cells_of(const Cells& model) { return model::all_states(model.hub()); }

}  // namespace

TEST_CASE("blocks are the connected pieces, small ones put together") {
  const auto blocks_of = [](const zoo::Analytic& model, const model::StateSet& states) {
    const auto context = model.create_context();
    return integrate::independent_blocks(model::evaluator(model, *context, states, states)->pattern(), states);
  };
  const Cells large(5, 150);
  const auto blocks = blocks_of(large, cells_of(large));
  REQUIRE(blocks.size() == 5);
  CHECK(blocks[1].front() == model::StateIndex(150));
  CHECK(blocks[1].size() == 150);
  const Cells small(100, 10);
  for (const model::StateSet& block : blocks_of(small, cells_of(small))) {
    CHECK(block.size() >= integrate::BlockedImplicitSolver::least_size);
    CHECK(block.size() < 2 * integrate::BlockedImplicitSolver::least_size);
  }
  const Cells many(1000, 20);
  const auto most = blocks_of(many, cells_of(many));
  CHECK(most.size() <= integrate::BlockedImplicitSolver::most_blocks);
  CHECK(most.size() > integrate::BlockedImplicitSolver::most_blocks / 2);
  const zoo::HeatChain whole(300, 1);
  CHECK(blocks_of(whole, model::all_states(300)).size() == 1);
  CHECK(blocks_of(whole, {}).empty());
}

TEST_CASE("the number of threads does not change a bit of the results, whatever the method") {
  const Cells model(6, 130);
  for (const integrate::MethodInfo& method : integrate::methods()) {
    if (!method.stepwise || !method.implicit || !method.fixed_step) continue;
    const std::string name(method.name);
    CAPTURE(name);
    const auto run = [&](std::size_t threads) {
      const auto context = model.create_context();
      integrate::StepperOptions options;
      options.fast = cells_of(model);
      options.threads = threads;
      auto stepper = integrate::make_stepper(name, model, *context, options);
      std::vector<double> x = model.initial();
      for (int i = 0; i < 30; ++i) REQUIRE((*stepper)->step(0.02 * i, 0.02, x));
      return std::pair(x, (*stepper)->statistics());
    };
    const auto [one, one_statistics] = run(1);
    for (const std::size_t threads : {2U, 3U, 8U}) {
      const auto [x, statistics] = run(threads);
      CHECK(x == one);
      CHECK(statistics.function_evaluations == one_statistics.function_evaluations);
      CHECK(statistics.solver_operations == one_statistics.solver_operations);
    }
    CHECK(one_statistics.newton_failures == 0);
  }
}

TEST_CASE("factors of independent blocks on several threads: the same bits, with steps under error control too") {
  const Cells model(40, 130);  // enough for several shares
  for (const std::string name : {"rosenbrock", "multirate"}) {
    CAPTURE(name);
    const auto run = [&](std::size_t threads) {
      const auto context = model.create_context();
      integrate::StepperOptions options;
      options.fast = cells_of(model);
      if (name == "rosenbrock") options.rows = options.fast;
      options.threads = threads;
      options.tolerance = 1e-4;
      options.stop = 0.2;
      auto stepper = integrate::make_stepper(name, model, *context, options);
      std::vector<double> x = model.initial();
      for (int i = 0; i < 4; ++i) REQUIRE((*stepper)->step(0.05 * i, 0.05, x));
      return std::pair(x, (*stepper)->statistics());
    };
    const auto [one, one_statistics] = run(1);
    CHECK(one_statistics.factorisations > 3);
    for (const std::size_t threads : {2U, 5U}) {
      const auto [x, statistics] = run(threads);
      CHECK(x == one);
      CHECK(statistics.steps == one_statistics.steps);
      CHECK(statistics.solver_operations == one_statistics.solver_operations);
    }
  }
}

TEST_CASE("of several faults that of the first block is reported, whatever the threads") {
  const Failing model;
  for (const std::size_t threads : {1U, 2U, 4U}) {
    const auto context = model.create_context();
    integrate::StepperOptions options;
    options.threads = threads;
    auto stepper = integrate::make_stepper("implicit-euler", model, *context, options);
    std::vector<double> x = model.initial();
    const model::Status status = (*stepper)->step(0, 8, x);
    REQUIRE_FALSE(status.ok());
    CHECK(status.fault().code == Code::E0606);
    CHECK(status.fault().variable == "x61");
  }
}

TEST_CASE("steps on several threads do not allocate once they are warm") {
  const Cells model(4, 130);
  for (const std::string name : {"mixed-euler", "mixed-heun-lobatto"}) {
    const auto context = model.create_context();
    integrate::StepperOptions options;
    options.fast = cells_of(model);
    options.threads = 3;
    auto stepper = integrate::make_stepper(name, model, *context, options);
    std::vector<double> x = model.initial();
    for (int i = 0; i < 5; ++i) REQUIRE((*stepper)->step(0.02 * i, 0.02, x));
    const std::size_t before = allocations;
    bool fine = true;
    for (int i = 5; i < 30; ++i) fine = (*stepper)->step(0.02 * i, 0.02, x).ok() && fine;
    CHECK(allocations.load() == before);
    CHECK(fine);
  }
}
