/* One step of a linearly implicit method whose matrix A is a set R of rows of the exact Jacobian, with all their
 * columns, and zero elsewhere. States outside R are explicit: with b the right side of the stage,
 *
 *   U_S = h gamma b_S,   (I - h gamma J_RR) U_R = h gamma (b_R + J_RS U_S)
 *
 * R is everything (Rodas5P), some rows or any (ROS34PW2), nothing (Dormand-Prince). */
#ifndef SUNDER_RUNTIME_ROSENBROCK_STEP_H
#define SUNDER_RUNTIME_ROSENBROCK_STEP_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/compressed_rows.h"
#include "runtime/status.h"
#include "runtime/tableau.h"

#ifdef __cplusplus
extern "C" {
#endif

/* x' = f(t, x). The Jacobian may be given opened: as A - B D^-1 C, by the sparse matrix [A B; C D] whose last
 * `opened_count` rows and columns are those of equations that f solves for unknowns of their own. D is never inverted:
 * the linear system of a stage has these unknowns beside the states. Callbacks return SUNDER_OK, SUNDER_RECOVERABLE or
 * SUNDER_FATAL; factor and solve also SUNDER_SINGULAR, which is recoverable: another step has another matrix. */
struct SunderSystem {
  void* user;
  uint32_t state_count;
  int (*derivatives)(void* user, double t, const double* x, double* dx);
  /* The implicit states R in ascending order; null when these are all states (row_count of the pattern = state_count)
   * or none (row_count = 0). What follows concerns them only. */
  const uint32_t* rows;
  /* Row k is the row of state rows[k]; columns are states, all of them. */
  struct SunderPattern jacobian_pattern;
  uint32_t opened_count; /* so many rows stand behind the row_count rows, so many columns behind the states */
  int (*jacobian)(void* user, double t, const double* x, double* values);
  /* Partial derivatives of f by the time, one per row; null when f does not depend on the time. */
  int (*time_derivatives)(void* user, double t, const double* x, double* values);
  int values_checked;    /* callbacks fail by themselves when what they write is not finite */
  int jacobian_constant; /* it changes at restarts only: evaluated once, and its factors kept while the step stays */
  void* linear;
  /* I - c J_RR, J as `jacobian` wrote it; opened: [I - c A_RR, -c B; -c C_R, -c D]. */
  int (*factor)(void* linear, double c, const double* values);
  int (*solve)(void* linear, double* b); /* overwrites the right side, one number per row, opened ones last */
};

enum SunderCallback {
  SUNDER_IN_NONE,
  SUNDER_IN_DERIVATIVES,
  SUNDER_IN_JACOBIAN,
  SUNDER_IN_TIME_DERIVATIVES,
  SUNDER_IN_FACTOR,
  SUNDER_IN_SOLVE
};

struct SunderStepCounts {
  uint64_t evaluations;
  uint64_t jacobians;
  uint64_t factorisations;
  uint64_t solves;
};

struct SunderStep {
  struct SunderSystem system;
  const struct SunderTableau* tableau;
  struct SunderStepCounts counts;
  enum SunderCallback failed_in; /* the callback that failed last */

  /* The step attempted last, from `start` to `end`. Once it is accepted, the next one starts at its end. */
  double start, end, length;
  double* before;      /* states at the start */
  double* after;       /* states at the end */
  const double* error; /* estimate of the error at the end, one number per state */

  /* inner: */
  int is_accepted;
  int start_slope_known, time_slope_known, jacobian_known, end_slope_known;
  double factored; /* h gamma of the factors held, 0 when there are none */
  double* stage[SUNDER_MAX_STAGES];
  double *argument, *slope, *start_slope, *end_slope;
  double *jacobian, *time_slope, *right_side;
  uint32_t *row_of_state, *outside_start, *outside_entry;
};

/* Bytes that a step needs, aligned like doubles. */
size_t sunder_step_memory(const struct SunderSystem* system, const struct SunderTableau* tableau);

/* SUNDER_REFUSED when the method cannot have these rows as its matrix. */
int sunder_step_init(struct SunderStep* step, const struct SunderSystem* system, const struct SunderTableau* tableau,
                     void* memory);

/* Starts at t with the states x; nothing is known there. */
void sunder_step_begin(struct SunderStep* step, double t, const double* x);

/* f changed, though no state jumped: what is known of it at the end of the step, or at the start of the next, does not
 * hold any more (a constant Jacobian does). */
void sunder_step_forget(struct SunderStep* step);

/* Evaluates at the start what is not known there yet: f, the rows of the Jacobian, the derivatives by the time. A
 * recoverable failure is SUNDER_NO_START: a smaller step would need the same. */
int sunder_step_prepare(struct SunderStep* step);

/* x'' = J f + f_t at the prepared start, exact in implicit rows, in explicit ones, and where the Jacobian is opened, by
 * the difference of f over `delta` along the solution (one evaluation, if there are any). It stays valid until the next
 * attempt. */
int sunder_step_second_derivatives(struct SunderStep* step, double delta, const double** result);

/* Attempts the step to `end`, preparing its start first; nothing is evaluated behind `end`. `after` and `error` are
 * what it gives. It may be attempted again with another end: what is known at the start is kept. `length` is end -
 * start up to the rounding of the times: steps of equal length share factors where the Jacobian is constant. */
int sunder_step_attempt(struct SunderStep* step, double length, double end);

/* Accepts the step attempted last. Nothing is computed. */
void sunder_step_accept(struct SunderStep* step);

/* Two states at the end of the accepted step that differ by what the last stage changed, and f at both: what explicit
 * states make of the difference tells whether the step is near the limit of their stability (Hairer and Wanner, Solving
 * Ordinary Differential Equations II, section IV.2). Only for steps with explicit states; f at the end is evaluated if
 * it is not known, the next step needs it anyway. Valid until the next step is prepared. */
struct SunderProbe {
  const double *change, *slope, *other_slope;
};
int sunder_step_probe(struct SunderStep* step, struct SunderProbe* probe);

/* Whether a state is one of the rows R. */
int sunder_step_is_implicit(const struct SunderStep* step, uint32_t state);

/* The time and the states reached; f at the start of the step once it is prepared. */
double sunder_step_time(const struct SunderStep* step);
const double* sunder_step_states(const struct SunderStep* step);
const double* sunder_step_start_slopes(const struct SunderStep* step);

/* Inside the step accepted last, theta in 0..1, until the next one is prepared: values of some states and their
 * derivatives by the time, by the continuous extension of the method; exact at both ends. `states` null: all of them,
 * otherwise `count` states. `values` or `slopes` may be null. Explicit states beside implicit ones need f at the end,
 * which the next step needs too: its failure is returned. */
int sunder_step_interpolate(struct SunderStep* step, double theta, uint32_t count, const uint32_t* states,
                            double* values, double* slopes);

/* The polynomial of the step accepted last, for keeping it: K_0, K_1, K_2 of tableau.h, state_count numbers each. */
int sunder_step_extension(struct SunderStep* step, double* terms);

#ifdef __cplusplus
}
#endif

#endif
