#include "runtime/sparse_lu_static.h"

#include <float.h>
#include <math.h>

static const double growth_limit = 1e8;
static const double pivot_limit = 16 * DBL_EPSILON;

/* Entries of row k of the matrix at their places; returns the largest size among them. */
static double load_row(struct SunderStaticLu* lu, uint32_t k, double shift, double scale, const double* a) {
  const uint32_t row = lu->order[k];
  double* value = lu->value;
  for (uint32_t p = lu->row_start[k]; p < lu->row_start[k + 1]; ++p) value[p] = 0;
  value[lu->diagonal[k]] = shift;
  double largest = fabs(shift);
  for (uint32_t e = lu->pattern.row_start[row]; e < lu->pattern.row_start[row + 1]; ++e) {
    const double loaded = value[lu->entry_place[e]] += scale * a[e];
    const double size = fabs(loaded);
    if (size > largest) largest = size;
  }
  return largest;
}

/* Takes multiples of the rows above from row k. Returns the largest product on the way. */
static double eliminate_by_table(struct SunderStaticLu* lu, uint32_t k) {
  double* value = lu->value;
  const uint32_t* target = lu->target + lu->target_start[k];
  double largest = 0;
  for (uint32_t p = lu->row_start[k]; p < lu->diagonal[k]; ++p) {
    const uint32_t above = lu->column[p];
    const uint32_t first = lu->diagonal[above] + 1;
    const uint32_t count = lu->row_start[above + 1] - first;
    const double factor = value[p] * value[lu->diagonal[above]];
    const double size = fabs(factor) * lu->row_size[above];
    value[p] = factor;
    if (size > largest) largest = size;
    for (uint32_t q = 0; q < count; ++q) value[target[q]] -= factor * value[first + q];
    target += count;
  }
  return largest;
}

static double eliminate_by_vector(struct SunderStaticLu* lu, uint32_t k) {
  double* value = lu->value;
  double* work = lu->work;
  double largest = 0;
  for (uint32_t p = lu->row_start[k]; p < lu->row_start[k + 1]; ++p) work[lu->column[p]] = value[p];
  for (uint32_t p = lu->row_start[k]; p < lu->diagonal[k]; ++p) {
    const uint32_t above = lu->column[p];
    const uint32_t first = lu->diagonal[above] + 1;
    const uint32_t last = lu->row_start[above + 1];
    const double factor = work[above] * value[lu->diagonal[above]];
    const double size = fabs(factor) * lu->row_size[above];
    work[above] = factor;
    if (size > largest) largest = size;
    for (uint32_t q = first; q < last; ++q) work[lu->column[q]] -= factor * value[q];
  }
  for (uint32_t p = lu->row_start[k]; p < lu->row_start[k + 1]; ++p) value[p] = work[lu->column[p]];
  return largest;
}

int sunder_lu_static_factor_block(struct SunderStaticLu* lu, uint32_t block, double shift, double scale,
                                  const double* a) {
  for (uint32_t k = lu->block_start[block]; k < lu->block_start[block + 1]; ++k) {
    const double given = load_row(lu, k, shift, scale, a);
    const double product = lu->has_table ? eliminate_by_table(lu, k) : eliminate_by_vector(lu, k);
    double largest = 0;
    for (uint32_t p = lu->diagonal[k]; p < lu->row_start[k + 1]; ++p) {
      const double size = fabs(lu->value[p]);
      if (size > largest) largest = size;
    }
    const double pivot = lu->value[lu->diagonal[k]];
    const double grown = largest > product ? largest : product;
    /* Written so that what is not a number fails too. */
    if (!(grown <= growth_limit * given) || !(fabs(pivot) > pivot_limit * grown)) return SUNDER_GROWN;
    lu->row_size[k] = largest;
    lu->value[lu->diagonal[k]] = 1 / pivot;
  }
  return SUNDER_OK;
}

int sunder_lu_static_factor(struct SunderStaticLu* lu, double shift, double scale, const double* a) {
  for (uint32_t block = 0; block < lu->block_count; ++block) {
    const int status = sunder_lu_static_factor_block(lu, block, shift, scale, a);
    if (status != SUNDER_OK) return status;
  }
  return SUNDER_OK;
}

static void solve_rows(const struct SunderStaticLu* lu, uint32_t first, uint32_t last, double* b) {
  const double* value = lu->value;
  double* work = lu->work;
  for (uint32_t k = first; k < last; ++k) {
    double sum = b[lu->order[k]];
    for (uint32_t p = lu->row_start[k]; p < lu->diagonal[k]; ++p) sum -= value[p] * work[lu->column[p]];
    work[k] = sum;
  }
  for (uint32_t k = last; k-- > first;) {
    double sum = work[k];
    for (uint32_t p = lu->diagonal[k] + 1; p < lu->row_start[k + 1]; ++p) sum -= value[p] * work[lu->column[p]];
    work[k] = sum * value[lu->diagonal[k]];
    b[lu->order[k]] = work[k];
  }
}

void sunder_lu_static_solve_block(const struct SunderStaticLu* lu, uint32_t block, double* b) {
  solve_rows(lu, lu->block_start[block], lu->block_start[block + 1], b);
}

void sunder_lu_static_solve(const struct SunderStaticLu* lu, double* b) { solve_rows(lu, 0, lu->pattern.row_count, b); }
