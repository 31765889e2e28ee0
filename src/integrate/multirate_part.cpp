#include "integrate/multirate_part.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/error_groups.hpp"
#include "integrate/rounding.hpp"
#include "integrate/slopes_beside.hpp"
#include "integrate/stopping.hpp"
#include "runtime/finite.h"

namespace sunder::integrate {

namespace {

/// Ripple of a state below this part of the tolerance is not told.
constexpr double least_ripple = 0.02;

}  // namespace

MultiratePart::MultiratePart(const model::Model& model, model::Split& split, const Settings& settings,
                             Statistics& statistics)
    : model_(model),
      split_(split),
      settings_(settings),
      statistics_(statistics),
      states_(split.parts()[settings.number].states),
      track_({states_.size(), split.parts()[settings.number].to_slower.size(),
              2 * split.parts()[settings.number].from_faster.size()}) {
  const model::SplitPart& part = split.parts()[settings.number];
  slower_count_ = part.from_slower.size();
  faster_count_ = part.from_faster.size();
  derivatives_ = split.derivatives(settings.number, states_);
  to_slower_ = make_computed(split, part.to_slower);
  to_faster_ = make_computed(split, part.to_faster);
  given_.resize(slower_count_ + faster_count_);
  for (auto* course : {&course0_, &course1_, &course2_}) course->resize(slower_count_);
  reaction_.resize(part.to_slower.size());
  for (auto* line : {&mean_, &incline_, &ripple_, &answer_}) line->resize(faster_count_);
  for (auto* values : {&value_, &slope_, &before_, &at_end_, &rippled_}) values->resize(part.to_faster.size());
  std::vector<std::uint32_t> groups;
  options_.group_count = find_error_groups(model, groups);
  for (const std::size_t state : model::places(states_)) {
    const double nominal = std::abs(model.state_nominal(model::StateIndex(state)));
    nominal_.push_back(nominal > 0 ? nominal : 1.0);
    group_.push_back(groups[state]);
  }
  options_.tolerance = settings.tolerance;
  options_.nominal = nominal_.data();
  options_.group = group_.data();
  for (auto* scratch : {&scratch_x_, &scratch_dx_, &scratch_dx2_}) scratch->resize(states_.size());
  scratch_values_.resize(std::max(part.to_faster.size(), part.to_slower.size()));
  marks_.resize(settings.number);
  for (Mark& mark : marks_) mark.x.resize(states_.size());
  use_rows(settings.is_implicit ? states_ : model::StateSet{});
}

MultiratePart::Computed MultiratePart::make_computed(model::Split& split,
                                                     const std::vector<std::uint32_t>& numbers) const {
  Computed made;
  made.numbers = numbers;
  std::vector<std::uint32_t> evaluated;
  for (std::uint32_t i = 0; i < numbers.size(); ++i) {
    const model::SharedValue& value = split.values()[numbers[i]];
    const auto at = value.state ? std::ranges::lower_bound(states_, *value.state) : states_.end();
    if (at != states_.end() && *at == *value.state) {
      made.states.emplace_back(i, static_cast<std::uint32_t>(at - states_.begin()));
    } else {
      made.others.push_back(i);
      evaluated.push_back(numbers[i]);
    }
  }
  made.scratch.resize(evaluated.size());
  if (!evaluated.empty()) made.evaluator = split.shared(settings_.number, evaluated);
  return made;
}

void MultiratePart::connect(const model::Split& split, std::span<const std::unique_ptr<MultiratePart>> parts) {
  const model::SplitPart& part = split.parts()[settings_.number];
  const auto gather = [&](const std::vector<std::uint32_t>& wanted, bool slower, std::vector<GivenBy>& by) {
    // values of one part need not stand together: one entry for every stretch that does
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      MultiratePart* from = parts[split.values()[wanted[i]].part].get();
      if (by.empty() || by.back().part != from) by.push_back({from, i, i, {}});
      const std::vector<std::uint32_t>& list = slower ? from->to_faster_.numbers : from->to_slower_.numbers;
      by.back().end = i + 1;
      by.back().position.push_back(
          static_cast<std::uint32_t>(std::ranges::lower_bound(list, wanted[i]) - list.begin()));
      if (slower && std::ranges::find(from->readers_, this) == from->readers_.end()) from->readers_.push_back(this);
    }
  };
  gather(part.from_slower, true, from_slower_);
  gather(part.from_faster, false, from_faster_);
}

