// Derivatives and their Jacobian at any point, for methods that Python brings along.
#pragma once

#include <pybind11/numpy.h>

#include <memory>
#include <mutex>

#include "verbs/load.hpp"

namespace sunder::python {

using Vector = pybind11::array_t<double, pybind11::array::c_style | pybind11::array::forcecast>;

/// x' = f(t, x, u) and df/dx, with the values of the parameters at the time it was made. Threads take turns.
class Rates {
 public:
  explicit Rates(verbs::LoadedModel model);

  /// What keeps the derivatives from being evaluated at all: the initial equations have no solution.
  [[nodiscard]] const model::Status& status() const { return status_; }
  [[nodiscard]] const verbs::LoadedModel& model() const { return model_; }

  /// Without the interpreter's lock. Inputs may be empty: then they are as the model starts.
  model::Status derivatives(double time, std::span<const double> x, std::span<const double> u, std::span<double> dx);
  model::Status jacobian(double time, std::span<const double> x, std::span<const double> u, std::span<double> values);
  [[nodiscard]] const algebra::SparsePattern& pattern() const { return evaluator_->pattern(); }

 private:
  model::Status move(double time, std::span<const double> x, std::span<const double> u);

  verbs::LoadedModel model_;
  std::mutex mutex_;
  std::unique_ptr<model::Context> context_;
  std::unique_ptr<model::Evaluator> evaluator_;
  std::vector<double> initial_inputs_, x_;
  double start_ = 0;
  model::Status status_;
};

}  // namespace sunder::python
