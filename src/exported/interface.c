#include "exported/interface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int sunder_is_allowed(struct SunderInstance* m, uint32_t phases, const char* call) {
  if (m != NULL && (m->s.phase & phases) != 0) return 1;
  if (m != NULL) sunder_complain(m, 1, "%s is not allowed now", call);
  return 0;
}

struct SunderInstance* sunder_instantiate(int is_co_simulation, const char* token, SunderTell tell, void* user) {
  if (token == NULL || strcmp(token, sunder_model_code.token) != 0) {
    tell(user, 1, "the token of the instance is not the one of this model");
    return NULL;
  }
  struct SunderInstance* m = sunder_instance_create(tell, user);
  if (m != NULL && is_co_simulation) m->stepping = sunder_stepping_create(m);
  if (m == NULL || (is_co_simulation && m->stepping == NULL)) {
    tell(user, 1, "out of memory");
    if (m != NULL) sunder_instance_free(m);
    return NULL;
  }
  sunder_begin_again(m);
  return m;
}

void sunder_begin_again(struct SunderInstance* m) {
  sunder_instance_reset(m);
  m->s.phase = PHASE_INSTANTIATED;
  m->progress.tolerance = 0;
  m->progress.stop = HUGE_VAL;
}

void sunder_set_experiment(struct SunderInstance* m, double start, double stop, double tolerance) {
  sunder_set_time(m, start);
  m->s.initialised = 0;
  m->progress.tolerance = tolerance;
  m->progress.stop = stop;
}

int sunder_exit_initialisation(struct SunderInstance* m) {
  int jumped = 0;
  if (!m->s.initialised && sunder_initialise(m) != ANSWER_OK) return ANSWER_ERROR;
  if (m->stepping == NULL) {
    m->s.phase = PHASE_EVENT;
    return ANSWER_OK;
  }
  if (sunder_handle_event(m, 0, &jumped) != ANSWER_OK) return ANSWER_ERROR; /* what happens at the start by the clock */
  sunder_stepping_begin(m->stepping, m->s.time, m->progress.stop, m->progress.tolerance);
  m->progress.last_successful_time = m->s.time;
  m->s.phase = PHASE_STEP;
  return ANSWER_OK;
}

void sunder_terminate(struct SunderInstance* m) {
  int jumped = 0;
  (void)sunder_handle_event(m, 1, &jumped); /* what is wrong there was told; the run is over */
  m->s.phase = PHASE_TERMINATED;
}

static int ready(struct SunderInstance* m) {
  return m->s.phase == PHASE_INITIALISATION && !m->s.initialised ? sunder_initialise(m) : ANSWER_OK;
}

int sunder_look(struct SunderInstance* m, uint32_t reference, uint32_t type, double* value) {
  const int answer = ready(m);
  return answer == ANSWER_OK ? sunder_get(m, reference, type, value) : answer;
}

int sunder_put(struct SunderInstance* m, uint32_t reference, uint32_t type, double value) {
  const struct SunderVariable* variable = NULL;
  if (sunder_find(m, reference, type, &variable) != ANSWER_OK) return ANSWER_ERROR;
  if (variable->role == ROLE_PARAMETER && m->s.phase == PHASE_CONTINUOUS) {
    sunder_complain(m, 1, "parameters are set at events, not in between");
    return ANSWER_ERROR;
  }
  return sunder_set(m, reference, type, value, (m->s.phase & PHASES_RUNNING) != 0);
}

int sunder_look_along(struct SunderInstance* m, const uint32_t* unknowns, size_t unknown_count, const uint32_t* knowns,
                      size_t known_count, const double* seed, double* result) {
  const int answer = ready(m);
  if (answer != ANSWER_OK) return answer;
  return sunder_directional(m, unknowns, unknown_count, knowns, known_count, seed, result);
}

int sunder_put_states(struct SunderInstance* m, const double* x, size_t count) {
  if (count != m->code->state_count) return ANSWER_ERROR;
  sunder_set_states(m, x);
  return ANSWER_OK;
}

int sunder_look_at_states(struct SunderInstance* m, double* x, size_t count) {
  if (ready(m) != ANSWER_OK || count != m->code->state_count) return ANSWER_ERROR;
  memcpy(x, m->x, count * sizeof(double));
  return ANSWER_OK;
}