void MultiratePart::use_rows(model::StateSet rows) {
  rows_ = std::move(rows);
  SunderSystem system{};
  system.user = this;
  system.state_count = static_cast<std::uint32_t>(states_.size());
  system.derivatives = [](void* user, double t, const double* x, double* dx) {
    return own(user).derivatives(t, x, dx);
  };
  std::vector<std::uint32_t> numbers;
  const algebra::SparsePattern* pattern = nullptr;
  rows_derivatives_.reset();
  if (!rows_.empty()) {
    rows_derivatives_ = split_.derivatives(settings_.number, rows_);
    pattern = &rows_derivatives_->pattern();
    for (const model::StateIndex state : rows_)
      numbers.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(states_, state) - states_.begin()));
    system.jacobian_constant = rows_derivatives_->jacobian_constant() ? 1 : 0;
    system.jacobian = [](void* user, double t, const double* x, double* values) {
      return own(user).jacobian(t, x, values);
    };
    if (slower_count_ + faster_count_ > 0 || rows_derivatives_->depends_on_time())
      system.time_derivatives = [](void* user, double t, const double* x, double* values) {
        return own(user).time_derivatives(t, x, values);
      };
  }
  linear_ = std::make_unique<LinearRun>(system, std::move(numbers), pattern, settings_.pool);
}

/// Explicit states that limit the steps become implicit.
void MultiratePart::add_rows() {
  if (rows_.size() == states_.size()) return;
  limiting_.resize(states_.size());
  const std::uint32_t found = sunder_run_states_to_add(&linear_->run(), limiting_.data());
  if (found == 0) return;
  model::StateSet rows = rows_;
  for (std::uint32_t i = 0; i < found; ++i) rows.push_back(states_[limiting_[i]]);
  model::make_set(rows);
  if (settings_.is_fastest || static_cast<double>(rows.size()) > most_rows * static_cast<double>(states_.size()))
    rows = states_;
  rows_added_ += rows.size() - rows_.size();
  const std::unique_ptr<LinearRun> narrower = std::move(linear_);
  use_rows(std::move(rows));
  linear_->prepare(settings_.is_fastest ? sunder_rodas5p : sunder_ros34pw2, options_);
  sunder_run_continue(&linear_->run(), &narrower->run());
  linear_->run().statistics = narrower->run().statistics;
  linear_->run().step.counts.factorisations = narrower->run().step.counts.factorisations;
}

void MultiratePart::begin(double t, std::span<const double> x, double run_length) {
  // as long as a state has not moved, its size tells more than a nominal value that nobody gave
  for (std::size_t i = 0; i < states_.size(); ++i) nominal_[i] = std::max(nominal_[i], std::abs(x[states_[i].index()]));
  // where nothing happens by the clock, states alone decide what happens, and the error of a step sees it
  constexpr double longer_without_clock = 10;
  const bool by_clock = model_.events() != nullptr || derivatives_->depends_on_time();
  options_.run_length = by_clock ? run_length : longer_without_clock * run_length;
  const SunderTableau& tableau = !settings_.is_fastest ? sunder_ros34pw2
                                 : rows_.empty()       ? sunder_dormand_prince
                                                       : sunder_rodas5p;
  linear_->prepare(tableau, options_);
  model::gather(x, states_, scratch_x_);
  sunder_run_begin(&linear_->run(), t, scratch_x_.data());
  track_.clear();
}

void MultiratePart::restart(double t, std::span<const double> x, bool touched) {
  model::gather(x, states_, scratch_x_);
  SunderRun& run = linear_->run();
  if (touched) {
    sunder_run_restart(&run, t, scratch_x_.data());
  } else {
    sunder_run_go_back(&run, t, scratch_x_.data(), run.proposed);
  }
  track_.clear();
}

