/* Consistent values of everything that changes at events: the rules and their order are those of
 * execute/event_iteration.cpp. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "exported/choice.h"
#include "exported/events.h"
#include "exported/model.h"
#include "exported/past.h"
#include "exported/relations.h"
#include "exported/samples.h"
#include "runtime/history.h"

double sunder_instant_after(double time) { return time + 32 * DBL_EPSILON * fmax(fabs(time), 1e-9); }

static int remembers(uint32_t kind) { return kind == HELD_MEMORY || kind == HELD_LEFT_LIMIT; }

static int inconsistent(struct SunderInstance* m) {
  sunder_complain(m, 1, "no consistent values at the event at time %.17g", m->s.time);
  return ANSWER_ERROR;
}

/* pre() of everything becomes what it is now. */
static int remember(struct SunderInstance* m) {
  const struct SunderModelCode* c = m->code;
  double* held = sunder_held_of(m);
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
  sunder_run_rows(m, c->action_rows, m->s.time, m->action_rows);
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
    if (!c->checks[i].in_when || c->checks[i].at_start || rows[2 * c->reinit_count + i] == 0) continue;
    if (c->checks[i].kind == CHECK_WARNING) warn(m, i);
    if (c->checks[i].kind == CHECK_PRINT) sunder_complain(m, 0, "%s", c->checks[i].message);
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

/* What is held as a round of the event begins: behind what is remembered of the time before the event. */
static double* round_begin_of(const struct SunderInstance* m) {
  return m->before + sunder_before_count(m->code) - m->code->held_count;
}

/* Where no mode agrees with what was before the event (a body that breaks away): what a round makes true has happened,
 * and is the past of the next. */
static int let_past_follow(struct SunderInstance* m, double clock) {
  memcpy(sunder_held_of(m), round_begin_of(m), m->code->held_count * sizeof(double));
  for (uint32_t round = 0; round < sunder_limit_of(m); ++round) {
    const uint32_t all_at_once = 1;
    int changed = 0, jumped = 0;
    int answer = sunder_compute_for_event(m);
    if (answer == ANSWER_OK) answer = act(m, &jumped);
    if (answer == ANSWER_OK) answer = sunder_follow_relations(m, clock, all_at_once, &changed);
    if (answer != ANSWER_OK) return 0;
    if (!remember(m) && !changed && !jumped) return 1;
  }
  return 0;
}

/* First relations come to rest with everything before the event fixed, then what has happened is done, then it is the
 * past; again until nothing happens. */
static int settle(struct SunderInstance* m, double clock) {
  for (uint32_t round = 0; round < sunder_limit_of(m); ++round) {
    int changed = 1;
    int jumped = 0;
    int answer = ANSWER_OK;
    memcpy(round_begin_of(m), sunder_held_of(m), m->code->held_count * sizeof(double));
    for (uint32_t inner = 0; changed; ++inner) {
      if (inner == sunder_limit_of(m)) {
        if (!sunder_search_modes(m, clock, sunder_compute_for_event) && !let_past_follow(m, clock))
          return inconsistent(m);
        break;
      }
      answer = sunder_compute_for_event(m);
      if (answer == ANSWER_OK) answer = sunder_follow_relations(m, clock, inner, &changed);
      if (answer != ANSWER_OK) return answer;
    }
    answer = integers_fit(m);
    if (answer == ANSWER_OK) answer = act(m, &jumped);
    if (answer != ANSWER_OK) return answer;
    if (!remember(m) && !jumped) return ANSWER_OK;
  }
  return inconsistent(m);
}

/* Those of initial sections, and of functions that are called there. */
static int assertions_hold_at_start(struct SunderInstance* m) {
  const struct SunderModelCode* c = m->code;
  if (c->check_count == 0) return ANSWER_OK;
  sunder_run_rows(m, c->action_rows, m->s.time, m->action_rows);
  for (uint32_t i = 0; i < c->check_count; ++i) {
    const struct SunderCheck* check = &c->checks[i];
    if (!check->at_start || check->kind >= CHECK_PRINT) continue;
    if ((m->action_rows[2 * c->reinit_count + i] != 0) != (check->in_when != 0)) continue;
    if (check->kind == CHECK_ERROR) return violated(m, i);
    if (check->kind == CHECK_WARNING) warn(m, i);
    if (check->kind != CHECK_TERMINATE || m->s.terminate) continue;
    m->s.terminate = 1;
    sunder_complain(m, 0, "the model ends the run at time %.17g: %s", m->s.time, check->message);
  }
  return ANSWER_OK;
}

static int assertions_hold(struct SunderInstance* m) {
  const struct SunderModelCode* c = m->code;
  if (c->check_count == 0) return ANSWER_OK;
  sunder_run_rows(m, c->action_rows, m->s.time, m->action_rows);
  for (uint32_t i = 0; i < c->check_count; ++i) {
    if (c->checks[i].in_when || c->checks[i].at_start) continue;
    if (m->action_rows[2 * c->reinit_count + i] != 0) continue;
    if (c->checks[i].kind >= CHECK_PRINT) continue; /* said by our own runs only */
    if (c->checks[i].kind == CHECK_ERROR) return violated(m, i);
    warn(m, i);
  }
  return ANSWER_OK;
}

static void set_held(struct SunderInstance* m, uint32_t kind, double value) {
  for (uint32_t i = 0; i < m->code->held_count; ++i)
    if (m->code->held_kinds[i] == kind) sunder_held_of(m)[i] = value;
}

/* The side on which the expression of each crossing lies now. */
static void find_sides(struct SunderInstance* m, const double* held_before) {
  const struct SunderModelCode* c = m->code;
  for (uint32_t i = 0; i < c->choice_count; ++i) /* a change has turned the others round */
    if (m->parity[c->crossing_count + i] == 0) m->parity[c->crossing_count + i] = 1;
  for (uint32_t i = 0; i < c->crossing_count; ++i) {
    const uint32_t kind = c->held_kinds[c->crossings[i]];
    const double held = sunder_held_of(m)[c->crossings[i]];
    if (sunder_is_rounding(kind)) {
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

static void begin(struct SunderInstance* m) {
  const struct SunderModelCode* c = m->code;
  double* held = sunder_held_of(m);
  memset(held, 0, c->held_count * sizeof(double));
  set_held(m, HELD_INITIAL, 1);
  memset(m->warned, 0, c->check_count * sizeof(double));
  memset(m->parity, 0, sunder_indicator_count(c) * sizeof(double));
  memset(m->row_sizes, 0, c->held_count * sizeof(double));
  memset(m->tolerated, 0, c->held_count * sizeof(double));
  /* relations between start values: a better guess than that none of them holds */
  memcpy(m->x, m->guess_x, c->state_count * sizeof(double));
  memcpy(m->dx, m->guess_dx, c->state_count * sizeof(double));
  memcpy(m->w, m->guess_w, c->work_count * sizeof(double));
  sunder_evaluate_rows(m, m->s.time);
  for (uint32_t i = 0; i < c->held_count; ++i) {
    if (!isfinite(m->event_rows[i])) continue;
    if (sunder_is_crossing(c->held_kinds[i])) held[i] = sunder_live_value(c->held_kinds[i], m->event_rows[i]);
    if (c->held_kinds[i] == HELD_LEFT_LIMIT) held[i] = m->event_rows[i]; /* before the start */
  }
}

/* Continuous variables have moved since the last event: what they are now, before this one changes anything. */
static void take_left_limits(struct SunderInstance* m) {
  if (!m->code->has_left_limits) return;
  sunder_evaluate_rows(m, m->s.time);
  for (uint32_t i = 0; i < m->code->held_count; ++i)
    if (m->code->held_kinds[i] == HELD_LEFT_LIMIT) sunder_held_of(m)[i] = m->event_rows[i];
}

/* Clocks that begin with the run tick before anybody looks at it. */
static int first_ticks(struct SunderInstance* m) {
  int clocks = 0, ticked = 0;
  for (uint32_t i = 0; i < m->code->sample_count; ++i) clocks = clocks || m->code->samples[i].of_clock;
  if (!clocks) return ANSWER_OK;
  take_left_limits(m);
  int answer = sunder_samples_fire(m, 1, &ticked);
  if (answer != ANSWER_OK || !ticked) return answer;
  answer = settle(m, m->s.time);
  if (answer != ANSWER_OK) return answer;
  set_held(m, HELD_SAMPLE, 0);
  return settle(m, m->s.time);
}

static int complete(struct SunderInstance* m) {
  int jumped = 0;
  int answer = sunder_samples_begin(m); /* their starts and intervals may be parameters that were found now */
  if (answer == ANSWER_OK) answer = act(m, &jumped); /* while initial() is true */
  if (answer != ANSWER_OK) return answer;
  set_held(m, HELD_INITIAL, 0);
  remember(m);
  answer = settle(m, m->s.time);
  if (answer == ANSWER_OK) answer = assertions_hold_at_start(m);
  if (answer == ANSWER_OK) answer = first_ticks(m);
  if (answer != ANSWER_OK) return answer;
  publish(m, NULL);
  return sunder_past_note_after(m, SUNDER_SHARPEST);
}

/* Fixed start values and initial equations that were not needed to compute the start. */
static int surplus_conditions_hold(struct SunderInstance* m) {
  const struct SunderModelCode* c = m->code;
  double* frame[SPACE_COUNT];
  sunder_frame(m, frame);
  for (uint32_t i = 0; i < c->surplus_count; ++i) {
    const struct SunderStart* start = &c->surplus[i];
    const double value = frame[start->place.space][start->place.index];
    const double wanted = sunder_constant(m, start->value);
    if (fabs(value - wanted) <= 1e-6 * fmax(1, fmax(fabs(value), fabs(wanted)))) continue;
    sunder_complain(m, 1, "the initial conditions contradict each other: what should start as %.9g becomes %.9g",
                    wanted, value);
    return ANSWER_ERROR;
  }
  return ANSWER_OK;
}

static int solve_actual(struct SunderInstance* m) { return sunder_solve_initial(m, 0); }
static int solve_mixture(struct SunderInstance* m) { return sunder_solve_initial(m, 1); }

static int solve_with_relations(struct SunderInstance* m, int (*solve)(struct SunderInstance*)) {
  int changed = 1;
  for (uint32_t round = 0; changed; ++round) {
    if (round == sunder_limit_of(m)) return sunder_search_modes(m, m->s.time, solve) ? ANSWER_OK : inconsistent(m);
    int answer = solve(m);
    if (answer == ANSWER_OK) answer = sunder_follow_relations(m, m->s.time, round, &changed);
    if (answer != ANSWER_OK) return answer;
    changed = sunder_past_follow_start(m) || changed;
  }
  return ANSWER_OK;
}

/* Guesses and what is held, where a step of the way begins. */
static void keep_way(struct SunderInstance* m, double* kept, int back) {
  const struct SunderModelCode* c = m->code;
  double* const of[] = {m->guess_x, m->guess_dx, m->guess_w, sunder_held_of(m)};
  const size_t counts[] = {c->state_count, c->state_count, c->work_count, c->held_count};
  for (size_t k = 0; k < sizeof of / sizeof *of; ++k) {
    memcpy(back ? of[k] : kept, back ? kept : of[k], counts[k] * sizeof(double));
    kept += counts[k];
  }
}

/* From the simplified model to the actual one, in steps that are shortened where no solution is found: each begins at
 * the solution before. 0: the way ended. */
static int approach(struct SunderInstance* m) {
  const double longest = 0.1, shortest = 1e-3;
  double simplified = 1, step = longest;
  set_held(m, HELD_SIMPLIFIED, 1);
  int arrived = solve_with_relations(m, solve_mixture) == ANSWER_OK;
  while (arrived && simplified > 0) {
    const double next = fmax(0, simplified - step);
    keep_way(m, m->way_scratch, 0);
    set_held(m, HELD_SIMPLIFIED, next);
    if (solve_with_relations(m, solve_mixture) == ANSWER_OK) {
      simplified = next;
      step = fmin(longest, 2 * step);
      continue;
    }
    keep_way(m, m->way_scratch, 1);
    step /= 2;
    arrived = step >= shortest;
  }
  set_held(m, HELD_SIMPLIFIED, 0);
  return arrived;
}

/* Where the way does not lead there: from the start values, then. */
static void begin_near(struct SunderInstance* m) {
  begin(m);
  if (!m->code->has_homotopy) return;
  m->is_quiet = 1;
  const int arrived = approach(m);
  m->is_quiet = 0;
  if (arrived) return;
  sunder_set_starts(m);
  begin(m);
}

/* What was found may say how long delays are. */
static int solve_with_past(struct SunderInstance* m) {
  int answer = solve_with_relations(m, solve_actual);
  for (uint32_t round = 0; answer == ANSWER_OK && sunder_past_differs(m, round == 0); ++round) {
    if (round == sunder_limit_of(m)) return inconsistent(m);
    answer = sunder_past_begin(m, 0);
    if (answer == ANSWER_OK) answer = solve_with_relations(m, solve_actual);
  }
  return answer;
}

int sunder_initialise(struct SunderInstance* m) {
  int answer = sunder_follow_parameters(m);
  if (answer != ANSWER_OK) return answer;
  m->s.terminate = 0;
  sunder_set_starts(m);
  sunder_choice_reset(m);
  if (!m->code->is_hybrid) {
    answer = solve_actual(m);
    if (answer == ANSWER_OK) answer = surplus_conditions_hold(m);
  } else {
    sunder_begin_relations(m);
    answer = sunder_past_begin(m, 1);
    if (answer == ANSWER_OK) begin_near(m);
    if (answer == ANSWER_OK) answer = solve_with_past(m);
    if (answer == ANSWER_OK) answer = surplus_conditions_hold(m);
    if (answer == ANSWER_OK) sunder_choice_improve(m);
    if (answer == ANSWER_OK) answer = complete(m);
  }
  if (answer != ANSWER_OK) return ANSWER_ERROR;
  m->s.values = 0;
  m->s.initialised = 1;
  return ANSWER_OK;
}

/* What the run was before an event. */
struct Before {
  double *held, *x, *dx, *w, *u;
};

static size_t input_count(const struct SunderModelCode* c) { return (size_t)c->input_count + c->delay_count; }

size_t sunder_before_count(const struct SunderModelCode* c) {
  return 2 * (size_t)c->held_count + 2 * (size_t)c->state_count + c->work_count + input_count(c);
}

static struct Before remember_before(struct SunderInstance* m) {
  const struct SunderModelCode* c = m->code;
  struct Before before;
  before.held = m->before;
  before.x = before.held + c->held_count;
  before.dx = before.x + c->state_count;
  before.w = before.dx + c->state_count;
  before.u = before.w + c->work_count;
  memcpy(before.held, sunder_held_of(m), c->held_count * sizeof(double));
  memcpy(before.x, m->x, c->state_count * sizeof(double));
  memcpy(before.dx, m->dx, c->state_count * sizeof(double));
  memcpy(before.w, m->w, c->work_count * sizeof(double));
  memcpy(before.u, m->u, input_count(c) * sizeof(double));
  return before;
}

static int differ(const double* a, const double* b, size_t count) { return memcmp(a, b, count * sizeof(double)) != 0; }

/* A corner of what is delayed: where the event changed something, or one that came out of another delay. */
static int note_past(struct SunderInstance* m, const struct Before* before, int arrived) {
  const struct SunderModelCode* c = m->code;
  if (c->delay_count == 0) return ANSWER_OK;
  const int jumps = differ(m->x, before->x, c->state_count) || differ(m->u, before->u, input_count(c));
  int turns = jumps || differ(m->dx, before->dx, c->state_count) || differ(m->w, before->w, c->work_count);
  if (turns && sunder_past_only_corners(m, before->held, &arrived)) turns = jumps;
  if (!turns && arrived <= 1) return ANSWER_OK;
  return sunder_past_note_after(m, turns ? SUNDER_SHARPEST : arrived - 1);
}

int sunder_handle_event(struct SunderInstance* m, int terminal, int* jumped) {
  const struct SunderModelCode* c = m->code;
  int sampled = 0;
  *jumped = 0;
  if (!c->is_hybrid) return ANSWER_OK;
  sunder_begin_relations(m);
  int answer = sunder_compute_for_event(m);
  if (answer != ANSWER_OK) return answer;
  take_left_limits(m);
  const struct Before before = remember_before(m);
  const int chosen = sunder_choice_improve(m);
  if (chosen) answer = sunder_compute_for_event(m);
  if (answer == ANSWER_OK) answer = sunder_past_note(m);
  if (answer != ANSWER_OK) return answer;
  const int arrived = sunder_past_pass(m);
  if (terminal) set_held(m, HELD_TERMINAL, 1);
  answer = sunder_samples_fire(m, 0, &sampled);
  const double clock = sunder_instant_after(m->s.time);
  if (answer == ANSWER_OK) answer = settle(m, clock);
  if (answer == ANSWER_OK && sampled) { /* the moment is over */
    set_held(m, HELD_SAMPLE, 0);
    answer = settle(m, clock);
  }
  if (answer == ANSWER_OK) answer = assertions_hold(m);
  if (answer != ANSWER_OK) return answer;
  publish(m, before.held);
  *jumped = chosen || differ(before.x, m->x, c->state_count);
  m->s.values = 0;
  return note_past(m, &before, arrived);
}
