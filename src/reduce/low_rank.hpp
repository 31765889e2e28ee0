// Reduction of large sparse systems by low-rank factors of the Gramians.
//
// The alternating direction implicit iteration: each step solves with A + p I (sparse LU) and adds a few columns to a
// factor Z with Z Z' about W. What is left of the equation, A Z Z' + Z Z' A' + B B' = R R', is known exactly as a thin
// matrix R at every step, so that the iteration stops by its own residual. Shifts come from Krylov spaces first and
// from the newest columns later; complex ones are taken in pairs, so that Z stays real.
#pragma once

#include "base/cancel.hpp"
#include "model/linear_system.hpp"
#include "reduce/balance.hpp"
#include "reduce/shifts.hpp"

namespace sunder::reduce {

struct LowRankOptions {
  double tolerance = 1e-10;  ///< of the residual, relative to B B'
  std::size_t most_steps = 1000;
  std::size_t shifts = 32;  ///< chosen at once
  CancelToken cancel{};
};

struct LowRankFactor {
  MatrixXd z;
  double residual = 0;  ///< relative
  bool converged = false;
  std::size_t steps = 0;
};

/// W with A W + W A' + B B' = 0 (transposed: A' W + W A + B B' = 0) as Z Z'. Empty: A plus shifts is singular.
std::optional<LowRankFactor> low_rank_gramian(const algebra::SparseMatrix& a, const MatrixXd& b, bool transposed,
                                              const SpectrumEstimate& spectrum, const LowRankOptions& options);

/// Singular values and bound are approximate, because what the factors leave out is not in them. Refuses systems that
/// are not stable, and says what to do. What is not minimal never enters the factors.
Outcome<Reducible> make_reducible_large(SparseLinearSystem system, const ReductionOptions& options,
                                        const LowRankOptions& low_rank = {});
Outcome<Reduction> reduce_large(const SparseLinearSystem& system, const ReductionOptions& options,
                                const LowRankOptions& low_rank = {});

}  // namespace sunder::reduce
