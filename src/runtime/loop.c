/* What all loops need: their memory, evaluation, and factors of their matrix. */
#include "runtime/loop.h"

#include <math.h>
#include <string.h>

#include "runtime/dense_lu.h"
#include "runtime/finite.h"
#include "runtime/loop_inner.h"
#include "runtime/memory.h"

/* Changes of inner unknowns against those of iterated ones beyond which rounding errors grow too much. */
static const double largest_growth = 1e8;
/* Entries of the matrix of the iterated unknowns that are smaller than this part of what they are the difference of. */
static const double largest_cancellation = 1e-9;

static size_t lay_out(struct SunderLoopMemory* f, const struct SunderLoopFamily* family, void* base) {
  struct SunderMemory memory = {(char*)base, 0};
  const size_t n = family->size;
  const size_t entries = sunder_loop_entries(family);
  memset(f, 0, sizeof *f);
  f->residual = sunder_memory_doubles(&memory, n);
  f->scale = sunder_memory_doubles(&memory, n);
  f->step = sunder_memory_doubles(&memory, n);
  f->trial = sunder_memory_doubles(&memory, n);
  f->scratch = sunder_memory_doubles(&memory, 2 * n);
  f->guesses = sunder_memory_doubles(&memory, n);
  if (family->linear || !family->dense) f->matrix = sunder_memory_doubles(&memory, entries);
  if (family->linear) {
    f->factored = sunder_memory_doubles(&memory, entries * family->instances);
    f->is_factored = (uint8_t*)sunder_memory_take(&memory, family->instances);
  }
  f->undetermined = (uint8_t*)sunder_memory_take(&memory, family->instances);
  if (sunder_loop_can_tear(family)) {
    const size_t t = family->iterated;
    f->factors = sunder_memory_doubles(&memory, t * t * family->instances);
    f->pivots = sunder_memory_indices(&memory, t * family->instances);
    f->kept = family->linear ? f->factored : sunder_memory_doubles(&memory, entries * family->instances);
    if (family->linear) f->cancelled = sunder_memory_doubles(&memory, t * t);
    f->followers = sunder_memory_doubles(&memory, n * t * family->instances);
    f->by_whole = (uint8_t*)sunder_memory_take(&memory, family->instances);
  } else if (family->relaxed != NULL) {
    const size_t last = family->relaxed->last_size;
    const size_t kept = (size_t)family->relaxed->factor_count + family->relaxed->last_entries;
    f->kept = family->linear ? f->factored : sunder_memory_doubles(&memory, entries * family->instances);
    f->eliminated = sunder_memory_doubles(&memory, kept * family->instances);
    f->by_whole = (uint8_t*)sunder_memory_take(&memory, family->instances);
    if (family->relaxed->iterated) {
      f->last_unknowns = sunder_memory_doubles(&memory, 3 * last);
      f->last_is_factored = (uint8_t*)sunder_memory_take(&memory, family->instances);
    }
    if (family->relaxed->last_dense) {
      f->last_factors = sunder_memory_doubles(&memory, last * last * family->instances);
      f->last_pivots = sunder_memory_indices(&memory, last * family->instances);
    }
  } else if (family->dense) {
    f->factors = sunder_memory_doubles(&memory, n * n * family->instances);
    f->pivots = sunder_memory_indices(&memory, n * family->instances);
  }
  return memory.used;
}

size_t sunder_loop_memory(const struct SunderLoopFamily* family) {
  struct SunderLoopMemory measured;
  return lay_out(&measured, family, NULL);
}

/* What the equations do not write into the matrix stays zero. */
void sunder_loop_init(struct SunderLoopMemory* memory, const struct SunderLoopFamily* family, void* bytes) {
  memset(bytes, 0, lay_out(memory, family, bytes));
}

void sunder_loop_iterate(struct SunderLoop* loop, int torn) {
  loop->torn = torn;
  loop->iterated = torn ? loop->family->iterated : loop->family->size;
}

static void run(struct SunderLoop* loop, uint32_t part) {
  loop->code->run(loop->code->of, part, loop->frame, loop->instance, loop->instance + 1);
}

