/* The functions of FMI 2.0, declared from the text of the standard. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exported/interface.h"

const int sunder_enumerations_are_integers = 1;

typedef void* fmi2Component;
typedef int fmi2Boolean;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
enum { fmi2ModelExchange, fmi2CoSimulation };
enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated };

typedef struct {
  void (*logger)(void* environment, const char* instance, fmi2Status status, const char* category, const char* message,
                 ...);
  void* (*allocate)(size_t count, size_t size);
  void (*free)(void* memory);
  void (*step_finished)(void* environment, fmi2Status status);
  void* environment;
} fmi2CallbackFunctions;

typedef struct {
  fmi2Boolean newDiscreteStatesNeeded, terminateSimulation, nominalsOfContinuousStatesChanged;
  fmi2Boolean valuesOfContinuousStatesChanged, nextEventTimeDefined;
  double nextEventTime;
} fmi2EventInfo;

struct Component {
  struct SunderInstance* m;
  const fmi2CallbackFunctions* callbacks;
  char* name;
  int is_logging;
  int is_co_simulation;
  struct SunderProgress progress;
};

static void tell(void* user, int is_error, const char* message) {
  const struct Component* c = (const struct Component*)user;
  if (c->callbacks == NULL || c->callbacks->logger == NULL || (!is_error && !c->is_logging)) return;
  c->callbacks->logger(c->callbacks->environment, c->name, is_error ? fmi2Error : fmi2Warning,
                       is_error ? "logStatusError" : "logStatusWarning", "%s", message);
}

static fmi2Status status_of(int answer) {
  return answer == ANSWER_OK ? fmi2OK : answer == ANSWER_DISCARD ? fmi2Discard : fmi2Error;
}

/* Whether a call is allowed now; says so where it is not. */
static int is_allowed(struct Component* c, uint32_t phases, const char* call) {
  if (c != NULL && (c->m->s.phase & phases) != 0) return 1;
  if (c != NULL) sunder_complain(c->m, 1, "%s is not allowed now", call);
  return 0;
}
#define EXPECT(phases, call) \
  if (!is_allowed((struct Component*)component, phases, call)) return fmi2Error
#define OWN struct Component* c = (struct Component*)component

SUNDER_EXPORT const char* fmi2GetTypesPlatform(void) { return "default"; }
SUNDER_EXPORT const char* fmi2GetVersion(void) { return "2.0"; }

SUNDER_EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component component, fmi2Boolean on, size_t count,
                                             const char* const categories[]) {
  (void)count;
  (void)categories;
  if (component == NULL) return fmi2Error;
  ((struct Component*)component)->is_logging = on;
  return fmi2OK;
}

SUNDER_EXPORT void fmi2FreeInstance(fmi2Component component) {
  OWN;
  if (c == NULL) return;
  if (c->m != NULL) sunder_instance_free(c->m);
  free(c->name);
  free(c);
}

SUNDER_EXPORT fmi2Component fmi2Instantiate(const char* name, int kind, const char* guid, const char* resources,
                                            const fmi2CallbackFunctions* callbacks, fmi2Boolean visible,
                                            fmi2Boolean logging) {
  (void)resources;
  (void)visible;
  struct Component* c = (struct Component*)calloc(1, sizeof *c);
  if (c == NULL) return NULL;
  c->callbacks = callbacks;
  c->is_logging = logging;
  c->is_co_simulation = kind == fmi2CoSimulation;
  c->name = (char*)malloc(strlen(name != NULL ? name : "") + 1);
  if (c->name != NULL) strcpy(c->name, name != NULL ? name : "");
  if (guid == NULL || strcmp(guid, sunder_model_code.token) != 0) {
    tell(c, 1, "the guid is not the one of this model");
    fmi2FreeInstance(c);
    return NULL;
  }
  c->m = c->name != NULL ? sunder_instance_create(tell, c) : NULL;
  if (c->m != NULL && c->is_co_simulation) c->m->stepping = sunder_stepping_create(c->m);
  if (c->m == NULL || (c->is_co_simulation && c->m->stepping == NULL)) {
    tell(c, 1, "out of memory");
    fmi2FreeInstance(c);
    return NULL;
  }
  c->m->s.phase = PHASE_INSTANTIATED;
  c->progress.stop = HUGE_VAL;
  return c;
}

