#include <string.h>

#include "runtime/memory.h"
#include "runtime/pattern.h"

/* The quotient graph: a variable is a row not eliminated yet, an element is an eliminated row and stands for the clique
 * of the variables it joins. The list of a variable has its elements first, then the variables it still meets directly;
 * the list of an element has its variables. An elimination never lengthens the list of a variable, and lists of
 * elements together are no longer than those of the variables they are named in, so memory is known beforehand. */
enum Kind { VARIABLE, ELEMENT, DEAD };

struct Graph {
  uint32_t n;
  uint32_t eliminated;
  uint32_t *start, *length, *element_count, *degree;
  uint32_t *head, *next, *previous; /* variables of equal degree */
  uint32_t *mark, *outside, *outside_mark;
  uint32_t *pool, pool_size, pool_end;
  uint8_t* kind;
};

static const uint32_t none = UINT32_MAX;

static size_t lay_out(struct Graph* graph, size_t entries, struct SunderMemory memory) {
  const size_t n = graph->n;
  graph->start = sunder_memory_indices(&memory, n + 1);
  graph->length = sunder_memory_indices(&memory, n);
  graph->element_count = sunder_memory_indices(&memory, n);
  graph->degree = sunder_memory_indices(&memory, n);
  graph->head = sunder_memory_indices(&memory, n);
  graph->next = sunder_memory_indices(&memory, n);
  graph->previous = sunder_memory_indices(&memory, n);
  graph->mark = sunder_memory_indices(&memory, n);
  graph->outside = sunder_memory_indices(&memory, n);
  graph->outside_mark = sunder_memory_indices(&memory, n);
  graph->kind = (uint8_t*)sunder_memory_take(&memory, n);
  /* lists of variables, lists of elements, and room for new ones before the pool has to be tidied */
  graph->pool_size = (uint32_t)(4 * entries + 2 * n);
  graph->pool = sunder_memory_indices(&memory, graph->pool_size);
  return memory.used;
}

size_t sunder_minimum_degree_memory(const struct SunderPattern* pattern) {
  struct Graph graph = {.n = pattern->row_count};
  return lay_out(&graph, pattern->row_start[pattern->row_count], (struct SunderMemory){NULL, 0});
}

static void insert(struct Graph* graph, uint32_t i) {
  const uint32_t d = graph->degree[i];
  graph->previous[i] = none;
  graph->next[i] = graph->head[d];
  if (graph->head[d] != none) graph->previous[graph->head[d]] = i;
  graph->head[d] = i;
}

static void take_out(struct Graph* graph, uint32_t i) {
  if (graph->previous[i] == none) {
    graph->head[graph->degree[i]] = graph->next[i];
  } else {
    graph->next[graph->previous[i]] = graph->next[i];
  }
  if (graph->next[i] != none) graph->previous[graph->next[i]] = graph->previous[i];
}

static void move_list(struct Graph* graph, uint32_t i) {
  memmove(graph->pool + graph->pool_end, graph->pool + graph->start[i], graph->length[i] * sizeof(uint32_t));
  graph->start[i] = graph->pool_end;
  graph->pool_end += graph->length[i];
}

/* Lists of variables stand in the order of the rows, those of elements behind them in the order of elimination. */
static void tidy_pool(struct Graph* graph, const uint32_t* order) {
  graph->pool_end = 0;
  for (uint32_t i = 0; i < graph->n; ++i) {
    if (graph->kind[i] == VARIABLE) move_list(graph, i);
  }
  for (uint32_t k = 0; k < graph->eliminated; ++k) {
    if (graph->kind[order[k]] == ELEMENT) move_list(graph, order[k]);
  }
}

static void append_unmarked(struct Graph* graph, uint32_t p, const uint32_t* list, uint32_t count) {
  for (uint32_t k = 0; k < count; ++k) {
    const uint32_t v = list[k];
    if (graph->kind[v] != VARIABLE || graph->mark[v] == p) continue;
    graph->mark[v] = p;
    graph->pool[graph->pool_end++] = v;
  }
}

