// The built-in operations on compile-time values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/evaluation.hpp"

namespace sunder::evaluate {

double scalar_operation(ir::Operation operation, double a, double b);

/// Empty after setting `message` when the arguments have no result (square root of -1, …).
std::optional<ir::Value> call_builtin(ir::Builtin builtin, const std::vector<ir::Value>& arguments,
                                      const ir::Type& type, std::string& message);

}  // namespace sunder::evaluate
