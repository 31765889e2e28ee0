/* The functions of FMI 3.0, declared from the text of the standard. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "exported/interface.h"

const int sunder_enumerations_are_integers = 0;

typedef void* fmi3Instance;
typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef void (*Logger)(void* environment, fmi3Status status, const char* category, const char* message);
typedef void (*IntermediateUpdate)(void* environment, double time, bool set, bool get, bool finished, bool can_return,
                                   bool* early_return, double* early_time);

struct Instance {
  struct SunderInstance* m;
  Logger logger;
  void* environment;
  bool is_logging, is_co_simulation;
  struct SunderProgress progress;
  void* before; /* the state at the beginning of a step, to go back to */
};

static void tell(void* user, int is_error, const char* message) {
  const struct Instance* c = (const struct Instance*)user;
  if (c->logger == NULL || (!is_error && !c->is_logging)) return;
  c->logger(c->environment, is_error ? fmi3Error : fmi3Warning, is_error ? "logStatusError" : "logStatusWarning",
            message);
}

static fmi3Status status_of(int answer) {
  return answer == ANSWER_OK ? fmi3OK : answer == ANSWER_DISCARD ? fmi3Discard : fmi3Error;
}

static bool is_allowed(struct Instance* c, uint32_t phases, const char* call) {
  if (c != NULL && (c->m->s.phase & phases) != 0) return true;
  if (c != NULL) sunder_complain(c->m, 1, "%s is not allowed now", call);
  return false;
}
#define EXPECT(phases, call) \
  if (!is_allowed((struct Instance*)instance, phases, call)) return fmi3Error
#define OWN struct Instance* c = (struct Instance*)instance

SUNDER_EXPORT const char* fmi3GetVersion(void) { return "3.0"; }

SUNDER_EXPORT fmi3Status fmi3SetDebugLogging(fmi3Instance instance, bool on, size_t count,
                                             const char* const categories[]) {
  (void)count;
  (void)categories;
  if (instance == NULL) return fmi3Error;
  ((struct Instance*)instance)->is_logging = on;
  return fmi3OK;
}

SUNDER_EXPORT void fmi3FreeInstance(fmi3Instance instance) {
  OWN;
  if (c == NULL) return;
  if (c->m != NULL) sunder_instance_free(c->m);
  free(c->before);
  free(c);
}

static fmi3Instance instantiate(bool is_co_simulation, const char* token, bool logging, void* environment,
                                Logger logger) {
  struct Instance* c = (struct Instance*)calloc(1, sizeof *c);
  if (c == NULL) return NULL;
  c->logger = logger;
  c->environment = environment;
  c->is_logging = logging;
  c->is_co_simulation = is_co_simulation;
  if (token == NULL || strcmp(token, sunder_model_code.token) != 0) {
    tell(c, 1, "the instantiation token is not the one of this model");
    fmi3FreeInstance(c);
    return NULL;
  }
  c->m = sunder_instance_create(tell, c);
  if (c->m != NULL && is_co_simulation) {
    c->m->stepping = sunder_stepping_create(c->m);
    if (c->m->stepping != NULL) c->before = malloc(sunder_saved_size(c->m));
  }
  if (c->m == NULL || (is_co_simulation && c->before == NULL)) {
    tell(c, 1, "out of memory");
    fmi3FreeInstance(c);
    return NULL;
  }
  c->m->s.phase = PHASE_INSTANTIATED;
  c->progress.stop = HUGE_VAL;
  return c;
}

SUNDER_EXPORT fmi3Instance fmi3InstantiateModelExchange(const char* name, const char* token, const char* resources,
                                                        bool visible, bool logging, void* environment, Logger logger) {
  (void)name;
  (void)resources;
  (void)visible;
  return instantiate(false, token, logging, environment, logger);
}

