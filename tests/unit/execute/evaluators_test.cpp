// What must hold for every compiled model, whatever its equations are.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <random>

#include "unit/execute/text_model.hpp"
#include "unit/execute/zoo.hpp"

using namespace sunder;
using sunder::testing::kernel_zoo;
using sunder::testing::TextModel;

namespace {

using Numbers = std::vector<double>;

// A run of one model up to the start, with an evaluator.
struct Started {
  explicit Started(std::shared_ptr<const execute::CompiledModel> of)
      : model(std::move(of)), context(model->create_context()) {
    x.resize(model->state_count());
    const model::Status ok = model::initialise(*model, *context, 0.25, x);
    const std::string why = ok ? std::string() : ok.fault().message;
    INFO(why);
    REQUIRE(ok);
  }

  Numbers derivatives(const model::StateSet& wanted, const model::StateSet& varying, const Numbers& at,
                      double time = 0.25) const {
    const auto evaluator = sunder::model::evaluator(*model, *context, wanted, varying);
    Numbers dx(x.size(), -99.0);
    REQUIRE(evaluator->freeze(time, at));
    REQUIRE(evaluator->evaluate(at, dx));
    return dx;
  }
  Numbers derivatives(const Numbers& at) const {
    const model::StateSet all = model::all_states(x.size());
    return derivatives(all, all, at);
  }
  Numbers jacobian() const {
    const auto evaluator = model::full_evaluator(*model, *context);
    REQUIRE(evaluator->freeze(0.25, x));
    Numbers values(evaluator->pattern().nonzeros());
    REQUIRE(evaluator->jacobian(x, values));
    return values;
  }
  Numbers recorded() const {
    Numbers values(model->description().variable_count());
    REQUIRE(model->record(*context, 0.25, x, values));
    return values;
  }

  std::shared_ptr<const execute::CompiledModel> model;
  std::unique_ptr<model::Context> context;
  Numbers x;
};

std::size_t differences(const Numbers& a, const Numbers& b) {
  REQUIRE(a.size() == b.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    count += std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i]) ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("back ends and grouping agree bit by bit") {
  for (const auto& zoo : kernel_zoo()) {
    INFO(zoo.name);
    const TextModel text(zoo.text);
    const Started reference(text.make(emit::BackEnd::interpreter));
    for (const auto& [back_end, grouping] :
         {std::pair{emit::BackEnd::interpreter, false}, {emit::BackEnd::llvm, true}, {emit::BackEnd::llvm, false}}) {
      const Started other(text.make(back_end, grouping));
      CHECK(differences(reference.x, other.x) == 0);
      CHECK(differences(reference.derivatives(reference.x), other.derivatives(other.x)) == 0);
      CHECK(differences(reference.jacobian(), other.jacobian()) == 0);
      CHECK(differences(reference.recorded(), other.recorded()) == 0);
    }
  }
}

TEST_CASE("the exact Jacobian agrees with central differences") {
  for (const auto& zoo : kernel_zoo()) {
    INFO(zoo.name);
    const TextModel text(zoo.text);
    const Started run(text.make(emit::BackEnd::llvm));
    const auto evaluator = model::full_evaluator(*run.model, *run.context);
    const algebra::SparsePattern& pattern = evaluator->pattern();
    const Numbers values = run.jacobian();
    double worst = 0;
    for (std::size_t column = 0; column < pattern.columns; ++column) {
      const double h = 1e-5 * (1 + std::fabs(run.x[column]));
      Numbers above = run.x;
      Numbers below = run.x;
      above[column] += h;
      below[column] -= h;
      REQUIRE(evaluator->freeze(0.25, run.x));
      Numbers up(run.x.size());
      Numbers down(run.x.size());
      REQUIRE(evaluator->evaluate(above, up));
      REQUIRE(evaluator->evaluate(below, down));
      Numbers exact(run.x.size(), 0.0);
      for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k)
        exact[pattern.row_indices[k]] = values[k];
      for (std::size_t row = 0; row < exact.size(); ++row)
        worst = std::max(worst, std::fabs((up[row] - down[row]) / (above[column] - below[column]) - exact[row]));
    }
    CHECK(worst < 1e-6);
  }
}