/* The variables that p joins become its list; the elements it met are part of it and disappear. */
static void make_element(struct Graph* graph, uint32_t p) {
  const uint32_t first = graph->pool_end;
  const uint32_t* list = graph->pool + graph->start[p];
  const uint32_t elements = graph->element_count[p];
  graph->mark[p] = p;
  for (uint32_t k = 0; k < elements; ++k) {
    const uint32_t e = list[k];
    if (graph->kind[e] != ELEMENT) continue;
    append_unmarked(graph, p, graph->pool + graph->start[e], graph->length[e]);
    graph->kind[e] = DEAD;
  }
  append_unmarked(graph, p, list + elements, graph->length[p] - elements);
  graph->start[p] = first;
  graph->length[p] = graph->pool_end - first;
  graph->kind[p] = graph->length[p] > 0 ? ELEMENT : DEAD;
}

/* outside[e] = variables of element e that p does not join, for every element that meets one that p joins. */
static void count_outside(struct Graph* graph, uint32_t p) {
  for (uint32_t k = 0; k < graph->length[p]; ++k) {
    const uint32_t i = graph->pool[graph->start[p] + k];
    const uint32_t* list = graph->pool + graph->start[i];
    for (uint32_t q = 0; q < graph->element_count[i]; ++q) {
      const uint32_t e = list[q];
      if (graph->kind[e] != ELEMENT) continue;
      if (graph->outside_mark[e] != p) {
        graph->outside_mark[e] = p;
        graph->outside[e] = graph->length[e];
      }
      --graph->outside[e];
    }
  }
}

/* Takes out of the list of i what element p stands for now, puts p in, and bounds the degree anew. */
static void update_variable(struct Graph* graph, uint32_t i, uint32_t p) {
  uint32_t* list = graph->pool + graph->start[i];
  uint32_t elements = 0;
  uint64_t degree = graph->length[p] - 1;
  for (uint32_t k = 0; k < graph->element_count[i]; ++k) {
    const uint32_t e = list[k];
    if (graph->kind[e] != ELEMENT) continue;
    if (graph->outside[e] == 0) {
      graph->kind[e] = DEAD; /* its variables are all joined by p */
      continue;
    }
    degree += graph->outside[e];
    list[elements++] = e;
  }
  uint32_t kept = elements;
  for (uint32_t k = graph->element_count[i]; k < graph->length[i]; ++k) {
    const uint32_t v = list[k];
    if (graph->kind[v] == VARIABLE && graph->mark[v] != p) list[kept++] = v;
  }
  degree += kept - elements;
  list[kept] = list[elements]; /* at least one went, so there is room */
  list[elements] = p;
  graph->element_count[i] = elements + 1;
  graph->length[i] = kept + 1;
  const uint64_t grown = (uint64_t)graph->degree[i] + graph->length[p] - 1;
  const uint64_t remaining = graph->n - graph->eliminated - 1;
  if (grown < degree) degree = grown;
  if (remaining < degree) degree = remaining;
  graph->degree[i] = (uint32_t)degree;
}

static void build(struct Graph* graph, const struct SunderPattern* pattern) {
  const uint32_t n = graph->n;
  graph->pool_end = sunder_symmetric_pattern(pattern, graph->start, graph->pool, graph->mark);
  for (uint32_t i = 0; i < n; ++i) {
    graph->head[i] = graph->mark[i] = graph->outside_mark[i] = none;
    graph->element_count[i] = 0;
    graph->kind[i] = VARIABLE;
    graph->length[i] = graph->degree[i] = graph->start[i + 1] - graph->start[i];
  }
  for (uint32_t i = n; i-- > 0;) insert(graph, i);
}

void sunder_minimum_degree(const struct SunderPattern* pattern, uint32_t* order, void* scratch) {
  struct Graph graph = {.n = pattern->row_count};
  lay_out(&graph, pattern->row_start[pattern->row_count], (struct SunderMemory){(char*)scratch, 0});
  build(&graph, pattern);
  uint32_t least = 0;
  while (graph.eliminated < graph.n) {
    while (graph.head[least] == none) ++least;
    const uint32_t p = graph.head[least];
    take_out(&graph, p);
    if (graph.pool_size - graph.pool_end < graph.n) tidy_pool(&graph, order);
    order[graph.eliminated++] = p;
    make_element(&graph, p);
    count_outside(&graph, p);
    for (uint32_t k = 0; k < graph.length[p]; ++k) {
      const uint32_t i = graph.pool[graph.start[p] + k];
      take_out(&graph, i);
      update_variable(&graph, i, p);
      insert(&graph, i);
      if (graph.degree[i] < least) least = graph.degree[i];
    }
  }
}
