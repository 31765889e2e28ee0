/* Functions that the model calls while it runs: what is common to all of them. The generated code of each asks whether
 * the call is known, runs its statements over registers, and tells how it ended. */
#ifndef SUNDER_EXPORTED_PROCEDURES_H
#define SUNDER_EXPORTED_PROCEDURES_H

#include <stddef.h>
#include <stdint.h>

struct SunderProcedure {
  const char* name;
  uint32_t inputs, outputs;
};

struct SunderCalls;

/* Null: no memory. */
struct SunderCalls* sunder_calls_create(void);
void sunder_calls_free(struct SunderCalls* calls);
/* Of this thread, from now on. */
void sunder_calls_use(struct SunderCalls* calls);
/* Why the last evaluation has a value that is no number; empty: no function is to blame. */
const char* sunder_calls_complaint(const struct SunderCalls* calls);
void sunder_calls_forget_complaint(struct SunderCalls* calls);

/* Whether output `which` for these arguments was computed a short while ago: several outputs of one call cost one. */
int sunder_call_known(const struct SunderProcedure* p, uint32_t which, const double* arguments, double* value);
/* 0: too deep. */
int sunder_call_begin(const struct SunderProcedure* p);
/* Going back by so many statements; 0: that has been done too often. */
int sunder_call_goes_on(const struct SunderProcedure* p, uint32_t statements);
void sunder_call_undecided(const struct SunderProcedure* p);
/* Where it did not end well, no output is a number. */
void sunder_call_end(const struct SunderProcedure* p, const double* arguments, double* outputs, int good);
/* Not a number; the message is kept. */
double sunder_fail(const char* message);

#endif
