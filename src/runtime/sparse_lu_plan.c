/* The symbolic part of sparse_lu_static.h: order, blocks, fill, places. */
#include <string.h>

#include "runtime/memory.h"
#include "runtime/pattern.h"
#include "runtime/sparse_lu_static.h"

enum { SMALL_TABLE = 16384, TABLE_PER_ENTRY = 4 };

static const uint32_t none = UINT32_MAX;

static uint32_t entries_of(const struct SunderPattern* pattern) { return pattern->row_start[pattern->row_count]; }

static size_t lay_out_plan(struct SunderLuPlan* plan, struct SunderMemory memory) {
  const size_t n = plan->pattern.row_count;
  plan->order = sunder_memory_indices(&memory, n);
  plan->place = sunder_memory_indices(&memory, n);
  plan->block_start = sunder_memory_indices(&memory, n + 1);
  plan->start = sunder_memory_indices(&memory, n + 1);
  plan->neighbour = sunder_memory_indices(&memory, 2 * (size_t)entries_of(&plan->pattern));
  plan->mark = sunder_memory_indices(&memory, n);
  plan->heap = sunder_memory_indices(&memory, n);
  plan->component = sunder_memory_indices(&memory, n);
  plan->ordering = sunder_memory_take(&memory, sunder_minimum_degree_memory(&plan->pattern));
  return memory.used;
}

size_t sunder_lu_static_plan_memory(const struct SunderPattern* pattern) {
  struct SunderLuPlan plan = {.pattern = *pattern};
  return lay_out_plan(&plan, (struct SunderMemory){NULL, 0});
}

/* Blocks one behind the other, each in the given order. */
static void group_by_block(struct SunderLuPlan* plan, const uint32_t* order) {
  const uint32_t n = plan->pattern.row_count;
  uint32_t* next = plan->heap;
  plan->block_count = sunder_components(&plan->pattern, plan->component);
  for (uint32_t b = 0; b <= plan->block_count; ++b) plan->block_start[b] = 0;
  for (uint32_t i = 0; i < n; ++i) ++plan->block_start[plan->component[i] + 1];
  for (uint32_t b = 0; b < plan->block_count; ++b) {
    next[b] = plan->block_start[b];
    plan->block_start[b + 1] += plan->block_start[b];
  }
  for (uint32_t k = 0; k < n; ++k) plan->order[next[plan->component[order[k]]]++] = order[k];
  for (uint32_t k = 0; k < n; ++k) plan->place[plan->order[k]] = k;
}

/* Counts the columns of the factor of A + A^T on its elimination tree, walking up from the entries of each row to what
 * this row has met already: as many steps as the factor has entries (Liu, SIAM Journal on Matrix Analysis and
 * Applications 11, 1990). The factors of A have no more. */
static void bound_fill(struct SunderLuPlan* plan) {
  const uint32_t n = plan->pattern.row_count;
  uint32_t* parent = plan->component;
  uint32_t* count = plan->heap;
  sunder_symmetric_pattern(&plan->pattern, plan->start, plan->neighbour, plan->mark);
  for (uint32_t k = 0; k < n; ++k) {
    parent[k] = none;
    count[k] = 0;
    plan->mark[k] = none;
  }
  for (uint32_t k = 0; k < n; ++k) {
    const uint32_t i = plan->order[k];
    plan->mark[k] = k;
    for (uint32_t e = plan->start[i]; e < plan->start[i + 1]; ++e) {
      uint32_t at = plan->place[plan->neighbour[e]];
      if (at > k) continue;
      for (; plan->mark[at] != k; at = parent[at]) {
        if (parent[at] == none) parent[at] = k;
        plan->mark[at] = k;
        ++count[at];
      }
    }
  }
  plan->entry_bound = n;
  plan->update_bound = 0;
  for (uint32_t k = 0; k < n; ++k) {
    plan->entry_bound += 2 * (uint64_t)count[k];
    plan->update_bound += (uint64_t)count[k] * count[k];
  }
  plan->has_table = plan->update_bound <= SMALL_TABLE || plan->update_bound <= TABLE_PER_ENTRY * plan->entry_bound;
}

void sunder_lu_static_plan(struct SunderLuPlan* plan, const struct SunderPattern* pattern, const uint32_t* order,
                           void* scratch) {
  memset(plan, 0, sizeof *plan);
  plan->pattern = *pattern;
  lay_out_plan(plan, (struct SunderMemory){(char*)scratch, 0});
  if (!order) {
    sunder_minimum_degree(pattern, plan->mark, plan->ordering);
    order = plan->mark;
  }
  group_by_block(plan, order);
  bound_fill(plan);
}

static size_t lay_out_factors(struct SunderStaticLu* lu, const struct SunderLuPlan* plan, struct SunderMemory memory) {
  const size_t n = plan->pattern.row_count;
  lu->order = sunder_memory_indices(&memory, n);
  lu->block_start = sunder_memory_indices(&memory, n + 1);
  lu->row_start = sunder_memory_indices(&memory, n + 1);
  lu->diagonal = sunder_memory_indices(&memory, n);
  lu->column = sunder_memory_indices(&memory, plan->entry_bound);
  lu->entry_place = sunder_memory_indices(&memory, entries_of(&plan->pattern));
  lu->target = sunder_memory_indices(&memory, plan->has_table ? plan->update_bound : 0);
  lu->target_start = (uint64_t*)sunder_memory_take(&memory, (n + 1) * sizeof(uint64_t));
  lu->value = sunder_memory_doubles(&memory, plan->entry_bound);
  lu->work = sunder_memory_doubles(&memory, n);
  lu->row_size = sunder_memory_doubles(&memory, n);
  return memory.used;
}

