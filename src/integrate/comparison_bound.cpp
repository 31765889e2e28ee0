#include "integrate/comparison_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algebra/sparse_blocks.hpp"
#include "integrate/linear_solver.hpp"

namespace sunder::integrate {

namespace {

bool positive(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return value > 0 && std::isfinite(value); });
}

/// Calls `visit(row, column, value)` for every entry.
template <class Visit>
void for_each_entry(const algebra::SparseMatrix& matrix, const Visit& visit) {
  for (std::size_t column = 0; column < matrix.pattern.columns; ++column) {
    for (auto k = matrix.pattern.column_starts[column]; k < matrix.pattern.column_starts[column + 1]; ++k) {
      visit(static_cast<std::size_t>(matrix.pattern.row_indices[k]), column, matrix.values[k]);
    }
  }
}

class Comparison {
 public:
  Comparison(const algebra::SparseMatrix& matrix, std::vector<char> fast, double step)
      : matrix_(matrix), fast_(std::move(fast)), step_(step) {
    for (std::uint32_t i = 0; i < fast_.size(); ++i) {
      if (fast_[i] != 0) fast_states_.push_back(i);
    }
    right_.resize(fast_states_.size());
    diagonal_.assign(fast_.size(), 0.0);
    for_each_entry(matrix_, [&](std::size_t row, std::size_t column, double value) {
      if (row == column) diagonal_[row] = value;
      if (row != column && value < 0) has_negative_ = true;
      if (row == column && fast_[row] == 0 && 1 + step_ * value < 0) has_negative_ = true;
      if (row == column && fast_[row] != 0 && 1 - step_ * value < 0) has_negative_ = true;
    });
  }

  /// Factors C and shows that it is an M-matrix: some positive vector has a positive image.
  bool prepare() {
    if (fast_states_.empty()) return true;
    algebra::SparseMatrix block = algebra::BlockExtractor(matrix_).block(fast_states_);
    for (std::size_t column = 0; column < block.pattern.columns; ++column) {
      for (auto k = block.pattern.column_starts[column]; k < block.pattern.column_starts[column + 1]; ++k) {
        double& value = block.values[k];
        const bool diagonal = static_cast<std::size_t>(block.pattern.row_indices[k]) == column;
        // 1 - h a' = |1 - h a| on the diagonal
        value = diagonal ? (1 - std::abs(1 - step_ * value)) / step_ : std::abs(value);
      }
    }
    solver_ = std::make_unique<ShiftedSolver>(block.pattern);
    if (!solver_->factor(block.values, step_)) return false;
    std::fill(right_.begin(), right_.end(), 1.0);
    solver_->solve(right_);
    return positive(right_);
  }

  /// C^-1 |I + h P A| w
  void apply(std::span<const double> w, std::span<double> result) {
    std::copy(w.begin(), w.end(), result.begin());
    for (std::size_t i = 0; i < w.size(); ++i) {
      if (fast_[i] == 0) result[i] *= std::abs(1 + step_ * diagonal_[i]);
    }
    for_each_entry(matrix_, [&](std::size_t row, std::size_t column, double value) {
      if (fast_[row] == 0 && row != column) result[row] += step_ * std::abs(value) * w[column];
    });
    if (fast_states_.empty()) return;
    // the fast ones see the new values of the slow ones
    for_each_entry(matrix_, [&](std::size_t row, std::size_t column, double value) {
      if (fast_[row] != 0 && fast_[column] == 0) result[row] += step_ * std::abs(value) * result[column];
    });
    for (std::size_t i = 0; i < fast_states_.size(); ++i) right_[i] = result[fast_states_[i]];
    solver_->solve(right_);
    for (std::size_t i = 0; i < fast_states_.size(); ++i) result[fast_states_[i]] = right_[i];
  }

  /// Near the slowest mode of A'; empty when A' is not stable enough to have one.
  [[nodiscard]] std::vector<double> weights() const {
    algebra::SparseMatrix magnitudes = matrix_;
    double largest = 0;
    for (std::size_t column = 0; column < magnitudes.pattern.columns; ++column) {
      for (auto k = magnitudes.pattern.column_starts[column]; k < magnitudes.pattern.column_starts[column + 1]; ++k) {
        double& value = magnitudes.values[k];
        largest = std::max(largest, std::abs(value));
        if (static_cast<std::size_t>(magnitudes.pattern.row_indices[k]) != column) value = std::abs(value);
      }
    }
    std::vector<double> w(matrix_.pattern.columns, 1.0);
    if (largest == 0) return w;
    ShiftedSolver solver(magnitudes.pattern);
    if (!solver.factor(magnitudes.values, 1e9 / largest)) return {};
    solver.solve(w);
    return positive(w) ? w : std::vector<double>{};
  }

