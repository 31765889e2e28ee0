// Values of functions that are implemented here: how they are made and read.
#pragma once

#include <string>
#include <vector>

#include "ir/evaluation.hpp"

namespace sunder::evaluate {

inline ir::Value text(std::string value) { return {ir::BaseType::string, {}, {}, {std::move(value)}, nullptr}; }
inline ir::Value texts(std::vector<std::string> list) {
  const auto count = static_cast<std::int64_t>(list.size());
  return {ir::BaseType::string, {count}, {}, std::move(list), nullptr};
}
inline ir::Value integer(double value) { return ir::Value::scalar(ir::BaseType::integer, value); }
inline ir::Value boolean(bool value) { return ir::Value::scalar(ir::BaseType::boolean, value ? 1 : 0); }
inline const std::string& string(const ir::Value& value) { return value.strings.front(); }

/// What carries out an external function of some name. False after setting `message`.
using Implementation = bool (*)(const std::vector<ir::Value>& a, std::vector<ir::Value>& results, std::string& message);

}  // namespace sunder::evaluate
