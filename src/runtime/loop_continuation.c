/* Where Newton's method does not come from the starting values to a solution: the way there is followed.
 *
 * F(x) = (1 - s) F(x0) holds at x0 for s = 0 and is the loop itself for s = 1. The curve (x, s) is followed by its
 * length, so that it may turn back in s on its way (the solution need not be near, nor the residuals fall all the way).
 * Where equations have corners (limits without events) the curve has them too.
 */
#include <math.h>
#include <string.h>

#include "runtime/loop_inner.h"

enum { MOST_POINTS = 400, MOST_CORRECTIONS = 6 };
/* Loops with more unknowns are not worth the way. */
enum { MOST_UNKNOWNS = 2000 };
static const double first_length = 0.05, shortest = 1e-6, longest = 1.0;
static const double near_enough = 1e-6, on_curve = 1e-9;
/* A corner is looked for so far ahead; the first step out of it is so long. */
static const double beyond_corner = 4e-6, out_of_corner = 1e-3;
static const double smallest_weight = 1e-12;
/* The cosine of the angle by which a curve bends much. */
static const double much = 0.99;

/* One way: the point and the direction of the curve there (twice: also those of the point before), and what is at its
 * beginning. */
struct Way {
  double *x, *ahead, *x_before, *ahead_before, *at_start, *weights, *rates, *correction;
  double share, share_ahead; /* s, and how it changes along the curve */
  double share_weight;       /* what s counts for in the length of the curve: no more than what it moves at first */
  int bends;                 /* much at this point */
};

static int make_way(struct SunderLoop* loop, struct Way* way) {
  const size_t n = loop->iterated;
  double* memory = loop->code->reserve(loop->code->of, 0, 8 * n);
  if (memory == NULL) return 0;
  way->x = memory;
  way->ahead = memory + n;
  way->x_before = memory + 2 * n;
  way->ahead_before = memory + 3 * n;
  way->at_start = memory + 4 * n;
  way->weights = memory + 5 * n;
  way->rates = memory + 6 * n;
  way->correction = memory + 7 * n;
  return 1;
}

static void go_to(struct SunderLoop* loop, const struct Way* way) {
  for (uint32_t u = 0; u < loop->iterated; ++u) *sunder_loop_unknown(loop, u) = way->x[u];
  sunder_loop_evaluate(loop);
}

/* dx/ds = -J^-1 F(x0) where the loop was evaluated, in `rates`. */
static int find_rates(struct SunderLoop* loop, struct Way* way) {
  sunder_loop_measure(loop);
  if (!sunder_loop_factor(loop)) return 0;
  for (uint32_t u = 0; u < loop->iterated; ++u) way->rates[u] = -way->at_start[u];
  sunder_loop_back_substitute(loop, way->rates);
  return 1;
}

/* The direction of the curve at the point that was evaluated, on the side it came from. */
static int look_along(struct SunderLoop* loop, struct Way* way) {
  const double weight = way->share_weight * way->share_weight;
  double length = weight, along = weight * way->share_ahead;
  if (!find_rates(loop, way)) return 0;
  for (uint32_t u = 0; u < loop->iterated; ++u) {
    const double weighted = way->rates[u] * way->weights[u];
    length += weighted * weighted;
    along += weighted * way->ahead[u] * way->weights[u];
  }
  way->bends = fabs(along) < much * sqrt(length);
  length = copysign(sqrt(length), along);
  for (uint32_t u = 0; u < loop->iterated; ++u) way->ahead[u] = way->rates[u] / length;
  way->share_ahead = 1 / length;
  return isfinite(length);
}

/* At the starting values, forwards (s grows at first) or backwards. */
static int begin_way(struct SunderLoop* loop, struct Way* way, double direction) {
  way->share = 0;
  way->share_ahead = direction;
  way->share_weight = 1;
  sunder_loop_start(loop, 0);
  sunder_loop_evaluate(loop);
  if (!sunder_loop_is_finite(loop)) return 0;
  for (uint32_t u = 0; u < loop->iterated; ++u) {
    way->x[u] = *sunder_loop_unknown(loop, u);
    way->at_start[u] = loop->memory->residual[u];
    way->weights[u] = 1 / fmax(1.0, fabs(way->x[u]));
    way->ahead[u] = 0;
  }
  if (!find_rates(loop, way)) return 0;
  double moves = smallest_weight;
  for (uint32_t u = 0; u < loop->iterated; ++u) moves = fmax(moves, fabs(way->rates[u]) * way->weights[u]);
  way->share_weight = fmin(1.0, moves);
  sunder_loop_evaluate(loop);
  return look_along(loop, way);
}

