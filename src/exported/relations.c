/* The rules and their order are those of execute/event_iteration.cpp and execute/mode_search.cpp. */
#include "exported/relations.h"

#include <math.h>
#include <string.h>

/* Relations that change at the same time, before they do so one by one. */
enum { ROUNDS_TOGETHER = 12 };
/* Relations in one circle: two to this power of combinations are tried. */
enum { MOST_OPEN = 10 };

double sunder_live_value(uint32_t kind, double z) {
  switch (kind) {
    case HELD_LESS: return z < 0 ? 1 : 0;
    case HELD_LESS_EQUAL: return z <= 0 ? 1 : 0;
    case HELD_GREATER: return z > 0 ? 1 : 0;
    case HELD_GREATER_EQUAL: return z >= 0 ? 1 : 0;
    case HELD_FLOOR: return floor(z);
    case HELD_CEIL: return ceil(z);
    case HELD_TRUNCATE: return trunc(z);
    default: return z;
  }
}

static int has_row(uint32_t kind) { return kind <= HELD_LEFT_LIMIT; }

void sunder_run_rows(struct SunderInstance* m, SunderPart part, double time, double* values) {
  double* frame[SPACE_COUNT];
  if (part == NULL) return;
  sunder_frame(m, frame);
  frame[SPACE_TIME] = &time;
  frame[SPACE_RESIDUAL] = values;
  part(frame, 0, 0);
}

void sunder_evaluate_rows(struct SunderInstance* m, double clock) {
  const struct SunderModelCode* c = m->code;
  sunder_run_rows(m, c->held_rows, m->s.time, m->event_rows);
  sunder_run_rows(m, c->timed_rows, clock, m->timed_rows);
  for (uint32_t i = 0; i < c->timed_count; ++i) m->event_rows[c->timed[i]] = m->timed_rows[i];
}

/* Whether a relation does not hold any more. */
static int differs(struct SunderInstance* m, uint32_t i) {
  const uint32_t kind = m->code->held_kinds[i];
  return sunder_is_crossing(kind) && isfinite(m->event_rows[i]) &&
         sunder_live_value(kind, m->event_rows[i]) != sunder_held_of(m)[i];
}

int sunder_follow_relations(struct SunderInstance* m, double clock, uint32_t round, int* changed) {
  const struct SunderModelCode* c = m->code;
  double* in_circles = m->mode_scratch;
  int undecided = 0;
  size_t count = 0;
  sunder_evaluate_rows(m, clock);
  if (round == 0) memset(in_circles, 0, c->held_count * sizeof(double));
  for (uint32_t i = 0; i < c->held_count; ++i) {
    undecided = undecided || (has_row(c->held_kinds[i]) && !isfinite(m->event_rows[i]));
    if (!differs(m, i)) continue;
    ++count;
    if (round >= ROUNDS_TOGETHER) in_circles[i] = 1;
  }
  *changed = count > 0;
  const int one_by_one = round >= ROUNDS_TOGETHER && count > 1;
  const size_t one = one_by_one ? ((uint64_t)round * 2654435761U >> 7U) % count : 0;
  size_t number = 0;
  for (uint32_t i = 0; i < c->held_count; ++i) {
    if (!differs(m, i)) continue;
    if (!one_by_one || number == one) sunder_held_of(m)[i] = sunder_live_value(c->held_kinds[i], m->event_rows[i]);
    ++number;
  }
  /* what cannot be decided may only follow from relations that have just changed: the next round will tell */
  if (!undecided || *changed) return ANSWER_OK;
  sunder_complain(m, 1, "a relation cannot be decided at time %.17g: a side of it is not finite", m->s.time);
  return ANSWER_ERROR;
}

/* Relations that are open: at most MOST_OPEN are listed, and one more is counted. */
struct Open {
  uint32_t count;
  uint32_t held[MOST_OPEN + 1];
};

static void add(const struct SunderInstance* m, struct Open* open, uint32_t held) {
  if (open->count > MOST_OPEN || !sunder_is_relation(m->code->held_kinds[held])) return;
  for (uint32_t k = 0; k < open->count; ++k)
    if (open->held[k] == held) return;
  open->held[open->count++] = held;
}

/* Those that went round in circles, and those that decide between the same branches. */
static void find_open(const struct SunderInstance* m, struct Open* open) {
  const struct SunderModelCode* c = m->code;
  const double* in_circles = m->mode_scratch;
  open->count = 0;
  for (uint32_t i = 0; i < c->held_count; ++i)
    if (in_circles[i] != 0) add(m, open, i);
  for (uint32_t g = 0; g < c->branch_count; ++g) {
    int is_own = 0;
    for (uint32_t k = c->branch_start[g]; k < c->branch_start[g + 1]; ++k)
      is_own = is_own || (in_circles[c->branch_held[k]] != 0 && sunder_is_relation(c->held_kinds[c->branch_held[k]]));
    for (uint32_t k = c->branch_start[g]; is_own && k < c->branch_start[g + 1]; ++k) add(m, open, c->branch_held[k]);
  }
}

static int is_consistent(struct SunderInstance* m, double clock) {
  sunder_evaluate_rows(m, clock);
  for (uint32_t i = 0; i < m->code->held_count; ++i)
    if (sunder_is_crossing(m->code->held_kinds[i]) && (!isfinite(m->event_rows[i]) || differs(m, i))) return 0;
  return 1;
}

static uint32_t ones_of(uint32_t mask) {
  uint32_t count = 0;
  for (; mask != 0; mask &= mask - 1) ++count;
  return count;
}

static void set_modes(struct SunderInstance* m, const struct Open* open, uint32_t mask, const double* before) {
  double* held = sunder_held_of(m);
  memcpy(held, before, m->code->held_count * sizeof(double));
  for (uint32_t k = 0; k < open->count; ++k)
    if ((mask >> k & 1U) != 0) held[open->held[k]] = held[open->held[k]] == 0 ? 1 : 0;
}

int sunder_search_modes(struct SunderInstance* m, double clock, int (*solve)(struct SunderInstance*)) {
  double* before = m->mode_scratch + m->code->held_count;
  struct Open open;
  int found = 0;
  const int was_quiet = m->is_quiet;
  find_open(m, &open);
  if (open.count == 0 || open.count > MOST_OPEN) return 0;
  memcpy(before, sunder_held_of(m), m->code->held_count * sizeof(double));
  m->is_quiet = 1; /* what a wrong combination leads to */
  for (uint32_t ones = 0; !found && ones <= open.count; ++ones)
    for (uint32_t mask = 0; !found && mask < 1U << open.count; ++mask) {
      if (ones_of(mask) != ones) continue;
      set_modes(m, &open, mask, before);
      found = solve(m) == ANSWER_OK && is_consistent(m, clock);
    }
  m->is_quiet = was_quiet;
  if (!found) memcpy(sunder_held_of(m), before, m->code->held_count * sizeof(double));
  return found;
}
