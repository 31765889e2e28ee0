/* What events need of an instance. */
#ifndef SUNDER_EXPORTED_EVENTS_H
#define SUNDER_EXPORTED_EVENTS_H

#include "exported/model.h"

/* Everything, discrete variables too, from what is held. */
int sunder_compute_for_event(struct SunderInstance* m);
int sunder_solve_initial(struct SunderInstance* m);
/* What the crossings read. */
int sunder_run_monitor(struct SunderInstance* m);

#endif
