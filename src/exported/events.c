/* Consistent values of everything that changes at events: the rules and their order are those of
 * execute/event_iteration.cpp. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "exported/choice.h"
#include "exported/events.h"
#include "exported/model.h"

/* Relations that change at the same time, before they do so one by one. */
enum { ROUNDS_TOGETHER = 12 };

double sunder_instant_after(double time) { return time + 32 * DBL_EPSILON * fmax(fabs(time), 1e-9); }

static double live_value(uint32_t kind, double z) {
  switch (kind) {
    case HELD_LESS: return z < 0 ? 1 : 0;
    case HELD_LESS_EQUAL: return z <= 0 ? 1 : 0;
    case HELD_GREATER: return z > 0 ? 1 : 0;
    case HELD_GREATER_EQUAL: return z >= 0 ? 1 : 0;
    case HELD_FLOOR: return floor(z);
    case HELD_CEIL: return ceil(z);
    case HELD_TRUNCATE: return trunc(z);
    default: return z;
  }
}

static int is_crossing(uint32_t kind) { return kind < HELD_MEMORY; }
static int is_rounding(uint32_t kind) { return kind == HELD_FLOOR || kind == HELD_CEIL || kind == HELD_TRUNCATE; }
static int has_row(uint32_t kind) { return kind <= HELD_LEFT_LIMIT; }
static int remembers(uint32_t kind) { return kind == HELD_MEMORY || kind == HELD_LEFT_LIMIT; }

static double* held_of(struct SunderInstance* m) { return m->parameters + m->code->parameter_count; }
/* More rounds than any cascade of events needs. */
static uint32_t limit_of(const struct SunderInstance* m) { return 100 + 2 * m->code->held_count; }

static void range_of(uint32_t kind, double held, double* low, double* high) {
  *low = kind == HELD_FLOOR ? held : kind == HELD_CEIL ? held - 1 : held > 0 ? held : held - 1;
  *high = kind == HELD_FLOOR ? held + 1 : kind == HELD_CEIL ? held : held < 0 ? held : held + 1;
}

static void run_rows(struct SunderInstance* m, SunderPart part, double time, double* values) {
  double* frame[SPACE_COUNT];
  if (part == NULL) return;
  sunder_frame(m, frame);
  frame[SPACE_TIME] = &time;
  frame[SPACE_RESIDUAL] = values;
  part(frame, 0, 0);
}

/* Relations of the time alone are looked at at `clock`, a moment later. */
static void evaluate_rows(struct SunderInstance* m, double clock) {
  const struct SunderModelCode* c = m->code;
  run_rows(m, c->held_rows, m->s.time, m->event_rows);
  run_rows(m, c->timed_rows, clock, m->timed_rows);
  for (uint32_t i = 0; i < c->timed_count; ++i) m->event_rows[c->timed[i]] = m->timed_rows[i];
}

/* Whether a relation does not hold any more. */
static int differs(struct SunderInstance* m, uint32_t i) {
  const uint32_t kind = m->code->held_kinds[i];
  return is_crossing(kind) && isfinite(m->event_rows[i]) && live_value(kind, m->event_rows[i]) != held_of(m)[i];
}

/* All relations that do not hold any more change at once; where that goes round in circles, one of them at a time. */
static int follow(struct SunderInstance* m, double clock, uint32_t round, int* changed) {
  const struct SunderModelCode* c = m->code;
  int undecided = 0;
  size_t count = 0;
  evaluate_rows(m, clock);
  for (uint32_t i = 0; i < c->held_count; ++i) {
    undecided = undecided || (has_row(c->held_kinds[i]) && !isfinite(m->event_rows[i]));
    if (differs(m, i)) ++count;
  }
  *changed = count > 0;
  const int one_by_one = round >= ROUNDS_TOGETHER && count > 1;
  const size_t one = one_by_one ? ((uint64_t)round * 2654435761U >> 7U) % count : 0;
  size_t number = 0;
  for (uint32_t i = 0; i < c->held_count; ++i) {
    if (!differs(m, i)) continue;
    if (!one_by_one || number == one) held_of(m)[i] = live_value(c->held_kinds[i], m->event_rows[i]);
    ++number;
  }
  /* what cannot be decided may only follow from relations that have just changed: the next round will tell */
  if (!undecided || *changed) return ANSWER_OK;
  sunder_complain(m, 1, "a relation cannot be decided at time %.17g: a side of it is not finite", m->s.time);
  return ANSWER_ERROR;
}

