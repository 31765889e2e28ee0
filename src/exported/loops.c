/* Runs programs and solves their loops: linear systems, and Newton's method with damping. The operations and their
 * order are those of emit/loop_solver.cpp: an exported model gives the bits of the compiled one. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exported/model.h"
#include "exported/procedures.h"
#include "runtime/dense_lu.h"
#include "runtime/finite.h"
#include "runtime/sparse_lu_pivoted.h"

enum { MOST_ITERATIONS = 100 };
static const double nearly_converged = 1e-8;
static const double converged = 4e-15;
static const double lost_in_rounding = 1e-6;
static const double largest_growth = 1e8;
static const double smallest_damping = 1.0 / 65536;
static const double smallest_size = 1e-9;

struct SparseFactors {
  struct SunderPivotedLu lu;
  void* memory;
  size_t capacity;
};

struct SunderFamilyMemory {
  double *residual, *scale, *step, *trial, *scratch;
  double* matrix;  /* linear or not dense: one for all instances */
  double* factors; /* dense: of every instance */
  double* by_rows; /* not dense */
  uint32_t* pivots;
  double* factored;
  uint8_t* is_factored;
  struct SparseFactors* sparse;
  double *kept, *followers; /* torn: the matrix that was factored, and how unknowns follow the iterated ones */
  uint8_t* by_whole;        /* torn: instances whose unknowns were all iterated */
};

static int can_tear(const struct SunderFamily* family) { return family->iterated < family->size; }

static size_t entries_of(const struct SunderFamily* family) {
  return family->dense ? (size_t)family->size * family->size : family->entry_count;
}

static int grow(struct SparseFactors* factors, const struct SunderFamily* family, size_t capacity) {
  const struct SunderPattern pattern = {family->size, family->row_start, family->column};
  const size_t most = (size_t)family->size * family->size;
  if (capacity > most) capacity = most;
  void* memory = malloc(sunder_lu_pivoted_memory(&pattern, capacity));
  if (memory == NULL) return 0;
  free(factors->memory);
  factors->memory = memory;
  factors->capacity = capacity;
  sunder_lu_pivoted_init(&factors->lu, &pattern, NULL, capacity, memory);
  return 1;
}

static void release(const struct SunderFamily* family, struct SunderFamilyMemory* f) {
  free(f->residual);
  free(f->matrix);
  free(f->factors);
  free(f->by_rows);
  free(f->pivots);
  free(f->factored);
  free(f->is_factored);
  free(f->kept);
  free(f->followers);
  free(f->by_whole);
  if (f->sparse != NULL)
    for (uint32_t i = 0; i < family->instances; ++i) free(f->sparse[i].memory);
  free(f->sparse);
}

static int reserve(const struct SunderFamily* family, struct SunderFamilyMemory* f) {
  const size_t n = family->size;
  const size_t entries = entries_of(family);
  double* vectors = (double*)calloc(6 * n, sizeof(double));
  f->residual = vectors;
  if (vectors == NULL) return 0;
  f->scale = vectors + n;
  f->step = vectors + 2 * n;
  f->trial = vectors + 3 * n;
  f->scratch = vectors + 4 * n;
  if (family->linear || !family->dense) {
    f->matrix = (double*)calloc(entries, sizeof(double)); /* what the equations do not write stays zero */
    if (f->matrix == NULL) return 0;
  }
  if (family->linear) {
    f->factored = (double*)calloc(entries * family->instances, sizeof(double));
    f->is_factored = (uint8_t*)calloc(family->instances, 1);
    if (f->factored == NULL || f->is_factored == NULL) return 0;
  }
  if (can_tear(family)) {
    const size_t t = family->iterated;
    f->factors = (double*)calloc(t * t * family->instances, sizeof(double));
    f->pivots = (uint32_t*)calloc(t * family->instances, sizeof(uint32_t));
    f->kept = (double*)calloc(entries * family->instances, sizeof(double));
    f->followers = (double*)calloc(n * t * family->instances, sizeof(double));
    f->by_whole = (uint8_t*)calloc(family->instances, 1);
    f->by_rows = (double*)calloc(entries, sizeof(double));
    f->sparse = (struct SparseFactors*)calloc(family->instances, sizeof(struct SparseFactors)); /* made when needed */
    return f->factors != NULL && f->pivots != NULL && f->kept != NULL && f->followers != NULL && f->by_whole != NULL &&
           f->by_rows != NULL && f->sparse != NULL;
  }
  if (family->dense) {
    f->factors = (double*)calloc(n * n * family->instances, sizeof(double));
    f->pivots = (uint32_t*)calloc(n * family->instances, sizeof(uint32_t));
    return f->factors != NULL && f->pivots != NULL;
  }
  f->by_rows = (double*)calloc(entries, sizeof(double));
  f->sparse = (struct SparseFactors*)calloc(family->instances, sizeof(struct SparseFactors));
  if (f->by_rows == NULL || f->sparse == NULL) return 0;
  for (uint32_t i = 0; i < family->instances; ++i)
    if (!grow(&f->sparse[i], family, 16 * entries)) return 0;
  return 1;
}

