#include "execute/event_iteration.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "execute/held_values.hpp"
#include "execute/past_values.hpp"
#include "ir/attributes.hpp"

namespace sunder::execute {

using ir::HeldKind;

namespace {
bool remembers(HeldKind kind) { return kind == HeldKind::memory || kind == HeldKind::left_limit; }
/// Texts beyond the limit have no number. Asking takes the place of one, which matters to nobody.
bool has_room(symbolic::Texts& texts) { return !std::isnan(texts.number("is there room for another text?")); }

}  // namespace

/// z of every held value in context.event_rows. Relations of the time alone are looked at at `clock`, a moment later.
void EventIteration::evaluate_rows(double time, double clock) {
  std::vector<double>& rows = context_.event_rows;
  rows.resize(dae_.held.size());
  code_.held_rows().run(context_.frame(context_.scratch, time), rows.data());
  const std::vector<std::uint32_t>& timed = code_.timed();
  std::vector<double>& moving = context_.timed_rows;
  moving.resize(2 * timed.size());
  code_.timed_rows().run(context_.frame(context_.scratch, clock), moving.data());
  for (std::size_t i = 0; i < timed.size(); ++i)
    rows[timed[i]] =
        clock > time ? moment_later(dae_.held[timed[i]].kind, moving[i], moving[timed.size() + i]) : moving[i];
  context_.row_sizes.resize(rows.size());
  context_.tolerated.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (const double size = std::fabs(rows[i]); size > context_.row_sizes[i] && std::isfinite(size))
      context_.row_sizes[i] = size;
}

model::Status EventIteration::bad_number(std::size_t held, double time, double value) {
  model::Fault fault;
  fault.code = Code::E0501;
  fault.time = time;
  fault.span = span_of(dae_.held[held].origin);
  if (std::isnan(value) && !has_room(*dae_.texts)) {
    fault.message = "there is no room for another text at time " + rounded(time) +
                    ": all runs of the model together make at most a million different ones";
    return fault;
  }
  const std::string text = context_.text_of(dae_.held[held]);
  fault.message = "'" + text + "' cannot be decided at time " + rounded(time) + ": a side of it is " + shortest(value);
  return fault;
}

/// Whether a crossing is not what is held, beyond what is tolerated.
bool EventIteration::contradicts(std::size_t held) const {
  const double row = context_.event_rows[held];
  if (!ir::is_crossing(dae_.held[held].kind) || live_value(dae_.held[held].kind, row) == context_.held()[held])
    return false;
  const double tolerated = context_.tolerated[held];
  return tolerated == 0 || !(std::fabs(row) <= tolerated);
}

/// A relation that changed and changed back within this event, and would change again by next to nothing, is zero up to
/// rounding in both modes (the current of a diode that just ceases to conduct): both are right, and it stays as it is.
bool EventIteration::is_rounding(std::size_t held) {
  constexpr std::uint32_t there_and_back = 2;
  constexpr double negligible = 1e-10, smallest_size = 1e-4;
  if (changes_[held] < there_and_back || dae_.held[held].kind > HeldKind::greater_equal) return false;
  if (std::ranges::find(code_.timed(), static_cast<std::uint32_t>(held)) != code_.timed().end()) return false;
  const double limit = negligible * std::max(context_.row_sizes[held], smallest_size);
  if (!(std::fabs(context_.event_rows[held]) <= limit)) return false;
  context_.tolerated[held] = 2 * limit;
  return true;
}

/// All relations that do not hold any more change at once. Where that goes round in circles (friction elements that act
/// on each other, diodes), one of them changes at a time, another one each time: a walk through the modes that ends in
/// a consistent one, or at the limit of rounds.
model::Status EventIteration::follow(double time, double clock, std::size_t round, bool& changed) {
  changed = false;
  evaluate_rows(time, clock);
  const std::span<double> held = context_.held();
  changes_.resize(held.size());
  std::size_t undecided = held.size();
  std::vector<std::pair<std::size_t, double>> changes;
  for (std::size_t i = 0; i < held.size(); ++i) {
    const double row = context_.event_rows[i];
    if (ir::has_row(dae_.held[i].kind) && !std::isfinite(row)) {
      undecided = std::min(undecided, i);
      continue;
    }
    if (!contradicts(i)) continue;
    if (!is_rounding(i)) changes.emplace_back(i, live_value(dae_.held[i].kind, row));
  }
  constexpr std::size_t rounds_together = 12;
  if (round == 0) in_circles_.clear();
  if (round >= rounds_together)
    for (const auto& [i, live] : changes) in_circles_.insert(i);
  if (round >= rounds_together && changes.size() > 1) {
    // the same walk every time: the numbers look random and are not
    const std::size_t one = (round * 2654435761U >> 7U) % changes.size();
    changes = {changes[one]};
  }
  for (const auto& [i, live] : changes) {
    held[i] = live;
    context_.tolerated[i] = 0;
    ++changes_[i];
    last_changed_ = i;
    changed = true;
  }
  // What cannot be decided may only follow from relations that have just changed: the next round will tell.
  if (undecided < held.size() && !changed) return bad_number(undecided, time, context_.event_rows[undecided]);
  return {};
}

model::Status EventIteration::follow_relations(double time, std::size_t round, bool& changed) {
  return follow(time, time, round, changed);
}

model::Status EventIteration::fail_inconsistent(double time) {
  model::Fault fault;
  fault.code = Code::E0616;
  fault.time = time;
  fault.span = span_of(dae_.held[last_changed_].origin);
  const std::string text = context_.text_of(dae_.held[last_changed_]);
  fault.message = "no consistent values at the event at time " + rounded(time) + ": '" + text +
                  "' changed in each of " + counted(limit(), "round");
  return fault;
}

/// Continuous variables have moved since the last event: what they are now, before this one changes anything.
void EventIteration::take_left_limits(double time) {
  if (std::ranges::none_of(dae_.held, [](const ir::Held& held) { return held.kind == HeldKind::left_limit; })) return;
  evaluate_rows(time, time);
  for (std::size_t i = 0; i < dae_.held.size(); ++i)
    if (dae_.held[i].kind == HeldKind::left_limit) context_.held()[i] = context_.event_rows[i];
}

/// pre() of everything becomes what it is now.
bool EventIteration::remember() {
  bool changed = false;
  const std::span<double> held = context_.held();
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (!remembers(dae_.held[i].kind) || held[i] == context_.event_rows[i]) continue;
    held[i] = context_.event_rows[i];
    if (dae_.held[i].kind == HeldKind::left_limit) continue;  // only what happens next round would ask for it
    last_changed_ = i;
    changed = true;
  }
  return changed;
}

