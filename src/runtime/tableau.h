/* Coefficients of one-step methods, as data.
 *
 * Linearly implicit methods stand in the form that needs no product with the Jacobian (Hairer and Wanner, Solving
 * Ordinary Differential Equations II, section IV.7):
 *
 *   (I - h gamma A) U_i = h gamma (f(t + c_i h, x + sum_j a_ij U_j) + sum_j C_ij U_j / h + h d_i f_t)
 *   x+ = x + sum_j m_j U_j,   estimate of the error = sum_j e_j U_j
 *
 * All are such that x+ is the argument of the last stage, plus the last U for implicit ones. An explicit method has
 * A = 0, gamma = 1, C = 0 and U_i = h f(...). Inside a step, with theta in 0..1, rows with a row of A follow
 *
 *   x(theta) = x + theta (x+ - x) + theta (1 - theta) (K_0 + theta (K_1 + theta K_2)),   K_r = sum_j dense_rj U_j */
#ifndef SUNDER_RUNTIME_TABLEAU_H
#define SUNDER_RUNTIME_TABLEAU_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SUNDER_MAX_STAGES = 8, SUNDER_DENSE_TERMS = 3 };

/* Which rows of the Jacobian a method can take as its matrix A without losing its order. */
enum SunderRowSet { SUNDER_ALL_ROWS, SUNDER_ANY_ROWS, SUNDER_NO_ROWS };

struct SunderTableau {
  const char* name;
  enum SunderRowSet row_set;
  uint32_t stage_count;
  uint32_t order;
  uint32_t estimate_order; /* order of the solution that the estimate compares with */
  uint32_t dense_order;
  double gamma;
  double explicit_stability; /* how far explicit rows may have h times a negative eigenvalue; 0: there are none */
  double a[SUNDER_MAX_STAGES][SUNDER_MAX_STAGES];
  double coupling[SUNDER_MAX_STAGES][SUNDER_MAX_STAGES]; /* C_ij */
  double time[SUNDER_MAX_STAGES];                        /* c_i, none above 1 */
  double time_slope[SUNDER_MAX_STAGES];                  /* d_i */
  double error[SUNDER_MAX_STAGES];                       /* e_j */
  double dense[SUNDER_DENSE_TERMS][SUNDER_MAX_STAGES];
  /* 1: the argument of this stage is that of the stage before plus the U of the stage before. */
  uint8_t continues[SUNDER_MAX_STAGES];
};

/* Order 5(4), eight stages, stiffly accurate, for the whole Jacobian (Steinebach, BIT Numerical Mathematics 63, 2023).
 */
extern const struct SunderTableau sunder_rodas5p;

/* Order 3(2), four stages, stiffly accurate W-method: keeps its order whatever A is (Rang and Angermann, BIT Numerical
 * Mathematics 45, 2005). Dense output of order 3: where A has the row of the Jacobian, the four conditions of order 3
 * determine the weights of the four U; a row without is a cubic through both ends and their slopes. */
extern const struct SunderTableau sunder_ros34pw2;

/* Order 5(4), seven stages, explicit; the last stage is the first of the next step (Dormand and Prince, Journal of
 * Computational and Applied Mathematics 6, 1980). Dense output of order 4 as in Hairer, Norsett and Wanner, Solving
 * Ordinary Differential Equations I, section II.6. */
extern const struct SunderTableau sunder_dormand_prince;

#ifdef __cplusplus
}
#endif

#endif
