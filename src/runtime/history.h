/* The course of one variable over the time that a delay looks back: values at the ends of accepted steps and at events.
 * Between them a cubic through the next four; never across an event. Jumps of the variable are jumps of what is
 * delayed: until `pass` is called for the time at which one arrives, the value before it is given. */
#ifndef SUNDER_RUNTIME_HISTORY_H
#define SUNDER_RUNTIME_HISTORY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct SunderMoment {
  double time, value;
  double turns; /* above 0: what comes before belongs to another curve */
};

/* The caller owns the samples: `append` and `turn` need room for one more. */
struct SunderHistory {
  double length; /* how long it takes until a value is given back */
  double passed; /* jumps up to this time have arrived */
  size_t count, capacity;
  struct SunderMoment* samples;
};

/* What comes out of a delay passes on corners, smoother each time: so often they count. */
enum { SUNDER_SHARPEST = 4 };

/* Where there is no room for one more, gives up what lies too far back. 0: there should be twice as much. */
int sunder_history_make_room(struct SunderHistory* history);

/* Before the run, from where it begins. The value of the first
 * sample, 0 until something else is known, is the one at and before the start. */
void sunder_history_begin(struct SunderHistory* history, double length, double start);

/* Nothing is known after `time` from now on; the variable has come to this value there. */
void sunder_history_append(struct SunderHistory* history, double time, double value);
/* An event at `time`, after `append`: the variable may go on from another value, in another direction. */
void sunder_history_turn(struct SunderHistory* history, double time, double value, int sharpness);

/* What was `length` before this time, and its slope. Times after the last one known go on in its direction. */
double sunder_history_at(const struct SunderHistory* history, double time, double* slope);

/* When the next jump or corner arrives, or when at the latest the course has to be looked at again. */
double sunder_history_next_event(const struct SunderHistory* history);
/* What was to arrive up to this moment has; the sharpest of these corners. */
int sunder_history_pass(struct SunderHistory* history, double moment);

#ifdef __cplusplus
}
#endif

#endif