static int inconsistent(struct SunderInstance* m) {
  sunder_complain(m, 1, "no consistent values at the event at time %.17g", m->s.time);
  return ANSWER_ERROR;
}

/* pre() of everything becomes what it is now. */
static int remember(struct SunderInstance* m) {
  const struct SunderModelCode* c = m->code;
  double* held = held_of(m);
  int changed = 0;
  for (uint32_t i = 0; i < c->held_count; ++i) {
    if (!remembers(c->held_kinds[i]) || held[i] == m->event_rows[i]) continue;
    held[i] = m->event_rows[i];
    changed = changed || c->held_kinds[i] != HELD_LEFT_LIMIT;
  }
  return changed;
}

static void warn(struct SunderInstance* m, uint32_t check) {
  if (m->warned[check] != 0) return;
  m->warned[check] = 1;
  sunder_complain(m, 0, "%s", m->code->checks[check].message);
}

static int violated(struct SunderInstance* m, uint32_t check) {
  sunder_complain(m, 1, "assertion violated at time %.17g: %s", m->s.time, m->code->checks[check].message);
  return ANSWER_ERROR;
}

static int act(struct SunderInstance* m, int* jumped) {
  const struct SunderModelCode* c = m->code;
  const double* rows = m->action_rows;
  if (c->reinit_count + c->check_count == 0) return ANSWER_OK;
  run_rows(m, c->action_rows, m->s.time, m->action_rows);
  for (uint32_t i = 0; i < c->reinit_count; ++i) {
    if (rows[i] == 0) continue;
    if (!isfinite(rows[c->reinit_count + i])) {
      sunder_complain(m, 1, "reinit gives '%s' a value that is not finite at time %.17g",
                      c->state_names[c->reinit_states[i]], m->s.time);
      return ANSWER_ERROR;
    }
    *jumped = *jumped || m->x[c->reinit_states[i]] != rows[c->reinit_count + i];
    m->x[c->reinit_states[i]] = rows[c->reinit_count + i];
  }
  for (uint32_t i = 0; i < c->check_count; ++i) {
    if (!c->checks[i].in_when || rows[2 * c->reinit_count + i] == 0) continue;
    if (c->checks[i].kind == CHECK_WARNING) warn(m, i);
    if (c->checks[i].kind == CHECK_ERROR) return violated(m, i);
    if (c->checks[i].kind != CHECK_TERMINATE || m->s.terminate) continue;
    m->s.terminate = 1;
    sunder_complain(m, 0, "the model ends the run at time %.17g: %s", m->s.time, c->checks[i].message);
  }
  return ANSWER_OK;
}

static int integers_fit(struct SunderInstance* m) {
  for (uint32_t i = 0; i < m->code->integer_count; ++i) {
    const double value = m->w[m->code->integers[i]];
    if (value >= -2147483648.0 && value <= 2147483647.0) continue;
    sunder_complain(m, 1, "an Integer leaves its range at time %.17g", m->s.time);
    return ANSWER_ERROR;
  }
  return ANSWER_OK;
}

/* First relations come to rest with everything before the event fixed, then what has happened is done, then it is the
 * past; again until nothing happens. */
static int settle(struct SunderInstance* m, double clock) {
  for (uint32_t round = 0; round < limit_of(m); ++round) {
    int changed = 1;
    int jumped = 0;
    int answer = ANSWER_OK;
    for (uint32_t inner = 0; changed; ++inner) {
      if (inner == limit_of(m)) return inconsistent(m);
      answer = sunder_compute_for_event(m);
      if (answer == ANSWER_OK) answer = follow(m, clock, inner, &changed);
      if (answer != ANSWER_OK) return answer;
    }
    answer = integers_fit(m);
    if (answer == ANSWER_OK) answer = act(m, &jumped);
    if (answer != ANSWER_OK) return answer;
    if (!remember(m) && !jumped) return ANSWER_OK;
  }
  return inconsistent(m);
}

static int assertions_hold(struct SunderInstance* m) {
  const struct SunderModelCode* c = m->code;
  if (c->check_count == 0) return ANSWER_OK;
  run_rows(m, c->action_rows, m->s.time, m->action_rows);
  for (uint32_t i = 0; i < c->check_count; ++i) {
    if (c->checks[i].in_when || m->action_rows[2 * c->reinit_count + i] != 0) continue;
    if (c->checks[i].kind == CHECK_ERROR) return violated(m, i);
    warn(m, i);
  }
  return ANSWER_OK;
}

