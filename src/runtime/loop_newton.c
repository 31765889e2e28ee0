/* Nonlinear loops: Newton's method with damping and bounds, from other starting values where it must be. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "runtime/loop_inner.h"

/* Relative steps below this are rounding when they do not shrink any more. */
static const double nearly_converged = 1e-8;
static const double converged = 4e-15;
/* Where the residual cannot decrease any more although the step is larger: a badly conditioned loop. */
static const double lost_in_rounding = 1e-6;
static const double smallest_damping = 1.0 / 65536;
/* A step that leaves more of the residual than this makes no way: it may be rounding. */
static const double hardly_smaller = 0.9;
/* Of an equation, each with its rounding; and where so many iterations have not got there, of what it is computed from,
 * too: the length of a vector that is nothing but rounding has no direction to go. */
static const double few_operations = 64, many_operations = 1024;
static const int patience = 20;

static double within_bounds(struct SunderLoop* loop, uint32_t number, double value) {
  const struct SunderBounds* bounds = &loop->family->bounds[(size_t)loop->instance * loop->family->size + number];
  double inside = value;
  if (bounds->lower.space != SPACE_COUNT) {
    const double lower = loop->frame[bounds->lower.space][bounds->lower.index];
    if (inside < lower) inside = lower;
  }
  if (bounds->upper.space != SPACE_COUNT) {
    const double upper = loop->frame[bounds->upper.space][bounds->upper.index];
    if (upper < inside) inside = upper;
  }
  if (!isfinite(inside)) return value;
  if (inside != value) loop->clipped = 1;
  return inside;
}

int sunder_loop_is_within(struct SunderLoop* loop) {
  for (uint32_t u = 0; u < loop->iterated; ++u) {
    const double value = *sunder_loop_unknown(loop, u);
    if (within_bounds(loop, u, value) != value) return 0;
  }
  return 1;
}

void sunder_loop_start(struct SunderLoop* loop, double distance) {
  for (uint32_t u = 0; u < loop->iterated; ++u) {
    double value = sunder_loop_guess(loop, u);
    const double size = fmax(1.0, fabs(value));
    if (distance != 0) value += distance * size * (0.5 + fmod(0.6180339887498949 * (u + 1), 0.5));
    *sunder_loop_unknown(loop, u) = loop->bounded ? within_bounds(loop, u, value) : value;
  }
}

/* The largest relative change of an unknown; `trial` holds the unknowns. */
static double step_size(const struct SunderLoop* loop) {
  const struct SunderLoopMemory* f = loop->memory;
  double size = 0;
  for (uint32_t u = 0; u < loop->iterated; ++u) {
    const double relative = fabs(f->step[u]) / (fabs(f->trial[u]) + SUNDER_LOOP_SMALLEST_SIZE);
    if (!(relative <= size)) size = relative;
  }
  return size;
}

/* Shortens the step until the residuals become smaller. 0 (and nothing changed): they do not. */
static int damped_step(struct SunderLoop* loop, double norm) {
  const struct SunderLoopMemory* f = loop->memory;
  for (double damping = 1; damping >= smallest_damping; damping /= 2) {
    for (uint32_t u = 0; u < loop->iterated; ++u) {
      const double wanted = f->trial[u] + damping * f->step[u];
      *sunder_loop_unknown(loop, u) = loop->bounded ? within_bounds(loop, u, wanted) : wanted;
    }
    sunder_loop_evaluate(loop);
    if (!sunder_loop_is_finite(loop)) continue;
    if (loop->leaps || sunder_loop_norm(loop) <= (1 - damping / 10) * norm) return 1;
  }
  for (uint32_t u = 0; u < loop->iterated; ++u) *sunder_loop_unknown(loop, u) = f->trial[u];
  return 0;
}

/* Whether the residuals where the loop was evaluated are no more than the rounding of what their equations add up, with
 * so many operations of an equation: then no step makes them smaller, whatever its size. */
static int is_rounding(const struct SunderLoop* loop, double operations) {
  const struct SunderLoopFamily* family = loop->family;
  const double* matrix = loop->frame[SPACE_MATRIX];
  double* terms = loop->memory->scratch;
  memset(terms, 0, family->size * sizeof(double));
  for (uint32_t column = 0; column < family->size; ++column) {
    const double size = fmax(1.0, fabs(*sunder_loop_unknown(loop, column)));
    if (family->dense)
      for (uint32_t row = 0; row < family->size; ++row) terms[row] += fabs(*matrix++) * size;
    else
      for (uint32_t k = family->column_start[column]; k < family->column_start[column + 1]; ++k)
        terms[family->row_index[k]] += fabs(matrix[k]) * size;
  }
  for (uint32_t row = 0; row < loop->iterated; ++row)
    if (!(fabs(loop->memory->residual[row]) <= operations * DBL_EPSILON * terms[row])) return 0;
  return 1;
}

