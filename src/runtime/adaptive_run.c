#include "runtime/adaptive_run.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "runtime/memory.h"

static const double growth_when_failed = 0.1;
static const double restart_factor = 4;
static const double first_step_rounding = 1e3 * DBL_EPSILON; /* of the time */
static const double nearly = 1 + 1e-7;                       /* a step that ends this close to the limit ends there */
/* With a constant Jacobian a step that would change less than this stays, and its factors with it. The controller is
 * slow: where the error is steady, these are steps of 0.9 to 1.2 of the best one. */
static const double shrinks_at_least = 0.97, grows_at_least = 1.05;
static const double rejected_share = 0.15;
static const double stiff_share = 0.5;
static const double near_limit = 0.8; /* of the limit of stability */
enum { STEPS_PER_PROBE = 4 };
enum { LEAST_WINDOW = 40, LARGEST_WINDOW = 160, FIRST_STEP_TRIALS = 4 };

struct Parts {
  void *step, *weights;
  uint32_t* limited;
};

static size_t lay_out(struct Parts* parts, const struct SunderSystem* system, const struct SunderTableau* tableau,
                      const struct SunderRunOptions* options, struct SunderMemory memory) {
  const uint32_t n = system->state_count;
  parts->step = sunder_memory_take(&memory, sunder_step_memory(system, tableau));
  parts->weights = sunder_memory_take(&memory, sunder_weights_memory(n, options->group ? options->group_count : 0));
  parts->limited = sunder_memory_indices(&memory, n);
  return memory.used;
}

size_t sunder_run_memory(const struct SunderSystem* system, const struct SunderTableau* tableau,
                         const struct SunderRunOptions* options) {
  struct Parts parts;
  return lay_out(&parts, system, tableau, options, (struct SunderMemory){NULL, 0});
}

int sunder_run_init(struct SunderRun* run, const struct SunderSystem* system, const struct SunderTableau* tableau,
                    const struct SunderRunOptions* options, void* memory) {
  struct Parts parts;
  memset(run, 0, sizeof *run);
  if (!(options->tolerance > 0) || !(options->run_length > 0)) return SUNDER_REFUSED;
  lay_out(&parts, system, tableau, options, (struct SunderMemory){(char*)memory, 0});
  sunder_weights_init(&run->weights, system->state_count, options->nominal, options->group, options->group_count,
                      parts.weights);
  run->tolerance = options->tolerance;
  run->longest = SUNDER_LONGEST_PART * options->run_length;
  run->limited = parts.limited;
  return sunder_step_init(&run->step, system, tableau, parts.step);
}

static void forget_window(struct SunderRun* run) {
  run->window_attempts = run->window_rejected = run->window_probes = run->window_stiff = 0;
  memset(run->limited, 0, run->weights.count * sizeof(uint32_t));
}

void sunder_run_begin(struct SunderRun* run, double t, const double* x) {
  sunder_weights_begin(&run->weights, x);
  sunder_step_begin(&run->step, t, x);
  run->proposed = 0;
  run->usual = HUGE_VAL;
  run->last_error = 1;
  forget_window(run);
}

void sunder_run_restart(struct SunderRun* run, double t, const double* x) {
  sunder_weights_cover(&run->weights, x);
  sunder_step_begin(&run->step, t, x);
  run->proposed = 0;
  run->last_error = 1;
}

void sunder_run_continue(struct SunderRun* run, const struct SunderRun* other) {
  sunder_run_begin(run, sunder_run_time(other), sunder_run_states(other));
  sunder_weights_cover(&run->weights, other->weights.low);
  sunder_weights_cover(&run->weights, other->weights.high);
  run->proposed = other->proposed;
  run->usual = other->usual;
}

