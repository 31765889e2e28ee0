/* What is held between events: relations and roundings that follow their expressions at events only. */
#ifndef SUNDER_EXPORTED_RELATIONS_H
#define SUNDER_EXPORTED_RELATIONS_H

#include "exported/model.h"

static inline int sunder_is_relation(uint32_t kind) { return kind <= HELD_GREATER_EQUAL; }
static inline int sunder_is_crossing(uint32_t kind) { return kind < HELD_MEMORY; }
static inline int sunder_is_rounding(uint32_t kind) { return sunder_is_crossing(kind) && !sunder_is_relation(kind); }

static inline double* sunder_held_of(struct SunderInstance* m) { return m->parameters + m->code->parameter_count; }
/* More rounds than any cascade of events needs. */
static inline uint32_t sunder_limit_of(const struct SunderInstance* m) { return 100 + 2 * m->code->held_count; }

/* The value that follows from z. */
double sunder_live_value(uint32_t kind, double z);
void sunder_run_rows(struct SunderInstance* m, SunderPart part, double time, double* values);
/* z of everything held. Relations of the time alone are looked at at `clock`, a moment later. */
void sunder_evaluate_rows(struct SunderInstance* m, double clock);

/* All relations that do not hold any more change at once; where that goes round in circles, one of them at a time. */
int sunder_follow_relations(struct SunderInstance* m, double clock, uint32_t round, int* changed);
/* After the last round: all combinations of those in the circle, the nearest first; `solve` computes everything. 0:
 * none of them is consistent. */
int sunder_search_modes(struct SunderInstance* m, double clock, int (*solve)(struct SunderInstance*));

#endif
