// The ordered computation that causalise makes of a dae: how to get every unknown from (t, x, p).
//
// Is:    the input of `emit`, of slicing, of splitting and of export.
// Holds: inside a section every block reads only what earlier blocks (or states, inputs, parameters, time) define;
//        every unknown is the target of exactly one block; aliases point to variables that are not aliases themselves;
//        states, derivatives, inputs and algebraic variables have addresses of their own.
// Never: symbolic work per equation (solutions are looked up per shape), machine code.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ir/dae.hpp"
#include "ir/elimination.hpp"

namespace sunder::ir {

/// target := solution of the equation's shape for that slot, with the equation's operands.
struct Step {
  EquationId equation;
  std::uint32_t slot = 0;
  VariableId target;
};

/// Loops that are not torn have a dense matrix up to this size, a sparse one beyond.
inline constexpr std::size_t dense_loop_limit = 100;

/// Equations that must be solved together for as many unknowns. Linear: no coefficient of the unknowns contains one.
/// Torn: the first `tearing_count()` unknowns are iterated, `inner` computes the others from them one after the other,
/// and the first equations are what remains to be satisfied.
/// Relaxed: not torn; its matrix is factored by `elimination`, in the order of equations and unknowns, or with pivots
/// where that is of no use.
struct Loop {
  bool linear = false;
  std::vector<EquationId> equations;  ///< residuals, then those of `inner` in its order
  std::vector<VariableId> unknowns;   ///< tearing variables, then the targets of `inner` in its order
  std::vector<Step> inner;
  std::shared_ptr<const Elimination> elimination;
  /// Where marks stand in it: about how many operations a solution takes, the coefficients apart, when it is torn (0:
  /// it cannot be) and by factors of all equations.
  struct Costs {
    std::size_t torn = 0, factors = 0;
  } costs;

  [[nodiscard]] std::size_t tearing_count() const { return unknowns.size() - inner.size(); }
};

/// States that are chosen again while the model runs. The state vector holds `states`, each the sum of the candidates
/// with the row of `selectors` as factors (held in the context like parameters, zeros but for a one). The choice is as
/// good as `rows` determine the candidates that are not chosen.
struct StateSet {
  std::vector<VariableId> candidates;
  std::vector<VariableId> states;
  std::vector<EquationId> rows;  ///< as many as candidates beyond states
  std::uint32_t determined = 0;  ///< so many candidates, the first, are never states
  VariableId selectors;          ///< the first of those of the other candidates, a row of them for each state

  [[nodiscard]] std::size_t selector_count() const { return states.size() * (candidates.size() - determined); }
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
  Dae dae;                         ///< after aliasing; synthesised initial equations appended
  std::vector<Alias> aliases;      ///< ascending by variable
  std::vector<VariableId> states;  ///< in the order of the state vector
  std::vector<VariableId>
      derivatives;  ///< rates of change of the states: der(states[i]), or where that is a state a copy of it
  std::vector<VariableId> inputs;   ///< in the order of the input vector
  std::vector<VariableId> outputs;  ///< of the model itself; may be aliases
  std::vector<Address> addresses;   ///< by VariableId; aliases and derivatives nobody uses have Space::none
  std::uint32_t work_count = 0;
  std::uint32_t parameter_count = 0;           ///< parameters first, then the pooled literals: see literal_address
  Section initial;                             ///< unknowns: states, derivatives, algebraic variables, at the start …
  Section homotopy;                            ///< the same with homotopy() as a mixture; empty: there is none
  std::vector<VariableId> initial_memories;    ///< … and these held values: pre(v), ascending
  std::vector<VariableId> initial_parameters;  ///< … and these parameters (fixed = false, and what follows), ascending
  std::vector<EquationId> surplus_conditions;  ///< hold at the start if nothing contradicts the others
  std::vector<StateSet> state_sets;
  std::vector<VariableId> dummies;  ///< differentiated variables that are no states since equations constrain them
  Section continuous;               ///< unknowns: derivatives and algebraic variables
  std::uint32_t index = 0;          ///< differential index: 0 (no algebraic variables), 1, or higher

  /// Inputs of the model, and what is driven by its own past.
  [[nodiscard]] std::size_t driven_count() const { return inputs.size() + dae.delays.size(); }
  [[nodiscard]] VariableId driven(std::size_t number) const {
    return number < inputs.size() ? inputs[number] : dae.delays[number - inputs.size()].past;
  }
  /// The variable that holds the rate of change of a state.
  [[nodiscard]] VariableId rate_of(VariableId state) const { return derivatives[addresses[state.index()].index]; }
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
