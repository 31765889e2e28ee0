/* The rules are those of execute/past_values.cpp; the curves are those of the runtime. */
#include "exported/past.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exported/events.h"
#include "exported/relations.h"
#include "runtime/course.h"
#include "runtime/history.h"

enum { FIRST_CAPACITY = 16, SAVED_HEAD = 8 };

static uint32_t count_of(const struct SunderInstance* m) { return m->code->delay_count; }
static uint32_t kind_of(const struct SunderInstance* m, uint32_t k) { return m->code->delays[k].kind; }

static void* larger(void* memory, size_t count, size_t size) {
  return count > SIZE_MAX / size ? NULL : realloc(memory, count * size);
}

/* Of the one of both that the delay uses. */
static int set_capacity(struct SunderInstance* m, uint32_t k, size_t capacity) {
  if (kind_of(m, k) == DELAY_FIXED) {
    struct SunderHistory* h = &m->past[k];
    struct SunderMoment* samples = (struct SunderMoment*)larger(h->samples, capacity, sizeof *samples);
    if (samples == NULL) return 0;
    h->samples = samples;
    h->capacity = capacity;
  } else {
    struct SunderCourse* c = &m->courses[k];
    struct SunderPoint* samples = (struct SunderPoint*)larger(c->samples, capacity, sizeof *samples);
    if (samples == NULL) return 0;
    c->samples = samples;
    c->capacity = capacity;
  }
  return 1;
}

int sunder_past_create(struct SunderInstance* m) {
  if (count_of(m) == 0) return 1;
  m->past = (struct SunderHistory*)calloc(count_of(m), sizeof(struct SunderHistory));
  m->courses = (struct SunderCourse*)calloc(count_of(m), sizeof(struct SunderCourse));
  if (m->past == NULL || m->courses == NULL) return 0;
  for (uint32_t k = 0; k < count_of(m); ++k) {
    if (!set_capacity(m, k, FIRST_CAPACITY + 2 * (size_t)m->code->delays[k].profile_count)) return 0;
    if (kind_of(m, k) == DELAY_FIXED)
      sunder_history_begin(&m->past[k], 1, 0);
    else
      sunder_course_begin(&m->courses[k], 1, 0);
  }
  return 1;
}

void sunder_past_free(struct SunderInstance* m) {
  for (uint32_t k = 0; m->past != NULL && k < count_of(m); ++k) free(m->past[k].samples);
  for (uint32_t k = 0; m->courses != NULL && k < count_of(m); ++k) free(m->courses[k].samples);
  free(m->past);
  free(m->courses);
}

static double present(struct SunderInstance* m, uint32_t k, uint32_t part) {
  const struct SunderRecorded* recorded = &m->code->delays[k].parts[part];
  double* frame[SPACE_COUNT];
  sunder_frame(m, frame);
  const double value = frame[recorded->place.space][recorded->place.index];
  return recorded->negated ? -value : value;
}

static int begin_flow(struct SunderInstance* m, uint32_t k) {
  const struct SunderDelay* delay = &m->code->delays[k];
  const size_t count = delay->profile_count;
  double* numbers = (double*)calloc(2 * count, sizeof(double));
  int good = numbers != NULL;
  for (size_t i = 0; good && i < 2 * count; ++i) {
    numbers[i] = sunder_constant(m, m->code->profiles[delay->profile + i]);
    good = isfinite(numbers[i]) && (i == 0 || i >= count || numbers[i] >= numbers[i - 1]);
  }
  good = good && numbers[0] == 0 && numbers[count - 1] == 1;
  if (good)
    sunder_course_begin_flow(&m->courses[k], count, numbers, numbers + count);
  else
    sunder_complain(m, 1, "the points of the initial profile of spatialDistribution() ascend from 0 to 1");
  free(numbers);
  return good ? ANSWER_OK : ANSWER_ERROR;
}

int sunder_past_begin(struct SunderInstance* m, int guessed) {
  for (uint32_t k = 0; k < count_of(m); ++k) {
    if (kind_of(m, k) == DELAY_FLOW) {
      if (begin_flow(m, k) != ANSWER_OK) return ANSWER_ERROR;
      continue;
    }
    double length = sunder_constant(m, m->code->delays[k].time);
    if (guessed && !(length > 0 && isfinite(length))) length = 1;
    if (!(length > 0) || !isfinite(length)) {
      sunder_complain(m, 1, "a delay must be longer than zero and finite, not %g", length);
      return ANSWER_ERROR;
    }
    if (kind_of(m, k) == DELAY_FIXED)
      sunder_history_begin(&m->past[k], length, m->s.time);
    else
      sunder_course_begin(&m->courses[k], length, m->s.time);
  }
  return ANSWER_OK;
}