/* One correction across the direction; its size, which is not finite where there is none. */
static double correct_once(struct SunderLoop* loop, struct Way* way) {
  for (uint32_t u = 0; u < loop->iterated; ++u) {
    way->correction[u] = -(loop->memory->residual[u] - (1 - way->share) * way->at_start[u]);
    way->rates[u] = -way->at_start[u];
  }
  if (!sunder_loop_factor(loop)) return HUGE_VAL;
  sunder_loop_back_substitute(loop, way->correction);
  sunder_loop_back_substitute(loop, way->rates);
  double across = 0, along = way->share_weight * way->share_weight * way->share_ahead;
  for (uint32_t u = 0; u < loop->iterated; ++u) {
    const double direction = way->ahead[u] * way->weights[u] * way->weights[u];
    across += direction * way->correction[u];
    along += direction * way->rates[u];
  }
  const double change = -across / along;
  double size = fabs(change) * way->share_weight;
  for (uint32_t u = 0; u < loop->iterated; ++u) {
    const double moved = way->correction[u] + change * way->rates[u];
    const double weighted = fabs(moved) * way->weights[u];
    way->x[u] += moved;
    if (size < weighted) size = weighted;
  }
  way->share += change;
  return size;
}

/* A step along the direction, then Newton's method across it. Negative: the curve was not met; else how many
 * corrections it took. The loop is evaluated at the point found. */
static int correct(struct SunderLoop* loop, struct Way* way, double step) {
  for (uint32_t u = 0; u < loop->iterated; ++u) way->x[u] += step * way->ahead[u];
  way->share += step * way->share_ahead;
  for (int corrections = 0; corrections <= MOST_CORRECTIONS; ++corrections) {
    go_to(loop, way);
    if (!sunder_loop_is_finite(loop)) return -1;
    sunder_loop_measure(loop);
    const double size = correct_once(loop, way);
    if (!isfinite(size) || size > 2 * step + near_enough) return -1;
    if (size > on_curve) continue;
    go_to(loop, way);
    return sunder_loop_is_finite(loop) ? corrections : -1;
  }
  return -1;
}

static void go_along(struct SunderLoop* loop, const struct Way* way, double step) {
  for (uint32_t u = 0; u < loop->iterated; ++u) *sunder_loop_unknown(loop, u) = way->x[u] + step * way->ahead[u];
  sunder_loop_evaluate(loop);
}

/* How far a point at this distance is from the curve. */
static double distance_from_curve(struct SunderLoop* loop, const struct Way* way, double step) {
  const struct SunderLoopMemory* f = loop->memory;
  const double left = 1 - (way->share + step * way->share_ahead);
  double largest = 0;
  go_along(loop, way, step);
  if (!sunder_loop_is_finite(loop)) return HUGE_VAL;
  sunder_loop_measure(loop);
  for (uint32_t u = 0; u < loop->iterated; ++u)
    largest = fmax(largest, fabs(f->residual[u] - left * way->at_start[u]) * f->scale[u]);
  return largest;
}

/* Whether at this distance the equations would lead into another direction; `rates` tell which, with their length. */
static int is_turned(struct SunderLoop* loop, struct Way* way, double step, double* length) {
  const double weight = way->share_weight * way->share_weight;
  double along = weight * way->share_ahead, squares = weight;
  go_along(loop, way, step);
  if (!sunder_loop_is_finite(loop) || !find_rates(loop, way)) return 0;
  for (uint32_t u = 0; u < loop->iterated; ++u) {
    const double weighted = way->rates[u] * way->weights[u];
    squares += weighted * weighted;
    along += weighted * way->ahead[u] * way->weights[u];
  }
  *length = sqrt(squares);
  return isfinite(*length) && fabs(along) < much * *length;
}

