#include <algorithm>

#include "ir/plan.hpp"

namespace sunder::ir {

namespace {

class Verifier {
 public:
  explicit Verifier(const Plan& plan) : plan_(plan), violations_(verify(plan.dae)) {}

  std::vector<std::string> run() {
    expect(plan_.addresses.size() == plan_.dae.variable_count, "not every variable has an address entry");
    expect(plan_.states.size() == plan_.derivatives.size(), "states and derivatives differ in number");
    if (!violations_.empty()) return std::move(violations_);
    addresses();
    aliases();
    section(plan_.continuous, true);
    section(plan_.initial, false);
    return std::move(violations_);
  }

 private:
  void expect(bool holds, const std::string& complaint) {
    if (!holds && violations_.size() < 20) violations_.push_back(complaint);
  }

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

  // pre(v) is an unknown of the initial system.
  [[nodiscard]] bool is_start_unknown(VariableId variable) const {
    return std::ranges::binary_search(plan_.initial_memories, variable);
  }

  void section(const Section& section, bool states_known) {
    std::vector<bool> known(plan_.dae.variable_count, false);
    std::size_t unknowns = 0;
    for (std::size_t v = 0; v < known.size(); ++v) {
      const Space where = plan_.addresses[v].space;
      const bool at_start = !states_known && where == Space::held && is_start_unknown(VariableId(v));
      known[v] = where == Space::parameter || where == Space::input || (where == Space::held && !at_start) ||
                 (states_known && where == Space::state);
      if (where != Space::none && !known[v]) ++unknowns;
    }
    const auto define = [&](VariableId target) {
      expect(!known[target.index()], plan_.dae.name_of(target) + " is defined twice");
      known[target.index()] = true;
      --unknowns;
    };
    const auto reads = [&](EquationId equation) {
      const Equation& row = plan_.dae.equations[equation.index()];
      const auto operands = plan_.dae.operands_of(row);
      for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
        if (!operands[slot].is_variable() || known[operands[slot].variable().index()]) continue;
        if (plan_.dae.shapes->incidence(row.shape, slot) == symbolic::Incidence::absent) continue;
        expect(false, plan_.dae.name_of(operands[slot].variable()) + " is read before it is defined");
      }
    };
    for (const Block& block : section.blocks) {
      if (block.kind == Block::Kind::step) {
        const Step& step = section.steps[block.index];
        define(step.target);
        reads(step.equation);
        continue;
      }
      const Loop& loop = section.loops[block.index];
      expect(loop.equations.size() == loop.unknowns.size(), "a loop is not square");
      for (const VariableId unknown : loop.unknowns) define(unknown);
      for (const EquationId equation : loop.equations) reads(equation);
    }
    expect(unknowns == 0, std::to_string(unknowns) + " unknowns are defined by no block");
  }

  const Plan& plan_;
  std::vector<std::string> violations_;
};

}  // namespace

std::vector<std::string> verify(const Plan& plan) { return Verifier(plan).run(); }

}  // namespace sunder::ir
