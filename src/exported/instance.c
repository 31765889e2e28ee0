/* One instance of the model: its numbers, and how they follow from each other. */
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exported/choice.h"
#include "exported/events.h"
#include "exported/model.h"
#include "exported/past.h"
#include "exported/procedures.h"
#include "exported/stepping.h"
#include "runtime/finite.h"

enum { KNOWN_NOTHING, KNOWN_WANTED, KNOWN_ALL };
enum { OF_INITIAL, OF_HOMOTOPY, OF_ALL, OF_WANTED, OF_MONITOR, OF_COUNT };

static const struct SunderProgram* program_of(const struct SunderModelCode* c, int which) {
  const struct SunderProgram* const programs[] = {&c->initial, &c->homotopy, &c->all, &c->wanted, &c->monitor};
  return programs[which];
}

void sunder_complain(struct SunderInstance* m, int is_error, const char* format, ...) {
  char text[sizeof m->last_complaint]; /* the last complaint may be part of this one */
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  memcpy(m->last_complaint, text, sizeof text);
  if (m->tell != NULL && !m->is_quiet) m->tell(m->user, is_error, m->last_complaint);
}

/* Lays out the store; without memory it only counts. */
static size_t lay_out(struct SunderInstance* m, double* base) {
  const struct SunderModelCode* c = m->code;
  size_t used = 0;
#define TAKE(name, count)                      \
  m->name = base != NULL ? base + used : NULL; \
  used += (count)
  TAKE(parameters, (size_t)c->parameter_count + c->held_count);
  TAKE(given, c->parameter_count);
  TAKE(x, c->state_count);
  TAKE(dx, c->state_count);
  TAKE(w, c->work_count);
  TAKE(u, (size_t)c->input_count + c->delay_count);
  TAKE(guess_x, c->state_count);
  TAKE(guess_dx, c->state_count);
  TAKE(guess_w, c->work_count);
  TAKE(event_w, c->work_count);
  TAKE(sample_next, c->sample_count);
  TAKE(parity, sunder_indicator_count(c));
  TAKE(warned, c->check_count);
  TAKE(row_sizes, c->held_count);
  TAKE(tolerated, c->held_count);
#undef TAKE
  return used;
}

static double* doubles(size_t count) { return (double*)calloc(count > 0 ? count : 1, sizeof(double)); }

struct SunderInstance* sunder_instance_create(SunderTell tell, void* user) {
  const struct SunderModelCode* c = &sunder_model_code;
  struct SunderInstance* m = (struct SunderInstance*)calloc(1, sizeof *m);
  if (m == NULL) return NULL;
  m->code = c;
  m->tell = tell;
  m->user = user;
  m->store_count = lay_out(m, NULL);
  m->store = doubles(m->store_count);
  if (m->store != NULL) lay_out(m, m->store);
  m->x_tangent = doubles(c->state_count);
  m->dx_tangent = doubles(c->state_count);
  m->w_tangent = doubles(c->work_count);
  m->u_tangent = doubles((size_t)c->input_count + c->delay_count);
  m->event_rows = doubles(c->held_count);
  m->timed_rows = doubles(2 * (size_t)c->timed_count);
  m->action_rows = doubles(c->action_count);
  m->before = doubles(sunder_before_count(c));
  m->choice_scratch = doubles(sunder_choice_scratch(c));
  m->calls = sunder_calls_create();
  m->mode_scratch = doubles(3 * (size_t)c->held_count);
  m->way_scratch = doubles(2 * (size_t)c->state_count + c->work_count + c->held_count);
  int complete = m->store && m->x_tangent && m->dx_tangent && m->w_tangent && m->u_tangent && m->event_rows &&
                 m->timed_rows && m->action_rows && m->before && m->choice_scratch && m->mode_scratch &&
                 m->way_scratch && m->calls && sunder_past_create(m);
  for (int i = 0; i < OF_COUNT; ++i) {
    m->memory[i] = sunder_loops_create(program_of(c, i));
    complete = complete && m->memory[i] != NULL;
  }
  if (!complete) {
    sunder_instance_free(m);
    return NULL;
  }
  sunder_instance_reset(m);
  return m;
}

void sunder_instance_free(struct SunderInstance* m) {
  const struct SunderModelCode* c = m->code;
  sunder_stepping_free(m->stepping);
  for (int i = 0; i < OF_COUNT; ++i) sunder_loops_free(program_of(c, i), m->memory[i]);
  sunder_calls_free(m->calls);
  sunder_past_free(m);
  double* const blocks[] = {m->store,     m->x_tangent,      m->dx_tangent,   m->w_tangent,
                            m->u_tangent, m->event_rows,     m->timed_rows,   m->action_rows,
                            m->before,    m->choice_scratch, m->mode_scratch, m->way_scratch};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; ++i) free(blocks[i]);
  free(m);
}