/* The step that the slopes and their change at the start allow. */
static int choose_first_step(struct SunderRun* run, double limit) {
  struct SunderStep* step = &run->step;
  int status = sunder_step_prepare(step);
  if (status != SUNDER_OK) return status;
  const uint32_t order = step->tableau->estimate_order;
  const double slope = sunder_weights_norm(&run->weights, step->before, sunder_step_start_slopes(step), NULL);
  /* a difference over a small part of what the slopes alone would allow */
  double delta = 1e-2 * run->longest;
  if (1e-2 * sunder_first_step(run->tolerance, order, slope, 0) < delta) {
    delta = 1e-2 * sunder_first_step(run->tolerance, order, slope, 0);
  }
  if (step->start + delta > limit) delta = limit - step->start;
  const double* second = NULL;
  for (int trial = 0; trial < FIRST_STEP_TRIALS; ++trial) {
    status = sunder_step_second_derivatives(step, delta, &second);
    if (status != SUNDER_RECOVERABLE) break;
    delta *= growth_when_failed;
  }
  if (status != SUNDER_OK) return status == SUNDER_RECOVERABLE ? SUNDER_NO_START : status;
  const double bend = sunder_weights_norm(&run->weights, step->before, second, NULL);
  /* ranges of zero promise steps that time cannot tell apart; whatever is too long is rejected */
  const double first =
      fmax(sunder_first_step(run->tolerance, order, slope, bend), first_step_rounding * fabs(step->start));
  run->proposed = first < run->longest ? first : run->longest;
  /* a restart: `usual` is the step before it */
  if (run->usual < HUGE_VAL) run->proposed = fmin(fmin(run->usual, restart_factor * first), run->longest);
  return SUNDER_OK;
}

static void count_attempt(struct SunderRun* run) {
  if (++run->window_attempts < LARGEST_WINDOW) return;
  run->window_attempts /= 2;
  run->window_rejected /= 2;
  run->window_probes /= 2;
  run->window_stiff /= 2;
  for (uint32_t i = 0; i < run->weights.count; ++i) run->limited[i] /= 2;
}

/* Compares what explicit states make of the last change inside the step with that change. */
int sunder_run_probe(struct SunderRun* run) {
  struct SunderStep* step = &run->step;
  struct SunderProbe probe;
  if (step->system.jacobian_pattern.row_count == step->system.state_count) return SUNDER_OK;
  const int status = sunder_step_probe(step, &probe);
  if (status != SUNDER_OK) return status == SUNDER_RECOVERABLE ? SUNDER_NO_START : status;
  const double* x = step->after;
  const double change = sunder_weights_norm(&run->weights, x, probe.change, NULL);
  const double bound = near_limit * step->tableau->explicit_stability * change;
  int is_stiff = 0;
  ++run->window_probes;
  if (!(change > 0)) return SUNDER_OK;
  for (uint32_t i = 0; i < run->weights.count; ++i) {
    const double reaction = step->length * (probe.other_slope[i] - probe.slope[i]);
    if (sunder_step_is_implicit(step, i) || sunder_weights_weigh(&run->weights, i, x[i], reaction) <= bound) continue;
    ++run->limited[i];
    is_stiff = 1;
  }
  run->window_stiff += (uint32_t)is_stiff;
  return SUNDER_OK;
}

static void reject(struct SunderRun* run, double error, double length) {
  const struct SunderStep* step = &run->step;
  ++run->statistics.rejected;
  if (!sunder_step_is_implicit(step, run->worst)) {
    ++run->statistics.rejected_by_explicit_rows;
    ++run->window_rejected;
    sunder_weights_count_above(&run->weights, step->after, step->error, run->tolerance, run->limited);
  }
  run->proposed = length * sunder_growth_when_rejected(step->tableau->estimate_order, error);
}

static void accept(struct SunderRun* run, double error, double length, double wanted) {
  const double growth = sunder_growth_when_accepted(run->step.tableau->estimate_order, error, run->last_error);
  const int stays = run->step.system.jacobian_constant && growth > shrinks_at_least && growth < grows_at_least;
  const double grown = stays ? length : length * growth;
  ++run->statistics.steps;
  sunder_step_accept(&run->step);
  sunder_weights_cover(&run->weights, sunder_step_states(&run->step));
  run->last_error = error;
  run->usual = wanted;
  /* a step cut short by a limit does not shorten the next one */
  run->proposed = length < wanted && grown < wanted ? wanted : grown;
}

