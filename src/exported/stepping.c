#include "exported/stepping.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/adaptive_run.h"
#include "runtime/finite.h"
#include "runtime/implicit_rows.h"

enum { LOOKS_INSIDE = 3, MOST_EVENTS_IN_BURST = 100, MOST_ITERATIONS = 200 };
static const double burst_length = 1e-8;       /* of the run */
static const double longer_without_clock = 10; /* where nothing happens by the clock, steps may be longer */

struct Kept {
  double begun, proposed, usual, last_error, run_length, tolerance, burst_begin, burst_count;
};

struct SunderStepping {
  struct SunderInstance* m;
  struct SunderSystem system;
  struct SunderImplicitRows linear;
  struct SunderRun run;
  struct Kept kept;
  void *linear_memory, *run_memory;
  size_t run_bytes;
  double *inputs, *parameters; /* those that the run knows */
  double *margins, *margins_low, *margins_high, *inside, *here, *nominal;
};

static int to_status(int answer) { return answer == ANSWER_OK ? SUNDER_OK : SUNDER_RECOVERABLE; }

static void go_to(struct SunderInstance* m, double t, const double* x) {
  sunder_set_time(m, t);
  sunder_set_states(m, x);
}

static int derivatives(void* user, double t, const double* x, double* dx) {
  struct SunderInstance* m = ((struct SunderStepping*)user)->m;
  go_to(m, t, x);
  const int answer = sunder_compute_wanted(m);
  memcpy(dx, m->dx, m->code->state_count * sizeof(double));
  return to_status(answer);
}

static int entries_finite(const struct SunderModelCode* c, uint32_t column, const double* values) {
  for (uint32_t e = c->entry_start[column]; e < c->entry_start[column + 1]; ++e)
    if (!isfinite(values[c->entry_place[e]])) return 0;
  return 1;
}

/* Where a partial derivative has no value (the root of something that is zero just now), the slope towards a point
 * beside it, on the side where there is one, for the whole column. The slopes here are in s->here, the states in
 * s->inside. */
static int differ(struct SunderStepping* s, double t, uint32_t column, double* values) {
  static const double relative = 1e-6, smallest_size = 1e-3;
  struct SunderInstance* m = s->m;
  const struct SunderModelCode* c = m->code;
  const uint32_t state = c->colour_column[column];
  const double kept = s->inside[state];
  const double distance = relative * fmax(fabs(kept), smallest_size);
  for (int side = 1; side >= -1; side -= 2) {
    const double way = side * distance;
    s->inside[state] = kept + way;
    go_to(m, t, s->inside);
    s->inside[state] = kept;
    if (sunder_compute_wanted(m) != ANSWER_OK) continue;
    for (uint32_t e = c->entry_start[column]; e < c->entry_start[column + 1]; ++e)
      values[c->entry_place[e]] = (m->dx[c->entry_row[e]] - s->here[c->entry_row[e]]) / way;
    if (entries_finite(c, column, values)) return 1;
  }
  return 0;
}

static int jacobian(void* user, double t, const double* x, double* values) {
  struct SunderStepping* s = (struct SunderStepping*)user;
  const struct SunderModelCode* c = s->m->code;
  const uint32_t columns = c->colour_start[c->colour_count];
  go_to(s->m, t, x);
  const int answer = sunder_jacobian(s->m, values);
  int is_known = 0;
  for (uint32_t k = 0; k < columns && answer == ANSWER_OK; ++k) {
    if (entries_finite(c, k, values)) continue;
    if (!is_known) {
      go_to(s->m, t, x);
      if (sunder_compute_wanted(s->m) != ANSWER_OK) return SUNDER_RECOVERABLE;
      memcpy(s->here, s->m->dx, c->state_count * sizeof(double));
      memcpy(s->inside, x, c->state_count * sizeof(double));
      is_known = 1;
    }
    if (!differ(s, t, k, values)) return SUNDER_RECOVERABLE;
  }
  return to_status(answer);
}

