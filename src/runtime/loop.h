/* Loops: simultaneous equations, linear ones and those that Newton's method solves (damped, inside of the bounds of the
 * unknowns, from other starting values and by continuation where it must be). The compiled model and an exported one
 * find the same solution because this finds it for both. */
#ifndef SUNDER_RUNTIME_LOOP_H
#define SUNDER_RUNTIME_LOOP_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/frame.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of an unknown: literals or parameters. */
struct SunderBounds {
  struct SunderPlace lower, upper;
};

/* Relaxed loops: the parts of each pattern of chunks, first_part + SUNDER_RELAXED_PHASES * pattern + phase. */
enum SunderRelaxedPhase {
  SUNDER_RELAXED_FACTOR,
  SUNDER_RELAXED_FORWARD,
  /* Where rows without a right-hand side are known to be zero. Frugal: with the factorisation, of which only those
   * numbers go to memory that unknowns need that are asked for, and these unknowns only. */
  SUNDER_RELAXED_FORWARD_SPARSE,
  SUNDER_RELAXED_BACKWARD,
  SUNDER_RELAXED_BACKWARD_SPARSE, /* after the sparse one forward */
  SUNDER_RELAXED_PHASES
};

/* Chunks that follow each other with the same pattern. Each has so many pivots; their unknowns follow each other. */
struct SunderRelaxedCall {
  uint32_t pattern, begin, end, back_begin, first_unknown, pivots;
};

/* Unknowns that follow each other in the loop and in the frame. */
struct SunderRelaxedMove {
  struct SunderPlace to;
  uint32_t from, count;
};
#define SUNDER_RELAXED_APART 0xFFFFFFFFU

/* An elimination in a fixed order. Numbers that it keeps: guards (above zero where their pivots are sound), factors,
 * then the entries of the last block, which is left for pivots. */
struct SunderRelaxed {
  uint32_t first_part, call_count, factor_count, guard_count;
  uint32_t last_size, last_dense, last_entries, gather_part;
  uint32_t iterated;   /* the last block: row i is the one for column i */
  uint32_t right_part; /* of a linear loop: right-hand sides, and coefficients that are no units */
  uint32_t varies;     /* coefficients change between events */
  uint32_t frugal;     /* where nobody wants factors: see the phases; only if coefficients vary */
  const struct SunderRelaxedCall* calls;
  /* Of every instance: where the loop's vector stands among the algebraic variables, so that it is solved in place (but
   * for unknowns of other spaces, whose places there are free), or SUNDER_RELAXED_APART. */
  const uint32_t* home;
  const struct SunderRelaxedMove* moves; /* from where an instance is solved, ascending by `from` */
  const uint32_t* move_start;            /* of every instance */
  const uint32_t *last_column_start, *last_row_index;
};

/* Loops of one structure; instance i has the unknowns [i * size, (i + 1) * size). */
struct SunderLoopFamily {
  uint32_t linear, dense, size, instances, part, entry_count;
  uint32_t iterated, inner; /* the first unknowns; fewer than all (torn): the part `inner` computes the others */
  const struct SunderPlace* places;
  const struct SunderBounds* bounds;        /* of the unknowns; null: none has any */
  const uint32_t *column_start, *row_index; /* not dense: the row of each entry, as the part writes them */
  const struct SunderRelaxed* relaxed;      /* null: not relaxed; else not dense and not torn */
};

/* What a loop is computed with. */
struct SunderLoopCode {
  void* of;
  /* Residuals (and the matrix) of instances [begin, end), or what follows from the iterated unknowns. */
  void (*run)(void* of, uint32_t part, double* const* frame, uint32_t begin, uint32_t end);
  /* Not dense: factors of an instance; beyond the instances: of its last block. The size of the loop (or of the last
   * block), or the column that has no pivot. */
  size_t (*factor)(void* of, uint32_t instance, const double* matrix);
  void (*solve)(void* of, uint32_t instance, double* vector);
  /* Memory for what is rarely done: `slot` 0 is lost with the next call for it, slot 1 + i belongs to instance i and is
   * kept until a call for it with another size. Null: there is none. */
  double* (*reserve)(void* of, uint32_t slot, size_t count);
};

