// Reduction of large sparse systems by low-rank factors of the Gramians.
//
// The alternating direction implicit iteration with real shifts: each step solves with A + p I (sparse LU) and adds a
// few columns to a factor Z with Z Z' about W. What is left of the equation, A Z Z' + Z Z' A' + B B' = R R', is known
// exactly as a thin matrix R at every step, so that the iteration stops by its own residual. Oscillating systems
// converge, but slowly: all shifts are real.
#pragma once

#include "base/cancel.hpp"
#include "reduce/balance.hpp"
#include "reduce/ports.hpp"

namespace sunder::reduce {

struct LowRankOptions {
  double tolerance = 1e-10;  ///< of the residual, relative to B B'
  std::size_t most_steps = 200;
  std::size_t shifts = 24;  ///< used in turn
  CancelToken cancel{};
};

struct LowRankFactor {
  MatrixXd z;
  double residual = 0;  ///< relative
  bool converged = false;
  std::size_t steps = 0;
};

/// The smallest and largest magnitude of eigenvalues, estimated by Krylov spaces of A and of its inverse.
struct SpectrumEnds {
  double smallest = 0, largest = 0;
};
std::optional<SpectrumEnds> spectrum_ends(const SparseMatrix& a);

/// W with A W + W A' + B B' = 0 (transposed: A' W + W A + B B' = 0) as Z Z'. Empty: A is singular.
std::optional<LowRankFactor> low_rank_gramian(const SparseMatrix& a, const MatrixXd& b, bool transposed,
                                              const LowRankOptions& options);

/// Singular values and bound are approximate, because what the factors leave out is not in them.
Outcome<Reduction> reduce_large(const SparseModel& system, const ReductionOptions& options,
                                const LowRankOptions& low_rank = {});

}  // namespace sunder::reduce