void sunder_loop_follow(struct SunderLoop* loop) {
  if (loop->torn) run(loop, loop->family->inner);
}

void sunder_loop_evaluate(struct SunderLoop* loop) {
  const size_t entries = sunder_loop_entries(loop->family);
  if (loop->family->dense && !loop->family->linear) {
    loop->frame[SPACE_MATRIX] = loop->memory->factors + loop->instance * entries;
    memset(loop->frame[SPACE_MATRIX], 0, entries * sizeof(double));
  } else {
    loop->frame[SPACE_MATRIX] = loop->memory->matrix;
  }
  sunder_loop_follow(loop);
  run(loop, loop->family->part);
}

int sunder_loop_is_finite(const struct SunderLoop* loop) {
  return sunder_all_finite(loop->memory->residual, loop->family->size) &&
         sunder_all_finite(loop->frame[SPACE_MATRIX], sunder_loop_entries(loop->family));
}

double sunder_loop_norm(const struct SunderLoop* loop) {
  const struct SunderLoopMemory* f = loop->memory;
  double norm = 0;
  for (uint32_t row = 0; row < loop->iterated; ++row) {
    const double size = fabs(f->residual[row]) * f->scale[row];
    if (norm < size) norm = size;
  }
  return norm;
}

static void take_larger(double* scale, double entry) {
  const double size = fabs(entry);
  if (*scale < size) *scale = size;
}

double sunder_loop_measure(struct SunderLoop* loop) {
  const uint32_t n = loop->family->size;
  const double* matrix = loop->frame[SPACE_MATRIX];
  double* scale = loop->memory->scale;
  memset(scale, 0, n * sizeof(double));
  if (loop->family->dense) {
    for (uint32_t column = 0; column < n; ++column)
      for (uint32_t row = 0; row < n; ++row) take_larger(&scale[row], *matrix++);
  } else {
    for (size_t k = 0; k < loop->family->entry_count; ++k) take_larger(&scale[loop->family->row_index[k]], matrix[k]);
  }
  for (uint32_t row = 0; row < n; ++row) scale[row] = scale[row] > 0 ? 1 / scale[row] : 1;
  return sunder_loop_norm(loop);
}

/* Entries of a column stand in the order of their rows. */
static double diagonal_of(const struct SunderLoopFamily* family, const double* matrix, size_t column) {
  uint32_t low = family->column_start[column], high = family->column_start[column + 1];
  const uint32_t end = high;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (family->row_index[middle] < column)
      low = middle + 1;
    else
      high = middle;
  }
  return low < end && family->row_index[low] == column ? matrix[low] : 0.0;
}

/* Of a linear loop: what is left of large terms counts as zero, since nothing shows how much of it is rounding. Without
 * a pivot all unknowns are solved for at once. */
static void drop_cancelled(struct SunderLoop* loop, double* rows) {
  const size_t t = loop->family->iterated;
  const double* terms = loop->memory->cancelled;
  for (size_t k = 0; k < t * t; ++k)
    if (fabs(rows[k]) < largest_cancellation * terms[k]) rows[k] = 0;
}

/* Eliminates the unknowns that are not iterated, in their order: what remains is a dense matrix of the iterated ones.
 * The columns of `followers` tell how the others change with each of these. Returns the size, or the column that has no
 * pivot. */
