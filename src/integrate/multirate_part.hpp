// One part of a multirate run: its own steps, what it is given, what it predicts for faster parts and averages of
// faster ones.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "integrate/linear_run.hpp"
#include "integrate/multirate_track.hpp"
#include "integrate/stepper.hpp"
#include "model/split.hpp"

namespace sunder::integrate {

class MultiratePart {
 public:
  struct Settings {
    std::size_t number = 0;  ///< from slow to fast
    bool is_fastest = false;
    bool is_implicit = false;  ///< at the beginning: explicit states become implicit where they limit the steps
    double tolerance = 1e-6;
    std::optional<double> forced_step;  ///< whatever its error is
    ThreadPool* pool = nullptr;         ///< for blocks of implicit states
    CancelToken cancel;
  };

  MultiratePart(const model::Model& model, model::Split& split, const Settings& settings, Statistics& statistics);
  MultiratePart(const MultiratePart&) = delete;
  MultiratePart& operator=(const MultiratePart&) = delete;
  /// Finds the parts that compute what this one is given.
  void connect(const model::Split& split, std::span<const std::unique_ptr<MultiratePart>> parts);

  [[nodiscard]] const model::StateSet& states() const { return states_; }
  [[nodiscard]] bool is_fastest() const { return settings_.is_fastest; }
  [[nodiscard]] double time() const { return sunder_run_time(&linear_->run()); }
  [[nodiscard]] std::span<const double> now() const { return {sunder_run_states(&linear_->run()), states_.size()}; }
  [[nodiscard]] const MultirateTrack& track() const { return track_; }
  [[nodiscard]] const SunderRunStatistics& counts() const { return linear_->run().statistics; }
  [[nodiscard]] std::uint64_t rows_added() const { return rows_added_; }
  [[nodiscard]] std::uint64_t factorisations() const { return linear_->run().step.counts.factorisations; }
  [[nodiscard]] std::uint64_t solver_operations() const { return linear_->solver_operations(); }
  /// What the model said when a callback failed.
  [[nodiscard]] const model::Status& said() const { return said_; }

  /// The run begins, or goes on at (t, x) after an event; `x` has all states of the model. `run_length` limits steps.
  void begin(double t, std::span<const double> x, double run_length);
  void restart(double t, std::span<const double> x, bool touched);
  /// Forgets the way of the last step of the slowest part.
  void clear_track() { track_.clear(); }

  // The fastest part.
  /// One accepted step; it is in the track then, without the values that are averaged.
  int advance(double limit);
  /// The step just taken ends earlier.
  int cut(double end);

  // All but the fastest.
  /// At a start, one after the other from slow to fast and for all parts: what faster parts read, then its slopes.
  model::Status know_values();
  model::Status know_slopes();
  /// Tells faster parts what to expect in the next step.
  void predict();
  /// What it says about the next step, before faster parts have gone it.
  int propose(double limit, SunderTry& next);
  /// The step, once faster parts have gone it. `error` covers what was predicted too.
  int attempt(const SunderTry& next, double& error);
  /// Whether the step is accepted; `said` when it is, but nothing can be known at its end.
  [[nodiscard]] bool decide(const SunderTry& next, double error);
  /// Tries again with a shorter step.
  void shrink(double length) { linear_->run().proposed = length; }
  [[nodiscard]] double proposed() const { return linear_->run().proposed; }

  /// Values that slower parts average, along the step that is last in the track.
  model::Status sample();
  /// What faster parts read has a new course.
  void take_predictions();

  /// States here and now can be come back to; one mark for each slower part.
  void mark(std::size_t slower_part);
  void go_back(std::size_t slower_part);

  /// States at a time in the track, or predicted ones where the track does not reach; into x of all states.
  model::Status states_at(double time, std::span<double> x);
  void predicted_at(double time, std::span<double> x) const;

 private:
  struct GivenBy {  ///< values [begin, end) of what is given come from one part, where they have these positions
    MultiratePart* part = nullptr;
    std::size_t begin = 0, end = 0;
    std::vector<std::uint32_t> position;
    double since = 0;  ///< slower part: when what it predicts began
  };
  struct Computed {  ///< shared values: some are states of the part, the others need an evaluator
    std::vector<std::uint32_t> numbers;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> states;  ///< position among the values, of the state
    std::vector<std::uint32_t> others;                            ///< positions among the values
    std::unique_ptr<model::PartEvaluator> evaluator;
    std::vector<double> scratch;
  };
  struct Mark {
    double time = 0, proposed = 0, usual = 0, last_error = 0;
    std::vector<double> x;
    std::size_t track = 0;
    std::vector<double> value, slope, before;
    double before_length = 0;
  };

  static MultiratePart& own(void* user) { return *static_cast<MultiratePart*>(user); }
  int derivatives(double t, const double* x, double* dx);
  [[nodiscard]] model::Status why() const;  // derivatives failed
  int jacobian(double t, const double* x, double* values);
  int time_derivatives(double t, const double* x, double* values);

  Computed make_computed(model::Split& split, const std::vector<std::uint32_t>& numbers) const;
  model::Status compute(Computed& values, double t, std::span<const double> x, std::span<double> out);
  void use_rows(model::StateSet rows);
  void add_rows();
  void fill_given(double t);
  void take_values_now();
  void average(const SunderTry& next);
  model::Status judge_prediction(const SunderTry& next, double& error);
  model::Status follow_slopes(std::span<const double> slopes);
  model::Status weigh_prediction(const SunderTry& next, std::span<const double> values, double length, double& error);
  model::Status react(const MultiratePart& slower, std::span<const double> values, double length, double& error);
  model::Status know_end_slopes(double end);
  model::Status change_with(double end, std::span<const double> change);
  [[nodiscard]] double predicted(std::size_t value, double after) const;
  void keep_step(double end);

  const model::Model& model_;
  model::Split& split_;
  Settings settings_;
  Statistics& statistics_;
  model::StateSet states_;
  std::size_t slower_count_ = 0, faster_count_ = 0;  // of what is given
  std::unique_ptr<model::PartEvaluator> derivatives_, rows_derivatives_;
  std::unique_ptr<LinearRun> linear_;
  model::StateSet rows_;
  std::vector<std::uint32_t> limiting_;  // scratch
  std::uint64_t rows_added_ = 0;
  SunderRunOptions options_{};
  std::vector<double> nominal_;
  std::vector<std::uint32_t> group_;
  double limit_ = 0;
  model::Status said_;

  std::vector<GivenBy> from_slower_, from_faster_;
  std::vector<MultiratePart*> readers_;  // faster parts that read what is predicted here
  std::vector<double> given_;
  std::vector<double> course0_, course1_, course2_;  // of what comes from slower parts: parabolas over their steps
  std::vector<double> mean_, incline_;               // of what comes from faster ones: lines over the step here
  double average_begin_ = 0, average_length_ = 1;
  std::vector<double> answer_;    // changes of these values
  std::vector<double> ripple_;    // largest integral of a value from faster parts without its line
  std::vector<double> reaction_;  // changes of what is computed for slower parts

  bool track_ripples_ = false;  // in the step attempted last

  Computed to_slower_, to_faster_;
  // what faster parts are told: value and slope at `predicted_from_`, and the value a step before
  double predicted_from_ = 0;
  std::vector<double> value_, slope_, before_;
  double before_length_ = 0;
  std::vector<double> at_end_, rippled_;  // what these values turned out to be, and with ripple

  MultirateTrack track_;
  std::vector<Mark> marks_;
  std::vector<double> scratch_x_, scratch_dx_, scratch_dx2_, scratch_values_;
};

}  // namespace sunder::integrate
