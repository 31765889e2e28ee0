/* Dense LU factors with scaled partial pivoting, column major, in place. */
#ifndef SUNDER_RUNTIME_DENSE_LU_H
#define SUNDER_RUNTIME_DENSE_LU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Factors the n x n matrix a (entry (i, j) at a[j * n + i]) into L U with rows exchanged as `pivots` tells.
 * Pivots are compared relative to the largest entry of their row, so units of equations do not matter. `scratch`
 * holds 2 n numbers. Returns n, or the first column whose pivot is lost in the rounding of that column (or not
 * finite): the matrix is singular there. */
size_t sunder_lu_factor(size_t n, double* a, uint32_t* pivots, double* scratch);

/* Overwrites b with the solution of A x = b. */
void sunder_lu_solve(size_t n, const double* a, const uint32_t* pivots, double* b);

#ifdef __cplusplus
}
#endif

#endif
