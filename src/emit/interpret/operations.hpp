// One operation on several rows at once.
#pragma once

#include "symbolic/tape.hpp"

namespace sunder::emit {

using symbolic::Instruction;
using symbolic::Tape;

/// Rows that are computed together.
inline constexpr std::uint32_t lanes = 32;

/// Value r of a row is at r[lane]; every register has `lanes` numbers.
void apply(const Tape& tape, const Instruction& instruction, const std::uint32_t* registers_of, double* registers,
           double* result, std::uint32_t width);

}  // namespace sunder::emit
