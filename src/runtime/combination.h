/* Sums of multiples of vectors, in one pass over them. */
#ifndef SUNDER_RUNTIME_COMBINATION_H
#define SUNDER_RUNTIME_COMBINATION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SUNDER_MAX_TERMS = 10 };

struct SunderCombination {
  uint32_t count;
  double weight[SUNDER_MAX_TERMS];
  const double* vector[SUNDER_MAX_TERMS];
};

/* Adds a term, unless its weight is zero. */
static inline void sunder_add_term(struct SunderCombination* sum, double weight, const double* vector) {
  if (weight == 0) return;
  sum->weight[sum->count] = weight;
  sum->vector[sum->count] = vector;
  ++sum->count;
}

/* out = sum of all terms; out may not be one of the vectors. */
void sunder_combine(const struct SunderCombination* sum, size_t size, double* out);

/* One component of the sum, with the same bits. */
static inline double sunder_combine_at(const struct SunderCombination* sum, size_t index) {
  if (sum->count == 0) return 0;
  double value = sum->weight[0] * sum->vector[0][index];
  for (uint32_t j = 1; j < sum->count; ++j) value += sum->weight[j] * sum->vector[j][index];
  return value;
}

#ifdef __cplusplus
}
#endif

#endif
