/* What is written down of a run, for the delays and flows of a model: what comes back stands behind the inputs. */
#ifndef SUNDER_EXPORTED_PAST_H
#define SUNDER_EXPORTED_PAST_H

#include "exported/model.h"

/* Null where the model has no delays, too; 0: no memory. */
int sunder_past_create(struct SunderInstance* m);
void sunder_past_free(struct SunderInstance* m);

/* Before the start, everything was as it is there. Not ANSWER_OK: a delay has no length. `guessed`: lengths may still
 * be found by initialisation. */
int sunder_past_begin(struct SunderInstance* m, int guessed);
/* Whether lengths are other ones than it began with, or, where they are asked for, there are profiles. */
int sunder_past_differs(const struct SunderInstance* m, int profiles);
/* At the start what is delayed is what it was made of; 1: it has changed, so that everything is to be computed again.
 */
int sunder_past_follow_start(struct SunderInstance* m);
/* What is delayed takes its values at the present time; or their slopes, as tangents. */
void sunder_past_drive(struct SunderInstance* m);
void sunder_past_drive_tangents(struct SunderInstance* m);

/* The values of all variables are those at the end of a step or just before an event; and those just after it. */
int sunder_past_note(struct SunderInstance* m);
int sunder_past_note_after(struct SunderInstance* m, int sharpness);
/* What was to arrive by now has; the sharpest of these corners. */
int sunder_past_pass(struct SunderInstance* m);
/* Whether all that changed is that courses are read across corners; the sharpest of these. */
int sunder_past_only_corners(struct SunderInstance* m, const double* held_before, int* arrived);
double sunder_past_next_event(struct SunderInstance* m);

/* Saved states: what is known of the past, as numbers. 0: these are not from here, and nothing has changed. */
size_t sunder_past_saved_count(const struct SunderInstance* m);
void sunder_past_save(const struct SunderInstance* m, double* numbers);
int sunder_past_restore(struct SunderInstance* m, const double* numbers, size_t count);

#endif
