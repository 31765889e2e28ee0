#include "runtime/rosenbrock_step.h"

#include <math.h>
#include <string.h>

#include "runtime/combination.h"
#include "runtime/finite.h"
#include "runtime/memory.h"

static const uint32_t none = UINT32_MAX;

static int is_explicit(const struct SunderStep* step) { return step->tableau->row_set == SUNDER_NO_ROWS; }

static uint32_t row_count(const struct SunderStep* step) { return step->system.jacobian_pattern.row_count; }

static int all_rows(const struct SunderStep* step) { return row_count(step) == step->system.state_count; }

static uint32_t opened_count(const struct SunderStep* step) { return step->system.opened_count; }

/* Of the linear system. */
static uint32_t equation_count(const struct SunderStep* step) { return row_count(step) + opened_count(step); }

static size_t lay_out(struct SunderStep* step, struct SunderMemory memory) {
  const struct SunderPattern* pattern = &step->system.jacobian_pattern;
  const size_t n = step->system.state_count;
  const size_t rows = pattern->row_count;
  const size_t equations = equation_count(step);
  const size_t entries = rows > 0 ? pattern->row_start[equations] : 0;
  const int mixed = rows > 0 && rows < n;
  for (uint32_t i = 0; i < step->tableau->stage_count; ++i) step->stage[i] = sunder_memory_doubles(&memory, n);
  step->before = sunder_memory_doubles(&memory, n);
  step->after = sunder_memory_doubles(&memory, n);
  step->argument = sunder_memory_doubles(&memory, n);
  step->slope = step->start_slope = step->end_slope = NULL;
  if (!is_explicit(step)) {
    step->slope = sunder_memory_doubles(&memory, n);
    step->start_slope = sunder_memory_doubles(&memory, n);
    step->end_slope = sunder_memory_doubles(&memory, n);
  }
  step->jacobian = sunder_memory_doubles(&memory, entries);
  step->time_slope = sunder_memory_doubles(&memory, rows);
  step->right_side = sunder_memory_doubles(&memory, mixed || opened_count(step) > 0 ? equations : 0);
  step->row_of_state = sunder_memory_indices(&memory, mixed ? n : 0);
  step->outside_start = sunder_memory_indices(&memory, mixed ? equations + 1 : 0);
  step->outside_entry = sunder_memory_indices(&memory, mixed ? entries : 0);
  return memory.used;
}

size_t sunder_step_memory(const struct SunderSystem* system, const struct SunderTableau* tableau) {
  struct SunderStep step = {.system = *system, .tableau = tableau};
  return lay_out(&step, (struct SunderMemory){NULL, 0});
}

/* Entries of the rows whose column is a state, but not one of the rows: J_RS. */
static void find_outside(struct SunderStep* step) {
  const struct SunderSystem* system = &step->system;
  const struct SunderPattern* pattern = &system->jacobian_pattern;
  for (uint32_t i = 0; i < system->state_count; ++i) step->row_of_state[i] = none;
  for (uint32_t k = 0; k < pattern->row_count; ++k) step->row_of_state[system->rows[k]] = k;
  uint32_t found = 0;
  for (uint32_t k = 0; k < equation_count(step); ++k) {
    step->outside_start[k] = found;
    for (uint32_t e = pattern->row_start[k]; e < pattern->row_start[k + 1]; ++e) {
      const uint32_t column = pattern->column[e];
      if (column < system->state_count && step->row_of_state[column] == none) step->outside_entry[found++] = e;
    }
  }
  step->outside_start[equation_count(step)] = found;
}

static int rows_fit(const struct SunderSystem* system, const struct SunderTableau* tableau) {
  const uint32_t rows = system->jacobian_pattern.row_count;
  if (rows > system->state_count) return 0;
  if (rows > 0 && rows < system->state_count && !system->rows) return 0;
  if (rows > 0 && (!system->jacobian || !system->factor || !system->solve)) return 0;
  if (rows == 0 && system->opened_count > 0) return 0;
  switch (tableau->row_set) {
    case SUNDER_ALL_ROWS: return rows == system->state_count;
    case SUNDER_ANY_ROWS: return 1;
    case SUNDER_NO_ROWS: return rows == 0;
  }
  return 0;
}

