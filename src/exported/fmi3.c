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
  bool is_logging;
  void* before; /* the state at the beginning of a step, to go back to */
};

static void tell(void* user, int is_error, const char* message) {
  const struct Instance* c = (const struct Instance*)user;
  if (c->logger == NULL || (!is_error && !c->is_logging)) return;
  c->logger(c->environment, is_error ? fmi3Error : fmi3Warning, is_error ? "logStatusError" : "logStatusWarning",
            message);
}

static struct SunderInstance* own(void* handle) { return handle != NULL ? ((struct Instance*)handle)->m : NULL; }
typedef fmi3Status Status;
typedef fmi3Instance Handle;
typedef bool Flag;
#define FMI(name) fmi3##name
#define FMI_STATE(before, after) fmi3##before##FMUState##after
#include "exported/both_versions.h"

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
  struct Instance* c = (struct Instance*)instance;
  if (c == NULL) return;
  if (c->m != NULL) sunder_instance_free(c->m);
  sunder_state_free(&c->before);
  free(c);
}

static fmi3Instance instantiate(bool is_co_simulation, const char* token, bool logging, void* environment,
                                Logger logger) {
  struct Instance* c = (struct Instance*)calloc(1, sizeof *c);
  if (c == NULL) return NULL;
  c->logger = logger;
  c->environment = environment;
  c->is_logging = logging;
  c->m = sunder_instantiate(is_co_simulation, token, tell, c);
  if (c->m != NULL) return c;
  fmi3FreeInstance(c);
  return NULL;
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
  sunder_set_experiment(m, start, has_stop ? stop : HUGE_VAL, has_tolerance ? tolerance : 0);
  m->s.phase = PHASE_INITIALISATION;
  return fmi3OK;
}

/* All variables are scalars: as many values as references. */
#define ACCESS(Name, type, kind)                                                                           \
  SUNDER_EXPORT fmi3Status fmi3Get##Name(fmi3Instance instance, const uint32_t references[], size_t count, \
                                         type values[], size_t value_count) {                              \
    NEED;                                                                                                  \
    int answer = count == value_count ? ANSWER_OK : ANSWER_ERROR;                                          \
    for (size_t i = 0; answer == ANSWER_OK && i < count; ++i) {                                            \
      double value = 0;                                                                                    \
      answer = sunder_look(m, references[i], kind, &value);                                                \
      values[i] = (type)value;                                                                             \
    }                                                                                                      \
    return status_of(answer);                                                                              \
  }                                                                                                        \
  SUNDER_EXPORT fmi3Status fmi3Set##Name(fmi3Instance instance, const uint32_t references[], size_t count, \
                                         const type values[], size_t value_count) {                        \
    EXPECT(PHASES_SETTING, "fmi3Set" #Name);                                                               \
    int answer = count == value_count ? ANSWER_OK : ANSWER_ERROR;                                          \
    for (size_t i = 0; answer == ANSWER_OK && i < count; ++i)                                              \
      answer = sunder_put(m, references[i], kind, (double)values[i]);                                      \
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

SUNDER_EXPORT fmi3Status fmi3SerializeFMUState(fmi3Instance instance, void* state, uint8_t bytes[], size_t size) {
  (void)instance;
  return status_of(sunder_state_write(state, bytes, size));
}

SUNDER_EXPORT fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const uint8_t bytes[], size_t size,
                                                 void** state) {
  NEED;
  return status_of(sunder_state_read(m, bytes, size, state));
}

SUNDER_EXPORT fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance, const uint32_t unknowns[],
                                                      size_t unknown_count, const uint32_t knowns[], size_t known_count,
                                                      const double seed[], size_t seed_count, double result[],
                                                      size_t result_count) {
  EXPECT(PHASE_INITIALISATION | PHASES_RUNNING, "fmi3GetDirectionalDerivative");
  if (seed_count != known_count || result_count != unknown_count) return fmi3Error;
  return status_of(sunder_look_along(m, unknowns, unknown_count, knowns, known_count, seed, result));
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

SUNDER_EXPORT fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance) {
  EXPECT(PHASE_EVENT | PHASE_INITIALISATION, "fmi3EvaluateDiscreteStates");
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, bool* again, bool* terminate,
                                                  bool* nominals_changed, bool* states_changed, bool* has_next,
                                                  double* next) {
  EXPECT(PHASE_EVENT, "fmi3UpdateDiscreteStates");
  struct SunderUpdate update;
  if (sunder_update(m, &update) != ANSWER_OK) return fmi3Error;
  *again = update.again != 0;
  *terminate = update.terminate != 0;
  *nominals_changed = false;
  *states_changed = update.states_changed != 0;
  *has_next = update.has_next != 0;
  *next = update.next;
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, double dx[], size_t count) {
  EXPECT(PHASES_LOOKING, "fmi3GetContinuousStateDerivatives");
  return status_of(sunder_look_at_derivatives(m, dx, count));
}

SUNDER_EXPORT fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t* count) {
  NEED;
  *count = sunder_indicator_count(m->code);
  return fmi3OK;
}

SUNDER_EXPORT fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t* count) {
  NEED;
  *count = m->code->state_count;
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
  void** before = &((struct Instance*)instance)->before;
  (void)no_set_state;
  *event_needed = false;
  *early_return = false;
  *terminate = m->s.terminate != 0;
  *last_time = m->s.time;
  if (!sunder_step_fits(m, time, step) || m->s.terminate) return fmi3Error;
  if (sunder_state_get(m, before) != ANSWER_OK) return fmi3Error;
  if (sunder_stepping_go(m->stepping, time + step) != ANSWER_OK)
    return sunder_state_set(m, *before) == ANSWER_OK ? fmi3Discard : fmi3Error;
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
