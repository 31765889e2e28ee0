// Units of Modelica in terms of the base units of the SI, as descriptions of FMUs want them.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace sunder::publish {

/// value in base units = factor * value + offset
struct BaseUnit {
  std::map<std::string, int> exponents;  ///< of kg, m, s, A, K, mol, cd, rad; those that are not 0
  double factor = 1, offset = 0;
};
/// Empty: a unit that is not known.
std::optional<BaseUnit> base_unit(const std::string& unit);

/// value shown = factor * value + offset
struct DisplayConversion {
  double factor = 1, offset = 0;
};
/// Empty: one of them is not known, they do not fit each other, or are the same.
std::optional<DisplayConversion> display_conversion(const std::string& unit, const std::string& display_unit);

}  // namespace sunder::publish