SUNDER_EXPORT fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean has_tolerance, double tolerance,
                                             double start, fmi2Boolean has_stop, double stop) {
  EXPECT(PHASE_INSTANTIATED, "fmi2SetupExperiment");
  OWN;
  sunder_set_time(c->m, start);
  c->progress.tolerance = has_tolerance ? tolerance : 0;
  c->progress.stop = has_stop ? stop : HUGE_VAL;
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component component) {
  EXPECT(PHASE_INSTANTIATED, "fmi2EnterInitializationMode");
  ((struct Component*)component)->m->s.phase = PHASE_INITIALISATION;
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component component) {
  EXPECT(PHASE_INITIALISATION, "fmi2ExitInitializationMode");
  OWN;
  int jumped = 0;
  int answer = c->m->s.initialised ? ANSWER_OK : sunder_initialise(c->m);
  if (answer != ANSWER_OK) return fmi2Error;
  if (!c->is_co_simulation) {
    c->m->s.phase = PHASE_EVENT;
    return fmi2OK;
  }
  answer = sunder_handle_event(c->m, 0, &jumped); /* what happens at the start by the clock */
  if (answer != ANSWER_OK) return fmi2Error;
  sunder_stepping_begin(c->m->stepping, c->m->s.time, c->progress.stop, c->progress.tolerance);
  c->progress.last_successful_time = c->m->s.time;
  c->m->s.phase = PHASE_STEP;
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2Terminate(fmi2Component component) {
  EXPECT(PHASES_RUNNING, "fmi2Terminate");
  OWN;
  int jumped = 0;
  (void)sunder_handle_event(c->m, 1, &jumped); /* what is wrong there was told; the run is over */
  c->m->s.phase = PHASE_TERMINATED;
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2Reset(fmi2Component component) {
  OWN;
  if (c == NULL) return fmi2Error;
  sunder_instance_reset(c->m);
  c->m->s.phase = PHASE_INSTANTIATED;
  c->progress.tolerance = 0;
  c->progress.stop = HUGE_VAL;
  return fmi2OK;
}

/* In initialisation mode what is asked for may need the solution of the initial system. */
static int ready(struct Component* c) {
  if (c == NULL) return ANSWER_ERROR;
  return c->m->s.phase == PHASE_INITIALISATION && !c->m->s.initialised ? sunder_initialise(c->m) : ANSWER_OK;
}

static fmi2Status get(struct Component* c, const unsigned* references, size_t count, uint32_t type, double* values) {
  int answer = ready(c);
  for (size_t i = 0; answer == ANSWER_OK && i < count; ++i) answer = sunder_get(c->m, references[i], type, &values[i]);
  return status_of(answer);
}

static fmi2Status set_one(struct Component* c, unsigned reference, uint32_t type, double value) {
  const struct SunderVariable* variable = NULL;
  if (sunder_find(c->m, reference, type, &variable) != ANSWER_OK) return fmi2Error;
  if (variable->role == ROLE_PARAMETER && c->m->s.phase == PHASE_CONTINUOUS) {
    sunder_complain(c->m, 1, "parameters are set at events, not in between");
    return fmi2Error;
  }
  return status_of(sunder_set(c->m, reference, type, value, (c->m->s.phase & PHASES_RUNNING) != 0));
}

SUNDER_EXPORT fmi2Status fmi2GetReal(fmi2Component component, const unsigned references[], size_t count,
                                     double values[]) {
  return get((struct Component*)component, references, count, TYPE_REAL, values);
}

static fmi2Status get_whole(fmi2Component component, const unsigned* references, size_t count, uint32_t type,
                            int* values) {
  fmi2Status status = fmi2OK;
  for (size_t i = 0; status == fmi2OK && i < count; ++i) {
    double value = 0;
    status = get((struct Component*)component, &references[i], 1, type, &value);
    values[i] = type == TYPE_BOOLEAN ? value != 0 : (int)value;
  }
  return status;
}

SUNDER_EXPORT fmi2Status fmi2GetInteger(fmi2Component component, const unsigned references[], size_t count,
                                        int values[]) {
  return get_whole(component, references, count, TYPE_INTEGER, values);
}

SUNDER_EXPORT fmi2Status fmi2GetBoolean(fmi2Component component, const unsigned references[], size_t count,
                                        fmi2Boolean values[]) {
  return get_whole(component, references, count, TYPE_BOOLEAN, values);
}

SUNDER_EXPORT fmi2Status fmi2GetString(fmi2Component component, const unsigned references[], size_t count,
                                       const char* values[]) {
  (void)component;
  (void)references;
  (void)values;
  return count == 0 ? fmi2OK : fmi2Error;
}

SUNDER_EXPORT fmi2Status fmi2SetReal(fmi2Component component, const unsigned references[], size_t count,
                                     const double values[]) {
  EXPECT(PHASE_INSTANTIATED | PHASE_INITIALISATION | PHASES_RUNNING, "fmi2SetReal");
  fmi2Status status = fmi2OK;
  for (size_t i = 0; status == fmi2OK && i < count; ++i)
    status = set_one((struct Component*)component, references[i], TYPE_REAL, values[i]);
  return status;
}

SUNDER_EXPORT fmi2Status fmi2SetInteger(fmi2Component component, const unsigned references[], size_t count,
                                        const int values[]) {
  EXPECT(PHASE_INSTANTIATED | PHASE_INITIALISATION | PHASES_RUNNING, "fmi2SetInteger");
  fmi2Status status = fmi2OK;
  for (size_t i = 0; status == fmi2OK && i < count; ++i)
    status = set_one((struct Component*)component, references[i], TYPE_INTEGER, values[i]);
  return status;
}

SUNDER_EXPORT fmi2Status fmi2SetBoolean(fmi2Component component, const unsigned references[], size_t count,
                                        const fmi2Boolean values[]) {
  EXPECT(PHASE_INSTANTIATED | PHASE_INITIALISATION | PHASES_RUNNING, "fmi2SetBoolean");
  fmi2Status status = fmi2OK;
  for (size_t i = 0; status == fmi2OK && i < count; ++i)
    status = set_one((struct Component*)component, references[i], TYPE_BOOLEAN, values[i] != 0);
  return status;
}

SUNDER_EXPORT fmi2Status fmi2SetString(fmi2Component component, const unsigned references[], size_t count,
                                       const char* const values[]) {
  (void)component;
  (void)references;
  (void)values;
  return count == 0 ? fmi2OK : fmi2Error;
}

/* A saved state is its size and its bytes. */
struct Saved {
  size_t size;
  struct SunderProgress progress;
};

SUNDER_EXPORT fmi2Status fmi2FreeFMUstate(fmi2Component component, void** state) {
  (void)component;
  if (state == NULL) return fmi2OK;
  free(*state);
  *state = NULL;
  return fmi2OK;
}

static void* bytes_of(void* state) { return (struct Saved*)state + 1; }

SUNDER_EXPORT fmi2Status fmi2GetFMUstate(fmi2Component component, void** state) {
  OWN;
  if (c == NULL || state == NULL) return fmi2Error;
  const size_t size = sunder_saved_size(c->m);
  if (*state == NULL) *state = malloc(sizeof(struct Saved) + size);
  if (*state == NULL) return fmi2Error;
  ((struct Saved*)*state)->size = size;
  ((struct Saved*)*state)->progress = c->progress;
  sunder_save(c->m, bytes_of(*state));
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2SetFMUstate(fmi2Component component, void* state) {
  OWN;
  if (c == NULL || state == NULL) return fmi2Error;
  const int answer = sunder_restore(c->m, bytes_of(state), ((struct Saved*)state)->size);
  if (answer == ANSWER_OK) c->progress = ((struct Saved*)state)->progress;
  return status_of(answer);
}

SUNDER_EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component component, void* state, size_t* size) {
  (void)component;
  if (state == NULL) return fmi2Error;
  *size = sizeof(struct Saved) + ((struct Saved*)state)->size;
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component component, void* state, char bytes[], size_t size) {
  size_t needed = 0;
  if (fmi2SerializedFMUstateSize(component, state, &needed) != fmi2OK || size < needed) return fmi2Error;
  memcpy(bytes, state, needed);
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const char bytes[], size_t size,
                                                 void** state) {
  OWN;
  struct Saved head;
  if (c == NULL || state == NULL || size < sizeof head) return fmi2Error;
  memcpy(&head, bytes, sizeof head);
  if (head.size != size - sizeof head) {
    sunder_complain(c->m, 1, "these bytes are no saved state");
    return fmi2Error;
  }
  free(*state);
  *state = malloc(size);
  if (*state == NULL) return fmi2Error;
  memcpy(*state, bytes, size);
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2GetDirectionalDerivative(fmi2Component component, const unsigned unknowns[],
                                                      size_t unknown_count, const unsigned knowns[], size_t known_count,
                                                      const double seed[], double result[]) {
  EXPECT(PHASE_INITIALISATION | PHASES_RUNNING, "fmi2GetDirectionalDerivative");
  OWN;
  int answer = ready(c);
  if (answer == ANSWER_OK)
    answer = sunder_directional(c->m, unknowns, unknown_count, knowns, known_count, seed, result);
  return status_of(answer);
}

/* Model Exchange */

SUNDER_EXPORT fmi2Status fmi2EnterEventMode(fmi2Component component) {
  EXPECT(PHASE_CONTINUOUS | PHASE_EVENT, "fmi2EnterEventMode");
  ((struct Component*)component)->m->s.phase = PHASE_EVENT;
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2NewDiscreteStates(fmi2Component component, fmi2EventInfo* info) {
  EXPECT(PHASE_EVENT, "fmi2NewDiscreteStates");
  OWN;
  int jumped = 0;
  const int answer = sunder_handle_event(c->m, 0, &jumped);
  if (answer != ANSWER_OK) return fmi2Error;
  const double next = c->m->code->is_hybrid ? sunder_next_time_event(c->m) : HUGE_VAL;
  info->newDiscreteStatesNeeded = next <= c->m->s.time;
  info->terminateSimulation = (fmi2Boolean)c->m->s.terminate;
  info->nominalsOfContinuousStatesChanged = 0;
  info->valuesOfContinuousStatesChanged = jumped;
  info->nextEventTimeDefined = next < HUGE_VAL && !info->newDiscreteStatesNeeded;
  info->nextEventTime = info->nextEventTimeDefined ? next : 0;
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2EnterContinuousTimeMode(fmi2Component component) {
  EXPECT(PHASE_EVENT, "fmi2EnterContinuousTimeMode");
  ((struct Component*)component)->m->s.phase = PHASE_CONTINUOUS;
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2CompletedIntegratorStep(fmi2Component component, fmi2Boolean no_set_state,
                                                     fmi2Boolean* enter_event_mode, fmi2Boolean* terminate) {
  EXPECT(PHASE_CONTINUOUS, "fmi2CompletedIntegratorStep");
  (void)no_set_state;
  sunder_accept(((struct Component*)component)->m);
  *enter_event_mode = 0;
  *terminate = 0;
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2SetTime(fmi2Component component, double time) {
  EXPECT(PHASE_EVENT | PHASE_CONTINUOUS, "fmi2SetTime");
  sunder_set_time(((struct Component*)component)->m, time);
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2SetContinuousStates(fmi2Component component, const double x[], size_t count) {
  EXPECT(PHASE_EVENT | PHASE_CONTINUOUS, "fmi2SetContinuousStates");
  OWN;
  if (count != c->m->code->state_count) return fmi2Error;
  sunder_set_states(c->m, x);
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2GetDerivatives(fmi2Component component, double dx[], size_t count) {
  EXPECT(PHASE_INITIALISATION | PHASES_RUNNING | PHASE_TERMINATED, "fmi2GetDerivatives");
  OWN;
  if (count != c->m->code->state_count) return fmi2Error;
  int answer = ready(c);
  if (answer == ANSWER_OK) answer = sunder_compute_wanted(c->m);
  if (answer == ANSWER_OK) memcpy(dx, c->m->dx, count * sizeof(double));
  return status_of(answer);
}

SUNDER_EXPORT fmi2Status fmi2GetEventIndicators(fmi2Component component, double z[], size_t count) {
  EXPECT(PHASE_INITIALISATION | PHASES_RUNNING | PHASE_TERMINATED, "fmi2GetEventIndicators");
  OWN;
  if (count != sunder_indicator_count(c->m->code)) return fmi2Error;
  const int answer = ready(c);
  return status_of(answer == ANSWER_OK ? sunder_indicators(c->m, z) : answer);
}

SUNDER_EXPORT fmi2Status fmi2GetContinuousStates(fmi2Component component, double x[], size_t count) {
  EXPECT(PHASE_INITIALISATION | PHASES_RUNNING | PHASE_TERMINATED, "fmi2GetContinuousStates");
  OWN;
  const int answer = ready(c);
  if (answer != ANSWER_OK || count != c->m->code->state_count) return fmi2Error;
  memcpy(x, c->m->x, count * sizeof(double));
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component component, double nominals[], size_t count) {
  OWN;
  if (c == NULL || count != c->m->code->state_count) return fmi2Error;
  memcpy(nominals, c->m->code->nominal, count * sizeof(double));
  return fmi2OK;
}

/* Co-Simulation */

SUNDER_EXPORT fmi2Status fmi2SetRealInputDerivatives(fmi2Component component, const unsigned references[], size_t count,
                                                     const int orders[], const double values[]) {
  (void)component;
  (void)references;
  (void)orders;
  (void)values;
  return count == 0 ? fmi2OK : fmi2Error; /* canInterpolateInputs is false */
}

SUNDER_EXPORT fmi2Status fmi2GetRealOutputDerivatives(fmi2Component component, const unsigned references[],
                                                      size_t count, const int orders[], double values[]) {
  (void)component;
  (void)references;
  (void)orders;
  (void)values;
  return count == 0 ? fmi2OK : fmi2Error; /* maxOutputDerivativeOrder is 0 */
}

/* fmi2Discard: part of the step was done, up to fmi2LastSuccessfulTime; fmi2Error: nothing was. */
SUNDER_EXPORT fmi2Status fmi2DoStep(fmi2Component component, double time, double step, fmi2Boolean no_set_state) {
  EXPECT(PHASE_STEP, "fmi2DoStep");
  OWN;
  (void)no_set_state;
  struct SunderInstance* m = c->m;
  const double begin = m->s.time;
  if (fabs(time - begin) > 1e-9 * fmax(fabs(time), fabs(step)) || !(step > 0)) {
    sunder_complain(m, 1, "a step of %g s from time %.17g is asked for at time %.17g", step, time, begin);
    return fmi2Error;
  }
  if (m->s.terminate) return fmi2Discard;
  const int answer = sunder_stepping_go(m->stepping, time + step);
  c->progress.last_successful_time = m->s.time;
  if (answer == ANSWER_OK) return m->s.terminate ? fmi2Discard : fmi2OK;
  return m->s.time > begin ? fmi2Discard : fmi2Error;
}

SUNDER_EXPORT fmi2Status fmi2CancelStep(fmi2Component component) {
  (void)component;
  return fmi2Error; /* steps end before fmi2DoStep returns */
}

SUNDER_EXPORT fmi2Status fmi2GetStatus(fmi2Component component, int kind, fmi2Status* value) {
  (void)component;
  (void)kind;
  (void)value;
  return fmi2Discard; /* nothing is pending */
}

SUNDER_EXPORT fmi2Status fmi2GetRealStatus(fmi2Component component, int kind, double* value) {
  OWN;
  if (c == NULL || kind != fmi2LastSuccessfulTime) return fmi2Discard;
  *value = c->progress.last_successful_time;
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2GetIntegerStatus(fmi2Component component, int kind, int* value) {
  (void)component;
  (void)kind;
  (void)value;
  return fmi2Discard;
}

SUNDER_EXPORT fmi2Status fmi2GetBooleanStatus(fmi2Component component, int kind, fmi2Boolean* value) {
  OWN;
  if (c == NULL || kind != fmi2Terminated) return fmi2Discard;
  *value = (fmi2Boolean)c->m->s.terminate;
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2GetStringStatus(fmi2Component component, int kind, const char** value) {
  (void)component;
  (void)kind;
  (void)value;
  return fmi2Discard;
}
