#include "algebra/powers.hpp"

#include <doctest/doctest.h>

using namespace sunder;
using algebra::MatrixXd;
using algebra::VectorXd;

namespace {

constexpr double enough = 100;

algebra::PowerGrowth growth(const MatrixXd& matrix, double work = 2e9) {
  return algebra::power_growth(matrix, VectorXd::Ones(matrix.rows()), enough, work);
}

/// Transport along a row of cells: each keeps 1 - c and takes c from the one before.
MatrixXd transport(Eigen::Index cells, double c) {
  MatrixXd matrix = MatrixXd::Zero(cells, cells);
  for (Eigen::Index i = 0; i < cells; ++i) {
    matrix(i, i) = 1 - c;
    if (i > 0) matrix(i, i - 1) = c;
  }
  return matrix;
}

double by_force(const MatrixXd& matrix, int steps) {
  MatrixXd power = MatrixXd::Identity(matrix.rows(), matrix.cols());
  double largest = 1;
  for (int k = 0; k < steps; ++k) {
    power = matrix * power;
    largest = std::max(largest, power.cwiseAbs().rowwise().sum().maxCoeff());
  }
  return largest;
}

}  // namespace

TEST_CASE("a Jordan block grows before it decays") {
  const MatrixXd block{{0.9, 1}, {0, 0.9}};  // the row sum of its powers is 0.9^k + k 0.9^(k-1): largest at k = 8 and 9
  const auto found = growth(block);
  CHECK(found.bounded);
  CHECK(found.factor >= by_force(block, 200) * (1 - 1e-12));
  // looked at closely it is the growth itself
  const auto exact = algebra::power_growth(block, VectorXd::Ones(2), 1);
  CHECK(exact.bounded);
  CHECK(exact.factor == doctest::Approx(by_force(block, 200)).epsilon(1e-12));
  // ranges are the units of what is reached
  CHECK(algebra::power_growth(block, VectorXd{{100, 1}}, 1).factor == 1);
}

TEST_CASE("normal matrices do not grow") {
  const double c = 0.8 * std::cos(1.0), s = 0.8 * std::sin(1.0);
  const MatrixXd rotation{{c, -s}, {s, c}};
  CHECK(growth(rotation).factor <= std::sqrt(2.0));
  CHECK(growth(MatrixXd{{0.5, 0}, {0, -0.99}}).factor == 1);
}

TEST_CASE("transport beyond the limit of Courant grows although every eigenvalue is small") {
  CHECK(growth(transport(40, 1.0)).factor == 1);
  const MatrixXd matrix = transport(40, 1.1);  // all eigenvalues are -0.1
  const double truth = by_force(matrix, 400);
  REQUIRE(truth > 1e3);
  const auto exact = growth(matrix);
  CHECK(exact.bounded);
  CHECK(exact.factor == doctest::Approx(truth).epsilon(1e-9));
  const auto followed = growth(matrix, 1e6);  // not enough to form all powers
  CHECK_FALSE(followed.bounded);
  CHECK(followed.factor > enough);
  CHECK(followed.factor <= truth * (1 + 1e-9));
  CHECK(followed.factor >= truth / 3);
}

TEST_CASE("what neither grows nor decays is bounded where its powers settle") {
  const auto integrator = growth(MatrixXd{{1, 0.1}, {0, 0.9}});  // powers tend to [1 1; 0 0]
  CHECK(integrator.bounded);
  CHECK(integrator.factor >= 2 - 1e-9);
  CHECK(integrator.factor <= enough);
  // two in a row grow for ever, as the model does: in units of its own range they do not
  const MatrixXd chain{{1, 0.1}, {0, 1}};
  CHECK(growth(chain).factor > enough);
  const VectorXd ranges = algebra::own_ranges(MatrixXd{{0, 1}, {0, 0}}, VectorXd::Ones(2));
  CHECK(ranges[0] > 1e6);
  CHECK(ranges[1] == 1);
  CHECK(algebra::power_growth(chain, ranges, enough).factor <= 2);
}

TEST_CASE("the ranges of a model are those of its own motion") {
  // x' = -x + 1e6 y, y' = -y: a disturbance of y by one moves x by up to 1e6 / e
  const VectorXd ranges = algebra::own_ranges(MatrixXd{{-1, 1e6}, {0, -1}}, VectorXd::Ones(2));
  CHECK(ranges[0] <= 1e6 / std::exp(1.0) + 1);
  CHECK(ranges[0] > 0.5 * 1e6 / std::exp(1.0));
  CHECK(ranges[1] == 1);
}

TEST_CASE("balancing removes units") {
  const MatrixXd matrix{{1, 1e8}, {1e-8, 1}};
  CHECK(algebra::balanced(matrix).cwiseAbs().maxCoeff() < 4);
}