TEST_CASE("a restricted evaluator gives what the full one gives, and does not repeat what is frozen") {
  for (const auto& zoo : kernel_zoo()) {
    INFO(zoo.name);
    const TextModel text(zoo.text);
    const Started run(text.make(emit::BackEnd::llvm));
    const std::size_t n = run.x.size();
    const Numbers full = run.derivatives(run.x);
    const std::size_t all_operations = model::full_evaluator(*run.model, *run.context)->operations();
    std::mt19937 random(7);
    for (int round = 0; round < 3; ++round) {
      model::StateSet wanted;
      model::StateSet varying;
      for (std::size_t state = 0; state < n; ++state) {
        if (random() % 2 == 0) wanted.emplace_back(state);
        if (random() % 3 == 0) varying.emplace_back(state);
      }
      const auto evaluator = sunder::model::evaluator(*run.model, *run.context, wanted, varying);
      // What does not vary is taken when freezing and never read again.
      Numbers poisoned = run.x;
      for (const model::StateIndex state : model::complement(varying, n)) poisoned[state.index()] = NAN;
      Numbers dx(n, -99.0);
      REQUIRE(evaluator->freeze(0.25, run.x));
      REQUIRE(evaluator->evaluate(poisoned, dx));
      for (std::size_t state = 0; state < n; ++state) {
        const bool is_wanted = std::binary_search(wanted.begin(), wanted.end(), model::StateIndex(state));
        CHECK(dx[state] == (is_wanted ? full[state] : -99.0));
      }
      CHECK(evaluator->operations() <= all_operations);
      const auto nothing_varies = sunder::model::evaluator(*run.model, *run.context, wanted, {});
      CHECK(nothing_varies->operations() == 0);
      CHECK((wanted.empty() || nothing_varies->frozen_operations() + 2 >= evaluator->operations()));
    }
  }
}

TEST_CASE("the Jacobian of a restricted evaluator is a part of the full one") {
  for (const auto& zoo : kernel_zoo()) {
    INFO(zoo.name);
    const TextModel text(zoo.text);
    const Started run(text.make(emit::BackEnd::llvm));
    const auto full = model::full_evaluator(*run.model, *run.context);
    const Numbers all = run.jacobian();
    model::StateSet wanted;
    model::StateSet varying;
    for (std::size_t state = 0; state < run.x.size(); ++state) {
      if (state % 3 != 1) wanted.emplace_back(state);
      if (state % 2 == 0) varying.emplace_back(state);
    }
    const auto part = model::evaluator(*run.model, *run.context, wanted, varying);
    REQUIRE(part->freeze(0.25, run.x));
    Numbers values(part->pattern().nonzeros());
    REQUIRE(part->jacobian(run.x, values));
    std::size_t compared = 0;
    for (std::size_t column = 0; column < varying.size(); ++column) {
      for (auto k = part->pattern().column_starts[column]; k < part->pattern().column_starts[column + 1]; ++k) {
        const auto row = static_cast<std::int32_t>(wanted[part->pattern().row_indices[k]].value);
        const std::size_t state = varying[column].index();
        const auto begin = full->pattern().row_indices.begin() + full->pattern().column_starts[state];
        const auto end = full->pattern().row_indices.begin() + full->pattern().column_starts[state + 1];
        const auto found = std::lower_bound(begin, end, row);
        REQUIRE((found != end && *found == row));
        CHECK(values[k] == doctest::Approx(all[found - full->pattern().row_indices.begin()]).epsilon(1e-12));
        ++compared;
      }
    }
    CHECK((compared > 0 || run.x.size() < 5));
  }
}