static void set_held(struct SunderInstance* m, uint32_t kind, double value) {
  for (uint32_t i = 0; i < m->code->held_count; ++i)
    if (m->code->held_kinds[i] == kind) held_of(m)[i] = value;
}

static double constant_value(const struct SunderInstance* m, struct SunderConstant from) {
  const double value = m->parameters[from.index];
  return from.negated ? -value : value;
}

static double instant(const struct SunderInstance* m, uint32_t sample, double number) {
  const struct SunderSample* s = &m->code->samples[sample];
  return constant_value(m, s->start) + number * constant_value(m, s->interval);
}

static double instants_before(const struct SunderInstance* m, uint32_t sample, double time) {
  const struct SunderSample* s = &m->code->samples[sample];
  return fmax(0, floor((time - constant_value(m, s->start)) / constant_value(m, s->interval)));
}

static int can_count_to(struct SunderInstance* m, uint32_t sample, double time) {
  const struct SunderSample* s = &m->code->samples[sample];
  const double start = constant_value(m, s->start);
  const double interval = constant_value(m, s->interval);
  if (isfinite(start) && isfinite(interval) && interval > 0 && (time - start) / interval < 4503599627370496.0) return 1;
  sunder_complain(m, 1, "sample() cannot start at %g with the interval %g at time %.17g", start, interval, time);
  return 0;
}

static int fire_samples(struct SunderInstance* m, int clocks_only, int* fired) {
  const double now = sunder_instant_after(m->s.time);
  *fired = 0;
  for (uint32_t i = 0; i < m->code->sample_count; ++i) {
    if (instant(m, i, m->sample_next[i]) > now || (clocks_only && !m->code->samples[i].of_clock)) continue;
    if (!can_count_to(m, i, now)) return ANSWER_ERROR;
    m->sample_next[i] = instants_before(m, i, now) + 1;
    while (instant(m, i, m->sample_next[i]) <= now) m->sample_next[i] += 1;
    held_of(m)[m->code->samples[i].held] = 1;
    *fired = 1;
  }
  return ANSWER_OK;
}

/* The side on which the expression of each crossing lies now. */
static void find_sides(struct SunderInstance* m, const double* held_before) {
  const struct SunderModelCode* c = m->code;
  for (uint32_t i = 0; i < c->choice_count; ++i) /* a change has turned the others round */
    if (m->parity[c->crossing_count + i] == 0) m->parity[c->crossing_count + i] = 1;
  for (uint32_t i = 0; i < c->crossing_count; ++i) {
    const uint32_t kind = c->held_kinds[c->crossings[i]];
    const double held = held_of(m)[c->crossings[i]];
    if (is_rounding(kind)) {
      if (m->parity[i] == 0)
        m->parity[i] = 1;
      else if (held_before != NULL && held_before[c->crossings[i]] != held)
        m->parity[i] = -m->parity[i];
    } else {
      const int below = kind == HELD_LESS || kind == HELD_LESS_EQUAL;
      m->parity[i] = (held != 0) == below ? -1 : 1;
    }
  }
}

static void publish(struct SunderInstance* m, const double* held_before) {
  memcpy(m->event_w, m->w, m->code->work_count * sizeof(double));
  memcpy(m->guess_dx, m->dx, m->code->state_count * sizeof(double));
  memcpy(m->guess_w, m->w, m->code->work_count * sizeof(double));
  find_sides(m, held_before);
  ++m->s.event_seen;
}

static int begin(struct SunderInstance* m) {
  const struct SunderModelCode* c = m->code;
  double* held = held_of(m);
  memset(held, 0, c->held_count * sizeof(double));
  set_held(m, HELD_INITIAL, 1);
  memset(m->warned, 0, c->check_count * sizeof(double));
  memset(m->parity, 0, sunder_indicator_count(c) * sizeof(double));
  for (uint32_t i = 0; i < c->sample_count; ++i) {
    if (!can_count_to(m, i, m->s.time)) return ANSWER_ERROR;
    m->sample_next[i] = instants_before(m, i, m->s.time);
    while (instant(m, i, m->sample_next[i]) < m->s.time) m->sample_next[i] += 1;
  }
  /* relations between start values: a better guess than that none of them holds */
  memcpy(m->x, m->guess_x, c->state_count * sizeof(double));
  memcpy(m->dx, m->guess_dx, c->state_count * sizeof(double));
  memcpy(m->w, m->guess_w, c->work_count * sizeof(double));
  evaluate_rows(m, m->s.time);
  for (uint32_t i = 0; i < c->held_count; ++i)
    if (is_crossing(c->held_kinds[i]) && isfinite(m->event_rows[i]))
      held[i] = live_value(c->held_kinds[i], m->event_rows[i]);
  return ANSWER_OK;
}

