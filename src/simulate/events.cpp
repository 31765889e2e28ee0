#include "simulate/events.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::simulate {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
/// So many events of one crossing in this part of the whole run are too many.
constexpr std::uint32_t most_events_in_burst = 12;
constexpr double burst_length = 1e-8;
constexpr std::uint32_t most_events_at_once = 1000;
/// Looking ahead of an event, in parts of the whole run: differences over this moment; returns sooner than that are
/// looked for, at last with steps of this length.
constexpr double moment_ahead = 1e-6;
constexpr double farthest_return = 0.02;
constexpr double shortest_return = 1e-11;
constexpr double shorter_after_turn = 8;

/// The first positive zero of the parabola through (0, a), (1, b), (2, c), or infinity.
double first_zero(double a, double b, double c) {
  const double curvature = (c - 2 * b + a) / 2;
  const double slope = b - a - curvature;
  const double discriminant = slope * slope - 4 * curvature * a;
  if (discriminant < 0) return std::numeric_limits<double>::infinity();
  const double q = -(slope + std::copysign(std::sqrt(discriminant), slope)) / 2;
  double first = std::numeric_limits<double>::infinity();
  for (const double zero : {q / curvature, a / q})
    if (zero > 0 && zero < first) first = zero;
  return first;
}

bool is_same_time(double a, double b) { return std::abs(a - b) <= 8 * epsilon * std::max(std::abs(a), std::abs(b)); }

}  // namespace

std::string_view name_of(EventMode mode) { return mode == EventMode::locate ? "locate" : "grid"; }

EventLoop::EventLoop(const model::Model& model, model::Context& context, integrate::Stepper* stepper,
                     const Settings& settings, Record record)
    : model_(model),
      model_events_(model.events()),
      context_(context),
      stepper_(stepper),
      settings_(settings),
      record_(std::move(record)),
      inside_(model.state_count()) {
  if (model_events_ == nullptr) return;
  margins_.resize(model_events_->indicator_count());
  crossed_.assign(margins_.size(), 0);
  margins_before_.resize(margins_.size());
  bursts_.resize(margins_.size());
  rests_.resize(margins_.size());
  model::StateSet watched;
  for (std::size_t i = 0; i < margins_.size(); ++i)
    for (const model::StateIndex state : model_events_->indicator_states(i)) watched.push_back(state);
  model::make_set(watched);
  for (const model::StateIndex state : watched) watched_.push_back(state.value);
  if (stepper_ != nullptr && settings.mode == EventMode::locate) watch_inside();
}

EventLoop::~EventLoop() {
  if (!fast_crossings_.empty()) stepper_->watch({});
}

/// Crossings that depend on states with many steps in one of the method, or on the clock alone, are looked at in each
/// of these.
void EventLoop::watch_inside() {
  const model::StateSet fast = stepper_->watched_inside();
  if (fast.empty()) return;
  for (std::uint32_t i = 0; i < margins_.size(); ++i) {
    const model::StateSet states = model_events_->indicator_states(i);
    const bool is_fast = states.empty() || std::ranges::any_of(states, [&](model::StateIndex state) {
                           return std::ranges::binary_search(fast, state);
                         });
    if (is_fast) fast_crossings_.push_back(i);
  }
  if (fast_crossings_.empty()) return;
  stepper_->watch([this](double begin, double& end, bool& seen) { return look_at_fast_step(begin, end, seen); });
}

void EventLoop::begin_again(double start, double stop, double look_every) {
  settings_.start = start;
  settings_.stop = stop;
  settings_.look_every = look_every;
  next_instant_ = 0;
  events_ = 0;
  steps_ = 0;
  std::ranges::fill(crossed_, 0U);
  next_.reset();
  termination_.reset();
  warnings_.clear();
  knows_margins_before_ = false;
  violated_.clear();
  fresh_.clear();
  caution_.reset();
  std::ranges::fill(bursts_, Burst{});
  std::ranges::fill(rests_, Rest{});
  instant_ = {start, 0};
  crowd_ = {};
  ends_ = {};
  says_ends_ = false;
}

model::Status EventLoop::start(double time, std::span<double> x) {
  instant_ = {time, 0};
  violated_.clear();
  return handle(time, x, model::EventCause::found);
}

model::Status EventLoop::finish(double time, std::span<double> x) {
  say_crowded();
  violated_.clear();
  return handle(time, x, model::EventCause::terminal);
}