/// First relations come to rest with everything before the event fixed, then what has happened is done, then it is the
/// past; again until nothing happens.
model::Status EventIteration::settle(double time, double clock, std::span<double> x, model::EventOutcome& outcome) {
  for (std::size_t round = 0; round < limit(); ++round) {
    bool changed = true;
    held_before_.assign(context_.held().begin(), context_.held().end());
    for (std::size_t inner = 0; changed; ++inner) {
      if (inner == limit()) {
        const auto solve = [&] { return compute_all_(time, x).ok(); };
        if (!search_modes(time, clock, solve) && !let_past_follow(time, clock, x, outcome))
          return fail_inconsistent(time);
        break;
      }
      if (model::Status computed = compute_all_(time, x); !computed) return computed;
      if (model::Status followed = follow(time, clock, inner, changed); !followed) return followed;
    }
    if (model::Status fits = integers_fit(time); !fits) return fits;
    bool jumped = false;
    if (model::Status done = act(time, x, outcome, jumped); !done) return done;
    if (!remember() && !jumped) return {};
  }
  return fail_inconsistent(time);
}

model::Status EventIteration::act(double time, std::span<double> x, model::EventOutcome& outcome, bool& jumped) {
  if (dae_.reinits.empty() && dae_.checks.empty()) return {};
  const std::size_t reinits = dae_.reinits.size();
  const std::vector<double>& rows = compute_actions(time);
  for (std::size_t i = 0; i < reinits; ++i) {
    if (rows[i] == 0) continue;
    const model::StateIndex state(plan_.addresses[dae_.reinits[i].target.index()].index);
    if (!std::isfinite(rows[reinits + i])) {
      model::Fault fault;
      fault.code = Code::E0501;
      fault.time = time;
      fault.span = span_of(dae_.reinits[i].origin);
      fault.variable = dae_.name_of(dae_.reinits[i].target);
      fault.message = "reinit gives '" + fault.variable + "' the value " + shortest(rows[reinits + i]) + " at time " +
                      rounded(time);
      return fault;
    }
    outcome.reinitialised.push_back(state);
    jumped = jumped || x[state.index()] != rows[reinits + i];
    x[state.index()] = rows[reinits + i];
  }
  for (std::size_t i = 0; i < dae_.checks.size(); ++i) {
    const ir::Check& check = dae_.checks[i];
    if (!check.in_when || check.at_start || rows[2 * reinits + i] == 0) continue;
    if (check.speaks())
      if (model::Status said = say(i, time, outcome); !said) return said;
    if (check.kind == ir::Check::Kind::warning) warn(i, outcome);
    if (check.kind == ir::Check::Kind::terminate && !outcome.termination)
      outcome.termination = model::EventMessage{message_of(i), span_of(check.origin)};
    if (check.kind == ir::Check::Kind::error) return violation(i, time);
  }
  return {};
}

