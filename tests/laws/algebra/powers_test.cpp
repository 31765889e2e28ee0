// The growth of powers against the powers themselves, formed one by one.
#include "algebra/powers.hpp"

#include <doctest/doctest.h>

#include <random>

#include "algebra/spectrum.hpp"

using namespace sunder;
using algebra::MatrixXd;
using algebra::VectorXd;

namespace {

/// Of any size and shape, scaled to a given spectral radius.
MatrixXd random_matrix(std::mt19937& random, double radius) {
  std::uniform_int_distribution<int> size(1, 12);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  const int n = size(random);
  const double density = uniform(random), one_way = uniform(random);
  MatrixXd matrix(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      matrix(i, j) = uniform(random) < density || i == j ? normal(random) : 0;
      if (j < i) matrix(i, j) *= 30 * one_way;
      if (j > i) matrix(i, j) *= one_way > 0.5 ? 0 : 1 - one_way;
    }
  const double largest = algebra::eigenvalues(matrix)->cwiseAbs().maxCoeff();
  return largest > 1e-6 ? MatrixXd(matrix * (radius / largest)) : matrix;
}

}  // namespace

TEST_CASE("no power exceeds the bound, and what is not bounded is reached") {
  std::mt19937 random(20261117);
  std::uniform_real_distribution<double> radius(0.3, 0.995);
  std::uniform_real_distribution<double> exponent(-3, 3);
  int exact = 0, grown = 0;
  for (int i = 0; i < 2000; ++i) {
    const MatrixXd matrix = random_matrix(random, radius(random));
    VectorXd ranges(matrix.rows());
    for (double& range : ranges) range = std::pow(10, std::max(0.0, exponent(random)));
    const double enough = i % 2 == 0 ? 1 : 100;
    const auto found = algebra::power_growth(matrix, ranges, enough, i % 3 == 0 ? 1e4 : 2e9);
    MatrixXd power = MatrixXd::Identity(matrix.rows(), matrix.cols());
    double largest = 1;
    for (int k = 0; k < 5000; ++k) {
      power = matrix * power;
      const VectorXd sums = power.cwiseAbs().rowwise().sum();
      const double norm = sums.maxCoeff();
      largest = std::max(largest, sums.cwiseQuotient(ranges).maxCoeff());
      if (norm < 1e-9) break;
    }
    CAPTURE(i);
    if (found.bounded) {
      CHECK(found.factor >= largest * (1 - 1e-9));
      // a product of norms stands for the growth only where it is good enough
      if (found.factor > enough) CHECK(found.factor == doctest::Approx(largest).epsilon(1e-6));
    } else {
      CHECK(found.factor <= largest * (1 + 1e-6));
    }
    exact += found.factor == doctest::Approx(largest).epsilon(1e-6) ? 1 : 0;
    grown += largest > 100 ? 1 : 0;
  }
  MESSAGE("exact ", exact, " of 2000; ", grown, " grow more than 100-fold");
  CHECK(exact > 1000);
  CHECK(grown > 200);
}
