#include "integrate/multirate_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/rounding.hpp"
#include "integrate/stopping.hpp"

namespace sunder::integrate {

namespace {

/// The way of all parts through a step of the slowest one is kept; where that takes more memory, the step ends.
constexpr std::size_t most_memory = std::size_t{256} << 20U;

std::vector<model::StateSet> from_slow_to_fast(const model::Partition& partition) {
  constexpr std::size_t most_parts = 64;
  std::vector<model::StateSet> parts(partition.clusters.rbegin(), partition.clusters.rend());
  while (parts.size() > most_parts) {  // the slowest together
    parts[1].insert(parts[1].end(), parts[0].begin(), parts[0].end());
    model::make_set(parts[1]);
    parts.erase(parts.begin());
  }
  return parts;
}

/// States of relations that faster steps must look at: those that read other than the slowest states.
model::StateSet states_to_watch(const model::Model& model, const model::StateSet& slowest) {
  model::StateSet watched;
  const model::Events* events = model.events();
  for (std::size_t i = 0; events != nullptr && i < events->indicator_count(); ++i) {
    const model::StateSet states = events->indicator_states(i);
    if (std::ranges::includes(slowest, states)) continue;
    watched.insert(watched.end(), states.begin(), states.end());
  }
  model::make_set(watched);
  return watched;
}

}  // namespace

MultirateStepper::MultirateStepper(const model::Model& model, model::Context& context, const StepperOptions& options)
    : Stepper(model, context),
      options_(options),
      pool_(make_thread_pool(options.threads)),
      part_of_(model.state_count()),
      given_(model.state_count()) {
  const model::Partition partition =
      options.partition ? *options.partition : model::Partition::two_way(options.fast, model.state_count());
  const std::vector<model::StateSet> states = from_slow_to_fast(partition);
  split_ = model.split(context, states, states_to_watch(model, states.front()));
  const std::size_t explicit_parts = states.size() - std::min(states.size(), partition.implicit);
  for (std::size_t k = 0; k < states.size(); ++k) {
    MultiratePart::Settings settings;
    settings.number = k;
    settings.is_fastest = k + 1 == states.size();
    settings.is_implicit = k >= explicit_parts;
    settings.tolerance = options.tolerance;
    if (!settings.is_fastest && k < options.forced_steps.size()) settings.forced_step = options.forced_steps[k];
    settings.pool = pool_.get();
    settings.cancel = options.cancel;
    parts_.push_back(std::make_unique<MultiratePart>(model, *split_, settings, counted_));
    for (const std::size_t state : model::places(states[k])) part_of_[state] = static_cast<std::uint32_t>(k);
  }
  for (const auto& part : parts_) part->connect(*split_, parts_);
  touched_.assign(parts_.size(), true);
}

/// No stage lies after this time.
double MultirateStepper::last_time(double goal) const {
  double last = std::numeric_limits<double>::infinity();
  if (limit_) last = std::min(last, *limit_);
  if (options_.stop) last = std::min(last, *options_.stop);
  return last > reached_ ? last : goal;
}

model::Status MultirateStepper::start_or_continue(double t, double h, std::span<const double> x) {
  if (continues_ && std::abs(t - given_time_) <= rounding_of(t) && std::ranges::equal(x, given_)) return {};
  continues_ = true;
  if (run_length_ > 0) {
    for (std::size_t k = 0; k < parts_.size(); ++k) parts_[k]->restart(t, x, touched_[k]);
  } else {
    run_length_ = options_.stop && *options_.stop > t ? *options_.stop - t : h / SUNDER_LONGEST_PART;
    for (const auto& part : parts_) part->begin(t, x, run_length_);
  }
  touched_.assign(parts_.size(), false);
  reached_ = t;
  for (const auto& part : parts_)
    if (model::Status known = part->know_values(); !known) return known;
  for (const auto& part : parts_)
    if (model::Status known = part->know_slopes(); !known) return known;
  return {};
}

void MultirateStepper::reset() {
  continues_ = false;
  touched_.assign(parts_.size(), true);
}

void MultirateStepper::restart(const model::EventOutcome& outcome) {
  continues_ = false;
  for (const model::StateSet* states : {&outcome.affected, &outcome.reinitialised})
    for (const std::size_t state : model::places(*states)) touched_[part_of_[state]] = true;
}

model::Status MultirateStepper::take_step(double goal) {
  for (const auto& part : parts_) part->clear_track();
  bool stopped = false;
  under_way_ = true;
  model::Status taken = one_step(0, last_time(goal), stopped);
  under_way_ = false;
  reached_ = parts_.front()->time();
  if (!taken) continues_ = false;
  return taken;
}

/// To the end, or to where something was seen that calls for a stop.
model::Status MultirateStepper::go(std::size_t part, double end, bool& stopped) {
  while (!stopped && parts_[part]->time() < end)
    if (model::Status taken = one_step(part, end, stopped); !taken) return taken;
  return {};
}

model::Status MultirateStepper::one_step(std::size_t k, double end, bool& stopped) {
  MultiratePart& part = *parts_[k];
  if (part.is_fastest()) return fastest_step(end, stopped);
  part.predict();
  bool accepted = false;
  while (!accepted) {
    SunderTry next{};
    if (part.propose(end, next) != SUNDER_OK) return fail(part);
    for (std::size_t j = k + 1; j < parts_.size(); ++j) parts_[j]->mark(k);
    stopped = false;
    if (model::Status followed = follow(k, next, accepted, stopped); !followed) return followed;
    if (accepted) break;
    for (std::size_t j = parts_.size(); --j > k;) parts_[j]->go_back(k);
  }
  if (k == 0) ++statistics_.slow_steps;
  return part.sample();
}

/// Faster parts go the step, then the part itself. A failure of theirs may be the fault of what they were told.
model::Status MultirateStepper::follow(std::size_t k, const SunderTry& wanted, bool& accepted, bool& stopped) {
  constexpr double shorter = 0.1;
  MultiratePart& part = *parts_[k];
  SunderTry next = wanted;
  if (model::Status gone = go(k + 1, next.end, stopped); !gone) {
    const bool can_shrink = shorter * next.length > 16 * epsilon * std::abs(part.time());
    if (options_.cancel.requested() || !can_shrink) return gone;
    part.shrink(shorter * next.length);
    return {};
  }
  if (parts_[k + 1]->time() < next.end) {
    next.end = parts_[k + 1]->time();
    next.length = next.end - part.time();
  }
  double error = 0;
  const int status = part.attempt(next, error);
  if (status == SUNDER_RECOVERABLE) {
    part.shrink(shorter * next.length);
    return {};
  }
  if (status != SUNDER_OK) return fail(part);
  accepted = part.decide(next, error);
  if (accepted && !part.said()) return part.said().fault();
  return {};
}

model::Status MultirateStepper::fastest_step(double end, bool& stopped) {
  MultiratePart& part = *parts_.back();
  const double begin = part.time();
  if (part.advance(end) != SUNDER_OK) return fail(part);
  if (parts_.size() == 1) ++statistics_.slow_steps;
  if (watch_ && parts_.size() > 1) {
    double seen = part.time();
    bool violated = false;
    if (model::Status looked = watch_(begin, seen, violated); !looked) return looked;
    if (violated) {
      stopped = true;
      if (seen < part.time()) part.cut(seen);
    }
  }
  if (part.track().memory() > most_memory) stopped = true;
  return part.sample();
}

model::Status MultirateStepper::tell(double time, std::span<double> x) {
  if (model::Status found = interpolate(time, x); !found) return found;
  given_time_ = time;
  std::ranges::copy(x, given_.begin());
  context_.accept(time, x);
  collect_statistics();
  return {};
}

model::Status MultirateStepper::step(double t, double h, std::span<double> x) {
  double end = t + h;
  if (options_.stop && std::abs(end - *options_.stop) <= rounding_of(end) + rounding_of(t)) end = *options_.stop;
  if (model::Status started = start_or_continue(t, h, x); !started) return started;
  while (reached_ < end) {
    model::Status taken = take_step(end);
    if (taken) continue;
    for (const auto& part : parts_) model::scatter(part->now(), part->states(), x);
    collect_statistics();
    return taken;
  }
  return tell(end, x);
}

model::Status MultirateStepper::advance(double t, double h, std::span<double> x, double& reached) {
  if (model::Status started = start_or_continue(t, h, x); !started) return started;
  if (reached_ <= t)
    if (model::Status taken = take_step(t + h); !taken) return taken;
  reached = std::min(t + h, reached_);
  return tell(reached, x);
}

model::Status MultirateStepper::interpolate(double time, std::span<double> x) {
  for (const auto& part : parts_) {
    if (time == part->time() && !under_way_) {
      model::scatter(part->now(), part->states(), x);
    } else if (model::Status found = part->states_at(time, x); !found) {
      return found;
    }
  }
  return {};
}

/// Inside a step of slower parts these are where they are expected.
model::Status MultirateStepper::interpolate_some(double time, std::span<const std::uint32_t> states,
                                                 std::span<double> x) {
  if (under_way_) {
    for (const auto& part : parts_) {
      if (!part->is_fastest()) {
        part->predicted_at(time, x);
      } else if (model::Status found = part->states_at(time, x); !found) {
        return found;
      }
    }
    return {};
  }
  wanted_.assign(parts_.size(), false);
  for (const std::uint32_t state : states) wanted_[part_of_[state]] = true;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    if (!wanted_[k]) continue;
    if (time == parts_[k]->time()) {
      model::scatter(parts_[k]->now(), parts_[k]->states(), x);
    } else if (model::Status found = parts_[k]->states_at(time, x); !found) {
      return found;
    }
  }
  return {};
}

model::StateSet MultirateStepper::watched_inside() const {
  model::StateSet faster;
  for (std::size_t k = 1; k < parts_.size(); ++k)
    faster.insert(faster.end(), parts_[k]->states().begin(), parts_[k]->states().end());
  model::make_set(faster);
  return faster;
}

model::Fault MultirateStepper::fail(const MultiratePart& part) {
  continues_ = false;
  collect_statistics();
  return give_up(options_.cancel, part.time(), part.said(), "multirate",
                 "the steps have become so small that the time no longer advances");
}

void MultirateStepper::collect_statistics() {
  const std::uint64_t slow_steps = statistics_.slow_steps;
  statistics_ = counted_;
  statistics_.slow_steps = slow_steps;
  for (const auto& part : parts_) {
    statistics_.rejected += part->counts().rejected + part->counts().failed;
    statistics_.factorisations += part->factorisations();
    statistics_.solver_operations += part->solver_operations();
    statistics_.rows_added += part->rows_added();
  }
  statistics_.steps = parts_.back()->counts().steps;
}

}  // namespace sunder::integrate
