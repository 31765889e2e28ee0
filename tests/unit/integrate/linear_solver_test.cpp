#include <doctest/doctest.h>

#include <cmath>

#include "integrate/linear_solver.hpp"
#include "zoo/heat_exchanger.hpp"

using namespace sunder;

namespace {

/// (I - c J) d
std::vector<double> shifted_times(const algebra::SparseMatrix& j, double c, const std::vector<double>& d) {
  std::vector<double> result = d;
  for (std::size_t column = 0; column < d.size(); ++column) {
    for (auto k = j.pattern.column_starts[column]; k < j.pattern.column_starts[column + 1]; ++k) {
      result[j.pattern.row_indices[k]] -= c * j.values[k] * d[column];
    }
  }
  return result;
}

}  // namespace

TEST_CASE("dense and sparse paths solve the same systems") {
  const algebra::SparseMatrix j = zoo::heat_exchanger(zoo::exchanger_of(7));
  std::vector<double> wanted(21);
  for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = std::sin(1.0 + static_cast<double>(i));
  for (const std::size_t dense_below : {std::size_t{0}, std::size_t{100}}) {
    integrate::ShiftedSolver solver(j.pattern, dense_below);
    CHECK(solver.dense() == (dense_below == 100));
    for (const double c : {1e-3, 1.0, 1e3, -0.01}) {
      REQUIRE(solver.factor(j.values, c));
      std::vector<double> x = shifted_times(j, c, wanted);
      solver.solve(x);
      for (std::size_t i = 0; i < x.size(); ++i) CHECK(x[i] == doctest::Approx(wanted[i]).epsilon(1e-9));
    }
  }
}

TEST_CASE("a Jacobian without stored diagonal entries works") {
  const algebra::SparseMatrix j = zoo::from_triplets(3, {{1, 0, 2.0}, {0, 2, -1.0}});
  for (const std::size_t dense_below : {std::size_t{0}, std::size_t{100}}) {
    integrate::ShiftedSolver solver(j.pattern, dense_below);
    REQUIRE(solver.factor(j.values, 0.5));
    std::vector<double> x = shifted_times(j, 0.5, {1, 2, 3});
    solver.solve(x);
    CHECK(x == std::vector<double>{1, 2, 3});
  }
}

TEST_CASE("a singular matrix is found out and its column named") {
  // I - J with J = diag(0, 1, 0): the second state is undetermined
  const algebra::SparseMatrix j = zoo::from_triplets(3, {{0, 0, 0.0}, {1, 1, 1.0}, {2, 2, 0.0}});
  // rows 0 and 1 of I - J are multiples of each other up to rounding
  const algebra::SparseMatrix dependent =
      zoo::from_triplets(2, {{0, 0, 1 - 0.1}, {0, 1, -0.3}, {1, 0, -0.2}, {1, 1, 1 - 0.6}});
  for (const std::size_t dense_below : {std::size_t{0}, std::size_t{100}}) {
    integrate::ShiftedSolver solver(j.pattern, dense_below);
    CHECK_FALSE(solver.factor(j.values, 1.0));
    CHECK(solver.singular_column() == 1);
    CHECK(solver.factor(j.values, 0.5));  // and it recovers
    CHECK_FALSE(integrate::ShiftedSolver(dependent.pattern, dense_below).factor(dependent.values, 1.0));
  }
}

TEST_CASE("bad units are not mistaken for singularity") {
  const algebra::SparseMatrix j = zoo::from_triplets(2, {{0, 0, -1.0}, {0, 1, 1e15}, {1, 0, 1e-16}, {1, 1, -1.0}});
  for (const std::size_t dense_below : {std::size_t{0}, std::size_t{100}}) {
    integrate::ShiftedSolver solver(j.pattern, dense_below);
    REQUIRE(solver.factor(j.values, 1.0));
    std::vector<double> x = shifted_times(j, 1.0, {1e15, 2});
    solver.solve(x);
    CHECK(x[0] == doctest::Approx(1e15));
    CHECK(x[1] == doctest::Approx(2));
  }
}

TEST_CASE("the old pivot order is dropped when it no longer serves") {
  // with the first values the natural pivots are fine, with the second ones they vanish
  const algebra::SparsePattern pattern =
      zoo::from_triplets(2, {{0, 0, 1.0}, {0, 1, 1.0}, {1, 0, 1.0}, {1, 1, 1.0}}).pattern;
  integrate::ShiftedSolver solver(pattern, 0);
  REQUIRE(solver.factor(std::vector<double>{-9, 1, 1, -9}, 1.0));
  REQUIRE(solver.factor(std::vector<double>{1 - 1e-15, 1, 1, 1 - 1e-15}, 1.0));
  std::vector<double> x{-2, -1};
  solver.solve(x);
  CHECK(x[0] == doctest::Approx(1));
  CHECK(x[1] == doctest::Approx(2));
}