/* What does not move with the clock may have no slope either; by the clock alone there is a difference. */
static int time_derivatives(void* user, double t, const double* x, double* values) {
  static const double relative = 1e-8;
  struct SunderStepping* s = (struct SunderStepping*)user;
  struct SunderInstance* m = s->m;
  const struct SunderModelCode* c = m->code;
  const int all = c->implicit_count == c->state_count;
  go_to(m, t, x);
  const int answer = sunder_time_derivatives(m, values);
  if (answer != ANSWER_OK || sunder_all_finite(values, c->implicit_count)) return to_status(answer);
  go_to(m, t, x);
  if (sunder_compute_wanted(m) != ANSWER_OK) return SUNDER_RECOVERABLE;
  memcpy(s->here, m->dx, c->state_count * sizeof(double));
  const double later = t + relative * fmax(s->kept.run_length, fabs(t));
  go_to(m, later, x);
  if (sunder_compute_wanted(m) != ANSWER_OK) return SUNDER_RECOVERABLE;
  for (uint32_t i = 0; i < c->implicit_count; ++i) {
    const uint32_t state = all ? i : c->implicit_rows[i];
    if (!isfinite(values[i])) values[i] = (m->dx[state] - s->here[state]) / (later - t);
  }
  return SUNDER_OK;
}

static const struct SunderTableau* tableau_of(const struct SunderModelCode* c) {
  if (c->implicit_count == 0 && c->state_count > 0) return &sunder_dormand_prince;
  return c->implicit_count == c->state_count ? &sunder_rodas5p : &sunder_ros34pw2;
}

static struct SunderRunOptions options_of(const struct SunderStepping* s) {
  const struct SunderModelCode* c = s->m->code;
  const int by_clock = c->depends_on_time || c->is_hybrid || c->input_count > 0;
  struct SunderRunOptions options;
  options.tolerance = s->kept.tolerance;
  options.run_length = by_clock ? s->kept.run_length : longer_without_clock * s->kept.run_length;
  options.nominal = s->nominal;
  options.group = c->group;
  options.group_count = c->group_count;
  return options;
}

static int plan_linear(struct SunderStepping* s) {
  const struct SunderModelCode* c = s->m->code;
  const uint32_t* rows = c->implicit_count < c->state_count ? c->implicit_rows : NULL;
  struct SunderImplicitPlan plan;
  if (c->implicit_count == 0) return 1;
  void* scratch = malloc(sunder_implicit_plan_memory(&s->system.jacobian_pattern, c->state_count, rows));
  if (scratch == NULL) return 0;
  sunder_implicit_plan(&plan, &s->system.jacobian_pattern, c->state_count, rows, NULL, scratch);
  s->linear_memory = malloc(sunder_implicit_rows_memory(&plan));
  if (s->linear_memory != NULL) sunder_implicit_rows_init(&s->linear, &plan, s->linear_memory);
  free(scratch);
  s->system.rows = rows;
  s->system.linear = &s->linear;
  s->system.factor = sunder_implicit_rows_factor;
  s->system.solve = sunder_implicit_rows_solve;
  return s->linear_memory != NULL;
}

static double* doubles(size_t count) { return (double*)calloc(count > 0 ? count : 1, sizeof(double)); }

struct SunderStepping* sunder_stepping_create(struct SunderInstance* m) {
  static const uint32_t no_rows[1] = {0};
  const struct SunderModelCode* c = m->code;
  struct SunderStepping* s = (struct SunderStepping*)calloc(1, sizeof *s);
  if (s == NULL) return NULL;
  s->m = m;
  s->system.user = s;
  s->system.state_count = c->state_count;
  s->system.derivatives = derivatives;
  s->system.jacobian = jacobian;
  s->system.time_derivatives = c->depends_on_time ? time_derivatives : NULL;
  s->system.values_checked = 1;
  s->system.jacobian_constant = (int)c->jacobian_constant;
  s->system.jacobian_pattern.row_count = c->implicit_count;
  s->system.jacobian_pattern.row_start = c->implicit_count > 0 ? c->row_start : no_rows;
  s->system.jacobian_pattern.column = c->column;
  s->kept.tolerance = c->tolerance;
  s->kept.run_length = 1;
  s->inputs = doubles(c->input_count);
  s->parameters = doubles(c->parameter_count);
  s->margins = doubles(sunder_indicator_count(c));
  s->margins_low = doubles(sunder_indicator_count(c));
  s->margins_high = doubles(sunder_indicator_count(c));
  s->inside = doubles(c->state_count);
  s->here = doubles(c->state_count);
  s->nominal = doubles(c->state_count);
  const struct SunderRunOptions options = options_of(s);
  s->run_bytes = sunder_run_memory(&s->system, tableau_of(c), &options);
  s->run_memory = malloc(s->run_bytes + 8);
  if (s->inputs && s->parameters && s->margins && s->margins_low && s->margins_high && s->inside && s->here &&
      s->nominal && s->run_memory && plan_linear(s))
    return s;
  sunder_stepping_free(s);
  return NULL;
}