double sunder_constant(const struct SunderInstance* m, struct SunderConstant from) {
  const double value = m->parameters[from.index];
  return from.negated ? -value : value;
}

uint32_t sunder_indicator_count(const struct SunderModelCode* c) { return c->crossing_count + c->choice_count; }

/* Whoever asks for a frame is about to run code, which may call functions. */
void sunder_frame(struct SunderInstance* m, double** frame) {
  sunder_calls_use(m->calls);
  frame[SPACE_STATE] = m->x;
  frame[SPACE_DERIVATIVE] = m->dx;
  frame[SPACE_WORK] = m->w;
  frame[SPACE_INPUT] = m->u;
  frame[SPACE_PARAMETER] = m->parameters;
  frame[SPACE_TIME] = &m->s.time;
  frame[SPACE_STATE_TANGENT] = m->x_tangent;
  frame[SPACE_DERIVATIVE_TANGENT] = m->dx_tangent;
  frame[SPACE_WORK_TANGENT] = m->w_tangent;
  frame[SPACE_INPUT_TANGENT] = m->u_tangent;
  frame[SPACE_RESIDUAL] = frame[SPACE_MATRIX] = frame[SPACE_JACOBIAN] = NULL;
}

static void guess_frame(struct SunderInstance* m, double** frame) {
  sunder_frame(m, frame);
  frame[SPACE_STATE] = m->guess_x;
  frame[SPACE_DERIVATIVE] = m->guess_dx;
  frame[SPACE_WORK] = m->guess_w;
}

/* Start values are guesses of what is solved iteratively. */
void sunder_set_starts(struct SunderInstance* m) {
  const struct SunderModelCode* c = m->code;
  double* frame[SPACE_COUNT];
  guess_frame(m, frame);
  memset(m->guess_x, 0, c->state_count * sizeof(double));
  memset(m->guess_dx, 0, c->state_count * sizeof(double));
  memset(m->guess_w, 0, c->work_count * sizeof(double));
  for (uint32_t i = 0; i < c->start_count; ++i)
    frame[c->starts[i].place.space][c->starts[i].place.index] = sunder_constant(m, c->starts[i].value);
}

void sunder_instance_reset(struct SunderInstance* m) {
  const struct SunderModelCode* c = m->code;
  memset(m->store, 0, m->store_count * sizeof(double));
  memset(&m->s, 0, sizeof m->s);
  m->free_told = 0;
  memcpy(m->parameters, c->parameters, c->parameter_count * sizeof(double));
  m->s.time = c->start_time;
  sunder_set_starts(m);
  memcpy(m->x, m->guess_x, c->state_count * sizeof(double));
  memcpy(m->w, m->guess_w, c->work_count * sizeof(double));
  for (uint32_t i = 0; i < c->input_start_count; ++i)
    m->u[c->input_starts[i].place.index] = sunder_constant(m, c->input_starts[i].value);
}

int sunder_follow_parameters(struct SunderInstance* m) {
  const struct SunderModelCode* c = m->code;
  if (!m->s.parameters_stale) return ANSWER_OK;
  m->s.parameters_stale = 0;
  sunder_calls_use(m->calls);
  if (c->follow != NULL) c->follow(m->parameters, m->given);
  if (sunder_all_finite(m->parameters, c->parameter_count)) return ANSWER_OK;
  sunder_complain(m, 1, "a parameter that follows from those that were set is not finite");
  m->s.parameters_stale = 1;
  return ANSWER_ERROR;
}

void sunder_set_time(struct SunderInstance* m, double time) {
  if (m->s.time == time) return;
  m->s.time = time;
  m->s.values = KNOWN_NOTHING;
}

void sunder_set_states(struct SunderInstance* m, const double* x) {
  memcpy(m->x, x, m->code->state_count * sizeof(double));
  m->s.values = KNOWN_NOTHING;
}

static int run(struct SunderInstance* m, int which, struct SunderLoopEffort effort) {
  double *frame[SPACE_COUNT], *guesses[SPACE_COUNT];
  sunder_frame(m, frame);
  guess_frame(m, guesses);
  sunder_calls_forget_complaint(m->calls);
  sunder_past_drive(m);
  return sunder_program_run(m, program_of(m->code, which), m->memory[which], frame, guesses, &effort);
}

