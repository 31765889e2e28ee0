/* Linear loops, also those that do not determine all of their unknowns. */
#include <math.h>
#include <string.h>

#include "runtime/finite.h"
#include "runtime/loop_inner.h"
#include "runtime/rank_factors.h"

/* Loops with more unknowns are not looked at for what determines them. */
enum { LARGEST_UNDETERMINED = 400 };
/* How far equations that are left over may be from being satisfied. */
static const double rounding = 1e-9;

static int factor(struct SunderLoop* loop) {
  const size_t entries = sunder_loop_entries(loop->family);
  if (!sunder_loop_is_finite(loop)) return sunder_loop_blame(loop, SUNDER_LOOP_NOT_FINITE);
  sunder_loop_measure(loop);
  if (loop->family->dense)
    memcpy(loop->memory->factors + loop->instance * entries, loop->memory->matrix, entries * sizeof(double));
  return sunder_loop_factor(loop);
}

static int factors_of(const struct SunderLoop* loop, struct SunderRankFactors* factors) {
  const size_t n = loop->family->size;
  double* memory = loop->code->reserve(loop->code->of, 1 + loop->instance, sunder_rank_memory(n));
  if (memory != NULL) sunder_rank_init(factors, n, memory);
  return memory != NULL;
}

static void write_full(const struct SunderLoop* loop, double* full) {
  const struct SunderLoopFamily* family = loop->family;
  const size_t n = family->size;
  memset(full, 0, n * n * sizeof(double));
  if (family->dense) {
    memcpy(full, loop->memory->matrix, n * n * sizeof(double));
    return;
  }
  for (size_t column = 0; column < n; ++column)
    for (uint32_t k = family->column_start[column]; k < family->column_start[column + 1]; ++k)
      full[column * n + family->row_index[k]] = loop->memory->matrix[k];
}

/* What nothing determines (the temperature of a medium that does not flow, say) stays what it was, if the equations
 * agree with each other. Whoever asked is told, and finds out whether it matters. */
static int solve_undetermined(struct SunderLoop* loop) {
  struct SunderLoopMemory* f = loop->memory;
  const uint32_t n = loop->family->size;
  struct SunderRankFactors factors;
  if (loop->failure->answer != SUNDER_LOOP_SINGULAR || n > LARGEST_UNDETERMINED) return 0;
  double* start = loop->code->reserve(loop->code->of, 0, 2 * (size_t)n);
  if (start == NULL || !factors_of(loop, &factors)) return 0;
  double* sizes = start + n;
  write_full(loop, factors.a);
  for (uint32_t u = 0; u < n; ++u) {
    start[u] = sunder_loop_guess(loop, u);
    start[u] += loop->effort->displaced * fmax(1.0, fabs(start[u]));
    f->step[u] = -f->residual[u];
    sizes[u] = fabs(f->residual[u]);
  }
  for (uint32_t column = 0; column < n; ++column)
    for (uint32_t row = 0; row < n; ++row) {
      const double term = factors.a[(size_t)column * n + row] * start[column];
      f->step[row] -= term;
      sizes[row] += fabs(term);
    }
  sunder_rank_factor(&factors);
  if (factors.rank == n || !(sunder_rank_solve(&factors, f->step, sizes) <= rounding)) return 0;
  f->undetermined[loop->instance] = 1;
  for (uint32_t u = 0; u < n; ++u) *sunder_loop_unknown(loop, u) = start[u] + f->step[u];
  f->has_free = 1;
  f->free_instance = loop->instance;
  f->free_column = factors.columns[factors.rank];
  return 1;
}

void sunder_loop_back_substitute_undetermined(const struct SunderLoop* loop, double* vector) {
  struct SunderRankFactors factors;
  if (factors_of(loop, &factors)) sunder_rank_solve(&factors, vector, NULL);
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
  if (!prepare(loop, FACTORED_WHOLE)) return solve_undetermined(loop);
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
