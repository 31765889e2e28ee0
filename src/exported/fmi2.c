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
};

static void tell(void* user, int is_error, const char* message) {
  const struct Component* c = (const struct Component*)user;
  if (c->callbacks == NULL || c->callbacks->logger == NULL || (!is_error && !c->is_logging)) return;
  c->callbacks->logger(c->callbacks->environment, c->name, is_error ? fmi2Error : fmi2Warning,
                       is_error ? "logStatusError" : "logStatusWarning", "%s", message);
}

static struct SunderInstance* own(void* handle) { return handle != NULL ? ((struct Component*)handle)->m : NULL; }
typedef fmi2Status Status;
typedef fmi2Component Handle;
typedef fmi2Boolean Flag;
#define FMI(name) fmi2##name
#define FMI_STATE(before, after) fmi2##before##FMUstate##after
#include "exported/both_versions.h"

SUNDER_EXPORT const char* fmi2GetTypesPlatform(void) { return "default"; }
SUNDER_EXPORT const char* fmi2GetVersion(void) { return "2.0"; }

SUNDER_EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component instance, fmi2Boolean on, size_t count,
                                             const char* const categories[]) {
  (void)count;
  (void)categories;
  if (instance == NULL) return fmi2Error;
  ((struct Component*)instance)->is_logging = on;
  return fmi2OK;
}

SUNDER_EXPORT void fmi2FreeInstance(fmi2Component instance) {
  struct Component* c = (struct Component*)instance;
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
  c->name = (char*)malloc(strlen(name != NULL ? name : "") + 1);
  if (c->name != NULL) {
    strcpy(c->name, name != NULL ? name : "");
    c->m = sunder_instantiate(kind == fmi2CoSimulation, guid, tell, c);
  }
  if (c->m != NULL) return c;
  fmi2FreeInstance(c);
  return NULL;
}

SUNDER_EXPORT fmi2Status fmi2SetupExperiment(fmi2Component instance, fmi2Boolean has_tolerance, double tolerance,
                                             double start, fmi2Boolean has_stop, double stop) {
  EXPECT(PHASE_INSTANTIATED, "fmi2SetupExperiment");
  sunder_set_experiment(m, start, has_stop ? stop : HUGE_VAL, has_tolerance ? tolerance : 0);
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component instance) {
  EXPECT(PHASE_INSTANTIATED, "fmi2EnterInitializationMode");
  m->s.phase = PHASE_INITIALISATION;
  return fmi2OK;
}

/* One value after the other, as doubles. */
static fmi2Status get(fmi2Component instance, const unsigned* references, size_t count, uint32_t type, double* reals,
                      int* whole) {
  NEED;
  int answer = ANSWER_OK;
  for (size_t i = 0; answer == ANSWER_OK && i < count; ++i) {
    double value = 0;
    answer = sunder_look(m, references[i], type, &value);
    if (reals != NULL) reals[i] = value;
    if (whole != NULL) whole[i] = type == TYPE_BOOLEAN ? value != 0 : (int)value;
  }
  return status_of(answer);
}

static fmi2Status set(fmi2Component instance, const unsigned* references, size_t count, uint32_t type,
                      const double* reals, const int* whole, const char* call) {
  EXPECT(PHASES_SETTING, call);
  int answer = ANSWER_OK;
  for (size_t i = 0; answer == ANSWER_OK && i < count; ++i) {
    const double value = reals != NULL ? reals[i] : type == TYPE_BOOLEAN ? whole[i] != 0 : whole[i];
    answer = sunder_put(m, references[i], type, value);
  }
  return status_of(answer);
}

SUNDER_EXPORT fmi2Status fmi2GetReal(fmi2Component instance, const unsigned references[], size_t count,
                                     double values[]) {
  return get(instance, references, count, TYPE_REAL, values, NULL);
}

SUNDER_EXPORT fmi2Status fmi2GetInteger(fmi2Component instance, const unsigned references[], size_t count,
                                        int values[]) {
  return get(instance, references, count, TYPE_INTEGER, NULL, values);
}

SUNDER_EXPORT fmi2Status fmi2GetBoolean(fmi2Component instance, const unsigned references[], size_t count,
                                        fmi2Boolean values[]) {
  return get(instance, references, count, TYPE_BOOLEAN, NULL, values);
}

SUNDER_EXPORT fmi2Status fmi2GetString(fmi2Component instance, const unsigned references[], size_t count,
                                       const char* values[]) {
  (void)instance;
  (void)references;
  (void)values;
  return count == 0 ? fmi2OK : fmi2Error;
}

SUNDER_EXPORT fmi2Status fmi2SetReal(fmi2Component instance, const unsigned references[], size_t count,
                                     const double values[]) {
  return set(instance, references, count, TYPE_REAL, values, NULL, "fmi2SetReal");
}

SUNDER_EXPORT fmi2Status fmi2SetInteger(fmi2Component instance, const unsigned references[], size_t count,
                                        const int values[]) {
  return set(instance, references, count, TYPE_INTEGER, NULL, values, "fmi2SetInteger");
}

