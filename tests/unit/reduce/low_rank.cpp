#include "reduce/low_rank.hpp"

#include <doctest/doctest.h>

using namespace sunder;
using namespace sunder::reduce;

namespace {

/// Heat in a rod of n cells, heated at one end, measured in the middle.
SparseModel rod(int n) {
  SparseModel s;
  s.a.pattern.rows = s.a.pattern.columns = static_cast<std::size_t>(n);
  const double scale = static_cast<double>(n) * n;
  for (int j = 0; j < n; ++j) {
    for (const int i : {j - 1, j, j + 1}) {
      if (i < 0 || i >= n) continue;
      s.a.pattern.row_indices.push_back(i);
      s.a.values.push_back(i == j ? -2 * scale : scale);
    }
    s.a.pattern.column_starts.push_back(static_cast<std::int32_t>(s.a.values.size()));
  }
  s.b = MatrixXd::Zero(n, 1);
  s.b(0, 0) = n;
  s.c = MatrixXd::Zero(1, n);
  s.c(0, n / 2) = 1;
  s.d = MatrixXd::Zero(1, 1);
  return s;
}

}  // namespace

TEST_CASE("low-rank factors agree with the dense Gramians") {
  const SparseModel system = rod(60);
  const auto both = gramians(dense(system));
  REQUIRE(both);
  const auto zc = low_rank_gramian(system.a, system.b, false, {});
  REQUIRE(zc);
  CHECK(zc->converged);
  CHECK((zc->z * zc->z.transpose() - both->controllability).norm() < 1e-8 * both->controllability.norm());
  const auto zo = low_rank_gramian(system.a, system.c.transpose(), true, {});
  REQUIRE(zo);
  CHECK((zo->z * zo->z.transpose() - both->observability).norm() < 1e-8 * both->observability.norm());
}

TEST_CASE("the residual is what it says") {
  const SparseModel system = rod(40);
  const LinearModel full = dense(system);
  const auto zc = low_rank_gramian(system.a, system.b, false, {.most_steps = 7});
  REQUIRE(zc);
  CHECK_FALSE(zc->converged);
  const MatrixXd w = zc->z * zc->z.transpose();
  const MatrixXd left = full.a * w + w * full.a.transpose() + full.b * full.b.transpose();
  // the residual before the seventh step is kept; after it there is one step less to go
  CHECK(left.norm() / (full.b * full.b.transpose()).norm() <= zc->residual * (1 + 1e-6));
}

TEST_CASE("large and dense reduction agree, and keep the static gain") {
  const SparseModel system = rod(80);
  for (const Rule rule : {Rule::truncation, Rule::singular_perturbation}) {
    const ReductionOptions options{.rule = rule, .order = 4};
    const auto large = reduce_large(system, options);
    const auto small = reduce::reduce(dense(system), options);
    REQUIRE(large.ok());
    REQUIRE(small.ok());
    CHECK(large->approximate);
    CHECK((large->hankel.head(6) - small->hankel.head(6)).norm() < 1e-6 * small->hankel[0]);
    for (const double w : {0.0, 1.0, 10.0, 300.0}) {
      const auto difference = transfer(large->system, {0, w}) - transfer(small->system, {0, w});
      CHECK(difference.norm() < 1e-5);
    }
    if (rule == Rule::singular_perturbation)
      CHECK(static_gain(large->system)(0, 0) == doctest::Approx(static_gain(dense(system))(0, 0)).epsilon(1e-9));
    CHECK(largest_gain(sum(dense(system), negated(large->system))) <= large->bound * (1 + 1e-5));
  }
}

TEST_CASE("singular and unstable large systems are refused") {
  SparseModel system = rod(30);
  for (double& v : system.a.values) v = v < 0 ? 0 : v;
  system.a.values[0] = 1;
  const auto unstable = reduce_large(system, {.order = 2});
  CHECK_FALSE(unstable.ok());
  SparseModel zero = rod(30);
  for (double& v : zero.a.values) v = 0;
  const auto singular = reduce_large(zero, {.order = 2});
  REQUIRE_FALSE(singular.ok());
  CHECK(singular.diagnostics().all().front().code == Code::E1106);
}
