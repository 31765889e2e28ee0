// With the unknowns of simultaneous equations beside the states, a Jacobian is the same one: A - B D^-1 C of what an
// evaluator opens is what it computes closed, of all derivatives and of some, before and after events.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "algebra/linear_equations.hpp"
#include "algebra/schur_complement.hpp"
#include "laws/random_hybrid/compiled.hpp"
#include "model/opened.hpp"

using namespace sunder;
using namespace sunder::random_hybrid;

namespace {

using Numbers = std::vector<double>;

Eigen::MatrixXd dense(const algebra::SparsePattern& pattern, const Numbers& values) {
  Eigen::MatrixXd matrix =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(pattern.rows), static_cast<Eigen::Index>(pattern.columns));
  for (std::size_t column = 0; column < pattern.columns; ++column)
    for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k)
      matrix(pattern.row_indices[k], static_cast<Eigen::Index>(column)) = values[k];
  return matrix;
}

/// By dense arithmetic, and by the sparse complement: its columns, its products and its entries.
void compare(const Eigen::MatrixXd& closed, const algebra::SparsePattern& pattern, const Numbers& values) {
  const Eigen::Index rows = closed.rows(), columns = closed.cols();
  const Eigen::MatrixXd all = dense(pattern, values);
  const Eigen::MatrixXd d = all.bottomRightCorner(all.rows() - rows, all.cols() - columns);
  const Eigen::MatrixXd solved = algebra::inverse(d) * all.bottomLeftCorner(all.rows() - rows, columns);
  const Eigen::MatrixXd expected =
      all.topLeftCorner(rows, columns) - all.topRightCorner(rows, all.cols() - columns) * solved;
  const double size = 1 + closed.cwiseAbs().maxCoeff();
  CHECK((expected - closed).cwiseAbs().maxCoeff() <= 1e-10 * size);
  algebra::SchurComplement complement(pattern, static_cast<std::size_t>(rows), static_cast<std::size_t>(columns));
  REQUIRE(complement.factor(values));
  Numbers column(static_cast<std::size_t>(rows)), product(column.size()), sum(column.size(), 0.0);
  Numbers v(static_cast<std::size_t>(columns));
  for (Eigen::Index c = 0; c < columns; ++c) {
    const auto number = static_cast<std::size_t>(c);
    v[number] = 0.3 + 0.1 * static_cast<double>(c);
    complement.column(number, column);
    for (std::size_t row = 0; row < column.size(); ++row) {
      sum[row] += column[row] * v[number];
      CHECK(std::fabs(column[row] - closed(static_cast<Eigen::Index>(row), c)) <= 1e-10 * size);
      CHECK(std::fabs(complement.entry(row, number) - column[row]) <= 1e-10 * size);
    }
  }
  complement.multiply(v, product);
  for (std::size_t row = 0; row < column.size(); ++row) CHECK(std::fabs(product[row] - sum[row]) <= 1e-9 * size);
}

/// Whether there was something to open.
bool look(model::Evaluator& evaluator, double time, const Numbers& x) {
  model::OpenedJacobian* opened = evaluator.opened();
  if (opened == nullptr) return false;
  REQUIRE(opened->pattern().rows == evaluator.wanted().derivatives.size() + opened->unknowns());
  REQUIRE(opened->pattern().columns == evaluator.varying().states.size() + opened->unknowns());
  Numbers values(opened->pattern().nonzeros()), entries(evaluator.pattern().nonzeros());
  REQUIRE(evaluator.freeze(time, x));
  REQUIRE(opened->values({x, {}}, values));
  REQUIRE(evaluator.jacobian(x, entries));
  const auto finite = [](double value) { return std::isfinite(value); };
  REQUIRE(std::ranges::all_of(values, finite));
  CHECK(opened->closed_pattern().row_indices == evaluator.pattern().row_indices);
  if (!entries.empty()) compare(dense(evaluator.pattern(), entries), opened->pattern(), values);
  return true;
}

bool look_at(std::uint64_t seed, emit::BackEnd back_end) {
  const Description description = generate(seed, Style::rich);
  CAPTURE(seed);
  INFO(description.text);
  const auto model = compiled(description, back_end);
  const auto context = model->create_context();
  Numbers x(model->state_count());
  REQUIRE(model::initialise(*model, *context, 0, x));
  std::mt19937_64 random(seed);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() % 10007) / 10007;
  };
  bool seen = false;
  double time = 0;
  for (int point = 0; point < 3; ++point) {
    seen = look(*model::full_evaluator(*model, *context), time, x) || seen;
    model::StateSet some;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (random() % 2 == 0) some.emplace_back(i);
    const auto restricted = model::evaluator(*model, *context, some, model::all_states(x.size()));
    seen = look(*restricted, time, x) || seen;
    time += between(0.01, 0.6);
    for (double& value : x) value = between(-2, 2);
    context->skip_to(time);
    context->accept(time, x);
    model::EventOutcome outcome;
    if (model->events() != nullptr)
      REQUIRE(model->events()->handle(*context, time, x, model::EventCause::found, outcome));
  }
  return seen;
}

}  // namespace

TEST_CASE("random hybrid models: opened Jacobians are the Jacobians") {
  std::size_t opened = 0;
  for (std::uint64_t seed = first_seed(); seed < first_seed() + how_many(300); ++seed)
    if (look_at(seed, emit::BackEnd::interpreter)) ++opened;
  CHECK(opened > how_many(300) / 3);
  for (std::uint64_t seed = first_seed(); seed < first_seed() + how_many(60); ++seed)
    look_at(seed, emit::BackEnd::llvm);
}