struct SunderFamilyMemory* sunder_loops_create(const struct SunderProgram* program) {
  const size_t count = program->family_count;
  struct SunderFamilyMemory* memory =
      (struct SunderFamilyMemory*)calloc(count > 0 ? count : 1, sizeof(struct SunderFamilyMemory));
  int fits = memory != NULL;
  for (uint32_t i = 0; fits && i < count; ++i) fits = reserve(&program->families[i], &memory[i]);
  if (fits) return memory;
  sunder_loops_free(program, memory);
  return NULL;
}

void sunder_loops_free(const struct SunderProgram* program, struct SunderFamilyMemory* memory) {
  if (memory == NULL) return;
  for (uint32_t i = 0; i < program->family_count; ++i) release(&program->families[i], &memory[i]);
  free(memory);
}

/* One loop of a family, and how it is solved: some unknowns are iterated, the others follow (torn), or all are. */
struct Loop {
  const struct SunderFamily* family;
  struct SunderFamilyMemory* memory;
  SunderPart part, inner;
  double** frame;
  uint32_t instance;
  int torn;
  uint32_t iterated;
  double distance; /* of the first values from the guesses */
};

static void iterate(struct Loop* loop, int torn) {
  loop->torn = torn;
  loop->iterated = torn ? loop->family->iterated : loop->family->size;
}

static double* unknown(const struct Loop* loop, uint32_t number) {
  const struct SunderPlace place = loop->family->places[(size_t)loop->instance * loop->family->size + number];
  return &loop->frame[place.space][place.index];
}

/* What is not iterated, from what is. */
static void follow(const struct Loop* loop) {
  if (loop->torn) loop->inner(loop->frame, loop->instance, loop->instance + 1);
}

static void evaluate(const struct Loop* loop) {
  const size_t entries = entries_of(loop->family);
  follow(loop);
  if (loop->family->dense) {
    loop->frame[SPACE_MATRIX] = loop->memory->factors + loop->instance * entries;
    for (size_t i = 0; i < entries; ++i) loop->frame[SPACE_MATRIX][i] = 0;
  } else {
    loop->frame[SPACE_MATRIX] = loop->memory->matrix;
  }
  loop->part(loop->frame, loop->instance, loop->instance + 1);
}

static int evaluation_finite(const struct Loop* loop) {
  return sunder_all_finite(loop->memory->residual, loop->family->size) &&
         sunder_all_finite(loop->frame[SPACE_MATRIX], entries_of(loop->family));
}

static double residual_norm(const struct Loop* loop) {
  double norm = 0;
  for (uint32_t row = 0; row < loop->iterated; ++row) {
    const double size = fabs(loop->memory->residual[row]) * loop->memory->scale[row];
    if (norm < size) norm = size;
  }
  return norm;
}

/* Residuals are measured by the largest entry of their row: units do not matter. */
static double measure_rows(const struct Loop* loop) {
  const uint32_t n = loop->family->size;
  const double* matrix = loop->frame[SPACE_MATRIX];
  double* scale = loop->memory->scale;
  const size_t entries = entries_of(loop->family);
  for (uint32_t row = 0; row < n; ++row) scale[row] = 0;
  for (size_t k = 0; k < entries; ++k) {
    const size_t row = loop->family->dense ? k % n : loop->family->row_index[k];
    const double size = fabs(matrix[k]);
    if (scale[row] < size) scale[row] = size;
  }
  for (uint32_t row = 0; row < n; ++row) scale[row] = scale[row] > 0 ? 1 / scale[row] : 1;
  return residual_norm(loop);
}

static double diagonal_of(const struct SunderFamily* family, const double* matrix, size_t column) {
  for (uint32_t k = family->column_start[column]; k < family->column_start[column + 1]; ++k)
    if (family->row_index[k] == column) return matrix[k];
  return 0;
}

