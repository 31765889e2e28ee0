/* An FMU of our own for variables that are no numbers, in both versions of the standard, for Model Exchange: the output
 * `length` counts the characters of the String `name` and the bytes of the Binary `blob` (3.0), and adds a hundred
 * times the value of the Enumeration `mode`. It warns whenever it is asked for outputs. FMI_VERSION is 2 or 3. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef FMI_VERSION
#define FMI_VERSION 2
#endif

enum { ok = 0, warning = 1, error = 3 };
enum { ref_name = 1, ref_greeting, ref_blob, ref_mode, ref_length };

struct Texts {
  char name[200], greeting[220];
  uint8_t blob[64];
  size_t blob_size;
  int64_t mode;
  void* environment;
  void* logger;
};

static void reset(struct Texts* t) {
  strcpy(t->name, "nobody");
  t->blob_size = 2;
  t->blob[0] = 0xAB;
  t->blob[1] = 0x01;
  t->mode = 1;
}

#if FMI_VERSION == 2

typedef unsigned Ref;
struct Callbacks {
  void (*logger)(void*, const char*, int, const char*, const char*, ...);
  void* (*allocate)(size_t, size_t), (*free)(void*), (*finished)(void*, int);
  void* environment;
};
struct EventInfo {
  int again, terminate, nominals, states, defined;
  double next;
};
typedef void (*Logger)(void*, const char*, int, const char*, const char*, ...);

static void warn(struct Texts* t) {
  ((Logger)t->logger)(t->environment, "texts", warning, "logStatusWarning", "%s is %s", "the name", t->name);
}

const char* fmi2GetTypesPlatform(void) { return "default"; }
const char* fmi2GetVersion(void) { return "2.0"; }
void* fmi2Instantiate(const char* name, int kind, const char* token, const char* where, const struct Callbacks* calls,
                      int visible, int log) {
  struct Texts* t = calloc(1, sizeof *t);
  (void)name, (void)kind, (void)token, (void)where, (void)visible, (void)log;
  t->logger = (void*)calls->logger;
  t->environment = calls->environment;
  reset(t);
  return t;
}
void fmi2FreeInstance(void* c) { free(c); }
int fmi2SetupExperiment(void* c, int a, double b, double d, int e, double f) {
  (void)c, (void)a, (void)b, (void)d, (void)e, (void)f;
  return ok;
}
int fmi2EnterInitializationMode(void* c) { return c == NULL; }
int fmi2ExitInitializationMode(void* c) { return c == NULL; }
int fmi2Terminate(void* c) { return c == NULL; }
int fmi2Reset(void* c) { return reset(c), ok; }
int fmi2GetReal(void* c, const Ref* r, size_t n, double* v) {
  struct Texts* t = c;
  for (size_t i = 0; i < n; ++i) {
    if (r[i] != ref_length) return error;
    v[i] = (double)strlen(t->name) + 100 * (double)t->mode;
    warn(t);
  }
  return ok;
}
int fmi2GetInteger(void* c, const Ref* r, size_t n, int* v) {
  for (size_t i = 0; i < n; ++i) {
    if (r[i] != ref_mode) return error;
    v[i] = (int)((struct Texts*)c)->mode;
  }
  return ok;
}
int fmi2GetBoolean(void* c, const Ref* r, size_t n, int* v) { return (void)c, (void)r, (void)v, n == 0 ? ok : error; }
int fmi2GetString(void* c, const Ref* r, size_t n, const char** v) {
  struct Texts* t = c;
  strcpy(t->greeting, "hello ");
  strcat(t->greeting, t->name);
  for (size_t i = 0; i < n; ++i) v[i] = r[i] == ref_name ? t->name : t->greeting;
  return ok;
}
int fmi2SetReal(void* c, const Ref* r, size_t n, const double* v) {
  return (void)c, (void)r, (void)v, n == 0 ? ok : error;
}
int fmi2SetInteger(void* c, const Ref* r, size_t n, const int* v) {
  for (size_t i = 0; i < n; ++i) {
    if (r[i] != ref_mode) return error;
    ((struct Texts*)c)->mode = v[i];
  }
  return ok;
}
int fmi2SetBoolean(void* c, const Ref* r, size_t n, const int* v) {
  return (void)c, (void)r, (void)v, n == 0 ? ok : error;
}
int fmi2SetString(void* c, const Ref* r, size_t n, const char* const* v) {
  for (size_t i = 0; i < n; ++i) {
    if (r[i] != ref_name || strlen(v[i]) >= 200) return error;
    strcpy(((struct Texts*)c)->name, v[i]);
  }
  return ok;
}
int fmi2EnterEventMode(void* c) { return c == NULL; }
int fmi2NewDiscreteStates(void* c, struct EventInfo* info) {
  memset(info, 0, sizeof *info);
  return c == NULL;
}
int fmi2EnterContinuousTimeMode(void* c) { return c == NULL; }
int fmi2CompletedIntegratorStep(void* c, int no_set, int* enter, int* end) {
  (void)no_set;
  *enter = *end = 0;
  return c == NULL;
}
int fmi2SetTime(void* c, double time) { return (void)time, c == NULL; }
int fmi2SetContinuousStates(void* c, const double* x, size_t n) { return (void)c, (void)x, n == 0 ? ok : error; }
int fmi2GetDerivatives(void* c, double* x, size_t n) { return (void)c, (void)x, n == 0 ? ok : error; }
int fmi2GetEventIndicators(void* c, double* x, size_t n) { return (void)c, (void)x, n == 0 ? ok : error; }
int fmi2GetContinuousStates(void* c, double* x, size_t n) { return (void)c, (void)x, n == 0 ? ok : error; }
int fmi2GetNominalsOfContinuousStates(void* c, double* x, size_t n) { return (void)c, (void)x, n == 0 ? ok : error; }

#else

typedef uint32_t Ref;
typedef void (*Logger)(void*, int, const char*, const char*);

static void warn(struct Texts* t) {
  char text[260] = "the name is ";
  strcat(text, t->name);
  ((Logger)t->logger)(t->environment, warning, "logStatusWarning", text);
}

const char* fmi3GetVersion(void) { return "3.0"; }
void* fmi3InstantiateModelExchange(const char* name, const char* token, const char* where, bool visible, bool log,
                                   void* environment, Logger logger) {
  struct Texts* t = calloc(1, sizeof *t);
  (void)name, (void)token, (void)where, (void)visible, (void)log;
  t->logger = (void*)logger;
  t->environment = environment;
  reset(t);
  return t;
}
void fmi3FreeInstance(void* c) { free(c); }
int fmi3EnterInitializationMode(void* c, bool a, double b, double d, bool e, double f) {
  (void)a, (void)b, (void)d, (void)e, (void)f;
  return c == NULL;
}
int fmi3ExitInitializationMode(void* c) { return c == NULL; }
int fmi3Terminate(void* c) { return c == NULL; }
int fmi3Reset(void* c) { return reset(c), ok; }
int fmi3GetFloat64(void* c, const Ref* r, size_t n, double* v, size_t m) {
  struct Texts* t = c;
  for (size_t i = 0; i < n && i < m; ++i) {
    if (r[i] != ref_length) return error;
    v[i] = (double)strlen(t->name) + (double)t->blob_size + 100 * (double)t->mode;
    warn(t);
  }
  return ok;
}
int fmi3SetFloat64(void* c, const Ref* r, size_t n, const double* v, size_t m) {
  return (void)c, (void)r, (void)v, n + m == 0 ? ok : error;
}
int fmi3GetInt64(void* c, const Ref* r, size_t n, int64_t* v, size_t m) {
  for (size_t i = 0; i < n && i < m; ++i) {
    if (r[i] != ref_mode) return error;
    v[i] = ((struct Texts*)c)->mode;
  }
  return ok;
}
int fmi3SetInt64(void* c, const Ref* r, size_t n, const int64_t* v, size_t m) {
  for (size_t i = 0; i < n && i < m; ++i) {
    if (r[i] != ref_mode) return error;
    ((struct Texts*)c)->mode = v[i];
  }
  return ok;
}
int fmi3GetString(void* c, const Ref* r, size_t n, const char** v, size_t m) {
  struct Texts* t = c;
  strcpy(t->greeting, "hello ");
  strcat(t->greeting, t->name);
  for (size_t i = 0; i < n && i < m; ++i) v[i] = r[i] == ref_name ? t->name : t->greeting;
  return ok;
}
int fmi3SetString(void* c, const Ref* r, size_t n, const char* const* v, size_t m) {
  for (size_t i = 0; i < n && i < m; ++i) {
    if (r[i] != ref_name || strlen(v[i]) >= 200) return error;
    strcpy(((struct Texts*)c)->name, v[i]);
  }
  return ok;
}
int fmi3GetBinary(void* c, const Ref* r, size_t n, size_t* sizes, const uint8_t** v, size_t m) {
  for (size_t i = 0; i < n && i < m; ++i) {
    if (r[i] != ref_blob) return error;
    sizes[i] = ((struct Texts*)c)->blob_size;
    v[i] = ((struct Texts*)c)->blob;
  }
  return ok;
}
int fmi3SetBinary(void* c, const Ref* r, size_t n, const size_t* sizes, const uint8_t* const* v, size_t m) {
  struct Texts* t = c;
  for (size_t i = 0; i < n && i < m; ++i) {
    if (r[i] != ref_blob || sizes[i] > sizeof t->blob) return error;
    memcpy(t->blob, v[i], sizes[i]);
    t->blob_size = sizes[i];
  }
  return ok;
}
int fmi3EnterEventMode(void* c) { return c == NULL; }
int fmi3UpdateDiscreteStates(void* c, bool* again, bool* end, bool* nominals, bool* states, bool* defined,
                             double* next) {
  *again = *end = *nominals = *states = *defined = false;
  *next = 0;
  return c == NULL;
}
int fmi3EnterContinuousTimeMode(void* c) { return c == NULL; }
int fmi3CompletedIntegratorStep(void* c, bool no_set, bool* enter, bool* end) {
  (void)no_set;
  *enter = *end = false;
  return c == NULL;
}
int fmi3SetTime(void* c, double time) { return (void)time, c == NULL; }
int fmi3SetContinuousStates(void* c, const double* x, size_t n) { return (void)c, (void)x, n == 0 ? ok : error; }
int fmi3GetContinuousStateDerivatives(void* c, double* x, size_t n) { return (void)c, (void)x, n == 0 ? ok : error; }
int fmi3GetEventIndicators(void* c, double* x, size_t n) { return (void)c, (void)x, n == 0 ? ok : error; }
int fmi3GetContinuousStates(void* c, double* x, size_t n) { return (void)c, (void)x, n == 0 ? ok : error; }
int fmi3GetNominalsOfContinuousStates(void* c, double* x, size_t n) { return (void)c, (void)x, n == 0 ? ok : error; }

#endif
