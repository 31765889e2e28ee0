/* An FMU of our own, in both versions of the standard, for Model Exchange:
 *
 *   x' = -k (x - y)                 fast
 *   y' = -y + u + (low ? boost : 0) slow; low becomes true when y falls below 0.5, for good, and lifts y by 0.1 then
 *   s = x + y
 *
 * The same model as text is Relaxation.mo. FMI_VERSION is 2 or 3. MISBEHAVE names something a broken FMU does when it is
 * asked for derivatives after the time SINCE: crash, hang, leave (calls exit), not_a_number, error, eat (memory without end).
 * OFFERS: bit 0 directional derivatives, bit 1 get and set state. */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef FMI_VERSION
#define FMI_VERSION 2
#endif
#ifndef OFFERS
#define OFFERS 3
#endif

enum { behave, crash, hang, leave, not_a_number, error_status, eat };
#ifndef MISBEHAVE
#define MISBEHAVE behave
#endif
#ifndef SINCE
#define SINCE 0.5
#endif

enum { ok = 0, warning = 1, discard = 2, error = 3 };
enum { ref_x = 1, ref_der_x, ref_y, ref_der_y, ref_k, ref_u, ref_s, ref_low, ref_boost, ref_indicator };

typedef struct {
  double time, x, y, k, u, boost;
  int low;
} Model;

static Model start(void) {
  Model m = {0, 2, 1, 1000, 0, 0.2, 0};
  return m;
}

static int misbehave(const Model* m, double* value) {
  if (m->time < SINCE) return ok;
  switch (MISBEHAVE) {
    case crash: *(volatile int*)0 = 1; break;
    case hang:
      for (;;) pause();
    case leave: exit(0);
    case not_a_number: *value = NAN; break;
    case error_status: return error;
    case eat:
      for (;;) {
        char* block = malloc(1 << 26);
        if (block == NULL) abort();
        memset(block, 1, 1 << 26);
      }
    default: break;
  }
  return ok;
}

static double der_x(const Model* m) { return -m->k * (m->x - m->y); }
static double der_y(const Model* m) { return -m->y + m->u + (m->low ? m->boost : 0); }

static int get_real(const Model* m, uint32_t ref, double* value) {
  switch (ref) {
    case ref_x: *value = m->x; return ok;
    case ref_der_x: *value = der_x(m); return misbehave(m, value);
    case ref_y: *value = m->y; return ok;
    case ref_der_y: *value = der_y(m); return ok;
    case ref_k: *value = m->k; return ok;
    case ref_u: *value = m->u; return ok;
    case ref_s: *value = m->x + m->y; return ok;
    case ref_boost: *value = m->boost; return ok;
    case ref_indicator: *value = m->y - 0.5; return ok;
    default: return error;
  }
}

static int set_real(Model* m, uint32_t ref, double value) {
  switch (ref) {
    case ref_x: m->x = value; return ok;
    case ref_y: m->y = value; return ok;
    case ref_k: m->k = value; return ok;
    case ref_u: m->u = value; return ok;
    case ref_boost: m->boost = value; return ok;
    default: return error;
  }
}

/* True: a state jumped. */
static bool handle_event(Model* m) {
  if (m->low || m->y >= 0.5) return false;
  m->low = 1;
  m->y += 0.1;
  return true;
}

#if OFFERS & 1
static double partial(const Model* m, uint32_t row, uint32_t column) {
  const double rows[3][3] = {{-m->k, m->k, 0}, {0, -1, 1}, {1, 1, 0}};
  const int r = row == ref_der_x ? 0 : row == ref_der_y ? 1 : row == ref_s ? 2 : -1;
  const int c = column == ref_x ? 0 : column == ref_y ? 1 : column == ref_u ? 2 : -1;
  return r < 0 || c < 0 ? NAN : rows[r][c];
}

