// How many unknowns and equations a flat model has, element by element.
#pragma once

#include <cstdint>

#include "ir/evaluation.hpp"
#include "ir/flat.hpp"

namespace sunder::flatten {

struct Balance {
  std::int64_t unknowns = 0;
  std::int64_t equations = 0;
  bool known = true;  ///< false: some loop or size cannot be counted
};

/// Inputs of the model itself are given; parameters are no unknowns.
Balance balance_of(const ir::FlatModel& model, ir::ValueSource& values);

}  // namespace sunder::flatten
