// Expressions as a list of instructions: what both back ends execute or print.
//
// An instruction's value is known by its position. Conditionals that must be lazy (`choose`) become branch / otherwise
// / merge, properly nested; every other instruction stands in the innermost branch that is certain to need it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "symbolic/pool.hpp"
#include "symbolic/routine.hpp"

namespace sunder::symbolic {

struct Instruction {
  enum class Kind : std::uint8_t {
    load,       ///< payload: input number (slot)
    constant,   ///< value
    operation,  ///< op on the arguments
    branch,     ///< argument: condition; what follows is for "true"
    otherwise,  ///< what follows is for "false"
    merge,      ///< arguments: value of the true branch, value of the false branch
  };
  Kind kind = Kind::constant;
  Op op = Op::constant;
  std::uint32_t payload = 0;  ///< of a call: which of the routines of the tape
  double value = 0;
  std::uint32_t first_argument = 0;
  std::uint32_t argument_count = 0;
};

struct Tape {
  /// In an argument of a sum: the value is subtracted.
  static constexpr std::uint32_t subtracted = 0x80000000U;

  std::vector<Instruction> instructions;
  std::vector<std::uint32_t> arguments;
  std::vector<std::uint32_t> outputs;  ///< the instruction of each root
  std::vector<std::shared_ptr<const Routine>> routines;
  bool branches = false;

  [[nodiscard]] std::span<const std::uint32_t> arguments_of(const Instruction& instruction) const {
    return {arguments.data() + instruction.first_argument, instruction.argument_count};
  }
};

/// Marks without a value of their own (no_event, smooth, relax) disappear.
Tape make_tape(const Pool& pool, std::span<const NodeId> roots);

}  // namespace sunder::symbolic
