// How stiff a model is and how well its time scales separate.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "algebra/sparse.hpp"

namespace sunder::decouple {

/// Undefined values are empty: fewer than two finite time scales, or all of them equal.
struct Indices {
  std::optional<double> stiffness;         ///< largest / smallest finite time scale
  std::optional<double> separability;      ///< 1 - mean gap / largest gap
  std::optional<double> separability_log;  ///< the same on logarithms: it sees every decade
  std::optional<double> stiffness_ratio;   ///< largest / smallest |Re| of the eigenvalues
};

struct Separability {
  std::optional<double> index;
  std::vector<double> terms;  ///< gap of neighbours / largest gap; empty when undefined
};

/// Of finite values in ascending order. Gaps up to `rounding` count as none: equal time scales that were computed along
/// different cycles differ in the last digits.
Separability separability(std::span<const double> ascending, double rounding);
/// max |Re| / min |Re| of the eigenvalues of a matrix, block by block along its strong components; nothing when a real
/// part vanishes or a block is too large to compute.
std::optional<double> stiffness_ratio(const algebra::SparseMatrix& matrix, std::size_t block_limit = 400);

}  // namespace sunder::decouple