SUNDER_EXPORT fmi3Instance fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources,
                                                       bool visible, bool logging, bool event_mode, bool early_return,
                                                       const uint32_t intermediate[], size_t intermediate_count,
                                                       void* environment, Logger logger, IntermediateUpdate update) {
  (void)name;
  (void)resources;
  (void)visible;
  (void)early_return;
  (void)intermediate;
  (void)update;
  if (!event_mode && intermediate_count == 0) return instantiate(true, token, logging, environment, logger);
  if (logger != NULL)
    logger(environment, fmi3Error, "logStatusError", "event mode and intermediate variables are not offered");
  return NULL;
}

SUNDER_EXPORT fmi3Instance fmi3InstantiateScheduledExecution(const char* name, const char* token, const char* resources,
                                                             bool visible, bool logging, void* environment,
                                                             Logger logger, void (*update)(fmi3Instance, uint32_t),
                                                             void (*lock)(void), void (*unlock)(void)) {
  (void)name;
  (void)token;
  (void)resources;
  (void)visible;
  (void)logging;
  (void)update;
  (void)lock;
  (void)unlock;
  if (logger != NULL) logger(environment, fmi3Error, "logStatusError", "Scheduled Execution is not offered");
  return NULL;
}

SUNDER_EXPORT fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, bool has_tolerance, double tolerance,
                                                     double start, bool has_stop, double stop) {
  EXPECT(PHASE_INSTANTIATED, "fmi3EnterInitializationMode");
  OWN;
  sunder_set_time(c->m, start);
  c->m->s.initialised = 0;
  c->progress.tolerance = has_tolerance ? tolerance : 0;
  c->progress.stop = has_stop ? stop : HUGE_VAL;
  c->m->s.phase = PHASE_INITIALISATION;
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3ExitInitializationMode(fmi3Instance instance) {
  EXPECT(PHASE_INITIALISATION, "fmi3ExitInitializationMode");
  OWN;
  int jumped = 0;
  if (!c->m->s.initialised && sunder_initialise(c->m) != ANSWER_OK) return fmi3Error;
  if (!c->is_co_simulation) {
    c->m->s.phase = PHASE_EVENT;
    return fmi3OK;
  }
  if (sunder_handle_event(c->m, 0, &jumped) != ANSWER_OK) return fmi3Error; /* what happens at the start */
  sunder_stepping_begin(c->m->stepping, c->m->s.time, c->progress.stop, c->progress.tolerance);
  c->m->s.phase = PHASE_STEP;
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3Terminate(fmi3Instance instance) {
  EXPECT(PHASES_RUNNING, "fmi3Terminate");
  OWN;
  int jumped = 0;
  (void)sunder_handle_event(c->m, 1, &jumped); /* what is wrong there was told; the run is over */
  c->m->s.phase = PHASE_TERMINATED;
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3Reset(fmi3Instance instance) {
  OWN;
  if (c == NULL) return fmi3Error;
  sunder_instance_reset(c->m);
  c->m->s.phase = PHASE_INSTANTIATED;
  c->progress.tolerance = 0;
  c->progress.stop = HUGE_VAL;
  return fmi3OK;
}

/* In initialisation mode what is asked for may need the solution of the initial system. */
static int ready(struct Instance* c) {
  if (c == NULL) return ANSWER_ERROR;
  return c->m->s.phase == PHASE_INITIALISATION && !c->m->s.initialised ? sunder_initialise(c->m) : ANSWER_OK;
}

static int get_one(struct Instance* c, uint32_t reference, uint32_t type, double* value) {
  const int answer = ready(c);
  return answer == ANSWER_OK ? sunder_get(c->m, reference, type, value) : answer;
}

static int set_one(struct Instance* c, uint32_t reference, uint32_t type, double value) {
  const struct SunderVariable* variable = NULL;
  if (sunder_find(c->m, reference, type, &variable) != ANSWER_OK) return ANSWER_ERROR;
  if (variable->role == ROLE_PARAMETER && c->m->s.phase == PHASE_CONTINUOUS) {
    sunder_complain(c->m, 1, "parameters are set at events, not in between");
    return ANSWER_ERROR;
  }
  return sunder_set(c->m, reference, type, value, (c->m->s.phase & PHASES_RUNNING) != 0);
}

enum { PHASES_SETTING = PHASE_INSTANTIATED | PHASE_INITIALISATION | PHASES_RUNNING };

/* All variables are scalars: as many values as references. */
#define ACCESS(Name, type, kind)                                                                           \
  SUNDER_EXPORT fmi3Status fmi3Get##Name(fmi3Instance instance, const uint32_t references[], size_t count, \
                                         type values[], size_t value_count) {                              \
    OWN;                                                                                                   \
    int answer = count == value_count && c != NULL ? ANSWER_OK : ANSWER_ERROR;                             \
    for (size_t i = 0; answer == ANSWER_OK && i < count; ++i) {                                            \
      double value = 0;                                                                                    \
      answer = get_one(c, references[i], kind, &value);                                                    \
      values[i] = (type)value;                                                                             \
    }                                                                                                      \
    return status_of(answer);                                                                              \
  }                                                                                                        \
  SUNDER_EXPORT fmi3Status fmi3Set##Name(fmi3Instance instance, const uint32_t references[], size_t count, \
                                         const type values[], size_t value_count) {                        \
    EXPECT(PHASES_SETTING, "fmi3Set" #Name);                                                               \
    int answer = count == value_count ? ANSWER_OK : ANSWER_ERROR;                                          \
    for (size_t i = 0; answer == ANSWER_OK && i < count; ++i)                                              \
      answer = set_one((struct Instance*)instance, references[i], kind, (double)values[i]);                \
    return status_of(answer);                                                                              \
  }
ACCESS(Float64, double, TYPE_REAL)
ACCESS(Int32, int32_t, TYPE_INTEGER)
ACCESS(Boolean, bool, TYPE_BOOLEAN)
ACCESS(Int64, int64_t, TYPE_ENUMERATION)
#undef ACCESS

/* The model has no variables of these types. */
#define NO_ACCESS(Name, type)                                                                              \
  SUNDER_EXPORT fmi3Status fmi3Get##Name(fmi3Instance instance, const uint32_t references[], size_t count, \
                                         type values[], size_t value_count) {                              \
    (void)instance;                                                                                        \
    (void)references;                                                                                      \
    (void)values;                                                                                          \
    return count + value_count == 0 ? fmi3OK : fmi3Error;                                                  \
  }                                                                                                        \
  SUNDER_EXPORT fmi3Status fmi3Set##Name(fmi3Instance instance, const uint32_t references[], size_t count, \
                                         const type values[], size_t value_count) {                        \
    (void)instance;                                                                                        \
    (void)references;                                                                                      \
    (void)values;                                                                                          \
    return count + value_count == 0 ? fmi3OK : fmi3Error;                                                  \
  }