size_t sunder_lu_static_memory(const struct SunderLuPlan* plan) {
  struct SunderStaticLu lu;
  return lay_out_factors(&lu, plan, (struct SunderMemory){NULL, 0});
}

/* Columns left of the diagonal, smallest first. */
struct Heap {
  uint32_t* item;
  uint32_t count;
};

static void push(struct Heap* heap, uint32_t column) {
  uint32_t at = heap->count++;
  for (; at > 0 && heap->item[(at - 1) / 2] > column; at = (at - 1) / 2) heap->item[at] = heap->item[(at - 1) / 2];
  heap->item[at] = column;
}

static uint32_t pop(struct Heap* heap) {
  const uint32_t least = heap->item[0];
  const uint32_t moved = heap->item[--heap->count];
  uint32_t at = 0;
  for (uint32_t child = 1; child < heap->count; child = 2 * at + 1) {
    if (child + 1 < heap->count && heap->item[child + 1] < heap->item[child]) ++child;
    if (heap->item[child] >= moved) break;
    heap->item[at] = heap->item[child];
    at = child;
  }
  heap->item[at] = moved;
  return least;
}

/* Columns of row k of both factors: those of the matrix, and what the rows above bring in. The left ones are met in
 * ascending order, as the elimination needs them; the right ones are put behind when all of the left are known. */
static void find_row(struct SunderStaticLu* lu, const struct SunderLuPlan* plan, uint32_t k) {
  const struct SunderPattern* pattern = &lu->pattern;
  struct Heap left = {plan->heap, 0};
  uint32_t* right = plan->component;
  uint32_t right_count = 0;
  uint32_t end = lu->row_start[k];
  plan->mark[k] = k;
  for (uint32_t e = pattern->row_start[lu->order[k]]; e < pattern->row_start[lu->order[k] + 1]; ++e) {
    const uint32_t c = plan->place[pattern->column[e]];
    if (plan->mark[c] == k) continue;
    plan->mark[c] = k;
    if (c < k) {
      push(&left, c);
    } else {
      right[right_count++] = c;
    }
  }
  while (left.count > 0) {
    const uint32_t above = pop(&left);
    lu->column[end++] = above;
    for (uint32_t p = lu->diagonal[above] + 1; p < lu->row_start[above + 1]; ++p) {
      const uint32_t c = lu->column[p];
      if (plan->mark[c] == k) continue;
      plan->mark[c] = k;
      if (c < k) {
        push(&left, c);
      } else {
        right[right_count++] = c;
      }
    }
  }
  lu->diagonal[k] = end;
  lu->column[end++] = k;
  memcpy(lu->column + end, right, right_count * sizeof(uint32_t));
  lu->row_start[k + 1] = end + right_count;
}

/* Where the entries of the matrix go, and where the updates of row k. */
static void find_places(struct SunderStaticLu* lu, const struct SunderLuPlan* plan, uint32_t k) {
  const struct SunderPattern* pattern = &lu->pattern;
  uint32_t* place_of_column = plan->heap;
  for (uint32_t p = lu->row_start[k]; p < lu->row_start[k + 1]; ++p) place_of_column[lu->column[p]] = p;
  for (uint32_t e = pattern->row_start[lu->order[k]]; e < pattern->row_start[lu->order[k] + 1]; ++e) {
    lu->entry_place[e] = place_of_column[plan->place[pattern->column[e]]];
  }
  uint64_t updates = lu->target_start[k];
  for (uint32_t p = lu->row_start[k]; p < lu->diagonal[k]; ++p) {
    const uint32_t above = lu->column[p];
    const uint32_t first = lu->diagonal[above] + 1;
    const uint32_t last = lu->row_start[above + 1];
    for (uint32_t q = first; lu->has_table && q < last; ++q) {
      lu->target[updates + (q - first)] = place_of_column[lu->column[q]];
    }
    updates += last - first;
  }
  lu->target_start[k + 1] = updates;
}

void sunder_lu_static_init(struct SunderStaticLu* lu, const struct SunderLuPlan* plan, void* memory) {
  const uint32_t n = plan->pattern.row_count;
  memset(lu, 0, sizeof *lu);
  lu->pattern = plan->pattern;
  lu->block_count = plan->block_count;
  lu->has_table = plan->has_table;
  lay_out_factors(lu, plan, (struct SunderMemory){(char*)memory, 0});
  memcpy(lu->order, plan->order, n * sizeof(uint32_t));
  memcpy(lu->block_start, plan->block_start, (plan->block_count + 1) * sizeof(uint32_t));
  for (uint32_t k = 0; k < n; ++k) plan->mark[k] = none;
  lu->row_start[0] = 0;
  lu->target_start[0] = 0;
  for (uint32_t k = 0; k < n; ++k) {
    find_row(lu, plan, k);
    find_places(lu, plan, k);
  }
  lu->entry_count = lu->row_start[n];
  lu->update_count = lu->target_start[n];
}
