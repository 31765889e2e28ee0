#include "runtime/arithmetic.h"

#include <math.h>

double sunder_integer_power(double x, int32_t exponent) {
  uint32_t n = exponent < 0 ? 0U - (uint32_t)exponent : (uint32_t)exponent;
  double result = 1;
  double base = x;
  int first = 1;
  if (n == 0) return 1;
  while (n > 0) {
    if ((n & 1U) != 0) {
      result = first ? base : result * base;
      first = 0;
    }
    n /= 2;
    if (n > 0) base = base * base;
  }
  return exponent < 0 ? 1 / result : result;
}

double sunder_sign(double x) {
  if (x > 0) return 1;
  return x < 0 ? -1 : 0;
}

double sunder_mod(double a, double b) { return a - floor(a / b) * b; }

double sunder_rem(double a, double b) { return a - trunc(a / b) * b; }

double sunder_div(double a, double b) { return trunc(a / b); }