SUNDER_EXPORT fmi2Status fmi2SetBoolean(fmi2Component instance, const unsigned references[], size_t count,
                                        const fmi2Boolean values[]) {
  return set(instance, references, count, TYPE_BOOLEAN, NULL, values, "fmi2SetBoolean");
}

SUNDER_EXPORT fmi2Status fmi2SetString(fmi2Component instance, const unsigned references[], size_t count,
                                       const char* const values[]) {
  (void)instance;
  (void)references;
  (void)values;
  return count == 0 ? fmi2OK : fmi2Error;
}

SUNDER_EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component instance, void* state, char bytes[], size_t size) {
  (void)instance;
  return status_of(sunder_state_write(state, bytes, size));
}

SUNDER_EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component instance, const char bytes[], size_t size,
                                                 void** state) {
  NEED;
  return status_of(sunder_state_read(m, bytes, size, state));
}

SUNDER_EXPORT fmi2Status fmi2GetDirectionalDerivative(fmi2Component instance, const unsigned unknowns[],
                                                      size_t unknown_count, const unsigned knowns[], size_t known_count,
                                                      const double seed[], double result[]) {
  EXPECT(PHASE_INITIALISATION | PHASES_RUNNING, "fmi2GetDirectionalDerivative");
  return status_of(sunder_look_along(m, unknowns, unknown_count, knowns, known_count, seed, result));
}

/* Model Exchange */

SUNDER_EXPORT fmi2Status fmi2NewDiscreteStates(fmi2Component instance, fmi2EventInfo* info) {
  EXPECT(PHASE_EVENT, "fmi2NewDiscreteStates");
  struct SunderUpdate update;
  if (sunder_update(m, &update) != ANSWER_OK) return fmi2Error;
  info->newDiscreteStatesNeeded = update.again;
  info->terminateSimulation = update.terminate;
  info->nominalsOfContinuousStatesChanged = 0;
  info->valuesOfContinuousStatesChanged = update.states_changed;
  info->nextEventTimeDefined = update.has_next;
  info->nextEventTime = update.next;
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2GetDerivatives(fmi2Component instance, double dx[], size_t count) {
  EXPECT(PHASES_LOOKING, "fmi2GetDerivatives");
  return status_of(sunder_look_at_derivatives(m, dx, count));
}

/* Co-Simulation */

SUNDER_EXPORT fmi2Status fmi2SetRealInputDerivatives(fmi2Component instance, const unsigned references[], size_t count,
                                                     const int orders[], const double values[]) {
  (void)instance;
  (void)references;
  (void)orders;
  (void)values;
  return count == 0 ? fmi2OK : fmi2Error; /* canInterpolateInputs is false */
}

SUNDER_EXPORT fmi2Status fmi2GetRealOutputDerivatives(fmi2Component instance, const unsigned references[], size_t count,
                                                      const int orders[], double values[]) {
  (void)instance;
  (void)references;
  (void)orders;
  (void)values;
  return count == 0 ? fmi2OK : fmi2Error; /* maxOutputDerivativeOrder is 0 */
}

/* fmi2Discard: part of the step was done, up to fmi2LastSuccessfulTime; fmi2Error: nothing was. */
SUNDER_EXPORT fmi2Status fmi2DoStep(fmi2Component instance, double time, double step, fmi2Boolean no_set_state) {
  EXPECT(PHASE_STEP, "fmi2DoStep");
  (void)no_set_state;
  const double begin = m->s.time;
  if (!sunder_step_fits(m, time, step)) return fmi2Error;
  if (m->s.terminate) return fmi2Discard;
  const int answer = sunder_stepping_go(m->stepping, time + step);
  m->progress.last_successful_time = m->s.time;
  if (answer == ANSWER_OK) return m->s.terminate ? fmi2Discard : fmi2OK;
  return m->s.time > begin ? fmi2Discard : fmi2Error;
}

SUNDER_EXPORT fmi2Status fmi2CancelStep(fmi2Component instance) {
  (void)instance;
  return fmi2Error; /* steps end before fmi2DoStep returns */
}

SUNDER_EXPORT fmi2Status fmi2GetStatus(fmi2Component instance, int kind, fmi2Status* value) {
  (void)instance;
  (void)kind;
  (void)value;
  return fmi2Discard; /* nothing is pending */
}

SUNDER_EXPORT fmi2Status fmi2GetRealStatus(fmi2Component instance, int kind, double* value) {
  NEED;
  if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
  *value = m->progress.last_successful_time;
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2GetIntegerStatus(fmi2Component instance, int kind, int* value) {
  (void)instance;
  (void)kind;
  (void)value;
  return fmi2Discard;
}

SUNDER_EXPORT fmi2Status fmi2GetBooleanStatus(fmi2Component instance, int kind, fmi2Boolean* value) {
  NEED;
  if (kind != fmi2Terminated) return fmi2Discard;
  *value = (fmi2Boolean)m->s.terminate;
  return fmi2OK;
}

SUNDER_EXPORT fmi2Status fmi2GetStringStatus(fmi2Component instance, int kind, const char** value) {
  (void)instance;
  (void)kind;
  (void)value;
  return fmi2Discard;
}
