// The verdict on a step: does the linearised model stay bounded when one method takes it again and again?
#pragma once

#include <functional>
#include <string>

#include "model/model.hpp"

namespace sunder::model {

/// A growth below this per step is rounding (a double eigenvalue 1 of an integrator pair moves by the square root
/// of the machine precision) and not an instability.
inline constexpr double certificate_margin = 1e-6;

struct StepCertificate {
  std::string method;
  double step = 0;
  double spectral_radius = 0;
  bool converged = true;  ///< false: the radius is only the best estimate the iteration reached
  bool stable = false;    ///< spectral_radius <= 1 + certificate_margin; only an estimate unless converged
};

/// Answers for a set of fast (implicit) states and a step. The cycle analysis asks it without knowing the methods.
using Certifier = std::function<StepCertificate(const StateSet& fast, double step)>;

}  // namespace sunder::model