int sunder_step_init(struct SunderStep* step, const struct SunderSystem* system, const struct SunderTableau* tableau,
                     void* memory) {
  memset(step, 0, sizeof *step);
  if (!rows_fit(system, tableau)) return SUNDER_REFUSED;
  step->system = *system;
  step->tableau = tableau;
  lay_out(step, (struct SunderMemory){(char*)memory, 0});
  if (row_count(step) > 0 && !all_rows(step)) find_outside(step);
  return SUNDER_OK;
}

void sunder_step_begin(struct SunderStep* step, double t, const double* x) {
  /* x may be `after` itself */
  memmove(step->before, x, step->system.state_count * sizeof(double));
  step->start = step->end = t;
  step->length = 0;
  step->is_accepted = 0;
  step->start_slope_known = step->time_slope_known = step->jacobian_known = step->end_slope_known = 0;
  step->factored = 0;
}

void sunder_step_forget(struct SunderStep* step) {
  step->start_slope_known = step->time_slope_known = step->end_slope_known = 0;
  if (step->system.jacobian_constant) return;
  step->jacobian_known = 0;
  step->factored = 0;
}

/* What a callback returned, as what it means for the step. */
static int judge(struct SunderStep* step, enum SunderCallback callback, int status) {
  if (status == SUNDER_OK) return SUNDER_OK;
  step->failed_in = callback;
  return status == SUNDER_RECOVERABLE || status == SUNDER_SINGULAR ? SUNDER_RECOVERABLE : SUNDER_FATAL;
}

static int all_finite(const struct SunderStep* step, const double* values, size_t count) {
  return step->system.values_checked || sunder_all_finite(values, count);
}

static int evaluate(struct SunderStep* step, double t, const double* x, double* dx) {
  const struct SunderSystem* system = &step->system;
  ++step->counts.evaluations;
  int status = system->derivatives(system->user, t, x, dx);
  if (status == SUNDER_OK && !all_finite(step, dx, system->state_count)) status = SUNDER_RECOVERABLE;
  return judge(step, SUNDER_IN_DERIVATIVES, status);
}

static double* start_slope(const struct SunderStep* step) {
  return is_explicit(step) ? step->stage[0] : step->start_slope;
}

static void exchange(double** a, double** b) {
  double* kept = *a;
  *a = *b;
  *b = kept;
}

/* The end of the accepted step becomes the start of the next one. */
static void move_on(struct SunderStep* step) {
  exchange(&step->before, &step->after);
  if (is_explicit(step)) {
    exchange(&step->stage[0], &step->stage[step->tableau->stage_count - 1]);
  } else {
    exchange(&step->start_slope, &step->end_slope);
  }
  step->start_slope_known = step->end_slope_known;
  step->end_slope_known = step->time_slope_known = step->is_accepted = 0;
  if (!step->system.jacobian_constant) step->jacobian_known = 0;
  step->start = step->end;
}

static int prepare_matrix(struct SunderStep* step) {
  const struct SunderSystem* system = &step->system;
  const uint32_t rows = row_count(step);
  if (!step->jacobian_known) {
    ++step->counts.jacobians;
    int status = system->jacobian(system->user, step->start, step->before, step->jacobian);
    const uint32_t entries = system->jacobian_pattern.row_start[equation_count(step)];
    if (status == SUNDER_OK && !all_finite(step, step->jacobian, entries)) {
      status = SUNDER_RECOVERABLE;
    }
    status = judge(step, SUNDER_IN_JACOBIAN, status);
    if (status != SUNDER_OK) return status;
    step->jacobian_known = 1;
    step->factored = 0;
  }
  if (system->time_derivatives && !step->time_slope_known) {
    int status = system->time_derivatives(system->user, step->start, step->before, step->time_slope);
    if (status == SUNDER_OK && !all_finite(step, step->time_slope, rows)) status = SUNDER_RECOVERABLE;
    status = judge(step, SUNDER_IN_TIME_DERIVATIVES, status);
    if (status != SUNDER_OK) return status;
    step->time_slope_known = 1;
  }
  return SUNDER_OK;
}

