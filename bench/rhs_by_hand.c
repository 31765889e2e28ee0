#include "rhs_by_hand.h"

#include <math.h>

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

/* From the tip to the root: what the links beyond a joint weigh, as it sees them; then accelerations from the root. */
void planar_chain_by_hand(size_t n, const double* x, double* dx, double* scratch) {
  const double half = 0.5, whole = 1, mass = 1, inertia = 0.1, friction = 0.1, gravity = 9.81;
  double phi = 0, speed = 0;
  for (size_t i = 0; i < n; ++i) {
    double* own = scratch + 12 * i;
    phi += x[2 * i];
    speed += x[2 * i + 1];
    own[0] = cos(phi);
    own[1] = sin(phi);
    own[2] = speed * speed;
  }
  /* symmetric: rr rx ry xx xy yy; force: pr px py */
  double rr = 0, rx = 0, ry = 0, xx = 0, xy = 0, yy = 0, pr = 0, px = 0, py = 0;
  for (size_t i = n; i-- > 0;) {
    double* own = scratch + 12 * i;
    const double cx = half * own[0], cy = half * own[1], nx = whole * own[0], ny = whole * own[1], w2 = own[2];
    /* the link beyond, moved from its joint to this one */
    const double zx = -nx * w2, zy = -ny * w2;
    const double fr = pr + rx * zx + ry * zy, fx = px + xx * zx + xy * zy, fy = py + xy * zx + yy * zy;
    const double ax = rx - ny * xx + nx * xy, ay = ry - ny * xy + nx * yy;
    const double ar = rr - ny * rx + nx * ry;
    const double brr = ar + nx * ay - ny * ax, br = fr - ny * fx + nx * fy;
    /* the body */
    const double bx = -cx * w2, by = -cy * w2;
    const double trr = brr + inertia + mass * (cx * cx + cy * cy), trx = ax - mass * cy, try_ = ay + mass * cx;
    const double txx = xx + mass, txy = xy, tyy = yy + mass;
    const double tr = br + mass * (cx * by - cy * bx), tx = fx + mass * bx, ty = fy + mass * by;
    const double d = 1 / trr, free = -friction * x[2 * i + 1] - tr;
    own[3] = d;
    own[4] = free;
    own[5] = trx;
    own[6] = try_;
    own[7] = trr;
    const double dx_ = trx * d, dy_ = try_ * d;
    rr = 0;
    rx = 0;
    ry = 0;
    xx = txx - dx_ * trx;
    xy = txy - dx_ * try_;
    yy = tyy - dy_ * try_;
    pr = tr + free;
    px = tx + dx_ * free;
    py = ty + dy_ * free;
  }
  double turn = 0, ax = 0, ay = gravity;
  for (size_t i = 0; i < n; ++i) {
    const double* own = scratch + 12 * i;
    const double a = (own[4] - own[7] * turn - own[5] * ax - own[6] * ay) * own[3];
    dx[2 * i] = x[2 * i + 1];
    dx[2 * i + 1] = a;
    turn += a;
    const double nx = whole * own[0], ny = whole * own[1];
    ax += -ny * turn - nx * own[2];
    ay += nx * turn - ny * own[2];
  }
}
