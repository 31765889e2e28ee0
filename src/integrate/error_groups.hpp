// Which states' errors are weighed together.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.hpp"

namespace sunder::integrate {

/// Numbers of groups by state: of the same unit, or elements of the same array where there is none. Returns how many.
std::uint32_t find_error_groups(const model::Model& model, std::vector<std::uint32_t>& group);

}  // namespace sunder::integrate
