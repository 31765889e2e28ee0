// Solves one loop: a linear system, or Newton's method with damping.
#pragma once

#include "emit/program.hpp"

namespace sunder::emit {

class LoopSolver {
 public:
  LoopSolver(const LoopFamily& family, const Code& code, const Frame& frame, const Frame& guesses,
             Workspace::Family& memory);

  /// Writes the unknowns of the instance to the frame.
  [[nodiscard]] bool solve(std::uint32_t instance, const LoopEffort& effort, Failure& failure);
  /// Tangents of the unknowns, by the factors kept.
  void solve_tangent(const LoopFamily& tangents, const Code& tangent_code, std::uint32_t instance);

  static Workspace::Family make_memory(const LoopFamily& family);

 private:
  bool solve_linear(std::uint32_t instance, const LoopEffort& effort, Failure& failure);
  bool solve_undetermined(std::uint32_t instance, const LoopEffort& effort, Failure& failure);
  bool factor_linear(std::uint32_t instance, Failure& failure);
  bool solve_nonlinear(std::uint32_t instance, const LoopEffort& effort, Failure& failure);
  bool solve_from_guesses(std::uint32_t instance, const LoopEffort& effort, Failure& failure);
  bool solve_from_elsewhere(std::uint32_t instance, bool keep_factors, Failure& failure);
  void start(std::uint32_t instance, double distance);
  double within_bounds(std::uint32_t instance, std::uint32_t number, double value);
  /// From the unknowns in the frame.
  bool newton(std::uint32_t instance, bool keep_factors, Failure& failure);
  // continuation
  struct Way;
  bool solve_by_continuation(std::uint32_t instance, bool keep_factors, Failure& failure);
  bool begin_way(std::uint32_t instance, Way& way);
  bool look_along(std::uint32_t instance, Way& way);
  bool follow_way(std::uint32_t instance, Way& way);
  int correct(std::uint32_t instance, Way& way, double step);
  void evaluate(std::uint32_t instance);
  [[nodiscard]] bool evaluation_finite() const;
  /// Residuals relative to the largest entry of their row of the matrix: independent of units.
  double measure_rows();
  double residual_norm() const;
  bool factor(std::uint32_t instance, Failure& failure);
  void back_substitute(std::uint32_t instance, double* vector);
  /// Some unknowns, with the others following, or all.
  void iterate(bool torn);
  // torn
  void take_whole(std::uint32_t instance);
  void follow(std::uint32_t instance);
  std::size_t factor_torn(std::uint32_t instance);
  void solve_iterated(std::uint32_t instance, double* vector);
  void back_substitute_torn(std::uint32_t instance, double* vector);
  [[nodiscard]] double diagonal_of(const double* matrix, std::size_t column) const;
  [[nodiscard]] double step_size() const;
  bool damped_step(std::uint32_t instance, double norm);
  bool is_rounding(std::uint32_t instance);
  void blame(std::uint32_t instance, Failure& failure) const;
  double& unknown(std::uint32_t instance, std::uint32_t number) const {
    return frame_.at(family_.places[static_cast<std::size_t>(instance) * family_.size + number]);
  }

  /// Unknowns smaller than this are compared with this.
  static constexpr double smallest_size = 1e-9;
  /// Loops with more unknowns are not worth the way.
  static constexpr std::uint32_t most_continued = 2000;

  const LoopFamily& family_;
  const Code& code_;
  Frame frame_;
  const Frame& guesses_;
  Workspace::Family& memory_;
  bool torn_ = false;
  std::uint32_t iterated_ = 0;
  bool bounded_ = false, clipped_ = false;  // steps end at the bounds of the unknowns; one did
};

}  // namespace sunder::emit