/* Continuous variables have moved since the last event: what they are now, before this one changes anything. */
static void take_left_limits(struct SunderInstance* m) {
  if (!m->code->has_left_limits) return;
  evaluate_rows(m, m->s.time);
  for (uint32_t i = 0; i < m->code->held_count; ++i)
    if (m->code->held_kinds[i] == HELD_LEFT_LIMIT) held_of(m)[i] = m->event_rows[i];
}

/* Clocks that begin with the run tick before anybody looks at it. */
static int first_ticks(struct SunderInstance* m) {
  int clocks = 0, ticked = 0;
  for (uint32_t i = 0; i < m->code->sample_count; ++i) clocks = clocks || m->code->samples[i].of_clock;
  if (!clocks) return ANSWER_OK;
  take_left_limits(m);
  int answer = fire_samples(m, 1, &ticked);
  if (answer != ANSWER_OK || !ticked) return answer;
  answer = settle(m, m->s.time);
  if (answer != ANSWER_OK) return answer;
  set_held(m, HELD_SAMPLE, 0);
  return settle(m, m->s.time);
}

static int complete(struct SunderInstance* m) {
  int jumped = 0;
  int answer = act(m, &jumped); /* while initial() is true */
  if (answer != ANSWER_OK) return answer;
  set_held(m, HELD_INITIAL, 0);
  remember(m);
  answer = settle(m, m->s.time);
  if (answer == ANSWER_OK) answer = first_ticks(m);
  if (answer == ANSWER_OK) publish(m, NULL);
  return answer;
}

/* Fixed start values that were not needed to compute the start. */
static int surplus_conditions_hold(struct SunderInstance* m) {
  const struct SunderModelCode* c = m->code;
  double* frame[SPACE_COUNT];
  sunder_frame(m, frame);
  for (uint32_t i = 0; i < c->surplus_count; ++i) {
    const struct SunderStart* start = &c->surplus[i];
    const double value = frame[start->place.space][start->place.index];
    const double wanted = constant_value(m, start->value);
    if (fabs(value - wanted) <= 1e-6 * fmax(1, fmax(fabs(value), fabs(wanted)))) continue;
    sunder_complain(m, 1, "the initial conditions contradict each other: a fixed start value is %.9g and becomes %.9g",
                    wanted, value);
    return ANSWER_ERROR;
  }
  return ANSWER_OK;
}

int sunder_initialise(struct SunderInstance* m) {
  int answer = sunder_follow_parameters(m);
  if (answer != ANSWER_OK) return answer;
  m->s.terminate = 0;
  sunder_set_starts(m);
  sunder_choice_reset(m);
  if (!m->code->is_hybrid) {
    answer = sunder_solve_initial(m);
  } else {
    int changed = 1;
    answer = begin(m);
    for (uint32_t round = 0; answer == ANSWER_OK && changed; ++round) {
      if (round == limit_of(m)) return inconsistent(m);
      answer = sunder_solve_initial(m);
      if (answer == ANSWER_OK) answer = follow(m, m->s.time, round, &changed);
    }
    if (answer == ANSWER_OK) answer = surplus_conditions_hold(m);
    if (answer == ANSWER_OK) sunder_choice_improve(m);
    if (answer == ANSWER_OK) answer = complete(m);
  }
  if (answer == ANSWER_OK && !m->code->is_hybrid) answer = surplus_conditions_hold(m);
  if (answer != ANSWER_OK) return ANSWER_ERROR;
  m->s.values = 0;
  m->s.initialised = 1;
  return ANSWER_OK;
}

