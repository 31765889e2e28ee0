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
  factors->prices = sunder_memory_doubles(&memory, 2 * (n + 1));
  factors->rows = sunder_memory_indices(&memory, n);
  factors->columns = sunder_memory_indices(&memory, n);
  factors->matched = sunder_memory_indices(&memory, 2 * (n + 1));
  factors->is_done = (uint8_t*)sunder_memory_take(&memory, n + 1);
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

/* Scales by the assignment of rows to columns with the largest product of entries: its entries become 1 and all others
 * no more, whatever the units of equations and unknowns (Duff and Koster, SIAM J. Matrix Anal. Appl. 22, 2001). With
 * the largest entries of rows and columns alone, what is large by its unit (a force on an area of 1e60) would make
 * entries small that matter. The assignment is found row by row, each by the shortest path to a column that is free
 * yet; in logarithms, with prices of rows and columns. */
struct Assignment {
  double *row_price, *column_price, *distance, *largest;
  uint32_t *row_of, *from; /* of columns, counted from 1; 0: none, and column 0 is the row that is added */
  uint8_t* is_done;
};

static double cost(const struct SunderRankFactors* f, const struct Assignment* found, size_t row, size_t column) {
  const double size = fabs(f->a[column * f->n + row]);
  return size > 0 ? log(found->largest[column] / size) : HUGE_VAL;
}

static void add_row(const struct SunderRankFactors* f, const struct Assignment* found, size_t added) {
  const size_t n = f->n;
  size_t at = 0;
  found->row_of[0] = (uint32_t)added + 1;
  for (size_t j = 0; j <= n; ++j) {
    found->distance[j] = HUGE_VAL;
    found->is_done[j] = 0;
  }
  do {
    const size_t row = found->row_of[at] - 1;
    double step = HUGE_VAL;
    size_t nearest = 0;
    found->is_done[at] = 1;
    for (size_t j = 1; j <= n; ++j) {
      if (found->is_done[j]) continue;
      const double along = cost(f, found, row, j - 1) - found->row_price[row] - found->column_price[j];
      if (along < found->distance[j]) {
        found->distance[j] = along;
        found->from[j] = (uint32_t)at;
      }
      if (found->distance[j] < step) {
        step = found->distance[j];
        nearest = j;
      }
    }
    if (nearest == 0) return; /* a row without a column of its own */
    for (size_t j = 0; j <= n; ++j) {
      if (found->is_done[j]) {
        found->row_price[found->row_of[j] - 1] += step;
        found->column_price[j] -= step;
      } else {
        found->distance[j] -= step;
      }
    }
    at = nearest;
  } while (found->row_of[at] != 0);
  for (; at != 0; at = found->from[at]) found->row_of[at] = found->row_of[found->from[at]];
}

static void scale_by_assignment(const struct SunderRankFactors* f) {
  const size_t n = f->n;
  struct Assignment found = {f->row_scale, f->prices,          f->prices + n + 1, f->column_scale,
                             f->matched,   f->matched + n + 1, f->is_done};
  for (size_t j = 0; j <= n; ++j) found.column_price[j] = found.row_of[j] = 0;
  for (size_t j = 0; j < n; ++j) {
    found.row_price[j] = found.largest[j] = 0;
    for (size_t i = 0; i < n; ++i) found.largest[j] = fmax(found.largest[j], fabs(f->a[j * n + i]));
  }
  for (size_t i = 0; i < n; ++i) add_row(f, &found, i);
  for (size_t j = 0; j < n; ++j) {
    f->row_scale[j] = exp(found.row_price[j]);
    f->column_scale[j] = found.largest[j] > 0 ? exp(found.column_price[j + 1]) / found.largest[j] : 1;
  }
}

/* The largest entry of each row, or of each column, becomes 1. */
static void scale_to_largest(const struct SunderRankFactors* f, double* scales, size_t next, size_t along) {
  const double* others = scales == f->row_scale ? f->column_scale : f->row_scale;
  for (size_t i = 0; i < f->n; ++i) {
    double largest = 0;
    for (size_t k = 0; k < f->n; ++k) largest = fmax(largest, fabs(f->a[i * next + k * along]) * scales[i] * others[k]);
    if (largest > 0) scales[i] /= largest;
  }
}

static void equilibrate(const struct SunderRankFactors* f) {
  const size_t n = f->n;
  scale_by_assignment(f);
  scale_to_largest(f, f->row_scale, 1, n);
  scale_to_largest(f, f->column_scale, n, 1);
  for (size_t j = 0; j < n; ++j)
    for (size_t i = 0; i < n; ++i) f->a[j * n + i] *= f->row_scale[i] * f->column_scale[j];
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
  equilibrate(f);
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