NO_ACCESS(Float32, float)
NO_ACCESS(Int8, int8_t)
NO_ACCESS(UInt8, uint8_t)
NO_ACCESS(Int16, int16_t)
NO_ACCESS(UInt16, uint16_t)
NO_ACCESS(UInt32, uint32_t)
NO_ACCESS(UInt64, uint64_t)
typedef const char* Text;
NO_ACCESS(String, Text)
#undef NO_ACCESS

SUNDER_EXPORT fmi3Status fmi3GetBinary(fmi3Instance instance, const uint32_t references[], size_t count, size_t sizes[],
                                       const uint8_t* values[], size_t value_count) {
  (void)instance;
  (void)references;
  (void)sizes;
  (void)values;
  return count + value_count == 0 ? fmi3OK : fmi3Error;
}

SUNDER_EXPORT fmi3Status fmi3SetBinary(fmi3Instance instance, const uint32_t references[], size_t count,
                                       const size_t sizes[], const uint8_t* const values[], size_t value_count) {
  (void)instance;
  (void)references;
  (void)sizes;
  (void)values;
  return count + value_count == 0 ? fmi3OK : fmi3Error;
}

/* There are no clocks. */
#define NO_CLOCK(Name, ...)                                                                                            \
  SUNDER_EXPORT fmi3Status fmi3##Name(fmi3Instance instance, const uint32_t references[], size_t count, __VA_ARGS__) { \
    (void)instance;                                                                                                    \
    (void)references;                                                                                                  \
    NO_CLOCK_UNUSED;                                                                                                   \
    return count == 0 ? fmi3OK : fmi3Error;                                                                            \
  }
