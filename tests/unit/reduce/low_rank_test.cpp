#include "reduce/low_rank.hpp"

#include <doctest/doctest.h>

#include "algebra/singular_values.hpp"
#include "base/codes.hpp"
#include "reduce/shifted_lu.hpp"
#include "zoo/sparse_systems.hpp"

using namespace sunder;
using namespace sunder::reduce;

namespace {

SpectrumEstimate spectrum_of(const algebra::SparseMatrix& a) {
  ShiftedLu inverse(a);
  REQUIRE(inverse.factor(0.0));
  return estimate_spectrum(a, inverse);
}

std::optional<LowRankFactor> factor_of(const SparseLinearSystem& system, bool observability,
                                       const LowRankOptions& options = {}) {
  const MatrixXd right = observability ? MatrixXd(system.c.transpose()) : system.b;
  return low_rank_gramian(system.a, right, observability, spectrum_of(system.a), options);
}

double spectral_norm(const MatrixXd& m) { return algebra::singular_values(m)->values[0]; }

}  // namespace

TEST_CASE("low-rank factors agree with the dense Gramians, with real and with complex shifts") {
  for (const SparseLinearSystem& system : {zoo::rod(60), zoo::mass_chain(30, 0.05, 0.1)}) {
    const auto both = gramians(dense(system));
    REQUIRE(both);
    const auto zc = factor_of(system, false);
    REQUIRE(zc);
    CHECK(zc->converged);
    CHECK((zc->z * zc->z.transpose() - both->controllability).norm() < 1e-7 * both->controllability.norm());
    const auto zo = factor_of(system, true);
    REQUIRE(zo);
    CHECK(zo->converged);
    CHECK((zo->z * zo->z.transpose() - both->observability).norm() < 1e-7 * both->observability.norm());
  }
}

TEST_CASE("the residual is what it says") {
  for (const SparseLinearSystem& system : {zoo::rod(40), zoo::mass_chain(20, 0.02, 0.02)}) {
    const LinearSystem full = dense(system);
    const auto zc = factor_of(system, false, {.most_steps = 7, .shifts = 4});
    REQUIRE(zc);
    CHECK_FALSE(zc->converged);
    const MatrixXd w = zc->z * zc->z.transpose();
    const MatrixXd left = full.a * w + w * full.a.transpose() + full.b * full.b.transpose();
    CHECK(spectral_norm(left) / spectral_norm(full.b * full.b.transpose()) ==
          doctest::Approx(zc->residual).epsilon(1e-6));
  }
}

TEST_CASE("large and dense reduction agree, and keep the static gain") {
  const SparseLinearSystem system = zoo::rod(80);
  for (const Rule rule : {Rule::truncation, Rule::singular_perturbation}) {
    const ReductionOptions options{.rule = rule, .order = 4};
    const auto large = reduce_large(system, options);
    const auto small = reduce::reduce(dense(system), options);
    REQUIRE(large.ok());
    REQUIRE(small.ok());
    CHECK(large->approximate);
    CHECK((large->hankel.head(6) - small->hankel.head(6)).norm() < 1e-6 * small->hankel[0]);
    for (const double w : {0.0, 1.0, 10.0, 300.0}) {
      const Eigen::MatrixXcd difference = transfer(large->system, {0, w}) - transfer(small->system, {0, w});
      CHECK(difference.norm() < 1e-5);
    }
    if (rule == Rule::singular_perturbation)
      CHECK(static_gain(large->system)(0, 0) == doctest::Approx(static_gain(dense(system))(0, 0)).epsilon(1e-9));
    CHECK(largest_gain(sum(dense(system), negated(large->system))) <= large->bound * (1 + 1e-5));
  }
}

TEST_CASE("singular and unstable large systems are refused, and the message says what to do") {
  SparseLinearSystem growing = zoo::rod(30);
  for (std::size_t j = 0; j < 30; ++j)
    for (auto e = static_cast<std::size_t>(growing.a.pattern.column_starts[j]);
         e < static_cast<std::size_t>(growing.a.pattern.column_starts[j + 1]); ++e)
      if (growing.a.pattern.row_indices[e] == static_cast<std::int32_t>(j)) growing.a.values[e] += 20;
  const auto unstable = reduce_large(growing, {.order = 2});
  REQUIRE_FALSE(unstable.ok());
  const Diagnostic& first = unstable.diagnostics().all().front();
  CHECK(first.code == Code::E1107);
  CHECK(first.message.find("an eigenvalue at 10.") != std::string::npos);  // 20 - 900 * 4 sin^2(pi/62)
  CHECK(first.help.find("--gramians dense") != std::string::npos);
  // the dense way does it
  const auto split = reduce::reduce(dense(growing), {.order = 3});
  REQUIRE(split.ok());
  CHECK(split->unstable == 1);
  SparseLinearSystem zero = zoo::rod(30);
  for (double& v : zero.a.values) v = 0;
  const auto singular = reduce_large(zero, {.order = 2});
  REQUIRE_FALSE(singular.ok());
  CHECK(singular.diagnostics().all().front().code == Code::E1106);
  CHECK_FALSE(singular.diagnostics().all().front().help.empty());
}

TEST_CASE("too few steps are told with the residual") {
  const auto reduction = reduce_large(zoo::rod(60), {.order = 2}, {.most_steps = 5});
  REQUIRE(reduction.ok());
  std::size_t warnings = 0;
  for (const Diagnostic& d : reduction.diagnostics().all()) warnings += d.code == Code::W1108 ? 1 : 0;
  CHECK(warnings == 2);
}

TEST_CASE("no input at all reduces to nothing") {
  SparseLinearSystem system = zoo::rod(20);
  system.b.setZero();
  const auto reduction = reduce_large(system, {});
  REQUIRE(reduction.ok());
  CHECK(reduction->system.order() == 0);
  CHECK(reduction->system.d(0, 0) == 0);
}

TEST_CASE("shifts lie to the left, pairs are listed once, and the widest gap is closed first") {
  const auto shifts = choose_shifts({{-1, 0}, {-1000, 0}, {-3, 4}, {-3, -4}, {2, 7}, {0, 5}}, 10);
  REQUIRE(shifts.size() >= 4);
  for (const auto& p : shifts) {
    CHECK(p.real() < 0);
    CHECK(p.imag() >= 0);
  }
  CHECK(choose_shifts({}, 10).empty());
  CHECK(choose_shifts({{0, 0}}, 10).empty());
}

TEST_CASE("sparse factors with complex shifts solve both equations") {
  const SparseLinearSystem system = zoo::mass_chain(12, 0.1, 0.3);
  const Eigen::MatrixXcd a = dense(system).a.cast<std::complex<double>>();
  const std::complex<double> shift(-0.3, 1.7);
  ShiftedLu lu(system.a);
  REQUIRE(lu.factor(shift));
  const Eigen::MatrixXcd right = Eigen::MatrixXcd::Random(24, 3);
  const Eigen::MatrixXcd shifted = a + shift * Eigen::MatrixXcd::Identity(24, 24);
  CHECK((shifted * lu.solve_complex(right, false) - right).norm() < 1e-12 * right.norm());
  CHECK((shifted.transpose() * lu.solve_complex(right, true) - right).norm() < 1e-12 * right.norm());
  REQUIRE(lu.factor(-2.0));  // and real ones again
  const MatrixXd real = MatrixXd::Random(24, 2);
  CHECK(((dense(system).a - 2 * MatrixXd::Identity(24, 24)) * lu.solve(real, false) - real).norm() < 1e-12);
}
