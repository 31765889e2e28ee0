// From the Jacobian of a model whose inputs are states that rest, and whose outputs are slopes of states that nobody
// reads, to a system with inputs and outputs: d(x', y)/d(x, u), exact.
#pragma once

#include "model/model.hpp"
#include "reduce/system.hpp"

namespace sunder::reduce {

/// Where states, inputs and outputs stand among the states of the model, and what they are called without the wrapping.
struct Ports {
  std::vector<std::string> states, inputs, outputs;
  StateSet state_at, input_at, output_at;
  std::string prefix;  ///< of all names inside the wrapping
};

/// A sparse; inputs and outputs few.
struct SparseModel {
  SparseMatrix a;
  MatrixXd b, c, d;
  std::vector<std::string> states, inputs, outputs;
};

/// A text of the wrapped model as its author wrote it.
std::string without_prefix(std::string text, const std::string& prefix);

SparseModel select(const SparseMatrix& jacobian, const Ports& ports);
LinearModel dense(const SparseModel& system);

}  // namespace sunder::reduce
