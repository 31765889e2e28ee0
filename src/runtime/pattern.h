/* What the pattern of a square sparse matrix tells: blocks that do not know each other, and an order of elimination
 * with little fill. */
#ifndef SUNDER_RUNTIME_PATTERN_H
#define SUNDER_RUNTIME_PATTERN_H

#include <stddef.h>

#include "runtime/compressed_rows.h"

#ifdef __cplusplus
extern "C" {
#endif

/* component[i] = number of the connected component (of the pattern of A + A^T) that row i belongs to, numbered in the
 * order of their first rows. Returns how many there are. */
uint32_t sunder_components(const struct SunderPattern* pattern, uint32_t* component);

/* The pattern of A + A^T without the diagonal: start has row_count + 1 places, neighbour as many as twice the entries;
 * mark (row_count places) is scratch. Returns the number of neighbours. */
uint32_t sunder_symmetric_pattern(const struct SunderPattern* pattern, uint32_t* start, uint32_t* neighbour,
                                  uint32_t* mark);

/* Minimum degree on the pattern of A + A^T: order[k] is the row (and column) to be eliminated as the k-th. Degrees are
 * upper bounds, as in the approximate minimum degree of Amestoy, Davis and Duff (SIAM Journal on Matrix Analysis and
 * Applications 17, 1996). `scratch` holds sunder_minimum_degree_memory bytes, aligned like doubles. */
size_t sunder_minimum_degree_memory(const struct SunderPattern* pattern);
void sunder_minimum_degree(const struct SunderPattern* pattern, uint32_t* order, void* scratch);

#ifdef __cplusplus
}
#endif

#endif