/* Inside of steps, which can be taken shorter; and where nothing is known. */
static const struct SunderLoopEffort usual = {0, 0, 0}, for_tangents = {1, 0, 0}, persistent = {0, 1, 0};

/* Discrete variables are what they were after the last event. */
static void take_discrete(struct SunderInstance* m) {
  for (uint32_t i = 0; i < m->code->discrete_count; ++i) m->w[m->code->discrete[i]] = m->event_w[m->code->discrete[i]];
}

static int derivatives_finite(struct SunderInstance* m) {
  if (sunder_all_finite(m->dx, m->code->state_count)) return ANSWER_OK;
  for (uint32_t i = 0; i < m->code->state_count; ++i) {
    if (isfinite(m->dx[i])) continue;
    const char* why = sunder_calls_complaint(m->calls);
    sunder_complain(m, 1, "the derivative of '%s' is not finite at time %.17g%s%s", m->code->state_names[i], m->s.time,
                    *why != 0 ? ": " : "", why);
    break;
  }
  return ANSWER_DISCARD;
}

int sunder_compute_wanted(struct SunderInstance* m) {
  if (m->s.values >= KNOWN_WANTED) return ANSWER_OK;
  int answer = sunder_follow_parameters(m);
  if (answer != ANSWER_OK) return answer;
  take_discrete(m);
  answer = run(m, OF_WANTED, usual);
  if (answer == ANSWER_OK) answer = derivatives_finite(m);
  if (answer == ANSWER_OK) m->s.values = KNOWN_WANTED;
  return answer;
}

static int is_close(double a, double b) { return fabs(a - b) <= 1e-9 * (fabs(b) + 1); }

/* What nothing determines may be anything as long as no derivative depends on it, nor has it one itself; and it is
 * said, once. */
static int allow_free(struct SunderInstance* m) {
  const struct SunderLoopEffort displaced = {0, 1, 1};
  const double* rates = m->dx_tangent; /* scratch: zero where states do not move, and again below */
  const uint32_t n = m->code->state_count;
  const uint32_t* dummies = m->code->dummies;
  const uint32_t dummy_count = m->code->dummy_count;
  memcpy(m->dx_tangent, m->dx, n * sizeof(double));
  for (uint32_t i = 0; i < dummy_count; ++i) m->w_tangent[dummies[i]] = m->w[dummies[i]];
  int harmless = m->code->is_hybrid && run(m, OF_ALL, displaced) == ANSWER_OK;
  for (uint32_t i = 0; i < n && harmless; ++i) harmless = is_close(m->dx[i], rates[i]);
  for (uint32_t i = 0; i < dummy_count && harmless; ++i)
    harmless = is_close(m->w[dummies[i]], m->w_tangent[dummies[i]]);
  for (uint32_t i = 0; i < dummy_count; ++i) m->w_tangent[dummies[i]] = 0;
  memset(m->dx_tangent, 0, n * sizeof(double));
  if (run(m, OF_ALL, persistent) != ANSWER_OK || !harmless) {
    sunder_complain(m, 1, "simultaneous equations do not determine their unknowns at time %.17g", m->s.time);
    return ANSWER_DISCARD;
  }
  if (!m->free_told)
    sunder_complain(m, 0, "nothing determines one of the unknowns at time %.17g: it keeps its value", m->s.time);
  m->free_told = 1;
  return ANSWER_OK;
}

/* Without a look at what is discrete: events compute it. */
static int compute_everything(struct SunderInstance* m) {
  int answer = sunder_follow_parameters(m);
  if (answer == ANSWER_OK) answer = run(m, OF_ALL, persistent);
  if (answer != ANSWER_OK || !sunder_program_has_free(&m->code->all, m->memory[OF_ALL])) return answer;
  return allow_free(m);
}

int sunder_compute_all(struct SunderInstance* m) {
  if (m->s.values == KNOWN_ALL) return ANSWER_OK;
  const int answer = compute_everything(m);
  if (answer != ANSWER_OK) return answer;
  take_discrete(m);
  m->s.values = KNOWN_ALL;
  return ANSWER_OK;
}

int sunder_compute_for_event(struct SunderInstance* m) {
  m->s.values = KNOWN_NOTHING;
  return compute_everything(m);
}

