#include "runtime/dense_lu.h"

#include <float.h>
#include <math.h>

/* Reciprocals of the largest entry of each row (0 for a row of zeros), and from them the largest scaled entry of each
 * column: the measure of what rounding can leave behind in place of a zero pivot. */
static void measure(size_t n, const double* a, double* row_scale, double* column_size) {
  for (size_t i = 0; i < n; ++i) row_scale[i] = 0;
  for (size_t j = 0; j < n; ++j) {
    for (size_t i = 0; i < n; ++i) {
      const double size = fabs(a[j * n + i]);
      if (size > row_scale[i]) row_scale[i] = size;
    }
  }
  for (size_t i = 0; i < n; ++i) row_scale[i] = row_scale[i] > 0 ? 1 / row_scale[i] : 0;
  for (size_t j = 0; j < n; ++j) {
    column_size[j] = 0;
    for (size_t i = 0; i < n; ++i) {
      const double size = fabs(a[j * n + i]) * row_scale[i];
      if (size > column_size[j]) column_size[j] = size;
    }
  }
}

static void exchange_rows(size_t n, double* a, size_t r, size_t s) {
  for (size_t j = 0; j < n; ++j) {
    const double kept = a[j * n + r];
    a[j * n + r] = a[j * n + s];
    a[j * n + s] = kept;
  }
}

size_t sunder_lu_factor(size_t n, double* a, uint32_t* pivots, double* scratch) {
  double* row_scale = scratch;
  double* column_size = scratch + n;
  measure(n, a, row_scale, column_size);
  for (size_t k = 0; k < n; ++k) {
    size_t best = k;
    double best_size = -1;
    for (size_t i = k; i < n; ++i) {
      const double size = fabs(a[k * n + i]) * row_scale[i];
      if (size > best_size) {
        best_size = size;
        best = i;
      }
    }
    /* Written so that a pivot that is not a number fails too. */
    if (!(best_size > (double)n * DBL_EPSILON * column_size[k]) || !isfinite(a[k * n + best])) return k;
    pivots[k] = (uint32_t)best;
    if (best != k) {
      const double kept = row_scale[k];
      exchange_rows(n, a, k, best);
      row_scale[k] = row_scale[best];
      row_scale[best] = kept;
    }
    const double pivot = a[k * n + k];
    for (size_t i = k + 1; i < n; ++i) a[k * n + i] /= pivot;
    for (size_t j = k + 1; j < n; ++j) {
      const double factor = a[j * n + k];
      if (factor == 0) continue;
      for (size_t i = k + 1; i < n; ++i) a[j * n + i] -= a[k * n + i] * factor;
    }
  }
  return n;
}

void sunder_lu_solve(size_t n, const double* a, const uint32_t* pivots, double* b) {
  for (size_t k = 0; k < n; ++k) {
    const double kept = b[k];
    b[k] = b[pivots[k]];
    b[pivots[k]] = kept;
  }
  for (size_t k = 0; k < n; ++k) {
    for (size_t i = k + 1; i < n; ++i) b[i] -= a[k * n + i] * b[k];
  }
  for (size_t k = n; k-- > 0;) {
    b[k] /= a[k * n + k];
    for (size_t i = 0; i < k; ++i) b[i] -= a[k * n + i] * b[k];
  }
}
