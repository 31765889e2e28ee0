#include "runtime/implicit_rows.h"

#include <string.h>

#include "runtime/memory.h"

/* Pivoting may fill in more than the static order does: there is room for this many times its bound, and SUNDER_FULL is
 * returned beyond. */
enum { PIVOTED_FILL = 8 };

static const uint32_t none = UINT32_MAX;

struct Scratch {
  uint32_t *row_of_state, *row_start, *column, *entry;
  void* lu;
};

/* Rows of the pattern and their memory: `inside` is not built yet, its entries are at most those of the rows. */
static size_t lay_out_plan(struct Scratch* scratch, const struct SunderPattern* pattern, uint32_t state_count,
                           const uint32_t* rows, struct SunderMemory memory) {
  const size_t n = pattern->row_count;
  const size_t entries = pattern->row_start[n];
  scratch->row_of_state = sunder_memory_indices(&memory, rows ? state_count : 0);
  scratch->row_start = sunder_memory_indices(&memory, rows ? n + 1 : 0);
  scratch->column = sunder_memory_indices(&memory, rows ? entries : 0);
  scratch->entry = sunder_memory_indices(&memory, rows ? entries : 0);
  scratch->lu = sunder_memory_take(&memory, sunder_lu_static_plan_memory(pattern));
  return memory.used;
}

size_t sunder_implicit_plan_memory(const struct SunderPattern* pattern, uint32_t state_count, const uint32_t* rows) {
  struct Scratch scratch;
  return lay_out_plan(&scratch, pattern, state_count, rows, (struct SunderMemory){NULL, 0});
}

static struct SunderPattern find_inside(struct Scratch* scratch, const struct SunderPattern* pattern,
                                        uint32_t state_count, const uint32_t* rows) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < state_count; ++i) scratch->row_of_state[i] = none;
  for (uint32_t k = 0; k < pattern->row_count; ++k) scratch->row_of_state[rows[k]] = k;
  for (uint32_t k = 0; k < pattern->row_count; ++k) {
    scratch->row_start[k] = found;
    for (uint32_t e = pattern->row_start[k]; e < pattern->row_start[k + 1]; ++e) {
      const uint32_t column = scratch->row_of_state[pattern->column[e]];
      if (column == none) continue;
      scratch->column[found] = column;
      scratch->entry[found++] = e;
    }
  }
  scratch->row_start[pattern->row_count] = found;
  return (struct SunderPattern){pattern->row_count, scratch->row_start, scratch->column};
}

void sunder_implicit_plan(struct SunderImplicitPlan* plan, const struct SunderPattern* pattern, uint32_t state_count,
                          const uint32_t* rows, const uint32_t* order, void* scratch_memory) {
  struct Scratch scratch;
  lay_out_plan(&scratch, pattern, state_count, rows, (struct SunderMemory){(char*)scratch_memory, 0});
  plan->inside = rows ? find_inside(&scratch, pattern, state_count, rows) : *pattern;
  plan->inside_entry = rows ? scratch.entry : NULL;
  sunder_lu_static_plan(&plan->lu, &plan->inside, order, scratch.lu);
  const uint64_t n = pattern->row_count;
  const uint64_t wanted = PIVOTED_FILL * plan->lu.entry_bound;
  plan->pivoted_capacity = (size_t)(wanted < n * n ? wanted : n * n);
}

struct Parts {
  void *direct, *pivoted;
  uint32_t *row_start, *column, *entry;
  double* inside;
};

static size_t lay_out(struct Parts* parts, const struct SunderImplicitPlan* plan, struct SunderMemory memory) {
  const size_t n = plan->inside.row_count;
  const size_t entries = plan->inside_entry ? plan->inside.row_start[n] : 0;
  parts->direct = sunder_memory_take(&memory, sunder_lu_static_memory(&plan->lu));
  parts->pivoted = sunder_memory_take(&memory, sunder_lu_pivoted_memory(&plan->inside, plan->pivoted_capacity));
  parts->row_start = sunder_memory_indices(&memory, plan->inside_entry ? n + 1 : 0);
  parts->column = sunder_memory_indices(&memory, entries);
  parts->entry = sunder_memory_indices(&memory, entries);
  parts->inside = sunder_memory_doubles(&memory, entries);
  return memory.used;
}

size_t sunder_implicit_rows_memory(const struct SunderImplicitPlan* plan) {
  struct Parts parts;
  return lay_out(&parts, plan, (struct SunderMemory){NULL, 0});
}

