/* Loops that do not determine all of their unknowns. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "runtime/loop_inner.h"
#include "runtime/rank_factors.h"

/* Loops with more unknowns are not looked at for what determines them. */
enum { LARGEST_UNDETERMINED = 400 };

static int factors_of(const struct SunderLoop* loop, struct SunderRankFactors* factors) {
  const size_t n = loop->family->size;
  double* memory = loop->code->reserve(loop->code->of, 1 + loop->instance, sunder_rank_memory(n));
  if (memory != NULL) sunder_rank_init(factors, n, memory);
  return memory != NULL;
}

static void write_full(const struct SunderLoop* loop, double* full) {
  const struct SunderLoopFamily* family = loop->family;
  const double* matrix = loop->frame[SPACE_MATRIX];
  const size_t n = family->size;
  memset(full, 0, n * n * sizeof(double));
  if (family->dense) {
    memcpy(full, matrix, n * n * sizeof(double));
    return;
  }
  for (size_t column = 0; column < n; ++column)
    for (uint32_t k = family->column_start[column]; k < family->column_start[column + 1]; ++k)
      full[column * n + family->row_index[k]] = matrix[k];
}

/* The matrix times `values`, added to `sums`. */
static void add_products(const struct SunderLoop* loop, const double* values, double* sums) {
  const struct SunderLoopFamily* family = loop->family;
  const double* matrix = loop->frame[SPACE_MATRIX];
  for (uint32_t column = 0; column < family->size; ++column) {
    const uint32_t begin = family->dense ? 0 : family->column_start[column];
    const uint32_t end = family->dense ? family->size : family->column_start[column + 1];
    for (uint32_t k = begin; k < end; ++k) sums[family->dense ? k : family->row_index[k]] += *matrix++ * values[column];
  }
}

/* Whether every equation holds where the loop was evaluated, each against the terms it adds up: also those that have no
 * unknown of their own to make them true. */
static int all_hold(const struct SunderLoop* loop) {
  static const double left_over = 1e-9, rounding = 1024 * DBL_EPSILON;
  const struct SunderLoopFamily* family = loop->family;
  const double* matrix = loop->frame[SPACE_MATRIX];
  double* allowed = loop->memory->scratch;
  memset(allowed, 0, family->size * sizeof(double));
  for (uint32_t column = 0; column < family->size; ++column) {
    const double size = fabs(*sunder_loop_unknown(loop, column));
    const double factor = fmax(left_over * size, rounding * fmax(1.0, size));
    const uint32_t begin = family->dense ? 0 : family->column_start[column];
    const uint32_t end = family->dense ? family->size : family->column_start[column + 1];
    for (uint32_t k = begin; k < end; ++k)
      allowed[family->dense ? k : family->row_index[k]] += fabs(*matrix++) * factor;
  }
  for (uint32_t row = 0; row < family->size; ++row)
    if (!(fabs(loop->memory->residual[row]) <= allowed[row])) return 0;
  return 1;
}

static void tell_free(struct SunderLoop* loop, const struct SunderRankFactors* factors) {
  loop->memory->has_free = 1;
  loop->memory->free_instance = loop->instance;
  loop->memory->free_column = factors->columns[factors->rank];
}

static int solve_linear(struct SunderLoop* loop) {
  struct SunderLoopMemory* f = loop->memory;
  const uint32_t n = loop->family->size;
  struct SunderRankFactors factors;
  double* start = loop->code->reserve(loop->code->of, 0, n);
  if (start == NULL || !factors_of(loop, &factors)) return 0;
  for (uint32_t u = 0; u < n; ++u) {
    start[u] = sunder_loop_guess(loop, u);
    start[u] += loop->effort->displaced * fmax(1.0, fabs(start[u]));
    f->step[u] = f->residual[u];
  }
  add_products(loop, start, f->step);
  write_full(loop, factors.a);
  sunder_rank_factor(&factors);
  sunder_rank_solve(&factors, f->step);
  for (uint32_t u = 0; u < n; ++u) *sunder_loop_unknown(loop, u) = start[u] - f->step[u];
  sunder_loop_evaluate(loop);
  if (!sunder_loop_is_finite(loop) || !all_hold(loop)) return 0;
  f->undetermined[loop->instance] = 1;
  if (factors.rank < n) tell_free(loop, &factors);
  return 1;
}

int sunder_loop_factor_ranked(struct SunderLoop* loop) {
  struct SunderRankFactors factors;
  if (!factors_of(loop, &factors)) return sunder_loop_blame(loop, SUNDER_LOOP_SINGULAR);
  write_full(loop, factors.a);
  sunder_rank_factor(&factors);
  return 1;
}

/* Unknowns that are free move by a distance relative to their size, the others so that linear equations still hold. */
static void displace(struct SunderLoop* loop, const struct SunderRankFactors* factors, double distance) {
  const uint32_t n = loop->family->size;
  struct SunderLoopMemory* f = loop->memory;
  double* by = f->trial;
  memset(by, 0, n * sizeof(double));
  memset(f->step, 0, n * sizeof(double));
  for (size_t k = factors->rank; k < n; ++k) {
    const uint32_t u = factors->columns[k];
    by[u] = distance * fmax(1.0, fabs(*sunder_loop_unknown(loop, u)));
  }
  add_products(loop, by, f->step);
  sunder_rank_solve(factors, f->step);
  for (uint32_t u = 0; u < n; ++u) *sunder_loop_unknown(loop, u) += by[u] - f->step[u];
}