/// Conditions on the edge of the tolerance change at every step or two, and the run only looks as if it were in order.
void EventLoop::say_crowded() {
  constexpr std::uint64_t many = 5000;
  constexpr double few_steps = 2.5;
  if (crossed_.empty() || !settings_.passed) return;
  const auto most = std::ranges::max_element(crossed_);
  if (*most < many || static_cast<double>(steps_) > few_steps * static_cast<double>(events_)) return;
  const model::ZeroCrossing info = model_events_->crossing(static_cast<std::size_t>(most - crossed_.begin()));
  warnings_.push_back({"'" + info.text + "' changed " + counted(*most, "time") + ", " + counted(events_, "event") +
                           " in " + counted(steps_, "step") +
                           ": it seems to be on the edge of the tolerance; a finer one (--max-error or --tolerance, a "
                           "tenth) may need far fewer steps",
                       info.span, Code::W0627});
}

double EventLoop::next_time_event(double time) {
  if (model_events_ == nullptr) return std::numeric_limits<double>::infinity();
  if (!next_) next_ = model_events_->next_time_event(context_, time);
  return *next_;
}

double EventLoop::next_instant(double time) {
  const std::vector<double>& all = settings_.instants;
  while (next_instant_ < all.size() && (all[next_instant_] <= time || is_same_time(time, all[next_instant_])))
    ++next_instant_;
  return next_instant_ < all.size() ? all[next_instant_] : std::numeric_limits<double>::infinity();
}

model::Status EventLoop::advance(double& time, double target, double h, std::span<double> x) {
  const double begin = time;
  knows_margins_before_ = false;  // whoever calls may have changed inputs or states
  while (time < target && !termination_) {
    if (settings_.cancel.requested()) return {};  // whoever asked will look at it
    const double next = next_time_event(time);
    if (next <= time && settings_.mode == EventMode::locate) {
      violated_.clear();
      if (model::Status handled = handle(time, x, model::EventCause::found); !handled) return handled;
      continue;
    }
    const bool by_the_clock = settings_.mode == EventMode::locate && next < target && !is_same_time(next, target);
    double end = by_the_clock ? next : target;
    const double limit = by_the_clock ? next : settings_.stop;
    const double look = time + settings_.look_every;
    if (!is_same_time(time, look)) end = std::min(end, look);
    const bool stops = next_instant(time) < end;
    if (stops) end = next_instant(time);
    const bool careful = caution_ && time < caution_->until && time + caution_->length < end;
    if (careful) end = time + caution_->length;
    const double length = time == begin && end == target ? h : end - time;
    if (stepper_ != nullptr) stepper_->limit(careful || stops ? end : limit);
    const double began = time;
    if (model::Status advanced = advance_once(time, end, length, x); !advanced) {
      if (time != began) return advanced;
      if (takes_step_again(began, x, advanced.fault())) continue;
      if (!go_on_elsewhere(time, target, x, advanced.fault())) return advanced;
    }
  }
  // An event at the target belongs to this way, so that it is seen before the next one begins.
  while (!termination_ && next_time_event(time) <= time) {
    if (settings_.cancel.requested()) return {};
    violated_.clear();
    if (model::Status handled = handle(time, x, model::EventCause::found); !handled) return handled;
  }
  return {};
}

/// One step, or the part of one up to an event.
model::Status EventLoop::advance_once(double& time, double end, double h, std::span<double> x) {
  const double begin = time;
  double reached = end;
  ++steps_;
  stepped_to_.reset();
  if (stepper_ != nullptr && !is_same_time(begin, end)) {
    if (!fast_crossings_.empty()) std::ranges::copy(x, inside_.begin());
    if (!margins_.empty()) begin_states_.assign(x.begin(), x.end());
    if (model::Status advanced = stepper_->advance(begin, h, x, reached); !advanced) return advanced;
    if (reached > end || is_same_time(reached, end)) reached = end;
    if (!margins_.empty()) stepped_to_ = reached;
  }
  if (stepper_ == nullptr)
    if (model::Status followed = follow(begin, reached, x); !followed) return followed;
  bool violated = false;
  if (model::Status looked = is_violated(reached, x, violated); !looked) return looked;
  const bool has_inside = settings_.mode == EventMode::locate && !is_same_time(begin, reached) && !margins_.empty();
  const bool looks_inside = has_inside && settings_.looks_inside > 0 && stepper_ != nullptr;
  if (looks_inside || (violated && has_inside))
    if (model::Status known = know_margins_before(begin); !known) return known;
  if (looks_inside)
    if (model::Status looked = look_inside(begin, reached, x, violated); !looked) return looked;
  if (violated && has_inside) {
    if (turns_back(begin)) {
      take_again(x, (*stepped_to_ - begin) / shorter_after_turn);
      return {};
    }
    if (model::Status located = locate(begin, reached, x); !located) return located;
  }
  if (settings_.passed)
    if (model::Status seen = settings_.passed(reached); !seen) return seen;
  if (settings_.passed && context_.keeps_past() && stepper_ != nullptr)
    if (model::Status kept = keep_inside(begin, reached, x); !kept) return kept;
  time = reached;
  if (violated) return handle(time, x, model::EventCause::found);
  if (stepper_ == nullptr) context_.accept(time, x);
  std::swap(margins_before_, margins_);
  knows_margins_before_ = true;
  if (model_events_ == nullptr || is_same_time(begin, reached)) return {};
  return model_events_->speak(context_, time, x, warnings_);
}