#define NO_CLOCK_UNUSED (void)a
NO_CLOCK(GetClock, bool a[])
NO_CLOCK(SetClock, const bool a[])
NO_CLOCK(SetIntervalDecimal, const double a[])
NO_CLOCK(GetShiftDecimal, double a[])
NO_CLOCK(SetShiftDecimal, const double a[])
#undef NO_CLOCK_UNUSED
#define NO_CLOCK_UNUSED (void)a, (void)b
NO_CLOCK(GetIntervalDecimal, double a[], int b[])
NO_CLOCK(SetIntervalFraction, const uint64_t a[], const uint64_t b[])
NO_CLOCK(GetShiftFraction, uint64_t a[], uint64_t b[])
NO_CLOCK(SetShiftFraction, const uint64_t a[], const uint64_t b[])
#undef NO_CLOCK_UNUSED
#define NO_CLOCK_UNUSED (void)a, (void)b, (void)d
NO_CLOCK(GetIntervalFraction, uint64_t a[], uint64_t b[], int d[])
#undef NO_CLOCK_UNUSED
#undef NO_CLOCK

SUNDER_EXPORT fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance, uint32_t reference, size_t* count) {
  (void)instance;
  (void)reference;
  (void)count;
  return fmi3Error; /* dependencies do not change: they are in the description */
}

SUNDER_EXPORT fmi3Status fmi3GetVariableDependencies(fmi3Instance instance, uint32_t reference, size_t dependent[],
                                                     uint32_t independents[], size_t element[], int kinds[],
                                                     size_t count) {
  (void)instance;
  (void)reference;
  (void)dependent;
  (void)independents;
  (void)element;
  (void)kinds;
  (void)count;
  return fmi3Error;
}

/* A saved state is its size and its bytes. */
struct Saved {
  size_t size;
  struct SunderProgress progress;
};
static void* bytes_of(void* state) { return (struct Saved*)state + 1; }