void sunder_stepping_free(struct SunderStepping* s) {
  if (s == NULL) return;
  free(s->linear_memory);
  free(s->run_memory);
  free(s->inputs);
  free(s->parameters);
  free(s->margins);
  free(s->margins_low);
  free(s->margins_high);
  free(s->inside);
  free(s->here);
  free(s->nominal);
  free(s);
}

/* As long as a state has not moved, its size tells more than a nominal value that nobody gave. */
void sunder_stepping_begin(struct SunderStepping* s, double start, double stop, double tolerance) {
  const struct SunderModelCode* c = s->m->code;
  memset(&s->kept, 0, sizeof s->kept);
  s->kept.tolerance = tolerance > 0 ? tolerance : c->tolerance;
  s->kept.run_length = stop > start && isfinite(stop) ? stop - start : 0; /* 0: the first step tells */
  for (uint32_t i = 0; i < c->state_count; ++i) s->nominal[i] = fmax(c->nominal[i], fabs(s->m->x[i]));
}

static void remember_given(struct SunderStepping* s) {
  memcpy(s->inputs, s->m->u, s->m->code->input_count * sizeof(double));
  memcpy(s->parameters, s->m->parameters, s->m->code->parameter_count * sizeof(double));
}

static int is_given_same(const struct SunderStepping* s) {
  return memcmp(s->inputs, s->m->u, s->m->code->input_count * sizeof(double)) == 0 &&
         memcmp(s->parameters, s->m->parameters, s->m->code->parameter_count * sizeof(double)) == 0;
}

static void init_run(struct SunderStepping* s) {
  const struct SunderRunOptions options = options_of(s);
  sunder_run_init(&s->run, &s->system, tableau_of(s->m->code), &options, s->run_memory);
}

static void start_or_continue(struct SunderStepping* s, double end) {
  struct SunderInstance* m = s->m;
  if (s->kept.begun == 0) {
    if (s->kept.run_length == 0) s->kept.run_length = (end - m->s.time) / SUNDER_LONGEST_PART;
    init_run(s);
    sunder_run_begin(&s->run, m->s.time, m->x);
    s->kept.begun = 1;
  } else if (!is_given_same(s) || sunder_run_time(&s->run) != m->s.time ||
             memcmp(sunder_run_states(&s->run), m->x, m->code->state_count * sizeof(double)) != 0) {
    sunder_run_restart(&s->run, m->s.time, m->x);
  }
  remember_given(s);
}

static int any_violated(const struct SunderModelCode* c, const double* margins) {
  for (uint32_t i = 0; i < sunder_indicator_count(c); ++i)
    if (margins[i] < 0) return 1;
  return 0;
}

/* Margins inside the step accepted last, and the states there. */
static int look_at(struct SunderStepping* s, double begin, double end, double time, double* margins) {
  const double theta = fmin(fmax((time - begin) / (end - begin), 0), 1);
  if (sunder_run_interpolate(&s->run, theta, 0, NULL, s->inside, NULL) != SUNDER_OK) return ANSWER_DISCARD;
  go_to(s->m, time, s->inside);
  return sunder_margins(s->m, margins);
}

static void swap(double** a, double** b) {
  double* kept = *a;
  *a = *b;
  *b = kept;
}

/* The first moment in (low, high] at which something does not hold any more: regula falsi (Illinois), with bisection
 * when that is slow. Margins at both ends are known; s->inside has the states at the end found. */
