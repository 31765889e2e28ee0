// CVODE behind the Stepper interface: backward differentiation (KLU, exact Jacobian) or Adams (functional iteration).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "integrate/derivatives.hpp"
#include "integrate/stepper.hpp"

namespace sunder {

enum class CvodeFamily { backward_differentiation, adams };

class CvodeStepper final : public Stepper {
 public:
  CvodeStepper(const Model& model, Context& context, CvodeFamily family, const StepperOptions& options);
  ~CvodeStepper() override;

  /// Continues the solution when (t, x) is where the last call ended, and starts anew otherwise.
  [[nodiscard]] bool step(double t, double h, std::span<double> x) override;
  [[nodiscard]] bool advance(double t, double h, std::span<double> x, double& reached) override;
  [[nodiscard]] bool interpolate(double time, std::span<double> x) override;
  void limit(double time) override { limit_ = time; }
  void reset() override { continues_ = stepping_ = false; }

  // called by CVODE through C callbacks
  int right_hand_side(double t, const double* x, double* dx);
  int jacobian(double t, const double* x, std::int64_t* column_starts, std::int64_t* row_indices, double* values);
  void message(const char* text);

 private:
  struct Memory;
  bool attach_solver();
  bool start(double t, std::span<const double> x);
  bool fail(double t);
  void collect_statistics();

  CvodeFamily family_;
  StepperOptions options_;
  Statistics callbacks_;  // what the evaluators counted; merged with CVODE's own counters
  Derivatives derivatives_;
  std::unique_ptr<Memory> memory_;
  Statistics before_restart_;
  std::string message_;
  bool initialised_ = false;  // CVODE has its vectors
  bool continues_ = false;    // its history ends at time_
  double time_ = 0;

  // `advance`: CVODE itself may be ahead of what it has told
  bool take_step(double t, double goal);
  bool stepping_ = false;     // its history covers given_time_
  double internal_time_ = 0;  // where it is
  double given_time_ = 0;     // what was told last
  std::vector<double> given_;
  std::optional<double> limit_;
  int stalled_ = 0;
};

}  // namespace sunder
