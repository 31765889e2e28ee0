#include "integrate/multirate_stepper.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "integrate/stopping.hpp"

namespace sunder::integrate {

namespace {

bool is_same_time(double a, double b) {
  return std::abs(a - b) <= 16 * std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b));
}

model::Partition partition_of(const model::Model& model, const StepperOptions& options) {
  return options.partition ? *options.partition : model::Partition::two_way(options.fast, model.state_count());
}

}  // namespace

MultirateStepper::MultirateStepper(const model::Model& model, model::Context& context, const StepperOptions& options)
    : Stepper(model, context), cancel_(options.cancel), position_(model.state_count()) {
  const model::Partition partition = partition_of(model, options);
  layout_ = make_layout(model::full_evaluator(model, context)->pattern(), partition);
  pool_ = make_thread_pool(options.threads);
  const bool first_explicit = partition.implicit < partition.clusters.size();
  for (std::size_t k = 0; k < layout_.levels.size(); ++k) {
    levels_.push_back(std::make_unique<MultirateLevel>(model, context, layout_.levels[k], k == 0 && first_explicit,
                                                       statistics_, pool_.get()));
    substeps_.push_back(k == 0 ? 1 : k <= options.substeps.size() ? options.substeps[k - 1] : default_substeps);
    for (std::uint32_t i = 0; i < levels_[k]->states().size(); ++i) position_[levels_[k]->states()[i].index()] = i;
  }
  for (const auto& level : levels_) level->connect(layout_, levels_);
  cursors_.resize(levels_.size());
  restart_from_ = levels_.size();
  find_watched();
}

/// A substep must not cost more than its part: of the other states only what crossings read is brought up to date.
void MultirateStepper::find_watched() {
  const model::Events* events = model_.events();
  all_watched_ = events == nullptr;  // then whoever asks wants to see them all
  model::StateSet needed;
  for (std::size_t i = 0; !all_watched_ && i < events->indicator_count(); ++i) {
    const model::StateSet states = events->indicator_states(i);
    all_watched_ = states.empty();  // unknown
    needed.insert(needed.end(), states.begin(), states.end());
  }
  model::make_set(needed);
  for (const model::StateIndex state : needed) {
    const std::uint32_t level = layout_.advances[state.index()];
    if (level < last()) watched_.push_back({level, state});
  }
}

void MultirateStepper::reset() {
  for (const auto& level : levels_) level->reset();
  under_way_ = false;
}

void MultirateStepper::restart(const model::EventOutcome& outcome) {
  for (const std::size_t state : model::places(outcome.reinitialised))
    restart_from_ = std::min<std::size_t>(restart_from_, layout_.noticed_by[state]);
  for (const std::size_t state : model::places(outcome.affected))
    restart_from_ = std::min<std::size_t>(restart_from_, layout_.advances[state]);
  for (std::size_t k = restart_from_; k < levels_.size(); ++k) levels_[k]->reset();
}

/// Goes on inside the step of the slowest level where possible, else begins a new one.
void MultirateStepper::prepare(double t, double h, std::span<const double> x) {
  const bool at_end = is_same_time(t, now_);
  const bool inside =
      under_way_ && is_same_time(t + h, end_) && !is_same_time(t, end_) && t > before_ && (t <= now_ || at_end);
  std::size_t from = restart_from_;
  restart_from_ = levels_.size();
  if (!at_end) from = std::min(from, last());
  if (!inside || from == 0) return begin_whole_step(t, h, x);
  if (from < levels_.size()) cut(from, t, x);
}

void MultirateStepper::begin_whole_step(double t, double h, std::span<const double> x) {
  if (!under_way_ || !is_same_time(t, now_)) {
    for (const auto& level : levels_) level->reset();
  }
  begin_ = before_ = now_ = t;
  end_ = t + h;
  length_ = h;
  under_way_ = true;
  for (const auto& level : levels_) level->load(x);
  for (const auto& level : levels_) level->begin_means();
  for (StepCursor& cursor : cursors_) cursor.abandon();
}

/// The levels from this one on begin anew at t, from what x says.
void MultirateStepper::cut(std::size_t level, double t, std::span<const double> x) {
  for (std::size_t k = level; k < levels_.size(); ++k) {
    if (cursors_[k].running()) levels_[k]->cut_means(t);
    levels_[k]->load(x);
    cursors_[k].abandon();
  }
  now_ = t;
}

void MultirateStepper::settle() {
  for (std::size_t k = levels_.size(); k-- > 0;) {
    if (!cursors_[k].running()) continue;
    if (cursors_[k].step_end() > now_ && !is_same_time(cursors_[k].step_end(), now_)) return;
    cursors_[k].settle();
  }
}