static int locate(struct SunderStepping* s, double begin, double end, double low, double* high) {
  const struct SunderModelCode* c = s->m->code;
  double weight_low = 1, weight_high = 1, halved = *high - low;
  int moved = 0, since = 0;
  for (int i = 0; i < MOST_ITERATIONS; ++i) {
    const double tolerance = 1e-12 * (end - begin) + 4 * DBL_EPSILON * fmax(fabs(low), fabs(*high));
    if (*high - low <= tolerance) break;
    since = *high - low <= halved / 2 ? 0 : since + 1;
    if (since == 0) halved = *high - low;
    double middle = *high;
    for (uint32_t k = 0; k < sunder_indicator_count(c); ++k) {
      if (!(s->margins_high[k] < 0)) continue;
      const double a = fmax(s->margins_low[k], 0) * weight_low;
      const double b = -s->margins_high[k] * weight_high;
      middle = fmin(middle, low + (*high - low) * a / (a + b));
    }
    middle = fmin(fmax(middle, low + tolerance / 2), *high - tolerance / 2);
    if (since >= 4) middle = low + (*high - low) / 2;
    const int answer = look_at(s, begin, end, middle, s->margins);
    if (answer != ANSWER_OK) return answer;
    if (any_violated(c, s->margins)) {
      *high = middle;
      swap(&s->margins_high, &s->margins);
      weight_high = 1;
      if (moved == 1) weight_low /= 2;
      moved = 1;
    } else {
      low = middle;
      swap(&s->margins_low, &s->margins);
      weight_low = 1;
      if (moved == -1) weight_high /= 2;
      moved = -1;
    }
  }
  return look_at(s, begin, end, *high, s->margins);
}

/* Whether something ceased to hold in the step accepted last; if so the instance is there. */
static int look_for_event(struct SunderStepping* s, double begin, double end, int* found) {
  const struct SunderModelCode* c = s->m->code;
  double low = begin;
  double high = end;
  *found = 0;
  if (sunder_indicator_count(c) == 0) return ANSWER_OK;
  int answer = look_at(s, begin, end, begin, s->margins_low);
  for (int k = 1; answer == ANSWER_OK && !*found && k <= LOOKS_INSIDE + 1; ++k) {
    high = k > LOOKS_INSIDE ? end : begin + (end - begin) * k / (LOOKS_INSIDE + 1);
    answer = look_at(s, begin, end, high, s->margins_high);
    *found = answer == ANSWER_OK && any_violated(c, s->margins_high);
    if (*found || answer != ANSWER_OK) break;
    low = high;
    swap(&s->margins_low, &s->margins_high);
  }
  if (answer != ANSWER_OK || !*found) return answer;
  answer = locate(s, begin, end, low, &high);
  if (answer == ANSWER_OK) go_to(s->m, high, s->inside);
  return answer;
}

static int chatters(struct SunderStepping* s) {
  const double time = s->m->s.time;
  if (s->kept.burst_count == 0 || time - s->kept.burst_begin > burst_length * s->kept.run_length) {
    s->kept.burst_begin = time;
    s->kept.burst_count = 0;
  }
  s->kept.burst_count += 1;
  if (s->kept.burst_count < MOST_EVENTS_IN_BURST) return ANSWER_OK;
  sunder_complain(s->m, 1, "the model chatters near time %.17g: events follow each other without end", time);
  return ANSWER_DISCARD;
}

static int handle(struct SunderStepping* s) {
  int jumped = 0;
  const int answer = sunder_handle_event(s->m, 0, &jumped);
  if (answer != ANSWER_OK) return answer;
  sunder_run_restart(&s->run, s->m->s.time, s->m->x);
  return chatters(s);
}

static int is_same_time(double a, double b) { return fabs(a - b) <= 8 * DBL_EPSILON * fmax(fabs(a), fabs(b)); }

static const char* reason_of(int status) {
  switch (status) {
    case SUNDER_STEP_TOO_SMALL: return "the steps have become so small that the time no longer advances";
    case SUNDER_NO_START: return "the derivatives cannot be computed";
    default: return "the step cannot be computed";
  }
}

/* One accepted step, or the part of one up to an event. */
static int take_step(struct SunderStepping* s, double limit) {
  struct SunderInstance* m = s->m;
  const double begin = sunder_run_time(&s->run);
  int found = 0;
  m->is_quiet = 1;
  m->last_complaint[0] = 0;
  const int status = sunder_run_advance(&s->run, limit);
  m->is_quiet = 0;
  if (status != SUNDER_OK) {
    go_to(m, begin, sunder_run_states(&s->run));
    sunder_complain(m, 1, "%s at time %.17g%s%s", reason_of(status), begin, m->last_complaint[0] != 0 ? ": " : "",
                    m->last_complaint);
    return ANSWER_DISCARD;
  }
  const double end = sunder_run_time(&s->run);
  int answer = look_for_event(s, begin, end, &found);
  if (answer != ANSWER_OK) return answer;
  if (found) {
    sunder_accept(m);
    return handle(s);
  }
  go_to(m, end, sunder_run_states(&s->run));
  sunder_accept(m);
  return ANSWER_OK;
}