  [[nodiscard]] bool nonnegative() const { return !has_negative_; }

 private:
  const algebra::SparseMatrix& matrix_;
  std::vector<char> fast_;
  double step_;
  std::vector<std::uint32_t> fast_states_;
  std::vector<double> diagonal_;
  std::unique_ptr<ShiftedSolver> solver_;
  std::vector<double> right_;
  bool has_negative_ = false;  // then |M| is not M, and the bound may lie above
};

struct Ratios {
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0;
};

Ratios ratios(std::span<const double> image, std::span<const double> w) {
  Ratios result;
  for (std::size_t i = 0; i < w.size(); ++i) {
    result.smallest = std::min(result.smallest, image[i] / w[i]);
    result.largest = std::max(result.largest, image[i] / w[i]);
  }
  return result;
}

/// Nothing for other methods than Euler's, or when C is no M-matrix.
std::optional<Comparison> compare(const LinearStep& method, const algebra::SparseMatrix& matrix,
                                  const std::vector<char>& fast, double step) {
  const bool euler = method.pair ? method.pair == MixedPair::euler && method.update == ExplicitUpdate::simultaneous
                                 : method.tableau == &explicit_euler();
  if (!euler) return std::nullopt;
  std::vector<char> implicit = fast;
  if (!method.pair) std::fill(implicit.begin(), implicit.end(), char{0});
  if (method.all_fast && method.pair) std::fill(implicit.begin(), implicit.end(), char{1});
  std::optional<Comparison> comparison(std::in_place, matrix, std::move(implicit), step);
  if (!comparison->prepare()) comparison.reset();
  return comparison;
}

constexpr int most_iterations = 30;

/// False when some entry is lost to rounding.
bool next_weights(std::span<const double> image, std::vector<double>& w) {
  const double size = *std::max_element(image.begin(), image.end());
  for (std::size_t k = 0; k < w.size(); ++k) w[k] = image[k] / size;
  return positive(w);
}

}  // namespace

std::optional<RadiusBound> comparison_bound(const LinearStep& method, const algebra::SparseMatrix& matrix,
                                            const std::vector<char>& fast, double step) {
  std::optional<Comparison> comparison = compare(method, matrix, fast, step);
  if (!comparison) return std::nullopt;
  std::vector<double> w = comparison->weights();
  if (w.empty()) w.assign(fast.size(), 1.0);
  std::vector<double> image(w.size());
  RadiusBound bound;
  bound.upper = std::numeric_limits<double>::infinity();
  double lower = 0;
  for (int i = 0; i < most_iterations; ++i) {
    comparison->apply(w, image);
    if (!positive(image)) break;
    const Ratios now = ratios(image, w);
    bound.upper = std::min(bound.upper, now.largest);
    lower = std::max(lower, now.smallest);
    if (bound.upper - lower <= 1e-6 * bound.upper || !next_weights(image, w)) break;
  }
  if (!std::isfinite(bound.upper)) return std::nullopt;
  bound.sharp = comparison->nonnegative() && bound.upper - lower <= 1e-6 * bound.upper;
  return bound;
}

std::optional<double> comparison_growth(const LinearStep& method, const algebra::SparseMatrix& matrix,
                                        const std::vector<char>& fast, double step, std::span<const double> scales) {
  constexpr double one = 1 + 1e-12;  // but for rounding
  std::optional<Comparison> comparison = compare(method, matrix, fast, step);
  if (!comparison) return std::nullopt;
  std::vector<double> image(scales.size());
  comparison->apply(scales, image);
  if (ratios(image, scales).largest <= one) return 1;
  std::vector<double> w = comparison->weights();
  for (int i = 0; i < most_iterations && !w.empty(); ++i) {
    comparison->apply(w, image);
    if (ratios(image, w).largest <= one) {
      const Ratios spread = ratios(w, scales);
      return spread.largest / spread.smallest;
    }
    if (!positive(image) || !next_weights(image, w)) break;
  }
  return std::nullopt;
}

}  // namespace sunder::integrate
