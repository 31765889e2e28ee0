#include "decouple/modes.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "algebra/matrices.hpp"
#include "decouple/analysis.hpp"
#include "zoo/heat_exchanger.hpp"

using namespace sunder;

namespace {

algebra::SparseMatrix sparse(const Eigen::MatrixXd& matrix) {
  std::vector<zoo::Triplet> entries;
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
      if (matrix(i, j) != 0)
        entries.push_back({static_cast<std::size_t>(i), static_cast<std::size_t>(j), matrix(i, j)});
    }
  }
  return zoo::from_triplets(static_cast<std::size_t>(matrix.rows()), entries);
}

decouple::Linearisation linear(const Eigen::MatrixXd& matrix) {
  decouple::Linearisation result;
  result.jacobian = sparse(matrix);
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) result.states.push_back("x" + std::to_string(i + 1));
  return result;
}

decouple::Modes modes_of(const Eigen::MatrixXd& matrix) {
  const auto analysis = decouple::analyze(linear(matrix), {});
  REQUIRE(analysis.ok());
  REQUIRE(analysis->points.front().modes);
  return *analysis->points.front().modes;
}

}  // namespace

TEST_CASE("a damped oscillator beside a fast state that follows it") {
  Eigen::MatrixXd j(3, 3);
  const double w = 2 * std::numbers::pi;
  j << 0, 1, 0, -w * w, -2 * 0.1 * w, 0, 500, 0, -1000;
  const decouple::Modes modes = modes_of(j);
  REQUIRE(modes.modes.size() == 2);
  CHECK(modes.modes[0].eigenvalue.real() == doctest::Approx(-1000));
  CHECK(modes.modes[0].time_scale == doctest::Approx(1e-3));
  REQUIRE(modes.modes[0].states.size() == 1);
  CHECK(modes.modes[0].states[0].state == model::StateIndex(2));
  CHECK(modes.modes[0].states[0].share == doctest::Approx(1));
  const decouple::Mode& swing = modes.modes[1];
  CHECK(*swing.damping == doctest::Approx(0.1));
  CHECK(swing.frequency == doctest::Approx(std::sqrt(1 - 0.01)));
  CHECK(swing.time_constant == doctest::Approx(1 / (0.1 * w)));
  REQUIRE(swing.states.size() == 2);
  CHECK(swing.states[0].share == doctest::Approx(0.5));
  CHECK(modes.states[2].mode == 0);
  CHECK(modes.states[0].mode == 1);
  CHECK(modes.states[0].agreement == decouple::Agreement::agree);
  CHECK(modes.states[2].agreement == decouple::Agreement::agree);
  CHECK_FALSE(modes.growing);
}

TEST_CASE("integrators have modes of infinite time scale, and agree with having no cycle") {
  Eigen::MatrixXd j = Eigen::MatrixXd::Zero(3, 3);
  j(1, 0) = 1;
  j(2, 1) = 1;
  const decouple::Modes modes = modes_of(j);
  REQUIRE(modes.modes.size() == 3);
  for (const decouple::Mode& mode : modes.modes) {
    CHECK(std::isinf(mode.time_scale));
    CHECK_FALSE(mode.damping);
    CHECK(mode.states.size() == 1);
  }
  CHECK(modes.states[1].agreement == decouple::Agreement::agree);
}

TEST_CASE("two modes in one direction have no participants") {
  // (s + 1)^2: a double eigenvalue with one eigenvector
  Eigen::MatrixXd j(2, 2);
  j << 0, 1, -1, -2;
  const decouple::Modes modes = modes_of(j);
  for (const decouple::Mode& mode : modes.modes) {
    CHECK(std::abs(mode.eigenvalue + 1.0) < 1e-6);
    CHECK(mode.states.empty());
    CHECK_FALSE(mode.note.empty());
  }
  CHECK(modes.states[0].mode == -1);
  CHECK(modes.states[0].agreement == decouple::Agreement::unknown);
}

