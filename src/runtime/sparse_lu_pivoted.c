#include "runtime/sparse_lu_pivoted.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "runtime/memory.h"

static const uint32_t none = UINT32_MAX;
static const double diagonal_preference = 0.1;

static size_t lay_out(struct SunderPivotedLu* lu, struct SunderMemory memory) {
  const size_t n = lu->pattern.row_count;
  lu->lower_start = (size_t*)sunder_memory_take(&memory, (n + 1) * sizeof(size_t));
  lu->upper_start = (size_t*)sunder_memory_take(&memory, (n + 1) * sizeof(size_t));
  lu->index = sunder_memory_indices(&memory, lu->capacity);
  lu->value = sunder_memory_doubles(&memory, lu->capacity);
  lu->pivot = sunder_memory_doubles(&memory, n);
  lu->step_of_column = sunder_memory_indices(&memory, n);
  lu->work = sunder_memory_doubles(&memory, n);
  lu->column_scale = sunder_memory_doubles(&memory, n);
  lu->reach = sunder_memory_indices(&memory, n);
  lu->stack = sunder_memory_indices(&memory, n);
  lu->mark = sunder_memory_indices(&memory, n);
  lu->position = (size_t*)sunder_memory_take(&memory, n * sizeof(size_t));
  return memory.used;
}

size_t sunder_lu_pivoted_memory(const struct SunderPattern* pattern, size_t capacity) {
  struct SunderPivotedLu lu = {.pattern = *pattern, .capacity = capacity};
  return lay_out(&lu, (struct SunderMemory){NULL, 0});
}

void sunder_lu_pivoted_init(struct SunderPivotedLu* lu, const struct SunderPattern* pattern, const uint32_t* order,
                            size_t capacity, void* memory) {
  memset(lu, 0, sizeof *lu);
  lu->pattern = *pattern;
  lu->order = order;
  lu->capacity = capacity;
  lay_out(lu, (struct SunderMemory){(char*)memory, 0});
}

static uint32_t row_at(const struct SunderPivotedLu* lu, uint32_t k) { return lu->order ? lu->order[k] : k; }

/* Reciprocals of the largest entry of each column, 0 for a column of zeros. */
static void scale_columns(struct SunderPivotedLu* lu, double shift, double scale, const double* a) {
  const struct SunderPattern* pattern = &lu->pattern;
  const uint32_t n = pattern->row_count;
  double* size = lu->column_scale;
  /* the diagonal may have no entry in the pattern; the shift alone is a fair measure of it */
  for (uint32_t j = 0; j < n; ++j) size[j] = fabs(shift);
  for (uint32_t i = 0; i < n; ++i) {
    for (uint32_t e = pattern->row_start[i]; e < pattern->row_start[i + 1]; ++e) {
      const double entry = fabs(scale * a[e]);
      if (entry > size[pattern->column[e]]) size[pattern->column[e]] = entry;
    }
  }
  for (uint32_t j = 0; j < n; ++j) size[j] = size[j] > 0 ? 1 / size[j] : 0;
}

/* Adds to the reach, from its lower end, every column that `from` leads to through columns eliminated before; what a
 * column leads to stands behind it. */
static uint32_t search(struct SunderPivotedLu* lu, uint32_t from, uint32_t k, uint32_t top) {
  uint32_t depth = 0;
  if (lu->mark[from] == k) return top;
  lu->stack[0] = from;
  lu->mark[from] = k;
  lu->position[0] = lu->step_of_column[from] == none ? 0 : lu->lower_start[lu->step_of_column[from]];
  for (;;) {
    const uint32_t j = lu->stack[depth];
    const uint32_t s = lu->step_of_column[j];
    const size_t last = s == none ? 0 : lu->lower_start[s + 1];
    size_t at = lu->position[depth];
    while (at < last && lu->mark[lu->index[at]] == k) ++at;
    if (at < last) {
      const uint32_t next = lu->index[at];
      lu->position[depth] = at + 1;
      lu->mark[next] = k;
      lu->stack[++depth] = next;
      lu->position[depth] = lu->step_of_column[next] == none ? 0 : lu->lower_start[lu->step_of_column[next]];
      continue;
    }
    lu->reach[--top] = j;
    if (depth-- == 0) return top;
  }
}

