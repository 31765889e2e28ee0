/* The right-hand sides of the benchmark models as one would write them by hand in C. */
#ifndef SUNDER_BENCH_RHS_BY_HAND_H
#define SUNDER_BENCH_RHS_BY_HAND_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void chain_by_hand(size_t n, double u, const double* x, double* dx);

struct HeatExchanger {
  size_t n;
  double w_a, w_b, c_a, c_b, c_w, M_a, M_b, M_w, G_a, G_b, T_a, T_b;
};
/* Ta, Tw, Tb one after the other. */
void heat_exchanger_by_hand(const struct HeatExchanger* p, const double* x, double* dx);

struct DcMotor {
  double L, R, J, b, km, u, tau;
};
/* Current, speed, angle. */
void dc_motor_by_hand(const struct DcMotor* p, const double* x, double* dx);

/* Angle and speed of each joint; `scratch` holds 12 n numbers. */
void planar_chain_by_hand(size_t n, const double* x, double* dx, double* scratch);
/* The same in space (articulated bodies); 35 n numbers. */
void spatial_chain_by_hand(size_t n, const double* x, double* dx, double* scratch);

#ifdef __cplusplus
}
#endif

#endif