int sunder_look_at_derivatives(struct SunderInstance* m, double* dx, size_t count) {
  if (count != m->code->state_count) return ANSWER_ERROR;
  int answer = ready(m);
  if (answer == ANSWER_OK) answer = sunder_compute_wanted(m);
  if (answer == ANSWER_OK) memcpy(dx, m->dx, count * sizeof(double));
  return answer;
}

int sunder_look_at_indicators(struct SunderInstance* m, double* z, size_t count) {
  if (count != sunder_indicator_count(m->code)) return ANSWER_ERROR;
  const int answer = ready(m);
  return answer == ANSWER_OK ? sunder_indicators(m, z) : answer;
}

int sunder_look_at_nominals(struct SunderInstance* m, double* nominals, size_t count) {
  if (count != m->code->state_count) return ANSWER_ERROR;
  memcpy(nominals, m->code->nominal, count * sizeof(double));
  return ANSWER_OK;
}

int sunder_update(struct SunderInstance* m, struct SunderUpdate* update) {
  memset(update, 0, sizeof *update);
  if (sunder_handle_event(m, 0, &update->states_changed) != ANSWER_OK) return ANSWER_ERROR;
  const double next = m->code->is_hybrid ? sunder_next_time_event(m) : HUGE_VAL;
  update->again = next <= m->s.time;
  update->terminate = m->s.terminate != 0;
  update->has_next = next < HUGE_VAL && !update->again;
  update->next = update->has_next ? next : 0;
  return ANSWER_OK;
}

int sunder_step_fits(struct SunderInstance* m, double time, double step) {
  if (fabs(time - m->s.time) <= 1e-9 * fmax(fabs(time), fabs(step)) && step > 0) return 1;
  sunder_complain(m, 1, "a step of %g s from time %.17g is asked for at time %.17g", step, time, m->s.time);
  return 0;
}

/* Its size and its bytes. */
struct Saved {
  size_t size;
  struct SunderProgress progress;
};

int sunder_state_get(struct SunderInstance* m, void** state) {
  const size_t size = sunder_saved_size(m);
  if (state == NULL) return ANSWER_ERROR;
  struct Saved* saved = (struct Saved*)*state;
  if (saved == NULL || saved->size != size) saved = (struct Saved*)realloc(saved, sizeof(struct Saved) + size);
  if (saved == NULL) return ANSWER_ERROR;
  *state = saved;
  saved->size = size;
  saved->progress = m->progress;
  sunder_save(m, saved + 1);
  return ANSWER_OK;
}

int sunder_state_set(struct SunderInstance* m, const void* state) {
  if (state == NULL) return ANSWER_ERROR;
  const struct Saved* saved = (const struct Saved*)state;
  const int answer = sunder_restore(m, saved + 1, saved->size);
  if (answer == ANSWER_OK) m->progress = saved->progress;
  return answer;
}

void sunder_state_free(void** state) {
  if (state == NULL) return;
  free(*state);
  *state = NULL;
}

int sunder_state_size(const void* state, size_t* size) {
  if (state == NULL) return ANSWER_ERROR;
  *size = sizeof(struct Saved) + ((const struct Saved*)state)->size;
  return ANSWER_OK;
}

int sunder_state_write(const void* state, void* bytes, size_t size) {
  size_t needed = 0;
  if (sunder_state_size(state, &needed) != ANSWER_OK || size < needed) return ANSWER_ERROR;
  memcpy(bytes, state, needed);
  return ANSWER_OK;
}

int sunder_state_read(struct SunderInstance* m, const void* bytes, size_t size, void** state) {
  struct Saved head;
  if (state == NULL || size < sizeof head) return ANSWER_ERROR;
  memcpy(&head, bytes, sizeof head);
  if (head.size != size - sizeof head) {
    sunder_complain(m, 1, "these bytes are no saved state");
    return ANSWER_ERROR;
  }
  free(*state);
  *state = malloc(size);
  if (*state == NULL) return ANSWER_ERROR;
  memcpy(*state, bytes, size);
  return ANSWER_OK;
}
