// Tables of the Standard Library at compile time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/evaluation.hpp"

namespace sunder::evaluate {

/// Empty: it is no function of tables. False after setting `message`.
std::optional<bool> call_table(const std::string& name, const std::vector<ir::Value>& arguments,
                               std::vector<ir::Value>& results, std::string& message);

}  // namespace sunder::evaluate
