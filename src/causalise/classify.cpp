// Pass: what each variable is. A variable is a state when its derivative occurs in some equation.
#include "causalise/passes.hpp"
#include "causalise/zero_factors.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

std::vector<bool> occurring(const Dae& dae) {
  std::vector<bool> occurs(dae.variable_count, false);
  for (const Equation& equation : dae.equations) {
    for (const Operand operand : dae.operands_of(equation)) {
      if (operand.is_variable()) occurs[operand.variable().index()] = true;
    }
  }
  return occurs;
}

void find_roles(Work& work) {
  const Dae& dae = work.dae();
  const std::vector<bool> occurs = occurring(dae);
  work.roles.assign(dae.variable_count, Role::algebraic);
  for (const Declaration& d : dae.declarations) {
    for (std::uint32_t k = 0; k < d.count; ++k) {
      Role& role = work.roles[d.first.index() + k];
      if (d.variability <= Variability::parameter || dae.is_held(d.first)) {
        role = Role::known;
      } else if (d.is_open_input()) {
        role = Role::input;
      } else if (d.derivative_of.valid()) {
        role = occurs[d.first.index() + k] ? Role::derivative : Role::unused;
      } else if (d.derivative.valid()) {
        const std::size_t derivative = dae.declarations[d.derivative.index()].first.index() + k;
        role = occurs[derivative] ? Role::state : Role::algebraic;
      }
    }
  }
}

}  // namespace

void classify(Work& work) {
  separate_homotopy(work.dae());
  find_roles(work);
  find_free_parameters(work);
  // what one equation does not determine others may have to, again with factors of zero
  constexpr int most_rounds = 8;
  for (int round = 0; round < most_rounds && remove_zero_factors(work); ++round) {
    const std::vector<Role> before = work.roles;
    find_roles(work);
    for (std::size_t v = 0; v < before.size(); ++v)
      if (before[v] == Role::free_parameter) work.roles[v] = before[v];
  }
}

Operand literal(Dae& dae, double value) {
  // Few literals are asked for here; the lowered model already pools its own.
  for (std::size_t i = dae.literals.size(); i-- > 0 && i + 64 > dae.literals.size();) {
    if (dae.literals[i] == value) return Operand::literal(i);
  }
  dae.literals.push_back(value);
  return Operand::literal(dae.literals.size() - 1);
}

void append_start_equation(Dae& dae, VariableId variable, OriginId origin) {
  symbolic::Pool& pool = dae.shapes->pool();
  // what was before the start is the start value of the variable itself
  const VariableId declared = dae.is_held(variable) ? dae.operands_of(dae.held_of(variable))[0].variable() : variable;
  const Operand start = dae.declaration(declared).start.at(dae.element_of(declared));
  const bool zero =
      !start.valid() || (start.kind() == Operand::Kind::literal && dae.literals[start.literal_index()] == 0);
  Equation equation;
  equation.origin = origin;
  equation.operands_begin = static_cast<std::uint32_t>(dae.operands.size());
  dae.operands.push_back(Operand::of(variable));
  if (zero) {
    equation.shape = dae.shapes->intern(pool.slot(0), 1U);
  } else {
    dae.operands.push_back(start);
    equation.shape = dae.shapes->intern(pool.subtract(pool.slot(0), pool.slot(1)), 2U);
  }
  dae.equations.push_back(equation);
}

}  // namespace sunder::causalise
