/* Operations that are not one machine instruction, with the meaning Modelica gives them. Generated code spells out the
 * same operations in the same order, so that every back end gives the same bits. */
#ifndef SUNDER_RUNTIME_ARITHMETIC_H
#define SUNDER_RUNTIME_ARITHMETIC_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* x to an integer power as products, bits of |exponent| from the lowest: result = result * base, base = base * base.
 * A negative exponent gives 1 / result, the exponent 0 gives 1. */
double sunder_integer_power(double x, int32_t exponent);
double sunder_sign(double x);
/* a - floor(a / b) * b */
double sunder_mod(double a, double b);
/* a - trunc(a / b) * b */
double sunder_rem(double a, double b);
/* trunc(a / b) */
double sunder_div(double a, double b);

#ifdef __cplusplus
}
#endif

#endif
