/* Sparse LU with partial pivoting, for matrices whose diagonal is no good pivot: left-looking, the fill of each row
 * found by a search through the factors so far (Gilbert and Peierls, SIAM Journal on Scientific and Statistical
 * Computing 9, 1988), so that the work follows the operations. Rows of the matrix are its columns there: rows are taken
 * in a given order and columns are exchanged. */
#ifndef SUNDER_RUNTIME_SPARSE_LU_PIVOTED_H
#define SUNDER_RUNTIME_SPARSE_LU_PIVOTED_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/compressed_rows.h"
#include "runtime/status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct SunderPivotedLu {
  struct SunderPattern pattern;
  const uint32_t* order; /* null: rows as they come */
  size_t capacity;       /* entries that both factors may have together */
  uint32_t singular_row; /* where factor found no pivot */
  /* inner: A^T = P^T L U Q^T; L fills the entries from the front, U from the back */
  size_t *lower_start, *upper_start;
  uint32_t* index;
  double* value;
  double* pivot;
  uint32_t* step_of_column; /* P */
  double *work, *column_scale;
  uint32_t *reach, *stack, *mark;
  size_t* position;
};

/* Bytes for factors with at most `capacity` entries; n x n is always enough. */
size_t sunder_lu_pivoted_memory(const struct SunderPattern* pattern, size_t capacity);

/* Pattern and order must outlive the factors. */
void sunder_lu_pivoted_init(struct SunderPivotedLu* lu, const struct SunderPattern* pattern, const uint32_t* order,
                            size_t capacity, void* memory);

/* Factors `shift` I + `scale` A. Pivots are compared relative to the largest entry of their column, so units of
 * unknowns do not matter; the diagonal is taken when it has a tenth of the best. SUNDER_SINGULAR when all are lost in
 * the rounding of their row, SUNDER_FULL when the factors have more entries than there is room for. */
int sunder_lu_pivoted_factor(struct SunderPivotedLu* lu, double shift, double scale, const double* a);

/* Overwrites b with the solution. */
void sunder_lu_pivoted_solve(const struct SunderPivotedLu* lu, double* b);

#ifdef __cplusplus
}
#endif

#endif
