/* States that are chosen again while the model runs. */
#ifndef SUNDER_EXPORTED_CHOICE_H
#define SUNDER_EXPORTED_CHOICE_H

#include "exported/model.h"

/* Numbers that `choice_scratch` of an instance holds. */
size_t sunder_choice_scratch(const struct SunderModelCode* c);
/* How far each choice is from being bad: negative where it should be changed. */
void sunder_choice_margins(struct SunderInstance* m, double* margins);
/* Back to what the run began with. */
void sunder_choice_reset(struct SunderInstance* m);
/* Where a choice is bad, another one; all variables are known. 1: states have changed. */
int sunder_choice_improve(struct SunderInstance* m);

#endif
