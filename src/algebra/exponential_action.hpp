// The exponential of a large sparse matrix, times vectors: the exponential itself, which is full, is never formed.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "algebra/matrices.hpp"
#include "algebra/sparse.hpp"
#include "algebra/sparse_lu.hpp"

namespace sunder::algebra {

/// By a rational function that decays as the exponential does, in its partial fractions: a few sparse systems with
/// complex shifts, factored once. Not shared by threads.
class ExponentialAction {
 public:
  /// The matrix is cut into as many equal steps as it takes until twice as many give the same to nine digits, and at
  /// least into these: swings that steps do not resolve look decayed, in twice as many, too. Nothing: some thousand
  /// steps are not enough, or a shifted matrix is singular.
  static std::optional<ExponentialAction> make(const SparseMatrix& matrix, std::size_t least_steps = 1);

  [[nodiscard]] MatrixXd apply(const MatrixXd& vectors) const;
  [[nodiscard]] std::size_t size() const { return factors_.front()->size(); }
  [[nodiscard]] std::size_t steps() const { return steps_; }

 private:
  ExponentialAction() = default;
  static std::optional<ExponentialAction> with_steps(const SparseMatrix& matrix, std::size_t steps);

  std::size_t steps_ = 1;
  std::vector<std::unique_ptr<SparseLu>> factors_;  // of each shifted matrix
};

}  // namespace sunder::algebra
