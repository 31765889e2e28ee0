#include "runtime/course.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* Steps are not longer than the delay, and the last one may be taken back to find an event in it. */
static const double kept_lengths = 2.5;
/* Samples that lie next to each other tell nothing about the curve where the others are far apart. */
static const double nearest = 1e-4;

/* The bits of an address are those of a number next to zero, below all that computations give. */
double sunder_course_handle(const struct SunderCourse* c) {
  const uint64_t bits = (uint64_t)(uintptr_t)c;
  double handle = 0;
  memcpy(&handle, &bits, sizeof handle);
  return handle;
}

const struct SunderCourse* sunder_course_of(double handle) {
  uint64_t bits = 0;
  memcpy(&bits, &handle, sizeof bits);
  return bits >> 52 == 0 ? (const struct SunderCourse*)(uintptr_t)bits : NULL;
}

static void drop_low(struct SunderCourse* c, size_t count) {
  memmove(c->samples, c->samples + count, (c->count - count) * sizeof *c->samples);
  c->count -= count;
}

int sunder_course_make_room(struct SunderCourse* c) {
  if (c->count + 3 <= c->capacity) return 1;
  if (c->count == 0) return 0;
  const double low = c->at - kept_lengths * c->length;
  const double high = c->at + (kept_lengths - 1) * c->length;
  size_t old = 0;
  while (c->count - old > 4 && c->samples[old + 3].at < low) ++old;
  drop_low(c, old);
  while (c->count > 4 && c->samples[c->count - 4].at > high) --c->count;
  return c->count <= c->capacity / 2; /* moving them must not become the rule */
}

void sunder_course_begin(struct SunderCourse* c, double length, double start) {
  const struct SunderPoint first = {start, 0, 0, 0};
  c->length = length;
  c->flows = 0;
  c->begun = 1;
  c->at = c->at_before = c->time = start;
  c->count = 1;
  c->samples[0] = first;
}

void sunder_course_begin_flow(struct SunderCourse* c, size_t count, const double* points, const double* values) {
  c->length = 1;
  c->flows = 1;
  c->begun = 0;
  c->at = c->at_before = c->time = 0;
  c->count = count;
  for (size_t i = 0; i < count; ++i) {
    struct SunderPoint* point = &c->samples[count - 1 - i];
    point->at = -points[i];
    point->value = values[i];
  }
  for (size_t i = 0; i < count; ++i) {
    struct SunderPoint* point = &c->samples[i];
    const int jumps = i > 0 && !(point->at > c->samples[i - 1].at);
    point->turns = jumps ? 4 : 1; /* straight lines between them */
    point->number = i == 0 ? 0 : c->samples[i - 1].number + (jumps ? 1 : 0);
  }
}

void sunder_course_start_flow(struct SunderCourse* c, double at, double time) {
  for (size_t i = 0; i < c->count; ++i) c->samples[i].at += at;
  c->at = c->at_before = at;
  c->time = time;
  c->begun = 1;
}

static struct SunderPoint* last_of(struct SunderCourse* c) { return &c->samples[c->count - 1]; }

static void add_high(struct SunderCourse* c, double at, double value, double turns) {
  const struct SunderPoint point = {at, value, turns, last_of(c)->number + (turns > 1 ? 1 : 0)};
  c->samples[c->count++] = point;
}

/* Before the first one, which is a turn from now on if it is told so: that begins the segment behind. */
static void add_low(struct SunderCourse* c, double at, double value, double turns) {
  if (turns > c->samples[0].turns) c->samples[0].turns = turns;
  const struct SunderPoint point = {at, value, 0, c->samples[0].number - (c->samples[0].turns > 1 ? 1 : 0)};
  memmove(c->samples + 1, c->samples, c->count * sizeof *c->samples);
  ++c->count;
  c->samples[0] = point;
}

static void turn_high(struct SunderCourse* c, double at, double value, double sharpness) {
  struct SunderPoint* last = last_of(c);
  if (last->value != value) {
    add_high(c, at, value, fmax(sharpness, 2));
  } else {
    if (last->turns <= 1 && sharpness > 1) ++last->number;
    last->turns = fmax(last->turns, sharpness);
  }
}