/// Without states nobody makes steps: solutions of simultaneous equations are followed from one point to the next all
/// the same, and where the next one is too far away for that, to a point before it.
model::Status EventLoop::follow(double begin, double& end, std::span<const double> x) {
  constexpr double shorter = 0.25;
  constexpr double shortest = 1e-9;  // of the run
  values_.resize(model_.description().variable_count());
  for (;;) {
    model::Status found = model_.record(context_, end, x, values_);
    if (found || settings_.cancel.requested()) return found;
    const Code code = found.fault().code;
    const double length = shorter * (end - begin);
    if ((code != Code::E0502 && code != Code::E0503) || length < shortest * (settings_.stop - settings_.start))
      return found;
    end = begin + length;
  }
}

/// What a delay gives back is interpolated between points that were accepted, never across a corner: with two of them
/// inside of each step there is a cubic for every one. The last is the state that the run goes on from.
model::Status EventLoop::keep_inside(double begin, double end, std::span<const double> x) {
  constexpr int parts = 3;
  past_states_.resize(x.size());
  for (int k = 1; k < parts && !is_same_time(begin, end); ++k) {
    const double inside = begin + (end - begin) * k / parts;
    if (model::Status found = stepper_->interpolate(inside, past_states_); !found) return found;
    context_.accept(inside, past_states_);
  }
  context_.accept(end, x);
  return {};
}

/// A step may be accepted though the model cannot be evaluated where it leads: a coarse one passes over the end of a
/// variable's domain, of which no stage of it knew. It is taken again from its beginning, shorter, until it becomes so
/// short that the model itself must be the reason. False: that is so, or the fault is of another kind; x is the state
/// at the beginning all the same.
bool EventLoop::takes_step_again(double begin, std::span<double> x, const model::Fault& fault) {
  constexpr double shorter = 0.25;
  constexpr double shortest = 1e-9;  // of the run
  if (!stepped_to_ || (fault.code != Code::E0502 && fault.code != Code::E0503)) return false;
  const double length = shorter * (*stepped_to_ - begin);
  take_again(x, length);
  if (settings_.mode == EventMode::grid || length < shortest * (settings_.stop - settings_.start)) {
    caution_.reset();
    return false;
  }
  return true;
}

/// Back to where the last step began; the next ones are no longer than this until they are past its end.
void EventLoop::take_again(std::span<double> x, double length) {
  std::ranges::copy(begin_states_, x.begin());
  stepper_->reset();
  knows_margins_before_ = false;
  caution_ = {*stepped_to_, length};
}

/// Whether a relation that crossed at the last event is found to be back at once, in a step that began with moving
/// away from its border. Then the step is to be taken again, shorter, until it begins on the way back: behind the
/// border slopes may be as good as infinite (the square root of what begins at zero), and a step that is long for them
/// ends on either side of it.
bool EventLoop::turns_back(double begin) {
  if (!settings_.passed || !stepped_to_ || fresh_.empty()) return false;
  const double length = *stepped_to_ - begin;
  if (length < shortest_return * (settings_.stop - settings_.start) || is_same_time(begin, begin + length / 1024))
    return false;
  const auto is_back = [&](std::uint32_t k) { return std::ranges::find(fresh_, k) != fresh_.end(); };
  if (std::ranges::none_of(violated_, is_back)) return false;
  constexpr double moment = 1e-6;  // of the step
  if (!guess_way(begin, moment * length, begin_states_)) return false;
  std::ranges::fill(curvature_, 0.0);
  margins_later_.resize(margins_.size());
  margins_ahead_.resize(margins_.size());
  if (!margins_ahead(begin, 0, begin_states_, margins_later_) ||
      !margins_ahead(begin, moment * length, begin_states_, margins_ahead_))
    return false;
  return std::ranges::any_of(violated_,
                             [&](std::uint32_t k) { return is_back(k) && margins_ahead_[k] > margins_later_[k]; });
}

