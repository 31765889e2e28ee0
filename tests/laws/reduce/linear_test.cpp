// What must hold for random stable systems: the bound, the static gain, what the Gramians are integrals of.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>
#include <random>

#include "algebra/exponential.hpp"
#include "algebra/spectrum.hpp"
#include "algebra/sylvester.hpp"
#include "reduce/balance.hpp"
#include "zoo/random_system.hpp"

using namespace sunder;
using namespace sunder::reduce;

namespace {

LinearSystem random_system(unsigned seed, bool discrete) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> size(1, 9);
  std::uniform_int_distribution<int> ports(1, 3);
  const int n = size(random);
  const int inputs = ports(random);
  const int outputs = ports(random);
  LinearSystem s = zoo::random_system(random, n, inputs, outputs);
  if (discrete) s.sample_time = 0.1;
  std::uniform_real_distribution<double> margin(0.05, 1.0);
  zoo::make_stable(s, (discrete ? 0.5 : 1) * margin(random));
  return s;
}

}  // namespace

TEST_CASE("the error of 1000 random systems stays below the bound, with both rules") {
  std::size_t reduced = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    const LinearSystem system = random_system(seed, seed % 4 == 3);
    for (const Rule rule : {Rule::truncation, Rule::singular_perturbation}) {
      ReductionOptions options{.rule = rule};
      options.order = static_cast<std::size_t>(system.order()) / 2;
      const auto reduction = reduce::reduce(system, options);
      CAPTURE(seed);
      REQUIRE(reduction.ok());
      const double error = largest_gain(sum(system, negated(reduction->system)));
      const double scale = largest_gain(system);
      CHECK(error <= reduction->bound * (1 + 1e-6) + 1e-9 * scale);
      CHECK(error >= 0);
      reduced += reduction->bound > 0;
      if (rule == Rule::singular_perturbation) {
        const MatrixXd difference = static_gain(system) - static_gain(reduction->system);
        CHECK(difference.norm() <= 1e-8 * (1 + static_gain(system).norm()));
      }
    }
  }
  CHECK(reduced > 1900);
}

TEST_CASE("one order less than all is never better than the next singular value") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const LinearSystem system = random_system(seed, false);
    if (system.order() < 2) continue;
    ReductionOptions options{.rule = Rule::truncation};
    options.order = static_cast<std::size_t>(system.order()) - 1;
    const auto reduction = reduce::reduce(system, options);
    REQUIRE(reduction.ok());
    const double sigma = reduction->hankel[reduction->system.order()];
    CAPTURE(seed);
    CHECK(largest_gain(sum(system, negated(reduction->system))) >= sigma * (1 - 1e-5) - 1e-9);
  }
}

TEST_CASE("Gramians are the integrals they stand for") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const LinearSystem system = random_system(seed, false);
    const auto both = gramians(system);
    REQUIRE(both);
    // Simpson's rule on e^(At) B B' e^(A't), with a step that resolves the fastest and a horizon past the slowest mode
    const Eigen::VectorXcd poles = algebra::eigenvalues(system.a).value();
    const double horizon = 18 / -poles.real().maxCoeff();
    const double step = 0.01 / (poles.cwiseAbs().maxCoeff() + 1);
    const auto steps = static_cast<long>(horizon / step / 2) * 2 + 2;
    if (steps > 400000) continue;
    const MatrixXd e = algebra::exponential(system.a * step);
    MatrixXd right = system.b;
    MatrixXd left = system.c;
    MatrixXd wc = MatrixXd::Zero(system.order(), system.order());
    MatrixXd wo = wc;
    for (long k = 0; k <= steps; ++k) {
      const double weight = (k == 0 || k == steps ? 1 : k % 2 == 1 ? 4 : 2) * step / 3;
      wc += weight * right * right.transpose();
      wo += weight * left.transpose() * left;
      right = e * right;
      left = left * e;
    }
    CAPTURE(seed);
    CHECK((wc - both->controllability).norm() <= 1e-6 * wc.norm());
    CHECK((wo - both->observability).norm() <= 1e-6 * wo.norm());
  }
}

TEST_CASE("Gramians of discrete systems are the sums they stand for") {
  for (unsigned seed = 0; seed < 50; ++seed) {
    const LinearSystem system = random_system(seed, true);
    const auto both = gramians(system);
    REQUIRE(both);
    MatrixXd right = system.b;
    MatrixXd wc = MatrixXd::Zero(system.order(), system.order());
    for (int k = 0; k < 4000; ++k) {
      wc += right * right.transpose();
      right = system.a * right;
    }
    CHECK((wc - both->controllability).norm() <= 1e-9 * wc.norm());
  }
}

TEST_CASE("Sylvester equations") {
  rc::check([] {
    const auto seed = *rc::gen::arbitrary<unsigned>();
    const LinearSystem first = random_system(seed, false);
    const LinearSystem second = random_system(seed + 1, false);
    const MatrixXd c = MatrixXd::Random(first.order(), second.order());
    const auto x = algebra::solve_sylvester(first.a, second.a, c);
    RC_ASSERT(x.has_value());
    RC_ASSERT((first.a * *x + *x * second.a - c).norm() <= 1e-9 * (1 + x->norm() * (first.a.norm() + second.a.norm())));
  });
}
