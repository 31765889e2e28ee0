// Probes against their definition: gains of all simple cycles of W(h) = R(hJ), evaluated at many steps.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>
#include <functional>

#include "decouple/analysis.hpp"
#include "zoo/heat_exchanger.hpp"

using namespace sunder;

namespace {

using Dense = std::vector<std::vector<double>>;

Dense random_matrix(int most, double decades) {
  const auto n = static_cast<std::size_t>(*rc::gen::inRange(1, most + 1));
  Dense matrix(n, std::vector<double>(n, 0.0));
  for (auto& row : matrix) {
    for (double& entry : row) {
      if (*rc::gen::inRange(0, 100) < 40) continue;
      const double magnitude = std::pow(10.0, *rc::gen::inRange(-100, 100) / 100.0 * decades);
      entry = *rc::gen::inRange(0, 3) == 0 ? magnitude : -magnitude;
    }
  }
  return matrix;
}

algebra::SparseMatrix sparse(const Dense& matrix) {
  std::vector<zoo::Triplet> entries;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    for (std::size_t j = 0; j < matrix.size(); ++j) {
      if (matrix[i][j] != 0) entries.push_back({i, j, matrix[i][j]});
    }
  }
  return zoo::from_triplets(matrix.size(), entries);
}

std::vector<std::string> names_for(const Dense& matrix) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < matrix.size(); ++i) names.push_back("x" + std::to_string(i));
  return names;
}

Dense product(const Dense& a, const Dense& b) {
  Dense c(a.size(), std::vector<double>(a.size(), 0.0));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < a.size(); ++k) {
      for (std::size_t j = 0; j < a.size(); ++j) c[i][j] += a[i][k] * b[k][j];
    }
  }
  return c;
}

/// W(h) by Horner's rule: I + hJ (I + hJ/2 (I + ...)).
Dense step_matrix(const Dense& j, int stages, double h) {
  const std::size_t n = j.size();
  Dense w(n, std::vector<double>(n, 0.0));
  for (std::size_t i = 0; i < n; ++i) w[i][i] = 1;
  for (int k = stages; k >= 1; --k) {
    w = product(j, w);
    for (auto& row : w) {
      for (double& entry : row) entry *= h / k;
    }
    for (std::size_t i = 0; i < n; ++i) w[i][i] += 1;
  }
  return w;
}

/// The largest gain of a cycle of two states or more through `state`, by walking every simple path.
double largest_gain(const Dense& w, std::size_t state) {
  double best = 0;
  std::vector<char> used(w.size(), 0);
  const std::function<void(std::size_t, double, int)> walk = [&](std::size_t at, double gain, int length) {
    for (std::size_t next = 0; next < w.size(); ++next) {
      const double there = gain * std::abs(w[next][at]);
      if (next == state && length >= 1 && at != state) best = std::max(best, there);
      if (next == state || used[next] != 0 || next == at) continue;
      used[next] = 1;
      walk(next, there, length + 1);
      used[next] = 0;
    }
  };
  walk(state, 1, 0);
  return best;
}

double probed_alpha() { return *rc::gen::inRange(5, 101) / 100.0; }

}  // namespace

TEST_CASE("the probe euler by polynomials equals the search made for it") {
  CHECK(rc::check([] {
    const Dense matrix = random_matrix(6, 4);
    const algebra::SparseMatrix jacobian = sparse(matrix);
    const auto convention = *rc::gen::element(decouple::SelfLoop::gain, decouple::SelfLoop::magnitude);
    const double alpha = probed_alpha();
    const decouple::TimeScales scales = decouple::find_time_scales(decouple::dependency_graph(jacobian), {});
    const auto general = decouple::find_probe_scales(decouple::Probe::euler, jacobian, names_for(matrix));
    RC_ASSERT(general.ok());
    const std::vector<decouple::Bounds> bounds = general->bounds(convention, alpha);
    for (std::size_t i = 0; i < matrix.size(); ++i) {
      const decouple::Bounds special = scales.bounds(model::StateIndex(i), convention, alpha);
      RC_ASSERT(bounds[i].log_lower == bounds[i].log_upper);
      RC_ASSERT(
          (special.log_upper == bounds[i].log_upper || std::abs(special.log_upper - bounds[i].log_upper) < 1e-10));
      RC_ASSERT((special.cycle == -1) == (bounds[i].cycle == -1) ||
                std::abs(special.log_upper - bounds[i].log_upper) < 1e-10);
    }
  }));
}

TEST_CASE("below the bound no cycle amplifies, and just above it the cycle that sets it does") {
  CHECK(rc::check([] {
    const Dense matrix = random_matrix(4, 1);
    const auto probe = *rc::gen::element(decouple::Probe::heun, decouple::Probe::rk4);
    const int stages = probe == decouple::Probe::heun ? 2 : 4;
    const double alpha = probed_alpha();
    const auto scales = decouple::find_probe_scales(probe, sparse(matrix), names_for(matrix));
    RC_ASSERT(scales.ok());
    const std::vector<decouple::Bounds> bounds = scales->bounds(decouple::SelfLoop::magnitude, alpha);
    for (std::size_t i = 0; i < matrix.size(); ++i) {
      const double bound = std::exp(bounds[i].log_upper);
      const auto gain = [&](double h) {
        const Dense w = step_matrix(matrix, stages, h);
        return std::max(largest_gain(w, i), std::abs(w[i][i] - 1));
      };
      if (std::isinf(bound)) {
        RC_ASSERT(gain(1.0) < 1e-12);
        continue;
      }
      for (int k = 1; k <= 200; ++k) RC_ASSERT(gain(bound * k / 200) <= alpha * (1 + 1e-7));
      RC_ASSERT(gain(bound * (1 + 1e-5)) > alpha * (1 - 1e-9));
    }
  }));
}

TEST_CASE("a loop that falls from one is bounded where it leaves what is allowed") {
  CHECK(rc::check([] {
    const Dense matrix = random_matrix(3, 1);
    const auto probe = *rc::gen::element(decouple::Probe::heun, decouple::Probe::rk4);
    const int stages = probe == decouple::Probe::heun ? 2 : 4;
    const double alpha = probed_alpha();
    const auto scales = decouple::find_probe_scales(probe, sparse(matrix), names_for(matrix));
    const std::vector<decouple::Bounds> bounds = scales->bounds(decouple::SelfLoop::gain, alpha);
    for (std::size_t i = 0; i < matrix.size(); ++i) {
      if (bounds[i].cycle != -1) continue;
      const double bound = std::exp(bounds[i].log_upper);
      const auto loop = [&](double h) { return step_matrix(matrix, stages, h)[i][i]; };
      if (loop(bound * 1e-4) > 1) {
        RC_ASSERT(std::abs(std::abs(loop(bound) - 1) - alpha) < 1e-6);
        continue;
      }
      double smallest = 1;
      for (int k = 1; k <= 400; ++k) {
        smallest = std::min(smallest, std::abs(loop(bound * k / 400)));
        RC_ASSERT(std::abs(loop(bound * k / 400)) <= 1 + 1e-9);
      }
      const double at = std::abs(loop(bound));
      // at the level itself, or, where it is never reached, at the smallest value
      RC_ASSERT((std::abs(at - alpha) < 1e-6 || (at > alpha && at <= smallest + 1e-9)));
      RC_TAG(at > alpha + 1e-6 ? "smallest" : "level");
    }
  }));
}