int sunder_solve_initial(struct SunderInstance* m, int mixture) {
  const struct SunderModelCode* c = m->code;
  memcpy(m->x, m->guess_x, c->state_count * sizeof(double));
  memcpy(m->dx, m->guess_dx, c->state_count * sizeof(double));
  memcpy(m->w, m->guess_w, c->work_count * sizeof(double));
  const int answer = run(m, mixture ? OF_HOMOTOPY : OF_INITIAL, persistent);
  if (answer != ANSWER_OK) return ANSWER_ERROR;
  if (!mixture && !m->free_told && sunder_program_has_free(&c->initial, m->memory[OF_INITIAL])) {
    sunder_complain(m, 0, "nothing determines one of the unknowns at the start: it keeps its start value");
    m->free_told = 1;
  }
  if (!sunder_all_finite(m->x, c->state_count)) {
    sunder_complain(m, 1, "the initial states are not finite");
    return ANSWER_ERROR;
  }
  memcpy(m->guess_x, m->x, c->state_count * sizeof(double));
  memcpy(m->guess_dx, m->dx, c->state_count * sizeof(double));
  memcpy(m->guess_w, m->w, c->work_count * sizeof(double));
  return ANSWER_OK;
}

int sunder_run_monitor(struct SunderInstance* m) {
  const int answer = sunder_follow_parameters(m);
  if (answer != ANSWER_OK) return answer;
  take_discrete(m);
  return run(m, OF_MONITOR, usual);
}

/* A failure is no event of its own: old guesses stay, and the next evaluation tells what is wrong. */
void sunder_accept(struct SunderInstance* m) {
  if (!m->code->learns || sunder_compute_all(m) != ANSWER_OK || sunder_past_note(m) != ANSWER_OK) return;
  memcpy(m->guess_dx, m->dx, m->code->state_count * sizeof(double));
  memcpy(m->guess_w, m->w, m->code->work_count * sizeof(double));
}

int sunder_find(struct SunderInstance* m, uint32_t reference, uint32_t type, const struct SunderVariable** found) {
  if (reference >= 1 && reference <= m->code->variable_count) {
    *found = &m->code->variables[reference - 1];
    if ((*found)->type == type) return ANSWER_OK;
    if ((*found)->type == TYPE_ENUMERATION && type == TYPE_INTEGER && sunder_enumerations_are_integers)
      return ANSWER_OK;
  }
  sunder_complain(m, 1, "there is no variable of this type with the value reference %u", (unsigned)reference);
  return ANSWER_ERROR;
}

static double* place_of(struct SunderInstance* m, const struct SunderVariable* variable) {
  double* frame[SPACE_COUNT];
  sunder_frame(m, frame);
  return &frame[variable->space][variable->index];
}

int sunder_get(struct SunderInstance* m, uint32_t reference, uint32_t type, double* value) {
  const struct SunderVariable* variable = NULL;
  if (reference == 0 && type == TYPE_REAL) {
    *value = m->s.time;
    return ANSWER_OK;
  }
  if (type == TYPE_REAL && reference > m->code->variable_count &&
      reference - m->code->variable_count <= sunder_indicator_count(m->code)) {
    /* an event indicator: rarely asked for one by one */
    double* z = doubles(sunder_indicator_count(m->code));
    if (z == NULL) return ANSWER_ERROR;
    const int answer = sunder_indicators(m, z);
    *value = z[reference - m->code->variable_count - 1];
    free(z);
    return answer;
  }
  int answer = sunder_find(m, reference, type, &variable);
  if (answer != ANSWER_OK) return answer;
  if (variable->space == SPACE_DERIVATIVE && m->s.initialised) answer = sunder_compute_wanted(m);
  if (variable->space == SPACE_WORK && m->s.initialised) answer = sunder_compute_all(m);
  if (variable->space == SPACE_PARAMETER) answer = sunder_follow_parameters(m);
  if (variable->space == SPACE_INPUT && variable->index >= m->code->input_count) sunder_past_drive(m); /* by the time */
  const double found = *place_of(m, variable);
  *value = variable->negated ? -found : found;
  if (answer == ANSWER_OK && !isfinite(*value)) {
    const char* why = sunder_calls_complaint(m->calls);
    sunder_complain(m, 1, "a value is not finite at time %.17g%s%s", m->s.time, *why != 0 ? ": " : "", why);
    return ANSWER_DISCARD;
  }
  return answer;
}

int sunder_set(struct SunderInstance* m, uint32_t reference, uint32_t type, double value, int while_stepping) {
  const struct SunderVariable* variable = NULL;
  const int answer = sunder_find(m, reference, type, &variable);
  if (answer != ANSWER_OK) return answer;
  if (variable->role == ROLE_CALCULATED || !isfinite(value)) {
    sunder_complain(m, 1, "the variable with the value reference %u cannot be set to %g", (unsigned)reference, value);
    return ANSWER_ERROR;
  }
  double* place = place_of(m, variable);
  if (variable->role == ROLE_PARAMETER) {
    m->given[variable->index] = 1;
    m->s.parameters_stale = 1;
  } else if (*place == value) {
    return ANSWER_OK;
  }
  *place = value;
  m->s.values = KNOWN_NOTHING;
  if (!while_stepping) m->s.initialised = 0;
  return ANSWER_OK;
}