int sunder_loop_newton(struct SunderLoop* loop) {
  struct SunderLoopMemory* f = loop->memory;
  struct SunderLoopFailure* failure = loop->failure;
  const int keep_factors = loop->effort->keep_factors;
  double last_size = HUGE_VAL;
  sunder_loop_evaluate(loop);
  f->history_count = 0;
  for (failure->iterations = 0; failure->iterations < SUNDER_LOOP_ITERATIONS; ++failure->iterations) {
    if (!sunder_loop_is_finite(loop)) return sunder_loop_blame(loop, SUNDER_LOOP_NOT_FINITE);
    const double norm = sunder_loop_measure(loop);
    const int patient = failure->iterations < patience;
    const double operations = patient ? few_operations : many_operations;
    f->history[f->history_count++] = norm;
    loop->unfactored = norm == 0 && !keep_factors;
    if (loop->unfactored) return 1;
    if (!sunder_loop_factor(loop)) return 0;
    if (norm == 0) return 1;
    for (uint32_t u = 0; u < loop->iterated; ++u) {
      f->step[u] = -f->residual[u];
      f->trial[u] = *sunder_loop_unknown(loop, u);
    }
    sunder_loop_solve_iterated(loop, f->step);
    const double size = step_size(loop);
    const int is_small = size <= nearly_converged;
    /* steps that shrink by squares: the next one would be lost in rounding */
    const int next_is_nothing =
        is_small && last_size < 1 && size * (size / last_size) * (size / last_size) <= converged / 10;
    const int no_longer_shrinks = is_small && last_size <= nearly_converged && size >= last_size / 2;
    const int done = size <= converged || next_is_nothing || no_longer_shrinks;
    last_size = size;
    if (is_small) {
      for (uint32_t u = 0; u < loop->iterated; ++u) *sunder_loop_unknown(loop, u) = f->trial[u] + f->step[u];
      if (done && !keep_factors) {
        sunder_loop_follow(loop);
        return 1;
      }
      sunder_loop_evaluate(loop);
      if (done) return sunder_loop_factor(loop);
      continue;
    }
    if (damped_step(loop, norm)) {
      /* an unknown that is zero up to the rounding of larger ones moves by more than its size again and again */
      if ((patient && sunder_loop_norm(loop) < hardly_smaller * norm) || !is_rounding(loop, operations)) continue;
      return !keep_factors || sunder_loop_factor(loop);
    }
    sunder_loop_evaluate(loop);
    if (size <= lost_in_rounding || is_rounding(loop, operations)) return !keep_factors || sunder_loop_factor(loop);
    break;
  }
  sunder_loop_evaluate(loop);
  sunder_loop_measure(loop);
  return sunder_loop_blame(loop, SUNDER_LOOP_NOT_CONVERGED);
}

/* Inside of the bounds that the unknowns declare, as long as that leads to a solution. */
static int solve_from_guesses(struct SunderLoop* loop) {
  static const double elsewhere[] = {1.0, 10.0, -1.0, -10.0};
  loop->bounded = loop->family->bounds != NULL;
  loop->clipped = 0;
  sunder_loop_start(loop, 0);
  int found = sunder_loop_newton(loop);
  /* a bound in the way: from other places inside of the bounds */
  for (size_t k = 0; k < sizeof elsewhere / sizeof *elsewhere; ++k) {
    if (found || !loop->clipped || !loop->effort->persistent) break;
    sunder_loop_start(loop, elsewhere[k]);
    found = sunder_loop_newton(loop);
  }
  loop->bounded = 0;
  if (found || !loop->clipped) return found;
  sunder_loop_start(loop, 0);
  return sunder_loop_newton(loop);
}

/* Products of unknowns that all begin at zero, say, have a singular matrix there and not beside it; and what divides by
 * an unknown that begins at zero has no value there. */
static int solve_from_elsewhere(struct SunderLoop* loop) {
  static const double distances[] = {1e-3, 1e-1, 1.0};
  for (size_t k = 0; k < sizeof distances / sizeof *distances; ++k) {
    if (loop->failure->answer == SUNDER_LOOP_NOT_CONVERGED) return 0;
    sunder_loop_start(loop, distances[k]);
    if (sunder_loop_newton(loop)) return 1;
  }
  return 0;
}

/* Where an equation jumps (an expression with branches that makes no events) residuals do not become smaller on the way
 * to its other side: whole steps lead across. If they do not, the failure before is the one to tell. */
static int solve_by_leaps(struct SunderLoop* loop) {
  struct SunderLoopMemory* f = loop->memory;
  const struct SunderLoopFailure failure = *loop->failure;
  double history[SUNDER_LOOP_ITERATIONS];
  const int history_count = f->history_count;
  memcpy(history, f->history, sizeof history);
  loop->leaps = 1;
  sunder_loop_start(loop, 0);
  const int found = sunder_loop_newton(loop);
  loop->leaps = 0;
  if (found) return 1;
  *loop->failure = failure;
  f->history_count = history_count;
  memcpy(f->history, history, sizeof history);
  return 0;
}

static int solve_by_newton(struct SunderLoop* loop) {
  const int found = solve_from_guesses(loop);
  if (loop->torn) loop->memory->by_whole[loop->instance] = found ? 0 : 1;
  if (found) return 1;
  if (loop->torn) {
    /* all unknowns at once: other starting values, and pivots where errors grow along the way through the inner part */
    sunder_loop_iterate(loop, 0);
    if (solve_from_guesses(loop)) return 1;
  }
  return solve_from_elsewhere(loop);
}

int sunder_loop_solve_nonlinear(struct SunderLoop* loop) {
  uint8_t* undetermined = &loop->memory->undetermined[loop->instance];
  const int again = *undetermined;
  *undetermined = 0;
  if (again) {
    const int torn = loop->torn;
    if (sunder_loop_go_ranked(loop)) return 1;
    loop->pivoted = 0;
    sunder_loop_iterate(loop, torn);
  }
  if (solve_by_newton(loop)) {
    if (loop->effort->persistent && loop->unfactored) sunder_loop_look_for_free(loop);
    return 1;
  }
  if (sunder_loop_solve_undetermined(loop)) return 1;
  return loop->effort->persistent &&
         (sunder_loop_continue(loop) || sunder_loop_go_naturally(loop) || solve_by_leaps(loop));
}
