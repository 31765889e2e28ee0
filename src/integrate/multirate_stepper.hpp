// Multirate integration on shared values: every part of the model with steps of its own, from slow to fast, all of them
// controlled by one tolerance. docs/methods.md has the method.
//
// One step of a part: faster parts go it first, with what they read of slower ones extrapolated; then the part follows,
// with means and inclines of what it reads of faster ones. What was extrapolated is part of its error.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "integrate/multirate_part.hpp"
#include "integrate/stepper.hpp"

namespace sunder::integrate {

class MultirateStepper final : public Stepper {
 public:
  MultirateStepper(const model::Model& model, model::Context& context, const StepperOptions& options);

  /// Continues the solution when (t, x) is where the last call ended, and starts anew otherwise.
  model::Status step(double t, double h, std::span<double> x) override;
  /// At most one step of the slowest part, and not beyond what the watch saw.
  model::Status advance(double t, double h, std::span<double> x, double& reached) override;
  model::Status interpolate(double time, std::span<double> x) override;
  model::Status interpolate_some(double time, std::span<const std::uint32_t> states, std::span<double> x) override;
  void limit(double time) override { limit_ = time; }
  [[nodiscard]] int looks_inside() const override { return 3; }
  [[nodiscard]] model::StateSet watched_inside() const override;
  void watch(const Watch& watch) override { watch_ = watch; }
  void reset() override;
  void restart(const model::EventOutcome& outcome) override;

  [[nodiscard]] const model::Split& split() const { return *split_; }

 private:
  model::Status start_or_continue(double t, double h, std::span<const double> x);
  [[nodiscard]] double last_time(double goal) const;
  model::Status take_step(double goal);
  model::Status go(std::size_t part, double end, bool& stopped);
  model::Status one_step(std::size_t part, double end, bool& stopped);
  model::Status fastest_step(double end, bool& stopped);
  model::Status follow(std::size_t part, const SunderTry& wanted, bool& accepted, bool& stopped);
  model::Status tell(double time, std::span<double> x);
  model::Fault fail(const MultiratePart& part);
  void collect_statistics();

  StepperOptions options_;
  std::unique_ptr<ThreadPool> pool_;  // shared by the parts, of which one works at a time; none for one thread
  std::unique_ptr<model::Split> split_;
  std::vector<std::unique_ptr<MultiratePart>> parts_;
  std::vector<std::uint32_t> part_of_;  // by state
  std::vector<bool> touched_;           // by part: by the last event
  std::vector<bool> wanted_;            // by part: scratch
  Statistics counted_;                  // by the parts: evaluations

  double run_length_ = 0;   // 0: not begun
  double reached_ = 0;      // by all parts
  bool under_way_ = false;  // faster parts are inside a step of slower ones
  bool continues_ = false;  // what is told next follows what was told last
  double given_time_ = 0;
  std::vector<double> given_;
  std::optional<double> limit_;
  Watch watch_;
};

}  // namespace sunder::integrate
