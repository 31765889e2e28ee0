#include "integrate/multirate_level.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "integrate/additive_methods.hpp"

namespace sunder::integrate {

MultirateLevel::MultirateLevel(const model::Model& model, model::Context& context, const LevelSets& sets,
                               bool explicit_own, Statistics& statistics, ThreadPool* pool)
    : model_(model), states_(sets.coupled), coupled_(sets.coupled.size()), explicit_own_(explicit_own) {
  states_.insert(states_.end(), sets.own.begin(), sets.own.end());
  for (std::vector<double>* by_position : {&value_, &start_, &linear_, &curve_, &first_, &second_})
    by_position->resize(states_.size());
  stage_.resize(model.state_count());
  slope_.resize(model.state_count());
  base_.resize(sets.own.size());
  const model::StateSet& stepped = explicit_own ? sets.own : sets.coupled;
  // evaluated once per stage: there is nothing to compute beforehand
  if (!stepped.empty())
    explicit_ =
        std::make_unique<Derivatives>(model, context, stepped, model::all_states(model.state_count()), statistics);
  if (!explicit_own && !sets.own.empty())
    implicit_ = std::make_unique<BlockedImplicitSolver>(model, context, sets.own, statistics, pool);
}

void MultirateLevel::connect(const MultirateLayout& layout, std::span<const std::unique_ptr<MultirateLevel>> levels) {
  std::vector<std::uint32_t> position(layout.advances.size());
  for (const auto& level : levels) {
    for (std::uint32_t i = 0; i < level->states_.size(); ++i) position[level->states_[i].index()] = i;
  }
  for (std::size_t k = 0; k < levels.size(); ++k) {
    if (levels[k].get() != this) continue;
    const auto link = [&](model::StateIndex state) {
      return Link{levels[layout.advances[state.index()]].get(), position[state.index()], state};
    };
    for (const model::StateIndex state : layout.levels[k].above) above_.push_back(link(state));
    for (const model::StateIndex state : layout.levels[k].below) below_.push_back(link(state));
    if (!explicit_own_) continue;
    for (Link& read : below_) read.mean = levels[layout.advances[read.state.index()]]->keep_mean(read.position);
  }
  for (std::vector<double>* by_link : {&below_before_, &below_start_, &below_slope_}) by_link->resize(below_.size());
}

std::uint32_t MultirateLevel::keep_mean(std::uint32_t position) {
  kept_.push_back(position);
  integral_.push_back(0);
  integral_before_.push_back(0);
  return static_cast<std::uint32_t>(kept_.size() - 1);
}

void MultirateLevel::cut_means(double time) {
  for (std::size_t i = 0; i < kept_.size(); ++i) integral_[i] = integral_before_[i] + integral(kept_[i], time - begin_);
}

void MultirateLevel::load(std::span<const double> x) { model::gather(x, states_, value_); }

void MultirateLevel::store(std::span<double> x) const { model::scatter(value_, states_, x); }

void MultirateLevel::store_at(double time, std::span<double> x) const {
  for (std::size_t i = 0; i < states_.size(); ++i) x[states_[i].index()] = at(i, time);
}

void MultirateLevel::reset() {
  if (implicit_) implicit_->reset();
  below_known_ = slope_known_ = false;
}

void MultirateLevel::read_above(double time) {
  for (const Link& link : above_) stage_[link.state.index()] = link.level->at(link.position, time);
}

/// Coupled states of faster levels go on as they did on average over the last step; nothing is known of them after a
/// restart, when a sample of their slope could be far from any mean.
void MultirateLevel::predict_below(double t) {
  for (std::size_t i = 0; i < below_.size(); ++i) {
    below_start_[i] = below_[i].level->value(below_[i].position);
    below_slope_[i] = below_known_ ? (below_start_[i] - below_before_[i]) / (t - below_time_) : 0.0;
  }
}

void MultirateLevel::read_below(double time) {
  for (std::size_t i = 0; i < below_.size(); ++i)
    stage_[below_[i].state.index()] = below_start_[i] + (time - begin_) * below_slope_[i];
}

Attempt MultirateLevel::step(double t, double h) {
  begin_ = t;
  length_ = h;
  std::copy(value_.begin(), value_.end(), start_.begin());
  predict_below(t);
  Attempt result = explicit_own_ ? begin_midpoint(t, h) : step_pair(t, h);
  if (!result.ok()) {
    std::copy(start_.begin(), start_.end(), value_.begin());
    slope_known_ = false;
    return result;
  }
  std::copy(below_start_.begin(), below_start_.end(), below_before_.begin());
  below_time_ = t;
  below_known_ = true;
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    integral_before_[i] = integral_[i];
    integral_[i] += integral(kept_[i], h);
  }
  return result;
}

