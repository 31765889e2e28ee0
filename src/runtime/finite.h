/* Whether numbers are finite, many at a time. */
#ifndef SUNDER_RUNTIME_FINITE_H
#define SUNDER_RUNTIME_FINITE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 1 when none of the numbers is infinite or not a number. */
int sunder_all_finite(const double* values, size_t count);

#ifdef __cplusplus
}
#endif

#endif
