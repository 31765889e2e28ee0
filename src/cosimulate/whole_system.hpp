// The linear parts as one system, without any exchange between them: what a distributed run is held against.
#pragma once

#include <optional>
#include <vector>

#include "algebra/matrices.hpp"
#include "algebra/sparse.hpp"
#include "cosimulate/system.hpp"
#include "model/part.hpp"

namespace sunder::cosimulate {

/// Of x' = A x, where every input is at every instant what its connection says.
struct WholeSystem {
  /// The largest real part of an eigenvalue of A: in the long run disturbances go with exp(abscissa t). Nothing: the
  /// algebraic coupling is singular, or no eigenvalue was found.
  std::optional<double> abscissa;
  /// How far the states move by themselves when all are disturbed by one, beyond the growth of the system itself, and
  /// with them the inputs that a master remembers: the units in which growth is measured. In the order of the solution
  /// mapping matrix.
  Eigen::VectorXd ranges;
};

WholeSystem whole_system(const std::vector<model::LinearSystem>& parts, const Wiring& wiring,
                         const MasterSettings& master);

/// Inputs as functions of all states, when the coupling is solved at every instant. Nothing: it cannot be.
std::optional<Eigen::MatrixXd> gains_of(const std::vector<model::LinearSystem>& parts, const Wiring& wiring);

/// A, times a length of time, where states are many.
std::optional<algebra::SparseMatrix> sparse_whole(const std::vector<model::LinearSystem>& parts, const Wiring& wiring,
                                                  double length);

}  // namespace sunder::cosimulate
