#include <algorithm>

#include "ir/complaints.hpp"
#include "ir/plan.hpp"

namespace sunder::ir {

namespace {

class SectionVerifier {
 public:
  SectionVerifier(const Dae& dae, const Section& section, std::vector<bool> known, std::size_t unknowns)
      : dae_(dae), section_(section), known_(std::move(known)), unknowns_(unknowns) {}

  std::vector<std::string> run() {
    for (const Block& block : section_.blocks) {
      const bool is_step = block.kind == Block::Kind::step;
      const bool exists = block.index < (is_step ? section_.steps.size() : section_.loops.size());
      expect(exists, "a block does not exist");
      if (exists && is_step) step(section_.steps[block.index]);
      if (exists && !is_step) loop(section_.loops[block.index]);
    }
    expect(unknowns_ == 0, std::to_string(unknowns_) + " unknowns are defined by no block");
    return complaints_.take();
  }

 private:
  void expect(bool holds, const std::string& complaint) { complaints_.expect(holds, complaint); }

  void step(const Step& step) {
    define(step.target);
    if (!reads(step.equation)) return;
    const auto operands = dae_.operands_of(dae_.equations[step.equation.index()]);
    expect(step.slot < operands.size() && operands[step.slot] == Operand::of(step.target),
           dae_.name_of(step.target) + " is not in the slot that its equation is solved for");
  }

  void loop(const Loop& loop) {
    expect(loop.equations.size() == loop.unknowns.size(), "a loop is not square");
    for (std::size_t i = 0; i < loop.inner.size() && loop.inner.size() <= loop.unknowns.size(); ++i) {
      const std::size_t at = loop.tearing_count() + i;
      expect(at < loop.equations.size() && loop.inner[i].equation == loop.equations[at] &&
                 loop.inner[i].target == loop.unknowns[at],
             "the inner part of a torn loop does not follow its equations and unknowns");
    }
    for (const VariableId unknown : loop.unknowns) define(unknown);
    for (const EquationId equation : loop.equations) reads(equation);
  }

  void define(VariableId target) {
    expect(target.index() < known_.size(), "a block defines what is no variable");
    if (target.index() >= known_.size()) return;
    const bool first = !known_[target.index()] && unknowns_ > 0;
    expect(first, dae_.name_of(target) + " is defined twice, or is no unknown");
    if (!first) return;
    known_[target.index()] = true;
    --unknowns_;
  }

  bool reads(EquationId equation) {
    const bool exists = equation.index() < dae_.equations.size();
    expect(exists, "a block has an equation that does not exist");
    if (!exists) return false;
    const Equation& row = dae_.equations[equation.index()];
    const auto operands = dae_.operands_of(row);
    for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
      if (!operands[slot].is_variable() || known_[operands[slot].variable().index()]) continue;
      if (dae_.shapes->incidence(row.shape, slot) == symbolic::Incidence::absent) continue;
      expect(false, dae_.name_of(operands[slot].variable()) + " is read before it is defined");
    }
    return true;
  }

  const Dae& dae_;
  const Section& section_;
  std::vector<bool> known_;  // by variable
  std::size_t unknowns_;
  Complaints complaints_;
};

class PlanVerifier {
 public:
  explicit PlanVerifier(const Plan& plan) : plan_(plan) {}

  std::vector<std::string> run() {
    for (const std::string& violation : verify(plan_.dae)) complaints_.add(violation);
    expect(plan_.addresses.size() == plan_.dae.variable_count, "not every variable has an address entry");
    expect(plan_.states.size() == plan_.derivatives.size(), "states and derivatives differ in number");
    if (!complaints_.empty()) return complaints_.take();
    addresses();
    aliases();
    if (!complaints_.empty()) return complaints_.take();
    section(plan_.continuous, true);
    section(plan_.initial, false);
    return complaints_.take();
  }

 private:
  void expect(bool holds, const std::string& complaint) { complaints_.expect(holds, complaint); }

  [[nodiscard]] Space space(VariableId variable) const { return plan_.addresses[variable.index()].space; }

  void addresses() {
    for (std::size_t i = 0; i < plan_.states.size(); ++i) {
      const Address state = plan_.addresses[plan_.states[i].index()];
      const Address derivative = plan_.addresses[plan_.derivatives[i].index()];
      expect(state.space == Space::state && state.index == i, "state " + std::to_string(i) + " has a wrong address");
      expect(derivative.space == Space::derivative && derivative.index == i,
             "derivative " + std::to_string(i) + " has a wrong address");
    }
    for (std::size_t i = 0; i < plan_.inputs.size(); ++i) {
      const Address input = plan_.addresses[plan_.inputs[i].index()];
      expect(input.space == Space::input && input.index == i, "input " + std::to_string(i) + " has a wrong address");
    }
    std::vector<bool> used(plan_.work_count, false);
    for (std::size_t v = 0; v < plan_.addresses.size(); ++v) {
      const Address address = plan_.addresses[v];
      if (address.space != Space::work) continue;
      const bool sound = address.index < plan_.work_count && !used[address.index];
      expect(sound, "variable " + std::to_string(v) + " shares its address or has none");
      if (sound) used[address.index] = true;
    }
  }

  void aliases() {
    for (std::size_t i = 0; i < plan_.aliases.size(); ++i) {
      const Alias& alias = plan_.aliases[i];
      expect(i == 0 || plan_.aliases[i - 1].variable < alias.variable, "aliases are not ascending");
      expect(space(alias.variable) == Space::none, "an alias has an address");
      expect(!alias.target.is_variable() || space(alias.target.variable()) != Space::none,
             "an alias points to an alias");
    }
  }

  // pre(v) and parameters with fixed = false are unknowns of the initial system.
  [[nodiscard]] bool is_start_unknown(VariableId variable) const {
    return std::ranges::binary_search(plan_.initial_memories, variable) ||
           std::ranges::binary_search(plan_.initial_parameters, variable);
  }

  void section(const Section& section, bool states_known) {
    std::vector<bool> known(plan_.dae.variable_count, false);
    std::size_t unknowns = 0;
    for (std::size_t v = 0; v < known.size(); ++v) {
      const Space where = plan_.addresses[v].space;
      const bool at_start = !states_known && is_start_unknown(VariableId(v));
      known[v] = !at_start && (where == Space::parameter || where == Space::input || where == Space::held ||
                               (states_known && where == Space::state));
      if (where != Space::none && !known[v]) ++unknowns;
    }
    for (const std::string& violation : verify(plan_.dae, section, std::move(known), unknowns))
      complaints_.add(violation);
  }

  const Plan& plan_;
  Complaints complaints_;
};

}  // namespace

std::vector<std::string> verify(const Dae& dae, const Section& section, std::vector<bool> known, std::size_t unknowns) {
  return SectionVerifier(dae, section, std::move(known), unknowns).run();
}

std::vector<std::string> verify(const Plan& plan) { return PlanVerifier(plan).run(); }

}  // namespace sunder::ir
