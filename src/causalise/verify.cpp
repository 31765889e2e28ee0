#include "causalise/verify.hpp"

#include <algorithm>

#include "graph/matching.hpp"
#include "ir/complaints.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

class Expectations {
 public:
  explicit Expectations(const Dae& dae) : dae_(dae) {}

  void expect(bool holds, VariableId variable, std::string_view complaint) {
    if (!holds) complaints_.add(dae_.name_of(variable) + " " + std::string(complaint));
  }
  void expect(bool holds, const std::string& complaint) { complaints_.expect(holds, complaint); }
  [[nodiscard]] bool empty() const { return complaints_.empty(); }
  std::vector<std::string> take() { return complaints_.take(); }

 private:
  const Dae& dae_;
  Complaints complaints_;
};

bool is_determined(Role role) { return role == Role::derivative || role == Role::algebraic; }

/// Who is known before a section runs, and how many are not.
struct Known {
  std::vector<bool> variables;
  std::size_t unknowns = 0;
};

Known known_of(const Work& work, bool at_start) {
  Known known{std::vector<bool>(work.roles.size(), false), 0};
  for (std::size_t v = 0; v < work.roles.size(); ++v) {
    const Role role = work.roles[v];
    const bool remembered =
        at_start && std::ranges::binary_search(work.plan.initial_memories, VariableId(v));  // pre(v) is looked for
    const bool found_at_start = role == Role::state || role == Role::free_parameter;
    known.variables[v] = (role == Role::known && !remembered) || role == Role::input || (found_at_start && !at_start);
    known.unknowns += remembered || is_determined(role) || (found_at_start && at_start) ? 1 : 0;
  }
  return known;
}

}  // namespace

std::vector<std::string> verify_roles(const Work& work) {
  const Dae& dae = work.plan.dae;
  Expectations expected(dae);
  expected.expect(work.roles.size() == dae.variable_count, "not every variable has a role");
  if (!expected.empty()) return expected.take();
  for (const Declaration& d : dae.declarations) {
    for (std::uint32_t k = 0; k < d.count; ++k) {
      const VariableId variable(d.first.value + k);
      const Role role = work.role(variable);
      const bool known = d.variability <= Variability::parameter || dae.is_held(variable);
      expected.expect((role == Role::known || role == Role::free_parameter) == known, variable,
                      "is known, or should be");
      expected.expect((role == Role::input) == (!known && d.is_open_input()), variable, "is an input, or should be");
      expected.expect(role != Role::alias, variable, "is an alias before aliases are looked for");
      if (role == Role::state) {
        const VariableId derivative = dae.derivative_of(variable);
        expected.expect(derivative.valid() && work.role(derivative) == Role::derivative, variable,
                        "is a state without a derivative");
      }
      if (role == Role::derivative || role == Role::unused) {
        const VariableId integral = dae.integral_of(variable);
        const bool of_state = integral.valid() && work.role(integral) == Role::state;
        expected.expect(of_state == (role == Role::derivative), variable, "is the derivative of what is no state");
      }
    }
  }
  return expected.take();
}

std::vector<std::string> verify_aliases(const Work& work) {
  const Plan& plan = work.plan;
  Expectations expected(plan.dae);
  const auto eliminated = static_cast<std::size_t>(std::ranges::count(work.roles, Role::alias));
  expected.expect(eliminated == plan.aliases.size(), "the roles know of another number of aliases than the list");
  for (std::size_t i = 0; i < plan.aliases.size(); ++i) {
    const Alias& alias = plan.aliases[i];
    expected.expect(i == 0 || plan.aliases[i - 1].variable < alias.variable, alias.variable, "is out of order");
    expected.expect(work.role(alias.variable) == Role::alias, alias.variable, "has another role than that of an alias");
    expected.expect(alias.target.valid(), alias.variable, "is the alias of nothing");
    expected.expect(!alias.target.is_variable() || work.role(alias.target.variable()) != Role::alias, alias.variable,
                    "is the alias of an alias");
  }
  const auto reads = [&](const Row& row, std::string_view what) {
    for (const Operand operand : plan.dae.operands_of(row))
      expected.expect(!operand.is_variable() || work.role(operand.variable()) != Role::alias,
                      std::string(what) + " reads an alias");
  };
  for (const Equation& equation : plan.dae.equations) reads(equation, "an equation");
  for (const Row& row : plan.dae.blended) reads(row, "a mixture");
  for (const Held& held : plan.dae.held)
    if (has_row(held.kind)) reads(held, "a held value");
  for (const Reinit& reinit : plan.dae.reinits) {
    reads(reinit.condition, "a reinit");
    reads(reinit.value, "a reinit");
  }
  for (const Check& check : plan.dae.checks) {
    reads(check.condition, "a check");
    for (const MessageValue& value : check.values) reads(value, "a message");
  }
  return expected.take();
}

