// The right-hand side of a model for methods of your own: x' = f(t, x, u).
#pragma once

#include <memory>
#include <span>

#include <sunder/answer.hpp>
#include <sunder/message.hpp>

namespace sunder {

/// Evaluates a model with the values its parameters had when this was made; it does not need the model any more. One
/// thread at a time. Discrete variables keep their initial values, relations follow t and x; events are not handled.
class SUNDER_API Equations {
 public:
  class Implementation;
  explicit Equations(std::unique_ptr<Implementation> implementation);
  Equations(Equations&&) noexcept;
  Equations& operator=(Equations&&) noexcept;
  ~Equations();

  /// The consistent initial states, at the start time of the model's experiment.
  [[nodiscard]] const std::vector<double>& initial_states() const;
  /// The derivatives of the states, in the order of Model::states. `u`: all inputs, in the order of Model::inputs, or
  /// none: then they have their start values. Throws std::invalid_argument where a length is wrong, as `jacobian` does.
  Result<std::vector<double>> rhs(double time, std::span<const double> x, std::span<const double> u = {});
  /// df/dx, exact.
  Result<SparseEntries> jacobian(double time, std::span<const double> x, std::span<const double> u = {});

 private:
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace sunder
