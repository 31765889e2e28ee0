// Switched systems as Modelica text.
#pragma once

#include <string>

#include "reduce/switched.hpp"

namespace sunder::reduce {

/// What a row of a guard says where it is violated: "1.5*T - u > 3", "T < 20".
std::string text_of_row(const Guard& guard, Eigen::Index row, const std::vector<std::string>& outputs,
                        const std::vector<std::string>& inputs);

struct SwitchedExport {
  std::string name, description;
  std::optional<double> stop{}, interval{};
};

/// A model with the same inputs and outputs; the discrete variable `mode` holds the code of the mode.
std::string modelica_text(const SwitchedSystem& system, const SwitchedExport& options);

}  // namespace sunder::reduce
