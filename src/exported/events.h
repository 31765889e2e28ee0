/* What events need of an instance. */
#ifndef SUNDER_EXPORTED_EVENTS_H
#define SUNDER_EXPORTED_EVENTS_H

#include "exported/model.h"

/* Everything, discrete variables too, from what is held. */
int sunder_compute_for_event(struct SunderInstance* m);
/* `mixture`: with homotopy() between its simplified argument and the actual one. */
int sunder_solve_initial(struct SunderInstance* m, int mixture);
/* The shortest stretch of time that is not lost in rounding. */
double sunder_instant_after(double time);
/* Numbers that `before` of an instance holds. */
size_t sunder_before_count(const struct SunderModelCode* c);
/* What the crossings read. */
int sunder_run_monitor(struct SunderInstance* m);

#endif