SUNDER_EXPORT fmi3Status fmi3FreeFMUState(fmi3Instance instance, void** state) {
  (void)instance;
  if (state == NULL) return fmi3OK;
  free(*state);
  *state = NULL;
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3GetFMUState(fmi3Instance instance, void** state) {
  OWN;
  if (c == NULL || state == NULL) return fmi3Error;
  const size_t size = sunder_saved_size(c->m);
  if (*state == NULL) *state = malloc(sizeof(struct Saved) + size);
  if (*state == NULL) return fmi3Error;
  ((struct Saved*)*state)->size = size;
  ((struct Saved*)*state)->progress = c->progress;
  sunder_save(c->m, bytes_of(*state));
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3SetFMUState(fmi3Instance instance, void* state) {
  OWN;
  if (c == NULL || state == NULL) return fmi3Error;
  const int answer = sunder_restore(c->m, bytes_of(state), ((struct Saved*)state)->size);
  if (answer == ANSWER_OK) c->progress = ((struct Saved*)state)->progress;
  return status_of(answer);
}

SUNDER_EXPORT fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, void* state, size_t* size) {
  (void)instance;
  if (state == NULL) return fmi3Error;
  *size = sizeof(struct Saved) + ((struct Saved*)state)->size;
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3SerializeFMUState(fmi3Instance instance, void* state, uint8_t bytes[], size_t size) {
  size_t needed = 0;
  if (fmi3SerializedFMUStateSize(instance, state, &needed) != fmi3OK || size < needed) return fmi3Error;
  memcpy(bytes, state, needed);
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const uint8_t bytes[], size_t size,
                                                 void** state) {
  OWN;
  struct Saved head;
  if (c == NULL || state == NULL || size < sizeof head) return fmi3Error;
  memcpy(&head, bytes, sizeof head);
  if (head.size != size - sizeof head) {
    sunder_complain(c->m, 1, "these bytes are no saved state");
    return fmi3Error;
  }
  free(*state);
  *state = malloc(size);
  if (*state == NULL) return fmi3Error;
  memcpy(*state, bytes, size);
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance, const uint32_t unknowns[],
                                                      size_t unknown_count, const uint32_t knowns[], size_t known_count,
                                                      const double seed[], size_t seed_count, double result[],
                                                      size_t result_count) {
  EXPECT(PHASE_INITIALISATION | PHASES_RUNNING, "fmi3GetDirectionalDerivative");
  OWN;
  if (seed_count != known_count || result_count != unknown_count) return fmi3Error;
  int answer = ready(c);
  if (answer == ANSWER_OK)
    answer = sunder_directional(c->m, unknowns, unknown_count, knowns, known_count, seed, result);
  return status_of(answer);
}

SUNDER_EXPORT fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance, const uint32_t unknowns[],
                                                  size_t unknown_count, const uint32_t knowns[], size_t known_count,
                                                  const double seed[], size_t seed_count, double result[],
                                                  size_t result_count) {
  (void)instance;
  (void)unknowns;
  (void)unknown_count;
  (void)knowns;
  (void)known_count;
  (void)seed;
  (void)seed_count;
  (void)result;
  (void)result_count;
  return fmi3Error; /* not offered */
}

SUNDER_EXPORT fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance) {
  (void)instance;
  return fmi3Error; /* there are no structural parameters */
}
SUNDER_EXPORT fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance) {
  (void)instance;
  return fmi3Error;
}

/* Model Exchange */

