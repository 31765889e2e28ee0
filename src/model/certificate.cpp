#include "model/certificate.hpp"

namespace sunder::model {

std::string_view name_of(StepVerdict verdict) {
  switch (verdict) {
    case StepVerdict::stable: return "stable";
    case StepVerdict::marginal: return "marginal";
    case StepVerdict::transient_growth: return "transient growth";
    case StepVerdict::unstable: return "unstable";
    case StepVerdict::undecided: break;
  }
  return "undecided";
}

StepVerdict worse(StepVerdict a, StepVerdict b) {
  const auto rank = [](StepVerdict verdict) {
    switch (verdict) {
      case StepVerdict::stable: return 0;
      case StepVerdict::marginal: return 1;
      case StepVerdict::undecided: return 2;
      case StepVerdict::transient_growth: return 3;
      case StepVerdict::unstable: break;
    }
    return 4;
  };
  return rank(a) >= rank(b) ? a : b;
}

}  // namespace sunder::model
