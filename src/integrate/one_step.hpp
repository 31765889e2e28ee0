// One step of a fixed-step method for x' = A x, as an operator on vectors.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "algebra/matrices.hpp"
#include "integrate/linear_solver.hpp"
#include "integrate/scheme.hpp"

namespace sunder::integrate {

struct LinearStep : Scheme {
  ExplicitUpdate update = ExplicitUpdate::simultaneous;
};
/// Nothing for methods without a scheme.
std::optional<LinearStep> linear_step(std::string_view method, ExplicitUpdate update);

/// The factor by which a step multiplies a single state x' = a x, with z = h a.
double scalar_factor(const LinearStep& method, bool fast, double z);

class OneStep {
 public:
  /// `fast[i]` tells whether state i is implicit.
  OneStep(const LinearStep& method, const algebra::SparseMatrix& matrix, std::vector<char> fast, double step);

  [[nodiscard]] bool solvable() const { return solvable_; }
  [[nodiscard]] std::size_t size() const { return fast_.size(); }
  void apply(std::span<const double> x, std::span<double> y);
  /// Arithmetic of one of them.
  [[nodiscard]] double operations() const;

 private:
  void multiply(std::span<const double> x, std::span<double> product) const;
  void apply_explicit(std::span<const double> x, std::span<double> y);
  void advance_slow(std::span<const double> x, std::span<double> y);
  void advance_fast(std::span<const double> x, std::span<double> y);

  LinearStep method_;
  const algebra::SparseMatrix& matrix_;
  std::vector<char> fast_;
  double step_;
  double c_ = 0;  // h gamma of the implicit part
  std::vector<std::uint32_t> fast_states_;
  std::unique_ptr<ShiftedSolver> solver_;
  bool solvable_ = true;
  algebra::SparseMatrix rows_;  // the transpose: rows of A as columns, for the update in place
  std::vector<double> slope_, stage_, product_, right_;
};

/// The matrix of the operator, column by column.
algebra::MatrixXd matrix_of(OneStep& step);

}  // namespace sunder::integrate