int sunder_stepping_go(struct SunderStepping* s, double end) {
  struct SunderInstance* m = s->m;
  if (!(end > m->s.time) && !is_same_time(end, m->s.time)) return ANSWER_ERROR;
  if (is_same_time(end, m->s.time)) {
    sunder_set_time(m, end);
    return ANSWER_OK;
  }
  if (sunder_follow_parameters(m) != ANSWER_OK) return ANSWER_ERROR;
  start_or_continue(s, end);
  while (m->s.time < end && !m->s.terminate) {
    const double next = m->code->is_hybrid ? sunder_next_time_event(m) : HUGE_VAL;
    int answer = ANSWER_OK;
    if (next <= m->s.time) {
      answer = handle(s);
    } else if (m->code->state_count == 0 && sunder_indicator_count(m->code) == 0) {
      sunder_set_time(m, next < end && !is_same_time(next, end) ? next : end);
      if (next <= m->s.time) answer = handle(s);
    } else {
      answer = take_step(s, next < end && !is_same_time(next, end) ? next : end);
    }
    if (answer != ANSWER_OK) return answer;
  }
  /* an event at the end belongs to this step, so that it is seen before the next one begins */
  if (m->code->is_hybrid)
    while (!m->s.terminate && sunder_next_time_event(m) <= m->s.time) {
      const int answer = handle(s);
      if (answer != ANSWER_OK) return answer;
    }
  return ANSWER_OK;
}

static size_t weight_count(const struct SunderStepping* s) {
  return 2 * (size_t)s->m->code->state_count + s->m->code->group_count;
}

static size_t saved_count(const struct SunderStepping* s) {
  const struct SunderModelCode* c = s->m->code;
  return sizeof(struct Kept) / sizeof(double) + c->state_count + weight_count(s) + c->input_count + c->parameter_count;
}

size_t sunder_stepping_saved_size(const struct SunderStepping* s) {
  return s == NULL ? 0 : saved_count(s) * sizeof(double);
}

static double* put(double* at, const double* from, size_t count) {
  memcpy(at, from, count * sizeof(double));
  return at + count;
}

static const double* take(const double* at, double* to, size_t count) {
  memcpy(to, at, count * sizeof(double));
  return at + count;
}

void sunder_stepping_save(const struct SunderStepping* s, void* memory) {
  if (s == NULL) return;
  const struct SunderModelCode* c = s->m->code;
  struct Kept kept = s->kept;
  kept.proposed = s->run.proposed;
  kept.usual = s->run.usual;
  kept.last_error = s->run.last_error;
  double* at = put((double*)memory, (const double*)&kept, sizeof kept / sizeof(double));
  at = put(at, s->nominal, c->state_count);
  at = put(at, s->inputs, c->input_count);
  at = put(at, s->parameters, c->parameter_count);
  if (s->kept.begun == 0) {
    memset(at, 0, weight_count(s) * sizeof(double));
    return;
  }
  at = put(at, s->run.weights.low, c->state_count);
  at = put(at, s->run.weights.high, c->state_count);
  put(at, s->run.weights.group_range, c->group_count);
}

/* What the step knew at its start is computed again. */
void sunder_stepping_restore(struct SunderStepping* s, const void* memory) {
  if (s == NULL) return;
  const struct SunderModelCode* c = s->m->code;
  const double* at = take((const double*)memory, (double*)&s->kept, sizeof s->kept / sizeof(double));
  at = take(at, s->nominal, c->state_count);
  at = take(at, s->inputs, c->input_count);
  at = take(at, s->parameters, c->parameter_count);
  if (s->kept.begun == 0) return;
  init_run(s);
  sunder_run_begin(&s->run, s->m->s.time, s->m->x);
  at = take(at, s->run.weights.low, c->state_count);
  at = take(at, s->run.weights.high, c->state_count);
  take(at, s->run.weights.group_range, c->group_count);
  s->run.proposed = s->kept.proposed;
  s->run.usual = s->kept.usual;
  s->run.last_error = s->kept.last_error;
}
