/* A linear system that does not determine all of its unknowns: Gauss elimination with the largest pivots. */
#ifndef SUNDER_RUNTIME_RANK_FACTORS_H
#define SUNDER_RUNTIME_RANK_FACTORS_H

#include <stddef.h>
#include <stdint.h>

struct SunderRankFactors {
  size_t n, rank;
  double* kept_rank; /* stays with the factors in their memory */
  double *a, *row_scale, *column_scale, *work, *prices;
  uint32_t *rows, *columns; /* in the order of elimination: columns[rank] is an unknown that is free, if there is one */
  uint32_t* matched;
  uint8_t* is_done;
};

/* Numbers that factors of an n x n matrix take. */
size_t sunder_rank_memory(size_t n);
/* On memory that holds factors already: these. */
void sunder_rank_init(struct SunderRankFactors* factors, size_t n, double* memory);

/* `a` holds the matrix, column major. Rows and columns are scaled: units do not matter. */
void sunder_rank_factor(struct SunderRankFactors* factors);

/* Overwrites the right-hand side with a solution in which free unknowns are 0; equations that are left over are not
 * looked at. */
void sunder_rank_solve(const struct SunderRankFactors* factors, double* right);

#endif