std::vector<std::string> verify_final_roles(const Work& work) {
  Expectations expected(work.plan.dae);
  expected.expect(work.roles.size() == work.plan.dae.variable_count, "not every variable has a role");
  if (!expected.empty()) return expected.take();
  std::vector<bool> is_rate(work.roles.size(), false);
  for (std::uint32_t v = 0; v < work.roles.size(); ++v) {
    if (work.roles[v] != Role::state) continue;
    const VariableId rate = work.rate_of(VariableId(v));
    expected.expect(rate.valid() && work.role(rate) == Role::derivative, VariableId(v),
                    "is a state without a rate of change");
    if (rate.valid()) is_rate[rate.index()] = true;
  }
  for (std::uint32_t v = 0; v < work.roles.size(); ++v)
    expected.expect((work.roles[v] == Role::derivative) == is_rate[v], VariableId(v),
                    "is a rate of change of what is no state, or should be one");
  return expected.take();
}

std::vector<std::string> verify_matching(const Work& work) {
  const System& system = work.continuous;
  Expectations expected(work.plan.dae);
  const std::size_t count = system.unknowns.size();
  const auto unknown = static_cast<std::size_t>(std::ranges::count_if(work.roles, is_determined));
  expected.expect(count == unknown, "not every derivative and algebraic variable is a column");
  expected.expect(system.equations.size() == work.plan.dae.initial_begin, "not every continuous equation is a row");
  expected.expect(system.equations.size() == count && system.matching.size == count &&
                      system.matching.column_of_row.size() == count && system.matching.row_of_column.size() == count &&
                      system.incidence.size() == count,
                  "the system is not square, or not all of it is matched");
  if (!expected.empty()) return expected.take();
  for (std::uint32_t row = 0; row < count; ++row) {
    const std::uint32_t column = system.matching.column_of_row[row];
    const bool mutual = column < count && system.matching.row_of_column[column] == row;
    expected.expect(mutual, "row " + std::to_string(row) + " and its column do not agree");
    if (!mutual) continue;
    const auto entries = system.incidence[row];
    expected.expect(std::ranges::find(entries, column) != entries.end(), system.unknowns[column],
                    "does not occur in the equation that shall determine it");
  }
  return expected.take();
}

std::vector<std::string> verify_continuous(const Work& work) {
  Known known = known_of(work, false);
  return verify(work.plan.dae, work.plan.continuous, std::move(known.variables), known.unknowns);
}

std::vector<std::string> verify_initial(const Work& work) {
  const Plan& plan = work.plan;
  Expectations expected(plan.dae);
  const auto states = static_cast<std::size_t>(std::ranges::count(work.roles, Role::state));
  expected.expect(plan.states.size() == states && plan.derivatives.size() == states,
                  "not every state is listed with its derivative");
  if (!expected.empty()) return expected.take();
  for (std::size_t i = 0; i < plan.states.size(); ++i) {
    expected.expect(work.role(plan.states[i]) == Role::state, plan.states[i], "is listed as a state");
    expected.expect(plan.derivatives[i] == work.rate_of(plan.states[i]), plan.derivatives[i],
                    "is not the derivative of the state it is listed with");
  }
  expected.expect(std::ranges::is_sorted(plan.initial_memories), "the remembered values are out of order");
  if (!expected.empty()) return expected.take();
  Known known = known_of(work, true);
  std::vector<std::string> violations = verify(plan.dae, plan.initial, known.variables, known.unknowns);
  if (!violations.empty() || plan.homotopy.blocks.empty()) return violations;
  return verify(plan.dae, plan.homotopy, std::move(known.variables), known.unknowns);
}

}  // namespace sunder::causalise
