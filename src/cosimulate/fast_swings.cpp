#include "cosimulate/fast_swings.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "algebra/arnoldi.hpp"
#include "algebra/matrices.hpp"
#include "algebra/sparse_entries.hpp"
#include "algebra/sparse_lu.hpp"
#include "graph/components.hpp"

namespace sunder::cosimulate {

namespace {

using algebra::Complex;
using algebra::SparseMatrix;
using algebra::VectorXcd;
using Eigen::Index;
using Eigen::VectorXd;

/// Calls back for every entry: row, column, value.
template <typename Visit>
void for_each_entry(const SparseMatrix& matrix, Visit visit) {
  for (std::size_t c = 0; c < matrix.rows(); ++c) {
    const auto end = static_cast<std::size_t>(matrix.pattern.column_starts[c + 1]);
    for (auto k = static_cast<std::size_t>(matrix.pattern.column_starts[c]); k < end; ++k)
      visit(static_cast<std::size_t>(matrix.pattern.row_indices[k]), c, matrix.values[k]);
  }
}

/// What one component tells another does not matter to eigenvalues: only what is left when that is taken away, with
/// every place of the diagonal.
SparseMatrix without_one_way_entries(const SparseMatrix& matrix) {
  graph::Rows columns;
  for (std::size_t c = 0; c < matrix.rows(); ++c) {
    const auto begin = static_cast<std::size_t>(matrix.pattern.column_starts[c]);
    const auto end = static_cast<std::size_t>(matrix.pattern.column_starts[c + 1]);
    for (std::size_t k = begin; k < end; ++k)
      columns.entries.push_back(static_cast<std::uint32_t>(matrix.pattern.row_indices[k]));
    columns.end_row();
  }
  const graph::Components components = graph::strong_components(columns);
  std::vector<algebra::SparseEntry> entries;
  std::vector<bool> has_diagonal(matrix.rows(), false);
  for_each_entry(matrix, [&](std::size_t r, std::size_t c, double value) {
    if (components.of_node[r] != components.of_node[c]) return;
    entries.push_back({r, c, value});
    if (r == c) has_diagonal[r] = true;
  });
  for (std::size_t i = 0; i < matrix.rows(); ++i)
    if (!has_diagonal[i]) entries.push_back({i, i, 0});
  return algebra::sparse_matrix(matrix.rows(), std::move(entries));
}

constexpr double points_per_octave = 2;
constexpr Index subspace = 32;
constexpr double settled = 1e-3;  // of an eigenvalue of the inverse
constexpr double nearby = 1;      // of those whose imaginary part is from 0.62 to 1.62 of that of the point

/// No eigenvalue whose real part is above `-decayed` has a larger imaginary part: each lies in a disc around an entry
/// of the diagonal, by rows and by columns.
double highest(const SparseMatrix& matrix, double decayed) {
  const std::size_t n = matrix.rows();
  std::vector<double> diagonal(n), by_row(n), by_column(n);
  for_each_entry(matrix, [&](std::size_t r, std::size_t c, double value) {
    if (r == c) {
      diagonal[c] = value;
    } else {
      by_row[r] += std::abs(value);
      by_column[c] += std::abs(value);
    }
  });
  const auto reach = [&](const std::vector<double>& radius) {
    double most = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double away = std::max(0.0, -decayed - diagonal[i]);
      if (radius[i] > away) most = std::max(most, std::sqrt((radius[i] - away) * (radius[i] + away)));
    }
    return most;
  };
  return std::min(reach(by_row), reach(by_column));
}

/// The highest of the eigenvalues near i * point that do not decay; 0: none. What is iterated is real: of
/// (A - i point)^-1 the real part, whose eigenvalues are z = x / (x^2 + point^2) for the eigenvalues x of A. Of the
/// two x that have the same z, x and point^2 / x, both are as far from the imaginary axis in proportion. Those that do
/// not swing have a z of half as much as those looked for at most.
double highest_near(const SparseMatrix& matrix, double point, double decayed) {
  std::vector<Complex> values(matrix.values.begin(), matrix.values.end());
  for (std::size_t c = 0; c < matrix.rows(); ++c) {
    const auto end = static_cast<std::size_t>(matrix.pattern.column_starts[c + 1]);
    for (auto k = static_cast<std::size_t>(matrix.pattern.column_starts[c]); k < end; ++k)
      if (static_cast<std::size_t>(matrix.pattern.row_indices[k]) == c) values[k] -= Complex(0, point);
  }
  algebra::SparseLu factors(matrix.pattern);
  if (!factors.factor(values)) return point;  // an eigenvalue right there
  VectorXcd solved;
  const auto inverse = [&](const VectorXd& x) -> VectorXd {
    solved = x.cast<Complex>();
    factors.solve(std::span(solved.data(), static_cast<std::size_t>(solved.size())));
    return solved.real();
  };
  const auto found = algebra::ritz_values(inverse, static_cast<Index>(matrix.rows()), subspace);
  if (!found) return 0;
  double most = 0;
  for (std::size_t i = 0; i < found->values.size(); ++i) {
    const Complex z = found->values[i];
    if (std::abs(z) * point < nearby || found->residuals[i] > settled * std::abs(z)) continue;
    const Complex root = std::sqrt(1.0 - 4.0 * z * z * point * point);
    const Complex x = (1.0 + root) / (2.0 * z), y = (1.0 - root) / (2.0 * z);
    const Complex far = std::abs(x.imag()) > std::abs(y.imag()) ? x : y, near = far == x ? y : x;
    if (std::max(far.real(), near.real()) > -decayed) most = std::max(most, std::abs(far.imag()));
  }
  return most;
}

}  // namespace

double fastest_swing(const SparseMatrix& given, double from, double decayed) {
  const SparseMatrix matrix = without_one_way_entries(given);
  const double until = highest(matrix, decayed), ratio = std::exp2(1 / points_per_octave);
  double found = from;
  for (double point = until; point > found / ratio && point > 0; point /= ratio)
    found = std::max(found, std::min(until, highest_near(matrix, point, decayed)));
  return found;
}

// The rational function takes swings that its steps do not resolve for decayed, and does so in twice as many steps,
// too: that both agree proves nothing of them, unless they do decay.
std::size_t steps_for_swings(const SparseMatrix& matrix) {
  constexpr double resolved = 4;  // radians in a step
  constexpr double decayed = 21;  // its exponential is beyond nine digits
  return static_cast<std::size_t>(std::ceil(std::min(fastest_swing(matrix, resolved, decayed) / resolved, 1e9)));
}

}  // namespace sunder::cosimulate
