// Order reduction of large models: a plate of k x k cells that conducts heat, heated at one side, measured inside.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "reduce/low_rank.hpp"
#include "reduce/sparse_lu.hpp"

using namespace sunder;
using namespace sunder::reduce;

namespace {

SparseModel plate(int k) {
  SparseModel s;
  const int n = k * k;
  const double scale = static_cast<double>(k) * k;
  s.a.pattern.rows = s.a.pattern.columns = static_cast<std::size_t>(n);
  for (int j = 0; j < n; ++j) {
    const int row = j / k;
    const int column = j % k;
    const auto put = [&](int i, double value) {
      s.a.pattern.row_indices.push_back(i);
      s.a.values.push_back(value);
    };
    if (row > 0) put(j - k, scale);
    if (column > 0) put(j - 1, scale);
    put(j, -4 * scale);
    if (column + 1 < k) put(j + 1, scale);
    if (row + 1 < k) put(j + k, scale);
    s.a.pattern.column_starts.push_back(static_cast<std::int32_t>(s.a.values.size()));
  }
  s.b = MatrixXd::Zero(n, 1);
  for (int i = 0; i < k; ++i) s.b(i, 0) = k;
  s.c = MatrixXd::Zero(2, n);
  s.c(0, n / 2 + k / 2) = 1;
  s.c(1, n / 4 + k / 3) = 1;
  s.d = MatrixXd::Zero(2, 1);
  return s;
}

}  // namespace

int main() {
  std::printf("%8s %8s %8s %12s %12s %14s %10s\n", "states", "order", "steps", "residual", "bound", "static error",
              "seconds");
  for (const int k : {10, 32, 100}) {
    const SparseModel system = plate(k);
    const auto begin = std::chrono::steady_clock::now();
    const auto reduction = reduce_large(system, {.gamma = 1e-4});
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!reduction.ok()) {
      for (const Diagnostic& d : reduction.diagnostics().all()) std::printf("%s\n", d.message.c_str());
      return EXIT_FAILURE;
    }
    const auto factor = low_rank_gramian(system.a, system.b, false, {});
    SparseLu inverse(system.a);
    if (!inverse.factor(0)) return EXIT_FAILURE;
    const MatrixXd exact = system.d - system.c * inverse.solve(system.b, false);
    std::printf("%8d %8td %8zu %12.3g %12.3g %14.3g %10.3g\n", k * k, reduction->system.order(), factor->steps,
                factor->residual, reduction->bound, (static_gain(reduction->system) - exact).norm() / exact.norm(),
                seconds);
    if (seconds > 60) return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