model::Status EventIteration::integers_fit(double time) {
  for (const ir::VariableId variable : code_.integers()) {
    const double value = context_.scratch.w[plan_.addresses[variable.index()].index];
    if (value >= ir::smallest_integer && value <= ir::largest_integer) continue;
    model::Fault fault;
    fault.code = Code::E0506;
    fault.time = time;
    fault.span = dae_.declaration(variable).span;
    fault.variable = dae_.name_of(variable);
    fault.message = "'" + fault.variable + "' leaves the range of Integer at time " + rounded(time) + ": " +
                    shortest(value) + " is not between " + shortest(ir::smallest_integer) + " and " +
                    shortest(ir::largest_integer);
    return fault;
  }
  return {};
}

/// The text of a check, with the values that `action_rows` found.
std::string EventIteration::message_of(std::size_t check) const {
  const ir::Check& of = dae_.checks[check];
  std::string text = of.message.front();
  for (std::size_t i = 0; i < of.values.size(); ++i) {
    const ir::MessageValue& value = of.values[i];
    const double number = context_.action_rows[code_.message_values(check) + i];
    text += symbolic::written(value.format, number, dae_.texts.get()) + of.message[i + 1];
  }
  return text;
}

model::Fault EventIteration::violation(std::size_t check, double time) {
  return violation(check, time, message_of(check));
}

model::Fault EventIteration::violation(std::size_t check, double time, const std::string& message) {
  model::Fault fault;
  fault.code = Code::E0617;
  fault.time = time;
  fault.span = span_of(dae_.checks[check].origin);
  fault.message = "assertion violated at time " + rounded(time) + ": " + message;
  return fault;
}

void EventIteration::warn(std::size_t check, model::EventOutcome& outcome) {
  context_.warned.resize(dae_.checks.size(), false);
  if (context_.warned[check]) return;
  context_.warned[check] = true;
  outcome.warnings.push_back(
      {"assertion violated: " + message_of(check), span_of(dae_.checks[check].origin), Code::W0618});
}

/// Those of initial sections, and of functions that are called there.
model::Status EventIteration::assertions_hold_at_start(double time) {
  const auto counts = [](const ir::Check& check) { return check.at_start && !check.speaks(); };
  if (std::ranges::none_of(dae_.checks, counts)) return {};
  const std::vector<double>& rows = compute_actions(time);
  for (std::size_t i = 0; i < dae_.checks.size(); ++i) {
    const ir::Check& check = dae_.checks[i];
    if (!counts(check) || (rows[2 * dae_.reinits.size() + i] != 0) != check.in_when) continue;
    if (check.kind == ir::Check::Kind::error) return violation(i, time);
    if (check.kind == ir::Check::Kind::warning) warn(i, context_.start_outcome);
    if (check.kind == ir::Check::Kind::terminate && !context_.start_outcome.termination)
      context_.start_outcome.termination = model::EventMessage{message_of(i), span_of(check.origin)};
  }
  return {};
}

