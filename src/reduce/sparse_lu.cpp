#include "reduce/sparse_lu.hpp"

#include <klu.h>

#include <algorithm>
#include <vector>

namespace sunder::reduce {

struct SparseLu::Klu {
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  std::vector<std::int32_t> starts, rows;
  std::vector<double> plain, values;  ///< without and with the shift
  std::vector<std::size_t> diagonal;
};

SparseLu::SparseLu(const SparseMatrix& a) : klu_(std::make_unique<Klu>()) {
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
  klu_free_numeric(&klu_->numeric, &klu_->common);
  klu_free_symbolic(&klu_->symbolic, &klu_->common);
}

bool SparseLu::factor(double shift) {
  Klu& k = *klu_;
  if (k.symbolic == nullptr) return false;
  k.values = k.plain;
  for (const std::size_t d : k.diagonal) k.values[d] += shift;
  klu_free_numeric(&k.numeric, &k.common);
  k.numeric = klu_factor(k.starts.data(), k.rows.data(), k.values.data(), k.symbolic, &k.common);
  return k.numeric != nullptr && k.common.status == KLU_OK;
}

Eigen::MatrixXd SparseLu::solve(Eigen::MatrixXd right, bool transposed) const {
  const Klu& k = *klu_;
  if (right.size() == 0) return right;
  const int n = static_cast<int>(right.rows());
  const int columns = static_cast<int>(right.cols());
  if (transposed)
    klu_tsolve(k.symbolic, k.numeric, n, columns, right.data(), &klu_->common);
  else
    klu_solve(k.symbolic, k.numeric, n, columns, right.data(), &klu_->common);
  return right;
}

}  // namespace sunder::reduce
