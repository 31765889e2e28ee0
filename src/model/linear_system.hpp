// A linear system with inputs and outputs: x' = A x + B u, y = C x + D u (or x[k+1] = … with a sample time).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algebra/matrices.hpp"
#include "algebra/sparse.hpp"

namespace sunder::model {

class Evaluator;
class Model;

/// States may be many, inputs and outputs are few: only A has a choice of how it is stored.
template <class StateMatrix>
struct LinearSystemOf {
  StateMatrix a{};
  Eigen::MatrixXd b{}, c{}, d{};
  std::vector<std::string> states{}, inputs{}, outputs{};  ///< names; empty: x1, x2, …
  std::optional<double> sample_time{};                     ///< given: discrete time

  [[nodiscard]] Eigen::Index order() const { return static_cast<Eigen::Index>(a.rows()); }
  [[nodiscard]] bool discrete() const { return sample_time.has_value(); }
  [[nodiscard]] bool feeds_through() const { return d.size() > 0 && !d.isZero(0); }
};

using LinearSystem = LinearSystemOf<Eigen::MatrixXd>;
using SparseLinearSystem = LinearSystemOf<algebra::SparseMatrix>;

/// Takes apart the Jacobian [A B; C D] of an evaluator of all derivatives by all states (`open_evaluator`).
SparseLinearSystem linear_system(const Model& model, const Evaluator& evaluator, std::span<const double> jacobian);
LinearSystem dense(const SparseLinearSystem& system);

}  // namespace sunder::model