int MultiratePart::derivatives(double t, const double* x, double* dx) {
  if (settings_.cancel.requested()) return SUNDER_FATAL;
  fill_given(t);
  ++statistics_.function_evaluations;
  ++statistics_.restricted_rhs_evaluations;
  statistics_.kernel_operations += derivatives_->operations();
  said_ = derivatives_->evaluate({t, {x, states_.size()}, given_}, {dx, states_.size()});
  return said_ ? SUNDER_OK : SUNDER_RECOVERABLE;
}

model::Status MultiratePart::why() const { return said_ ? stop_if_cancelled(settings_.cancel, time()) : said_.fault(); }

int MultiratePart::jacobian(double t, const double* x, double* values) {
  fill_given(t);
  ++statistics_.jacobian_evaluations;
  statistics_.kernel_operations += rows_derivatives_->operations() + rows_derivatives_->pattern().nonzeros();
  said_ = rows_derivatives_->jacobian({t, {x, states_.size()}, given_}, linear_->by_columns());
  if (!said_) return SUNDER_RECOVERABLE;
  const std::span<double> entries = linear_->by_columns();
  if (sunder_all_finite(entries.data(), entries.size()) == 0) {
    std::vector<double> beside(x, x + states_.size());
    const auto rows_here = [&](std::vector<double>& rows) {
      rows.resize(rows_.size());
      return rows_derivatives_->evaluate({t, beside, given_}, rows).ok();
    };
    const auto coordinate = [&](std::size_t column) -> double& { return beside[column]; };
    if (!slopes_beside(rows_derivatives_->pattern(), coordinate, rows_here, entries)) return SUNDER_RECOVERABLE;
  }
  linear_->to_rows(values);
  return SUNDER_OK;
}

/// By a difference over a small part of the next step: time enters by the clock and by everything that is given.
int MultiratePart::time_derivatives(double t, const double* x, double* values) {
  constexpr double part_of_step = 1e-7;
  const SunderRun& run = linear_->run();
  double ahead = run.proposed > 0 ? std::min(run.proposed, run.longest) : run.longest;
  if (limit_ > t) ahead = std::min(ahead, limit_ - t);
  const double later = t + std::max(part_of_step * ahead, 64 * std::numeric_limits<double>::epsilon() * std::abs(t));
  const double* now = sunder_step_start_slopes(&run.step);
  if (const int status = derivatives(later, x, scratch_dx_.data()); status != SUNDER_OK) return status;
  const std::vector<std::uint32_t>& rows = linear_->rows();
  for (std::size_t k = 0; k < rows.size(); ++k) values[k] = (scratch_dx_[rows[k]] - now[rows[k]]) / (later - t);
  return SUNDER_OK;
}

void MultiratePart::fill_given(double t) {
  for (const GivenBy& by : from_slower_) {
    const double after = t - by.since;
    for (std::size_t i = by.begin; i < by.end; ++i)
      given_[i] = course0_[i] + after * (course1_[i] + after * course2_[i]);
  }
  const double place = (t - average_begin_) / average_length_ - 0.5;
  for (std::size_t i = 0; i < faster_count_; ++i) given_[slower_count_ + i] = mean_[i] + incline_[i] * place;
}

void MultiratePart::take_predictions() {
  for (GivenBy& by : from_slower_) {
    const MultiratePart& from = *by.part;
    by.since = from.predicted_from_;
    const double length = from.before_length_;
    for (std::size_t i = by.begin; i < by.end; ++i) {
      const std::size_t k = by.position[i - by.begin];
      course0_[i] = from.value_[k];
      course1_[i] = from.slope_[k];
      course2_[i] = length > 0 ? (from.before_[k] - from.value_[k] + from.slope_[k] * length) / (length * length) : 0;
    }
  }
}

model::Status MultiratePart::compute(Computed& values, double t, std::span<const double> x, std::span<double> out) {
  for (const auto& [value, state] : values.states) out[value] = x[state];
  if (values.others.empty()) return {};
  fill_given(t);
  statistics_.kernel_operations += values.evaluator->operations();
  if (model::Status computed = values.evaluator->evaluate({t, x, given_}, values.scratch); !computed) return computed;
  for (std::size_t i = 0; i < values.others.size(); ++i) out[values.others[i]] = values.scratch[i];
  return {};
}