/* Eliminates the unknowns that are not iterated, in their order: what remains is a dense matrix of the others. */
static int factor_torn(const struct Loop* loop) {
  const struct SunderFamily* family = loop->family;
  struct SunderFamilyMemory* f = loop->memory;
  const size_t n = family->size;
  const size_t t = family->iterated;
  double* rows = f->followers + loop->instance * n * t;
  double* factors = f->factors + loop->instance * t * t;
  memcpy(f->kept + (size_t)loop->instance * family->entry_count, f->matrix, family->entry_count * sizeof(double));
  memset(rows, 0, n * t * sizeof(double));
  for (size_t c = 0; c < t; ++c)
    for (uint32_t k = family->column_start[c]; k < family->column_start[c + 1]; ++k)
      rows[family->row_index[k] * t + c] = f->matrix[k];
  for (size_t j = t; j < n; ++j) {
    double* own = rows + j * t;
    const double diagonal = diagonal_of(family, f->matrix, j);
    if (diagonal == 0) return 0;
    for (size_t c = 0; c < t; ++c) {
      own[c] /= -diagonal;
      if (!(fabs(own[c]) < largest_growth)) return 0;
    }
    for (uint32_t k = family->column_start[j]; k < family->column_start[j + 1]; ++k) {
      const size_t i = family->row_index[k];
      if (i == j) continue;
      for (size_t c = 0; c < t; ++c) rows[i * t + c] += f->matrix[k] * own[c];
    }
  }
  for (size_t i = 0; i < t; ++i)
    for (size_t c = 0; c < t; ++c) factors[c * t + i] = rows[i * t + c];
  return sunder_lu_factor(t, factors, f->pivots + loop->instance * t, f->scratch) == t;
}

static int factor(const struct Loop* loop) {
  const size_t n = loop->family->size;
  struct SunderFamilyMemory* f = loop->memory;
  if (loop->torn) return factor_torn(loop);
  if (loop->family->dense)
    return sunder_lu_factor(n, f->factors + loop->instance * n * n, f->pivots + loop->instance * n, f->scratch) == n;
  struct SparseFactors* sparse = &f->sparse[loop->instance];
  for (size_t k = 0; k < loop->family->entry_count; ++k) f->by_rows[k] = f->matrix[loop->family->entry_of_place[k]];
  for (;;) {
    const int status = sunder_lu_pivoted_factor(&sparse->lu, 0, 1, f->by_rows);
    if (status != SUNDER_FULL) return status == SUNDER_OK;
    if (!grow(sparse, loop->family, 4 * sparse->capacity)) return 0;
  }
}

static void solve_torn(const struct Loop* loop, double* vector) {
  const size_t t = loop->family->iterated;
  sunder_lu_solve(t, loop->memory->factors + loop->instance * t * t, loop->memory->pivots + loop->instance * t, vector);
}

static void back_substitute_torn(const struct Loop* loop, double* vector) {
  const struct SunderFamily* family = loop->family;
  const size_t n = family->size;
  const size_t t = family->iterated;
  const double* matrix = loop->memory->kept + (size_t)loop->instance * family->entry_count;
  const double* rows = loop->memory->followers + loop->instance * n * t;
  for (size_t j = t; j < n; ++j) {
    vector[j] /= diagonal_of(family, matrix, j);
    for (uint32_t k = family->column_start[j]; k < family->column_start[j + 1]; ++k)
      if (family->row_index[k] != j) vector[family->row_index[k]] -= matrix[k] * vector[j];
  }
  solve_torn(loop, vector);
  for (size_t j = t; j < n; ++j)
    for (size_t c = 0; c < t; ++c) vector[j] += rows[j * t + c] * vector[c];
}

static void back_substitute(const struct Loop* loop, double* vector) {
  const size_t n = loop->family->size;
  if (loop->torn) {
    back_substitute_torn(loop, vector);
  } else if (loop->family->dense) {
    sunder_lu_solve(n, loop->memory->factors + loop->instance * n * n, loop->memory->pivots + loop->instance * n,
                    vector);
  } else {
    sunder_lu_pivoted_solve(&loop->memory->sparse[loop->instance].lu, vector);
  }
}

/* Changes of the iterated unknowns from residuals, when the other equations hold. */
static void solve_iterated(const struct Loop* loop, double* vector) {
  if (loop->torn) {
    solve_torn(loop, vector);
  } else {
    back_substitute(loop, vector);
  }
}