int sunder_step_prepare(struct SunderStep* step) {
  int status = SUNDER_OK;
  if (step->is_accepted) move_on(step);
  if (!step->start_slope_known) {
    status = evaluate(step, step->start, step->before, start_slope(step));
    step->start_slope_known = status == SUNDER_OK;
  }
  if (status == SUNDER_OK && row_count(step) > 0) status = prepare_matrix(step);
  return status == SUNDER_RECOVERABLE ? SUNDER_NO_START : status;
}

int sunder_step_second_derivatives(struct SunderStep* step, double delta, const double** result) {
  const struct SunderSystem* system = &step->system;
  const struct SunderPattern* pattern = &system->jacobian_pattern;
  const uint32_t n = system->state_count;
  const double* f = start_slope(step);
  double* out = step->after;
  if (!all_rows(step) || opened_count(step) > 0) {
    double* moved = is_explicit(step) ? step->stage[1] : step->slope;
    for (uint32_t i = 0; i < n; ++i) step->argument[i] = step->before[i] + delta * f[i];
    const int status = evaluate(step, step->start + delta, step->argument, moved);
    if (status != SUNDER_OK) return status;
    for (uint32_t i = 0; i < n; ++i) out[i] = (moved[i] - f[i]) / delta;
  }
  for (uint32_t k = 0; opened_count(step) == 0 && k < pattern->row_count; ++k) {
    double sum = system->time_derivatives ? step->time_slope[k] : 0;
    for (uint32_t e = pattern->row_start[k]; e < pattern->row_start[k + 1]; ++e) {
      sum += step->jacobian[e] * f[pattern->column[e]];
    }
    out[all_rows(step) ? k : system->rows[k]] = sum;
  }
  *result = out;
  return SUNDER_OK;
}

static int factor(struct SunderStep* step, double c) {
  if (row_count(step) == 0 || step->factored == c) return SUNDER_OK;
  ++step->counts.factorisations;
  step->factored = 0;
  const int status = step->system.factor(step->system.linear, c, step->jacobian);
  if (status == SUNDER_OK) step->factored = c;
  return judge(step, SUNDER_IN_FACTOR, status);
}

static void place_argument(struct SunderStep* step, uint32_t i) {
  const struct SunderTableau* tableau = step->tableau;
  const size_t n = step->system.state_count;
  if (tableau->continues[i]) {
    const double* last = step->stage[i - 1];
    for (size_t k = 0; k < n; ++k) step->argument[k] += last[k];
    return;
  }
  const double unit = is_explicit(step) ? step->length : 1;
  struct SunderCombination sum = {.count = 0};
  sunder_add_term(&sum, 1, step->before);
  for (uint32_t j = 0; j < i; ++j) sunder_add_term(&sum, unit * tableau->a[i][j], step->stage[j]);
  sunder_combine(&sum, n, step->argument);
}

/* All states are implicit, and there are unknowns beside them. */
static int solve_opened_stage(struct SunderStep* step, double* u) {
  const struct SunderSystem* system = &step->system;
  const size_t n = system->state_count;
  memcpy(step->right_side, u, n * sizeof(double));
  memset(step->right_side + n, 0, opened_count(step) * sizeof(double));
  const int status = judge(step, SUNDER_IN_SOLVE, system->solve(system->linear, step->right_side));
  memcpy(u, step->right_side, n * sizeof(double));
  return status;
}

