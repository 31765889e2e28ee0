#include "algebra/sparse_lu.hpp"

#include <klu.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

namespace sunder::algebra {

namespace {

// The library reads what its interface declares writable.
double* writable(std::span<const double> values) { return const_cast<double*>(values.data()); }

// Complex numbers are pairs by their standard.
double* pairs(const std::complex<double>* values) {
  return const_cast<double*>(reinterpret_cast<const double*>(values));
}

}  // namespace

struct SparseLu::Klu {
  mutable klu_common common{};
  int size = 0;
  std::vector<std::int32_t> starts, rows;
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  bool is_complex = false;  // of the numeric factors

  Klu(SparsePattern pattern, Scaling scaling)
      : size(static_cast<int>(pattern.columns)),
        starts(std::move(pattern.column_starts)),
        rows(std::move(pattern.row_indices)) {
    assert(pattern.rows == pattern.columns);
    klu_defaults(&common);
    common.scale = scaling == Scaling::none ? 0 : 2;
    if (size == 0) return;  // which the library does not take
    symbolic = klu_analyze(size, starts.data(), rows.data(), &common);
    check();
    assert(symbolic != nullptr);
  }
  ~Klu() {
    forget();
    klu_free_symbolic(&symbolic, &common);
  }
  Klu(const Klu&) = delete;
  Klu& operator=(const Klu&) = delete;

  void forget() {
    if (is_complex)
      klu_z_free_numeric(&numeric, &common);
    else
      klu_free_numeric(&numeric, &common);
  }

  void check() const {
    if (common.status == KLU_OUT_OF_MEMORY) throw std::bad_alloc();
    if (common.status == KLU_TOO_LARGE) throw std::length_error("the factors of a sparse matrix are too large");
  }

  bool factored() {
    check();
    if (common.status == KLU_OK && numeric != nullptr) return true;
    forget();
    return false;
  }
};

SparseLu::SparseLu(SparsePattern pattern, Scaling scaling) : klu_(std::make_unique<Klu>(std::move(pattern), scaling)) {}

SparseLu::~SparseLu() = default;

std::size_t SparseLu::size() const { return static_cast<std::size_t>(klu_->size); }

bool SparseLu::factor(std::span<const double> values) {
  Klu& k = *klu_;
  assert(values.size() == k.rows.size());
  if (k.size == 0) return true;
  k.forget();
  k.is_complex = false;
  k.numeric = klu_factor(k.starts.data(), k.rows.data(), writable(values), k.symbolic, &k.common);
  return k.factored();
}

bool SparseLu::factor(std::span<const std::complex<double>> values) {
  Klu& k = *klu_;
  assert(values.size() == k.rows.size());
  if (k.size == 0) return true;
  k.forget();
  k.is_complex = true;
  k.numeric = klu_z_factor(k.starts.data(), k.rows.data(), pairs(values.data()), k.symbolic, &k.common);
  return k.factored();
}

bool SparseLu::refactor(std::span<const double> values) {
  Klu& k = *klu_;
  assert(values.size() == k.rows.size());
  if (k.size == 0) return true;
  assert(k.numeric != nullptr && !k.is_complex);
  return klu_refactor(k.starts.data(), k.rows.data(), writable(values), k.symbolic, k.numeric, &k.common) != 0;
}

bool SparseLu::factored() const { return klu_->size == 0 || klu_->numeric != nullptr; }

void SparseLu::forget_factors() { klu_->forget(); }

std::size_t SparseLu::singular_column() const {
  const int column = klu_->common.singular_col;
  return column >= 0 && column < klu_->size ? static_cast<std::size_t>(column) : 0;
}

void SparseLu::solve(std::span<double> right, bool transposed) const {
  const Klu& k = *klu_;
  if (right.empty()) return;
  assert(k.numeric != nullptr && !k.is_complex && right.size() % size() == 0);
  const int columns = static_cast<int>(right.size() / size());
  if (transposed)
    klu_tsolve(k.symbolic, k.numeric, k.size, columns, right.data(), &k.common);
  else
    klu_solve(k.symbolic, k.numeric, k.size, columns, right.data(), &k.common);
}

void SparseLu::solve(std::span<std::complex<double>> right, bool transposed) const {
  const Klu& k = *klu_;
  if (right.empty()) return;
  assert(k.numeric != nullptr && k.is_complex && right.size() % size() == 0);
  const int columns = static_cast<int>(right.size() / size());
  constexpr int without_conjugating = 0;
  if (transposed)
    klu_z_tsolve(k.symbolic, k.numeric, k.size, columns, pairs(right.data()), without_conjugating, &k.common);
  else
    klu_z_solve(k.symbolic, k.numeric, k.size, columns, pairs(right.data()), &k.common);
}

double SparseLu::expected_operations() const { return klu_->size == 0 ? 0 : klu_->symbolic->est_flops; }

double SparseLu::expected_entries() const {
  return klu_->size == 0 ? 0 : klu_->symbolic->lnz + klu_->symbolic->unz + klu_->symbolic->nzoff;
}

std::span<const double> SparseLu::pivots() const {
  assert(factored() && !klu_->is_complex);
  if (klu_->size == 0) return {};
  return {static_cast<const double*>(klu_->numeric->Udiag), size()};
}

std::span<const std::int32_t> SparseLu::pivot_columns() const {
  if (klu_->size == 0) return {};
  return {klu_->symbolic->Q, size()};
}

std::size_t SparseLu::weakest_column() const {
  const std::span<const double> all = pivots();
  const auto smallest = std::ranges::min_element(all, [](double a, double b) { return std::fabs(a) < std::fabs(b); });
  return static_cast<std::size_t>(pivot_columns()[static_cast<std::size_t>(smallest - all.begin())]);
}

double SparseLu::reciprocal_condition() const {
  if (klu_->size == 0) return 1;
  klu_rcond(klu_->symbolic, klu_->numeric, &klu_->common);
  return klu_->common.rcond;
}

double SparseLu::reciprocal_growth(std::span<const double> values) const {
  const Klu& k = *klu_;
  if (k.size == 0) return 1;
  klu_rgrowth(klu_->starts.data(), klu_->rows.data(), writable(values), k.symbolic, k.numeric, &k.common);
  return k.common.rgrowth;
}

std::uint64_t SparseLu::factor_operations() const {
  if (klu_->size == 0) return 0;
  klu_flops(klu_->symbolic, klu_->numeric, &klu_->common);
  return static_cast<std::uint64_t>(klu_->common.flops);
}

std::uint64_t SparseLu::entries() const {
  if (klu_->size == 0) return 0;
  return static_cast<std::uint64_t>(klu_->numeric->lnz + klu_->numeric->unz + klu_->numeric->nzoff);
}

}  // namespace sunder::algebra
