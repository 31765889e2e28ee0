/* The last block of a relaxed loop, iterated instead of factored: Gauss and Seidel's method. Each unknown in turn takes
 * the value that its own row gives it with the newest values of the others. Sweeps go on until what is still missing,
 * as far as the last changes tell, is nothing beside the largest unknown; where they do not get there, the caller
 * factors. */
#include <math.h>
#include <string.h>

#include "runtime/loop_inner.h"

/* More sweeps are more work than factors. */
enum { MOST_SWEEPS = 400, FIRST_SWEEPS = 12 };
/* What may be missing, as a part of the largest unknown. */
static const double missing = 1e-13;

static double entry_on_diagonal(const struct SunderRelaxed* relaxed, const double* entries, uint32_t column) {
  for (uint32_t k = relaxed->last_column_start[column]; k < relaxed->last_column_start[column + 1]; ++k)
    if (relaxed->last_row_index[k] == column) return entries[k];
  return 0;
}

static void take_column(const struct SunderRelaxed* relaxed, const double* entries, uint32_t column, double change,
                        double* rest) {
  for (uint32_t k = relaxed->last_column_start[column]; k < relaxed->last_column_start[column + 1]; ++k)
    rest[relaxed->last_row_index[k]] -= entries[k] * change;
}

/* The largest change; the largest unknown goes to `size`. */
static double sweep(const struct SunderRelaxed* relaxed, const double* entries, const double* inverse, double* unknowns,
                    double* rest, double* size) {
  double largest = 0;
  *size = 0;
  for (uint32_t i = 0; i < relaxed->last_size; ++i) {
    const double change = rest[i] * inverse[i];
    unknowns[i] += change;
    take_column(relaxed, entries, i, change, rest);
    largest = fmax(largest, fabs(change));
    *size = fmax(*size, fabs(unknowns[i]));
  }
  return largest;
}

/* Sweeps shrink changes by a factor that soon is always the same: it tells what is missing, and when there is no end.
 */
static int is_hopeless(int sweeps, double change, double before, double size) {
  if (!isfinite(change)) return 1;
  if (sweeps < FIRST_SWEEPS) return 0;
  if (!(change < before)) return 1;
  return sweeps + log(missing * size / change) / log(change / before) > MOST_SWEEPS;
}

int sunder_loop_iterate_last(const struct SunderLoop* loop, const double* entries, double* vector,
                             const double* start) {
  const struct SunderRelaxed* relaxed = loop->family->relaxed;
  struct SunderLoopMemory* f = loop->memory;
  const uint32_t n = relaxed->last_size;
  double* unknowns = f->last_unknowns;
  double* rest = unknowns + n;
  double* inverse = rest + n;
  memcpy(rest, vector, n * sizeof(double));
  for (uint32_t i = 0; i < n; ++i) {
    const double diagonal = entry_on_diagonal(relaxed, entries, i);
    if (diagonal == 0) return 0;
    inverse[i] = 1 / diagonal;
    unknowns[i] = start != NULL ? start[i] : 0;
    if (unknowns[i] != 0) take_column(relaxed, entries, i, unknowns[i], rest);
  }
  double before = 0, slowest = 1; /* the change before, and the larger of the last two factors */
  for (int sweeps = 1; sweeps <= MOST_SWEEPS; ++sweeps) {
    double size = 0;
    const double change = sweep(relaxed, entries, inverse, unknowns, rest, &size);
    ++f->sweep_count;
    const double factor = before > 0 ? change / before : 1;
    slowest = fmax(factor, slowest);
    if (change == 0 || (slowest < 1 && change * slowest <= missing * size * (1 - slowest))) {
      memcpy(vector, unknowns, n * sizeof(double));
      return 1;
    }
    if (is_hopeless(sweeps, change, before, size)) return 0;
    before = change;
    slowest = factor;
  }
  return 0;
}
