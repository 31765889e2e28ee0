/* Interpolation in tables: curves y(x) and surfaces z(x, y), by polynomials between neighbouring points. All
 * derivatives are exact. */
#ifndef SUNDER_RUNTIME_TABLE_H
#define SUNDER_RUNTIME_TABLE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  SUNDER_LINEAR = 1,
  SUNDER_AKIMA = 2,          /* slopes by Akima (1970) */
  SUNDER_CONSTANT = 3,       /* the value of the point on the left */
  SUNDER_MONOTONE = 4,       /* slopes by Fritsch and Butland (1984) */
  SUNDER_STEFFEN = 5,        /* slopes by Steffen (1990) */
  SUNDER_MODIFIED_AKIMA = 6, /* Akima's with weights that do not overshoot next to flat parts */
};
enum { SUNDER_HOLD = 1, SUNDER_EXTEND = 2, SUNDER_PERIODIC = 3, SUNDER_NO_EXTRAPOLATION = 4 };
enum { SUNDER_ALL_EVENTS = 1, SUNDER_JUMPS_ONLY = 2, SUNDER_NO_EVENTS = 3 };

/* Abscissae ascend; equal neighbours are a jump (linear and constant ones only). */
struct sunder_curve {
  size_t count;
  const double* x;
  const double* y;
  const double* slope; /* at the points; unused for linear and constant ones */
  int smoothness, extrapolation;
};

/* Slopes at the points of a curve, `stride` apart in y and slope. `scratch` holds count + 3 numbers. */
void sunder_curve_slopes(int smoothness, int periodic, size_t count, const double* x, const double* y, size_t stride,
                         double* slope, double* scratch);

/* The derivative of that order (0: the value) at u. Not a number where nothing is defined. */
double sunder_curve_value(const struct sunder_curve* curve, double u, int order);

/* The same for a curve over time that starts at `start` (zero before) and is shifted: beyond `limit`, the next event,
 * the polynomial before it goes on, so that nothing bends before the event has come. */
double sunder_time_curve_value(const struct sunder_curve* curve, double start, double shift, double t, double limit,
                               int order);
/* The first instant after t where the curve may bend or jump; DBL_MAX: none. */
double sunder_time_curve_event(const struct sunder_curve* curve, double start, double shift, int events, double t);

/* z(i, j) at z[i * columns + j]. */
struct sunder_surface {
  size_t rows, columns;
  const double* x; /* rows */
  const double* y; /* columns */
  const double* z;
  const double *zx, *zy, *zxy; /* unused for linear and constant ones */
  int smoothness, extrapolation;
};

/* Derivatives at the points by Akima (1974). `scratch` holds 3 * (rows + columns) + 9 numbers. */
void sunder_surface_slopes(size_t rows, size_t columns, const double* x, const double* y, const double* z, double* zx,
                           double* zy, double* zxy, double* scratch);
/* The derivative of the order a by x and b by y. */
double sunder_surface_value(const struct sunder_surface* surface, double u, double v, int a, int b);

#ifdef __cplusplus
}
#endif

#endif
