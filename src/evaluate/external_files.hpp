// Functions of the Standard Library that look at files and read texts: at compile time, and nothing is ever written.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/evaluation.hpp"

namespace sunder::evaluate {

/// Whether it is one of those.
bool reads_files(const std::string& name);

/// Empty: it is none of those. False after setting `message`.
std::optional<bool> call_file(const std::string& name, const std::vector<ir::Value>& arguments,
                              std::vector<ir::Value>& results, std::string& message);

}  // namespace sunder::evaluate
