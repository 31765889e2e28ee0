/* When something will happen: by the clock, and by what moves. */
#include <float.h>
#include <math.h>

#include "exported/choice.h"
#include "exported/events.h"
#include "exported/past.h"
#include "exported/relations.h"
#include "exported/samples.h"

static void range_of(uint32_t kind, double held, double* low, double* high) {
  *low = kind == HELD_FLOOR ? held : kind == HELD_CEIL ? held - 1 : held > 0 ? held : held - 1;
  *high = kind == HELD_FLOOR ? held + 1 : kind == HELD_CEIL ? held : held < 0 ? held : held + 1;
}

static double time_to_change(uint32_t kind, double z, double held, double slope) {
  double goal = 0;
  if (slope == 0 || !isfinite(slope) || !isfinite(z)) return HUGE_VAL;
  if (sunder_is_rounding(kind)) {
    double low = 0, high = 0;
    range_of(kind, held, &low, &high);
    goal = slope > 0 ? high : low;
  } else if (sunder_live_value(kind, slope) == held) {
    return HUGE_VAL; /* beyond zero it says what is held already */
  }
  return fmax((goal - z) / slope, 0);
}

double sunder_next_time_event(struct SunderInstance* m) {
  const struct SunderModelCode* c = m->code;
  const double time = m->s.time;
  double next = fmin(sunder_past_next_event(m), sunder_samples_next(m));
  if (c->timed_count > 0) {
    double* frame[SPACE_COUNT];
    double clock = sunder_instant_after(time);
    sunder_frame(m, frame);
    frame[SPACE_WORK] = m->event_w;
    frame[SPACE_TIME] = &clock;
    frame[SPACE_RESIDUAL] = m->timed_rows;
    c->timed_rows(frame, 0, 0);
    uint32_t first = c->timed_count;
    for (uint32_t i = 0; i < c->timed_count; ++i) {
      const uint32_t kind = c->held_kinds[c->timed[i]];
      const double held = sunder_held_of(m)[c->timed[i]];
      const double slope = m->timed_rows[c->timed_count + i];
      const double z = sunder_moment_later(kind, m->timed_rows[i], slope);
      if (sunder_live_value(kind, z) != held) return time;
      const double change = clock + time_to_change(kind, z, held, slope);
      if (!(change < next)) continue;
      next = change;
      first = i;
    }
    /* what else is evaluated at that instant sees it on the same side of the relation: not a rounding error before */
    for (int correction = 0; first < c->timed_count && correction < 4; ++correction) {
      clock = next;
      c->timed_rows(frame, 0, 0);
      const uint32_t kind = c->held_kinds[c->timed[first]];
      const double held = sunder_held_of(m)[c->timed[first]];
      const double slope = m->timed_rows[c->timed_count + first];
      const double z = sunder_moment_later(kind, m->timed_rows[first], slope);
      if (sunder_live_value(kind, z) != held) break;
      next = fmax(next + time_to_change(kind, z, held, slope), nextafter(next, HUGE_VAL));
    }
  }
  return fmax(next, time);
}

int sunder_margins(struct SunderInstance* m, double* margins) {
  const struct SunderModelCode* c = m->code;
  if (sunder_indicator_count(c) == 0) return ANSWER_OK;
  const int answer = sunder_run_monitor(m);
  if (answer != ANSWER_OK) return answer;
  sunder_run_rows(m, c->crossing_rows, m->s.time, margins);
  sunder_choice_margins(m, margins + c->crossing_count);
  for (uint32_t i = 0; i < c->crossing_count; ++i) {
    const uint32_t kind = c->held_kinds[c->crossings[i]];
    const double held = sunder_held_of(m)[c->crossings[i]];
    const double z = margins[i];
    if (!isfinite(z)) {
      sunder_complain(m, 1, "an event indicator is not finite at time %.17g", m->s.time);
      return ANSWER_DISCARD;
    }
    if (sunder_is_rounding(kind)) {
      double low = 0, high = 0;
      range_of(kind, held, &low, &high);
      const double distance = fabs(fmin(z - low, high - z));
      margins[i] = sunder_live_value(kind, z) == held ? distance : -fmax(distance, DBL_MIN);
    } else if (z == 0) {
      const int strict = kind == HELD_LESS || kind == HELD_GREATER;
      margins[i] = strict == (held != 0) ? -DBL_MIN : 0;
    } else {
      margins[i] = m->parity[i] * z;
    }
    margins[i] += m->tolerated[c->crossings[i]];
  }
  return ANSWER_OK;
}

/* Never zero, and on the same side before and after the event that a change of sign asks for: what rounds changes its
 * sign from one value to the next. */
int sunder_indicators(struct SunderInstance* m, double* z) {
  const int answer = sunder_margins(m, z);
  if (answer != ANSWER_OK) return answer;
  for (uint32_t i = 0; i < sunder_indicator_count(m->code); ++i) z[i] = m->parity[i] * (z[i] == 0 ? DBL_MIN : z[i]);
  return ANSWER_OK;
}