/* What is done for the solution. */
struct SunderLoopEffort {
  int keep_factors; /* every loop is factored at its solution, as tangents need it */
  /* A solution far from the guesses is looked for too: where nothing is known (the start, after an event), not inside
   * of steps, which can be taken shorter. */
  int persistent;
  double displaced; /* what nothing determines has this distance from its guess, relative to its size */
};

enum SunderLoopAnswer { SUNDER_LOOP_SOLVED, SUNDER_LOOP_NOT_CONVERGED, SUNDER_LOOP_SINGULAR, SUNDER_LOOP_NOT_FINITE };

/* Why there is no solution. */
struct SunderLoopFailure {
  int answer;
  uint32_t row, column; /* the largest residual; the unknown that moves most or is not determined */
  double residual;
  int iterations;
  double continued; /* how far the way from the starting values could be followed, of 1; negative: not tried */
};

enum { SUNDER_LOOP_ITERATIONS = 100 };

struct SunderLoopMemory {
  double *residual, *scale, *step, *trial, *scratch;
  double* guesses; /* of the instance that is solved: where they stand, parameters that are unknowns are overwritten */
  double* matrix;  /* linear or not dense: one for all instances */
  double* factors; /* dense: of every instance; torn: those of the iterated unknowns */
  uint32_t* pivots;
  double *kept, *followers; /* torn: the matrix that was factored, and how unknowns follow the iterated ones */
  double* cancelled;        /* torn, linear: the largest terms that add up to the matrix of the iterated unknowns */
  uint8_t* by_whole;        /* torn: instances whose unknowns were all iterated; relaxed: factored with pivots */
  double *eliminated, *last_factors; /* relaxed: of every instance */
  uint32_t* last_pivots;
  uint64_t pivoted_count;                               /* relaxed: factorisations that needed pivots */
  double* last_unknowns;                                /* iterated last blocks: three vectors */
  uint8_t* last_is_factored;                            /* of every instance: its iteration does not converge */
  uint64_t iterated_count, factored_count, sweep_count; /* solutions by iteration; those that did not converge */
  double* factored;      /* linear: the matrix of each instance that its factors belong to */
  uint8_t* is_factored;  /* linear: which factors of that matrix there are */
  uint8_t* undetermined; /* the matrix is singular, and the equations agree; factors in the instance's slot */
  int has_free;          /* an unknown kept its value since nothing determines it */
  uint32_t free_instance, free_column;
  int history_count;
  double history[SUNDER_LOOP_ITERATIONS]; /* the largest scaled residual in each iteration of the last attempt */
};

size_t sunder_loop_memory(const struct SunderLoopFamily* family);
void sunder_loop_init(struct SunderLoopMemory* memory, const struct SunderLoopFamily* family, void* bytes);

/* Writes the unknowns of an instance to the frame. Unknowns of nonlinear loops start from `guesses`, a frame of the
 * same layout; linear ones do not depend on it. What nothing determines stays what it is there. 1: solved. */
int sunder_loop_solve(const struct SunderLoopFamily* family, struct SunderLoopMemory* memory,
                      const struct SunderLoopCode* code, double* const* frame, double* const* guesses,
                      uint32_t instance, const struct SunderLoopEffort* effort, struct SunderLoopFailure* failure);

/* Tangents of the unknowns by the factors kept; `tangent_part` of `tangent_code` gives those of the residuals. */
void sunder_loop_tangents(const struct SunderLoopFamily* family, struct SunderLoopMemory* memory,
                          const struct SunderLoopCode* code, const struct SunderLoopCode* tangent_code,
                          uint32_t tangent_part, double* const* frame, uint32_t instance);

#ifdef __cplusplus
}
#endif

#endif
