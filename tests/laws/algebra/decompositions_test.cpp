// Every decomposition gives back the matrix it was made of.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "algebra/exponential.hpp"
#include "algebra/linear_equations.hpp"
#include "algebra/orthogonal.hpp"
#include "algebra/singular_values.hpp"
#include "algebra/spectrum.hpp"
#include "algebra/sylvester.hpp"
#include "algebra/symmetric.hpp"

using namespace sunder::algebra;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

MatrixXd random_matrix(std::mt19937& random, Index rows, Index columns) {
  std::normal_distribution<double> normal;
  MatrixXd out(rows, columns);
  for (double& value : out.reshaped()) value = normal(random);
  return out;
}

MatrixXcd complex(const MatrixXd& matrix) { return matrix.cast<Complex>(); }

/// Calls with square matrices of 0 to 12 rows.
void with_squares(const std::function<void(std::mt19937&, const MatrixXd&)>& law) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    const auto n = static_cast<Index>(seed % 13);
    CAPTURE(seed);
    law(random, random_matrix(random, n, n));
  }
}

}  // namespace

TEST_CASE("eigenvalues and eigenvectors") {
  with_squares([](std::mt19937&, const MatrixXd& a) {
    const auto system = eigensystem(a);
    REQUIRE(system);
    CHECK((complex(a) * system->vectors - system->vectors * system->values.asDiagonal()).norm() <= 1e-11);
    for (Index i = 0; i < a.rows(); ++i) CHECK(system->vectors.col(i).norm() == doctest::Approx(1));
    const auto values = eigenvalues(a);
    REQUIRE(values);
    CHECK(std::abs(values->sum() - a.trace()) <= 1e-11);
    const auto schur = complex_schur(a);
    REQUIRE(schur);
    CHECK((schur->u * schur->t * schur->u.adjoint() - complex(a)).norm() <= 1e-11);
    CHECK(MatrixXcd(schur->t.triangularView<Eigen::StrictlyLower>()).norm() == 0);
  });
  CHECK_FALSE(eigenvalues(MatrixXd::Constant(3, 3, no_number)));
  CHECK_FALSE(eigensystem(MatrixXd::Constant(3, 3, no_number)));
}

TEST_CASE("symmetric matrices") {
  with_squares([](std::mt19937& random, const MatrixXd& factor) {
    const MatrixXd w = factor * factor.transpose();
    const auto [values, vectors] = symmetric_eigensystem(w);
    CHECK((vectors * values.asDiagonal() * vectors.transpose() - w).norm() <= 1e-11);
    for (Index i = 1; i < values.size(); ++i) CHECK(values[i - 1] <= values[i]);
    CHECK((symmetric_eigenvalues(w) - values).norm() <= 1e-11);
    if (w.rows() == 0) return;
    const MatrixXd right = random_matrix(random, w.rows(), 2);
    const MatrixXd x = solve_symmetric(w, right);
    CHECK((w * x - right).norm() <= 1e-11 * (1 + w.norm() * x.norm()));
  });
}

TEST_CASE("singular values") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    const MatrixXd a = random_matrix(random, seed % 7, seed % 11);
    CAPTURE(seed);
    const auto svd = singular_values(a);
    REQUIRE(svd);
    REQUIRE(svd->values.size() == std::min(a.rows(), a.cols()));
    CHECK((svd->u * svd->values.asDiagonal() * svd->v.transpose() - a).norm() <= 1e-12);
    CHECK((svd->u.transpose() * svd->u - MatrixXd::Identity(svd->u.cols(), svd->u.cols())).norm() <= 1e-12);
    CHECK((svd->v.transpose() * svd->v - MatrixXd::Identity(svd->v.cols(), svd->v.cols())).norm() <= 1e-12);
    for (Index i = 1; i < svd->values.size(); ++i) CHECK(svd->values[i - 1] >= svd->values[i]);
    // multiplied by a number of modulus 2 from the plane, it is twice as large
    const double largest = svd->values.size() == 0 ? 0 : svd->values[0];
    CHECK(std::abs(largest_singular_value(std::polar(2.0, 0.7) * complex(a)) - 2 * largest) <= 1e-12);
  }
  CHECK_FALSE(singular_values(MatrixXd::Constant(3, 2, no_number)));
  CHECK(std::isnan(largest_singular_value(MatrixXcd::Constant(3, 2, no_number))));
}