int sunder_past_differs(const struct SunderInstance* m, int profiles) {
  for (uint32_t k = 0; k < count_of(m); ++k) {
    if (kind_of(m, k) == DELAY_FLOW) {
      if (profiles) return 1;
      continue;
    }
    const double length = sunder_constant(m, m->code->delays[k].time);
    if (length != (kind_of(m, k) == DELAY_FIXED ? m->past[k].length : m->courses[k].length)) return 1;
  }
  return 0;
}

int sunder_past_follow_start(struct SunderInstance* m) {
  int changed = 0;
  for (uint32_t k = 0; k < count_of(m); ++k) {
    if (kind_of(m, k) == DELAY_FLOW) continue;
    const double now = present(m, k, 0);
    double* before = kind_of(m, k) == DELAY_FIXED ? &m->past[k].samples[0].value : &m->courses[k].samples[0].value;
    if (!(fabs(now - *before) > 1e-12 * fmax(fabs(now), 1e-9))) continue;
    *before = now;
    changed = 1;
  }
  return changed;
}

void sunder_past_drive(struct SunderInstance* m) {
  double slope = 0;
  for (uint32_t k = 0; k < count_of(m); ++k)
    m->u[m->code->input_count + k] = kind_of(m, k) == DELAY_FIXED ? sunder_history_at(&m->past[k], m->s.time, &slope)
                                                                  : sunder_course_handle(&m->courses[k]);
}

void sunder_past_drive_tangents(struct SunderInstance* m) {
  for (uint32_t k = 0; k < count_of(m); ++k)
    if (kind_of(m, k) == DELAY_FIXED)
      (void)sunder_history_at(&m->past[k], m->s.time, &m->u_tangent[m->code->input_count + k]);
    else
      m->u_tangent[m->code->input_count + k] = 0;
}

static int make_room(struct SunderInstance* m, uint32_t k) {
  const int fixed = kind_of(m, k) == DELAY_FIXED;
  if (fixed ? sunder_history_make_room(&m->past[k]) : sunder_course_make_room(&m->courses[k])) return 1;
  if (set_capacity(m, k, 2 * (fixed ? m->past[k].capacity : m->courses[k].capacity))) return 1;
  sunder_complain(m, 1, "out of memory for what a delay looks back at");
  return 0;
}

int sunder_past_note(struct SunderInstance* m) {
  for (uint32_t k = 0; k < count_of(m); ++k) {
    if (!make_room(m, k)) return ANSWER_ERROR;
    switch (kind_of(m, k)) {
      case DELAY_FIXED: sunder_history_append(&m->past[k], m->s.time, present(m, k, 0)); break;
      case DELAY_VARYING: sunder_course_note(&m->courses[k], m->s.time, present(m, k, 0)); break;
      default:
        sunder_course_note_flow(&m->courses[k], m->s.time, present(m, k, 2), present(m, k, 0), present(m, k, 1),
                                present(m, k, 3) != 0);
    }
  }
  return ANSWER_OK;
}

int sunder_past_note_after(struct SunderInstance* m, int sharpness) {
  for (uint32_t k = 0; k < count_of(m); ++k) {
    if (!make_room(m, k)) return ANSWER_ERROR;
    struct SunderCourse* course = &m->courses[k];
    switch (kind_of(m, k)) {
      case DELAY_FIXED: sunder_history_turn(&m->past[k], m->s.time, present(m, k, 0), sharpness); break;
      case DELAY_VARYING: sunder_course_turn(course, present(m, k, 0), sharpness); break;
      default:
        if (!course->begun) sunder_course_start_flow(course, present(m, k, 2), m->s.time);
        sunder_course_turn_flow(course, present(m, k, 0), present(m, k, 1), present(m, k, 3) != 0, sharpness);
    }
  }
  return ANSWER_OK;
}

int sunder_past_pass(struct SunderInstance* m) {
  int sharpest = 0;
  for (uint32_t k = 0; k < count_of(m); ++k) {
    if (kind_of(m, k) != DELAY_FIXED) continue;
    const int arrived = sunder_history_pass(&m->past[k], sunder_instant_after(m->s.time));
    if (arrived > sharpest) sharpest = arrived;
  }
  return sharpest;
}