/// The step just accepted goes to the track.
void MultiratePart::keep_step(double end) {
  const SunderRun& run = linear_->run();
  track_.append({run.step.start, end, run.step.length, false});
  const MultirateTrack::Polynomial kept = track_.polynomial(track_.size() - 1);
  std::copy_n(run.step.before, states_.size(), kept.before.begin());
  std::copy_n(run.step.after, states_.size(), kept.after.begin());
}

int MultiratePart::advance(double limit) {
  add_rows();
  limit_ = limit;
  SunderRun& run = linear_->run();
  const int status = sunder_run_advance(&run, limit);
  if (status != SUNDER_OK) return status;
  keep_step(run.step.end);
  return sunder_step_extension(&run.step, track_.polynomial(track_.size() - 1).terms.data());
}

int MultiratePart::cut(double end) {
  SunderRun& run = linear_->run();
  track_.states_at(track_.size() - 1, end, scratch_x_);
  track_.back().end = end;
  sunder_run_go_back(&run, end, scratch_x_.data(), run.proposed);
  return SUNDER_OK;
}

model::Status MultiratePart::sample() {
  const std::size_t last = track_.size() - 1;
  if (!to_slower_.numbers.empty()) {
    for (std::size_t g = 0; g < MultirateTrack::gauss_points; ++g) {
      const double t = track_.gauss_time(g);
      track_.states_at(last, t, scratch_x_);
      if (model::Status computed = compute(to_slower_, t, scratch_x_, track_.gauss_values(g)); !computed)
        return computed;
    }
  }
  track_.summed();
  return {};
}

/// The slopes of what faster parts read, with the derivatives of the states.
model::Status MultiratePart::follow_slopes(std::span<const double> slopes) {
  for (const auto& [value, state] : to_faster_.states) slope_[value] = slopes[state];
  if (to_faster_.others.empty()) return {};
  constexpr double part_of_longest = 1e-7;
  const double moment = part_of_longest * linear_->run().longest;
  const std::span<const double> x = now();
  for (std::size_t i = 0; i < x.size(); ++i) scratch_x_[i] = x[i] + moment * slopes[i];
  if (model::Status computed = compute(to_faster_, time(), scratch_x_, scratch_values_); !computed) return computed;
  for (const std::uint32_t i : to_faster_.others) slope_[i] = (scratch_values_[i] - value_[i]) / moment;
  return {};
}

/// The values from faster parts are what they are now.
void MultiratePart::take_values_now() {
  average_begin_ = time();
  average_length_ = 1;
  for (const GivenBy& by : from_faster_) {
    MultiratePart& from = *by.part;
    if (model::Status computed = from.compute(from.to_slower_, from.time(), from.now(), from.reaction_); !computed)
      said_ = std::move(computed);  // the first step of that part will meet it too
    for (std::size_t i = by.begin; i < by.end; ++i) {
      mean_[i] = from.reaction_[by.position[i - by.begin]];
      incline_[i] = 0;
    }
  }
}

model::Status MultiratePart::know_values() {
  before_length_ = 0;
  predicted_from_ = time();
  if (model::Status computed = compute(to_faster_, time(), now(), value_); !computed) return computed;
  std::ranges::fill(slope_, 0);
  predict();
  return {};
}

model::Status MultiratePart::know_slopes() {
  if (to_faster_.numbers.empty()) return {};
  take_values_now();
  if (derivatives(time(), now().data(), scratch_dx_.data()) != SUNDER_OK) return why();
  if (model::Status known = follow_slopes(scratch_dx_); !known) return known;
  predict();
  return {};
}

void MultiratePart::predict() {
  for (MultiratePart* reader : readers_) reader->take_predictions();
}

int MultiratePart::propose(double limit, SunderTry& next) {
  add_rows();
  limit_ = limit;
  sunder_step_forget(&linear_->run().step);
  if (settings_.forced_step) {
    const double rest = limit - time();
    const bool ends = *settings_.forced_step * (1 + 1e-9) >= rest;
    next.wanted = next.length = linear_->run().proposed = ends ? rest : *settings_.forced_step;
    next.end = ends ? limit : time() + next.length;
    return SUNDER_OK;
  }
  if (linear_->run().proposed == 0) take_values_now();
  return sunder_run_propose(&linear_->run(), limit, &next);
}