static void turn_round(const struct SunderLoop* loop, struct Way* way) {
  for (uint32_t u = 0; u < loop->iterated; ++u) way->ahead[u] = -way->ahead[u];
  way->share_ahead = -way->share_ahead;
}

/* A step may have crossed a corner behind which the side it came from says nothing: one of the two directions leads
 * back over the corner, where these equations do not hold. */
static void leave_corner_behind(struct SunderLoop* loop, struct Way* way, double step) {
  const double far_off = 2;
  const double probe = 4 * step;
  const double forward = distance_from_curve(loop, way, probe);
  if (far_off * distance_from_curve(loop, way, -probe) < forward) turn_round(loop, way);
}

/* At a corner the curve goes on along a direction of the equations beyond it, of the two the one that stays there: the
 * other one leads back to this side, where these equations do not hold. */
static int turn_corner(struct SunderLoop* loop, struct Way* way) {
  enum { HALVINGS = 45 };
  double before = 0, beyond = beyond_corner, length = 1;
  if (!is_turned(loop, way, beyond, &length)) return 0;
  for (int k = 0; k < HALVINGS; ++k) {
    const double middle = (before + beyond) / 2;
    *(is_turned(loop, way, middle, &length) ? &beyond : &before) = middle;
  }
  if (!is_turned(loop, way, beyond, &length)) return 0;
  for (uint32_t u = 0; u < loop->iterated; ++u) {
    way->x[u] += beyond * way->ahead[u];
    way->ahead[u] = way->rates[u] / length;
  }
  way->share += beyond * way->share_ahead;
  way->share_ahead = 1 / length;
  const double forward = distance_from_curve(loop, way, out_of_corner);
  if (distance_from_curve(loop, way, -out_of_corner) < forward) turn_round(loop, way);
  return correct(loop, way, out_of_corner) >= 0 && look_along(loop, way);
}

static int follow_way(struct SunderLoop* loop, struct Way* way) {
  const size_t bytes = loop->iterated * sizeof(double);
  double length = first_length;
  for (int point = 0; point < MOST_POINTS; ++point) {
    if (length < shortest) {
      if (!turn_corner(loop, way)) return 0;
      length = out_of_corner;
    }
    const double share_before = way->share, share_ahead_before = way->share_ahead;
    double step = length;
    if (way->share_ahead > 0) step = fmin(step, (1 - way->share) / way->share_ahead);
    memcpy(way->x_before, way->x, bytes);
    memcpy(way->ahead_before, way->ahead, bytes);
    const int corrections = correct(loop, way, step);
    if (corrections < 0 || !look_along(loop, way)) {
      memcpy(way->x, way->x_before, bytes);
      memcpy(way->ahead, way->ahead_before, bytes);
      way->share = share_before;
      way->share_ahead = share_ahead_before;
      length = step / 4;
      continue;
    }
    if (way->share >= 1 - near_enough) return 1;
    if (way->bends) leave_corner_behind(loop, way, step);
    if (corrections <= 2) length = fmin(longest, 2 * length);
  }
  return 0;
}

int sunder_loop_continue(struct SunderLoop* loop) {
  /* the curve may lead to the solution on one side only: where the starting values lie between two solutions (beyond a
   * limit that positive feedback leaves) forwards is back to the one that is lost */
  static const double directions[] = {1, -1};
  const struct SunderLoopFailure before = *loop->failure;
  double continued = 0;
  struct Way way;
  sunder_loop_iterate(loop, 0);
  if (loop->iterated > MOST_UNKNOWNS || !make_way(loop, &way)) return 0;
  for (size_t k = 0; k < sizeof directions / sizeof *directions; ++k) {
    if (begin_way(loop, &way, directions[k]) && follow_way(loop, &way)) {
      for (uint32_t u = 0; u < loop->iterated; ++u) *sunder_loop_unknown(loop, u) = way.x[u];
      if (sunder_loop_newton(loop)) return 1;
    }
    continued = fmax(continued, fmin(way.share, 1.0));
  }
  *loop->failure = before;
  loop->failure->continued = continued;
  return 0;
}