model::Status EventLoop::is_violated(double time, std::span<const double> x, bool& violated) {
  violated_.clear();
  if (!margins_.empty()) {
    if (model::Status looked = model_events_->indicators(context_, time, x, margins_); !looked) return looked;
    for (std::uint32_t i = 0; i < margins_.size(); ++i) {
      const double size = std::abs(margins_[i]);
      if (size > rests_[i].largest && std::isfinite(size)) rests_[i].largest = size;
      if (margins_[i] < -rests_[i].slack) violated_.push_back(i);
    }
  }
  violated = !violated_.empty();
  return {};
}

/// What has just crossed stands near its threshold. It may be on its way back, and beyond again long before a step of
/// the accuracy asked for would notice (a ball that hardly bounces): then short steps until it has returned. The way
/// ahead is guessed from slope and curvature; a wrong guess costs a few short steps, no more.
void EventLoop::look_ahead(double time, std::span<const double> x) {
  caution_.reset();
  if (fresh_.empty() || stepper_ == nullptr || settings_.mode == EventMode::grid) return;
  const double run = settings_.stop - settings_.start;
  const double moment = moment_ahead * run;
  if (is_same_time(time + moment, time) || !guess_way(time, moment, x)) return;
  if (!margins_ahead(time, 0, x, margins_before_) || !margins_ahead(time, moment, x, margins_)) return;
  margins_later_.resize(margins_.size());
  if (!margins_ahead(time, 2 * moment, x, margins_later_)) return;
  double back = std::numeric_limits<double>::infinity();
  for (const std::uint32_t k : fresh_)
    back = std::min(back, first_zero(margins_before_[k], margins_[k], margins_later_[k]) * moment);
  if (back > farthest_return * run) return;
  const double shortest_step = shortest_return * run;
  // at once: one step to where it can be seen; otherwise looks so often, at the ends of steps or inside them
  constexpr double looks_until_back = 8;
  const int looks = stepper_->begins_with_low_order() ? 0 : settings_.looks_inside;
  const double length = back / looks_until_back * (1 + looks);
  caution_ = back < looks_until_back * shortest_step ? Caution{time + shortest_step, shortest_step}
                                                     : Caution{time + 2 * back, length};
}

/// Slopes at the event and a moment later. False: the way leads out of where the model can be evaluated.
bool EventLoop::guess_way(double time, double moment, std::span<const double> x) {
  if (!derivatives_) derivatives_ = model::full_evaluator(model_, context_);
  slope_.resize(x.size());
  curvature_.resize(x.size());
  const auto evaluate = [&](double at, std::span<const double> state, std::span<double> dx) {
    return derivatives_->freeze(at, state) && derivatives_->evaluate(state, dx);
  };
  bool fine = evaluate(time, x, slope_);
  if (fine) {
    for (std::size_t i = 0; i < x.size(); ++i) inside_[i] = x[i] + moment * slope_[i];
    fine = evaluate(time + moment, inside_, curvature_);
  }
  if (!fine) return false;  // the step will meet it, if it is on the way
  for (std::size_t i = 0; i < x.size(); ++i) curvature_[i] = (curvature_[i] - slope_[i]) / moment;
  return true;
}

/// False: cannot be told, which the step will find out.
bool EventLoop::margins_ahead(double time, double ahead, std::span<const double> x, std::span<double> margins) {
  for (std::size_t i = 0; i < x.size(); ++i) inside_[i] = x[i] + ahead * slope_[i] + ahead * ahead / 2 * curvature_[i];
  return model_events_->indicators(context_, time + ahead, inside_, margins).ok();
}

