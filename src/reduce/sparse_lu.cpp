#include "reduce/sparse_lu.hpp"

#include <klu.h>

#include <cassert>
#include <vector>

namespace sunder::reduce {

struct SparseLu::Klu {
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  bool is_complex = false;  ///< of the numeric factors
  std::vector<std::int32_t> starts, rows;
  std::vector<double> plain, values;  ///< without and with the shift; complex values as pairs
  std::vector<std::size_t> diagonal;

  void forget() {
    if (is_complex)
      klu_z_free_numeric(&numeric, &common);
    else
      klu_free_numeric(&numeric, &common);
  }
};

SparseLu::SparseLu(const model::SparseMatrix& a) : klu_(std::make_unique<Klu>()) {
  Klu& k = *klu_;
  klu_defaults(&k.common);
  const std::size_t n = a.pattern.columns;
  k.starts.push_back(0);
  for (std::size_t j = 0; j < n; ++j) {
    bool placed = false;
    const auto place = [&] {
      k.diagonal.push_back(k.plain.size());
      k.rows.push_back(static_cast<std::int32_t>(j));
      k.plain.push_back(0.0);
      placed = true;
    };
    for (auto e = static_cast<std::size_t>(a.pattern.column_starts[j]);
         e < static_cast<std::size_t>(a.pattern.column_starts[j + 1]); ++e) {
      const std::int32_t row = a.pattern.row_indices[e];
      if (!placed && row >= static_cast<std::int32_t>(j)) place();
      if (row == static_cast<std::int32_t>(j)) {
        k.plain.back() = a.values[e];
      } else {
        k.rows.push_back(row);
        k.plain.push_back(a.values[e]);
      }
    }
    if (!placed) place();
    k.starts.push_back(static_cast<std::int32_t>(k.rows.size()));
  }
  k.symbolic = klu_analyze(static_cast<int>(n), k.starts.data(), k.rows.data(), &k.common);
}

SparseLu::~SparseLu() {
  klu_->forget();
  klu_free_symbolic(&klu_->symbolic, &klu_->common);
}

bool SparseLu::factor(double shift) {
  Klu& k = *klu_;
  if (k.symbolic == nullptr) return false;
  k.forget();
  k.is_complex = false;
  k.values = k.plain;
  for (const std::size_t d : k.diagonal) k.values[d] += shift;
  k.numeric = klu_factor(k.starts.data(), k.rows.data(), k.values.data(), k.symbolic, &k.common);
  return k.numeric != nullptr && k.common.status == KLU_OK;
}

bool SparseLu::factor(std::complex<double> shift) {
  Klu& k = *klu_;
  if (k.symbolic == nullptr) return false;
  k.forget();
  k.is_complex = true;
  k.values.assign(2 * k.plain.size(), 0.0);
  for (std::size_t e = 0; e < k.plain.size(); ++e) k.values[2 * e] = k.plain[e];
  for (const std::size_t d : k.diagonal) {
    k.values[2 * d] += shift.real();
    k.values[2 * d + 1] += shift.imag();
  }
  k.numeric = klu_z_factor(k.starts.data(), k.rows.data(), k.values.data(), k.symbolic, &k.common);
  return k.numeric != nullptr && k.common.status == KLU_OK;
}

Eigen::MatrixXd SparseLu::solve(Eigen::MatrixXd right, bool transposed) const {
  const Klu& k = *klu_;
  assert(!k.is_complex && k.numeric != nullptr);
  if (right.size() == 0) return right;
  const int n = static_cast<int>(right.rows());
  const int columns = static_cast<int>(right.cols());
  if (transposed)
    klu_tsolve(k.symbolic, k.numeric, n, columns, right.data(), &klu_->common);
  else
    klu_solve(k.symbolic, k.numeric, n, columns, right.data(), &klu_->common);
  return right;
}

Eigen::MatrixXcd SparseLu::solve_complex(Eigen::MatrixXcd right, bool transposed) const {
  const Klu& k = *klu_;
  assert(k.is_complex && k.numeric != nullptr);
  if (right.size() == 0) return right;
  const int n = static_cast<int>(right.rows());
  const int columns = static_cast<int>(right.cols());
  auto* const values = reinterpret_cast<double*>(right.data());  // complex numbers are pairs by their standard
  if (transposed)
    klu_z_tsolve(k.symbolic, k.numeric, n, columns, values, 0, &klu_->common);
  else
    klu_z_solve(k.symbolic, k.numeric, n, columns, values, &klu_->common);
  return right;
}

Eigen::MatrixXd multiply(const model::SparseMatrix& a, const Eigen::MatrixXd& x, bool transposed) {
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
