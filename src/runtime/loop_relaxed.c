/* Relaxed loops: pivots in an order that was fixed before the run, by code for chunks of them; what remains, the last
 * block, with pivots or by iteration. Where a pivot is lost in what it is the sum of, the caller factors the whole loop
 * with pivots. */
#include <math.h>
#include <string.h>

#include "runtime/dense_lu.h"
#include "runtime/finite.h"
#include "runtime/loop_inner.h"

/* So many chunks are done with before the next are looked at: what they have computed is still in the cache. */
enum { CHUNKS_AT_A_TIME = 32 };

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

static void run_phase(const struct SunderLoop* loop, double* const* frame, enum SunderRelaxedPhase phase,
                      uint32_t pattern, uint32_t begin, uint32_t end) {
  const uint32_t part = loop->family->relaxed->first_part + SUNDER_RELAXED_PHASES * pattern + (uint32_t)phase;
  loop->code->run(loop->code->of, part, frame, begin, end);
}

static void run_chunks(const struct SunderLoop* loop, double* const* frame, enum SunderRelaxedPhase phase) {
  const struct SunderRelaxed* relaxed = loop->family->relaxed;
  for (uint32_t k = 0; k < relaxed->call_count; ++k) {
    const struct SunderRelaxedCall* call = &relaxed->calls[k];
    run_phase(loop, frame, phase, call->pattern, call->begin, call->end);
  }
}

static uint32_t end_of_some(uint32_t begin, uint32_t end) {
  return end - begin > CHUNKS_AT_A_TIME ? begin + CHUNKS_AT_A_TIME : end;
}

/* Only what is asked for. */
static int is_frugal(const struct SunderLoop* loop) {
  return loop->family->relaxed->frugal && !loop->effort->keep_factors;
}