model::Status EventIteration::assertions_hold(double time, bool at_the_end, model::EventOutcome& outcome) {
  if (dae_.checks.empty()) return {};
  const std::vector<double>& rows = compute_actions(time);
  for (std::size_t i = 0; i < dae_.checks.size(); ++i) {
    const ir::Check& check = dae_.checks[i];
    if (check.in_when || check.at_start) continue;
    if (check.speaks()) {
      if (rows[2 * dae_.reinits.size() + i] == 0 || at_the_end) continue;  // the last step has said it
      if (model::Status said = say(i, time, outcome); !said) return said;
      continue;
    }
    if (rows[2 * dae_.reinits.size() + i] != 0) continue;
    if (check.kind == ir::Check::Kind::error) return violation(i, time);
    warn(i, outcome);
  }
  return {};
}

void EventIteration::set(HeldKind kind, double value) {
  for (std::size_t i = 0; i < dae_.held.size(); ++i)
    if (dae_.held[i].kind == kind) context_.held()[i] = value;
}

double EventIteration::sample_instant(std::size_t number) const {
  return context_.samples[number].instant(context_.samples[number].next);
}

/// The instants that have come are true for one moment, however many of one sample lie behind. False after a fault.
model::Status EventIteration::fire_samples(double time, bool& fired, bool clocks_only) {
  fired = false;
  const double now = instant_after(time);
  for (std::size_t i = 0; i < context_.samples.size(); ++i) {
    if (sample_instant(i) > now || (clocks_only && !dae_.held[code_.samples()[i]].of_clock)) continue;
    CompiledContext::Sample& sample = context_.samples[i];
    if (!sample.can_count_to(now)) return too_many_instants(code_.samples()[i], time, sample);
    sample.next = sample.instants_before(now) + 1;
    while (sample_instant(i) <= now) ++sample.next;
    context_.held()[code_.samples()[i]] = 1;
    fired = true;
  }
  return {};
}

model::Fault EventIteration::sample_fault(std::uint32_t held, double time, std::string message) const {
  model::Fault fault;
  fault.code = Code::E0619;
  fault.time = time;
  fault.span = span_of(dae_.held[held].origin);
  fault.message = std::move(message);
  return fault;
}

model::Fault EventIteration::too_many_instants(std::uint32_t held, double time,
                                               const CompiledContext::Sample& sample) const {
  return sample_fault(held, time,
                      "the instants of sample(), " + shortest(sample.interval) +
                          " s from one to the next, cannot be told apart at time " + shortest(time));
}

/// Their starts and intervals may be parameters that initialisation found.
model::Status EventIteration::begin_samples(double time) {
  context_.samples.clear();
  for (const std::uint32_t i : code_.samples()) {
    CompiledContext::Sample sample;
    sample.start = context_.value_of(dae_.held[i].start);
    sample.interval = context_.value_of(dae_.held[i].interval);
    if (!std::isfinite(sample.start) || !(sample.interval > 0) || !std::isfinite(sample.interval))
      return sample_fault(
          i, time,
          "sample() cannot start at " + shortest(sample.start) + " with the interval " + shortest(sample.interval));
    if (!sample.can_count_to(time)) return too_many_instants(i, time, sample);
    sample.next = sample.instants_before(time);
    context_.samples.push_back(sample);
    while (sample.instant(context_.samples.back().next) < time) ++context_.samples.back().next;
  }
  return {};
}

void EventIteration::begin(double time) {
  std::ranges::fill(context_.held(), 0.0);
  set(HeldKind::initial, 1);
  context_.warned.clear();
  context_.warned_inside.clear();
  context_.free_unknowns.clear();
  context_.to_be_told.clear();
  context_.row_sizes.clear();
  context_.tolerated.clear();
  // Relations between start values: a better guess than that none of them holds.
  context_.scratch = context_.guesses;
  evaluate_rows(time, time);
  const std::span<double> held = context_.held();
  for (std::size_t i = 0; i < held.size(); ++i) {
    const double row = context_.event_rows[i];
    if (ir::is_crossing(dae_.held[i].kind) && std::isfinite(row)) held[i] = live_value(dae_.held[i].kind, row);
    if (dae_.held[i].kind == HeldKind::left_limit && std::isfinite(row)) held[i] = row;  // before the start
  }
}

