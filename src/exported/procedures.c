#include "exported/procedures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_MSC_VER)
#define THREAD_LOCAL __declspec(thread)
#else
#define THREAD_LOCAL _Thread_local
#endif

/* As in symbolic/procedure.cpp. */
enum { REMEMBERED = 16, DEEPEST = 400, MOST_STATEMENTS = 10000000 };

struct Remembered {
  const struct SunderProcedure* procedure;
  double* numbers; /* arguments, then outputs */
  size_t capacity;
};

struct SunderCalls {
  struct Remembered known[REMEMBERED];
  int32_t depth;
  int64_t left;
  char complaint[300];
};

static THREAD_LOCAL struct SunderCalls* active;

struct SunderCalls* sunder_calls_create(void) {
  return (struct SunderCalls*)calloc(1, sizeof(struct SunderCalls));
}

void sunder_calls_free(struct SunderCalls* calls) {
  if (calls == NULL) return;
  for (int i = 0; i < REMEMBERED; ++i) free(calls->known[i].numbers);
  if (active == calls) active = NULL;
  free(calls);
}

void sunder_calls_use(struct SunderCalls* calls) { active = calls; }

const char* sunder_calls_complaint(const struct SunderCalls* calls) { return calls->complaint; }

void sunder_calls_forget_complaint(struct SunderCalls* calls) { calls->complaint[0] = 0; }

static struct Remembered* place_of(const struct SunderProcedure* p, const double* arguments) {
  uint64_t hash = (uint64_t)(uintptr_t)p * UINT64_C(0x9E3779B97F4A7C15);
  for (uint32_t i = 0; i < p->inputs; ++i) {
    uint64_t bits = 0;
    memcpy(&bits, &arguments[i], sizeof bits);
    hash = (hash ^ bits) * UINT64_C(0x9E3779B97F4A7C15);
  }
  return &active->known[(hash >> 32U) % REMEMBERED];
}

int sunder_call_known(const struct SunderProcedure* p, uint32_t which, const double* arguments, double* value) {
  const struct Remembered* last = place_of(p, arguments);
  if (last->procedure != p) return 0;
  if (p->inputs > 0 && memcmp(last->numbers, arguments, p->inputs * sizeof(double)) != 0) return 0;
  *value = last->numbers[p->inputs + which];
  return 1;
}

static int refuse(const struct SunderProcedure* p, const char* why) {
  if (active->complaint[0] == 0) snprintf(active->complaint, sizeof active->complaint, "'%.200s' %s", p->name, why);
  return 0;
}

int sunder_call_begin(const struct SunderProcedure* p) {
  if (active->depth++ == 0) active->left = MOST_STATEMENTS;
  if (active->depth > DEEPEST) return refuse(p, "calls itself too many levels deep");
  return sunder_call_goes_on(p, 1);
}

int sunder_call_goes_on(const struct SunderProcedure* p, uint32_t statements) {
  active->left -= statements;
  if (active->left > 0) return 1;
  active->left = 1;
  return refuse(p, "takes more than ten million steps");
}

void sunder_call_undecided(const struct SunderProcedure* p) { refuse(p, "meets a condition that has no value"); }

void sunder_call_end(const struct SunderProcedure* p, const double* arguments, double* outputs, int good) {
  struct Remembered* last = place_of(p, arguments); /* calls inside of this one may have taken the place */
  const size_t count = (size_t)p->inputs + p->outputs;
  --active->depth;
  for (uint32_t i = 0; i < p->outputs && !good; ++i) outputs[i] = NAN;
  last->procedure = NULL;
  if (count > last->capacity) {
    double* larger = (double*)realloc(last->numbers, count * sizeof(double));
    if (larger == NULL) return; /* it is computed again where it is asked for again */
    last->numbers = larger;
    last->capacity = count;
  }
  last->procedure = p;
  if (p->inputs > 0) memcpy(last->numbers, arguments, p->inputs * sizeof(double));
  memcpy(last->numbers + p->inputs, outputs, p->outputs * sizeof(double));
}

double sunder_fail(const char* message) {
  if (active->complaint[0] == 0) snprintf(active->complaint, sizeof active->complaint, "%s", message);
  return NAN;
}