/// What is left of the step of the next slower level is divided into steps as long as usual, or a little shorter.
void MultirateStepper::divide(std::size_t level) {
  const StepCursor* slower = level > 0 ? &cursors_[level - 1] : nullptr;
  const double end = slower != nullptr ? slower->step_end() : end_;
  const double whole = slower != nullptr ? slower->step_length() : length_;
  if (now_ == (slower != nullptr ? slower->step_begin() : begin_)) {
    cursors_[level].start(now_, end, whole, substeps_[level]);
    return;
  }
  const double rest = end - now_;
  const double steps = std::ceil(rest / whole * substeps_[level] * (1 - 1e-9));
  cursors_[level].start(now_, end, rest, static_cast<std::uint32_t>(std::max(1.0, steps)));
}

/// The fastest level does not step over the limit.
void MultirateStepper::clip() {
  if (limit_ <= now_ || is_same_time(limit_, now_)) return;
  StepCursor& cursor = cursors_.back();
  if (cursor.step_end() <= limit_ || is_same_time(cursor.step_end(), limit_)) return;
  cursor.start(now_, limit_, limit_ - now_, 1);
}

model::Status MultirateStepper::begin_step(std::size_t level) {
  StepCursor& cursor = cursors_[level];
  if (cursor.done()) divide(level);
  for (;;) {
    if (level == last()) clip();
    Attempt result = levels_[level]->step(cursor.step_begin(), cursor.step_length());
    if (result.ok()) {
      cursor.run();
      if (level == 0) ++statistics_.slow_steps;
      return levels_[level]->finite(cursor.step_end());
    }
    if (result.kind == Attempt::Kind::failed) return std::move(result.why);
    ++statistics_.rejected;
    const double length = cursor.step_length();
    if (!cursor.halve()) return with_halvings(result.why, StepCursor::halving_limit, length);
  }
}

/// One step of the fastest level, and whatever slower ones have to begin or to end with it.
model::Status MultirateStepper::substep() {
  settle();
  for (std::size_t k = 0; k < levels_.size(); ++k) {
    if (cursors_[k].running()) continue;
    if (model::Status begun = begin_step(k); !begun) return begun;
  }
  before_ = now_;
  now_ = cursors_.back().step_end();
  ++statistics_.steps;
  if (now_ < cursors_.front().step_end()) return {};
  return finish_first();
}

model::Status MultirateStepper::finish_first() {
  if (!levels_.front()->needs_finish()) return {};
  if (Attempt finished = levels_.front()->finish(); !finished.ok()) return std::move(finished.why);
  return levels_.front()->finite(now_);
}

void MultirateStepper::store(std::span<double> x) const {
  const bool between = now_ < end_;
  for (std::size_t k = 0; k < levels_.size(); ++k) {
    if (between && k < last()) {
      levels_[k]->store_at(now_, x);
    } else {
      levels_[k]->store(x);
    }
  }
}

model::Status MultirateStepper::step(double t, double h, std::span<double> x) {
  double reached = t;
  prepare(t, h, x);
  while (reached < end_) {
    model::Status taken = stop_if_cancelled(cancel_, now_);
    if (taken) taken = substep();
    if (!taken) {
      if (reached > t) (void)interpolate(reached, x);
      under_way_ = false;
      return taken;
    }
    reached = now_;
  }
  store(x);
  context_.accept(now_, x);
  return {};
}

model::Status MultirateStepper::advance(double t, double h, std::span<double> x, double& reached) {
  prepare(t, h, x);
  model::Status taken = stop_if_cancelled(cancel_, now_);
  if (taken) taken = substep();
  if (!taken) {
    if (t > begin_) (void)interpolate(t, x);
    under_way_ = false;
    return taken;
  }
  reached = now_;
  incomplete_ = now_ < end_ && !all_watched_;
  if (!incomplete_) {
    store(x);
  } else {
    levels_.back()->store(x);
    for (const auto& [level, state] : watched_) x[state.index()] = levels_[level]->at(position_[state.index()], now_);
  }
  if (now_ == end_) context_.accept(now_, x);
  return {};
}

void MultirateStepper::complete(double time, std::span<double> x) {
  if (incomplete_ && is_same_time(time, now_)) store(x);
  incomplete_ = false;
}

model::Status MultirateStepper::interpolate(double time, std::span<double> x) {
  for (const auto& level : levels_) level->store_at(time, x);
  return {};
}

}  // namespace sunder::integrate
