// validate: whether an FMU is what it says, found by trying.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/outcome.hpp"
#include "fmi/fmu.hpp"
#include "verbs/control.hpp"

namespace sunder::verbs {

struct ValidateResult {
  struct Check {
    std::string kind;     ///< "description", "Model Exchange", "Co-Simulation"
    std::string what;     ///< what was looked at
    std::string outcome;  ///< "fine", "wrong", "not offered"
    std::string detail;
  };
  std::string path, model;
  bool valid = true;
  std::vector<Check> checks;
};

/// Reads the description by the letter of the standard, then runs every kind that the FMU offers: initial values,
/// declared dependencies against differences, directional derivatives against differences, going back to a saved state,
/// a communication step. Every error is told; the result says what was looked at.
Outcome<ValidateResult> fmu_validate(const std::string& path, const fmi::FmuOptions& options, SourceMap& sources,
                                     const Control& control = {});
nlohmann::ordered_json to_json(const ValidateResult& result);

}  // namespace sunder::verbs
