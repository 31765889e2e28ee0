/* What is remembered of a run along an abscissa: the time (delays that vary), or the way that a flow has come
 * (spatialDistribution). Samples stand in ascending order; the course grows at its high end, and where a flow turns
 * back at its low one. Between samples a cubic through the next four, never across a turn.
 *
 * Jumps and corners cut the course into segments, which are numbered: whoever reads it says in which one, so that it is
 * smooth between events; `sunder_course_turns` tells when to change over. */
#ifndef SUNDER_RUNTIME_COURSE_H
#define SUNDER_RUNTIME_COURSE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct SunderPoint {
  double at, value;
  double turns;  /* above 0: what comes before belongs to another curve; above 1: it begins a segment */
  double number; /* of its segment; the sample at a corner belongs to the one that it begins */
};

/* The caller owns the samples: there must be room for three more before `note`, and before `turn`. */
struct SunderCourse {
  double length; /* how far back it is looked at */
  int flows;     /* the way of a flow: from at - 1 to at */
  int begun;     /* a flow whose way counts from where it started */
  double at;     /* where it stands */
  double time;   /* when that was noted */
  double at_before;
  size_t count, capacity;
  struct SunderPoint* samples;
};

/* As a number that no computation gives; and back: null where it is another one. */
double sunder_course_handle(const struct SunderCourse* course);
const struct SunderCourse* sunder_course_of(double handle);

/* Where there is no room, gives up what lies too far away. 0: there should be twice as much. */
int sunder_course_make_room(struct SunderCourse* course);

/* A delay, no longer than `length`: before the start everything was as it is there. */
void sunder_course_begin(struct SunderCourse* course, double length, double start);
/* A flow: the values at points from 0 to 1, ascending; two equal points are a jump. There is room for all. */
void sunder_course_begin_flow(struct SunderCourse* course, size_t count, const double* points, const double* values);
/* Where the way stands when the run begins. */
void sunder_course_start_flow(struct SunderCourse* course, double at, double time);

/* The end of a step, or just before an event: what was noted of later times is taken back. */
void sunder_course_note(struct SunderCourse* course, double time, double value);
void sunder_course_note_flow(struct SunderCourse* course, double time, double at, double in0, double in1, int forward);
/* An event, after `note`: it may go on from another value, in another direction. */
void sunder_course_turn(struct SunderCourse* course, double value, int sharpness);
void sunder_course_turn_flow(struct SunderCourse* course, double in0, double in1, int forward, int sharpness);

/* When a delay has to be looked at again where its lag is this. */
double sunder_course_next_look(const struct SunderCourse* course, double lag);

/* The number of the segment and the part of it that lies behind: continuous, ascending. */
double sunder_course_turns(const struct SunderCourse* course, double at);
/* The sharpest turn between two segments; whether one of them is a jump. */
int sunder_course_sharpest(const struct SunderCourse* course, double from, double to, int* jumps);

/* Derivatives of what is read: by `at`, and by value and abscissa of the present. */
struct SunderLook {
  double value, slope, by_value, by_end;
};
/* Read in a segment. `end`, `value`: the present, behind the last sample (or before the first one: `low`). */
struct SunderLook sunder_course_look(const struct SunderCourse* course, double at, double segment, double end,
                                     double value, int low);

/* What was `lag` before `time`. Not a number: the lag is negative or too long. Derivatives by: lag, value, time. */
double sunder_course_delayed(double handle, double value, double lag, double time, double segment, int by);
/* What comes out of a flow at 0 or at 1. Derivatives by: in0, in1, at. */
double sunder_course_flown(double handle, double in0, double in1, double at, double forward, double segment, int end,
                           int by);
enum { SUNDER_BY_NOTHING = 0, SUNDER_BY_LAG, SUNDER_BY_VALUE, SUNDER_BY_TIME };
enum { SUNDER_BY_IN0 = 1, SUNDER_BY_IN1, SUNDER_BY_WAY };
/* The turns of a delay, and of a flow as far as they matter for this end. */
double sunder_course_delayed_turns(double handle, double lag, double time);
double sunder_course_flown_turns(double handle, double at, double forward, int end);

#ifdef __cplusplus
}
#endif

#endif