/* The linear system of a stage whose U holds h gamma b, without the part of the time derivative when rows are some. */
static int solve_stage(struct SunderStep* step, double* u, double c, double time_weight) {
  const struct SunderSystem* system = &step->system;
  const uint32_t rows = row_count(step);
  if (rows == 0) return SUNDER_OK;
  ++step->counts.solves;
  if (all_rows(step) && opened_count(step) > 0) return solve_opened_stage(step, u);
  if (all_rows(step)) return judge(step, SUNDER_IN_SOLVE, system->solve(system->linear, u));
  double* right_side = step->right_side;
  for (uint32_t k = 0; k < equation_count(step); ++k) {
    double sum = 0;
    for (uint32_t o = step->outside_start[k]; o < step->outside_start[k + 1]; ++o) {
      const uint32_t e = step->outside_entry[o];
      sum += step->jacobian[e] * u[system->jacobian_pattern.column[e]];
    }
    right_side[k] = (k < rows ? u[system->rows[k]] : 0) + c * sum;
  }
  if (system->time_derivatives && time_weight != 0) {
    for (uint32_t k = 0; k < rows; ++k) right_side[k] += time_weight * step->time_slope[k];
  }
  const int status = judge(step, SUNDER_IN_SOLVE, system->solve(system->linear, right_side));
  for (uint32_t k = 0; k < rows; ++k) u[system->rows[k]] = right_side[k];
  return status;
}

static int stage(struct SunderStep* step, uint32_t i) {
  const struct SunderTableau* tableau = step->tableau;
  const double h = step->length;
  const double c = h * tableau->gamma;
  const double* slope = start_slope(step);
  if (i > 0) {
    const double t = tableau->time[i] == 1 ? step->end : step->start + tableau->time[i] * h;
    double* written = is_explicit(step) ? step->stage[i] : step->slope;
    place_argument(step, i);
    const int status = evaluate(step, t, step->argument, written);
    if (status != SUNDER_OK) return status;
    slope = written;
  }
  if (is_explicit(step)) return SUNDER_OK;
  const double time_weight = c * h * tableau->time_slope[i];
  struct SunderCombination sum = {.count = 0};
  sunder_add_term(&sum, c, slope);
  for (uint32_t j = 0; j < i; ++j) sunder_add_term(&sum, tableau->gamma * tableau->coupling[i][j], step->stage[j]);
  if (all_rows(step) && step->system.time_derivatives) sunder_add_term(&sum, time_weight, step->time_slope);
  sunder_combine(&sum, step->system.state_count, step->stage[i]);
  return solve_stage(step, step->stage[i], c, time_weight);
}

/* The states at the end are the argument of the last stage, for implicit methods plus its U. */
static void finish(struct SunderStep* step) {
  const struct SunderTableau* tableau = step->tableau;
  const uint32_t last = tableau->stage_count - 1;
  const size_t n = step->system.state_count;
  const double unit = is_explicit(step) ? step->length : 1;
  if (is_explicit(step)) {
    exchange(&step->after, &step->argument);
    step->end_slope_known = 1;
  } else {
    const double* u = step->stage[last];
    for (size_t k = 0; k < n; ++k) step->after[k] = step->argument[k] + u[k];
  }
  struct SunderCombination sum = {.count = 0};
  for (uint32_t j = 0; j <= last; ++j) sunder_add_term(&sum, unit * tableau->error[j], step->stage[j]);
  if (sum.count == 1 && sum.weight[0] == 1) {
    step->error = sum.vector[0];
  } else {
    sunder_combine(&sum, n, step->argument);
    step->error = step->argument;
  }
}

int sunder_step_attempt(struct SunderStep* step, double length, double end) {
  int status = sunder_step_prepare(step);
  if (status != SUNDER_OK) return status;
  step->end = end;
  step->length = length;
  step->end_slope_known = 0;
  status = factor(step, length * step->tableau->gamma);
  for (uint32_t i = 0; status == SUNDER_OK && i < step->tableau->stage_count; ++i) status = stage(step, i);
  if (status == SUNDER_OK) finish(step);
  return status;
}

