#include "execute/history.hpp"

#include "execute/held_values.hpp"

namespace sunder::execute {

History::History(double length, double start) : length_(length), samples_(8) {
  SunderHistory history = view();
  sunder_history_begin(&history, length, start);
  passed_ = history.passed;
  count_ = history.count;
}

/// Samples are written through it only where this is not const.
SunderHistory History::view() const {
  return {length_, passed_, count_, samples_.size(), const_cast<SunderMoment*>(samples_.data())};
}

void History::make_room() {
  SunderHistory history = view();
  const bool has_room = sunder_history_make_room(&history) != 0;
  count_ = history.count;
  if (!has_room) samples_.resize(2 * samples_.size());
}

void History::append(double time, double value) {
  make_room();
  SunderHistory history = view();
  sunder_history_append(&history, time, value);
  count_ = history.count;
}

void History::turn(double time, double value, int sharpness) {
  make_room();
  SunderHistory history = view();
  sunder_history_turn(&history, time, value, sharpness);
  count_ = history.count;
}

double History::at(double time) const {
  const SunderHistory history = view();
  double slope = 0;
  return sunder_history_at(&history, time, &slope);
}

double History::slope(double time) const {
  const SunderHistory history = view();
  double slope = 0;
  sunder_history_at(&history, time, &slope);
  return slope;
}

double History::next_event() const {
  const SunderHistory history = view();
  return sunder_history_next_event(&history);
}

int History::pass(double time) {
  SunderHistory history = view();
  const int sharpest_of_these = sunder_history_pass(&history, instant_after(time));
  passed_ = history.passed;
  return sharpest_of_these;
}

}  // namespace sunder::execute