model::Status EventIteration::complete(double time, std::span<double> x) {
  context_.start_outcome = {};
  if (model::Status begun = begin_samples(time); !begun) return begun;
  bool jumped = false;
  if (model::Status said = say_at_start(time); !said) return said;
  // while initial() is true
  if (model::Status done = act(time, x, context_.start_outcome, jumped); !done) return done;
  set(HeldKind::initial, 0);
  remember();
  if (model::Status settled = settle(time, time, x, context_.start_outcome); !settled) return settled;
  // before the start everything was as it is after all that happens there
  for (std::size_t round = 0; round < limit() && follow_start(plan_, context_, time); ++round)
    if (model::Status settled = settle(time, time, x, context_.start_outcome); !settled) return settled;
  if (model::Status hold = assertions_hold_at_start(time); !hold) return hold;
  if (model::Status ticked = first_ticks(time, x); !ticked) return ticked;
  publish();
  note_after_event(plan_, context_, time, History::sharpest);
  return {};
}

/// Clocks that begin with the run tick before anybody looks at it.
model::Status EventIteration::first_ticks(double time, std::span<double> x) {
  const auto of_clock = [&](std::uint32_t held) { return dae_.held[held].of_clock; };
  if (std::ranges::none_of(code_.samples(), of_clock)) return {};
  take_left_limits(time);
  bool ticked = false;
  if (model::Status fired = fire_samples(time, ticked, true); !fired || !ticked) return fired;
  if (model::Status settled = settle(time, time, x, context_.start_outcome); !settled) return settled;
  set(HeldKind::sample, 0);
  return settle(time, time, x, context_.start_outcome);
}

model::Status EventIteration::resume(double time, std::span<double> x,
                                     std::span<const std::pair<std::uint32_t, double>> given) {
  context_.start_outcome = {};
  if (model::Status computed = compute_all_(time, x); !computed) return computed;
  for (const auto& [place, value] : given) context_.scratch.w[place] = value;
  evaluate_rows(time, time);
  const std::span<double> held = context_.held();
  for (std::size_t i = 0; i < held.size(); ++i) {
    const double row = context_.event_rows[i];
    if (!std::isfinite(row)) continue;  // nothing depends on it, or evaluating it again will tell
    if (ir::is_crossing(dae_.held[i].kind)) held[i] = live_value(dae_.held[i].kind, row);
    if (remembers(dae_.held[i].kind)) held[i] = row;
  }
  if (model::Status settled = settle(time, time, x, context_.start_outcome); !settled) return settled;
  publish();
  return {};
}

/// Evaluators read discrete variables as they are after the event.
void EventIteration::publish() {
  context_.event_w = context_.scratch.w;
  context_.guesses.dx = context_.scratch.dx;
  context_.guesses.w = context_.scratch.w;
  ++context_.event_number;
}

/// What the event changed, for those who go on from here.
void EventIteration::compare(const Before& before, std::span<const double> x, model::EventOutcome& outcome) const {
  const std::span<const double> held = context_.held();
  const auto affect = [&](std::size_t seed) {
    for (const std::uint32_t state : code_.affected()[static_cast<std::uint32_t>(seed)])
      outcome.affected.emplace_back(state);
  };
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (held[i] == before.held[i] || code_.look(i).kind == EventCode::Look::Kind::pace) continue;
    affect(i);
    outcome.changed = outcome.changed || code_.is_visible(i);
  }
  const std::vector<double>& w = context_.scratch.w;
  for (std::size_t i = 0; i < code_.discrete().size(); ++i)
    if (w[code_.discrete()[i]] != before.w[code_.discrete()[i]]) affect(held.size() + i);
  for (std::size_t i = 0; i < before.u.size(); ++i)
    if (context_.scratch.u[i] != before.u[i]) affect(held.size() + code_.discrete().size() + i);
  model::make_set(outcome.affected);
  model::make_set(outcome.reinitialised);
  outcome.changed = outcome.changed || w != before.w || context_.scratch.dx != before.dx ||
                    !std::equal(x.begin(), x.end(), before.x.begin());
}

/// Whether all that happened is that courses were read across corners, which were told of when they were made: what
/// comes of them is a corner again, less sharp.
bool EventIteration::only_passes_corners(const Before& before, int& arrived) const {
  bool passes = false, jumps = false, others = false;
  for (std::size_t i = 0; i < before.held.size(); ++i) {
    if (context_.held()[i] == before.held[i]) continue;
    const EventCode::Look look = code_.look(i);
    others = others || look.kind == EventCode::Look::Kind::none;
    passes = true;
    if (look.kind == EventCode::Look::Kind::segment)
      arrived = std::max(arrived, context_.courses[look.delay].sharpest(before.held[i], context_.held()[i], jumps));
  }
  const std::vector<double>& w = context_.scratch.w;
  for (const std::uint32_t at : code_.discrete()) others = others || w[at] != before.w[at];
  return passes && !jumps && !others && context_.scratch.u == before.u;
}

