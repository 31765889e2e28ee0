// Order reduction of large models: heat in a plate of k x k cells, and masses between springs and dampers.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "algebra/singular_values.hpp"
#include "reduce/low_rank.hpp"
#include "reduce/responses.hpp"
#include "reduce/shifted_lu.hpp"
#include "zoo/sparse_systems.hpp"

using namespace sunder;
using namespace sunder::reduce;

namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The largest gain of the difference at frequencies around the poles of the reduced system.
double error_seen(const SparseLinearSystem& full, const LinearSystem& reduced) {
  const Transfer all = transfer_of(full);
  const Transfer few = transfer_of(reduced);
  double out = 0;
  for (const double w : frequencies_around({&reduced}, 60)) {
    const auto first = all({0, w});
    const auto second = few({0, w});
    if (first && second) out = std::max(out, algebra::largest_singular_value(*first - *second));
  }
  return out;
}

bool measure(const std::string& name, const SparseLinearSystem& system) {
  ShiftedLu inverse(system.a);
  if (!inverse.factor(0.0)) return false;
  const auto factor = low_rank_gramian(system.a, system.b, false, estimate_spectrum(system.a, inverse), {});
  const auto begin = std::chrono::steady_clock::now();
  const auto reduction = reduce_large(system, {.gamma = 1e-4});
  const double seconds = seconds_since(begin);
  for (const Diagnostic& d : reduction.diagnostics().all()) std::printf("%s\n", d.message.c_str());
  if (!factor || !reduction.ok()) return false;
  const MatrixXd exact = system.d - system.c * inverse.solve(system.b, false);
  std::printf("%-28s %7zu %6td %6zu %10.3g %10.3g %10.3g %10.3g %8.3g\n", name.c_str(), system.a.pattern.rows,
              reduction->system.order(), factor->steps, factor->residual, reduction->bound,
              error_seen(system, reduction->system), (static_gain(reduction->system) - exact).norm() / exact.norm(),
              seconds);
  return seconds < 60;
}

}  // namespace

int main() {
  std::printf("%-28s %7s %6s %6s %10s %10s %10s %10s %8s\n", "system", "states", "order", "steps", "residual", "bound",
              "error seen", "static", "seconds");
  bool fine = true;
  for (const int k : {10, 32, 100}) fine = measure("plate", zoo::plate(k)) && fine;
  for (const int k : {500, 1500, 5000}) fine = measure("masses, drag 0.1", zoo::mass_chain(k, 0.1, 0)) && fine;
  for (const int k : {500, 1500}) fine = measure("masses, drag 0.02, dampers", zoo::mass_chain(k, 0.02, 0.1)) && fine;
  return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
