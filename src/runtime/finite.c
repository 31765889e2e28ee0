#include "runtime/finite.h"

#include <math.h>

/* A sum of numbers of which one is infinite or not a number is not finite. (It may also overflow: then look at each.)
 * Eight sums, so that additions need not wait for each other; named, so that the compiler keeps them in registers. */
int sunder_all_finite(const double* values, size_t count) {
  double a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    a += values[i];
    b += values[i + 1];
    c += values[i + 2];
    d += values[i + 3];
    e += values[i + 4];
    f += values[i + 5];
    g += values[i + 6];
    h += values[i + 7];
  }
  for (; i < count; ++i) a += values[i];
  if (isfinite(((a + b) + (c + d)) + ((e + f) + (g + h)))) return 1;
  for (i = 0; i < count; ++i) {
    if (!isfinite(values[i])) return 0;
  }
  return 1;
}
