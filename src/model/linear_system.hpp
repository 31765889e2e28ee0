// A linear system with inputs and outputs.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/sparse.hpp"

namespace sunder::model {

class Model;

/// x' = A x + B u, y = C x + D u; matrices row by row.
struct LinearSystem {
  std::size_t states = 0, inputs = 0, outputs = 0;
  std::vector<double> a, b, c, d;
};

/// Takes apart the Jacobian of an evaluator of everything by everything (`open_evaluator`).
LinearSystem to_linear_system(const Model& model, const SparsePattern& pattern, std::span<const double> values);

}  // namespace sunder::model
