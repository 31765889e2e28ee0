/* Sparse LU whose order and fill are decided once: pivots are the diagonal, in an order of little fill, and nothing is
 * searched for at run time. For matrices I - c J, whose diagonal is a good pivot unless c is large; where it is not,
 * the growth of the entries tells, and factors with pivoting (sparse_lu_pivoted.h) take its place.
 *
 * Rows are eliminated one after the other, each by the rows above it. Small or nearly fill-free systems have a table
 * with the place of every update (sunder_lu_static_plan chooses: at most 16384 updates, or four times the bound of the
 * entries); others spread a row over a vector instead, so that memory follows the entries of the factors and not the
 * operations. Both give the same bits. */
#ifndef SUNDER_RUNTIME_SPARSE_LU_STATIC_H
#define SUNDER_RUNTIME_SPARSE_LU_STATIC_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/compressed_rows.h"
#include "runtime/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Order, blocks and sizes; lives in the scratch memory of the plan, which is not needed once factors are set up. */
struct SunderLuPlan {
  struct SunderPattern pattern;
  uint32_t block_count;
  uint64_t entry_bound;  /* entries of L + U, diagonal included */
  uint64_t update_bound; /* multiplications of an elimination */
  int has_table;
  uint32_t *order, *place; /* order[k] = row eliminated as k-th, place its inverse */
  uint32_t* block_start;   /* places; blocks do not know each other */
  uint32_t *start, *neighbour, *mark, *heap, *component;
  void* ordering;
};

size_t sunder_lu_static_plan_memory(const struct SunderPattern* pattern);

/* `order` null: by minimum degree. A given order is kept within each block; blocks are put one behind the other. */
void sunder_lu_static_plan(struct SunderLuPlan* plan, const struct SunderPattern* pattern, const uint32_t* order,
                           void* scratch);

struct SunderStaticLu {
  struct SunderPattern pattern;
  uint32_t block_count;
  uint32_t entry_count;  /* of L + U */
  uint64_t update_count; /* places in the table */
  int has_table;
  uint32_t *order, *block_start;
  uint32_t *row_start, *diagonal; /* of the factors: row k has L, the pivot at diagonal[k], then U */
  uint32_t* column;
  uint32_t* entry_place; /* of every entry of the matrix */
  uint32_t* target;
  uint64_t* target_start; /* of every row */
  double* value;          /* pivots are kept as their reciprocals */
  double* work;
  double* row_size; /* largest entry of each row of U */
};

size_t sunder_lu_static_memory(const struct SunderLuPlan* plan);
void sunder_lu_static_init(struct SunderStaticLu* lu, const struct SunderLuPlan* plan, void* memory);

/* Factors `shift` I + `scale` A, the entries of A in the order of the pattern. SUNDER_GROWN when an entry on the way
 * grew to 1e8 times the largest of its row, or a pivot is lost in the rounding of its row: factors are of no use. */
int sunder_lu_static_factor(struct SunderStaticLu* lu, double shift, double scale, const double* a);

/* Overwrites b with the solution. */
void sunder_lu_static_solve(const struct SunderStaticLu* lu, double* b);

/* The same for one block. Different blocks may be done by different threads: the results have the same bits. */
int sunder_lu_static_factor_block(struct SunderStaticLu* lu, uint32_t block, double shift, double scale,
                                  const double* a);
void sunder_lu_static_solve_block(const struct SunderStaticLu* lu, uint32_t block, double* b);

#ifdef __cplusplus
}
#endif

#endif
