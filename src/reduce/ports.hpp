// From the Jacobian of a model with ports to a system with inputs and outputs: d(x', y)/d(x, u), exact.
#pragma once

#include "model/ports.hpp"
#include "reduce/system.hpp"

namespace sunder::reduce {

/// A sparse; inputs and outputs few.
struct SparseModel {
  SparseMatrix a;
  MatrixXd b, c, d;
  std::vector<std::string> states, inputs, outputs;
};

SparseModel select(const SparseMatrix& jacobian, const Ports& ports);
LinearModel dense(const SparseModel& system);

}  // namespace sunder::reduce