static size_t factor_torn(struct SunderLoop* loop) {
  const struct SunderLoopFamily* family = loop->family;
  struct SunderLoopMemory* f = loop->memory;
  const size_t n = family->size;
  const size_t t = family->iterated;
  double* rows = f->followers + loop->instance * n * t;
  double* factors = f->factors + loop->instance * t * t;
  if (loop->effort->keep_factors && !family->linear) /* linear loops have it anyway */
    memcpy(f->kept + (size_t)loop->instance * family->entry_count, f->matrix, family->entry_count * sizeof(double));
  memset(rows, 0, n * t * sizeof(double));
  for (size_t c = 0; c < t; ++c)
    for (uint32_t k = family->column_start[c]; k < family->column_start[c + 1]; ++k)
      rows[family->row_index[k] * t + c] = f->matrix[k];
  for (size_t k = 0; family->linear && k < t * t; ++k) f->cancelled[k] = fabs(rows[k]);
  for (size_t j = t; j < n; ++j) {
    double* own = rows + j * t;
    const double diagonal = diagonal_of(family, f->matrix, j);
    if (diagonal == 0) return j;
    for (size_t c = 0; c < t; ++c) {
      own[c] /= -diagonal;
      if (!(fabs(own[c]) < largest_growth)) return j;
    }
    for (uint32_t k = family->column_start[j]; k < family->column_start[j + 1]; ++k) {
      const size_t i = family->row_index[k];
      if (i == j) continue;
      for (size_t c = 0; c < t; ++c) rows[i * t + c] += f->matrix[k] * own[c];
      for (size_t c = 0; family->linear && i < t && c < t; ++c)
        take_larger(&f->cancelled[i * t + c], f->matrix[k] * own[c]);
    }
  }
  if (family->linear) drop_cancelled(loop, rows);
  for (size_t i = 0; i < t; ++i)
    for (size_t c = 0; c < t; ++c) factors[c * t + i] = rows[i * t + c];
  const size_t column = sunder_lu_factor(t, factors, f->pivots + loop->instance * t, f->scratch);
  return column == t ? n : column;
}

int sunder_loop_factor_in_order(struct SunderLoop* loop) {
  struct SunderLoopMemory* f = loop->memory;
  if (loop->family->relaxed == NULL) return 0;
  if (!loop->pivoted) {
    if (!loop->family->linear) /* linear loops have it anyway */
      memcpy(f->kept + (size_t)loop->instance * loop->family->entry_count, f->matrix,
             loop->family->entry_count * sizeof(double));
    loop->pivoted = !sunder_loop_factor_relaxed(loop);
    if (loop->pivoted) ++f->pivoted_count;
  }
  f->by_whole[loop->instance] = (uint8_t)loop->pivoted;
  return !loop->pivoted;
}

int sunder_loop_factor(struct SunderLoop* loop) {
  const size_t n = loop->family->size;
  struct SunderLoopMemory* f = loop->memory;
  size_t column = n;
  if (loop->ranked) return sunder_loop_factor_ranked(loop);
  if (sunder_loop_factor_in_order(loop)) return 1;
  if (loop->torn)
    column = factor_torn(loop);
  else if (loop->family->dense)
    column = sunder_lu_factor(n, f->factors + loop->instance * n * n, f->pivots + loop->instance * n, f->scratch);
  else
    column = loop->code->factor(loop->code->of, loop->instance, f->matrix);
  if (column == n) return 1;
  sunder_loop_blame(loop, SUNDER_LOOP_SINGULAR);
  loop->failure->column = (uint32_t)column;
  return 0;
}

static void solve_torn(const struct SunderLoop* loop, double* vector) {
  const size_t t = loop->family->iterated;
  sunder_lu_solve(t, loop->memory->factors + loop->instance * t * t, loop->memory->pivots + loop->instance * t, vector);
}

