// From the Jacobian of a model to a system with inputs and outputs: d(x', y)/d(x, u), exact.
#pragma once

#include "model/model.hpp"
#include "reduce/system.hpp"

namespace sunder::reduce {

/// A sparse; inputs and outputs few.
struct SparseModel {
  model::SparseMatrix a;
  MatrixXd b, c, d;
  std::vector<std::string> states, inputs, outputs;
};

/// Takes apart the Jacobian of an `open_evaluator`.
SparseModel select(const model::Model& model, const model::Evaluator& evaluator, std::span<const double> jacobian);
LinearModel dense(const SparseModel& system);

}  // namespace sunder::reduce
