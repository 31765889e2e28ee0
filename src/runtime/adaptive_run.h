/* A run with steps of its own choice: begin, advance step by step towards limits, look inside the step just taken,
 * restart after an event. */
#ifndef SUNDER_RUNTIME_ADAPTIVE_RUN_H
#define SUNDER_RUNTIME_ADAPTIVE_RUN_H

#include "runtime/rosenbrock_step.h"
#include "runtime/step_control.h"

#ifdef __cplusplus
extern "C" {
#endif

struct SunderRunOptions {
  double tolerance;  /* of the range of each state, per step */
  double run_length; /* steps are at most a hundredth of it */
  const double* nominal;
  const uint32_t* group;
  uint32_t group_count;
};

struct SunderRunStatistics {
  uint64_t steps;    /* accepted */
  uint64_t rejected; /* error too large */
  uint64_t rejected_by_explicit_rows;
  uint64_t failed; /* a callback failed, and the step was tried again, shorter */
};

struct SunderRun {
  struct SunderStep step;
  struct SunderWeights weights;
  struct SunderRunStatistics statistics;
  double tolerance;
  double longest;
  double last_error; /* weighted error of the step accepted last, 1 at the tolerance */

  /* inner: */
  double proposed; /* length of the next step, 0 before the first after a start */
  double usual;    /* what the step accepted last would have been without a limit */
  uint32_t worst;  /* state with the largest error of the attempt made last */
  uint32_t* limited;
  uint32_t window_attempts, window_rejected, window_probes, window_stiff;
};

size_t sunder_run_memory(const struct SunderSystem* system, const struct SunderTableau* tableau,
                         const struct SunderRunOptions* options);
int sunder_run_init(struct SunderRun* run, const struct SunderSystem* system, const struct SunderTableau* tableau,
                    const struct SunderRunOptions* options, void* memory);

/* Starts at t with the states x and no history. */
void sunder_run_begin(struct SunderRun* run, double t, const double* x);

/* Goes on from t with the states x after an event: ranges are kept, and the next step is the smaller of the step before
 * and four times what a first step would be. The Jacobian is evaluated anew, even if it is constant otherwise. */
void sunder_run_restart(struct SunderRun* run, double t, const double* x);

/* Goes on where another run of the same states stands, with its ranges and its step: another method, other rows. */
void sunder_run_continue(struct SunderRun* run, const struct SunderRun* other);

/* One accepted step towards `limit`, at most to it; nothing is evaluated behind it. */
int sunder_run_advance(struct SunderRun* run, double limit);

/* The same in pieces, for callers who have a say in the length of a step or in its error. `wanted` is the length that
 * the controller would take, `length` and `end` what the limit leaves of it. */
struct SunderTry {
  double wanted, length, end;
};
int sunder_run_propose(struct SunderRun* run, double limit, struct SunderTry* next);
/* `error`: weighted, 1 at the tolerance; when the attempt failed (SUNDER_RECOVERABLE) a shorter one may not. */
int sunder_run_attempt(struct SunderRun* run, const struct SunderTry* next, double* error);
/* Accepts the step when the error is at most 1, and says whether it did. */
int sunder_run_decide(struct SunderRun* run, const struct SunderTry* next, double error);

/* Looks whether explicit states are near their limit of stability in the step accepted last. */
int sunder_run_probe(struct SunderRun* run);

/* Goes back to t with the states x, for another way from there, beginning with a step of this length (0: to be chosen).
 * Ranges are kept. */
void sunder_run_go_back(struct SunderRun* run, double t, const double* x, double next_length);

/* Time and states reached, length of the step accepted last. */
double sunder_run_time(const struct SunderRun* run);
const double* sunder_run_states(const struct SunderRun* run);
double sunder_run_last_step(const struct SunderRun* run);

/* Inside the step accepted last: see sunder_step_interpolate. */
int sunder_run_interpolate(struct SunderRun* run, double theta, uint32_t count, const uint32_t* states, double* values,
                           double* slopes);

/* Whether explicit states limit the steps by stability. Of the last attempts (at least 40, older ones count less) more
 * than 15 % were rejected with an explicit state as the worst; or, since the controller can also follow the limit of
 * stability without rejections, more than half of the probes (every fourth step) found explicit states near it. Then
 * `states` (room for all) gets the explicit states that were responsible, in ascending order, their number is returned,
 * and the counting begins anew; otherwise 0. */
uint32_t sunder_run_states_to_add(struct SunderRun* run, uint32_t* states);

#ifdef __cplusplus
}
#endif

#endif