static int factor_linear(const struct Loop* loop) {
  if (!evaluation_finite(loop)) return 0;
  measure_rows(loop);
  const size_t entries = entries_of(loop->family);
  if (loop->family->dense)
    memcpy(loop->memory->factors + loop->instance * entries, loop->memory->matrix, entries * sizeof(double));
  return factor(loop);
}

/* As long as the matrix has the bits of the one that was factored, the factors are those that it would have. */
static int solve_linear(const struct Loop* loop) {
  struct SunderFamilyMemory* f = loop->memory;
  const uint32_t n = loop->iterated;
  const size_t entries = entries_of(loop->family);
  for (uint32_t i = 0; i < n; ++i) *unknown(loop, i) = 0;
  follow(loop);
  loop->frame[SPACE_MATRIX] = f->matrix;
  loop->part(loop->frame, loop->instance, loop->instance + 1);
  double* factored = f->factored + loop->instance * entries;
  const int is_known = f->is_factored[loop->instance] && memcmp(factored, f->matrix, entries * sizeof(double)) == 0;
  if (!is_known || !sunder_all_finite(f->residual, loop->family->size)) {
    f->is_factored[loop->instance] = 0;
    if (!factor_linear(loop)) return 0;
    memcpy(factored, f->matrix, entries * sizeof(double));
    f->is_factored[loop->instance] = 1;
  }
  for (uint32_t i = 0; i < n; ++i) f->step[i] = -f->residual[i];
  solve_iterated(loop, f->step);
  for (uint32_t i = 0; i < n; ++i) *unknown(loop, i) = f->step[i];
  follow(loop);
  return 1;
}

/* Shortens the step until the residuals become smaller. 0 (and nothing changed): they do not. */
static int damped_step(const struct Loop* loop, double norm) {
  struct SunderFamilyMemory* f = loop->memory;
  for (double damping = 1; damping >= smallest_damping; damping /= 2) {
    for (uint32_t i = 0; i < loop->iterated; ++i) *unknown(loop, i) = f->trial[i] + damping * f->step[i];
    evaluate(loop);
    if (evaluation_finite(loop) && residual_norm(loop) <= (1 - damping / 10) * norm) return 1;
  }
  for (uint32_t i = 0; i < loop->iterated; ++i) *unknown(loop, i) = f->trial[i];
  return 0;
}

static double step_size(const struct Loop* loop) {
  double size = 0;
  for (uint32_t i = 0; i < loop->iterated; ++i) {
    const double relative = fabs(loop->memory->step[i]) / (fabs(loop->memory->trial[i]) + smallest_size);
    if (!(relative <= size)) size = relative;
  }
  return size;
}

enum { SOLVED, SINGULAR, NOT_SOLVED };

static int solve_newton(const struct Loop* loop, double* const* guesses, int keep_factors) {
  struct SunderFamilyMemory* f = loop->memory;
  const uint32_t n = loop->iterated;
  double last_size = HUGE_VAL;
  for (uint32_t i = 0; i < n; ++i) {
    const struct SunderPlace place = loop->family->places[(size_t)loop->instance * loop->family->size + i];
    *unknown(loop, i) = guesses[place.space][place.index];
  }
  for (uint32_t i = 0; i < n && loop->distance > 0; ++i) {
    const double size = fmax(1.0, fabs(*unknown(loop, i)));
    *unknown(loop, i) += loop->distance * size * (0.5 + fmod(0.6180339887498949 * (i + 1), 0.5));
  }
  evaluate(loop);
  for (int iteration = 0; iteration < MOST_ITERATIONS; ++iteration) {
    if (!evaluation_finite(loop)) return NOT_SOLVED;
    const double norm = measure_rows(loop);
    if (norm == 0 && !keep_factors) return SOLVED;
    if (!factor(loop)) return SINGULAR;
    if (norm == 0) return SOLVED;
    for (uint32_t i = 0; i < n; ++i) {
      f->step[i] = -f->residual[i];
      f->trial[i] = *unknown(loop, i);
    }
    solve_iterated(loop, f->step);
    const double size = step_size(loop);
    const int is_small = size <= nearly_converged;
    const int done = size <= converged || (is_small && last_size <= nearly_converged && size >= last_size / 2);
    last_size = size;
    if (is_small) {
      for (uint32_t i = 0; i < n; ++i) *unknown(loop, i) = f->trial[i] + f->step[i];
      if (done && !keep_factors) {
        follow(loop);
        return SOLVED;
      }
      evaluate(loop);
      if (done) return factor(loop) ? SOLVED : SINGULAR;
      continue;
    }
    if (damped_step(loop, norm)) continue;
    if (size > lost_in_rounding) return NOT_SOLVED;
    follow(loop);
    return SOLVED;
  }
  return NOT_SOLVED;
}

