#include "rhs_by_hand.h"

void chain_by_hand(size_t n, double u, const double* x, double* dx) {
  dx[0] = u - x[0];
  for (size_t i = 1; i < n; ++i) dx[i] = x[i - 1] - x[i];
}

void heat_exchanger_by_hand(const struct HeatExchanger* p, const double* x, double* dx) {
  const size_t n = p->n;
  const double* Ta = x;
  const double* Tw = x + n;
  const double* Tb = x + 2 * n;
  double* dTa = dx;
  double* dTw = dx + n;
  double* dTb = dx + 2 * n;
  const double count = (double)n;
  const double flow_a = p->w_a * p->c_a;
  const double flow_b = p->w_b * p->c_b;
  const double g_a = p->G_a / count;
  const double g_b = p->G_b / count;
  const double capacity_a = p->M_a / count * p->c_a;
  const double capacity_b = p->M_b / count * p->c_b;
  const double capacity_w = p->M_w / count * p->c_w;
  dTa[0] = (flow_a * (p->T_a - Ta[0]) - g_a * (Ta[0] - Tw[0])) / capacity_a;
  for (size_t i = 1; i < n; ++i) dTa[i] = (flow_a * (Ta[i - 1] - Ta[i]) - g_a * (Ta[i] - Tw[i])) / capacity_a;
  for (size_t i = 0; i < n; ++i) dTw[i] = (g_a * (Ta[i] - Tw[i]) + g_b * (Tb[i] - Tw[i])) / capacity_w;
  for (size_t i = 0; i + 1 < n; ++i) dTb[i] = (flow_b * (Tb[i + 1] - Tb[i]) - g_b * (Tb[i] - Tw[i])) / capacity_b;
  dTb[n - 1] = (flow_b * (p->T_b - Tb[n - 1]) - g_b * (Tb[n - 1] - Tw[n - 1])) / capacity_b;
}

void dc_motor_by_hand(const struct DcMotor* p, const double* x, double* dx) {
  dx[0] = (-p->R * x[0] - p->km * x[1] + p->u) / p->L;
  dx[1] = (p->km * x[0] - p->b * x[1] - p->tau) / p->J;
  dx[2] = x[1];
}
