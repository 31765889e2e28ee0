#include "runtime/table.h"

#include <float.h>
#include <math.h>

/* ---- slopes ---- */

/* Divided differences with two more at each end: d[k + 2] belongs to the interval k. */
static void differences(int periodic, size_t count, const double* x, const double* y, size_t stride, double* d) {
  const size_t n = count - 1; /* intervals */
  for (size_t k = 0; k < n; ++k) d[k + 2] = (y[(k + 1) * stride] - y[k * stride]) / (x[k + 1] - x[k]);
  if (periodic && n > 1) {
    d[1] = d[n + 1];
    d[0] = d[n];
    d[n + 2] = d[2];
    d[n + 3] = d[3];
    return;
  }
  if (n == 1) {
    d[0] = d[1] = d[3] = d[4] = d[2];
    return;
  }
  d[1] = 2 * d[2] - d[3];
  d[0] = 2 * d[1] - d[2];
  d[n + 2] = 2 * d[n + 1] - d[n];
  d[n + 3] = 2 * d[n + 2] - d[n + 1];
}

/* The part that the difference on the right has in the slope at point k. */
static double right_weight(int smoothness, const double* d, size_t k) {
  double left = fabs(d[k + 3] - d[k + 2]), right = fabs(d[k + 1] - d[k]);
  if (smoothness == SUNDER_MODIFIED_AKIMA) {
    left += 0.5 * fabs(d[k + 3] + d[k + 2]);
    right += 0.5 * fabs(d[k + 1] + d[k]);
  }
  return left + right > 0 ? right / (left + right) : 0.5;
}

static double monotone_slope(int smoothness, double left, double right, double h, double next) {
  if (left * right <= 0) return 0;
  if (smoothness == SUNDER_MONOTONE) return 3 * (h + next) / ((h + 2 * next) / left + (2 * h + next) / right);
  const double half = 0.5 * fabs((left * next + right * h) / (h + next));
  const double least = fmin(half, fmin(fabs(left), fabs(right)));
  return left > 0 ? 2 * least : -2 * least;
}

void sunder_curve_slopes(int smoothness, int periodic, size_t count, const double* x, const double* y, size_t stride,
                         double* slope, double* scratch) {
  double* const d = scratch;
  if (count < 2) {
    if (count == 1) slope[0] = 0;
    return;
  }
  differences(periodic, count, x, y, stride, d);
  for (size_t k = 0; k < count; ++k) {
    double* const out = slope + k * stride;
    if (smoothness == SUNDER_MONOTONE || smoothness == SUNDER_STEFFEN) {
      const int first = k == 0, last = k + 1 == count;
      if ((first || last) && !(periodic && count > 2)) {
        *out = first ? d[2] : d[count];
        continue;
      }
      const double h = first ? x[count - 1] - x[count - 2] : x[k] - x[k - 1];
      const double next = last ? x[1] - x[0] : x[k + 1] - x[k];
      *out = monotone_slope(smoothness, d[k + 1], d[k + 2], h, next);
    } else {
      const double a = right_weight(smoothness, d, k);
      *out = (1 - a) * d[k + 1] + a * d[k + 2];
    }
  }
}

/* ---- one interval ---- */

/* What the values and slopes at the two ends contribute. */
struct basis {
  double left, right, left_slope, right_slope;
};

static struct basis cubic(double h, double s, int order) {
  struct basis b;
  switch (order) {
    case 0:
      b.right = s * s * (3 - 2 * s);
      b.left = 1 - b.right;
      b.left_slope = h * s * (1 - s) * (1 - s);
      b.right_slope = -h * s * s * (1 - s);
      return b;
    case 1:
      b.right = 6 * s * (1 - s) / h;
      b.left_slope = (1 - s) * (1 - 3 * s);
      b.right_slope = s * (3 * s - 2);
      break;
    case 2:
      b.right = (6 - 12 * s) / (h * h);
      b.left_slope = (6 * s - 4) / h;
      b.right_slope = (6 * s - 2) / h;
      break;
    case 3:
      b.right = -12 / (h * h * h);
      b.left_slope = b.right_slope = 6 / (h * h);
      break;
    default: b.right = b.left_slope = b.right_slope = 0; break;
  }
  b.left = -b.right;
  return b;
}