static int tangents(struct SunderInstance* m, const struct SunderProgram* of) {
  double* frame[SPACE_COUNT];
  sunder_frame(m, frame);
  sunder_program_tangents(&m->code->wanted, of, m->memory[OF_WANTED], frame);
  return ANSWER_OK;
}

/* Loops are factored where they were solved. */
static int prepare_tangents(struct SunderInstance* m) {
  int answer = sunder_follow_parameters(m);
  if (answer != ANSWER_OK) return answer;
  if (m->code->wanted.family_count == 0) return sunder_compute_wanted(m);
  take_discrete(m);
  answer = run(m, OF_WANTED, for_tangents);
  if (answer == ANSWER_OK) answer = derivatives_finite(m);
  if (answer == ANSWER_OK && m->s.values < KNOWN_WANTED) m->s.values = KNOWN_WANTED;
  return answer;
}

static double* tangent_of(struct SunderInstance* m, const struct SunderVariable* variable) {
  switch (variable->space) {
    case SPACE_STATE: return &m->x_tangent[variable->index];
    case SPACE_DERIVATIVE: return &m->dx_tangent[variable->index];
    case SPACE_WORK: return &m->w_tangent[variable->index];
    case SPACE_INPUT: return &m->u_tangent[variable->index];
    default: return NULL;
  }
}

int sunder_directional(struct SunderInstance* m, const uint32_t* unknowns, size_t unknown_count, const uint32_t* knowns,
                       size_t known_count, const double* seed, double* result) {
  int answer = prepare_tangents(m);
  const struct SunderVariable* variable = NULL;
  for (size_t i = 0; answer == ANSWER_OK && i < known_count; ++i) {
    answer = sunder_find(m, knowns[i], TYPE_REAL, &variable);
    if (answer != ANSWER_OK) break;
    if (variable->space != SPACE_STATE && variable->space != SPACE_INPUT) {
      sunder_complain(m, 1, "derivatives are by states and inputs; value reference %u is neither", (unsigned)knowns[i]);
      answer = ANSWER_ERROR;
      break;
    }
    *tangent_of(m, variable) = variable->negated ? -seed[i] : seed[i];
  }
  if (answer == ANSWER_OK) answer = tangents(m, &m->code->tangents);
  for (size_t i = 0; answer == ANSWER_OK && i < unknown_count; ++i) {
    answer = sunder_find(m, unknowns[i], TYPE_REAL, &variable);
    if (answer != ANSWER_OK) break;
    const double* tangent = tangent_of(m, variable);
    result[i] = tangent == NULL ? 0 : variable->negated ? -*tangent : *tangent;
  }
  memset(m->x_tangent, 0, m->code->state_count * sizeof(double));
  memset(m->u_tangent, 0, m->code->input_count * sizeof(double));
  return answer;
}

int sunder_jacobian(struct SunderInstance* m, double* values) {
  const struct SunderModelCode* c = m->code;
  const int answer = prepare_tangents(m);
  if (answer != ANSWER_OK) return answer;
  for (uint32_t colour = 0; colour < c->colour_count; ++colour) {
    for (uint32_t k = c->colour_start[colour]; k < c->colour_start[colour + 1]; ++k)
      m->x_tangent[c->colour_column[k]] = 1;
    tangents(m, &c->tangents);
    for (uint32_t k = c->colour_start[colour]; k < c->colour_start[colour + 1]; ++k) {
      for (uint32_t e = c->entry_start[k]; e < c->entry_start[k + 1]; ++e)
        values[c->entry_place[e]] = m->dx_tangent[c->entry_row[e]];
      m->x_tangent[c->colour_column[k]] = 0;
    }
  }
  return ANSWER_OK;
}

int sunder_time_derivatives(struct SunderInstance* m, double* values) {
  const struct SunderModelCode* c = m->code;
  const int answer = prepare_tangents(m);
  if (answer != ANSWER_OK) return answer;
  sunder_past_drive_tangents(m);
  tangents(m, &c->time_tangents);
  memset(m->u_tangent, 0, ((size_t)c->input_count + c->delay_count) * sizeof(double));
  for (uint32_t i = 0; i < c->implicit_count; ++i)
    values[i] = m->dx_tangent[c->implicit_count == c->state_count ? i : c->implicit_rows[i]];
  return ANSWER_OK;
}
