#ifndef SUNDER_EXPORTED_SAMPLES_H
#define SUNDER_EXPORTED_SAMPLES_H

#include "exported/model.h"

/* The first instants that do not lie before the present time. */
int sunder_samples_begin(struct SunderInstance* m);
/* The instants that have come are true for one moment, however many of one sample lie behind. */
int sunder_samples_fire(struct SunderInstance* m, int clocks_only, int* fired);
double sunder_samples_next(const struct SunderInstance* m);

#endif