static int directional(const Model* m, const uint32_t* rows, size_t row_count, const uint32_t* columns, size_t column_count,
                       const double* seed, double* result) {
  for (size_t i = 0; i < row_count; ++i) {
    result[i] = 0;
    for (size_t j = 0; j < column_count; ++j) result[i] += partial(m, rows[i], columns[j]) * seed[j];
  }
  return ok;
}
#endif

#if FMI_VERSION == 2
#define F(name) fmi2##name
typedef int Boolean;
typedef struct {
  Boolean again, terminate, nominals, states, next_defined;
  double next;
} EventInfo;

const char* F(GetTypesPlatform)(void) { return "default"; }
const char* F(GetVersion)(void) { return "2.0"; }
void* F(Instantiate)(const char* name, int type, const char* guid, const char* resources, const void* callbacks, Boolean visible,
                     Boolean logging) {
  (void)name, (void)resources, (void)callbacks, (void)visible, (void)logging;
  if (type != 0 || strcmp(guid, "{relaxation}") != 0) return NULL;
  Model* m = malloc(sizeof *m);
  *m = start();
  return m;
}
int F(SetupExperiment)(void* c, Boolean tolerance_given, double tolerance, double begin, Boolean stop_given, double stop) {
  (void)tolerance_given, (void)tolerance, (void)stop_given, (void)stop;
  ((Model*)c)->time = begin;
  return ok;
}
int F(EnterInitializationMode)(void* c) { return (void)c, ok; }
int F(NewDiscreteStates)(void* c, EventInfo* info) {
  memset(info, 0, sizeof *info);
  info->states = handle_event(c);
  return ok;
}
int F(CompletedIntegratorStep)(void* c, Boolean no_set, Boolean* events, Boolean* terminate) {
  (void)c, (void)no_set;
  *events = *terminate = 0;
  return ok;
}
int F(GetReal)(void* c, const uint32_t* refs, size_t n, double* values) {
  int status = ok;
  for (size_t i = 0; i < n && status == ok; ++i) status = get_real(c, refs[i], &values[i]);
  return status;
}
int F(SetReal)(void* c, const uint32_t* refs, size_t n, const double* values) {
  int status = ok;
  for (size_t i = 0; i < n && status == ok; ++i) status = set_real(c, refs[i], values[i]);
  return status;
}
int F(GetInteger)(void* c, const uint32_t* refs, size_t n, int* values) { return (void)c, (void)refs, (void)values, n == 0 ? ok : error; }
int F(SetInteger)(void* c, const uint32_t* refs, size_t n, const int* values) { return (void)c, (void)refs, (void)values, n == 0 ? ok : error; }
int F(GetBoolean)(void* c, const uint32_t* refs, size_t n, Boolean* values) {
  for (size_t i = 0; i < n; ++i) {
    if (refs[i] != ref_low) return error;
    values[i] = ((Model*)c)->low;
  }
  return ok;
}
int F(SetBoolean)(void* c, const uint32_t* refs, size_t n, const Boolean* values) { return (void)c, (void)refs, (void)values, n == 0 ? ok : error; }
#if OFFERS & 1
int F(GetDirectionalDerivative)(void* c, const uint32_t* rows, size_t row_count, const uint32_t* columns, size_t column_count,
                                const double* seed, double* result) {
  return directional(c, rows, row_count, columns, column_count, seed, result);
}
#endif
#define GET_STATE F(GetFMUstate)
#define SET_STATE F(SetFMUstate)
#define FREE_STATE F(FreeFMUstate)
int F(GetDerivatives)(void* c, double* dx, size_t n) {
#else
#define F(name) fmi3##name
const char* F(GetVersion)(void) { return "3.0"; }
void* F(InstantiateModelExchange)(const char* name, const char* token, const char* resources, bool visible, bool logging, void* environment,
                                  void* log) {
  (void)name, (void)resources, (void)visible, (void)logging, (void)environment, (void)log;
  if (strcmp(token, "{relaxation}") != 0) return NULL;
  Model* m = malloc(sizeof *m);
  *m = start();
  return m;
}
int F(EnterInitializationMode)(void* c, bool tolerance_given, double tolerance, double begin, bool stop_given, double stop) {
  (void)tolerance_given, (void)tolerance, (void)stop_given, (void)stop;
  ((Model*)c)->time = begin;
  return ok;
}
int F(UpdateDiscreteStates)(void* c, bool* again, bool* terminate, bool* nominals, bool* states, bool* next_given, double* next) {
  *again = *terminate = *nominals = *next_given = false;
  *next = 0;
  *states = handle_event(c);
  return ok;
}
int F(CompletedIntegratorStep)(void* c, bool no_set, bool* events, bool* terminate) {
  (void)c, (void)no_set;
  *events = *terminate = false;
  return ok;
}
int F(GetFloat64)(void* c, const uint32_t* refs, size_t n, double* values, size_t count) {
  int status = n == count ? ok : error;
  for (size_t i = 0; i < n && status == ok; ++i) status = get_real(c, refs[i], &values[i]);
  return status;
}
int F(SetFloat64)(void* c, const uint32_t* refs, size_t n, const double* values, size_t count) {
  int status = n == count ? ok : error;
  for (size_t i = 0; i < n && status == ok; ++i) status = set_real(c, refs[i], values[i]);
  return status;
}
int F(GetBoolean)(void* c, const uint32_t* refs, size_t n, bool* values, size_t count) {
  for (size_t i = 0; i < n; ++i) {
    if (refs[i] != ref_low || n != count) return error;
    values[i] = ((Model*)c)->low != 0;
  }
  return ok;
}
#if OFFERS & 1
int F(GetDirectionalDerivative)(void* c, const uint32_t* rows, size_t row_count, const uint32_t* columns, size_t column_count,
                                const double* seed, size_t seeds, double* result, size_t results) {
  if (seeds != column_count || results != row_count) return error;
  return directional(c, rows, row_count, columns, column_count, seed, result);
}
#endif
#define GET_STATE F(GetFMUState)
#define SET_STATE F(SetFMUState)
#define FREE_STATE F(FreeFMUState)
int F(GetContinuousStateDerivatives)(void* c, double* dx, size_t n) {
#endif
  if (n != 2) return error;
  int status = get_real(c, ref_der_x, &dx[0]);
  return status == ok ? get_real(c, ref_der_y, &dx[1]) : status;
}

void F(FreeInstance)(void* c) { free(c); }
int F(ExitInitializationMode)(void* c) { return (void)c, ok; }
int F(Terminate)(void* c) { return (void)c, ok; }
int F(Reset)(void* c) {
  *(Model*)c = start();
  return ok;
}
int F(EnterEventMode)(void* c) { return (void)c, ok; }
int F(EnterContinuousTimeMode)(void* c) { return (void)c, ok; }
int F(SetTime)(void* c, double time) {
  ((Model*)c)->time = time;
  return ok;
}
int F(SetContinuousStates)(void* c, const double* x, size_t n) {
  if (n != 2) return error;
  ((Model*)c)->x = x[0];
  ((Model*)c)->y = x[1];
  return ok;
}
int F(GetContinuousStates)(void* c, double* x, size_t n) {
  if (n != 2) return error;
  x[0] = ((Model*)c)->x;
  x[1] = ((Model*)c)->y;
  return ok;
}
int F(GetNominalsOfContinuousStates)(void* c, double* nominals, size_t n) {
  (void)c;
  for (size_t i = 0; i < n; ++i) nominals[i] = 1;
  return ok;
}
int F(GetEventIndicators)(void* c, double* z, size_t n) { return n == 1 ? get_real(c, ref_indicator, z) : error; }
#if OFFERS & 2
int GET_STATE(void* c, void** state) {
  if (*state == NULL) *state = malloc(sizeof(Model));
  memcpy(*state, c, sizeof(Model));
  return ok;
}
int SET_STATE(void* c, void* state) {
  memcpy(c, state, sizeof(Model));
  return ok;
}
int FREE_STATE(void* c, void** state) {
  (void)c;
  free(*state);
  *state = NULL;
  return ok;
}
#endif