/// The first moment in (begin, end] at which something does not hold any more. At `end` that is so; `end` moves there,
/// and x with it. Regula falsi (Illinois) on the margins of what is violated, with bisection when that is slow.
model::Status EventLoop::locate(double begin, double& end, std::span<double> x) {
  const double length = end - begin;
  const double last = end;
  double low = begin;
  margins_at_end_ = margins_;
  double weight_low = 1, weight_high = 1;
  int moved = 0;           // which end did last: -1 the low one, 1 the high one
  double halved = length;  // the bracket when it was last halved …
  int since = 0;           // … and how many iterations ago
  constexpr int most_iterations = 200;
  for (int i = 0; i < most_iterations; ++i) {
    const double tolerance = 1e-12 * length + 4 * epsilon * std::max(std::abs(low), std::abs(end));
    if (end - low <= tolerance) break;
    since = end - low <= halved / 2 ? 0 : since + 1;
    if (since == 0) halved = end - low;
    double middle = end;
    for (const std::uint32_t k : violated_) {
      const double a = std::max(margins_before_[k], 0.0) * weight_low;
      const double b = -margins_at_end_[k] * weight_high;
      middle = std::min(middle, low + (end - low) * a / (a + b));
    }
    // a root near an end of the bracket is bracketed from its other side too
    middle = std::clamp(middle, low + tolerance / 2, end - tolerance / 2);
    if (since >= 4) middle = low + (end - low) / 2;
    violated_at_end_ = violated_;
    bool violated = false;
    if (model::Status looked = look_at(middle, violated); !looked) return looked;
    if (violated) {
      end = middle;
      std::swap(margins_at_end_, margins_);
      weight_high = 1;
      if (moved == 1) weight_low /= 2;
      moved = 1;
    } else {
      std::swap(violated_, violated_at_end_);
      low = middle;
      std::swap(margins_before_, margins_);
      weight_low = 1;
      if (moved == -1) weight_high /= 2;
      moved = -1;
    }
  }
  return end < last ? state_at(end, x) : model::Status();
}

model::Status EventLoop::handle(double time, std::span<double> x, model::EventCause cause) {
  if (model::Status recorded = record_(time, x, false); !recorded) return recorded;
  if (model_events_ == nullptr) return {};
  model::EventOutcome outcome;
  next_.reset();
  fast_look_at_.reset();
  knows_margins_before_ = false;
  const bool returns = cause == model::EventCause::found && comes_back(time) && slopes_at(time, x, slopes_before_);
  if (model::Status handled = model_events_->handle(context_, time, x, cause, outcome); !handled) return handled;
  warnings_.insert(warnings_.end(), outcome.warnings.begin(), outcome.warnings.end());
  if (outcome.termination && cause != model::EventCause::terminal) termination_ = outcome.termination;
  if (outcome.changed || !violated_.empty()) ++events_;
  for (const std::uint32_t k : violated_) ++crossed_[k];
  if (cause == model::EventCause::found) fresh_ = violated_;
  const bool restarts = !outcome.reinitialised.empty() || !outcome.affected.empty();
  if (stepper_ != nullptr && restarts) stepper_->restart(outcome);
  if (cause == model::EventCause::found)
    look_for_rest(restarts && !(returns && outcome.reinitialised.empty() && goes_on_alike(time, x)));
  if (outcome.changed)
    if (model::Status recorded = record_(time, x, true); !recorded) return recorded;
  if (model::Status calm = chatters(time); !calm) return calm;
  look_ahead(time, x);
  return {};
}

/// What stands still does so up to rounding (the velocity of a brake that holds), and its sign says nothing. A crossing
/// that changes again and again and changes nothing else, or no slope to speak of, is left alone until it leaves the
/// neighbourhood of zero, which grows as long as that goes on: what has been at rest from the beginning shows no size
/// of its own.
void EventLoop::look_for_rest(bool restarts) {
  constexpr std::uint32_t enough = 4;
  constexpr double rounding = 1e-13, largest_rounding = 1e-10, smallest_size = 1e-4;
  for (const std::uint32_t k : violated_) {
    Rest& rest = rests_[k];
    rest.idle = restarts ? 0 : rest.idle + 1;
    if (rest.idle < enough) {
      rest.slack = 0;
      continue;
    }
    const double part = std::min(rounding * std::pow(10.0, rest.idle - enough), largest_rounding);
    rest.slack = part * std::max(rest.largest, smallest_size);
  }
}

/// Whether the moment in which events of this crossing are counted together goes on.
bool EventLoop::is_in_burst(std::uint32_t crossing, double time) const {
  return time - bursts_[crossing].begin <= burst_length * (settings_.stop - settings_.start);
}

/// Whether one of the present crossings has changed several times just now, or without any effect before.
bool EventLoop::comes_back(double time) const {
  constexpr std::uint32_t several = 3;
  return stepper_ != nullptr && std::ranges::any_of(violated_, [&](std::uint32_t k) {
           return rests_[k].idle > 0 || (bursts_[k].count >= several && is_in_burst(k, time));
         });
}

