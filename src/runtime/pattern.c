#include "runtime/pattern.h"

static uint32_t root_of(uint32_t* parent, uint32_t i) {
  while (parent[i] != i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

uint32_t sunder_components(const struct SunderPattern* pattern, uint32_t* component) {
  const uint32_t n = pattern->row_count;
  uint32_t count = 0;
  for (uint32_t i = 0; i < n; ++i) component[i] = i;
  for (uint32_t i = 0; i < n; ++i) {
    for (uint32_t e = pattern->row_start[i]; e < pattern->row_start[i + 1]; ++e) {
      const uint32_t a = root_of(component, i);
      const uint32_t b = root_of(component, pattern->column[e]);
      /* the smaller row is the root, so that it gets its number first */
      if (a < b) component[b] = a;
      if (b < a) component[a] = b;
    }
  }
  for (uint32_t i = 0; i < n; ++i) component[i] = root_of(component, i);
  for (uint32_t i = 0; i < n; ++i) component[i] = component[i] == i ? count++ : component[component[i]];
  return count;
}

uint32_t sunder_symmetric_pattern(const struct SunderPattern* pattern, uint32_t* start, uint32_t* neighbour,
                                  uint32_t* mark) {
  const uint32_t n = pattern->row_count;
  for (uint32_t i = 0; i <= n; ++i) start[i] = 0;
  for (uint32_t i = 0; i < n; ++i) {
    for (uint32_t e = pattern->row_start[i]; e < pattern->row_start[i + 1]; ++e) {
      if (pattern->column[e] == i) continue;
      ++start[i];
      ++start[pattern->column[e]];
    }
  }
  uint32_t end = 0;
  for (uint32_t i = 0; i < n; ++i) {
    end += start[i];
    start[i] = end;
    mark[i] = n;
  }
  start[n] = end;
  for (uint32_t i = 0; i < n; ++i) {
    for (uint32_t e = pattern->row_start[i]; e < pattern->row_start[i + 1]; ++e) {
      const uint32_t j = pattern->column[e];
      if (j == i) continue;
      neighbour[--start[i]] = j;
      neighbour[--start[j]] = i;
    }
  }
  /* each neighbour once */
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t first = start[i];
    const uint32_t last = start[i + 1];
    start[i] = kept;
    for (uint32_t e = first; e < last; ++e) {
      if (mark[neighbour[e]] == i) continue;
      mark[neighbour[e]] = i;
      neighbour[kept++] = neighbour[e];
    }
  }
  start[n] = kept;
  return kept;
}