void sunder_course_note(struct SunderCourse* c, double time, double value) {
  while (c->count > 1 && last_of(c)->at > time) --c->count;
  if (last_of(c)->at >= time)
    last_of(c)->value = value;
  else
    add_high(c, time, value, 0);
  c->at = c->time = time;
}

void sunder_course_turn(struct SunderCourse* c, double value, int sharpness) { turn_high(c, c->at, value, sharpness); }

double sunder_course_next_look(const struct SunderCourse* c, double lag) {
  const double looks = 8;  /* in the time of the delay, so that the curve between them is known well */
  const double least = 50; /* where the delay is short against the longest one */
  return c->at + fmax(lag, c->length / least) / looks;
}

/* What lies beyond the end of the way belongs to it no more: it ends with a sample of its own. */
static void cut_high(struct SunderCourse* c, double end) {
  if (!(last_of(c)->at > end)) return;
  const double segment = floor(sunder_course_turns(c, end));
  const double value = sunder_course_look(c, end, segment, end, 0, 0).value;
  while (c->count > 1 && c->samples[c->count - 1].at > end) --c->count;
  if (last_of(c)->at < end) {
    add_high(c, end, value, 0);
    last_of(c)->turns = 1;
  }
}

static void cut_low(struct SunderCourse* c, double end) {
  if (!(c->samples[0].at < end)) return;
  const double segment = floor(sunder_course_turns(c, end));
  const double value = sunder_course_look(c, end, segment, end, 0, 0).value;
  size_t beyond = 0;
  while (beyond + 1 < c->count && c->samples[beyond].at < end) ++beyond;
  drop_low(c, beyond);
  if (c->samples[0].at > end) add_low(c, end, value, 1);
}

/* At rest the flow meets a value that changes: the profile ends with a jump, which is one however often it changes. */
static void meet_high(struct SunderCourse* c, double value) {
  const size_t n = c->count;
  if (last_of(c)->value == value) return;
  if (n > 1 && c->samples[n - 2].at == c->samples[n - 1].at)
    last_of(c)->value = value;
  else
    turn_high(c, last_of(c)->at, value, 4);
}

static void meet_low(struct SunderCourse* c, double value) {
  if (c->samples[0].value == value) return;
  if (c->count > 1 && c->samples[1].at == c->samples[0].at)
    c->samples[0].value = value;
  else
    add_low(c, c->samples[0].at, value, 4);
}

void sunder_course_note_flow(struct SunderCourse* c, double time, double at, double in0, double in1, int forward) {
  if (!c->begun) return;
  if (time < c->time) { /* the last step is taken back */
    if (c->at > c->at_before)
      while (c->count > 1 && last_of(c)->at > c->at_before) --c->count;
    if (c->at < c->at_before) {
      size_t beyond = 0;
      while (beyond + 1 < c->count && c->samples[beyond].at < c->at_before - 1) ++beyond;
      drop_low(c, beyond);
    }
    c->at = c->at_before;
  }
  if (at > c->at) {
    cut_high(c, c->at);
    add_high(c, at, in0, 0);
  } else if (at < c->at) {
    cut_low(c, c->at - 1);
    add_low(c, at - 1, in1, 0);
  } else if (forward) {
    cut_high(c, at);
    meet_high(c, in0);
  } else {
    cut_low(c, at - 1);
    meet_low(c, in1);
  }
  c->at_before = c->at;
  c->at = at;
  c->time = time;
}

void sunder_course_turn_flow(struct SunderCourse* c, double in0, double in1, int forward, int sharpness) {
  if (forward) {
    cut_high(c, c->at);
    turn_high(c, c->at, in0, sharpness);
  } else {
    struct SunderPoint* first = c->samples;
    cut_low(c, c->at - 1);
    if (first->value != in1)
      add_low(c, c->at - 1, in1, fmax(sharpness, 2));
    else
      first->turns = fmax(first->turns, sharpness);
  }
  c->at_before = c->at;
}

