/* The rules are those of execute/past_values.cpp; the curves are those of the runtime. */
#include "exported/past.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exported/events.h"
#include "runtime/history.h"

enum { FIRST_CAPACITY = 16, SAVED_HEAD = 3, SAVED_SAMPLE = sizeof(struct SunderMoment) / sizeof(double) };

static uint32_t count_of(const struct SunderInstance* m) { return m->code->delay_count; }

static int set_capacity(struct SunderHistory* h, size_t capacity) {
  struct SunderMoment* samples = (struct SunderMoment*)realloc(h->samples, capacity * sizeof *samples);
  if (samples == NULL) return 0;
  h->samples = samples;
  h->capacity = capacity;
  return 1;
}

int sunder_past_create(struct SunderInstance* m) {
  if (count_of(m) == 0) return 1;
  m->past = (struct SunderHistory*)calloc(count_of(m), sizeof(struct SunderHistory));
  if (m->past == NULL) return 0;
  for (uint32_t k = 0; k < count_of(m); ++k) {
    if (!set_capacity(&m->past[k], FIRST_CAPACITY)) return 0;
    sunder_history_begin(&m->past[k], 1, 0);
  }
  return 1;
}

void sunder_past_free(struct SunderInstance* m) {
  for (uint32_t k = 0; m->past != NULL && k < count_of(m); ++k) free(m->past[k].samples);
  free(m->past);
}

static double present(struct SunderInstance* m, uint32_t k) {
  const struct SunderDelay* delay = &m->code->delays[k];
  double* frame[SPACE_COUNT];
  sunder_frame(m, frame);
  const double value = frame[delay->now.space][delay->now.index];
  return delay->negated ? -value : value;
}

int sunder_past_begin(struct SunderInstance* m) {
  for (uint32_t k = 0; k < count_of(m); ++k) {
    const double length = sunder_constant(m, m->code->delays[k].time);
    if (!(length > 0) || !isfinite(length)) {
      sunder_complain(m, 1, "a delay must be longer than zero and finite, not %g", length);
      return ANSWER_ERROR;
    }
    sunder_history_begin(&m->past[k], length, m->s.time);
  }
  return ANSWER_OK;
}

int sunder_past_follow_start(struct SunderInstance* m) {
  int changed = 0;
  for (uint32_t k = 0; k < count_of(m); ++k) {
    const double now = present(m, k);
    double* before = &m->past[k].samples[0].value;
    if (!(fabs(now - *before) > 1e-12 * fmax(fabs(now), 1e-9))) continue;
    *before = now;
    changed = 1;
  }
  return changed;
}

void sunder_past_drive(struct SunderInstance* m) {
  double slope = 0;
  for (uint32_t k = 0; k < count_of(m); ++k)
    m->u[m->code->input_count + k] = sunder_history_at(&m->past[k], m->s.time, &slope);
}

void sunder_past_drive_tangents(struct SunderInstance* m) {
  for (uint32_t k = 0; k < count_of(m); ++k)
    (void)sunder_history_at(&m->past[k], m->s.time, &m->u_tangent[m->code->input_count + k]);
}

static int make_room(struct SunderInstance* m, struct SunderHistory* h) {
  if (sunder_history_make_room(h) || set_capacity(h, 2 * h->capacity)) return 1;
  sunder_complain(m, 1, "out of memory for what a delay looks back at");
  return 0;
}

int sunder_past_note(struct SunderInstance* m) {
  for (uint32_t k = 0; k < count_of(m); ++k) {
    if (!make_room(m, &m->past[k])) return ANSWER_ERROR;
    sunder_history_append(&m->past[k], m->s.time, present(m, k));
  }
  return ANSWER_OK;
}

int sunder_past_note_after(struct SunderInstance* m, int sharpness) {
  for (uint32_t k = 0; k < count_of(m); ++k) {
    if (!make_room(m, &m->past[k])) return ANSWER_ERROR;
    sunder_history_turn(&m->past[k], m->s.time, present(m, k), sharpness);
  }
  return ANSWER_OK;
}

int sunder_past_pass(struct SunderInstance* m) {
  int sharpest = 0;
  for (uint32_t k = 0; k < count_of(m); ++k) {
    const int arrived = sunder_history_pass(&m->past[k], sunder_instant_after(m->s.time));
    if (arrived > sharpest) sharpest = arrived;
  }
  return sharpest;
}

double sunder_past_next_event(const struct SunderInstance* m) {
  double next = HUGE_VAL;
  for (uint32_t k = 0; k < count_of(m); ++k) next = fmin(next, sunder_history_next_event(&m->past[k]));
  return next;
}

size_t sunder_past_saved_count(const struct SunderInstance* m) {
  size_t count = 0;
  for (uint32_t k = 0; k < count_of(m); ++k) count += SAVED_HEAD + SAVED_SAMPLE * m->past[k].count;
  return count;
}

void sunder_past_save(const struct SunderInstance* m, double* numbers) {
  for (uint32_t k = 0; k < count_of(m); ++k) {
    const struct SunderHistory* h = &m->past[k];
    *numbers++ = h->length;
    *numbers++ = h->passed;
    *numbers++ = (double)h->count;
    memcpy(numbers, h->samples, h->count * sizeof *h->samples);
    numbers += SAVED_SAMPLE * h->count;
  }
}

/* Whether these are the numbers of all delays and nothing else. */
static int is_past(const struct SunderInstance* m, const double* numbers, size_t count) {
  size_t used = 0;
  for (uint32_t k = 0; k < count_of(m); ++k) {
    if (count - used < SAVED_HEAD) return 0;
    const double samples = numbers[used + 2];
    if (!(samples >= 1) || !(samples <= (double)((count - used - SAVED_HEAD) / SAVED_SAMPLE))) return 0;
    used += SAVED_HEAD + SAVED_SAMPLE * (size_t)samples;
  }
  return used == count;
}

int sunder_past_restore(struct SunderInstance* m, const double* numbers, size_t count) {
  if (!is_past(m, numbers, count)) return 0;
  const double* at = numbers; /* memory for all of them, before anything changes */
  for (uint32_t k = 0; k < count_of(m); ++k) {
    const size_t samples = (size_t)at[2];
    if (samples > m->past[k].capacity && !set_capacity(&m->past[k], samples)) return 0;
    at += SAVED_HEAD + SAVED_SAMPLE * samples;
  }
  for (uint32_t k = 0; k < count_of(m); ++k) {
    struct SunderHistory* h = &m->past[k];
    h->length = numbers[0];
    h->passed = numbers[1];
    h->count = (size_t)numbers[2];
    memcpy(h->samples, numbers + SAVED_HEAD, h->count * sizeof *h->samples);
    numbers += SAVED_HEAD + SAVED_SAMPLE * h->count;
  }
  return 1;
}
