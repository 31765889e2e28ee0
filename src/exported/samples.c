/* The instants of sample() and of clocks: start + n interval. */
#include "exported/samples.h"

#include <math.h>

#include "exported/events.h"
#include "exported/relations.h"

static double instant(const struct SunderInstance* m, uint32_t sample, double number) {
  const struct SunderSample* s = &m->code->samples[sample];
  return sunder_constant(m, s->start) + number * sunder_constant(m, s->interval);
}

static double instants_before(const struct SunderInstance* m, uint32_t sample, double time) {
  const struct SunderSample* s = &m->code->samples[sample];
  return fmax(0, floor((time - sunder_constant(m, s->start)) / sunder_constant(m, s->interval)));
}

static int can_count_to(struct SunderInstance* m, uint32_t sample, double time) {
  const struct SunderSample* s = &m->code->samples[sample];
  const double start = sunder_constant(m, s->start);
  const double interval = sunder_constant(m, s->interval);
  if (isfinite(start) && isfinite(interval) && interval > 0 && (time - start) / interval < 4503599627370496.0) return 1;
  sunder_complain(m, 1, "sample() cannot start at %g with the interval %g at time %.17g", start, interval, time);
  return 0;
}

int sunder_samples_fire(struct SunderInstance* m, int clocks_only, int* fired) {
  const double now = sunder_instant_after(m->s.time);
  *fired = 0;
  for (uint32_t i = 0; i < m->code->sample_count; ++i) {
    if (instant(m, i, m->sample_next[i]) > now || (clocks_only && !m->code->samples[i].of_clock)) continue;
    if (!can_count_to(m, i, now)) return ANSWER_ERROR;
    m->sample_next[i] = instants_before(m, i, now) + 1;
    while (instant(m, i, m->sample_next[i]) <= now) m->sample_next[i] += 1;
    sunder_held_of(m)[m->code->samples[i].held] = 1;
    *fired = 1;
  }
  return ANSWER_OK;
}

int sunder_samples_begin(struct SunderInstance* m) {
  for (uint32_t i = 0; i < m->code->sample_count; ++i) {
    if (!can_count_to(m, i, m->s.time)) return ANSWER_ERROR;
    m->sample_next[i] = instants_before(m, i, m->s.time);
    while (instant(m, i, m->sample_next[i]) < m->s.time) m->sample_next[i] += 1;
  }
  return ANSWER_OK;
}

double sunder_samples_next(const struct SunderInstance* m) {
  double next = HUGE_VAL;
  for (uint32_t i = 0; i < m->code->sample_count; ++i) next = fmin(next, instant(m, i, m->sample_next[i]));
  return next;
}