/// False: they cannot be computed.
bool EventLoop::slopes_at(double time, std::span<const double> x, std::vector<double>& slopes) {
  if (!derivatives_) derivatives_ = model::full_evaluator(model_, context_);
  slopes.resize(x.size());
  return derivatives_->freeze(time, x) && derivatives_->evaluate(x, slopes);
}

/// Whether the states go on as they came, for the accuracy that anybody asks for: the branches meet where they change
/// (the flow between two levels that are the same, to the last digits).
bool EventLoop::goes_on_alike(double time, std::span<const double> x) {
  if (!slopes_at(time, x, slope_)) return false;
  constexpr double alike = 1e-6;  // of a state, over the whole run
  const double run = settings_.stop - settings_.start;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double size = std::max(std::abs(x[i]), model_.state_nominal(model::StateIndex(i)));
    if (!(std::abs(slope_[i] - slopes_before_[i]) * run <= alike * size)) return false;
  }
  return true;
}

model::Fault EventLoop::chattering(double time, std::string message, std::vector<model::Fault::Place> places) const {
  model::Fault fault;
  fault.code = Code::E0616;
  fault.time = time;
  fault.message = std::move(message);
  if (!places.empty()) {
    fault.span = places.front().span;
    fault.also.assign(places.begin() + 1, places.end());
  }
  return fault;
}

model::Status EventLoop::chatters(double time) {
  if (model::Status calm = one_chatters(time); !calm) return calm;
  if (model::Status calm = all_chatter(time); !calm) return calm;
  return time_stands_still(time);
}

model::Status EventLoop::one_chatters(double time) {
  for (const std::uint32_t k : violated_) {
    Burst& burst = bursts_[k];
    if (burst.count == 0 || !is_in_burst(k, time)) burst = {time, 0};
    if (++burst.count < most_events_in_burst) continue;
    const model::ZeroCrossing info = model_events_->crossing(k);
    return chattering(time,
                      "'" + info.text + "' changes again and again near time " + rounded(time, 9) +
                          ": the model chatters, and time no longer advances",
                      {{"", info.span}});
  }
  return {};
}

/// The same measure for all together: as many changes of one crossing while the events of all, whoever makes them,
/// follow each other as closely as those of a single one that chatters.
model::Status EventLoop::all_chatter(double time) {
  if (violated_.empty()) return {};
  const double spacing = burst_length * (settings_.stop - settings_.start) / most_events_in_burst;
  if (crowd_.count == 0 || time - crowd_.begin > static_cast<double>(crowd_.count) * spacing) crowd_ = {time, 0, {}};
  ++crowd_.count;
  bool enough = false;
  for (const std::uint32_t k : violated_) enough = ++crowd_.times[k] >= most_events_in_burst || enough;
  if (!enough || crowd_.times.size() < 2) return {};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> most;  // how often, which
  for (const auto& [k, times] : crowd_.times) most.emplace_back(times, k);
  std::ranges::sort(
      most, [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
  constexpr std::size_t shown = 5;
  std::vector<model::Fault::Place> places;
  for (std::size_t i = 0; i < std::min(shown, most.size()); ++i) {
    const model::ZeroCrossing info = model_events_->crossing(most[i].second);
    places.push_back({"'" + info.text + "' changed " + counted(most[i].first, "time"), info.span});
  }
  if (most.size() > shown) places.push_back({"and " + counted(most.size() - shown, "more relation"), {}});
  const std::string first = "'" + model_events_->crossing(most.front().second).text + "'";
  return chattering(time,
                    first + " and " + counted(most.size() - 1, "other relation") + " change in turn near time " +
                        rounded(time, 9) + ", " + counted(crowd_.count, "event") + " within " +
                        rounded(time - crowd_.begin, 3) + " s: the model chatters, and time no longer advances",
                    std::move(places));
}

/// Also close to the time 0, where numbers can be told apart that no run can.
model::Status EventLoop::time_stands_still(double time) {
  const double moment = 8 * epsilon * std::max(std::abs(time), settings_.stop - settings_.start);
  if (std::abs(time - instant_.begin) > moment) instant_ = {time, 0};
  if (++instant_.count <= most_events_at_once) return {};
  std::vector<model::Fault::Place> places;
  for (const model::PeriodInfo& period : model_.periods(context_))
    if (period.instants && period.period <= moment) places.push_back({period.text, period.span});
  return chattering(
      time, counted(most_events_at_once, "event") + " at time " + rounded(time, 9) + ": time no longer advances",
      std::move(places));
}

}  // namespace sunder::simulate
