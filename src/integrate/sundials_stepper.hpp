// What the one-step libraries of SUNDIALS share behind the Stepper interface: vectors, tolerances, going on from where
// the last call ended or starting anew, states inside a step, and the words for a failure.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "integrate/derivatives.hpp"
#include "integrate/stepper.hpp"
#include "integrate/stopping.hpp"

namespace sunder::integrate {

/// What a library counted since it was last started.
struct SundialsCounts {
  long steps = 0;
  long rejected = 0;
  long newton_iterations = 0;
  long newton_failures = 0;
  long factorisations = 0;
};

class SundialsStepper : public Stepper {
 public:
  /// `library` is how error messages call it.
  SundialsStepper(const model::Model& model, model::Context& context, std::string library,
                  const StepperOptions& options);
  ~SundialsStepper() override;

  /// Continues the solution when (t, x) is where the last call ended, and starts anew otherwise.
  model::Status step(double t, double h, std::span<double> x) final;
  model::Status advance(double t, double h, std::span<double> x, double& reached) final;
  model::Status interpolate(double time, std::span<double> x) final;
  void limit(double time) final { limit_ = time; }
  [[nodiscard]] int looks_inside() const final { return 3; }
  [[nodiscard]] bool begins_with_low_order() const final { return true; }
  void reset() final { continues_ = stepping_ = false; }

 protected:
  struct Vectors;  // of the state, the absolute tolerances, and a state between two steps
  enum class Goal { reach, one_step };

  /// Both with the state in vectors().state; the first of them is called once.
  [[nodiscard]] virtual bool create(double t) = 0;
  [[nodiscard]] virtual bool start_again(double t) = 0;
  /// The library's own code: negative for a failure.
  virtual int evolve(double end, double& reached, Goal goal) = 0;
  [[nodiscard]] virtual bool set_stop(double time) = 0;
  /// Into vectors().inside.
  [[nodiscard]] virtual bool dense_output(double time) = 0;
  [[nodiscard]] virtual SundialsCounts counts() const = 0;

  [[nodiscard]] Vectors& vectors() { return *vectors_; }
  /// The library is about to be started again: what it counted so far is kept.
  void before_restart() {
    collect_statistics();
    before_restart_ = statistics_;
  }
  [[nodiscard]] const StepperOptions& options() const { return options_; }
  LibraryMessage message_;
  Statistics callbacks_;  // what the evaluators counted; merged with the library's own counters
  model::Status said_;    // by the model in the last callback that failed; faults cannot pass through the library

 private:
  bool start(double t, std::span<const double> x);
  model::Status take_step(double t, double goal);
  model::Status fail(double t);
  void collect_statistics();

  std::string library_;
  StepperOptions options_;
  std::unique_ptr<Vectors> vectors_;
  Statistics before_restart_;
  bool created_ = false;
  bool continues_ = false;  // the library's history ends at time_
  double time_ = 0;

  // `advance`: the library itself may be ahead of what it has told
  bool stepping_ = false;     // its history covers given_time_
  double internal_time_ = 0;  // where it is
  double given_time_ = 0;     // what was told last
  std::vector<double> given_;
  std::optional<double> limit_;
  int stalled_ = 0;
};

}  // namespace sunder::integrate
