#include "reduce/shifted_lu.hpp"

namespace sunder::reduce {

ShiftedLu::ShiftedLu(const algebra::SparseMatrix& a)
    : layout_(algebra::with_diagonal(a.pattern)), unshifted_(layout_.pattern.nonzeros()), lu_(layout_.pattern) {
  for (std::size_t k = 0; k < a.values.size(); ++k) unshifted_[layout_.places[k]] = a.values[k];
}

bool ShiftedLu::factor(double shift) {
  shifted_ = unshifted_;
  for (const std::size_t d : layout_.diagonal) shifted_[d] += shift;
  return lu_.factor(shifted_);
}

bool ShiftedLu::factor(std::complex<double> shift) {
  complex_.assign(unshifted_.begin(), unshifted_.end());
  for (const std::size_t d : layout_.diagonal) complex_[d] += shift;
  return lu_.factor(complex_);
}

Eigen::MatrixXd ShiftedLu::solve(Eigen::MatrixXd right, bool transposed) const {
  lu_.solve(std::span(right.data(), static_cast<std::size_t>(right.size())), transposed);
  return right;
}

Eigen::MatrixXcd ShiftedLu::solve_complex(Eigen::MatrixXcd right, bool transposed) const {
  lu_.solve(std::span(right.data(), static_cast<std::size_t>(right.size())), transposed);
  return right;
}

Eigen::MatrixXd multiply(const algebra::SparseMatrix& a, const Eigen::MatrixXd& x, bool transposed) {
  const std::size_t rows = transposed ? a.pattern.columns : a.pattern.rows;
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(rows), x.cols());
  for (Eigen::Index c = 0; c < x.cols(); ++c) {
    for (std::size_t j = 0; j < a.pattern.columns; ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      for (auto e = static_cast<std::size_t>(a.pattern.column_starts[j]);
           e < static_cast<std::size_t>(a.pattern.column_starts[j + 1]); ++e) {
        const Eigen::Index row = a.pattern.row_indices[e];
        if (transposed)
          out(column, c) += a.values[e] * x(row, c);
        else
          out(row, c) += a.values[e] * x(column, c);
      }
    }
  }
  return out;
}

}  // namespace sunder::reduce
