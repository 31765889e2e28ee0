#include "reduce/polyhedron.hpp"

#include <algorithm>
#include <cmath>

namespace sunder::reduce {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// Basic variables as sums over the others: one row each, the constant in the last column; the goal in the last row,
/// to be made small. All variables are at least zero.
class Dictionary {
 public:
  Dictionary(Index basic, Index others) : table_(MatrixXd::Zero(basic + 1, others + 1)) {
    for (Index i = 0; i < others; ++i) other_.push_back(i);
    for (Index i = 0; i < basic; ++i) basic_.push_back(others + i);
  }

  double& at(Index row, Index column) { return table_(row, column); }
  double& constant(Index row) { return table_(row, table_.cols() - 1); }
  double& goal(Index column) { return table_(table_.rows() - 1, column); }

  /// Variable `column` becomes basic in the place of `row`.
  void exchange(Index row, Index column) {
    const double pivot = table_(row, column);
    table_.row(row) /= -pivot;
    table_(row, column) = 1 / pivot;
    for (Index i = 0; i < table_.rows(); ++i) {
      if (i == row) continue;
      const double factor = table_(i, column);
      if (factor == 0) continue;
      table_(i, column) = 0;
      table_.row(i) += factor * table_.row(row);
    }
    std::swap(basic_[static_cast<std::size_t>(row)], other_[static_cast<std::size_t>(column)]);
  }

  void minimise() {
    for (;;) {
      const Index column = entering();
      if (column < 0) return;
      const Index row = leaving(column);
      if (row < 0) return;  // not for goals that are bounded from below
      exchange(row, column);
    }
  }

  [[nodiscard]] double value(Index variable) const {
    const auto found = std::find(basic_.begin(), basic_.end(), variable);
    return found == basic_.end() ? 0.0 : table_(found - basic_.begin(), table_.cols() - 1);
  }

 private:
  static constexpr double negligible = 1e-11;

  [[nodiscard]] Index entering() const {
    Index best = -1;
    for (Index j = 0; j + 1 < table_.cols(); ++j) {
      if (table_(table_.rows() - 1, j) >= -negligible) continue;
      if (best < 0 || other_[static_cast<std::size_t>(j)] < other_[static_cast<std::size_t>(best)]) best = j;
    }
    return best;
  }

  [[nodiscard]] Index leaving(Index column) const {
    Index best = -1;
    double least = 0;
    for (Index i = 0; i + 1 < table_.rows(); ++i) {
      const double factor = table_(i, column);
      if (factor >= -negligible) continue;
      const double length = std::max(table_(i, table_.cols() - 1), 0.0) / -factor;
      const bool tie =
          best >= 0 && length == least && basic_[static_cast<std::size_t>(i)] < basic_[static_cast<std::size_t>(best)];
      if (best < 0 || length < least || tie) {
        best = i;
        least = length;
      }
    }
    return best;
  }

  MatrixXd table_;
  std::vector<Index> basic_, other_;
};

}  // namespace

Inside innermost(const Polyhedron& polyhedron, Index dimension, double cap) {
  // min s with row v - |row| s <= limit and s >= -cap; v = v+ - v-, s = s' - cap
  const auto count = static_cast<Index>(polyhedron.rows.size());
  Inside out{cap, Eigen::VectorXd::Zero(dimension)};
  Dictionary dictionary(count, 2 * dimension + 1);
  const Index s = 2 * dimension;
  Index worst = -1;
  for (Index i = 0; i < count; ++i) {
    const Eigen::VectorXd& row = polyhedron.rows[static_cast<std::size_t>(i)];
    const double limit = polyhedron.limits[static_cast<std::size_t>(i)];
    const double norm = row.norm();
    if (norm == 0) {  // holds everywhere or nowhere
      if (limit < 0) return {-std::numeric_limits<double>::infinity(), out.centre};
      dictionary.constant(i) = 1;
      continue;
    }
    for (Index j = 0; j < dimension; ++j) {
      dictionary.at(i, j) = -row[j] / norm;
      dictionary.at(i, dimension + j) = row[j] / norm;
    }
    dictionary.at(i, s) = 1;
    dictionary.constant(i) = limit / norm - cap;
    if (dictionary.constant(i) < 0 && (worst < 0 || dictionary.constant(i) < dictionary.constant(worst))) worst = i;
  }
  dictionary.goal(s) = 1;
  if (worst >= 0) dictionary.exchange(worst, s);  // now all constants are at least zero
  dictionary.minimise();
  out.radius = cap - dictionary.value(s);
  for (Index j = 0; j < dimension; ++j) out.centre[j] = dictionary.value(j) - dictionary.value(dimension + j);
  return out;
}

bool has_interior(const Polyhedron& polyhedron, Index dimension) {
  double scale = 1;
  for (std::size_t i = 0; i < polyhedron.rows.size(); ++i) {
    const double norm = polyhedron.rows[i].norm();
    if (norm > 0) scale = std::max(scale, std::abs(polyhedron.limits[i]) / norm);
  }
  return innermost(polyhedron, dimension).radius > 1e-9 * scale;
}

}  // namespace sunder::reduce
