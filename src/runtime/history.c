#include "runtime/history.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* In the time of the delay, so that the curve between them is known well. */
static const double looks = 8;
/* Steps are not longer than the delay, and the last one may be taken back to find an event in it. */
static const double kept_lengths = 2.5;

int sunder_history_make_room(struct SunderHistory* h) {
  if (h->count < h->capacity) return 1;
  if (h->count == 0) return 0;
  const double needed = h->samples[h->count - 1].time - kept_lengths * h->length;
  size_t old = 0;
  while (h->count - old > 4 && h->samples[old + 3].time < needed) ++old;
  memmove(h->samples, h->samples + old, (h->count - old) * sizeof *h->samples);
  h->count -= old;
  return h->count <= h->capacity / 2; /* moving them must not become the rule */
}

void sunder_history_begin(struct SunderHistory* h, double length, double start) {
  const struct SunderMoment first = {start, 0, 0};
  h->length = length;
  h->passed = -1e300;
  h->count = 1;
  h->samples[0] = first;
}

static void add(struct SunderHistory* h, double time, double value, double turns) {
  const struct SunderMoment sample = {time, value, turns};
  h->samples[h->count++] = sample;
}

/* Times that differ by no more are one instant. */
static double moment_at(const struct SunderHistory* h, double time) {
  return 64 * DBL_EPSILON * (fabs(time) + h->length);
}

/* Where somebody else counts the steps (a master of parts) one begins a rounding error after the end of the one before:
 * a curve through both would be as good as vertical. */
void sunder_history_append(struct SunderHistory* h, double time, double value) {
  while (h->count > 1 && h->samples[h->count - 1].time > time) --h->count;
  if (h->samples[h->count - 1].time >= time - moment_at(h, time))
    h->samples[h->count - 1].value = value;
  else
    add(h, time, value, 0);
}

void sunder_history_turn(struct SunderHistory* h, double time, double value, int sharpness) {
  struct SunderMoment* last = &h->samples[h->count - 1];
  if (last->value == value)
    last->turns = fmax(last->turns, sharpness);
  else
    add(h, time, value, sharpness);
}

/* The first sample after a time. */
static size_t after(const struct SunderHistory* h, double time) {
  size_t low = 0, high = h->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (time < h->samples[middle].time)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

double sunder_history_next_event(const struct SunderHistory* h) {
  const double more = h->samples[h->count - 1].time + h->length / looks;
  for (size_t k = after(h, h->passed); k < h->count && h->samples[k].time + h->length < more; ++k)
    if (h->samples[k].turns > 1) return h->samples[k].time + h->length;
  return more;
}

int sunder_history_pass(struct SunderHistory* h, double moment) {
  const double before = h->passed;
  double sharpest = 0;
  h->passed = moment - h->length;
  for (size_t k = after(h, before); k < h->count && h->samples[k].time <= h->passed; ++k)
    sharpest = fmax(sharpest, h->samples[k].turns);
  return (int)sharpest;
}

static int is_later(const struct SunderHistory* h, size_t k) { return h->samples[k].time > h->samples[k - 1].time; }

/* The first sample of the curve that begins with a jump which has not arrived yet, up to a few samples behind the one
 * asked for; what comes from there on is not to be seen. */
static size_t end_of_sight(const struct SunderHistory* h, size_t around) {
  const size_t last = around + 6 < h->count ? around + 6 : h->count;
  size_t k = after(h, h->passed);
  for (k = k > 0 ? k : 1; k < last; ++k)
    if (!is_later(h, k)) return k;
  return h->count;
}

/* The samples around a time that lie on one curve: at most four, from `first`. */
static size_t window(const struct SunderHistory* h, double time, size_t* first_of) {
  const double moment = moment_at(h, time);
  size_t k = after(h, time);
  const size_t end = end_of_sight(h, k);
  if (k > end) k = end;
  /* a jump that has arrived lies behind, whatever rounding made of its time */
  if (k + 1 < end && !is_later(h, k + 1) && h->samples[k].time - time <= moment) k += 2;
  *first_of = 0;
  if (k == 0) return 1;
  size_t first = k - 1, last = k - 1;
  while (first > 0 && k - first < 2 && h->samples[first].turns == 0 && is_later(h, first)) --first;
  while (last + 1 < end && last < first + 3 && is_later(h, last + 1)) {
    ++last;
    if (h->samples[last].turns > 0) break; /* the curve ends here */
  }
  while (first > 0 && last - first < 3 && h->samples[first].turns == 0 && is_later(h, first)) --first;
  *first_of = first;
  return last - first + 1;
}

/* The polynomial through them, by Newton's differences. */
double sunder_history_at(const struct SunderHistory* h, double time, double* slope) {
  const double at = time - h->length;
  double differences[4];
  size_t first = 0;
  *slope = 0;
  if (at <= h->samples[0].time) return h->samples[0].value;
  const size_t count = window(h, at, &first);
  const struct SunderMoment* s = h->samples + first;
  for (size_t i = 0; i < count; ++i) differences[i] = s[i].value;
  for (size_t order = 1; order < count; ++order)
    for (size_t i = count; i-- > order;)
      differences[i] = (differences[i] - differences[i - 1]) / (s[i].time - s[i - order].time);
  double value = differences[count - 1];
  for (size_t i = count - 1; i-- > 0;) {
    *slope = *slope * (at - s[i].time) + value;
    value = value * (at - s[i].time) + differences[i];
  }
  return value;
}
