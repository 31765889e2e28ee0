#include "runtime/rank_factors.h"

#include <float.h>
#include <math.h>

#include "runtime/memory.h"

static size_t lay_out(struct SunderRankFactors* factors, size_t n, double* base) {
  struct SunderMemory memory = {(char*)base, 0};
  factors->n = n;
  factors->kept_rank = sunder_memory_doubles(&memory, 1);
  factors->a = sunder_memory_doubles(&memory, n * n);
  factors->row_scale = sunder_memory_doubles(&memory, n);
  factors->column_scale = sunder_memory_doubles(&memory, n);
  factors->work = sunder_memory_doubles(&memory, n);
  factors->rows = sunder_memory_indices(&memory, n);
  factors->columns = sunder_memory_indices(&memory, n);
  return memory.used / sizeof(double);
}

size_t sunder_rank_memory(size_t n) {
  struct SunderRankFactors measured;
  return lay_out(&measured, n, NULL);
}

void sunder_rank_init(struct SunderRankFactors* factors, size_t n, double* memory) {
  lay_out(factors, n, memory);
  factors->rank = (size_t)*factors->kept_rank;
}

static void scale(double* scales, double* a, size_t n, size_t from_one_to_next, size_t along) {
  for (size_t i = 0; i < n; ++i) {
    double* line = a + i * from_one_to_next;
    double largest = 0;
    scales[i] = 1;
    for (size_t k = 0; k < n; ++k) {
      const double size = fabs(line[k * along]);
      if (largest < size) largest = size;
    }
    if (!(largest > 0)) continue;
    scales[i] = 1 / largest;
    for (size_t k = 0; k < n; ++k) line[k * along] *= scales[i];
  }
}

static double* entry(const struct SunderRankFactors* f, size_t i, size_t j) {
  return &f->a[f->columns[j] * f->n + f->rows[i]];
}

static void exchange(uint32_t* list, size_t a, size_t b) {
  const uint32_t kept = list[a];
  list[a] = list[b];
  list[b] = kept;
}

/* Brings the largest entry that is left to the next place of the diagonal. 0: all are rounding. */
static int pivot(struct SunderRankFactors* f) {
  const double rounding = 8 * (double)f->n * DBL_EPSILON;
  size_t row = f->rank, column = f->rank;
  for (size_t j = f->rank; j < f->n; ++j)
    for (size_t i = f->rank; i < f->n; ++i)
      if (fabs(*entry(f, i, j)) > fabs(*entry(f, row, column))) {
        row = i;
        column = j;
      }
  if (!(fabs(*entry(f, row, column)) > rounding)) return 0;
  exchange(f->rows, f->rank, row);
  exchange(f->columns, f->rank, column);
  return 1;
}

void sunder_rank_factor(struct SunderRankFactors* f) {
  const size_t n = f->n;
  scale(f->row_scale, f->a, n, 1, n);
  scale(f->column_scale, f->a, n, n, 1);
  for (uint32_t i = 0; i < n; ++i) f->rows[i] = f->columns[i] = i;
  for (f->rank = 0; f->rank < n && pivot(f); ++f->rank) {
    const size_t k = f->rank;
    for (size_t i = k + 1; i < n; ++i) {
      const double factor = *entry(f, i, k) /= *entry(f, k, k);
      if (factor == 0) continue;
      for (size_t j = k + 1; j < n; ++j) *entry(f, i, j) -= factor * *entry(f, k, j);
    }
  }
  *f->kept_rank = (double)f->rank;
}

void sunder_rank_solve(const struct SunderRankFactors* f, double* right) {
  const size_t n = f->n;
  double* work = f->work;
  for (size_t i = 0; i < n; ++i) work[i] = right[f->rows[i]] * f->row_scale[f->rows[i]];
  for (size_t k = 0; k < f->rank; ++k)
    for (size_t i = k + 1; i < f->rank; ++i) work[i] -= *entry(f, i, k) * work[k];
  for (size_t k = f->rank; k-- > 0;) {
    for (size_t j = k + 1; j < f->rank; ++j) work[k] -= *entry(f, k, j) * work[j];
    work[k] /= *entry(f, k, k);
  }
  for (size_t j = 0; j < n; ++j) right[f->columns[j]] = j < f->rank ? work[j] * f->column_scale[f->columns[j]] : 0.0;
}
