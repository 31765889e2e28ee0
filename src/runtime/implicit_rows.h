/* The linear systems of a linearly implicit step: I - c J_RR for the rows R of a Jacobian, factored in a static order
 * (sparse_lu_static.h), with pivoting (sparse_lu_pivoted.h) where entries grow. Gives the callbacks `factor` and
 * `solve` of a SunderSystem. */
#ifndef SUNDER_RUNTIME_IMPLICIT_ROWS_H
#define SUNDER_RUNTIME_IMPLICIT_ROWS_H

#include "runtime/sparse_lu_pivoted.h"
#include "runtime/sparse_lu_static.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is decided before memory for the factors is known; lives in scratch memory. */
struct SunderImplicitPlan {
  struct SunderLuPlan lu;
  struct SunderPattern inside; /* J_RR */
  uint32_t* inside_entry;      /* which entries of the rows these are; null when all are */
  size_t pivoted_capacity;
};

/* Whoever has threads lends them by this: `share` calls turn(data, i) for every i below `count`, in any order and on
 * any thread, and returns when all have returned. */
struct SunderSharing {
  void* pool;
  void (*share)(void* pool, uint32_t count, void (*turn)(void* data, uint32_t i), void* data);
};

enum { SUNDER_MOST_SHARES = 16 };

struct SunderImplicitRows {
  struct SunderStaticLu direct;
  struct SunderPivotedLu pivoted;
  int is_pivoted;               /* which of them holds the factors */
  uint64_t pivoted_count;       /* factorisations that needed pivoting */
  const uint32_t* inside_entry; /* null when all rows are implicit */
  double* inside;
  struct SunderSharing sharing;
  uint32_t share_count; /* shares of the work, each some blocks one behind the other; 0: everything is done here */
  uint32_t share_start[SUNDER_MOST_SHARES + 1];
};

/* `pattern`: the rows R with all their columns, of `state_count` states; `rows`: which states they are, null when all.
 */
size_t sunder_implicit_plan_memory(const struct SunderPattern* pattern, uint32_t state_count, const uint32_t* rows);

/* `order`: of elimination, numbers of rows (not of states); null: minimum degree. */
void sunder_implicit_plan(struct SunderImplicitPlan* plan, const struct SunderPattern* pattern, uint32_t state_count,
                          const uint32_t* rows, const uint32_t* order, void* scratch);

size_t sunder_implicit_rows_memory(const struct SunderImplicitPlan* plan);
void sunder_implicit_rows_init(struct SunderImplicitRows* rows, const struct SunderImplicitPlan* plan, void* memory);

/* Blocks of rows that do not know each other are factored and solved in shares from now on, where there are two blocks
 * and enough to do. What the shares are does not depend on threads, and the results have the same bits without any. */
void sunder_implicit_rows_share(struct SunderImplicitRows* rows, struct SunderSharing sharing);

/* Callbacks of a SunderSystem, whose `linear` is a SunderImplicitRows. */
int sunder_implicit_rows_factor(void* rows, double c, const double* values);
int sunder_implicit_rows_solve(void* rows, double* b);

#ifdef __cplusplus
}
#endif

#endif
