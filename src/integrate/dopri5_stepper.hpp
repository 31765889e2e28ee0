// Dormand and Prince's explicit Runge–Kutta pair 5(4): variable step, error control, dense output of fourth order.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "integrate/derivatives.hpp"
#include "integrate/stepper.hpp"

namespace sunder::integrate {

/// The steps are its own: output times and events inside a step are interpolated. The error of a step is the largest
/// of all states, each in units of tolerance times (magnitude + nominal value), so that no state is lost in a mean.
class Dopri5Stepper final : public Stepper {
 public:
  Dopri5Stepper(const model::Model& model, model::Context& context, const StepperOptions& options);

  /// Continues the solution when (t, x) is where the last call ended, and starts anew otherwise.
  model::Status step(double t, double h, std::span<double> x) override;
  model::Status advance(double t, double h, std::span<double> x, double& reached) override;
  model::Status interpolate(double time, std::span<double> x) override;
  void limit(double time) override { limit_ = time; }
  [[nodiscard]] int looks_inside() const override { return 3; }
  void reset() override { continues_ = false; }

 private:
  static constexpr std::size_t stage_count = 7;

  model::Status start_or_continue(double t, double goal, std::span<const double> x);
  void choose_first_step(double end);
  [[nodiscard]] double last_time(double goal) const;
  model::Status take_step(double goal);
  model::Status evaluate_stages(double h);
  double error_of(double h) const;
  void accept_internally(double h, double end);
  model::Status tell(double time, std::span<double> x);
  model::Fault fail(double t, const model::Status& said);
  /// The largest component in units of the tolerance.
  double scaled(std::span<const double> values) const;

  StepperOptions options_;
  Derivatives derivatives_;
  std::vector<double> absolute_;
  std::array<std::vector<double>, stage_count> slopes_;  // the last one is the first of the next step
  std::vector<double> stage_;
  std::vector<double> state_;  // at time_
  double time_ = 0;
  double next_length_ = 0;
  double error_before_ = 0;  // of the last step that was accepted, for a calm choice of the next
  bool rejected_ = false;    // since then

  // the last step, as a polynomial in theta = (time - begin_) / length_
  std::array<std::vector<double>, 5> dense_;
  double begin_ = 0;
  double length_ = 0;

  bool continues_ = false;  // what is told next follows what was told last
  double given_time_ = 0;
  std::vector<double> given_;
  std::optional<double> limit_;
};

}  // namespace sunder::integrate
