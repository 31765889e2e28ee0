// Functions that other languages implement elsewhere: our own versions, by name. docs/modelica.md lists them.
#pragma once

#include <string>
#include <vector>

#include "ir/evaluation.hpp"

namespace sunder::evaluate {

/// False after setting `message`: there is none of that name, or it has no result for these arguments.
bool call_external(const ir::Function& function, const std::vector<ir::Value>& arguments,
                   std::vector<ir::Value>& results, std::string& message);

}  // namespace sunder::evaluate
