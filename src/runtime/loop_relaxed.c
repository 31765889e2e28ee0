/* Relaxed loops: pivots in an order that was fixed before the run, by code for chunks of them; what remains, the last
 * block, with pivots or by iteration. Where a pivot is lost in what it is the sum of, the caller factors the whole loop
 * with pivots. */
#include <math.h>
#include <string.h>

#include "runtime/dense_lu.h"
#include "runtime/loop_inner.h"

static double* numbers_of(const struct SunderLoop* loop) {
  const struct SunderRelaxed* relaxed = loop->family->relaxed;
  return loop->memory->eliminated + loop->instance * ((size_t)relaxed->factor_count + relaxed->last_entries);
}

static const double* matrix_of(const struct SunderLoop* loop) {
  return loop->memory->kept + (size_t)loop->instance * loop->family->entry_count;
}

/* A frame for the code of chunks, which changes its copy of the pointers only. */
static void prepare(const struct SunderLoop* loop, double** frame, double* vector) {
  memcpy(frame, loop->frame, sizeof loop->frame);
  frame[SPACE_MATRIX] = (double*)matrix_of(loop);
  frame[SPACE_FACTOR] = numbers_of(loop);
  frame[SPACE_RESIDUAL] = vector;
}

static void run_chunks(const struct SunderLoop* loop, double* const* frame, enum SunderRelaxedPhase phase) {
  const struct SunderRelaxed* relaxed = loop->family->relaxed;
  for (uint32_t k = 0; k < relaxed->call_count; ++k) {
    const struct SunderRelaxedCall* call = &relaxed->calls[k];
    const uint32_t part = relaxed->first_part + SUNDER_RELAXED_PHASES * call->pattern + (uint32_t)phase;
    loop->code->run(loop->code->of, part, frame, call->begin, call->end);
  }
}

/* Rows of the code for it stand in the opposite order. */
static void run_chunks_backwards(const struct SunderLoop* loop, double* const* frame, enum SunderRelaxedPhase phase) {
  const struct SunderRelaxed* relaxed = loop->family->relaxed;
  for (uint32_t k = relaxed->call_count; k-- > 0;) {
    const struct SunderRelaxedCall* call = &relaxed->calls[k];
    const uint32_t part = relaxed->first_part + SUNDER_RELAXED_PHASES * call->pattern + (uint32_t)phase;
    loop->code->run(loop->code->of, part, frame, call->back_begin, call->back_begin + (call->end - call->begin));
  }
}

static int factor_last(const struct SunderLoop* loop, const double* entries) {
  const struct SunderRelaxed* relaxed = loop->family->relaxed;
  struct SunderLoopMemory* f = loop->memory;
  const size_t n = relaxed->last_size;
  if (!relaxed->last_dense)
    return loop->code->factor(loop->code->of, loop->family->instances + loop->instance, entries) == n;
  double* full = f->last_factors + loop->instance * n * n;
  memset(full, 0, n * n * sizeof(double));
  for (size_t column = 0; column < n; ++column)
    for (uint32_t k = relaxed->last_column_start[column]; k < relaxed->last_column_start[column + 1]; ++k)
      full[column * n + relaxed->last_row_index[k]] = entries[k];
  return sunder_lu_factor(n, full, f->last_pivots + loop->instance * n, f->scratch) == n;
}

int sunder_loop_factor_relaxed(struct SunderLoop* loop) {
  const struct SunderRelaxed* relaxed = loop->family->relaxed;
  double* frame[SPACE_COUNT];
  prepare(loop, frame, loop->memory->scratch);
  run_chunks(loop, frame, SUNDER_RELAXED_FACTOR);
  for (uint32_t k = 0; k < relaxed->guard_count; ++k)
    if (!(frame[SPACE_FACTOR][k] > 0)) return 0;
  if (relaxed->last_size == 0) return 1;
  loop->code->run(loop->code->of, relaxed->gather_part, frame, 0, 0);
  if (relaxed->iterated) {
    loop->memory->last_is_factored[loop->instance] = 0;
    return 1;
  }
  return factor_last(loop, frame[SPACE_FACTOR] + relaxed->factor_count);
}

/* A linear loop starts from the guesses of its unknowns, which change at accepted steps only, a Newton step from zero.
 */
static const double* start_of(const struct SunderLoop* loop, int sparse) {
  const uint32_t n = loop->family->relaxed->last_size;
  double* start = loop->memory->scratch;
  if (!sparse || loop->guesses == NULL) return NULL;
  for (uint32_t i = 0; i < n; ++i) {
    start[i] = sunder_loop_guess(loop, loop->family->size - n + i);
    if (!isfinite(start[i])) return NULL;
  }
  return start;
}

static void solve_last(const struct SunderLoop* loop, double* last, int sparse) {
  const struct SunderRelaxed* relaxed = loop->family->relaxed;
  struct SunderLoopMemory* f = loop->memory;
  const size_t n = relaxed->last_size;
  if (relaxed->last_dense) {
    sunder_lu_solve(n, f->last_factors + loop->instance * n * n, f->last_pivots + loop->instance * n, last);
    return;
  }
  if (relaxed->iterated && !f->last_is_factored[loop->instance]) {
    const double* entries = numbers_of(loop) + relaxed->factor_count;
    ++f->iterated_count;
    if (sunder_loop_iterate_last(loop, entries, last, start_of(loop, sparse))) return;
    ++f->factored_count;
    if (!factor_last(loop, entries)) { /* the caller sees that there is no solution this way */
      last[0] = NAN;
      return;
    }
    f->last_is_factored[loop->instance] = 1;
  }
  loop->code->solve(loop->code->of, loop->family->instances + loop->instance, last);
}

void sunder_loop_solve_relaxed(const struct SunderLoop* loop, double* vector, int sparse) {
  const struct SunderRelaxed* relaxed = loop->family->relaxed;
  const size_t n = relaxed->last_size;
  double* last = vector + (loop->family->size - n);
  double* frame[SPACE_COUNT];
  prepare(loop, frame, vector);
  run_chunks(loop, frame, sparse ? SUNDER_RELAXED_FORWARD_SPARSE : SUNDER_RELAXED_FORWARD);
  if (n > 0) solve_last(loop, last, sparse);
  run_chunks_backwards(loop, frame, sparse ? SUNDER_RELAXED_BACKWARD_SPARSE : SUNDER_RELAXED_BACKWARD);
}

void sunder_loop_evaluate_right(struct SunderLoop* loop, double* matrix, double* vector) {
  double* frame[SPACE_COUNT];
  memcpy(frame, loop->frame, sizeof loop->frame);
  frame[SPACE_MATRIX] = matrix;
  frame[SPACE_RESIDUAL] = vector;
  loop->code->run(loop->code->of, loop->family->relaxed->right_part, frame, loop->instance, loop->instance + 1);
}

void sunder_loop_move_unknowns(const struct SunderLoop* loop, const double* vector) {
  const struct SunderRelaxed* relaxed = loop->family->relaxed;
  const struct SunderRelaxedMove* end = relaxed->moves + relaxed->move_start[loop->instance + 1];
  for (const struct SunderRelaxedMove* move = relaxed->moves + relaxed->move_start[loop->instance]; move < end;
       ++move) {
    double* to = loop->frame[move->to.space] + move->to.index;
    const double* from = vector + move->from;
    if (move->count == 1)
      *to = *from;
    else
      memcpy(to, from, move->count * sizeof(double));
  }
}
