#include "runtime/combination.h"

/* One loop per number of terms: the compiler keeps weights and addresses in registers and works on several components
 * at a time, which it cannot do for a loop over terms inside. */
#define TERM(j) w[j] * v[j][i]
#define SUM_1 TERM(0)
#define SUM_2 SUM_1 + TERM(1)
#define SUM_3 SUM_2 + TERM(2)
#define SUM_4 SUM_3 + TERM(3)
#define SUM_5 SUM_4 + TERM(4)
#define SUM_6 SUM_5 + TERM(5)
#define SUM_7 SUM_6 + TERM(6)
#define SUM_8 SUM_7 + TERM(7)
#define SUM_9 SUM_8 + TERM(8)
#define SUM_10 SUM_9 + TERM(9)
#define CASE(count)                                         \
  case count:                                               \
    for (size_t i = 0; i < size; ++i) out[i] = SUM_##count; \
    break

void sunder_combine(const struct SunderCombination* sum, size_t size, double* restrict out) {
  const double* w = sum->weight;
  const double* const* v = sum->vector;
  switch (sum->count) {
    CASE(1);
    CASE(2);
    CASE(3);
    CASE(4);
    CASE(5);
    CASE(6);
    CASE(7);
    CASE(8);
    CASE(9);
    CASE(10);
    default:
      for (size_t i = 0; i < size; ++i) out[i] = 0;
  }
}