/// Means and inclines of what faster parts did over the step, and how far their integrals swing around that.
void MultiratePart::average(const SunderTry& next) {
  const double begin = time();
  average_begin_ = begin;
  average_length_ = next.length;
  std::ranges::fill(ripple_, 0);
  for (const GivenBy& by : from_faster_) {
    const MultirateTrack& track = by.part->track_;
    const std::size_t first = track.find(begin) + (track[track.find(begin)].end <= begin ? 1 : 0);
    for (std::size_t i = by.begin; i < by.end; ++i) {
      const std::size_t value = by.position[i - by.begin];
      const MultirateTrack::Moments moments = track.moments(begin, next.end, value);
      mean_[i] = moments.integral / next.length;
      incline_[i] = 12 * (moments.first / next.length - moments.integral / 2) / next.length;
      const double before = track.integral(begin, value);
      for (std::size_t s = first; s < track.size() && track[s].end < next.end; ++s) {
        const double theta = (track[s].end - begin) / next.length;
        const double line = next.length * theta * (mean_[i] + incline_[i] * (theta - 1) / 2);
        ripple_[i] = std::max(ripple_[i], std::abs(track.integral(track[s].end, value) - before - line));
      }
    }
  }
}

/// What it makes of values that are not what the slower part told: the largest change of its own states, in units of
/// their errors allowed, when that has lasted for `length`; and the changes of what it computes for slower parts.
model::Status MultiratePart::react(const MultiratePart& slower, std::span<const double> values, double length,
                                   double& error) {
  SunderRun& run = linear_->run();
  const std::span<const double> x = now();
  const auto correct = [&] {
    for (const GivenBy& by : from_slower_)
      for (std::size_t i = by.begin; by.part == &slower && i < by.end; ++i)
        given_[i] = values[by.position[i - by.begin]];
  };
  const auto change_of = [&](model::PartEvaluator& evaluator, std::span<double> wrong, std::span<double> right) {
    fill_given(time());
    if (model::Status computed = evaluator.evaluate({time(), x, given_}, wrong); !computed) return computed;
    correct();
    if (model::Status computed = evaluator.evaluate({time(), x, given_}, right); !computed) return computed;
    for (std::size_t i = 0; i < right.size(); ++i) right[i] -= wrong[i];
    return model::Status();
  };
  statistics_.function_evaluations += 2;
  statistics_.restricted_rhs_evaluations += 2;
  statistics_.kernel_operations += 2 * derivatives_->operations();
  if (model::Status changed = change_of(*derivatives_, scratch_dx_, scratch_dx2_); !changed) return changed;
  for (double& change : scratch_dx2_) change *= length;
  const std::vector<std::uint32_t>& rows = linear_->rows();
  SunderSystem& system = run.step.system;
  if (!rows.empty() && system.factor(system.linear, length, run.step.jacobian) == SUNDER_OK) {
    for (std::size_t k = 0; k < rows.size(); ++k) scratch_dx_[k] = scratch_dx2_[rows[k]];
    if (system.solve(system.linear, scratch_dx_.data()) == SUNDER_OK)
      for (std::size_t k = 0; k < rows.size(); ++k) scratch_dx2_[rows[k]] = scratch_dx_[k];
  }
  if (!rows.empty()) run.step.factored = 0;
  error =
      std::max(error, sunder_weights_norm(&run.weights, x.data(), scratch_dx2_.data(), nullptr) / settings_.tolerance);
  std::ranges::fill(reaction_, 0);
  if (to_slower_.others.empty()) return {};
  std::vector<double>& right = to_slower_.scratch;
  if (model::Status changed = change_of(*to_slower_.evaluator, scratch_values_, right); !changed) return changed;
  for (std::size_t i = 0; i < to_slower_.others.size(); ++i) reaction_[to_slower_.others[i]] = right[i];
  return {};
}

