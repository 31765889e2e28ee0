/* Co-Simulation: the model integrates itself, with the linearly implicit stepper of the runtime under error control. */
#ifndef SUNDER_EXPORTED_STEPPING_H
#define SUNDER_EXPORTED_STEPPING_H

#include <stddef.h>

#include "exported/model.h"

struct SunderStepping;

/* Null: no memory. */
struct SunderStepping* sunder_stepping_create(struct SunderInstance* m);
void sunder_stepping_free(struct SunderStepping* stepping);
/* Before the first step; `stop` infinite: nobody knows. */
void sunder_stepping_begin(struct SunderStepping* stepping, double start, double stop, double tolerance);
/* From where the instance is to `end`. Not ANSWER_OK: the instance is where it came to. */
int sunder_stepping_go(struct SunderStepping* stepping, double end);

size_t sunder_stepping_saved_size(const struct SunderStepping* stepping);
void sunder_stepping_save(const struct SunderStepping* stepping, void* memory);
void sunder_stepping_restore(struct SunderStepping* stepping, const void* memory);

#endif
