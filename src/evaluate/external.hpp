// Functions that other languages implement elsewhere: our own versions, by name. docs/modelica.md lists them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/evaluation.hpp"

namespace sunder::evaluate {

/// The directory that the library of this name is stored in; empty: none.
using Libraries = std::function<std::string(std::string_view)>;

/// Whether there is one of that name.
bool is_implemented(const std::string& external);

/// False after setting `message`: it has no result for these arguments.
bool call_external(const ir::Function& function, const std::vector<ir::Value>& arguments, const Libraries& libraries,
                   std::vector<ir::Value>& results, std::string& message);

}  // namespace sunder::evaluate