/// What faster parts make of the difference between `values` and what they were told, their answer included.
model::Status MultiratePart::weigh_prediction(const SunderTry& next, std::span<const double> values, double length,
                                              double& error) {
  for (MultiratePart* reader : readers_)
    if (model::Status reacted =
            reader->react(*this, values, length > 0 ? length : reader->linear_->run().step.length, error);
        !reacted)
      return reacted;
  bool answered = false;
  for (const GivenBy& by : from_faster_) {
    const bool reads = std::ranges::find(readers_, by.part) != readers_.end();
    for (std::size_t i = by.begin; i < by.end; ++i) {
      answer_[i] = reads ? by.part->reaction_[by.position[i - by.begin]] : 0;
      answered = answered || answer_[i] != 0;
    }
  }
  if (!answered) return {};
  SunderRun& run = linear_->run();
  if (model::Status known = know_end_slopes(next.end); !known) return known;
  if (model::Status changed = change_with(next.end, answer_); !changed) return changed;
  for (double& change : scratch_dx2_) change *= next.length;
  error = std::max(
      error, sunder_weights_norm(&run.weights, run.step.after, scratch_dx2_.data(), nullptr) / settings_.tolerance);
  return {};
}

/// f at the end of the step attempted last.
model::Status MultiratePart::know_end_slopes(double end) {
  SunderRun& run = linear_->run();
  if (run.step.end_slope_known != 0) return {};
  if (derivatives(end, run.step.after, run.step.end_slope) != SUNDER_OK) return why();
  run.step.end_slope_known = 1;
  return {};
}

/// How the derivatives at the end of the step change when values of faster parts change, in `scratch_dx2_`.
model::Status MultiratePart::change_with(double end, std::span<const double> change) {
  SunderRun& run = linear_->run();
  for (std::size_t i = 0; i < faster_count_; ++i) mean_[i] += change[i];
  const int status = derivatives(end, run.step.after, scratch_dx2_.data());
  for (std::size_t i = 0; i < faster_count_; ++i) mean_[i] -= change[i];
  if (status != SUNDER_OK) return why();
  for (std::size_t i = 0; i < states_.size(); ++i) scratch_dx2_[i] -= run.step.end_slope[i];
  return {};
}

/// What faster parts were told must have been right, the ripple included that slow values have from fast ones.
model::Status MultiratePart::judge_prediction(const SunderTry& next, double& error) {
  SunderRun& run = linear_->run();
  const std::span<const double> after(run.step.after, states_.size());
  if (!to_faster_.numbers.empty()) {
    if (model::Status computed = compute(to_faster_, next.end, after, at_end_); !computed) return computed;
    if (model::Status weighed = weigh_prediction(next, at_end_, next.length, error); !weighed) return weighed;
  }
  track_ripples_ = false;
  if (std::ranges::none_of(ripple_, [](double r) { return r > 0; })) return {};
  if (model::Status known = know_end_slopes(next.end); !known) return known;
  if (model::Status changed = change_with(next.end, ripple_); !changed) return changed;
  const double ripple =
      sunder_weights_norm(&run.weights, after.data(), scratch_dx2_.data(), nullptr) / settings_.tolerance;
  track_ripples_ = ripple > least_ripple;
  if (!track_ripples_ || to_faster_.numbers.empty()) return {};
  // as if faster parts had been told the ripple too: it comes and goes with their steps
  for (std::size_t i = 0; i < after.size(); ++i) scratch_x_[i] = after[i] + scratch_dx2_[i];
  if (model::Status computed = compute(to_faster_, next.end, scratch_x_, rippled_); !computed) return computed;
  for (std::size_t i = 0; i < rippled_.size(); ++i) rippled_[i] += predicted(i, next.length) - at_end_[i];
  return weigh_prediction(next, rippled_, 0, error);
}

int MultiratePart::attempt(const SunderTry& next, double& error) {
  limit_ = next.end;
  SunderRun& run = linear_->run();
  sunder_step_forget(&run.step);
  average(next);
  const int status = sunder_run_attempt(&run, &next, &error);
  if (status != SUNDER_OK) return status;
  said_ = judge_prediction(next, error);
  if (!said_) return settings_.cancel.requested() ? SUNDER_FATAL : SUNDER_RECOVERABLE;
  return SUNDER_OK;
}

