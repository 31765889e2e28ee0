/* Where the entries of a sparse matrix are, row by row: row i has the columns column[row_start[i]] ..
 * column[row_start[i + 1] - 1], each at most once, in any order. */
#ifndef SUNDER_RUNTIME_COMPRESSED_ROWS_H
#define SUNDER_RUNTIME_COMPRESSED_ROWS_H

#include <stdint.h>

struct SunderPattern {
  uint32_t row_count;
  const uint32_t* row_start;
  const uint32_t* column;
};

#endif