TEST_CASE("where cycles and modes differ it is said in which direction") {
  // strong couplings that cancel: cycles of gain 100 in a matrix whose eigenvalues are -1 and -2
  Eigen::MatrixXd cancelling(2, 2);
  cancelling << 98.5, -100, 99.9975, -101.5;
  const decouple::Modes modes = modes_of(cancelling);
  CHECK(modes.states[0].agreement == decouple::Agreement::cycle_shorter);
  // many weak influences add up: the mode of all is faster than any cycle
  const Eigen::MatrixXd crowd = -Eigen::MatrixXd::Ones(12, 12);
  const decouple::Modes sum = modes_of(crowd);
  CHECK(sum.modes.front().eigenvalue.real() == doctest::Approx(-12));
  CHECK(sum.states[0].cycle_time_scale == doctest::Approx(1));
}

TEST_CASE("growth is found, and large models have no modes") {
  Eigen::MatrixXd j(2, 2);
  j << 0, 1, 4, -0.1;
  const decouple::Modes modes = modes_of(j);
  REQUIRE(modes.growing);
  CHECK(modes.modes[*modes.growing].eigenvalue.real() > 1);
  const Eigen::MatrixXd many = -Eigen::MatrixXd::Identity(201, 201);
  CHECK_FALSE(decouple::analyze(linear(many), {})->points.front().modes);
}

TEST_CASE("eigenvalues are those of the whole matrix and shares do not depend on units") {
  CHECK(rc::check([] {
    const auto n = *rc::gen::inRange<Eigen::Index>(1, 9);
    Eigen::MatrixXd j = Eigen::MatrixXd::Zero(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index k = 0; k < n; ++k) {
        if (*rc::gen::inRange(0, 2) == 0) j(i, k) = *rc::gen::inRange(-1000, 1000) / 100.0;
      }
    }
    Eigen::MatrixXd scaled = j;
    for (Eigen::Index i = 0; i < n; ++i) {
      const double unit = std::pow(10.0, *rc::gen::inRange(-6, 7));
      scaled.row(i) *= unit;
      scaled.col(i) /= unit;
    }
    const std::vector<decouple::CycleBracket> cycles(static_cast<std::size_t>(n));
    const auto plain = decouple::find_modes(sparse(j), cycles);
    const auto other = decouple::find_modes(sparse(scaled), cycles);
    RC_ASSERT(plain && other);
    RC_ASSERT(plain->modes.size() == other->modes.size());
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < plain->modes.size(); ++i) {
      const std::complex<double> value = plain->modes[i].eigenvalue;
      sum += value.imag() > 0 ? 2 * value.real() : value.real();
      squares += value.imag() > 0 ? 2 * (value * value).real() : (value * value).real();
      for (const decouple::Participation& part : plain->modes[i].states) {
        RC_ASSERT(part.share >= 0.05);
        RC_ASSERT(part.share <= 1 + 1e-12);
      }
    }
    RC_ASSERT(std::abs(sum - j.trace()) <= 1e-9 * (1 + j.norm()));
    RC_ASSERT(std::abs(squares - (j * j).trace()) <= 1e-8 * (1 + j.squaredNorm()));
    // where eigenvalues (nearly) coincide, which vectors belong to which of them is a matter of rounding
    double gap = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < plain->modes.size(); ++i) {
      const std::complex<double> value = plain->modes[i].eigenvalue;
      if (value.imag() > 0) gap = std::min(gap, 2 * value.imag());
      for (std::size_t k = 0; k < i; ++k) gap = std::min(gap, std::abs(value - plain->modes[k].eigenvalue));
    }
    if (gap < 1e-4 * (1 + j.norm())) return;
    for (std::size_t i = 0; i < plain->states.size(); ++i) {
      if (plain->states[i].mode < 0 || other->states[i].mode < 0) continue;
      RC_ASSERT(std::abs(plain->states[i].share - other->states[i].share) < 1e-4);
    }
  }));
}