/* Row `row` of the matrix spread over the work vector; returns where its reach begins and its largest scaled entry. */
static uint32_t load_row(struct SunderPivotedLu* lu, uint32_t k, double shift, double scale, const double* a,
                         double* largest) {
  const struct SunderPattern* pattern = &lu->pattern;
  const uint32_t n = pattern->row_count;
  const uint32_t row = row_at(lu, k);
  uint32_t top = n;
  for (uint32_t e = pattern->row_start[row]; e < pattern->row_start[row + 1]; ++e) {
    top = search(lu, pattern->column[e], k, top);
  }
  top = search(lu, row, k, top);
  for (uint32_t r = top; r < n; ++r) lu->work[lu->reach[r]] = 0;
  for (uint32_t e = pattern->row_start[row]; e < pattern->row_start[row + 1]; ++e) {
    lu->work[pattern->column[e]] += scale * a[e];
  }
  lu->work[row] += shift;
  *largest = 0;
  for (uint32_t r = top; r < n; ++r) {
    const double size = fabs(lu->work[lu->reach[r]]) * lu->column_scale[lu->reach[r]];
    if (size > *largest) *largest = size;
  }
  return top;
}

/* The column to eliminate with row k, none when there is no pivot. */
static uint32_t choose_pivot(const struct SunderPivotedLu* lu, uint32_t top, uint32_t row, double largest) {
  const uint32_t n = lu->pattern.row_count;
  uint32_t best = none;
  double best_size = 0;
  for (uint32_t r = top; r < n; ++r) {
    const uint32_t j = lu->reach[r];
    const double size = fabs(lu->work[j]) * lu->column_scale[j];
    if (lu->step_of_column[j] != none || !(size > best_size)) continue;
    best = j;
    best_size = size;
  }
  if (best == none || !(best_size > (double)n * DBL_EPSILON * largest) || !isfinite(lu->work[best])) return none;
  const int diagonal_is_free = lu->step_of_column[row] == none;
  if (diagonal_is_free && fabs(lu->work[row]) * lu->column_scale[row] >= diagonal_preference * best_size) return row;
  return best;
}

int sunder_lu_pivoted_factor(struct SunderPivotedLu* lu, double shift, double scale, const double* a) {
  const uint32_t n = lu->pattern.row_count;
  size_t lower = 0;
  size_t upper = lu->capacity;
  double* work = lu->work;
  scale_columns(lu, shift, scale, a);
  for (uint32_t j = 0; j < n; ++j) lu->step_of_column[j] = lu->mark[j] = none;
  lu->upper_start[0] = upper;
  for (uint32_t k = 0; k < n; ++k) {
    const uint32_t row = row_at(lu, k);
    double largest = 0;
    lu->lower_start[k] = lower;
    const uint32_t top = load_row(lu, k, shift, scale, a, &largest);
    if (upper - lower < n - top) return SUNDER_FULL;
    for (uint32_t r = top; r < n; ++r) {
      const uint32_t j = lu->reach[r];
      const uint32_t s = lu->step_of_column[j];
      if (s == none) continue;
      const double factor = work[j];
      for (size_t p = lu->lower_start[s]; p < lu->lower_start[s + 1]; ++p) work[lu->index[p]] -= factor * lu->value[p];
      lu->index[--upper] = s;
      lu->value[upper] = factor;
    }
    lu->upper_start[k + 1] = upper;
    const uint32_t chosen = choose_pivot(lu, top, row, largest);
    if (chosen == none) {
      lu->singular_row = row;
      return SUNDER_SINGULAR;
    }
    lu->pivot[k] = 1 / work[chosen];
    lu->step_of_column[chosen] = k;
    for (uint32_t r = top; r < n; ++r) {
      const uint32_t j = lu->reach[r];
      if (lu->step_of_column[j] != none) continue;
      lu->index[lower] = j;
      lu->value[lower++] = work[j] * lu->pivot[k];
    }
    lu->lower_start[k + 1] = lower;
  }
  for (size_t p = 0; p < lower; ++p) lu->index[p] = lu->step_of_column[lu->index[p]];
  return SUNDER_OK;
}

/* Q^T A = U^T L^T P */
void sunder_lu_pivoted_solve(const struct SunderPivotedLu* lu, double* b) {
  const uint32_t n = lu->pattern.row_count;
  double* work = lu->work;
  for (uint32_t k = 0; k < n; ++k) {
    double sum = b[row_at(lu, k)];
    for (size_t p = lu->upper_start[k + 1]; p < lu->upper_start[k]; ++p) sum -= lu->value[p] * work[lu->index[p]];
    work[k] = sum * lu->pivot[k];
  }
  for (uint32_t k = n; k-- > 0;) {
    double sum = work[k];
    for (size_t p = lu->lower_start[k]; p < lu->lower_start[k + 1]; ++p) sum -= lu->value[p] * work[lu->index[p]];
    work[k] = sum;
  }
  for (uint32_t j = 0; j < n; ++j) b[j] = work[lu->step_of_column[j]];
}