int sunder_run_propose(struct SunderRun* run, double limit, struct SunderTry* next) {
  struct SunderStep* step = &run->step;
  const double start = sunder_step_time(step);
  if (!(limit > start)) return SUNDER_REFUSED;
  if (run->proposed == 0) {
    const int status = choose_first_step(run, limit);
    if (status != SUNDER_OK) return status;
  }
  next->wanted = run->proposed < run->longest ? run->proposed : run->longest;
  const int hits_limit = start + next->wanted * nearly >= limit;
  next->length = hits_limit ? limit - start : next->wanted;
  next->end = hits_limit ? limit : start + next->wanted;
  if (!hits_limit && next->wanted < 16 * DBL_EPSILON * fabs(start)) return SUNDER_STEP_TOO_SMALL;
  return next->wanted > DBL_MIN ? SUNDER_OK : SUNDER_STEP_TOO_SMALL;
}

int sunder_run_attempt(struct SunderRun* run, const struct SunderTry* next, double* error) {
  struct SunderStep* step = &run->step;
  const int status = sunder_step_attempt(step, next->length, next->end);
  count_attempt(run);
  if (status == SUNDER_RECOVERABLE) {
    ++run->statistics.failed;
    run->proposed = next->length * growth_when_failed;
  }
  if (status != SUNDER_OK) return status;
  *error = sunder_weights_norm(&run->weights, step->after, step->error, &run->worst) / run->tolerance;
  return SUNDER_OK;
}

int sunder_run_decide(struct SunderRun* run, const struct SunderTry* next, double error) {
  if (error <= 1) {
    accept(run, error, next->length, next->wanted);
    return 1;
  }
  reject(run, error, next->length);
  return 0;
}

void sunder_run_go_back(struct SunderRun* run, double t, const double* x, double next_length) {
  sunder_step_begin(&run->step, t, x);
  run->proposed = next_length;
}

int sunder_run_advance(struct SunderRun* run, double limit) {
  struct SunderStep* step = &run->step;
  if (step->is_accepted && run->statistics.steps % STEPS_PER_PROBE == 0) {
    const int status = sunder_run_probe(run);
    if (status != SUNDER_OK) return status;
  }
  for (;;) {
    struct SunderTry next;
    double error = 0;
    int status = sunder_run_propose(run, limit, &next);
    if (status == SUNDER_OK) status = sunder_run_attempt(run, &next, &error);
    if (status == SUNDER_RECOVERABLE) continue;
    if (status != SUNDER_OK) return status;
    if (sunder_run_decide(run, &next, error)) return SUNDER_OK;
  }
}

double sunder_run_time(const struct SunderRun* run) { return sunder_step_time(&run->step); }

const double* sunder_run_states(const struct SunderRun* run) { return sunder_step_states(&run->step); }

double sunder_run_last_step(const struct SunderRun* run) { return run->step.length; }

int sunder_run_interpolate(struct SunderRun* run, double theta, uint32_t count, const uint32_t* states, double* values,
                           double* slopes) {
  return sunder_step_interpolate(&run->step, theta, count, states, values, slopes);
}

uint32_t sunder_run_states_to_add(struct SunderRun* run, uint32_t* states) {
  uint32_t found = 0;
  if (run->window_attempts < LEAST_WINDOW) return 0;
  const int often_rejected = run->window_rejected > rejected_share * run->window_attempts;
  const int often_stiff = run->window_stiff > stiff_share * run->window_probes;
  if (!often_rejected && !often_stiff) return 0;
  for (uint32_t i = 0; i < run->weights.count; ++i) {
    if (run->limited[i] > 0 && !sunder_step_is_implicit(&run->step, i)) states[found++] = i;
  }
  forget_window(run);
  return found;
}
