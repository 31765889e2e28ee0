/* States that are chosen again while the model runs: how good the choice is, and a better one. The operations and their
 * order are those of execute/state_choice.cpp. */
#include "exported/choice.h"

#include <math.h>
#include <string.h>

/* A choice is left when its determinant is this small against the best, and a little before when asked at an event. */
static const double bad = 0.5;
static const double poor = 0.55;

static void swap_rows(double* a, size_t n, size_t i, size_t k) {
  for (size_t j = 0; j < n; ++j) {
    const double kept = a[i * n + j];
    a[i * n + j] = a[k * n + j];
    a[k * n + j] = kept;
  }
}

/* Eliminates with the columns in `order`, as far as `must` one by one and then by the largest pivot; returns the
 * product of the pivots and leaves the pivot columns at the front of `order`. */
static double eliminate(double* a, size_t m, size_t n, uint32_t* order, size_t order_count, size_t must) {
  double product = 1;
  for (size_t k = 0; k < m; ++k) {
    size_t row = k, at = k;
    const size_t last = k < must ? k + 1 : order_count;
    for (size_t j = k; j < last; ++j)
      for (size_t i = k; i < m; ++i)
        if (fabs(a[i * n + order[j]]) > fabs(a[row * n + order[at]])) {
          row = i;
          at = j;
        }
    const uint32_t column = order[at];
    order[at] = order[k];
    order[k] = column;
    const double pivot = a[row * n + column];
    if (pivot == 0 || !isfinite(pivot)) return 0;
    product *= pivot;
    if (row != k) swap_rows(a, n, row, k);
    for (size_t i = k + 1; i < m; ++i) {
      const double factor = a[i * n + column] / pivot;
      if (factor == 0) continue;
      for (size_t j = 0; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
    }
  }
  return fabs(product);
}

size_t sunder_choice_scratch(const struct SunderModelCode* c) {
  size_t most = 0;
  for (uint32_t i = 0; i < c->choice_count; ++i) {
    const size_t n = c->choices[i].candidate_count;
    const size_t own = 2 * c->choices[i].row_count * n + 2 * n; /* numbers of columns need no more room than doubles */
    if (own > most) most = own;
  }
  return c->choice_row_count + most;
}

static int is_state(const struct SunderStateChoice* choice, const double* selectors, uint32_t candidate) {
  const uint32_t free = choice->candidate_count - choice->determined;
  if (candidate < choice->determined) return 0;
  for (uint32_t i = 0; i < choice->state_count; ++i)
    if (selectors[i * free + candidate - choice->determined] != 0) return 1;
  return 0;
}

/* The determinant with the present choice relative to that of a good one, whose states are at the end of *order. */
static double quality(struct SunderInstance* m, uint32_t number, uint32_t** order) {
  const struct SunderStateChoice* choice = &m->code->choices[number];
  const size_t rows = choice->row_count, n = choice->candidate_count;
  double* matrix = m->choice_scratch + m->code->choice_row_count;
  double* copy = matrix + rows * n;
  uint32_t* present = (uint32_t*)(void*)(copy + rows * n);
  uint32_t* all = present + n;
  uint32_t count = 0;
  memset(matrix, 0, rows * n * sizeof(double));
  for (uint32_t k = choice->first_entry; k < choice->first_entry + choice->entry_count; ++k)
    matrix[m->code->choice_entries[2 * k] * n + m->code->choice_entries[2 * k + 1]] += m->choice_scratch[k];
  memcpy(copy, matrix, rows * n * sizeof(double));
  for (uint32_t j = 0; j < n; ++j) {
    if (!is_state(choice, m->parameters + choice->selectors, j)) present[count++] = j;
    all[j] = j;
  }
  const double now = eliminate(copy, rows, n, present, count, rows);
  const double good = eliminate(matrix, rows, n, all, n, choice->determined);
  *order = all;
  return good > 0 ? now / good : 1;
}

static void evaluate(struct SunderInstance* m) {
  double* frame[SPACE_COUNT];
  sunder_frame(m, frame);
  frame[SPACE_RESIDUAL] = m->choice_scratch;
  m->code->choice_rows(frame, 0, 0);
}

void sunder_choice_margins(struct SunderInstance* m, double* margins) {
  uint32_t* order = NULL;
  if (m->code->choice_count == 0) return;
  evaluate(m);
  for (uint32_t i = 0; i < m->code->choice_count; ++i) margins[i] = quality(m, i, &order) - bad;
}

void sunder_choice_reset(struct SunderInstance* m) {
  for (uint32_t i = 0; i < m->code->choice_count; ++i) {
    const struct SunderStateChoice* choice = &m->code->choices[i];
    const size_t count = (size_t)choice->state_count * (choice->candidate_count - choice->determined);
    memcpy(m->parameters + choice->selectors, m->code->parameters + choice->selectors, count * sizeof(double));
  }
}

static void sort(uint32_t* values, uint32_t count) {
  for (uint32_t i = 1; i < count; ++i) {
    const uint32_t value = values[i];
    uint32_t k = i;
    for (; k > 0 && values[k - 1] > value; --k) values[k] = values[k - 1];
    values[k] = value;
  }
}

int sunder_choice_improve(struct SunderInstance* m) {
  double* frame[SPACE_COUNT];
  int any = 0;
  if (m->code->choice_count == 0) return 0;
  evaluate(m);
  sunder_frame(m, frame);
  for (uint32_t i = 0; i < m->code->choice_count; ++i) {
    const struct SunderStateChoice* choice = &m->code->choices[i];
    const uint32_t free = choice->candidate_count - choice->determined;
    uint32_t* best = NULL;
    if (quality(m, i, &best) >= poor) continue;
    best += choice->row_count;
    sort(best, choice->state_count);
    double* selectors = m->parameters + choice->selectors;
    memset(selectors, 0, (size_t)choice->state_count * free * sizeof(double));
    for (uint32_t k = 0; k < choice->state_count; ++k) {
      const struct SunderPlace place = m->code->choice_candidates[choice->first_candidate + best[k]];
      selectors[k * free + best[k] - choice->determined] = 1;
      m->x[m->code->choice_states[choice->first_state + k]] = frame[place.space][place.index];
    }
    m->parity[m->code->crossing_count + i] = -m->parity[m->code->crossing_count + i];
    any = 1;
  }
  return any;
}
