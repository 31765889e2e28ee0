/* How long steps are, and what an error is measured with. The constants were found by measurement on a collection of
 * models: controllers that follow the last error only take 18 % fewer steps and have five times the error at 90 %;
 * without a longest step, pulses of a two-thousandth of a run are mostly missed, with a fiftieth half of them; weights
 * by absolute values hide errors of temperatures in kelvin, root mean squares hide single states. */
#ifndef SUNDER_RUNTIME_STEP_CONTROL_H
#define SUNDER_RUNTIME_STEP_CONTROL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The longest step is this part of the run. */
#define SUNDER_LONGEST_PART 0.01

/* `estimate_order` is that of the tableau; `error` the weighted error of the step, 1 at the tolerance. */

/* 0.5 tol^(1/q) / max(slope, sqrt(bend)), q = estimate_order + 1: slope and bend are the largest weighted |x'| and
 * |x''|. Infinite when both are zero. */
double sunder_first_step(double tolerance, uint32_t estimate_order, double slope, double bend);

/* Factor to the next step, 0.9 e^(-0.7/q) before^(0.4/q) in 0.2..8, `before` the error of the accepted step before. */
double sunder_growth_when_accepted(uint32_t estimate_order, double error, double error_before);

/* 0.9 e^(-1/q) in 0.1..0.7. */
double sunder_growth_when_rejected(uint32_t estimate_order, double error);

/* Weights follow the range that each state has covered:
 * scale_i = max(range of the state, 0.1 of the largest range in its group, 1e-6 nominal). */
struct SunderWeights {
  uint32_t count;
  const double* nominal; /* null: 1 for all */
  const uint32_t* group; /* states of one array or one unit; null: each state is alone */
  uint32_t group_count;
  double *low, *high, *group_range;
};

size_t sunder_weights_memory(uint32_t count, uint32_t group_count);
void sunder_weights_init(struct SunderWeights* weights, uint32_t count, const double* nominal, const uint32_t* group,
                         uint32_t group_count, void* memory);

/* Forgets all ranges and begins with x. */
void sunder_weights_begin(struct SunderWeights* weights, const double* x);

/* Ranges cover x from now on. */
void sunder_weights_cover(struct SunderWeights* weights, const double* x);

/* The largest |value| / scale, ranges taken as if they covered `candidate` too; infinite if a value or the candidate is
 * not a number. `worst` (may be null) is the state. */
double sunder_weights_norm(struct SunderWeights* weights, const double* candidate, const double* value,
                           uint32_t* worst);

/* |value| / scale of one state, ranges as the last norm took them. */
double sunder_weights_weigh(const struct SunderWeights* weights, uint32_t state, double candidate, double value);

/* For each state whose |value| / scale exceeds `limit`: ++count[state]. Ranges as the last norm took them. */
void sunder_weights_count_above(const struct SunderWeights* weights, const double* candidate, const double* value,
                                double limit, uint32_t* count);

#ifdef __cplusplus
}
#endif

#endif
