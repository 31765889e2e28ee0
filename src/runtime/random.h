/* Pseudo-random numbers by Marsaglia's shift registers, as Vigna scaled them. States are vectors of 32-bit Integers. */
#ifndef SUNDER_RUNTIME_RANDOM_H
#define SUNDER_RUNTIME_RANDOM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each advances the state in place and returns a number in (0, 1]. */
double sunder_xorshift64star(int32_t state[2]);
double sunder_xorshift128plus(int32_t state[4]);
double sunder_xorshift1024star(int32_t state[33]); /* the last one counts from 0 to 15 */

#ifdef __cplusplus
}
#endif

#endif
