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

/* The chain in space. Vectors have three numbers, symmetric matrices six: xx xy xz yy yz zz. */

static void cross(const double* a, const double* b, double* c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double* a, const double* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void apply_symmetric(const double* s, const double* v, double* out) {
  out[0] = s[0] * v[0] + s[1] * v[1] + s[2] * v[2];
  out[1] = s[1] * v[0] + s[3] * v[1] + s[4] * v[2];
  out[2] = s[2] * v[0] + s[4] * v[1] + s[5] * v[2];
}

/* Of a joint. For all passes: axis, lever to the next joint and what that point's acceleration has of the turning, the
 * axis' own acceleration. Between the last two: how the torque about the axis depends on angular and linear
 * acceleration, the inverse of what turns, the torque that is left. Between the first two: the body's lever, inertia
 * and what its turning takes. */
struct SpatialJoint {
  double n[3], next[3], next_rate[3], turned[3], u[3], v[3], inverse, left;
  double centre[3], centre_rate[3], inertia[6], gyro[3];
};

/* Rotations, speeds and what follows from them, from the root. */
static void spatial_positions(size_t n, const double* x, struct SpatialJoint* joints) {
  const double J[6] = {0.2, 0.01, 0.02, 0.3, 0.03, 0.25}; /* symmetric */
  const double centre[3] = {0.5, 0.1, 0.2}, next[3] = {1, 0.2, 0.4};
  double R[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, w[3] = {0, 0, 0}, scratch[3];
  for (size_t i = 0; i < n; ++i) {
    struct SpatialJoint* own = &joints[i];
    const double c = cos(x[2 * i]), s = sin(x[2 * i]), rate = x[2 * i + 1];
    double RJ[9];
    for (int k = 0; k < 3; ++k) {
      double* row = R + 3 * k;
      own->n[k] = row[2];
      const double a = row[0], b = row[1];
      row[0] = a * c + b * s;
      row[1] = row[2];
      row[2] = a * s - b * c;
    }
    cross(w, own->n, scratch);
    for (int k = 0; k < 3; ++k) {
      own->turned[k] = scratch[k] * rate;
      w[k] += own->n[k] * rate;
      own->centre[k] = dot(R + 3 * k, centre);
      own->next[k] = dot(R + 3 * k, next);
      apply_symmetric(J, R + 3 * k, RJ + 3 * k);
    }
    own->inertia[0] = dot(RJ, R);
    own->inertia[1] = dot(RJ, R + 3);
    own->inertia[2] = dot(RJ, R + 6);
    own->inertia[3] = dot(RJ + 3, R + 3);
    own->inertia[4] = dot(RJ + 3, R + 6);
    own->inertia[5] = dot(RJ + 6, R + 6);
    cross(w, own->centre, scratch);
    cross(w, scratch, own->centre_rate);
    cross(w, own->next, scratch);
    cross(w, scratch, own->next_rate);
    apply_symmetric(own->inertia, w, scratch);
    cross(w, scratch, own->gyro);
  }
}

/* The inertia of everything beyond a point, as that point sees it: torque = A alpha + B a + t, force = B' alpha + M a +
 * f; moved to a point from which the lever r leads there, of which the old one's acceleration differs by z, too. */
struct SpatialInertia {
  double A[6], B[9], M[6], t[3], f[3];
};

static void move_inertia(struct SpatialInertia* s, const double* r, const double* z) {
  double scratch[3];
  for (int k = 0; k < 3; ++k) s->t[k] += dot(s->B + 3 * k, z);
  apply_symmetric(s->M, z, scratch);
  for (int k = 0; k < 3; ++k) s->f[k] += scratch[k];
  cross(r, s->f, scratch);
  for (int k = 0; k < 3; ++k) s->t[k] += scratch[k];
  const double* M = s->M;
  const double* B = s->B;
  /* [r] B' before, and B + [r] M */
  const double rB[9] = {r[1] * B[2] - r[2] * B[1], r[1] * B[5] - r[2] * B[4], r[1] * B[8] - r[2] * B[7],
                        r[2] * B[0] - r[0] * B[2], r[2] * B[3] - r[0] * B[5], r[2] * B[6] - r[0] * B[8],
                        r[0] * B[1] - r[1] * B[0], r[0] * B[4] - r[1] * B[3], r[0] * B[7] - r[1] * B[6]};
  const double N[9] = {
      B[0] + r[1] * M[2] - r[2] * M[1], B[1] + r[1] * M[4] - r[2] * M[3], B[2] + r[1] * M[5] - r[2] * M[4],
      B[3] + r[2] * M[0] - r[0] * M[2], B[4] + r[2] * M[1] - r[0] * M[4], B[5] + r[2] * M[2] - r[0] * M[5],
      B[6] + r[0] * M[1] - r[1] * M[0], B[7] + r[0] * M[3] - r[1] * M[1], B[8] + r[0] * M[4] - r[1] * M[2]};
  /* A - N [r] + [r] B' */
  s->A[0] += rB[0] - (N[1] * r[2] - N[2] * r[1]);
  s->A[1] += rB[1] - (N[2] * r[0] - N[0] * r[2]);
  s->A[2] += rB[2] - (N[0] * r[1] - N[1] * r[0]);
  s->A[3] += rB[4] - (N[5] * r[0] - N[3] * r[2]);
  s->A[4] += rB[5] - (N[3] * r[1] - N[4] * r[0]);
  s->A[5] += rB[8] - (N[6] * r[1] - N[7] * r[0]);
  for (int k = 0; k < 9; ++k) s->B[k] = N[k];
}

static void add_body(struct SpatialInertia* s, const struct SpatialJoint* own) {
  const double mass = 1;
  const double* r = own->centre;
  const double* z = own->centre_rate;
  const double x = mass * r[0], y = mass * r[1], q = mass * r[2];
  double scratch[3];
  s->A[0] += own->inertia[0] + y * r[1] + q * r[2];
  s->A[1] += own->inertia[1] - x * r[1];
  s->A[2] += own->inertia[2] - x * r[2];
  s->A[3] += own->inertia[3] + x * r[0] + q * r[2];
  s->A[4] += own->inertia[4] - y * r[2];
  s->A[5] += own->inertia[5] + x * r[0] + y * r[1];
  s->B[1] -= q;
  s->B[2] += y;
  s->B[3] += q;
  s->B[5] -= x;
  s->B[6] -= y;
  s->B[7] += x;
  s->M[0] += mass;
  s->M[3] += mass;
  s->M[5] += mass;
  cross(r, z, scratch);
  for (int k = 0; k < 3; ++k) {
    s->t[k] += own->gyro[k] + mass * scratch[k];
    s->f[k] += mass * z[k];
  }
}

/* What the joint lets through. */
static void project(struct SpatialInertia* s, struct SpatialJoint* own, double rate) {
  const double friction = 0.1;
  double scratch[3];
  const double* n = own->n;
  apply_symmetric(s->A, n, own->u);
  for (int k = 0; k < 3; ++k) own->v[k] = s->B[k] * n[0] + s->B[3 + k] * n[1] + s->B[6 + k] * n[2];
  own->inverse = 1 / dot(n, own->u);
  apply_symmetric(s->A, own->turned, scratch);
  for (int k = 0; k < 3; ++k) {
    s->t[k] += scratch[k];
    s->f[k] += s->B[k] * own->turned[0] + s->B[3 + k] * own->turned[1] + s->B[6 + k] * own->turned[2];
  }
  own->left = -friction * rate - dot(n, s->t);
  double u[3], v[3];
  for (int k = 0; k < 3; ++k) {
    u[k] = own->u[k] * own->inverse;
    v[k] = own->v[k] * own->inverse;
    s->t[k] += u[k] * own->left;
    s->f[k] += v[k] * own->left;
  }
  for (int row = 0, k = 0; row < 3; ++row)
    for (int column = row; column < 3; ++column, ++k) {
      s->A[k] -= u[row] * own->u[column];
      s->M[k] -= v[row] * own->v[column];
    }
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) s->B[3 * row + column] -= u[row] * own->v[column];
}

void spatial_chain_by_hand(size_t n, const double* x, double* dx, double* scratch) {
  struct SpatialJoint* joints = (struct SpatialJoint*)scratch;
  spatial_positions(n, x, joints);
  struct SpatialInertia beyond = {{0}, {0}, {0}, {0}, {0}};
  for (size_t i = n; i-- > 0;) {
    move_inertia(&beyond, joints[i].next, joints[i].next_rate);
    add_body(&beyond, &joints[i]);
    project(&beyond, &joints[i], x[2 * i + 1]);
  }
  double turn[3] = {0, 0, 0}, a[3] = {0, 9.81, 0}, around[3];
  for (size_t i = 0; i < n; ++i) {
    const struct SpatialJoint* own = &joints[i];
    const double found = (own->left - dot(own->u, turn) - dot(own->v, a)) * own->inverse;
    dx[2 * i] = x[2 * i + 1];
    dx[2 * i + 1] = found;
    for (int k = 0; k < 3; ++k) turn[k] += own->n[k] * found + own->turned[k];
    cross(turn, own->next, around);
    for (int k = 0; k < 3; ++k) a[k] += around[k] + own->next_rate[k];
  }
}