int sunder_past_only_corners(struct SunderInstance* m, const double* held_before, int* arrived) {
  const struct SunderModelCode* c = m->code;
  int passes = 0, jumps = 0;
  for (uint32_t i = 0; i < c->held_count; ++i) {
    const double now = sunder_held_of(m)[i];
    if (now == held_before[i]) continue;
    if (c->look_kinds[i] == LOOK_NONE) return 0;
    passes = 1;
    if (c->look_kinds[i] != LOOK_SEGMENT) continue;
    const int sharp = sunder_course_sharpest(&m->courses[c->look_delays[i]], held_before[i], now, &jumps);
    if (sharp > *arrived) *arrived = sharp;
  }
  return passes && !jumps;
}

double sunder_past_next_event(struct SunderInstance* m) {
  double next = HUGE_VAL;
  for (uint32_t k = 0; k < count_of(m); ++k) {
    if (kind_of(m, k) == DELAY_FIXED) next = fmin(next, sunder_history_next_event(&m->past[k]));
    if (kind_of(m, k) == DELAY_VARYING) next = fmin(next, sunder_course_next_look(&m->courses[k], present(m, k, 1)));
  }
  return next;
}

static size_t samples_of(const struct SunderInstance* m, uint32_t k) {
  return kind_of(m, k) == DELAY_FIXED ? m->past[k].count : m->courses[k].count;
}

/* Numbers for each sample. */
static size_t width_of(const struct SunderInstance* m, uint32_t k) {
  const size_t fixed = sizeof(struct SunderMoment) / sizeof(double),
               other = sizeof(struct SunderPoint) / sizeof(double);
  return kind_of(m, k) == DELAY_FIXED ? fixed : other;
}

size_t sunder_past_saved_count(const struct SunderInstance* m) {
  size_t count = 0;
  for (uint32_t k = 0; k < count_of(m); ++k) count += SAVED_HEAD + width_of(m, k) * samples_of(m, k);
  return count;
}

void sunder_past_save(const struct SunderInstance* m, double* numbers) {
  for (uint32_t k = 0; k < count_of(m); ++k) {
    const struct SunderHistory* h = &m->past[k];
    const struct SunderCourse* c = &m->courses[k];
    const size_t count = samples_of(m, k);
    const double fixed[SAVED_HEAD] = {(double)count, h->length, h->passed};
    const double course[SAVED_HEAD] = {(double)count, c->length, c->flows, c->begun, c->at, c->time, c->at_before};
    const int is_fixed = kind_of(m, k) == DELAY_FIXED;
    memcpy(numbers, is_fixed ? fixed : course, sizeof fixed);
    numbers += SAVED_HEAD;
    memcpy(numbers, is_fixed ? (const void*)h->samples : (const void*)c->samples,
           count * width_of(m, k) * sizeof(double));
    numbers += width_of(m, k) * count;
  }
}

/* Whether these are the numbers of all delays and nothing else. */
static int is_past(const struct SunderInstance* m, const double* numbers, size_t count) {
  size_t used = 0;
  for (uint32_t k = 0; k < count_of(m); ++k) {
    if (count - used < SAVED_HEAD) return 0;
    const double samples = numbers[used];
    if (!(samples >= 1) || !(samples <= (double)((count - used - SAVED_HEAD) / width_of(m, k)))) return 0;
    used += SAVED_HEAD + width_of(m, k) * (size_t)samples;
  }
  return used == count;
}

int sunder_past_restore(struct SunderInstance* m, const double* numbers, size_t count) {
  if (!is_past(m, numbers, count)) return 0;
  const double* at = numbers; /* memory for all of them, before anything changes */
  for (uint32_t k = 0; k < count_of(m); ++k) {
    const size_t samples = (size_t)at[0];
    const size_t capacity = kind_of(m, k) == DELAY_FIXED ? m->past[k].capacity : m->courses[k].capacity;
    if (samples > capacity && !set_capacity(m, k, samples)) return 0;
    at += SAVED_HEAD + width_of(m, k) * samples;
  }
  for (uint32_t k = 0; k < count_of(m); ++k) {
    struct SunderHistory* h = &m->past[k];
    struct SunderCourse* c = &m->courses[k];
    const size_t samples = (size_t)numbers[0];
    const int is_fixed = kind_of(m, k) == DELAY_FIXED;
    if (is_fixed) {
      h->count = samples;
      h->length = numbers[1];
      h->passed = numbers[2];
    } else {
      c->count = samples;
      c->length = numbers[1];
      c->flows = numbers[2] != 0;
      c->begun = numbers[3] != 0;
      c->at = numbers[4];
      c->time = numbers[5];
      c->at_before = numbers[6];
    }
    memcpy(is_fixed ? (void*)h->samples : (void*)c->samples, numbers + SAVED_HEAD,
           samples * width_of(m, k) * sizeof(double));
    numbers += SAVED_HEAD + width_of(m, k) * samples;
  }
  return 1;
}
