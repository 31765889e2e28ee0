// Array arithmetic on compile-time values.
#pragma once

#include <functional>
#include <optional>

#include "ir/evaluation.hpp"

namespace sunder::evaluate {

/// Element by element; a scalar is paired with every element of the other. Empty when the sizes do not fit.
std::optional<ir::Value> elementwise(const ir::Value& a, const ir::Value& b, ir::BaseType result,
                                     const std::function<double(double, double)>& f);
ir::Value elementwise(const ir::Value& a, ir::BaseType result, const std::function<double(double)>& f);
/// The product of the language: scalar * anything, vector * vector, matrix * vector, vector * matrix, matrix * matrix.
std::optional<ir::Value> product(const ir::Value& a, const ir::Value& b, ir::BaseType result);
/// Stacks equal-sized values along a new first dimension.
ir::Value stack(const std::vector<ir::Value>& items, ir::BaseType base, std::span<const std::int64_t> item_dimensions);

}  // namespace sunder::evaluate