static struct basis line(double h, double s, int order) {
  const double right = order == 0 ? s : (order == 1 ? 1 / h : 0);
  const struct basis b = {order == 0 ? 1 - s : -right, right, 0, 0};
  return b;
}

static struct basis step(int right, int order) {
  const struct basis b = {order == 0 && !right ? 1 : 0, order == 0 && right ? 1 : 0, 0, 0};
  return b;
}

/* Inside of [x0, x1] or beyond it on a side where the curve ends. */
static struct basis basis_at(int smoothness, int extrapolation, double x0, double x1, double u, int order, int beyond) {
  const double h = x1 - x0;
  if (beyond != 0 && extrapolation != SUNDER_EXTEND) return step(beyond > 0, order);
  if (beyond == 0 && smoothness == SUNDER_CONSTANT) return step(0, order);
  /* beyond constant segments too: along the line through the two points at the end */
  if (smoothness == SUNDER_LINEAR || smoothness == SUNDER_CONSTANT) return line(h, (u - x0) / h, order);
  if (beyond == 0) return cubic(h, (u - x0) / h, order);
  /* on along the tangent */
  const double end = beyond > 0 ? x1 : x0;
  const struct basis tangent = cubic(h, beyond > 0 ? 1 : 0, 1);
  if (order == 1) return tangent;
  struct basis b = cubic(h, beyond > 0 ? 1 : 0, 0);
  const double far = u - end;
  if (order > 1) {
    b.left = b.right = b.left_slope = b.right_slope = 0;
    return b;
  }
  b.left += far * tangent.left;
  b.right += far * tangent.right;
  b.left_slope += far * tangent.left_slope;
  b.right_slope += far * tangent.right_slope;
  return b;
}

/* The interval k of x[k] <= u < x[k + 1] that is not empty; from the left: x[k] < u <= x[k + 1]. Outside: the first or
 * last one that is not empty. */
static size_t interval_of(size_t count, const double* x, double u, int from_left) {
  size_t low = 0, high = count - 1; /* x[low] <= u < x[high], as far as there are such */
  while (high - low > 1) {
    const size_t middle = (low + high) / 2;
    if (from_left ? x[middle] < u : x[middle] <= u)
      low = middle;
    else
      high = middle;
  }
  while (low + 2 < count && !(x[low] < x[low + 1])) ++low;
  while (low > 0 && !(x[low] < x[low + 1])) --low;
  return low;
}

static int side(size_t count, const double* x, double u, int from_left) {
  if (u < x[0] || (from_left && u == x[0])) return -1;
  if (u > x[count - 1] || (!from_left && u == x[count - 1])) return 1;
  return 0;
}

