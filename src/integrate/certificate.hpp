// The step certificate: the spectral radius of the matrix by which one step multiplies the linearised model.
//
// With P selecting the slow and Q the fast states of x' = A x, one step of mixed-euler multiplies x by
//   (I - h Q A)^-1 (I + h P A),
// of mixed-midpoint by (I - h/2 Q A)^-1 (I + h/2 (I + P) A + h^2/2 (P A)^2), and so on. The matrix is never formed from
// these formulas: the step itself is applied to vectors, so the certificate speaks about what the stepper does.
#pragma once

#include <optional>
#include <string_view>

#include "integrate/stepper.hpp"
#include "model/certificate.hpp"

namespace sunder::integrate {

struct CertificateOptions {
  ExplicitUpdate explicit_update = ExplicitUpdate::simultaneous;
  /// Strongly connected blocks up to this size get all eigenvalues. Larger ones get a bound that needs none (see
  /// comparison_bound.hpp) and an iteration for the largest eigenvalue (dominant.hpp); where the bound proves stability
  /// and the iteration does not settle, the bound stands for the radius. (The one-step matrix is block triangular along
  /// the strong components of A: the largest radius of a block is that of the whole.)
  std::size_t dense_limit = 300;
};

/// Nothing for methods whose step is not one fixed linear map (variable-step methods). `fast` is used by mixed methods
/// only.
std::optional<model::StepCertificate> certify(std::string_view method, const algebra::SparseMatrix& jacobian,
                                              const model::StateSet& fast, double step,
                                              const CertificateOptions& options = {});

}  // namespace sunder::integrate
