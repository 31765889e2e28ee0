/* Runs programs. Their loops are solved by the runtime, as those of the compiled model are: here is what it needs of
 * the code, of the matrices and of the memory. */
#include <stdlib.h>
#include <string.h>

#include "exported/model.h"
#include "exported/procedures.h"
#include "runtime/sparse_lu_pivoted.h"

struct SparseFactors {
  struct SunderPivotedLu lu;
  void* memory;
  size_t capacity;
};

struct Reserved {
  double* numbers;
  size_t count;
};

struct SunderFamilyMemory {
  struct SunderLoopMemory loop;
  void* numbers;
  double* by_rows;              /* not dense */
  struct SparseFactors* sparse; /* not dense: of every instance, made when needed */
  struct Reserved* reserved;    /* scratch, then of every instance */
};

/* A family that is being computed. */
struct Running {
  const struct SunderFamily* family;
  struct SunderFamilyMemory* memory;
  const SunderPart* parts;
};

/* The matrix of a loop, or of the last block of a relaxed one. */
struct SparseMatrix {
  struct SunderPattern pattern;
  const uint32_t* entry_of_place;
  size_t entry_count;
};

static struct SparseMatrix matrix_of(const struct SunderFamily* family, uint32_t instance) {
  if (instance < family->loop.instances) {
    const struct SparseMatrix whole = {
        {family->loop.size, family->row_start, family->column}, family->entry_of_place, family->loop.entry_count};
    return whole;
  }
  const struct SunderRelaxed* relaxed = family->loop.relaxed;
  const struct SparseMatrix last = {{relaxed->last_size, family->last_row_start, family->last_column},
                                    family->last_entry_of_place,
                                    relaxed->last_entries};
  return last;
}

static int grow(struct SparseFactors* factors, const struct SparseMatrix* of, size_t capacity) {
  const struct SunderPattern pattern = of->pattern;
  const size_t most = (size_t)pattern.row_count * pattern.row_count;
  if (capacity > most) capacity = most;
  void* memory = malloc(sunder_lu_pivoted_memory(&pattern, capacity));
  if (memory == NULL) return 0;
  free(factors->memory);
  factors->memory = memory;
  factors->capacity = capacity;
  sunder_lu_pivoted_init(&factors->lu, &pattern, NULL, capacity, memory);
  return 1;
}

static void run_part(void* of, uint32_t part, double* const* frame, uint32_t begin, uint32_t end) {
  ((const struct Running*)of)->parts[part](frame, begin, end);
}

/* Which column has no pivot is told by the compiled model only. */
static size_t factor(void* of, uint32_t instance, const double* matrix) {
  const struct Running* running = (const struct Running*)of;
  const struct SunderFamily* family = running->family;
  struct SunderFamilyMemory* f = running->memory;
  struct SparseFactors* sparse = &f->sparse[instance];
  const struct SparseMatrix of_matrix = matrix_of(family, instance);
  if (sparse->memory == NULL && !grow(sparse, &of_matrix, 16 * of_matrix.entry_count)) return 0;
  for (size_t k = 0; k < of_matrix.entry_count; ++k) f->by_rows[k] = matrix[of_matrix.entry_of_place[k]];
  for (;;) {
    const int status = sunder_lu_pivoted_factor(&sparse->lu, 0, 1, f->by_rows);
    if (status == SUNDER_OK) return of_matrix.pattern.row_count;
    if (status != SUNDER_FULL || !grow(sparse, &of_matrix, 4 * sparse->capacity)) return 0;
  }
}

static void back_substitute(void* of, uint32_t instance, double* vector) {
  sunder_lu_pivoted_solve(&((const struct Running*)of)->memory->sparse[instance].lu, vector);
}

static double* reserve(void* of, uint32_t slot, size_t count) {
  struct Reserved* reserved = &((const struct Running*)of)->memory->reserved[slot];
  if (reserved->count < count) {
    double* numbers = (double*)calloc(count, sizeof(double));
    if (numbers == NULL) return NULL;
    free(reserved->numbers);
    reserved->numbers = numbers;
    reserved->count = count;
  }
  return reserved->numbers;
}

static struct SunderLoopCode code_of(struct Running* running) {
  const struct SunderLoopCode code = {running, run_part, factor, back_substitute, reserve};
  return code;
}

/* Relaxed loops may have a sparse last block each. */
static size_t sparse_count(const struct SunderLoopFamily* loop) {
  return (size_t)loop->instances * (loop->relaxed != NULL ? 2 : 1);
}

