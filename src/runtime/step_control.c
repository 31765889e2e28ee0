#include "runtime/step_control.h"

#include <math.h>
#include <string.h>

#include "runtime/memory.h"

static const double group_part = 0.1;
static const double nominal_part = 1e-6;
static const double least_error = 1e-10; /* smaller ones say nothing about the next step */

static double within(double value, double low, double high) {
  if (value > high) return high;
  return value >= low ? value : low; /* also what is not a number is the lower bound */
}

double sunder_first_step(double tolerance, uint32_t estimate_order, double slope, double bend) {
  const double by_bend = sqrt(bend);
  const double fastest = slope > by_bend ? slope : by_bend;
  return 0.5 * pow(tolerance, 1.0 / (estimate_order + 1)) / fastest;
}

double sunder_growth_when_accepted(uint32_t estimate_order, double error, double error_before) {
  const double q = estimate_order + 1;
  const double now = error > least_error ? error : least_error;
  const double before = error_before > least_error ? error_before : least_error;
  return within(0.9 * pow(now, -0.7 / q) * pow(before, 0.4 / q), 0.2, 8);
}

double sunder_growth_when_rejected(uint32_t estimate_order, double error) {
  return within(0.9 * pow(error, -1.0 / (estimate_order + 1)), 0.1, 0.7);
}

static size_t lay_out(struct SunderWeights* weights, struct SunderMemory memory) {
  weights->low = sunder_memory_doubles(&memory, weights->count);
  weights->high = sunder_memory_doubles(&memory, weights->count);
  weights->group_range = sunder_memory_doubles(&memory, weights->group_count);
  return memory.used;
}

size_t sunder_weights_memory(uint32_t count, uint32_t group_count) {
  struct SunderWeights weights = {.count = count, .group_count = group_count};
  return lay_out(&weights, (struct SunderMemory){NULL, 0});
}

void sunder_weights_init(struct SunderWeights* weights, uint32_t count, const double* nominal, const uint32_t* group,
                         uint32_t group_count, void* memory) {
  weights->count = count;
  weights->nominal = nominal;
  weights->group = group;
  weights->group_count = group ? group_count : 0;
  lay_out(weights, (struct SunderMemory){(char*)memory, 0});
}

void sunder_weights_begin(struct SunderWeights* weights, const double* x) {
  memcpy(weights->low, x, weights->count * sizeof(double));
  memcpy(weights->high, x, weights->count * sizeof(double));
}

void sunder_weights_cover(struct SunderWeights* weights, const double* x) {
  for (uint32_t i = 0; i < weights->count; ++i) {
    weights->low[i] = x[i] < weights->low[i] ? x[i] : weights->low[i];
    weights->high[i] = x[i] > weights->high[i] ? x[i] : weights->high[i];
  }
}

static double range_with(const struct SunderWeights* weights, uint32_t i, double candidate) {
  const double low = candidate < weights->low[i] ? candidate : weights->low[i];
  const double high = candidate > weights->high[i] ? candidate : weights->high[i];
  return high - low;
}

static double scale_of(const struct SunderWeights* weights, uint32_t i, double candidate) {
  const double least = nominal_part * (weights->nominal ? weights->nominal[i] : 1);
  double scale = range_with(weights, i, candidate);
  if (weights->group && group_part * weights->group_range[weights->group[i]] > scale) {
    scale = group_part * weights->group_range[weights->group[i]];
  }
  return scale > least ? scale : least;
}

double sunder_weights_norm(struct SunderWeights* weights, const double* candidate, const double* value,
                           uint32_t* worst) {
  double largest = 0;
  uint32_t at = 0;
  if (weights->group) {
    for (uint32_t g = 0; g < weights->group_count; ++g) weights->group_range[g] = 0;
    for (uint32_t i = 0; i < weights->count; ++i) {
      const double range = range_with(weights, i, candidate[i]);
      double* group_range = &weights->group_range[weights->group[i]];
      if (range > *group_range) *group_range = range;
    }
  }
  for (uint32_t i = 0; i < weights->count; ++i) {
    /* an infinite candidate has an infinite scale; one that is not a number makes the sum so */
    const double weighted = fabs(value[i]) / scale_of(weights, i, candidate[i]) + 0 * candidate[i];
    if (weighted <= largest) continue;
    at = i;
    largest = weighted;
    if (!(weighted < HUGE_VAL)) {
      largest = HUGE_VAL;
      break;
    }
  }
  if (worst) *worst = at;
  return largest;
}

double sunder_weights_weigh(const struct SunderWeights* weights, uint32_t state, double candidate, double value) {
  return fabs(value) / scale_of(weights, state, candidate);
}

void sunder_weights_count_above(const struct SunderWeights* weights, const double* candidate, const double* value,
                                double limit, uint32_t* count) {
  for (uint32_t i = 0; i < weights->count; ++i) {
    if (!(fabs(value[i]) / scale_of(weights, i, candidate[i]) <= limit)) ++count[i];
  }
}