/// Euler's line is what faster levels see of the own states.
Attempt MultirateLevel::begin_midpoint(double t, double h) {
  model::scatter(start_, states_, stage_);
  read_below(t);
  if (explicit_)
    if (model::Status evaluated = explicit_->at(t, stage_, slope_); !evaluated)
      return Attempt::failed(std::move(evaluated));
  for (std::size_t i = 0; i < states_.size(); ++i) {
    linear_[i] = slope_[states_[i].index()];
    curve_[i] = 0;
    value_[i] = start_[i] + h * linear_[i];
  }
  return Attempt::done();
}

/// At the middle of the line, and with the means of the coupled states over the step.
Attempt MultirateLevel::finish() {
  for (std::size_t i = 0; i < states_.size(); ++i) stage_[states_[i].index()] = start_[i] + length_ / 2 * linear_[i];
  for (const Link& link : below_) stage_[link.state.index()] = link.level->integral_[link.mean] / length_;
  if (explicit_)
    if (model::Status evaluated = explicit_->at(begin_ + length_ / 2, stage_, slope_); !evaluated)
      return Attempt::failed(std::move(evaluated));
  for (std::size_t i = 0; i < states_.size(); ++i) {
    value_[i] = start_[i] + length_ * slope_[states_[i].index()];
    curve_[i] = (slope_[states_[i].index()] - linear_[i]) / length_;
  }
  return Attempt::done();
}

model::Status MultirateLevel::slopes_of_coupled(double t, std::vector<double>& slopes) {
  if (!explicit_) return {};
  if (model::Status evaluated = explicit_->at(t, stage_, slope_); !evaluated) return evaluated;
  for (std::size_t i = 0; i < coupled_; ++i) slopes[i] = slope_[states_[i].index()];
  return {};
}

/// One step of (2,2,2): stages at t, t + gamma h and t + h, the last of which is the end for all states.
Attempt MultirateLevel::step_pair(double t, double h) {
  model::scatter(start_, states_, stage_);
  if (explicit_) {
    read_above(t);
    read_below(t);
  }
  if (model::Status evaluated = slopes_of_coupled(t, first_); !evaluated) return Attempt::failed(std::move(evaluated));
  Attempt result = solve_stage(1, t, h);
  if (!result.ok()) return result;
  if (model::Status evaluated = slopes_of_coupled(t + ars222().nodes[1] * h, second_); !evaluated)
    return Attempt::failed(std::move(evaluated));
  result = solve_stage(2, t, h);
  if (!result.ok()) return result;
  model::gather(stage_, states_, value_);
  slope_known_ = true;
  bend(h);
  return Attempt::done();
}

Attempt MultirateLevel::solve_stage(std::size_t stage, double t, double h) {
  const AdditiveTableau& tableau = ars222();
  const double time = t + tableau.nodes[stage] * h;
  const std::vector<double>& row = tableau.explicit_rows[stage];
  for (std::size_t i = 0; i < coupled_; ++i) {
    const double sum = stage == 1 ? row[0] * first_[i] : row[0] * first_[i] + row[1] * second_[i];
    stage_[states_[i].index()] = start_[i] + h * sum;
  }
  read_above(time);
  read_below(time);
  if (!implicit_) return Attempt::done();
  const double c = h * tableau.diagonal;
  const std::size_t own = base_.size();
  for (std::size_t k = 0; k < own; ++k) {
    base_[k] = start_[coupled_ + k];
    if (stage == 2) base_[k] += h * tableau.implicit_rows[2][1] * first_[coupled_ + k];
  }
  // the guess: straight on from the stage before
  const std::vector<double>& before = stage == 1 ? second_ : first_;
  const double ahead = h * (tableau.nodes[stage] - tableau.nodes[stage - 1]);
  if (slope_known_ || stage == 2) {
    for (std::size_t k = 0; k < own; ++k) stage_[states_[coupled_ + k].index()] += ahead * before[coupled_ + k];
  }
  if (model::Status solved = implicit_->solve(time, c, base_, stage_); !solved)
    return Attempt::newton_failed(std::move(solved));
  // From the equation itself: evaluating f would multiply what Newton left over by the fast rates.
  std::vector<double>& slopes = stage == 1 ? first_ : second_;
  for (std::size_t k = 0; k < own; ++k) slopes[coupled_ + k] = (stage_[states_[coupled_ + k].index()] - base_[k]) / c;
  return Attempt::done();
}

/// The parabola through both ends that has the first slope of the coupled states, and the last one of the implicit.
void MultirateLevel::bend(double h) {
  for (std::size_t i = 0; i < coupled_; ++i) {
    linear_[i] = first_[i];
    curve_[i] = ((value_[i] - start_[i]) / h - first_[i]) / h;
  }
  for (std::size_t i = coupled_; i < states_.size(); ++i) {
    const double mean = (value_[i] - start_[i]) / h;
    curve_[i] = (second_[i] - mean) / h;
    linear_[i] = 2 * mean - second_[i];
  }
}

model::Status MultirateLevel::finite(double time) const {
  for (std::size_t i = 0; i < states_.size(); ++i)
    if (!std::isfinite(value_[i])) return state_not_finite(model_, time, states_[i], value_[i]);
  return {};
}

}  // namespace sunder::integrate
