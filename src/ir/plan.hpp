// The ordered computation that causalise makes of a dae: how to get every unknown from (t, x, p).
//
// Is:    the input of `emit`, of slicing, of splitting and of export.
// Holds: inside a section every block reads only what earlier blocks (or states, inputs, parameters, time) define;
//        every unknown is the target of exactly one block; aliases point to variables that are not aliases themselves;
//        states, derivatives, inputs and algebraic variables have addresses of their own.
// Never: symbolic work per equation (solutions are looked up per shape), machine code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/dae.hpp"

namespace sunder::ir {

/// target := solution of the equation's shape for that slot, with the equation's operands.
struct Step {
  EquationId equation;
  std::uint32_t slot = 0;
  VariableId target;
};

/// Equations that must be solved together for as many unknowns. Linear: no coefficient of the unknowns contains one.
struct Loop {
  bool linear = false;
  std::vector<EquationId> equations;
  std::vector<VariableId> unknowns;
};

struct Block {
  enum class Kind : std::uint8_t { step, loop };
  Kind kind = Kind::step;
  std::uint32_t index = 0;  ///< into Section::steps or Section::loops
};

/// Blocks in topological order.
struct Section {
  std::vector<Block> blocks;
  std::vector<Step> steps;
  std::vector<Loop> loops;
};

/// What a restricted evaluation needs: `frozen` once per step, `varying` again and again. Both in topological order;
/// `varying` reads what `frozen` defines.
struct Slice {
  Section frozen;
  Section varying;
  std::vector<VariableId> discrete;  ///< read, changed at events only, defined by neither
};

/// variable = sign * target (or a literal/parameter).
struct Alias {
  VariableId variable;
  Operand target;
  bool negated = false;
};

/// Where a variable's value lives at run time.
enum class Space : std::uint8_t { none, state, derivative, work, input, parameter, held };
struct Address {
  Space space = Space::none;
  std::uint32_t index = 0;
};

struct Plan {
  Dae dae;                              ///< after aliasing; synthesised initial equations appended
  std::vector<Alias> aliases;           ///< ascending by variable
  std::vector<VariableId> states;       ///< in the order of the state vector
  std::vector<VariableId> derivatives;  ///< derivatives[i] = der(states[i]); states and derivatives are never aliases
  std::vector<VariableId> inputs;       ///< in the order of the input vector
  std::vector<VariableId> outputs;      ///< of the model itself; may be aliases
  std::vector<Address> addresses;       ///< by VariableId; aliases and derivatives nobody uses have Space::none
  std::uint32_t work_count = 0;
  std::uint32_t parameter_count = 0;         ///< parameters first, then the pooled literals: see literal_address
  Section initial;                           ///< unknowns: states, derivatives, algebraic variables, at the start …
  std::vector<VariableId> initial_memories;  ///< … and these held values: pre(v), ascending
  Section continuous;                        ///< unknowns: derivatives and algebraic variables
  std::uint32_t index = 0;                   ///< differential index: 0 (no algebraic variables) or 1

  [[nodiscard]] Address literal_address(std::size_t literal) const {
    return {Space::parameter, parameter_count + static_cast<std::uint32_t>(literal)};
  }
  /// Held values stand behind parameters and literals: code reads them like parameters.
  [[nodiscard]] std::uint32_t held_begin() const {
    return parameter_count + static_cast<std::uint32_t>(dae.literals.size());
  }
};

std::string print(const Plan& plan);
/// Checks everything under "Holds", that of the dae included; returns the violations (empty: sound).
std::vector<std::string> verify(const Plan& plan);
/// Likewise for one section, when these variables are known (by VariableId) and so many are to be defined.
std::vector<std::string> verify(const Dae& dae, const Section& section, std::vector<bool> known, std::size_t unknowns);

}  // namespace sunder::ir