TEST_CASE("equations") {
  with_squares([](std::mt19937& random, const MatrixXd& a) {
    const Index n = a.rows();
    const MatrixXd right = random_matrix(random, n, 3);
    const CarefulFactors factors(a);
    const auto quickly = solve(a, right);
    REQUIRE(quickly);
    CHECK((a * *quickly - right).norm() <= 1e-10);
    REQUIRE(factors.invertible());
    CHECK((a * factors.solve(right) - right).norm() <= 1e-10);
    const MatrixXd none(n, 0);
    CHECK(factors.solve(none).cols() == 0);
    CHECK(solve(a, none)->cols() == 0);
    CHECK(solve(complex(a), complex(none)).cols() == 0);
    CHECK(solve_upper(complex(a), complex(none)).cols() == 0);
    CHECK((a * factors.inverse() - MatrixXd::Identity(n, n)).norm() <= 1e-10);
    if (n == 0) return;
    CHECK((a * inverse(a) - MatrixXd::Identity(n, n)).norm() <= 1e-10);
    const MatrixXcd shifted = complex(a) + Complex(0, 1) * MatrixXcd::Identity(n, n);
    CHECK((shifted * inverse(shifted) - MatrixXcd::Identity(n, n)).norm() <= 1e-10);
    CHECK((shifted * solve(shifted, complex(right)) - right).norm() <= 1e-10);
    const MatrixXcd x = solve_upper(shifted, complex(right));
    CHECK((MatrixXcd(shifted.triangularView<Eigen::Upper>()) * x - right).norm() <= 1e-11 * (1 + 10 * x.norm()));
  });
  const MatrixXd singular = MatrixXd::Ones(3, 3);
  CHECK_FALSE(CarefulFactors(singular).invertible());
  CHECK_FALSE(solve(MatrixXd(MatrixXd::Zero(2, 2)), MatrixXd(MatrixXd::Ones(2, 1))));
}

TEST_CASE("bases, and what is orthogonal to them") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    std::mt19937 random(seed);
    const Index n = 2 + seed % 8;
    const Index k = seed % static_cast<unsigned>(n);
    const MatrixXd columns = random_matrix(random, n, k);
    MatrixXd twice(n, 2 * k);
    twice << columns, columns;
    CAPTURE(seed);
    const MatrixXd basis = basis_of(twice);
    CHECK(basis.cols() == k);
    CHECK((basis.transpose() * basis - MatrixXd::Identity(k, k)).norm() <= 1e-12);
    CHECK((basis * (basis.transpose() * columns) - columns).norm() <= 1e-12);
    const MatrixXd rest = complement_of(columns);
    CHECK(rest.cols() == n - k);
    CHECK((rest.transpose() * columns).norm() <= 1e-12);
    CHECK((rest.transpose() * rest - MatrixXd::Identity(n - k, n - k)).norm() <= 1e-12);
    if (k == 0) continue;
    // the shortest: nothing in it that the matrix does not see
    const VectorXd right = random_matrix(random, n, 1);
    const VectorXd x = LeastSquares(twice).solve(right);
    CHECK((twice.transpose() * (twice * x - right)).norm() <= 1e-11 * twice.norm());
    CHECK((x.head(k) - x.tail(k)).norm() <= 1e-11);
  }
}

TEST_CASE("the exponential solves its differential equation") {
  with_squares([](std::mt19937&, const MatrixXd& a) {
    const MatrixXd half = exponential(a / 2);
    const MatrixXd whole = exponential(a);
    CHECK((half * half - whole).norm() <= 1e-11 * (1 + whole.norm()));
    const double h = 1e-4;
    const MatrixXd slope = (exponential(a * h) - exponential(-a * h)) / (2 * h);
    CHECK((slope - a).norm() <= 1e-6 * (1 + a.norm() * a.norm() * a.norm()));
  });
}

TEST_CASE("real Schur form with chosen eigenvalues first") {
  with_squares([](std::mt19937&, const MatrixXd& a) {
    const auto stable = [](Complex e) { return e.real() < 0; };
    const auto schur = real_schur(a, stable);
    REQUIRE(schur);
    CHECK((schur->u * schur->t * schur->u.transpose() - a).norm() <= 1e-11);
    for (Index i = 0; i < a.rows(); ++i) CHECK(stable(schur->eigenvalues[i]) == (i < schur->selected));
  });
}
