#include "emit/sparse_factors.hpp"

#include <klu.h>

#include <cmath>
#include <limits>

namespace sunder::emit {

struct SparseFactors::Klu {
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  std::int32_t size = 0;
  std::vector<std::int32_t> starts, rows;
};

SparseFactors::SparseFactors(const LoopFamily& family) : klu_(std::make_unique<Klu>()) {
  klu_defaults(&klu_->common);
  klu_->common.scale = 2;  // by the largest entry of a row: units of equations do not matter
  klu_->size = static_cast<std::int32_t>(family.size);
  klu_->starts = family.column_starts;
  klu_->rows = family.row_indices;
  klu_->symbolic = klu_analyze(klu_->size, klu_->starts.data(), klu_->rows.data(), &klu_->common);
}

SparseFactors::~SparseFactors() {
  klu_free_numeric(&klu_->numeric, &klu_->common);
  klu_free_symbolic(&klu_->symbolic, &klu_->common);
}

std::optional<std::uint32_t> SparseFactors::factor(double* values) {
  Klu& k = *klu_;
  if (k.symbolic == nullptr) return 0U;  // structurally singular
  klu_free_numeric(&k.numeric, &k.common);
  k.numeric = klu_factor(k.starts.data(), k.rows.data(), values, k.symbolic, &k.common);
  const bool failed = k.numeric == nullptr || k.common.status == KLU_SINGULAR;
  if (failed) return static_cast<std::uint32_t>(std::max(k.common.singular_col, 0));
  // A pivot that is only rounding counts as zero.
  if (klu_rcond(k.symbolic, k.numeric, &k.common) == 0 || k.common.rcond < std::numeric_limits<double>::epsilon() ||
      std::isnan(k.common.rcond)) {
    const auto* pivots = static_cast<const double*>(k.numeric->Udiag);
    std::int32_t smallest = 0;
    for (std::int32_t i = 1; i < k.size; ++i) {
      if (std::fabs(pivots[i]) < std::fabs(pivots[smallest])) smallest = i;
    }
    return static_cast<std::uint32_t>(k.symbolic->Q[smallest]);
  }
  return std::nullopt;
}

void SparseFactors::solve(double* right_hand_side) {
  klu_solve(klu_->symbolic, klu_->numeric, klu_->size, 1, right_hand_side, &klu_->common);
}

}  // namespace sunder::emit