void sunder_step_accept(struct SunderStep* step) { step->is_accepted = 1; }

double sunder_step_time(const struct SunderStep* step) { return step->is_accepted ? step->end : step->start; }

const double* sunder_step_states(const struct SunderStep* step) {
  return step->is_accepted ? step->after : step->before;
}

/* f at the end, for the methods whose stages do not contain it. */
static int know_end_slope(struct SunderStep* step) {
  if (step->end_slope_known) return SUNDER_OK;
  const int status = evaluate(step, step->end, step->after, step->end_slope);
  step->end_slope_known = status == SUNDER_OK;
  return status;
}

int sunder_step_probe(struct SunderStep* step, struct SunderProbe* probe) {
  const struct SunderTableau* tableau = step->tableau;
  const uint32_t last = tableau->stage_count - 1;
  if (!step->is_accepted || all_rows(step)) return SUNDER_REFUSED;
  if (!is_explicit(step)) {
    /* the end is the argument of the last stage plus its U */
    *probe = (struct SunderProbe){step->stage[last], step->slope, step->end_slope};
    return know_end_slope(step);
  }
  struct SunderCombination sum = {.count = 0};
  for (uint32_t j = 0; j < last; ++j) {
    sunder_add_term(&sum, step->length * (tableau->a[last][j] - tableau->a[last - 1][j]), step->stage[j]);
  }
  sunder_combine(&sum, step->system.state_count, step->argument);
  *probe = (struct SunderProbe){step->argument, step->stage[last - 1], step->stage[last]};
  return SUNDER_OK;
}

const double* sunder_step_start_slopes(const struct SunderStep* step) { return start_slope(step); }

int sunder_step_is_implicit(const struct SunderStep* step, uint32_t state) {
  if (row_count(step) == 0 || all_rows(step)) return row_count(step) > 0;
  return step->row_of_state[state] != none;
}

/* Where a value, or the slope by theta times `unit` = 1 / h, is wanted. */
struct Place {
  double theta;
  int is_slope;
  double unit; /* 1 for values */
};

/* The extension of the method. */
static struct SunderCombination by_stages(const struct SunderStep* step, struct Place place) {
  const struct SunderTableau* tableau = step->tableau;
  const double theta = place.theta;
  const double bump = theta * (1 - theta);
  const double unit = is_explicit(step) ? place.unit * step->length : place.unit;
  struct SunderCombination sum = {.count = 0};
  sunder_add_term(&sum, place.is_slope ? -place.unit : 1 - theta, step->before);
  sunder_add_term(&sum, place.is_slope ? place.unit : theta, step->after);
  for (uint32_t j = 0; j < tableau->stage_count; ++j) {
    const double k0 = tableau->dense[0][j], k1 = tableau->dense[1][j], k2 = tableau->dense[2][j];
    const double inner = k0 + theta * (k1 + theta * k2);
    const double weight = place.is_slope ? (1 - 2 * theta) * inner + bump * (k1 + 2 * theta * k2) : bump * inner;
    sunder_add_term(&sum, unit * weight, step->stage[j]);
  }
  return sum;
}

/* The cubic through the ends and their slopes: x_0 (1 - theta) + x_1 theta +
 * theta (1 - theta) ((1 - theta) (h f_0 - D) + theta (D - h f_1)), D = x_1 - x_0. */
static struct SunderCombination by_slopes(struct SunderStep* step, struct Place place) {
  const double theta = place.theta;
  const double bump = theta * (1 - theta);
  const double h = step->length;
  const double first = place.is_slope ? (1 - theta) * (1 - 3 * theta) : bump * (1 - theta);
  const double second = place.is_slope ? theta * (2 - 3 * theta) : bump * theta;
  struct SunderCombination sum = {.count = 0};
  const double change = second - first;
  sunder_add_term(&sum, place.unit * ((place.is_slope ? -1 : 1 - theta) - change), step->before);
  sunder_add_term(&sum, place.unit * ((place.is_slope ? 1 : theta) + change), step->after);
  sunder_add_term(&sum, place.unit * h * first, step->start_slope);
  sunder_add_term(&sum, -place.unit * h * second, step->end_slope);
  return sum;
}

