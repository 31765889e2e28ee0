#include "runtime/random.h"

/* The lower half comes first. */
static uint64_t joined(const int32_t* halves) {
  return (uint64_t)(uint32_t)halves[0] | (uint64_t)(uint32_t)halves[1] << 32U;
}

static void divide(uint64_t whole, int32_t* halves) {
  halves[0] = (int32_t)(uint32_t)whole;
  halves[1] = (int32_t)(uint32_t)(whole >> 32U);
}

static double unit(uint64_t bits) { return (double)(int64_t)bits * 0x1p-64 + 0.5; }

double sunder_xorshift64star(int32_t state[2]) {
  uint64_t x = joined(state);
  x ^= x >> 12U;
  x ^= x << 25U;
  x ^= x >> 27U;
  divide(x * UINT64_C(2685821657736338717), state);
  return unit(x * UINT64_C(2685821657736338717));
}

double sunder_xorshift128plus(int32_t state[4]) {
  uint64_t a = joined(state);
  const uint64_t b = joined(state + 2);
  a ^= a << 23U;
  const uint64_t sum =
      (a ^ b ^ (a >> 17U) ^ (b >> 26U)) + b; /* the sum stays in the state, as the Standard Library has it */
  divide(b, state);
  divide(sum, state + 2);
  return unit(sum);
}

double sunder_xorshift1024star(int32_t state[33]) {
  const int32_t p = state[32] & 15, q = (p + 1) & 15;
  uint64_t a = joined(state + 2 * p), b = joined(state + 2 * q);
  b ^= b << 31U;
  b ^= b >> 11U;
  a ^= a >> 30U;
  divide(a ^ b, state + 2 * q);
  state[32] = q;
  return unit((a ^ b) * UINT64_C(1181783497276652981));
}
