/* One loop while it is being solved: what the files of the solver ask of each other. */
#ifndef SUNDER_RUNTIME_LOOP_INNER_H
#define SUNDER_RUNTIME_LOOP_INNER_H

#include "runtime/loop.h"

/* Unknowns smaller than this are compared with this. */
#define SUNDER_LOOP_SMALLEST_SIZE 1e-9

struct SunderLoop {
  const struct SunderLoopFamily* family;
  struct SunderLoopMemory* memory;
  const struct SunderLoopCode* code;
  double* frame[SPACE_COUNT];
  double* const* guesses;
  int keeps_guesses; /* in its memory */
  const struct SunderLoopEffort* effort;
  struct SunderLoopFailure* failure;
  uint32_t instance;
  uint32_t iterated; /* some unknowns, with the others following (torn), or all */
  int torn;
  int pivoted;          /* relaxed: not in the fixed order */
  int bounded, clipped; /* steps end at the bounds of the unknowns; one did */
  int unfactored;       /* the guesses were a solution, and their matrix was not looked at */
  int leaps;            /* steps are not shortened where residuals grow */
  int ranked;           /* factors of a matrix that may be singular: what it does not determine does not move */
};

static inline int sunder_loop_can_tear(const struct SunderLoopFamily* family) {
  return family->iterated < family->size;
}
static inline size_t sunder_loop_entries(const struct SunderLoopFamily* family) {
  return family->dense ? (size_t)family->size * family->size : family->entry_count;
}
static inline struct SunderPlace sunder_loop_place(const struct SunderLoop* loop, uint32_t number) {
  return loop->family->places[(size_t)loop->instance * loop->family->size + number];
}
static inline double* sunder_loop_unknown(const struct SunderLoop* loop, uint32_t number) {
  const struct SunderPlace place = sunder_loop_place(loop, number);
  return &loop->frame[place.space][place.index];
}
static inline double sunder_loop_guess(const struct SunderLoop* loop, uint32_t number) {
  if (loop->keeps_guesses) return loop->memory->guesses[number];
  const struct SunderPlace place = sunder_loop_place(loop, number);
  return loop->guesses[place.space][place.index];
}

/* Some unknowns are iterated and the others follow, or all are iterated. */
void sunder_loop_iterate(struct SunderLoop* loop, int torn);
/* What is not iterated, from what is. */
void sunder_loop_follow(struct SunderLoop* loop);
/* Residuals and matrix at the unknowns in the frame. The factors of the instance are overwritten. */
void sunder_loop_evaluate(struct SunderLoop* loop);
int sunder_loop_is_finite(const struct SunderLoop* loop);
/* Residuals relative to the largest entry of their row of the matrix: independent of units. */
double sunder_loop_measure(struct SunderLoop* loop);
double sunder_loop_norm(const struct SunderLoop* loop);
/* 0: singular, and the failure tells where. */
int sunder_loop_factor(struct SunderLoop* loop);
/* All unknowns, or only the iterated ones, when the other equations hold. */
void sunder_loop_back_substitute(const struct SunderLoop* loop, double* vector);
void sunder_loop_solve_iterated(const struct SunderLoop* loop, double* vector);
/* The equation with the largest residual and the unknown that moved most. 0, for those who return it. */
int sunder_loop_blame(struct SunderLoop* loop, int answer);

/* In the fixed order of a relaxed loop. 0: there is none, or a pivot of it is of no use here. */
int sunder_loop_factor_in_order(struct SunderLoop* loop);
int sunder_loop_factor_relaxed(struct SunderLoop* loop);
/* By its factors. */
void sunder_loop_solve_relaxed(const struct SunderLoop* loop, double* vector);
/* Linear relaxed loops, where rows that have unknowns only are zero. Where their right-hand sides and solutions stand:
 * where the unknowns belong, if these stand there in the order of the elimination. */
double* sunder_loop_relaxed_vector(const struct SunderLoop* loop);
/* Right-hand sides, but for rows that have none, and coefficients, but for units. */
void sunder_loop_evaluate_right(struct SunderLoop* loop, double* matrix, double* vector);
/* Forward substitution, with the factorisation where `factor` asks for it; then the rest, and the unknowns go where
 * they belong. 0: a pivot, or a solution, is of no use. */
int sunder_loop_forward_relaxed(struct SunderLoop* loop, double* vector, int factor);
int sunder_loop_backward_relaxed(const struct SunderLoop* loop, double* vector);
/* The last block without factors, from `start` or from zero. 0: that does not converge, and the vector is as it was. */
int sunder_loop_iterate_last(const struct SunderLoop* loop, const double* entries, double* vector, const double* start);

int sunder_loop_solve_linear(struct SunderLoop* loop);
/* After a matrix that is singular: what nothing determines (the temperature of a medium that does not flow, the
 * pressure in a pipe that both ends keep from flowing, say) stays what it was, if the equations agree with each other.
 * Whoever asked is told, and finds out whether it matters. */
int sunder_loop_solve_undetermined(struct SunderLoop* loop);
/* From the guesses only: a nonlinear loop that was solved so the last time. */
int sunder_loop_go_ranked(struct SunderLoop* loop);
/* At a solution of a nonlinear loop whose matrix was not looked at. */
void sunder_loop_look_for_free(struct SunderLoop* loop);
/* Ranked, at the matrix in the frame. */
int sunder_loop_factor_ranked(struct SunderLoop* loop);
/* Tangents of what is not determined. */
void sunder_loop_back_substitute_undetermined(const struct SunderLoop* loop, double* vector);

int sunder_loop_solve_nonlinear(struct SunderLoop* loop);
/* The unknowns at their guesses, or at a distance from them relative to their size, a different one for each. */
void sunder_loop_start(struct SunderLoop* loop, double distance);
/* From the unknowns in the frame. */
int sunder_loop_newton(struct SunderLoop* loop);
int sunder_loop_continue(struct SunderLoop* loop);
/* From the guesses, by steps that do not depend on how equations are scaled. */
int sunder_loop_go_naturally(struct SunderLoop* loop);
int sunder_loop_is_within(struct SunderLoop* loop); /* the bounds of the unknowns */

#endif
