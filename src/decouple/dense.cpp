#include "decouple/dense.hpp"

#include <cmath>

namespace sunder::decouple {

Eigen::MatrixXd dense_matrix(const algebra::SparseMatrix& matrix) {
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(matrix.pattern.rows),
                                                 static_cast<Eigen::Index>(matrix.pattern.columns));
  for (std::size_t column = 0; column < matrix.pattern.columns; ++column) {
    for (auto k = matrix.pattern.column_starts[column]; k < matrix.pattern.column_starts[column + 1]; ++k) {
      result(matrix.pattern.row_indices[k], static_cast<Eigen::Index>(column)) = matrix.values[k];
    }
  }
  return result;
}

graph::Rows influences(const algebra::SparseMatrix& jacobian) {
  graph::Rows result;
  for (std::size_t column = 0; column < jacobian.pattern.columns; ++column) {
    for (auto k = jacobian.pattern.column_starts[column]; k < jacobian.pattern.column_starts[column + 1]; ++k) {
      if (jacobian.values[k] != 0)
        result.entries.push_back(static_cast<std::uint32_t>(jacobian.pattern.row_indices[k]));
    }
    result.end_row();
  }
  return result;
}

void balance(Eigen::MatrixXd& matrix) {
  constexpr int most_sweeps = 50;
  bool changed = true;
  for (int sweep = 0; sweep < most_sweeps && changed; ++sweep) {
    changed = false;
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
      const double column = matrix.col(i).cwiseAbs().sum() - std::abs(matrix(i, i));
      const double row = matrix.row(i).cwiseAbs().sum() - std::abs(matrix(i, i));
      if (!(column > 0) || !(row > 0) || !std::isfinite(column) || !std::isfinite(row)) continue;
      const int exponent = static_cast<int>(std::lround(std::log2(row / column) / 2));
      if (exponent == 0) continue;
      changed = true;
      matrix.col(i) *= std::ldexp(1.0, exponent);
      matrix.row(i) *= std::ldexp(1.0, -exponent);
    }
  }
}

}  // namespace sunder::decouple
