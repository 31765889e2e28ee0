#include "algebra/powers.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "algebra/exponential.hpp"

namespace sunder::algebra {

namespace {

constexpr double one = 1 + 1e-12;     // a norm of 1 but for rounding
constexpr double settled = 1e-12;     // a power that does not change any more when it is squared
constexpr double most_squared = 1e6;  // beyond, squaring loses the digits that decay

VectorXd row_sums(const MatrixXd& matrix) { return matrix.cwiseAbs().rowwise().sum(); }

class Powers {
 public:
  Powers(const MatrixXd& matrix, const VectorXd& ranges, double enough, double work)
      : matrix_(matrix), units_(ranges.cwiseInverse()), enough_(enough), work_(work) {}

  PowerGrowth growth() {
    square();
    if (end_ > 0 && product_ <= std::max(enough_, seen_)) return {product_, true};
    if (form_all()) return {seen_, true};
    follow();
    return {seen_, false};
  }

 private:
  [[nodiscard]] double size() const { return static_cast<double>(matrix_.rows()); }
  /// Of operations; small matrices cost what it takes to call for their product.
  [[nodiscard]] double affordable(double each) const { return work_ / (each + 2000); }

  /// The norm, whatever the ranges.
  double look(const MatrixXd& power) {
    const VectorXd sums = row_sums(power);
    const double grown = sums.cwiseProduct(units_).maxCoeff();
    if (!(grown <= seen_)) seen_ = grown;
    return sums.maxCoeff();
  }

  /// Powers 1, 2, 4, …: `end_` is one that is not above 1 or has settled, if there is one.
  void square() {
    constexpr int most = 30;
    MatrixXd power = matrix_;
    for (int j = 0; j < most; ++j) {
      const double norm = look(power);
      if (norm <= one) {
        end_ = std::ldexp(1.0, j);
        return;
      }
      if (!(norm < most_squared)) return;
      MatrixXd next = power * power;
      product_ *= norm;
      if ((next - power).cwiseAbs().maxCoeff() <= settled * norm) {
        end_ = std::ldexp(1.0, j + 1);
        return;
      }
      power = std::move(next);
    }
  }

  /// True when no later power can be larger.
  bool form_all() {
    constexpr double most_without_end = 1e5;
    const double most = affordable(2 * size() * size() * size());
    if (end_ > most) return false;
    MatrixXd power = matrix_, next(matrix_.rows(), matrix_.cols());
    for (double k = 1; k <= std::min(most, end_ > 0 ? end_ : most_without_end); ++k) {
      const double norm = look(power);
      if (norm <= one || k == end_) return true;
      if (!std::isfinite(norm)) return false;
      next.noalias() = matrix_ * power;
      power.swap(next);
    }
    return false;
  }

  /// Disturbances with signs that differ go where the growth is; there the sum of the whole row is followed.
  void follow() {
    constexpr int vectors = 4;
    const double steps = std::min(affordable(2 * size() * size()) / (vectors + 1), 1e4);
    std::mt19937 random(1);
    Index farthest = 0;
    double most = 0;
    for (int v = 0; v < vectors; ++v) {
      VectorXd x = VectorXd::Ones(matrix_.rows());
      for (Index i = 0; i < x.size(); ++i)
        if (v == 1 ? i % 2 == 1 : v > 1 && (random() & 1U) != 0) x[i] = -1;
      double largest = 0;
      for (double k = 0; k < steps; ++k) {
        x = matrix_ * x;
        Index at = 0;
        const double now = x.cwiseAbs().cwiseProduct(units_).maxCoeff(&at);
        if (!std::isfinite(now)) break;
        largest = std::max(largest, now);
        if (now > most) {
          most = now;
          farthest = at;
        }
        if (now < 1e-3 * largest) break;  // past the top
      }
    }
    seen_ = std::max(seen_, most);
    Eigen::RowVectorXd row = matrix_.row(farthest);
    for (double k = 0, largest = 0; k < steps; ++k) {
      const double sum = row.cwiseAbs().sum() * units_[farthest];
      if (!std::isfinite(sum)) break;
      largest = std::max(largest, sum);
      seen_ = std::max(seen_, sum);
      if (largest > 1 && sum < 1e-3 * largest) break;
      row = row * matrix_;
    }
  }

  const MatrixXd& matrix_;
  VectorXd units_;
  double enough_;
  double work_;
  double seen_ = 1;
  double product_ = 1;  // bounds all powers before `end_`
  double end_ = 0;
};

}  // namespace

PowerGrowth power_growth(const MatrixXd& matrix, const VectorXd& ranges, double enough, double work) {
  if (matrix.rows() == 0) return {};
  return Powers(matrix, ranges, enough, work).growth();
}

VectorXd own_ranges(const MatrixXd& a, const VectorXd& nominals) {
  if (a.rows() == 0) return nominals;
  constexpr int most = 40;  // beyond a factor of 1e12 in time rounding has moved what should stay
  const MatrixXd scaled = nominals.cwiseInverse().asDiagonal() * a * nominals.asDiagonal();
  VectorXd ranges = VectorXd::Ones(nominals.size());
  const double norm = row_sums(balanced(scaled)).maxCoeff();
  if (!(norm > 0) || !std::isfinite(norm)) return nominals;
  MatrixXd response = exponential(scaled / norm);
  for (int j = 0; j < most && response.allFinite(); ++j) {
    const VectorXd sums = row_sums(response);
    ranges = ranges.cwiseMax(sums);
    MatrixXd next = response * response;
    const bool still = (next - response).cwiseAbs().maxCoeff() <= settled * sums.maxCoeff();
    if (still || sums.maxCoeff() < settled) break;
    response = std::move(next);
  }
  return ranges.cwiseProduct(nominals);
}

MatrixXd balanced(MatrixXd matrix) {
  constexpr int most_sweeps = 20;
  bool changed = true;
  for (int sweep = 0; sweep < most_sweeps && changed; ++sweep) {
    changed = false;
    for (Index i = 0; i < matrix.rows(); ++i) {
      const double diagonal = std::abs(matrix(i, i));
      const double row = matrix.row(i).cwiseAbs().sum() - diagonal;
      const double column = matrix.col(i).cwiseAbs().sum() - diagonal;
      if (!(row > 0 && column > 0) || !std::isfinite(row) || !std::isfinite(column)) continue;
      const double factor = std::exp2(std::round(std::log2(row / column) / 2));
      if (factor == 1) continue;
      matrix.row(i) /= factor;
      matrix.col(i) *= factor;
      changed = true;
    }
  }
  return matrix;
}

}  // namespace sunder::algebra