/* Products of unknowns that all begin at zero, say, have a singular matrix there and not beside it. */
static int solve_near(struct Loop* loop, double* const* guesses, int keep_factors) {
  static const double distances[] = {0, 1e-3, 1e-1, 1.0};
  for (size_t k = 0; k < sizeof distances / sizeof *distances; ++k) {
    loop->distance = distances[k];
    const int status = solve_newton(loop, guesses, keep_factors);
    loop->distance = 0;
    if (status != SINGULAR) return status == SOLVED;
  }
  return 0;
}

static int solve_nonlinear(struct Loop* loop, double* const* guesses, int keep_factors) {
  struct SunderFamilyMemory* f = loop->memory;
  if (!loop->torn) return solve_near(loop, guesses, keep_factors);
  const int found = solve_newton(loop, guesses, keep_factors) == SOLVED;
  f->by_whole[loop->instance] = found ? 0 : 1;
  if (found) return 1;
  /* all unknowns at once: other starting values, and pivots where errors grow along the way through the inner part */
  if (f->sparse[loop->instance].memory == NULL &&
      !grow(&f->sparse[loop->instance], loop->family, 16 * entries_of(loop->family)))
    return 0;
  iterate(loop, 0);
  return solve_near(loop, guesses, keep_factors);
}

int sunder_program_run(struct SunderInstance* m, const struct SunderProgram* program, struct SunderFamilyMemory* memory,
                       double* const* frame, double* const* guesses, int keep_factors) {
  for (uint32_t k = 0; k < program->item_count; ++k) {
    const struct SunderItem* item = &program->items[k];
    if (!item->is_loop) {
      program->parts[item->part](frame, 0, 0);
      continue;
    }
    double* own[SPACE_COUNT];
    const struct SunderFamily* family = &program->families[item->family];
    memcpy(own, frame, sizeof own);
    own[SPACE_RESIDUAL] = memory[item->family].residual;
    struct Loop loop = {
        family, &memory[item->family], program->parts[family->part], program->parts[family->inner], own, 0, 0, 0, 0};
    for (loop.instance = item->first; loop.instance < item->first + item->count; ++loop.instance) {
      iterate(&loop, can_tear(family));
      if (family->linear ? solve_linear(&loop) : solve_nonlinear(&loop, guesses, keep_factors)) continue;
      const char* why = sunder_calls_complaint(m->calls);
      sunder_complain(m, 1, "%u simultaneous equations have no solution at time %.17g%s%s", (unsigned)family->size,
                      m->s.time, *why != 0 ? ": " : "", why);
      return ANSWER_DISCARD;
    }
  }
  return ANSWER_OK;
}

static uint32_t tangent_space(uint32_t space) {
  return space == SPACE_DERIVATIVE ? SPACE_DERIVATIVE_TANGENT
         : space == SPACE_STATE    ? SPACE_STATE_TANGENT
                                   : SPACE_WORK_TANGENT;
}

void sunder_program_tangents(const struct SunderProgram* program, const struct SunderProgram* tangents,
                             struct SunderFamilyMemory* memory, double* const* frame) {
  for (uint32_t k = 0; k < tangents->item_count; ++k) {
    const struct SunderItem* item = &tangents->items[k];
    if (!item->is_loop) {
      tangents->parts[item->part](frame, 0, 0);
      continue;
    }
    double* own[SPACE_COUNT];
    const struct SunderFamily* family = &program->families[item->family];
    memcpy(own, frame, sizeof own);
    own[SPACE_RESIDUAL] = memory[item->family].residual;
    struct Loop loop = {family, &memory[item->family], NULL, NULL, own, 0, 0, 0, 0};
    for (loop.instance = item->first; loop.instance < item->first + item->count; ++loop.instance) {
      iterate(&loop, can_tear(family) && !memory[item->family].by_whole[loop.instance]);
      double* residual = loop.memory->residual;
      tangents->parts[tangents->families[item->family].part](own, loop.instance, loop.instance + 1);
      back_substitute(&loop, residual);
      for (uint32_t i = 0; i < family->size; ++i) {
        const struct SunderPlace place = family->places[(size_t)loop.instance * family->size + i];
        own[tangent_space(place.space)][place.index] = -residual[i];
      }
    }
  }
}