/* Chooses the polynomial by `pick` and evaluates it at u. */
static double evaluate(const struct sunder_curve* c, double pick, int from_left, double u, int order) {
  const size_t n = c->count;
  if (n == 0) return NAN;
  if (c->x[0] == c->x[n - 1]) { /* one point, or a jump at one */
    const int before = pick < c->x[0] || (from_left && pick == c->x[0]);
    return order == 0 ? c->y[before ? 0 : n - 1] : 0;
  }
  if (c->extrapolation == SUNDER_PERIODIC) {
    const double period = c->x[n - 1] - c->x[0];
    double turns = floor((pick - c->x[0]) / period);
    if (from_left && c->x[0] + turns * period >= pick) turns -= 1;
    pick -= turns * period;
    u -= turns * period;
  }
  const size_t k = interval_of(n, c->x, pick, from_left);
  int beyond = side(n, c->x, pick, from_left);
  if (c->extrapolation == SUNDER_NO_EXTRAPOLATION && (pick < c->x[0] || pick > c->x[n - 1])) return NAN;
  /* the last point itself belongs to the last interval, where nothing is constant or jumps */
  const int at_end =
      u == pick && (beyond < 0 ? u == c->x[0] && c->x[0] < c->x[1] : u == c->x[n - 1] && c->x[n - 2] < c->x[n - 1]);
  if ((at_end && c->smoothness != SUNDER_CONSTANT) || c->extrapolation == SUNDER_PERIODIC) beyond = 0;
  const struct basis b = basis_at(c->smoothness, c->extrapolation, c->x[k], c->x[k + 1], u, order, beyond);
  double value = b.left * c->y[k] + b.right * c->y[k + 1];
  /* constant beyond the ends: the very first and last points; no line leads on from a jump there */
  const int jumps_at_end = beyond < 0 ? c->x[0] == c->x[1] : c->x[n - 2] == c->x[n - 1];
  if (beyond != 0 && (jumps_at_end || c->extrapolation != SUNDER_EXTEND))
    return order == 0 ? c->y[beyond < 0 ? 0 : n - 1] : 0;
  if (c->smoothness != SUNDER_LINEAR && c->smoothness != SUNDER_CONSTANT)
    value += b.left_slope * c->slope[k] + b.right_slope * c->slope[k + 1];
  return value;
}

double sunder_curve_value(const struct sunder_curve* curve, double u, int order) {
  if (isnan(u)) return u;
  return evaluate(curve, u, 0, u, order);
}

double sunder_time_curve_value(const struct sunder_curve* curve, double start, double shift, double t, double limit,
                               int order) {
  const int from_left = t >= limit;
  const double pick = from_left ? limit : t;
  if (isnan(t)) return t;
  if (pick < start || (from_left && pick <= start)) return 0;
  return evaluate(curve, pick - shift, from_left, t - shift, order);
}

double sunder_time_curve_event(const struct sunder_curve* curve, double start, double shift, int events, double t) {
  const size_t n = curve->count;
  const double later = t + 1e-13 * (fabs(t) + fabs(shift));
  if (later < start) return start;
  if (events == SUNDER_NO_EVENTS || n < 2) return DBL_MAX;
  const double period = curve->x[n - 1] - curve->x[0];
  double turns = 0;
  const int periodic = curve->extrapolation == SUNDER_PERIODIC && period > 0;
  if (periodic) turns = floor((t - shift - curve->x[0]) / period);
  for (int again = 0; again < 3; ++again, turns += 1) {
    for (size_t k = 0; k < n; ++k) {
      const double at = curve->x[k] + turns * period + shift;
      const int end = k == 0 || k + 1 == n;
      const int jump = k > 0 && curve->x[k] == curve->x[k - 1];
      if (at > later && (events == SUNDER_ALL_EVENTS || jump || end)) return at;
    }
    if (!periodic) return DBL_MAX;
  }
  return DBL_MAX;
}

/* ---- surfaces ---- */

/* The mixed divided difference of a cell; outside of the table by going on linearly. */
static double mixed(size_t rows, size_t columns, const double* x, const double* y, const double* z, long i, long j) {
  const long last_i = (long)rows - 2, last_j = (long)columns - 2;
  if (i < 0)
    return last_i == 0 ? mixed(rows, columns, x, y, z, 0, j)
                       : 2 * mixed(rows, columns, x, y, z, 0, j) - mixed(rows, columns, x, y, z, 1, j);
  if (i > last_i)
    return last_i == 0 ? mixed(rows, columns, x, y, z, 0, j)
                       : 2 * mixed(rows, columns, x, y, z, last_i, j) - mixed(rows, columns, x, y, z, last_i - 1, j);
  if (j < 0)
    return last_j == 0 ? mixed(rows, columns, x, y, z, i, 0)
                       : 2 * mixed(rows, columns, x, y, z, i, 0) - mixed(rows, columns, x, y, z, i, 1);
  if (j > last_j)
    return last_j == 0 ? mixed(rows, columns, x, y, z, i, 0)
                       : 2 * mixed(rows, columns, x, y, z, i, last_j) - mixed(rows, columns, x, y, z, i, last_j - 1);
  const double* const at = z + (size_t)i * columns + (size_t)j;
  return (at[columns + 1] - at[columns] - at[1] + at[0]) / ((x[i + 1] - x[i]) * (y[j + 1] - y[j]));
}

