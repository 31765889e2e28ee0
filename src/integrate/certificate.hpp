// The step certificate: the spectral radius of the matrix by which one step multiplies the linearised model, and how
// large its powers become.
//
// With P selecting the slow and Q the fast states of x' = A x, one step of mixed-euler multiplies x by
//   (I - h Q A)^-1 (I + h P A),
// of mixed-midpoint by (I - h/2 Q A)^-1 (I + h/2 (I + P) A + h^2/2 (P A)^2), and so on. The matrix is never formed from
// these formulas: the step itself is applied to vectors, so the certificate speaks about what the stepper does.
//
// The radius alone says only what is left after very many steps. Where influences run one way along many states
// (transport along a pipe), all eigenvalues may lie inside the circle while disturbances grow by many powers of ten on
// their way: the growth is that of the whole matrix, not of its strong components.
#pragma once

#include <optional>
#include <string_view>

#include "base/cancel.hpp"
#include "graph/components.hpp"
#include "integrate/growth.hpp"
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
  /// Models up to this size get the powers of the whole matrix; see growth.hpp for larger ones.
  std::size_t dense_growth_limit = 400;
  CancelToken cancel;  ///< ends the work early: nothing is certified then
};

/// Certifies steps of one linearised model, and remembers what does not depend on the step.
class Certification {
 public:
  /// `nominals` (empty: ones) are the units in which disturbances of the states are measured. The Jacobian must outlive
  /// this.
  explicit Certification(const algebra::SparseMatrix& jacobian, std::vector<double> nominals = {});

  /// Nothing for methods whose step is not one fixed linear map (variable-step methods). `fast` is used by mixed
  /// methods only.
  std::optional<model::StepCertificate> certify(std::string_view method, const model::StateSet& fast, double step,
                                                const CertificateOptions& options = {});

 private:
  const algebra::SparseMatrix& jacobian_;
  graph::Components components_;
  GrowthEstimator growth_;
};

/// One step alone.
std::optional<model::StepCertificate> certify(std::string_view method, const algebra::SparseMatrix& jacobian,
                                              const model::StateSet& fast, double step,
                                              const CertificateOptions& options = {});

}  // namespace sunder::integrate