SUNDER_EXPORT fmi3Status fmi3EnterEventMode(fmi3Instance instance) {
  EXPECT(PHASE_CONTINUOUS | PHASE_EVENT, "fmi3EnterEventMode");
  ((struct Instance*)instance)->m->s.phase = PHASE_EVENT;
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance) {
  EXPECT(PHASE_EVENT | PHASE_INITIALISATION, "fmi3EvaluateDiscreteStates");
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, bool* again, bool* terminate,
                                                  bool* nominals_changed, bool* states_changed, bool* has_next,
                                                  double* next) {
  EXPECT(PHASE_EVENT, "fmi3UpdateDiscreteStates");
  OWN;
  int jumped = 0;
  if (sunder_handle_event(c->m, 0, &jumped) != ANSWER_OK) return fmi3Error;
  const double at = c->m->code->is_hybrid ? sunder_next_time_event(c->m) : HUGE_VAL;
  *again = at <= c->m->s.time;
  *terminate = c->m->s.terminate != 0;
  *nominals_changed = false;
  *states_changed = jumped != 0;
  *has_next = at < HUGE_VAL && !*again;
  *next = *has_next ? at : 0;
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance) {
  EXPECT(PHASE_EVENT, "fmi3EnterContinuousTimeMode");
  ((struct Instance*)instance)->m->s.phase = PHASE_CONTINUOUS;
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, bool no_set_state, bool* enter_event_mode,
                                                     bool* terminate) {
  EXPECT(PHASE_CONTINUOUS, "fmi3CompletedIntegratorStep");
  (void)no_set_state;
  sunder_accept(((struct Instance*)instance)->m);
  *enter_event_mode = false;
  *terminate = false;
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3SetTime(fmi3Instance instance, double time) {
  EXPECT(PHASE_EVENT | PHASE_CONTINUOUS, "fmi3SetTime");
  sunder_set_time(((struct Instance*)instance)->m, time);
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const double x[], size_t count) {
  EXPECT(PHASE_EVENT | PHASE_CONTINUOUS, "fmi3SetContinuousStates");
  OWN;
  if (count != c->m->code->state_count) return fmi3Error;
  sunder_set_states(c->m, x);
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, double dx[], size_t count) {
  EXPECT(PHASE_INITIALISATION | PHASES_RUNNING | PHASE_TERMINATED, "fmi3GetContinuousStateDerivatives");
  OWN;
  if (count != c->m->code->state_count) return fmi3Error;
  int answer = ready(c);
  if (answer == ANSWER_OK) answer = sunder_compute_wanted(c->m);
  if (answer == ANSWER_OK) memcpy(dx, c->m->dx, count * sizeof(double));
  return status_of(answer);
}

SUNDER_EXPORT fmi3Status fmi3GetEventIndicators(fmi3Instance instance, double z[], size_t count) {
  EXPECT(PHASE_INITIALISATION | PHASES_RUNNING | PHASE_TERMINATED, "fmi3GetEventIndicators");
  OWN;
  if (count != sunder_indicator_count(c->m->code)) return fmi3Error;
  const int answer = ready(c);
  return status_of(answer == ANSWER_OK ? sunder_indicators(c->m, z) : answer);
}

SUNDER_EXPORT fmi3Status fmi3GetContinuousStates(fmi3Instance instance, double x[], size_t count) {
  EXPECT(PHASE_INITIALISATION | PHASES_RUNNING | PHASE_TERMINATED, "fmi3GetContinuousStates");
  OWN;
  if (ready(c) != ANSWER_OK || count != c->m->code->state_count) return fmi3Error;
  memcpy(x, c->m->x, count * sizeof(double));
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, double nominals[], size_t count) {
  OWN;
  if (c == NULL || count != c->m->code->state_count) return fmi3Error;
  memcpy(nominals, c->m->code->nominal, count * sizeof(double));
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t* count) {
  OWN;
  if (c == NULL) return fmi3Error;
  *count = sunder_indicator_count(c->m->code);
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t* count) {
  OWN;
  if (c == NULL) return fmi3Error;
  *count = c->m->code->state_count;
  return fmi3OK;
}

/* Co-Simulation */

SUNDER_EXPORT fmi3Status fmi3EnterStepMode(fmi3Instance instance) {
  (void)instance;
  return fmi3Error; /* there is no event mode to come from */
}

SUNDER_EXPORT fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance, const uint32_t references[], size_t count,
                                                  const int32_t orders[], double values[], size_t value_count) {
  (void)instance;
  (void)references;
  (void)orders;
  (void)values;
  return count + value_count == 0 ? fmi3OK : fmi3Error; /* maxOutputDerivativeOrder is 0 */
}

/* A step that cannot be made leaves no trace: fmi3Discard, and everything is as it was before the call. */
SUNDER_EXPORT fmi3Status fmi3DoStep(fmi3Instance instance, double time, double step, bool no_set_state,
                                    bool* event_needed, bool* terminate, bool* early_return, double* last_time) {
  EXPECT(PHASE_STEP, "fmi3DoStep");
  OWN;
  (void)no_set_state;
  struct SunderInstance* m = c->m;
  const double begin = m->s.time;
  *event_needed = false;
  *early_return = false;
  *terminate = m->s.terminate != 0;
  *last_time = begin;
  if (fabs(time - begin) > 1e-9 * fmax(fabs(time), fabs(step)) || !(step > 0)) {
    sunder_complain(m, 1, "a step of %g s from time %.17g is asked for at time %.17g", step, time, begin);
    return fmi3Error;
  }
  if (m->s.terminate) return fmi3Error;
  sunder_save(m, c->before);
  if (sunder_stepping_go(m->stepping, time + step) != ANSWER_OK) {
    (void)sunder_restore(m, c->before, sunder_saved_size(m)); /* it is its own: it fits */
    return fmi3Discard;
  }
  *terminate = m->s.terminate != 0;
  *last_time = m->s.time;
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3ActivateModelPartition(fmi3Instance instance, uint32_t clock, double time) {
  (void)instance;
  (void)clock;
  (void)time;
  return fmi3Error; /* Scheduled Execution is not offered */
}
