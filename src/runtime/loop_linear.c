/* Linear loops. */
#include <math.h>
#include <string.h>

#include "runtime/finite.h"
#include "runtime/loop_inner.h"

static int factor(struct SunderLoop* loop) {
  const size_t entries = sunder_loop_entries(loop->family);
  if (!sunder_loop_is_finite(loop)) return sunder_loop_blame(loop, SUNDER_LOOP_NOT_FINITE);
  sunder_loop_measure(loop);
  if (loop->family->dense)
    memcpy(loop->memory->factors + loop->instance * entries, loop->memory->matrix, entries * sizeof(double));
  return sunder_loop_factor(loop);
}

/* Which factors of a matrix there are, or that there are none of the torn loop. */
enum { FACTORED_WHOLE = 1, FACTORED_TORN = 2, NOT_TO_TEAR = 4, FACTORED_IN_ORDER = 8 };

/* The matrix of a linear loop mostly depends on parameters and on what changes at events only. As long as it has the
 * same bits as the one that was factored, the factors are those that factoring it again would give. */
static void forget_other_factors(struct SunderLoop* loop) {
  struct SunderLoopMemory* f = loop->memory;
  const size_t entries = sunder_loop_entries(loop->family);
  double* factored = f->factored + loop->instance * entries;
  if (f->is_factored[loop->instance] && memcmp(factored, f->matrix, entries * sizeof(double)) == 0) return;
  f->is_factored[loop->instance] = 0;
  memcpy(factored, f->matrix, entries * sizeof(double));
}

/* Residuals where the unknowns that are solved for are zero. */
static void evaluate_at_zero(struct SunderLoop* loop) {
  for (uint32_t u = 0; u < loop->iterated; ++u) *sunder_loop_unknown(loop, u) = 0;
  sunder_loop_evaluate(loop);
  forget_other_factors(loop);
  loop->memory->undetermined[loop->instance] = 0;
}

/* Those residuals, and the factors. 0: there are none. */
static int prepare(struct SunderLoop* loop, uint8_t factors) {
  struct SunderLoopMemory* f = loop->memory;
  uint8_t* known = &f->is_factored[loop->instance];
  evaluate_at_zero(loop);
  if ((*known & factors) != 0 && sunder_all_finite(f->residual, loop->family->size)) return 1;
  *known &= (uint8_t)~factors;
  if (!factor(loop)) return 0;
  *known |= factors;
  return 1;
}

static void finish(struct SunderLoop* loop) {
  struct SunderLoopMemory* f = loop->memory;
  for (uint32_t u = 0; u < loop->iterated; ++u) f->step[u] = -f->residual[u];
  sunder_loop_solve_iterated(loop, f->step);
  for (uint32_t u = 0; u < loop->iterated; ++u) *sunder_loop_unknown(loop, u) = f->step[u];
  sunder_loop_follow(loop);
}

/* Sizes of what the residual equations add up; entries of a column stand in the order of their rows. */
static void add_terms(const struct SunderLoop* loop, double* terms) {
  const struct SunderLoopFamily* family = loop->family;
  memset(terms, 0, family->iterated * sizeof(double));
  for (uint32_t column = 0; column < family->size; ++column) {
    const double value = *sunder_loop_unknown(loop, column);
    for (uint32_t k = family->column_start[column]; k < family->column_start[column + 1]; ++k) {
      if (family->row_index[k] >= family->iterated) break;
      terms[family->row_index[k]] += fabs(loop->memory->matrix[k] * value);
    }
  }
}

/* What follows from iterated unknowns that are zero may be far larger than the solution (errors grow along a chain of
 * equations): then its rounding would be all that is left. */
static int solve_torn(struct SunderLoop* loop) {
  const double largest_loss = 1e6;
  double* before = loop->memory->scratch;
  double* after = before + loop->family->iterated;
  if (!prepare(loop, FACTORED_TORN)) {
    loop->memory->is_factored[loop->instance] |= NOT_TO_TEAR;
    return 0;
  }
  add_terms(loop, before);
  finish(loop);
  add_terms(loop, after);
  for (uint32_t row = 0; row < loop->iterated; ++row)
    if (!(before[row] <= largest_loss * after[row])) return 0;
  return 1;
}

static int solve_whole(struct SunderLoop* loop) {
  if (!prepare(loop, FACTORED_WHOLE)) return sunder_loop_solve_undetermined(loop);
  finish(loop);
  return 1;
}

/* In the fixed order. 0: that is of no use here. Coefficients that vary go where the factors belong to and are factored
 * without a look at those before. */
static int solve_in_order(struct SunderLoop* loop) {
  struct SunderLoopMemory* f = loop->memory;
  double* vector = sunder_loop_relaxed_vector(loop);
  uint8_t* known = &f->is_factored[loop->instance];
  f->undetermined[loop->instance] = 0;
  if (loop->family->relaxed->varies) {
    sunder_loop_evaluate_right(loop, f->kept + (size_t)loop->instance * loop->family->entry_count, vector);
    *known = 0;
  } else {
    sunder_loop_evaluate_right(loop, f->matrix, vector);
    forget_other_factors(loop);
  }
  const int factor = (*known & FACTORED_IN_ORDER) == 0;
  if (!sunder_loop_forward_relaxed(loop, vector, factor)) return 0;
  *known |= FACTORED_IN_ORDER;
  f->by_whole[loop->instance] = 0;
  return sunder_loop_backward_relaxed(loop, vector);
}

int sunder_loop_solve_linear(struct SunderLoop* loop) {
  struct SunderLoopMemory* f = loop->memory;
  if (loop->family->relaxed != NULL) {
    if (solve_in_order(loop)) return 1;
    loop->pivoted = 1;
    f->by_whole[loop->instance] = 1;
  }
  if (!loop->torn) return solve_whole(loop);
  uint8_t* known = &f->is_factored[loop->instance];
  const int doubtful = (*known & NOT_TO_TEAR) != 0;
  f->by_whole[loop->instance] = 0;
  if (!doubtful && solve_torn(loop)) return 1;
  f->by_whole[loop->instance] = 1;
  sunder_loop_iterate(loop, 0);
  const int solved = solve_whole(loop);
  if (!doubtful || (*known & NOT_TO_TEAR) != 0) return solved;
  /* another matrix than the one that could not be torn: what it gives must not depend on those before */
  sunder_loop_iterate(loop, 1);
  f->by_whole[loop->instance] = 0;
  if (solve_torn(loop)) return 1;
  f->by_whole[loop->instance] = 1;
  sunder_loop_iterate(loop, 0);
  return solve_whole(loop);
}