/* Newton's method from the unknowns in the frame, and factors where it ends. */
static int iterate(struct SunderLoop* loop, struct SunderRankFactors* factors) {
  if (!sunder_loop_newton(loop)) return 0;
  sunder_loop_evaluate(loop);
  return sunder_loop_is_finite(loop) && all_hold(loop) && sunder_loop_factor_ranked(loop) && factors_of(loop, factors);
}

static int go_back(struct SunderLoop* loop, const double* unknowns, struct SunderRankFactors* factors) {
  for (uint32_t u = 0; u < loop->family->size; ++u) *sunder_loop_unknown(loop, u) = unknowns[u];
  sunder_loop_evaluate(loop);
  return sunder_loop_factor_ranked(loop) && factors_of(loop, factors);
}

/* At a solution with such factors: whether there are others beside it. A matrix that is singular at the solution only,
 * as that of x*x = 0, leaves nothing free: the unknown comes back from where it was displaced to, or not all of the
 * way. */
static int is_free(struct SunderLoop* loop, struct SunderRankFactors* factors) {
  const int asked = loop->effort->displaced != 0;
  const double distance = asked ? loop->effort->displaced : 1e-3;
  const uint32_t free = factors->columns[factors->rank];
  const double from = *sunder_loop_unknown(loop, free), by = distance * fmax(1.0, fabs(from));
  double* solution = loop->code->reserve(loop->code->of, 0, loop->family->size);
  if (solution == NULL) return 0;
  for (uint32_t u = 0; u < loop->family->size; ++u) solution[u] = *sunder_loop_unknown(loop, u);
  displace(loop, factors, distance);
  const int stays = iterate(loop, factors) && factors->rank < loop->family->size &&
                    fabs(*sunder_loop_unknown(loop, free) - from - by) <= 1e-3 * fabs(by);
  return (asked && stays) || (go_back(loop, solution, factors) && stays);
}

/* 1: the unknowns are a solution; `has_free` if there are others beside it. */
static int accept(struct SunderLoop* loop, struct SunderRankFactors* factors) {
  struct SunderLoopMemory* f = loop->memory;
  if (factors->rank < loop->family->size) {
    if (loop->effort->persistent && !is_free(loop, factors)) return 0;
    tell_free(loop, factors);
  }
  f->undetermined[loop->instance] = 1;
  if (f->by_whole != NULL) f->by_whole[loop->instance] = 1;
  if (factors->rank < loop->family->size) return 1;
  /* the usual way will do again, and these are its factors */
  loop->ranked = 0;
  sunder_loop_evaluate(loop);
  if (sunder_loop_factor(loop)) f->undetermined[loop->instance] = 0;
  return 1;
}

static void begin_ranked(struct SunderLoop* loop) {
  sunder_loop_iterate(loop, 0);
  loop->ranked = 1;
  loop->pivoted = loop->family->relaxed != NULL;
}

int sunder_loop_go_ranked(struct SunderLoop* loop) {
  struct SunderRankFactors factors;
  begin_ranked(loop);
  sunder_loop_start(loop, 0);
  const int found = iterate(loop, &factors) && accept(loop, &factors);
  loop->ranked = 0;
  return found;
}

/* Also from elsewhere, if nothing is free there: a matrix may have been called singular by the units of its unknowns
 * only. */
static int solve_nonlinear(struct SunderLoop* loop) {
  static const double elsewhere[] = {1e-3, 1e-1, 1.0};
  const struct SunderLoopFailure failure = *loop->failure;
  struct SunderRankFactors factors;
  int found = sunder_loop_go_ranked(loop);
  for (size_t k = 0; k < sizeof elsewhere / sizeof *elsewhere && !found; ++k) {
    begin_ranked(loop);
    sunder_loop_start(loop, elsewhere[k]);
    found = iterate(loop, &factors) && factors.rank == loop->family->size && accept(loop, &factors);
    loop->ranked = 0;
  }
  if (!found) *loop->failure = failure;
  return found;
}

void sunder_loop_look_for_free(struct SunderLoop* loop) {
  const int torn = loop->torn, pivoted = loop->pivoted;
  struct SunderRankFactors factors;
  if (loop->family->size > LARGEST_UNDETERMINED) return;
  begin_ranked(loop);
  sunder_loop_evaluate(loop);
  if (sunder_loop_is_finite(loop) && sunder_loop_factor_ranked(loop) && factors_of(loop, &factors) &&
      factors.rank < loop->family->size)
    accept(loop, &factors);
  loop->ranked = 0;
  loop->pivoted = pivoted;
  sunder_loop_iterate(loop, torn);
}

int sunder_loop_solve_undetermined(struct SunderLoop* loop) {
  if (loop->failure->answer != SUNDER_LOOP_SINGULAR || loop->family->size > LARGEST_UNDETERMINED) return 0;
  return loop->family->linear ? solve_linear(loop) : solve_nonlinear(loop);
}

void sunder_loop_back_substitute_undetermined(const struct SunderLoop* loop, double* vector) {
  struct SunderRankFactors factors;
  if (factors_of(loop, &factors)) sunder_rank_solve(&factors, vector);
}