model::Status EventIteration::handle(double time, std::span<double> x, model::EventCause cause,
                                     model::EventOutcome& outcome) {
  outcome = std::exchange(context_.start_outcome, {});
  if (model::Status computed = compute_all_(time, x); !computed) return computed;
  take_left_limits(time);
  Before before{{context_.held().begin(), context_.held().end()},
                {x.begin(), x.end()},
                context_.scratch.dx,
                context_.scratch.w,
                context_.scratch.u};
  if (code_.choice().improve(context_, context_.frame(context_.scratch, time), x, outcome.reinitialised))
    if (model::Status computed = compute_all_(time, x); !computed) return computed;
  note_values(plan_, context_, time);
  context_.inputs().pass(time);
  int arrived = pass_delays(plan_, context_, time);  // the sharpest corner that comes out of a delay
  if (cause == model::EventCause::terminal) set(HeldKind::terminal, 1);
  bool sampled = false;
  if (model::Status fired = fire_samples(time, sampled); !fired) return fired;
  const double clock = instant_after(time);
  if (model::Status settled = settle(time, clock, x, outcome); !settled) return settled;
  if (sampled) {  // the moment is over
    set(HeldKind::sample, 0);
    if (model::Status settled = settle(time, clock, x, outcome); !settled) return settled;
  }
  if (model::Status hold = assertions_hold(time, cause == model::EventCause::terminal, outcome); !hold) return hold;
  publish();
  compare(before, x, outcome);
  for (model::EventMessage& message : std::exchange(context_.to_be_told, {}))
    outcome.warnings.push_back(std::move(message));
  const bool turns = !outcome.reinitialised.empty() ||
                     ((outcome.changed || !outcome.affected.empty()) && !only_passes_corners(before, arrived));
  if (turns || arrived > 1) note_after_event(plan_, context_, time, turns ? History::sharpest : arrived - 1);
  return {};
}

double EventIteration::next_time_event(double time) {
  constexpr int most_corrections = 4;
  double next = std::min(context_.inputs().next_jump(), next_arrival(plan_, context_));
  for (std::size_t i = 0; i < context_.samples.size(); ++i) next = std::min(next, sample_instant(i));
  const std::vector<std::uint32_t>& timed = code_.timed();
  if (!timed.empty()) {
    const double clock = instant_after(time);
    std::vector<double>& rows = context_.timed_rows;
    rows.resize(2 * timed.size());
    double at = clock;
    emit::Frame frame = context_.frame(context_.scratch, at);
    frame[emit::Space::work] = context_.event_w.data();
    code_.timed_rows().run(frame, rows.data());
    const std::size_t none = timed.size();
    std::size_t first = none;
    for (std::size_t i = 0; i < timed.size(); ++i) {
      const HeldKind kind = dae_.held[timed[i]].kind;
      const double held = context_.held()[timed[i]];
      const double slope = rows[timed.size() + i];
      const double z = moment_later(kind, rows[i], slope);
      if (live_value(kind, z) != held) return time;
      const double change = clock + time_to_change(kind, z, held, slope);
      if (!(change < next)) continue;
      next = change;
      first = i;
    }
    // What else is evaluated at that instant sees it on the same side of the relation: not a rounding error before.
    for (int correction = 0; first != none && correction < most_corrections; ++correction) {
      at = next;
      code_.timed_rows().run(frame, rows.data());
      const HeldKind kind = dae_.held[timed[first]].kind;
      const double held = context_.held()[timed[first]];
      const double slope = rows[timed.size() + first];
      const double z = moment_later(kind, rows[first], slope);
      if (live_value(kind, z) != held) break;
      next = std::max(next + time_to_change(kind, z, held, slope),
                      std::nextafter(next, std::numeric_limits<double>::infinity()));
    }
  }
  return std::max(next, time);
}

}  // namespace sunder::execute