static void evaluate_mixed(const struct SunderStep* step, const struct SunderCombination* implicit_sum,
                           const struct SunderCombination* explicit_sum, uint32_t count, const uint32_t* states,
                           double* out) {
  if (!states) {
    sunder_combine(explicit_sum, step->system.state_count, out);
    for (uint32_t k = 0; k < row_count(step); ++k) {
      const uint32_t state = step->system.rows[k];
      out[state] = sunder_combine_at(implicit_sum, state);
    }
    return;
  }
  for (uint32_t k = 0; k < count; ++k) {
    const int is_implicit = step->row_of_state[states[k]] != none;
    out[k] = sunder_combine_at(is_implicit ? implicit_sum : explicit_sum, states[k]);
  }
}

static void evaluate_extension(struct SunderStep* step, struct Place place, uint32_t count, const uint32_t* states,
                               double* out) {
  const int needs_slopes = !is_explicit(step) && !all_rows(step);
  const struct SunderCombination stages = by_stages(step, place);
  if (needs_slopes && row_count(step) > 0) {
    const struct SunderCombination slopes = by_slopes(step, place);
    evaluate_mixed(step, &stages, &slopes, count, states, out);
    return;
  }
  const struct SunderCombination sum = needs_slopes ? by_slopes(step, place) : stages;
  if (!states) {
    sunder_combine(&sum, step->system.state_count, out);
  } else {
    for (uint32_t k = 0; k < count; ++k) out[k] = sunder_combine_at(&sum, states[k]);
  }
}

int sunder_step_interpolate(struct SunderStep* step, double theta, uint32_t count, const uint32_t* states,
                            double* values, double* slopes) {
  if (!step->is_accepted) return SUNDER_REFUSED;
  const int status = all_rows(step) ? SUNDER_OK : know_end_slope(step);
  if (status != SUNDER_OK) return status;
  const struct Place value = {theta, 0, 1};
  const struct Place slope = {theta, 1, 1 / step->length};
  if (values) evaluate_extension(step, value, count, states, values);
  if (slopes) evaluate_extension(step, slope, count, states, slopes);
  return SUNDER_OK;
}

int sunder_step_extension(struct SunderStep* step, double* terms) {
  const struct SunderTableau* tableau = step->tableau;
  const uint32_t n = step->system.state_count;
  if (!step->is_accepted) return SUNDER_REFUSED;
  const int by_ends = !is_explicit(step) && !all_rows(step);
  const int status = by_ends ? know_end_slope(step) : SUNDER_OK;
  if (status != SUNDER_OK) return status;
  const double unit = is_explicit(step) ? step->length : 1;
  for (uint32_t r = 0; r < SUNDER_DENSE_TERMS; ++r) {
    struct SunderCombination sum = {.count = 0};
    for (uint32_t j = 0; j < tableau->stage_count; ++j) {
      sunder_add_term(&sum, unit * tableau->dense[r][j], step->stage[j]);
    }
    sunder_combine(&sum, n, terms + (size_t)r * n);
  }
  if (!by_ends) return SUNDER_OK;
  const double h = step->length;
  for (uint32_t i = 0; i < n; ++i) {
    if (sunder_step_is_implicit(step, i)) continue;
    const double change = step->after[i] - step->before[i];
    const double first = h * step->start_slope[i] - change;
    terms[i] = first;
    terms[n + i] = change - h * step->end_slope[i] - first;
    terms[2 * (size_t)n + i] = 0;
  }
  return SUNDER_OK;
}
