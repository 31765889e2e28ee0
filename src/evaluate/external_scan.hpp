// Functions of the Standard Library that find numbers, texts and names inside of a text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/evaluation.hpp"

namespace sunder::evaluate {

bool scans_texts(const std::string& name);

/// Empty: it is none of those. False after setting `message`.
std::optional<bool> call_scan(const std::string& name, const std::vector<ir::Value>& arguments,
                              std::vector<ir::Value>& results, std::string& message);

}  // namespace sunder::evaluate
