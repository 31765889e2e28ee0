// The exact Jacobian of a model at an operating point, and the cycle analysis that starts from it.
#pragma once

#include "base/outcome.hpp"
#include "decouple/analysis.hpp"
#include "integrate/certificate.hpp"
#include "integrate/stepper.hpp"
#include "model/model.hpp"

namespace sunder::simulate {

enum class PointKind {
  initial,  ///< the initial state
  steady,   ///< where all derivatives vanish at the start time, searched from the initial state
  time,     ///< where a CVODE run from the initial state is at that time
  along,    ///< some points along a coarse run from the initial state, which is taken too
};
struct PointRequest {
  PointKind kind = PointKind::initial;
  double time = 0;  ///< of kind `time` only
};

/// Where to linearise. All times lie on one reference run.
struct OperatingPoint {
  double start = 0;
  double stop = 1;          ///< of the coarse run
  double budget = 10;       ///< of the coarse run, in seconds; where it does not suffice only the initial state counts
  double tolerance = 1e-6;  ///< of the reference run
  std::vector<PointRequest> points{{}};
  CancelToken cancel;
};

/// One Jacobian per point, in the order asked for; those along a run come last.
Outcome<decouple::Linearisation> linearise(const model::Model& model, model::Context& context,
                                           const OperatingPoint& point = {});

/// A step is as stable as it is at the worst of all points. The linearisation must outlive this.
class PointCertifier {
 public:
  PointCertifier(const decouple::Linearisation& linearisation, const model::Model& model,
                 const CancelToken& cancel = {});
  /// Undecided for methods whose step is not one fixed linear map.
  model::StepCertificate operator()(std::string_view method, const model::StateSet& fast, double step);

 private:
  std::vector<integrate::Certification> points_;
  integrate::CertificateOptions options_;
};

/// Linearises, analyses the cycles, and certifies the partition with the step matrix of `method`. The point's token
/// ends all of it early, whatever that of the options is.
Outcome<decouple::Analysis> analyze(const model::Model& model, model::Context& context, const OperatingPoint& point,
                                    decouple::AnalysisOptions options, std::string_view method = "mixed-euler");

}  // namespace sunder::simulate