void sunder_surface_slopes(size_t rows, size_t columns, const double* x, const double* y, const double* z, double* zx,
                           double* zy, double* zxy, double* scratch) {
  double* const d = scratch;
  /* zxy first holds the weight of the difference on the right by y; that by x is worked out per column */
  for (size_t i = 0; i < rows; ++i) {
    differences(0, columns, y, z + i * columns, 1, d);
    for (size_t j = 0; j < columns; ++j) {
      const double a = right_weight(SUNDER_AKIMA, d, j);
      zy[i * columns + j] = (1 - a) * d[j + 1] + a * d[j + 2];
      zxy[i * columns + j] = a;
    }
  }
  for (size_t j = 0; j < columns; ++j) {
    differences(0, rows, x, z + j, columns, d);
    for (size_t i = 0; i < rows; ++i) {
      const double a = right_weight(SUNDER_AKIMA, d, i), b = zxy[i * columns + j];
      const long li = (long)i, lj = (long)j;
      zx[i * columns + j] = (1 - a) * d[i + 1] + a * d[i + 2];
      zxy[i * columns + j] =
          (1 - a) * ((1 - b) * mixed(rows, columns, x, y, z, li - 1, lj - 1) +
                     b * mixed(rows, columns, x, y, z, li - 1, lj)) +
          a * ((1 - b) * mixed(rows, columns, x, y, z, li, lj - 1) + b * mixed(rows, columns, x, y, z, li, lj));
    }
  }
}

static double wrapped(const double* x, size_t count, double u) {
  const double period = x[count - 1] - x[0];
  return u - floor((u - x[0]) / period) * period;
}

/* One direction: the interval and its basis; a single point counts as constant. */
static struct basis direction(const struct sunder_surface* s, size_t count, const double* x, double u, int order,
                              size_t* k) {
  *k = 0;
  if (count == 1) return step(0, order);
  if (s->extrapolation == SUNDER_PERIODIC) u = wrapped(x, count, u);
  *k = interval_of(count, x, u, 0);
  int beyond = side(count, x, u, 0);
  if (s->extrapolation == SUNDER_NO_EXTRAPOLATION && (u < x[0] || u > x[count - 1])) {
    const struct basis none = {NAN, NAN, NAN, NAN};
    return none;
  }
  if (beyond > 0 && u == x[count - 1] && s->smoothness != SUNDER_CONSTANT) beyond = 0;
  return basis_at(s->smoothness, s->extrapolation, x[*k], x[*k + 1], u, order, beyond);
}

double sunder_surface_value(const struct sunder_surface* s, double u, double v, int a, int b) {
  size_t i, j;
  if (isnan(u) || isnan(v)) return NAN;
  const struct basis f = direction(s, s->rows, s->x, u, a, &i), g = direction(s, s->columns, s->y, v, b, &j);
  const int spline = s->smoothness != SUNDER_LINEAR && s->smoothness != SUNDER_CONSTANT;
  double sum = 0;
  for (size_t p = 0; p < 2 && i + p < s->rows; ++p) {
    const double fp = p == 0 ? f.left : f.right, fs = p == 0 ? f.left_slope : f.right_slope;
    for (size_t q = 0; q < 2 && j + q < s->columns; ++q) {
      const double gq = q == 0 ? g.left : g.right, gs = q == 0 ? g.left_slope : g.right_slope;
      const size_t at = (i + p) * s->columns + j + q;
      sum += fp * gq * s->z[at];
      if (spline) sum += fs * gq * s->zx[at] + fp * gs * s->zy[at] + fs * gs * s->zxy[at];
    }
  }
  return sum;
}
