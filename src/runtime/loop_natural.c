/* Newton's method with steps that are judged by unknowns, not by residuals.
 *
 * Where equations are badly scaled against each other (one falls by powers of ten while an unknown moves by little) the
 * largest residual grows on the way to the solution, or falls on a way that leads nowhere. Here a step is good if the
 * correction that would follow it, with the same factors, is smaller than the step itself, each unknown against its
 * size: that does not depend on how equations are scaled (Deuflhard, Newton Methods for Nonlinear Problems, 2004,
 * section 3.3).
 */
#include <math.h>
#include <string.h>

#include "runtime/dense_lu.h"
#include "runtime/loop_inner.h"

enum { MOST_STEPS = 200 };
static const double close_enough = 1e-7, shortest = 1e-6;

struct Iteration {
  double *x, *step, *next, *next_before, *sizes;
  double* factors; /* dense: the factors at x, which evaluation elsewhere overwrites */
};

static int make_iteration(struct SunderLoop* loop, struct Iteration* way) {
  const size_t n = loop->iterated;
  double* memory = loop->code->reserve(loop->code->of, 0, 5 * n + (loop->family->dense ? n * n : 0));
  if (memory == NULL) return 0;
  way->x = memory;
  way->step = memory + n;
  way->next = memory + 2 * n;
  way->next_before = memory + 3 * n;
  way->sizes = memory + 4 * n;
  way->factors = memory + 5 * n;
  return 1;
}

/* Of the step, of the one that follows it, or of their difference (`against` not null). */
static double length_of(const struct SunderLoop* loop, const struct Iteration* way, const double* step,
                        const double* against) {
  double squares = 0;
  for (uint32_t u = 0; u < loop->iterated; ++u) {
    const double part = (step[u] - (against != NULL ? against[u] : 0)) / way->sizes[u];
    squares += part * part;
  }
  return sqrt(squares / loop->iterated);
}

static int find_step(struct SunderLoop* loop, const struct Iteration* way) {
  const size_t n = loop->iterated;
  const struct SunderLoopMemory* f = loop->memory;
  sunder_loop_measure(loop);
  if (!sunder_loop_factor(loop)) return 0;
  for (uint32_t u = 0; u < n; ++u) way->step[u] = -f->residual[u];
  sunder_loop_solve_iterated(loop, way->step);
  if (loop->family->dense) memcpy(way->factors, f->factors + loop->instance * n * n, n * n * sizeof(double));
  return 1;
}

/* What would follow where the loop was evaluated, with the factors of the step. */
static void find_next(const struct SunderLoop* loop, const struct Iteration* way) {
  const size_t n = loop->iterated;
  const struct SunderLoopMemory* f = loop->memory;
  for (uint32_t u = 0; u < n; ++u) way->next[u] = -f->residual[u];
  if (loop->family->dense)
    sunder_lu_solve(n, way->factors, f->pivots + loop->instance * n, way->next);
  else
    sunder_loop_solve_iterated(loop, way->next);
}

/* Unknowns that begin at zero are as large as they move first. */
static void measure_unknowns(const struct SunderLoop* loop, const struct Iteration* way, int first) {
  for (uint32_t u = 0; u < loop->iterated; ++u) {
    const double size = fabs(way->x[u]);
    if (!first)
      way->sizes[u] = fmax(way->sizes[u], 0.5 * (size + way->sizes[u]));
    else
      way->sizes[u] = size > 0 ? size : way->step[u] != 0 ? fabs(way->step[u]) : 1.0;
  }
}

/* 0: there is no value at this part of the step, or it is out of bounds, or it makes no way. */
static int try_step(struct SunderLoop* loop, const struct Iteration* way, double part, double length) {
  for (uint32_t u = 0; u < loop->iterated; ++u) *sunder_loop_unknown(loop, u) = way->x[u] + part * way->step[u];
  if (loop->bounded && !sunder_loop_is_within(loop)) return 0;
  sunder_loop_evaluate(loop);
  if (!sunder_loop_is_finite(loop)) return 0;
  find_next(loop, way);
  return length_of(loop, way, way->next, NULL) <= (1 - part / 4) * length;
}

static int go(struct SunderLoop* loop, const struct Iteration* way) {
  const size_t bytes = loop->iterated * sizeof(double);
  double part = 1, length_of_next = 0;
  sunder_loop_start(loop, 0);
  if (sunder_loop_can_tear(loop->family)) { /* what follows from the others need not be guessed */
    sunder_loop_iterate(loop, 1);
    sunder_loop_follow(loop);
    sunder_loop_iterate(loop, 0);
  }
  sunder_loop_evaluate(loop);
  for (int k = 0; k < MOST_STEPS; ++k) {
    if (!sunder_loop_is_finite(loop) || !find_step(loop, way)) return 0;
    for (uint32_t u = 0; u < loop->iterated; ++u) way->x[u] = *sunder_loop_unknown(loop, u);
    measure_unknowns(loop, way, k == 0);
    const double length = length_of(loop, way, way->step, NULL);
    if (!isfinite(length)) return 0;
    if (k > 0) { /* how far the equations are linear, by how well the last correction was foreseen */
      const double mistake = length_of(loop, way, way->next_before, way->step);
      part = mistake > 0 ? fmin(1.0, part * (length_of_next / mistake)) : 1.0;
    }
    while (!try_step(loop, way, part, length)) {
      part /= 2;
      if (!(part >= shortest)) return 0;
    }
    if (part == 1 && length <= close_enough) return 1;
    length_of_next = length_of(loop, way, way->next, NULL);
    memcpy(way->next_before, way->next, bytes);
  }
  return 0;
}

/* From where the loop's bounds allow it, then from anywhere. */
static int go_inside(struct SunderLoop* loop, const struct Iteration* way) {
  loop->bounded = loop->family->bounds != NULL;
  int found = go(loop, way);
  if (!found && loop->bounded) {
    loop->bounded = 0;
    found = go(loop, way);
  }
  loop->bounded = 0;
  return found && sunder_loop_newton(loop);
}

int sunder_loop_go_naturally(struct SunderLoop* loop) {
  const struct SunderLoopFailure failure = *loop->failure;
  struct Iteration way;
  sunder_loop_iterate(loop, 0);
  if (!make_iteration(loop, &way)) return 0;
  loop->pivoted = loop->family->relaxed != NULL;
  if (go_inside(loop, &way)) return 1;
  *loop->failure = failure;
  return 0;
}
