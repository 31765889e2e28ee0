// Low-rank factors against dense Gramians for random oscillating and conducting systems.
#include "reduce/low_rank.hpp"

#include <doctest/doctest.h>

#include <random>

#include "reduce/responses.hpp"
#include "zoo/sparse_systems.hpp"

using namespace sunder;
using namespace sunder::reduce;

TEST_CASE("masses with random drag and dampers: low-rank and dense singular values and reductions agree") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> exponent(-2.0, 0.0);
  std::uniform_int_distribution<int> size(5, 40);
  for (int trial = 0; trial < 25; ++trial) {
    const int k = size(random);
    const double drag = std::pow(10, exponent(random));
    const double damper = std::pow(10, exponent(random));
    CAPTURE(k);
    CAPTURE(drag);
    CAPTURE(damper);
    const SparseLinearSystem system = zoo::mass_chain(k, drag, damper);
    const LinearSystem full = dense(system);
    const ReductionOptions options{.order = 4};
    const auto large = make_reducible_large(system, options);
    const auto exact = make_reducible(full, options);
    REQUIRE(large.ok());
    REQUIRE(exact.ok());
    CHECK(large.diagnostics().all().empty());
    const Eigen::Index shown = std::min<Eigen::Index>(4, large->hankel.size());
    for (Eigen::Index i = 0; i < shown; ++i)
      CHECK(large->hankel[i] == doctest::Approx(exact->hankel[i]).epsilon(1e-5).scale(exact->hankel[0]));
    const auto few = reduce::reduce(*large, options);
    REQUIRE(few.ok());
    const double error = largest_gain(sum(full, negated(few->system)));
    CHECK(error <= few->bound * (1 + 1e-4) + 1e-7 * exact->hankel[0]);
    CHECK(error > 0);
  }
}

TEST_CASE("answers of sparse and dense systems agree") {
  const SparseLinearSystem system = zoo::mass_chain(15, 0.1, 0.2);
  const LinearSystem full = dense(system);
  const Transfer sparse = transfer_of(system);
  const Transfer other = transfer_of(full);
  for (const double w : {0.01, 0.3, 1.0, 2.5, 40.0}) {
    const auto first = sparse({0, w});
    const auto second = other({0, w});
    REQUIRE(first);
    REQUIRE(second);
    CHECK((*first - *second).norm() <= 1e-11 * (1 + second->norm()));
    CHECK((*first - transfer(full, {0, w})).norm() <= 1e-11 * (1 + second->norm()));
  }
  // second order: twice the points, a quarter of the error
  const StepResponse exact = step_response(full, 20, 100);
  double before = 0;
  for (const std::size_t points : {400U, 800U}) {
    const auto integrated = step_response(system, 20, points);
    REQUIRE(integrated);
    double worst = 0;
    for (std::size_t i = 0; i <= 100; ++i)
      worst = std::max(worst, std::abs(integrated->values[i * points / 100](0, 0) - exact.values[i](0, 0)));
    CHECK(worst > 0);
    if (before > 0) CHECK(before / worst == doctest::Approx(4).epsilon(0.1));
    before = worst;
  }
  CHECK(before < 1e-3);
}

TEST_CASE("a step response ends at the static gain") {
  const LinearSystem full = dense(zoo::rod(12));
  const StepResponse response = step_response(full, settling_time({&full}), 200);
  CHECK(response.values.front()(0, 0) == 0);
  CHECK(response.values.back()(0, 0) == doctest::Approx(static_gain(full)(0, 0)).epsilon(0.01));
}