void sunder_implicit_rows_init(struct SunderImplicitRows* rows, const struct SunderImplicitPlan* plan, void* memory) {
  struct Parts parts;
  struct SunderPattern pattern = plan->inside;
  memset(rows, 0, sizeof *rows);
  lay_out(&parts, plan, (struct SunderMemory){(char*)memory, 0});
  sunder_lu_static_init(&rows->direct, &plan->lu, parts.direct);
  if (plan->inside_entry) {
    /* the plan's copy goes with the scratch memory */
    const size_t n = pattern.row_count;
    const size_t entries = pattern.row_start[n];
    memcpy(parts.row_start, pattern.row_start, (n + 1) * sizeof(uint32_t));
    memcpy(parts.column, pattern.column, entries * sizeof(uint32_t));
    memcpy(parts.entry, plan->inside_entry, entries * sizeof(uint32_t));
    pattern.row_start = parts.row_start;
    pattern.column = parts.column;
    rows->direct.pattern = pattern;
    rows->inside_entry = parts.entry;
    rows->inside = parts.inside;
  }
  sunder_lu_pivoted_init(&rows->pivoted, &pattern, rows->direct.order, plan->pivoted_capacity, parts.pivoted);
}

/* Threads meet twice in a share: it must be worth some microseconds. */
static const uint32_t least_entries = 4000;

void sunder_implicit_rows_share(struct SunderImplicitRows* rows, struct SunderSharing sharing) {
  const struct SunderStaticLu* lu = &rows->direct;
  const uint32_t equal = (lu->entry_count + SUNDER_MOST_SHARES - 1) / SUNDER_MOST_SHARES;
  const uint32_t enough = equal > least_entries ? equal : least_entries;
  rows->sharing = sharing;
  rows->share_count = 0;
  uint32_t first = 0;
  for (uint32_t block = 0; block < lu->block_count; ++block) {
    const uint32_t end = lu->row_start[lu->block_start[block + 1]];
    const uint32_t filled = end - lu->row_start[lu->block_start[first]];
    if (filled < enough || lu->entry_count - end < least_entries) continue; /* what is left over joins the last share */
    rows->share_start[rows->share_count++] = first;
    first = block + 1;
  }
  rows->share_start[rows->share_count++] = first;
  rows->share_start[rows->share_count] = lu->block_count;
  if (rows->share_count < 2) rows->share_count = 0;
}

struct SharedFactors {
  struct SunderImplicitRows* rows;
  double c;
  const double* values;
  int status[SUNDER_MOST_SHARES];
};

static void factor_share(void* data, uint32_t share) {
  struct SharedFactors* shared = (struct SharedFactors*)data;
  struct SunderImplicitRows* rows = shared->rows;
  int status = SUNDER_OK;
  for (uint32_t b = rows->share_start[share]; status == SUNDER_OK && b < rows->share_start[share + 1]; ++b) {
    status = sunder_lu_static_factor_block(&rows->direct, b, 1, -shared->c, shared->values);
  }
  shared->status[share] = status;
}

static int factor_blocks(struct SunderImplicitRows* rows, double c, const double* values) {
  if (rows->share_count == 0) return sunder_lu_static_factor(&rows->direct, 1, -c, values);
  struct SharedFactors shared = {.rows = rows, .c = c, .values = values};
  rows->sharing.share(rows->sharing.pool, rows->share_count, factor_share, &shared);
  for (uint32_t share = 0; share < rows->share_count; ++share) {
    if (shared.status[share] != SUNDER_OK) return shared.status[share];
  }
  return SUNDER_OK;
}

int sunder_implicit_rows_factor(void* self, double c, const double* values) {
  struct SunderImplicitRows* rows = (struct SunderImplicitRows*)self;
  if (rows->inside_entry) {
    const uint32_t entries = rows->direct.pattern.row_start[rows->direct.pattern.row_count];
    for (uint32_t e = 0; e < entries; ++e) rows->inside[e] = values[rows->inside_entry[e]];
    values = rows->inside;
  }
  rows->is_pivoted = 0;
  const int status = factor_blocks(rows, c, values);
  if (status != SUNDER_GROWN) return status;
  rows->is_pivoted = 1;
  ++rows->pivoted_count;
  return sunder_lu_pivoted_factor(&rows->pivoted, 1, -c, values);
}

struct SharedSolution {
  const struct SunderImplicitRows* rows;
  double* b;
};

static void solve_share(void* data, uint32_t share) {
  const struct SharedSolution* shared = (const struct SharedSolution*)data;
  const uint32_t* start = shared->rows->share_start;
  for (uint32_t block = start[share]; block < start[share + 1]; ++block) {
    sunder_lu_static_solve_block(&shared->rows->direct, block, shared->b);
  }
}

int sunder_implicit_rows_solve(void* self, double* b) {
  struct SunderImplicitRows* rows = (struct SunderImplicitRows*)self;
  if (rows->is_pivoted) {
    sunder_lu_pivoted_solve(&rows->pivoted, b);
  } else if (rows->share_count > 0) {
    struct SharedSolution shared = {rows, b};
    rows->sharing.share(rows->sharing.pool, rows->share_count, solve_share, &shared);
  } else {
    sunder_lu_static_solve(&rows->direct, b);
  }
  return SUNDER_OK;
}