/* The first sample with a greater abscissa. */
static size_t behind(const struct SunderCourse* c, double at, size_t low, size_t high) {
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (at < c->samples[middle].at)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/* The first sample with this number or a greater one. */
static size_t numbered(const struct SunderCourse* c, double number) {
  size_t low = 0, high = c->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (c->samples[middle].number < number)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static double part_before(double distance) { return 1 / (1 + distance); }

double sunder_course_turns(const struct SunderCourse* c, double at) {
  const size_t k = behind(c, at, 0, c->count);
  const int outside = k == 0 && c->samples[0].turns > 1; /* before the turn that the course begins with */
  const double number = outside ? c->samples[0].number - 1 : c->samples[k > 0 ? k - 1 : 0].number;
  const size_t first = numbered(c, number), next = outside ? 0 : numbered(c, number + 1);
  const int begins = !outside && c->samples[first].turns > 1, ends = next < c->count;
  double part = 0.5;
  if (begins && ends)
    part = (at - c->samples[first].at) / (c->samples[next].at - c->samples[first].at);
  else if (begins)
    part = 1 - part_before((at - c->samples[first].at) / c->length);
  else if (ends)
    part = part_before((c->samples[next].at - at) / c->length);
  const double most = 1 - 1e-9; /* it is not at the end yet, whatever rounding says */
  return number + (part < 0 ? 0 : part > most ? most : part);
}

int sunder_course_sharpest(const struct SunderCourse* c, double from, double to, int* jumps) {
  const double low = from < to ? from : to, high = from < to ? to : from;
  double sharpest = 0;
  for (size_t k = numbered(c, low + 1); k < c->count && c->samples[k].number <= high; ++k) {
    if (!(c->samples[k].turns > 1)) continue;
    if (c->samples[k].turns > sharpest) sharpest = c->samples[k].turns;
    if (k > 0 && !(c->samples[k].at > c->samples[k - 1].at)) *jumps = 1;
  }
  return (int)sharpest;
}

/* The samples of a segment, and the present beside them: numbered from `first`, the present has its own number. */
struct Nodes {
  const struct SunderCourse* c;
  ptrdiff_t first, last, present;
  double end, value;
};

static double node_at(const struct Nodes* n, ptrdiff_t i) { return i == n->present ? n->end : n->c->samples[i].at; }
static double node_value(const struct Nodes* n, ptrdiff_t i) {
  return i == n->present ? n->value : n->c->samples[i].value;
}
static int node_turns(const struct Nodes* n, ptrdiff_t i) { return i != n->present && n->c->samples[i].turns > 0; }

static struct Nodes nodes_of(const struct SunderCourse* c, double segment, double end, double value, int low) {
  struct Nodes n = {c, 0, 0, -2, end, value};
  const ptrdiff_t count = (ptrdiff_t)c->count;
  n.first = (ptrdiff_t)numbered(c, segment);
  n.last = (ptrdiff_t)numbered(c, segment + 1) - 1;
  /* a corner is the end of one segment and the beginning of the next */
  if (n.last + 1 < count && (n.last < 0 || c->samples[n.last + 1].at > c->samples[n.last].at)) ++n.last;
  if (n.last >= count) n.last = count - 1;
  if (n.first > n.last) n.first = n.last;
  const double lowest = c->samples[0].number - (c->samples[0].turns > 1 ? 1 : 0);
  if (low && segment <= lowest && end < c->samples[0].at) n.first = n.present = -1;
  if (!low && segment >= c->samples[count - 1].number && end > c->samples[count - 1].at) n.last = n.present = count;
  return n;
}

struct SunderLook sunder_course_look(const struct SunderCourse* c, double at, double segment, double end, double value,
                                     int low) {
  const struct Nodes n = nodes_of(c, segment, end, value, low);
  struct SunderLook look = {0, 0, 0, 0};
  ptrdiff_t k = (ptrdiff_t)behind(c, at, n.first > 0 ? (size_t)n.first : 0,
                                  (size_t)(n.last < (ptrdiff_t)c->count ? n.last + 1 : n.last));
  /* the interval from k - 1 to k */
  if (k <= n.first) k = n.first + 1;
  if (k > n.last) k = n.last;
  ptrdiff_t first = k - 1, last = k;
  if (n.first == n.last) first = last = n.first;
  const double gap = first < last ? node_at(&n, last) - node_at(&n, first) : 0;
  for (int wider = 1; wider && last - first < 3 && first < last;) {
    wider = 0;
    if (first > n.first && !node_turns(&n, first) && node_at(&n, first) - node_at(&n, first - 1) > nearest * gap) {
      --first;
      wider = 1;
    }
    if (last - first < 3 && last < n.last && !node_turns(&n, last) &&
        node_at(&n, last + 1) - node_at(&n, last) > nearest * gap) {
      ++last;
      wider = 1;
    }
  }
  /* before the first sample of a delay everything was as it is there */
  if (!c->flows && first == 0 && at <= c->samples[0].at) first = last = 0;
  double end_slope = 0; /* of the curve at the present */
  for (ptrdiff_t i = first; i <= last; ++i) {
    double weight = 1, weight_slope = 0, at_end = 0;
    for (ptrdiff_t j = first; j <= last; ++j) {
      if (j == i) continue;
      const double span = node_at(&n, i) - node_at(&n, j);
      weight_slope = (weight_slope * (at - node_at(&n, j)) + weight) / span;
      weight *= (at - node_at(&n, j)) / span;
    }
    /* the slope of this weight at the present */
    for (ptrdiff_t j = first; j <= last; ++j) {
      if (j == i) continue;
      double product = 1 / (node_at(&n, i) - node_at(&n, j));
      for (ptrdiff_t m = first; m <= last; ++m)
        if (m != i && m != j) product *= (n.end - node_at(&n, m)) / (node_at(&n, i) - node_at(&n, m));
      at_end += product;
    }
    look.value += weight * node_value(&n, i);
    look.slope += weight_slope * node_value(&n, i);
    end_slope += at_end * node_value(&n, i);
    if (i == n.present) look.by_value = weight;
  }
  look.by_end = -look.by_value * end_slope;
  return look;
}

double sunder_course_delayed(double handle, double value, double lag, double time, double segment, int by) {
  const struct SunderCourse* c = sunder_course_of(handle);
  if (c == NULL) return by == SUNDER_BY_NOTHING || by == SUNDER_BY_VALUE ? (by == SUNDER_BY_VALUE ? 1 : value) : 0;
  const double rounding = 1e-12 * c->length;
  if (!(lag >= -rounding) || !(lag <= c->length + rounding)) return NAN;
  const double at = time - lag;
  if (lag <= 0 && (by == SUNDER_BY_NOTHING || by == SUNDER_BY_VALUE)) return by == SUNDER_BY_VALUE ? 1 : value;
  const struct SunderLook look = sunder_course_look(c, at, segment, time, value, 0);
  switch (by) {
    case SUNDER_BY_LAG: return -look.slope;
    case SUNDER_BY_VALUE: return look.by_value;
    case SUNDER_BY_TIME: return lag <= 0 ? 0 : look.slope + look.by_end;
    default: return look.value;
  }
}

double sunder_course_delayed_turns(double handle, double lag, double time) {
  const struct SunderCourse* c = sunder_course_of(handle);
  return c == NULL ? 0.5 : sunder_course_turns(c, time - (lag < 0 ? 0 : lag));
}

double sunder_course_flown(double handle, double in0, double in1, double at, double forward, double segment, int end,
                           int by) {
  const struct SunderCourse* c = sunder_course_of(handle);
  const int goes_in = (forward != 0) == (end == 0);
  if (goes_in || c == NULL) {
    const int own = end == 0 ? SUNDER_BY_IN0 : SUNDER_BY_IN1;
    if (by != SUNDER_BY_NOTHING) return by == own ? 1 : 0;
    return end == 0 ? in0 : in1;
  }
  const double way = c->begun ? at : 0; /* the profile does not move before the run begins */
  const struct SunderLook look = end == 1 ? sunder_course_look(c, way - 1, segment, way, in0, 0)
                                          : sunder_course_look(c, way, segment, way - 1, in1, 1);
  switch (by) {
    case SUNDER_BY_IN0: return end == 1 ? look.by_value : 0;
    case SUNDER_BY_IN1: return end == 0 ? look.by_value : 0;
    case SUNDER_BY_WAY: return c->begun ? look.slope + look.by_end : 0;
    default: return look.value;
  }
}

double sunder_course_flown_turns(double handle, double at, double forward, int end) {
  const struct SunderCourse* c = sunder_course_of(handle);
  if (c == NULL || (forward != 0) == (end == 0)) return 0.5;
  const double way = c->begun ? at : 0;
  return sunder_course_turns(c, way - end);
}