static int prepare(const struct SunderFamily* family, struct SunderFamilyMemory* f) {
  const struct SunderLoopFamily* loop = &family->loop;
  f->numbers = malloc(sunder_loop_memory(loop));
  f->reserved = (struct Reserved*)calloc((size_t)loop->instances + 1, sizeof(struct Reserved));
  if (f->numbers == NULL || f->reserved == NULL) return 0;
  sunder_loop_init(&f->loop, loop, f->numbers);
  if (loop->dense) return 1;
  const size_t last_entries = loop->relaxed != NULL ? loop->relaxed->last_entries : 0;
  f->by_rows = (double*)calloc(loop->entry_count > last_entries ? loop->entry_count : last_entries, sizeof(double));
  f->sparse = (struct SparseFactors*)calloc(sparse_count(loop), sizeof(struct SparseFactors));
  return f->by_rows != NULL && f->sparse != NULL;
}

static void release(const struct SunderFamily* family, struct SunderFamilyMemory* f) {
  for (size_t i = 0; f->sparse != NULL && i < sparse_count(&family->loop); ++i) free(f->sparse[i].memory);
  for (uint32_t i = 0; f->reserved != NULL && i <= family->loop.instances; ++i) free(f->reserved[i].numbers);
  free(f->numbers);
  free(f->by_rows);
  free(f->sparse);
  free(f->reserved);
}

struct SunderFamilyMemory* sunder_loops_create(const struct SunderProgram* program) {
  const size_t count = program->family_count;
  struct SunderFamilyMemory* memory =
      (struct SunderFamilyMemory*)calloc(count > 0 ? count : 1, sizeof(struct SunderFamilyMemory));
  int fits = memory != NULL;
  for (uint32_t i = 0; fits && i < count; ++i) fits = prepare(&program->families[i], &memory[i]);
  if (fits) return memory;
  sunder_loops_free(program, memory);
  return NULL;
}

void sunder_loops_free(const struct SunderProgram* program, struct SunderFamilyMemory* memory) {
  if (memory == NULL) return;
  for (uint32_t i = 0; i < program->family_count; ++i) release(&program->families[i], &memory[i]);
  free(memory);
}

static int complain(struct SunderInstance* m, const struct SunderLoopFamily* family,
                    const struct SunderLoopFailure* failure) {
  const char* why = sunder_calls_complaint(m->calls);
  const char* what = failure->answer == SUNDER_LOOP_SINGULAR     ? "do not determine their unknowns"
                     : failure->answer == SUNDER_LOOP_NOT_FINITE ? "give numbers that are not finite"
                                                                 : "have no solution that could be found";
  sunder_complain(m, 1, "%u simultaneous equations %s at time %.17g%s%s", (unsigned)family->size, what, m->s.time,
                  *why != 0 ? ": " : "", why);
  return ANSWER_DISCARD;
}

int sunder_program_run(struct SunderInstance* m, const struct SunderProgram* program, struct SunderFamilyMemory* memory,
                       double* const* frame, double* const* guesses, const struct SunderLoopEffort* effort) {
  for (uint32_t k = 0; k < program->item_count; ++k) {
    const struct SunderItem* item = &program->items[k];
    if (!item->is_loop) {
      program->parts[item->part](frame, 0, 0);
      continue;
    }
    struct Running running = {&program->families[item->family], &memory[item->family], program->parts};
    const struct SunderLoopFamily* family = &running.family->loop;
    const struct SunderLoopCode code = code_of(&running);
    struct SunderLoopFailure failure;
    running.memory->loop.has_free = 0;
    for (uint32_t i = item->first; i < item->first + item->count; ++i)
      if (!sunder_loop_solve(family, &running.memory->loop, &code, frame, guesses, i, effort, &failure))
        return complain(m, family, &failure);
  }
  return ANSWER_OK;
}

int sunder_program_has_free(const struct SunderProgram* program, const struct SunderFamilyMemory* memory) {
  for (uint32_t k = 0; k < program->family_count; ++k)
    if (memory[k].loop.has_free) return 1;
  return 0;
}

void sunder_program_tangents(const struct SunderProgram* program, const struct SunderProgram* tangents,
                             struct SunderFamilyMemory* memory, double* const* frame) {
  for (uint32_t k = 0; k < tangents->item_count; ++k) {
    const struct SunderItem* item = &tangents->items[k];
    if (!item->is_loop) {
      tangents->parts[item->part](frame, 0, 0);
      continue;
    }
    struct Running running = {&program->families[item->family], &memory[item->family], program->parts};
    struct Running moving = {running.family, running.memory, tangents->parts};
    const struct SunderLoopCode code = code_of(&running);
    const struct SunderLoopCode moving_code = code_of(&moving);
    for (uint32_t i = item->first; i < item->first + item->count; ++i)
      sunder_loop_tangents(&running.family->loop, &running.memory->loop, &code, &moving_code,
                           tangents->families[item->family].loop.part, frame, i);
  }
}
