#include "algebra/exponential_action.hpp"

#include <algorithm>
#include <cmath>

#include "algebra/spectrum.hpp"

namespace sunder::algebra {

namespace {

constexpr int degree = 8;  // of the denominator; that of the numerator is one less

/// c / (z - p) and its conjugate.
struct Fraction {
  Complex pole, residue;
};

/// The Padé approximation of exp(z) with these degrees, as partial fractions: poles come in pairs.
std::vector<Fraction> pade_fractions() {
  using Long = std::complex<long double>;
  // coefficients of numerator and denominator, of z^j and (-z)^j
  std::vector<long double> p(degree), q(degree + 1);
  for (int upper : {degree - 1, degree}) {
    long double value = 1;
    for (int j = 0; j <= upper; ++j) {
      if (upper < degree)
        p[static_cast<std::size_t>(j)] = value;
      else
        q[static_cast<std::size_t>(j)] = j % 2 == 0 ? value : -value;
      value *= static_cast<long double>(upper - j) / ((2.0L * degree - 1 - j) * (j + 1));
    }
  }
  const auto at = [](const std::vector<long double>& c, Long z) {
    Long sum = 0, slope = 0;
    for (std::size_t j = c.size(); j-- > 0;) {
      slope = slope * z + sum;
      sum = sum * z + c[j];
    }
    return std::pair{sum, slope};
  };
  MatrixXd companion = MatrixXd::Zero(degree, degree);
  for (int j = 0; j < degree; ++j) {
    if (j > 0) companion(j, j - 1) = 1;
    companion(j, degree - 1) = static_cast<double>(-q[static_cast<std::size_t>(j)] / q[degree]);
  }
  const auto roots = eigenvalues(companion);
  std::vector<Fraction> list;
  for (const Complex& root : *roots) {
    if (root.imag() <= 0) continue;
    Long z(root.real(), root.imag());
    for (int i = 0; i < 4; ++i) {
      const auto [value, slope] = at(q, z);
      z -= value / slope;
    }
    const Long residue = at(p, z).first / at(q, z).second;
    list.push_back({{static_cast<double>(z.real()), static_cast<double>(z.imag())},
                    {static_cast<double>(residue.real()), static_cast<double>(residue.imag())}});
  }
  return list;
}

const std::vector<Fraction>& fractions() {
  static const std::vector<Fraction> list = pade_fractions();
  return list;
}

/// With every place of the diagonal.
SparseMatrix with_diagonal(const SparseMatrix& matrix) {
  SparseMatrix made;
  made.pattern.rows = made.pattern.columns = matrix.rows();
  for (std::size_t c = 0; c < matrix.rows(); ++c) {
    bool there = false;
    const auto diagonal = [&] {
      there = true;
      made.pattern.row_indices.push_back(static_cast<std::int32_t>(c));
      made.values.push_back(0);
    };
    const auto begin = static_cast<std::size_t>(matrix.pattern.column_starts[c]);
    const auto end = static_cast<std::size_t>(matrix.pattern.column_starts[c + 1]);
    for (std::size_t k = begin; k < end; ++k) {
      const auto row = static_cast<std::size_t>(matrix.pattern.row_indices[k]);
      if (!there && row > c) diagonal();
      there = there || row == c;
      made.pattern.row_indices.push_back(matrix.pattern.row_indices[k]);
      made.values.push_back(matrix.values[k]);
    }
    if (!there) diagonal();
    made.pattern.column_starts.push_back(static_cast<std::int32_t>(made.values.size()));
  }
  return made;
}

/// Vectors of ones with signs that differ.
MatrixXd trial_vectors(Index size) {
  MatrixXd vectors(size, 2);
  std::uint32_t bits = 12345;
  for (Index i = 0; i < size; ++i) {
    bits = bits * 1664525U + 1013904223U;
    vectors(i, 0) = (bits >> 16U & 1U) != 0 ? 1 : -1;
    vectors(i, 1) = (bits >> 20U & 1U) != 0 ? 1 : -1;
  }
  return vectors;
}

}  // namespace

std::optional<ExponentialAction> ExponentialAction::with_steps(const SparseMatrix& matrix, std::size_t steps) {
  ExponentialAction made;
  made.steps_ = steps;
  std::vector<Complex> values(matrix.values.size());
  for (const Fraction& one : fractions()) {
    for (std::size_t c = 0; c < matrix.rows(); ++c) {
      const auto begin = static_cast<std::size_t>(matrix.pattern.column_starts[c]);
      const auto end = static_cast<std::size_t>(matrix.pattern.column_starts[c + 1]);
      for (std::size_t k = begin; k < end; ++k) {
        values[k] = matrix.values[k] / static_cast<double>(steps);
        if (static_cast<std::size_t>(matrix.pattern.row_indices[k]) == c) values[k] -= one.pole;
      }
    }
    auto factors = std::make_unique<SparseLu>(matrix.pattern);
    if (!factors->factor(values)) return std::nullopt;
    made.factors_.push_back(std::move(factors));
  }
  return made;
}

std::optional<ExponentialAction> ExponentialAction::make(const SparseMatrix& given, std::size_t least_steps) {
  constexpr std::size_t most = 4096;
  constexpr double digits = 1e-9;
  const SparseMatrix matrix = with_diagonal(given);
  const MatrixXd start = trial_vectors(static_cast<Index>(matrix.rows()));
  std::size_t first = 1;
  while (first < most && first < least_steps) first *= 2;
  if (first < least_steps) return std::nullopt;
  std::optional<ExponentialAction> before = with_steps(matrix, first);
  if (!before) return std::nullopt;
  if (matrix.rows() == 0) return before;
  MatrixXd value = before->apply(start);
  for (std::size_t steps = 2 * first; steps <= most; steps *= 2) {
    std::optional<ExponentialAction> next = with_steps(matrix, steps);
    if (!next) return std::nullopt;
    MatrixXd finer = next->apply(start);
    if (!finer.allFinite()) return std::nullopt;
    // what was one and decays is known to nine digits of one, what grows to nine of itself
    const double worst = ((finer - value).array().abs() / finer.array().abs().max(1.0)).maxCoeff();
    if (worst <= digits) return before;
    before = std::move(next);
    value = std::move(finer);
  }
  return std::nullopt;
}

MatrixXd ExponentialAction::apply(const MatrixXd& vectors) const {
  MatrixXd now = vectors;
  MatrixXcd solved;
  for (std::size_t s = 0; s < steps_; ++s) {
    MatrixXd next = MatrixXd::Zero(now.rows(), now.cols());
    for (std::size_t j = 0; j < factors_.size(); ++j) {
      solved = now.cast<Complex>();
      factors_[j]->solve(std::span(solved.data(), static_cast<std::size_t>(solved.size())));
      next += 2 * (fractions()[j].residue * solved).real();
    }
    now = std::move(next);
  }
  return now;
}

}  // namespace sunder::algebra
