// The linearly implicit methods of the runtime as a stepper: rows of the Jacobian for the states that are implicit, all
// of them (Rodas5P), some (ROS34PW2) or none (Dormand-Prince). No equations are iterated.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/thread_pool.hpp"
#include "integrate/derivatives.hpp"
#include "integrate/stepper.hpp"

namespace sunder::integrate {

/// Steps are its own: output times and events inside a step come from the method's dense output. The tolerance is of
/// the range that each state has covered so far, in the maximum norm. Where rejected steps show that explicit states
/// limit the step by stability, these become implicit, and the run goes on.
class RosenbrockStepper final : public Stepper {
 public:
  RosenbrockStepper(const model::Model& model, model::Context& context, const StepperOptions& options);
  ~RosenbrockStepper() override;

  /// Continues the solution when (t, x) is where the last call ended, and starts anew otherwise.
  model::Status step(double t, double h, std::span<double> x) override;
  model::Status advance(double t, double h, std::span<double> x, double& reached) override;
  model::Status interpolate(double time, std::span<double> x) override;
  model::Status interpolate_some(double time, std::span<const std::uint32_t> states, std::span<double> x) override;
  void limit(double time) override { limit_ = time; }
  [[nodiscard]] int looks_inside() const override { return 3; }
  void reset() override { continues_ = false; }

  // what the runtime calls
  int derivatives(double t, const double* x, double* dx);
  int jacobian(double t, const double* x, double* values);
  int time_derivatives(double t, const double* x, double* values);

 private:
  class Method;

  void start_or_continue(double t, double h, std::span<const double> x);
  void prepare(Method& method);
  void add_rows();
  void change_method(model::StateSet rows);
  [[nodiscard]] double last_time(double goal) const;
  [[nodiscard]] double part_at(double time) const;
  model::Status take_step(double goal);
  model::Status tell(double time, std::span<double> x);
  model::Fault fail(double t);
  void collect_statistics();

  StepperOptions options_;
  Derivatives derivatives_;
  std::unique_ptr<ThreadPool> pool_;  // for blocks of implicit states; none for one thread
  std::vector<double> nominal_;
  std::vector<std::uint32_t> group_;  // of each state: same unit, or same array
  std::uint32_t group_count_ = 0;
  bool may_open_ = true;  // unknowns of the model's equations were of use so far
  std::unique_ptr<Method> method_;
  Statistics before_;      // of methods that are no longer in use
  double run_length_ = 0;  // 0: not begun
  model::Status said_;

  bool continues_ = false;  // what is told next follows what was told last
  double given_time_ = 0;
  bool given_at_end_ = false;  // of the step: the states are those of the run, else in …
  std::vector<double> given_;
  std::vector<double> some_;
  std::optional<double> limit_;
};

}  // namespace sunder::integrate