bool MultiratePart::decide(const SunderTry& next, double error) {
  SunderRun& run = linear_->run();
  if (sunder_run_decide(&run, &next, settings_.forced_step ? 0 : error) == 0) return false;
  keep_step(next.end);
  const std::size_t last = track_.size() - 1;
  if (sunder_step_extension(&run.step, track_.polynomial(last).terms.data()) != SUNDER_OK) return true;
  track_.back().ripples = track_ripples_;
  std::span<double> notes = track_.notes(last);  // the lines that were taken for the values of faster parts
  std::ranges::copy(mean_, notes.begin());
  std::ranges::copy(incline_, notes.begin() + static_cast<std::ptrdiff_t>(faster_count_));
  if (sunder_run_probe(&run) != SUNDER_OK || to_faster_.numbers.empty()) return true;
  said_ = know_end_slopes(next.end);
  if (!said_) return true;
  std::swap(before_, value_);
  before_length_ = next.length;
  predicted_from_ = next.end;
  said_ = compute(to_faster_, next.end, now(), value_);
  if (said_) said_ = follow_slopes({run.step.end_slope, states_.size()});
  return true;
}

void MultiratePart::mark(std::size_t slower_part) {
  Mark& mark = marks_[slower_part];
  const SunderRun& run = linear_->run();
  mark.time = time();
  mark.proposed = run.proposed;
  mark.usual = run.usual;
  mark.last_error = run.last_error;
  std::ranges::copy(now(), mark.x.begin());
  mark.track = track_.size();
  mark.value = value_;
  mark.slope = slope_;
  mark.before = before_;
  mark.before_length = before_length_;
}

void MultiratePart::go_back(std::size_t slower_part) {
  const Mark& mark = marks_[slower_part];
  SunderRun& run = linear_->run();
  sunder_run_go_back(&run, mark.time, mark.x.data(), mark.proposed);
  run.usual = mark.usual;
  run.last_error = mark.last_error;
  track_.shorten(mark.track);
  value_ = mark.value;
  slope_ = mark.slope;
  before_ = mark.before;
  before_length_ = mark.before_length;
  predicted_from_ = mark.time;
}

double MultiratePart::predicted(std::size_t value, double after) const {
  const double length = before_length_;
  const double bend = length > 0 ? (before_[value] - value_[value] + slope_[value] * length) / (length * length) : 0;
  return value_[value] + after * (slope_[value] + after * bend);
}

void MultiratePart::predicted_at(double time, std::span<double> x) const {
  for (const auto& [value, state] : to_faster_.states)
    x[states_[state].index()] = predicted(value, time - predicted_from_);
}

/// Where faster parts made the states ripple, that is added: the derivatives are affine in what was averaged, so the
/// integral of what the lines left out moves the states by as much as the derivatives move with it.
model::Status MultiratePart::states_at(double time, std::span<double> x) {
  const std::size_t i = track_.find(time);
  const MultirateTrack::Segment& segment = track_[i];
  track_.states_at(i, time, scratch_x_);
  if (segment.ripples && time > segment.begin && time < segment.end) {
    const std::span<const double> notes = static_cast<const MultirateTrack&>(track_).notes(i);
    const double length = segment.end - segment.begin;
    const double theta = (time - segment.begin) / length;
    fill_given(time);
    for (const GivenBy& by : from_faster_) {
      for (std::size_t v = by.begin; v < by.end; ++v) {
        const std::size_t value = by.position[v - by.begin];
        const double mean = notes[v], incline = notes[faster_count_ + v];
        given_[slower_count_ + v] = mean + incline * (theta - 0.5);
        const double line = length * theta * (mean + incline * (theta - 1) / 2);
        const MultirateTrack& track = by.part->track_;
        ripple_[v] = track.integral(time, value) - track.integral(segment.begin, value) - line;
      }
    }
    const model::PartEvaluator::At at{time, scratch_x_, given_};
    if (model::Status computed = derivatives_->evaluate(at, scratch_dx_); !computed) return computed;
    for (std::size_t v = 0; v < faster_count_; ++v) given_[slower_count_ + v] += ripple_[v];
    if (model::Status computed = derivatives_->evaluate(at, scratch_dx2_); !computed) return computed;
    for (std::size_t k = 0; k < scratch_x_.size(); ++k) scratch_x_[k] += scratch_dx2_[k] - scratch_dx_[k];
  }
  model::scatter(scratch_x_, states_, x);
  return {};
}

}  // namespace sunder::integrate