int sunder_handle_event(struct SunderInstance* m, int terminal, int* jumped) {
  const struct SunderModelCode* c = m->code;
  double* held_before = m->before;
  double* x_before = m->before + c->held_count;
  int sampled = 0;
  *jumped = 0;
  if (!c->is_hybrid) return ANSWER_OK;
  int answer = sunder_compute_for_event(m);
  if (answer != ANSWER_OK) return answer;
  take_left_limits(m);
  memcpy(held_before, held_of(m), c->held_count * sizeof(double));
  memcpy(x_before, m->x, c->state_count * sizeof(double));
  const int chosen = sunder_choice_improve(m);
  if (chosen) answer = sunder_compute_for_event(m);
  if (answer != ANSWER_OK) return answer;
  if (terminal) set_held(m, HELD_TERMINAL, 1);
  answer = fire_samples(m, 0, &sampled);
  const double clock = sunder_instant_after(m->s.time);
  if (answer == ANSWER_OK) answer = settle(m, clock);
  if (answer == ANSWER_OK && sampled) { /* the moment is over */
    set_held(m, HELD_SAMPLE, 0);
    answer = settle(m, clock);
  }
  if (answer == ANSWER_OK) answer = assertions_hold(m);
  if (answer != ANSWER_OK) return answer;
  publish(m, held_before);
  *jumped = chosen || memcmp(x_before, m->x, c->state_count * sizeof(double)) != 0;
  m->s.values = 0;
  return ANSWER_OK;
}

static double time_to_change(uint32_t kind, double z, double held, double slope) {
  double goal = 0;
  if (slope == 0 || !isfinite(slope) || !isfinite(z)) return HUGE_VAL;
  if (is_rounding(kind)) {
    double low = 0, high = 0;
    range_of(kind, held, &low, &high);
    goal = slope > 0 ? high : low;
  } else if ((z > 0) == (slope > 0)) {
    return HUGE_VAL;
  }
  return fmax((goal - z) / slope, 0);
}

double sunder_next_time_event(struct SunderInstance* m) {
  const struct SunderModelCode* c = m->code;
  const double time = m->s.time;
  double next = HUGE_VAL;
  for (uint32_t i = 0; i < c->sample_count; ++i) next = fmin(next, instant(m, i, m->sample_next[i]));
  if (c->timed_count > 0) {
    double* frame[SPACE_COUNT];
    double clock = sunder_instant_after(time);
    sunder_frame(m, frame);
    frame[SPACE_WORK] = m->event_w;
    frame[SPACE_TIME] = &clock;
    frame[SPACE_RESIDUAL] = m->timed_rows;
    c->timed_rows(frame, 0, 0);
    for (uint32_t i = 0; i < c->timed_count; ++i) {
      const uint32_t kind = c->held_kinds[c->timed[i]];
      const double held = held_of(m)[c->timed[i]];
      if (live_value(kind, m->timed_rows[i]) != held) return time;
      next = fmin(next, clock + time_to_change(kind, m->timed_rows[i], held, m->timed_rows[c->timed_count + i]));
    }
  }
  return fmax(next, time);
}

int sunder_margins(struct SunderInstance* m, double* margins) {
  const struct SunderModelCode* c = m->code;
  if (sunder_indicator_count(c) == 0) return ANSWER_OK;
  const int answer = sunder_run_monitor(m);
  if (answer != ANSWER_OK) return answer;
  run_rows(m, c->crossing_rows, m->s.time, margins);
  sunder_choice_margins(m, margins + c->crossing_count);
  for (uint32_t i = 0; i < c->crossing_count; ++i) {
    const uint32_t kind = c->held_kinds[c->crossings[i]];
    const double held = held_of(m)[c->crossings[i]];
    const double z = margins[i];
    if (!isfinite(z)) {
      sunder_complain(m, 1, "an event indicator is not finite at time %.17g", m->s.time);
      return ANSWER_DISCARD;
    }
    if (is_rounding(kind)) {
      double low = 0, high = 0;
      range_of(kind, held, &low, &high);
      const double distance = fabs(fmin(z - low, high - z));
      margins[i] = live_value(kind, z) == held ? distance : -fmax(distance, DBL_MIN);
    } else if (z == 0) {
      const int strict = kind == HELD_LESS || kind == HELD_GREATER;
      margins[i] = strict == (held != 0) ? -DBL_MIN : 0;
    } else {
      margins[i] = m->parity[i] * z;
    }
  }
  return ANSWER_OK;
}

/* Never zero, and on the same side before and after the event that a change of sign asks for: what rounds changes its
 * sign from one value to the next. */
int sunder_indicators(struct SunderInstance* m, double* z) {
  const int answer = sunder_margins(m, z);
  if (answer != ANSWER_OK) return answer;
  for (uint32_t i = 0; i < sunder_indicator_count(m->code); ++i) z[i] = m->parity[i] * (z[i] == 0 ? DBL_MIN : z[i]);
  return ANSWER_OK;
}