/* Both at once: chunks only read what those before have left. */
static void run_factors_and_forward(const struct SunderLoop* loop, double* const* frame,
                                    enum SunderRelaxedPhase forward) {
  const struct SunderRelaxed* relaxed = loop->family->relaxed;
  for (uint32_t k = 0; k < relaxed->call_count; ++k) {
    const struct SunderRelaxedCall* call = &relaxed->calls[k];
    for (uint32_t begin = call->begin, end = 0; begin < call->end; begin = end) {
      end = end_of_some(begin, call->end);
      run_phase(loop, frame, SUNDER_RELAXED_FACTOR, call->pattern, begin, end);
      run_phase(loop, frame, forward, call->pattern, begin, end);
    }
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

/* After the chunks: whether their pivots are sound, and the last block. */
static int finish_factors(struct SunderLoop* loop, double* const* frame) {
  const struct SunderRelaxed* relaxed = loop->family->relaxed;
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

int sunder_loop_factor_relaxed(struct SunderLoop* loop) {
  double* frame[SPACE_COUNT];
  prepare(loop, frame, loop->memory->scratch);
  run_chunks(loop, frame, SUNDER_RELAXED_FACTOR);
  return finish_factors(loop, frame);
}

/* A linear loop starts from the guesses of its unknowns, which change at accepted steps only, a Newton step from zero.
 */
static const double* start_of(const struct SunderLoop* loop, int linear) {
  const uint32_t n = loop->family->relaxed->last_size;
  double* start = loop->memory->scratch;
  if (!linear || loop->guesses == NULL) return NULL;
  for (uint32_t i = 0; i < n; ++i) {
    start[i] = sunder_loop_guess(loop, loop->family->size - n + i);
    if (!isfinite(start[i])) return NULL;
  }
  return start;
}

static void solve_last(const struct SunderLoop* loop, double* last, int linear) {
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
    if (sunder_loop_iterate_last(loop, entries, last, start_of(loop, linear))) return;
    ++f->factored_count;
    if (!factor_last(loop, entries)) { /* the caller sees that there is no solution this way */
      last[0] = NAN;
      return;
    }
    f->last_is_factored[loop->instance] = 1;
  }
  loop->code->solve(loop->code->of, loop->family->instances + loop->instance, last);
}

void sunder_loop_solve_relaxed(const struct SunderLoop* loop, double* vector) {
  const struct SunderRelaxed* relaxed = loop->family->relaxed;
  double* frame[SPACE_COUNT];
  prepare(loop, frame, vector);
  run_chunks(loop, frame, SUNDER_RELAXED_FORWARD);
  if (relaxed->last_size > 0) solve_last(loop, vector + (loop->family->size - relaxed->last_size), 0);
  for (uint32_t k = relaxed->call_count; k-- > 0;) { /* rows of the code for it stand in the opposite order */
    const struct SunderRelaxedCall* call = &relaxed->calls[k];
    run_phase(loop, frame, SUNDER_RELAXED_BACKWARD, call->pattern, call->back_begin,
              call->back_begin + (call->end - call->begin));
  }
}

double* sunder_loop_relaxed_vector(const struct SunderLoop* loop) {
  const uint32_t home = loop->family->relaxed->home[loop->instance];
  return home == SUNDER_RELAXED_APART ? loop->memory->step : loop->frame[SPACE_WORK] + home;
}

void sunder_loop_evaluate_right(struct SunderLoop* loop, double* matrix, double* vector) {
  double* frame[SPACE_COUNT];
  memcpy(frame, loop->frame, sizeof loop->frame);
  frame[SPACE_MATRIX] = matrix;
  frame[SPACE_RESIDUAL] = vector;
  /* the code that keeps all factors does not know which rows are zero */
  if (loop->family->relaxed->frugal && !is_frugal(loop)) memset(vector, 0, loop->family->size * sizeof(double));
  loop->code->run(loop->code->of, loop->family->relaxed->right_part, frame, loop->instance, loop->instance + 1);
}

int sunder_loop_forward_relaxed(struct SunderLoop* loop, double* vector, int factor) {
  double* frame[SPACE_COUNT];
  prepare(loop, frame, vector);
  if (!factor || is_frugal(loop))
    run_chunks(loop, frame, SUNDER_RELAXED_FORWARD_SPARSE);
  else
    run_factors_and_forward(loop, frame,
                            loop->family->relaxed->frugal ? SUNDER_RELAXED_FORWARD : SUNDER_RELAXED_FORWARD_SPARSE);
  if (!factor) return 1;
  if (finish_factors(loop, frame)) return 1;
  ++loop->memory->pivoted_count;
  return 0;
}

/* Moves of an instance that are not done, those of its last unknowns first. */
struct Moves {
  const struct SunderRelaxedMove *first, *end;
};

static struct Moves moves_of(const struct SunderLoop* loop) {
  const struct SunderRelaxed* relaxed = loop->family->relaxed;
  const struct Moves moves = {relaxed->moves + relaxed->move_start[loop->instance],
                              relaxed->moves + relaxed->move_start[loop->instance + 1]};
  return moves;
}

/* Unknowns [begin, end), which were solved for as the last: 0 if one is no number. */
static int settle(const struct SunderLoop* loop, const double* vector, uint32_t begin, uint32_t end,
                  struct Moves* left) {
  if (!sunder_all_finite(vector + begin, end - begin)) return 0;
  for (; left->end > left->first && left->end[-1].from >= begin; --left->end) {
    const struct SunderRelaxedMove* move = left->end - 1;
    double* to = loop->frame[move->to.space] + move->to.index;
    const double* from = vector + move->from;
    if (move->count == 1)
      *to = *from;
    else
      memcpy(to, from, move->count * sizeof(double));
  }
  return 1;
}

int sunder_loop_backward_relaxed(const struct SunderLoop* loop, double* vector) {
  const struct SunderRelaxed* relaxed = loop->family->relaxed;
  const uint32_t size = loop->family->size, n = relaxed->last_size;
  const enum SunderRelaxedPhase phase =
      relaxed->frugal && !is_frugal(loop) ? SUNDER_RELAXED_BACKWARD : SUNDER_RELAXED_BACKWARD_SPARSE;
  struct Moves left = moves_of(loop);
  double* frame[SPACE_COUNT];
  prepare(loop, frame, vector);
  if (n > 0) solve_last(loop, vector + (size - n), 1);
  if (!settle(loop, vector, size - n, size, &left)) return 0;
  for (uint32_t k = relaxed->call_count; k-- > 0;) { /* rows of the code for it stand in the opposite order */
    const struct SunderRelaxedCall* call = &relaxed->calls[k];
    const uint32_t count = call->end - call->begin;
    for (uint32_t done = 0, next = 0; done < count; done = next) {
      next = end_of_some(done, count);
      run_phase(loop, frame, phase, call->pattern, call->back_begin + done, call->back_begin + next);
      if (!settle(loop, vector, call->first_unknown + (count - next) * call->pivots,
                  call->first_unknown + (count - done) * call->pivots, &left))
        return 0;
    }
  }
  return 1;
}