static void back_substitute_torn(const struct SunderLoop* loop, double* vector) {
  const struct SunderLoopFamily* family = loop->family;
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

void sunder_loop_back_substitute(const struct SunderLoop* loop, double* vector) {
  const size_t n = loop->family->size;
  const struct SunderLoopMemory* f = loop->memory;
  if (loop->ranked || f->undetermined[loop->instance])
    sunder_loop_back_substitute_undetermined(loop, vector);
  else if (loop->torn)
    back_substitute_torn(loop, vector);
  else if (loop->family->relaxed != NULL && !f->by_whole[loop->instance])
    sunder_loop_solve_relaxed(loop, vector);
  else if (loop->family->dense)
    sunder_lu_solve(n, f->factors + loop->instance * n * n, f->pivots + loop->instance * n, vector);
  else
    loop->code->solve(loop->code->of, loop->instance, vector);
}

void sunder_loop_solve_iterated(const struct SunderLoop* loop, double* vector) {
  if (loop->torn)
    solve_torn(loop, vector);
  else
    sunder_loop_back_substitute(loop, vector);
}

/* Numbers that are not finite are the worst. */
static int is_worse(double a, double b) { return !isfinite(a) ? isfinite(b) : isfinite(b) && a > b; }

static double moved(const struct SunderLoopMemory* f, uint32_t i) {
  return fabs(f->step[i]) / (fabs(f->trial[i]) + SUNDER_LOOP_SMALLEST_SIZE);
}

int sunder_loop_blame(struct SunderLoop* loop, int answer) {
  const struct SunderLoopMemory* f = loop->memory;
  struct SunderLoopFailure* failure = loop->failure;
  failure->answer = answer;
  failure->row = failure->column = 0;
  for (uint32_t i = 1; i < loop->iterated; ++i) {
    if (is_worse(fabs(f->residual[i]) * f->scale[i], fabs(f->residual[failure->row]) * f->scale[failure->row]))
      failure->row = i;
    if (is_worse(moved(f, i), moved(f, failure->column))) failure->column = i;
  }
  failure->residual = f->residual[failure->row];
  return 0;
}

static struct SunderLoop loop_of(const struct SunderLoopFamily* family, struct SunderLoopMemory* memory,
                                 const struct SunderLoopCode* code, double* const* frame, uint32_t instance) {
  struct SunderLoop loop;
  memset(&loop, 0, sizeof loop);
  loop.family = family;
  loop.memory = memory;
  loop.code = code;
  loop.instance = instance;
  memcpy(loop.frame, frame, sizeof loop.frame);
  loop.frame[SPACE_RESIDUAL] = memory->residual;
  return loop;
}

int sunder_loop_solve(const struct SunderLoopFamily* family, struct SunderLoopMemory* memory,
                      const struct SunderLoopCode* code, double* const* frame, double* const* guesses,
                      uint32_t instance, const struct SunderLoopEffort* effort, struct SunderLoopFailure* failure) {
  struct SunderLoop loop = loop_of(family, memory, code, frame, instance);
  loop.guesses = guesses;
  loop.effort = effort;
  loop.failure = failure;
  failure->answer = SUNDER_LOOP_SOLVED;
  failure->continued = -1;
  loop.keeps_guesses = !family->linear || effort->persistent;
  for (uint32_t u = 0; u < family->size && loop.keeps_guesses; ++u) {
    const struct SunderPlace place = sunder_loop_place(&loop, u);
    memory->guesses[u] = guesses[place.space][place.index];
  }
  sunder_loop_iterate(&loop, sunder_loop_can_tear(family));
  return family->linear ? sunder_loop_solve_linear(&loop) : sunder_loop_solve_nonlinear(&loop);
}

static uint32_t tangent_space(uint32_t space) {
  return space == SPACE_DERIVATIVE ? SPACE_DERIVATIVE_TANGENT
         : space == SPACE_STATE    ? SPACE_STATE_TANGENT
                                   : SPACE_WORK_TANGENT;
}

void sunder_loop_tangents(const struct SunderLoopFamily* family, struct SunderLoopMemory* memory,
                          const struct SunderLoopCode* code, const struct SunderLoopCode* tangent_code,
                          uint32_t tangent_part, double* const* frame, uint32_t instance) {
  struct SunderLoop loop = loop_of(family, memory, code, frame, instance);
  sunder_loop_iterate(&loop, sunder_loop_can_tear(family) && !memory->by_whole[instance]);
  loop.pivoted = family->relaxed != NULL && memory->by_whole[instance];
  tangent_code->run(tangent_code->of, tangent_part, loop.frame, instance, instance + 1);
  sunder_loop_back_substitute(&loop, memory->residual);
  for (uint32_t i = 0; i < family->size; ++i) {
    const struct SunderPlace place = sunder_loop_place(&loop, i);
    loop.frame[tangent_space(place.space)][place.index] = -memory->residual[i];
  }
}
