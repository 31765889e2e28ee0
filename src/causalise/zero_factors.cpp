#include "causalise/zero_factors.hpp"

#include <algorithm>
#include <unordered_map>

#include "causalise/incidence.hpp"
#include "causalise/passes.hpp"
#include "causalise/read_parameters.hpp"
#include "causalise/trial_point.hpp"
#include "symbolic/walk.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

class ZeroFactors {
 public:
  explicit ZeroFactors(const Dae& dae) : dae_(dae), slots_(dae.shapes->pool()) {}

  /// Variables that are zero since all terms of their equation are: a capacitance that is computed from parameters
  /// which are zero. A few rounds: such variables may be terms of others.
  void find_variables(const std::vector<Role>& roles) {
    constexpr int most_rounds = 4;
    zero_.assign(dae_.variable_count, false);
    bool found = true;
    for (int round = 0; round < most_rounds && found; ++round) {
      found = false;
      for (std::uint32_t e = 0; e < dae_.initial_begin; ++e) found = look_at(dae_.equations[e], roles) || found;
    }
  }

  [[nodiscard]] bool is_zero(const Equation& equation, std::uint32_t slot) {
    if (dae_.shapes->incidence(equation.shape, slot) != symbolic::Incidence::linear) return false;
    const auto operands = dae_.operands_of(equation);
    const symbolic::NodeId factor = dae_.shapes->partial(equation.shape, slot);
    const std::vector<std::uint32_t>& slots = slots_.of(factor);
    if (std::ranges::any_of(slots, [&](std::uint32_t k) { return is_zero_variable(operands[k]); }))
      return dae_.shapes->pool().is_constant(without(equation, factor, slots), 0);
    if (!std::ranges::all_of(slots, [&](std::uint32_t k) { return is_known(operands[k]); })) return false;
    return trial().elsewhere(equation, factor) == 0;
  }

  /// The slots of the factor.
  [[nodiscard]] const std::vector<std::uint32_t>& slots_of(const Equation& equation, std::uint32_t slot) {
    return slots_.of(dae_.shapes->partial(equation.shape, slot));
  }

  /// The parameters that make an operand zero: itself, or what a variable was found to be zero for.
  void append_reasons(Operand operand, std::vector<VariableId>& parameters) const {
    if (!operand.is_variable()) return;
    const auto at = reasons_.find(operand.variable().value);
    if (at == reasons_.end())
      parameters.push_back(operand.variable());
    else
      parameters.insert(parameters.end(), at->second.begin(), at->second.end());
  }

 private:
  [[nodiscard]] const TrialPoint& trial() {
    if (!trial_) trial_.emplace(dae_);
    return *trial_;
  }
  [[nodiscard]] bool is_parameter(Operand operand) const {
    return operand.is_variable() && dae_.declaration(operand.variable()).variability <= Variability::parameter &&
           !is_free_parameter(dae_, operand.variable());
  }
  [[nodiscard]] bool is_known(Operand operand) const {
    return operand.kind() == Operand::Kind::literal || is_parameter(operand);
  }
  [[nodiscard]] bool is_zero_variable(Operand operand) const {
    return operand.is_variable() && operand.variable().index() < zero_.size() && zero_[operand.variable().index()];
  }
  [[nodiscard]] bool vanishes(const Equation& equation, std::uint32_t slot) {
    const Operand operand = dae_.operands_of(equation)[slot];
    if (is_zero_variable(operand)) return true;
    if (!is_parameter(operand)) return false;
    const auto [at, added] = zero_parameters_.try_emplace(operand.variable().value, false);
    if (added) at->second = trial().elsewhere(equation, dae_.shapes->pool().slot(slot)) == 0;
    return at->second;
  }

  /// The expression where the slots that vanish are zero.
  [[nodiscard]] symbolic::NodeId without(const Equation& equation, symbolic::NodeId node,
                                         const std::vector<std::uint32_t>& slots) {
    symbolic::Pool& pool = dae_.shapes->pool();
    std::vector<symbolic::NodeId> replacements(dae_.operands_of(equation).size());
    for (const std::uint32_t slot : slots)
      if (vanishes(equation, slot)) replacements[slot] = pool.constant(0);
    return pool.substitute(node, replacements);
  }

  /// Whether nothing is left of the equation but one unknown, which it says to be zero.
  bool look_at(const Equation& equation, const std::vector<Role>& roles) {
    const auto operands = dae_.operands_of(equation);
    if (equation.blended != Equation::not_blended) return false;
    std::vector<std::uint32_t> gone;
    for (std::uint32_t slot = 0; slot < operands.size(); ++slot)
      if (vanishes(equation, slot)) gone.push_back(slot);
    if (gone.empty()) return false;
    symbolic::Pool& pool = dae_.shapes->pool();
    const symbolic::NodeId left = without(equation, dae_.shapes->root(equation.shape), gone);
    const symbolic::NodeId unknown = pool[left].op == symbolic::Op::negate ? pool.children(left)[0] : left;
    if (pool[unknown].op != symbolic::Op::slot) return false;
    const Operand target = operands[symbolic::slots_in_order(pool, unknown).front()];
    if (!target.is_variable() || roles[target.variable().index()] != Role::algebraic || is_zero_variable(target))
      return false;
    zero_[target.variable().index()] = true;
    std::vector<VariableId>& parameters = reasons_[target.variable().value];
    for (const std::uint32_t slot : gone) append_reasons(operands[slot], parameters);
    return true;
  }

  const Dae& dae_;
  std::optional<TrialPoint> trial_;
  SlotsRead slots_;
  std::vector<bool> zero_;                                              // by variable
  std::unordered_map<std::uint32_t, bool> zero_parameters_;             // those that were looked at
  std::unordered_map<std::uint32_t, std::vector<VariableId>> reasons_;  // of variables that are zero
};

class Removal {
 public:
  explicit Removal(Work& work) : work_(work), dae_(work.dae()), zeros_(dae_), parameters_(dae_) {}

  bool run() {
    zeros_.find_variables(work_.roles);
    if (!any()) return false;
    match_highest(work_);
    const System& system = work_.continuous;
    std::vector<std::pair<std::uint32_t, Equation>> before;  // by equation
    for (std::uint32_t row = 0; row < system.equations.size(); ++row) {
      const std::uint32_t column = system.matching.column_of_row[row];
      if (column == graph::none) continue;
      const EquationId id = system.equations[row];
      if (!is_useless(id, system.unknowns[column])) continue;
      before.emplace_back(id.value, dae_.equations[id.index()]);
      rewrite(dae_.equations[id.index()]);
    }
    if (before.empty()) return false;
    if (is_perfect(collapse_derivatives(work_))) {
      for (const auto& [id, equation] : before) read(equation);
      return true;
    }
    for (const auto& [id, equation] : before) dae_.equations[id] = equation;
    return false;
  }

 private:
  bool any() {
    for (std::uint32_t e = 0; e < dae_.initial_begin; ++e) {
      const Equation& equation = dae_.equations[e];
      const auto operands = dae_.operands_of(equation);
      for (std::uint32_t slot = 0; slot < operands.size(); ++slot)
        if (is_unknown(operands[slot]) && zeros_.is_zero(equation, slot)) return true;
    }
    return false;
  }

  // Matched to an unknown that is multiplied by zero.
  bool is_useless(EquationId id, VariableId unknown) {
    const Equation& equation = dae_.equations[id.index()];
    if (equation.blended != Equation::not_blended) return false;
    const auto operands = dae_.operands_of(equation);
    const auto at = std::ranges::find(operands, Operand::of(unknown));
    return at != operands.end() && zeros_.is_zero(equation, static_cast<std::uint32_t>(at - operands.begin()));
  }

  [[nodiscard]] bool is_unknown(Operand operand) const {
    if (!operand.is_variable()) return false;
    const Role role = work_.role(operand.variable());
    return role == Role::state || role == Role::derivative || role == Role::algebraic;
  }

  void rewrite(Equation& equation) {
    symbolic::ShapeTable& shapes = *dae_.shapes;
    const std::vector<Operand> operands(dae_.operands_of(equation).begin(), dae_.operands_of(equation).end());
    std::vector<symbolic::NodeId> replacements(operands.size());
    for (std::uint32_t slot = 0; slot < operands.size(); ++slot)
      if (is_unknown(operands[slot]) && zeros_.is_zero(equation, slot)) replacements[slot] = shapes.pool().constant(0);
    std::vector<std::uint32_t> order;
    equation.shape = shapes.intern(shapes.pool().substitute(shapes.root(equation.shape), replacements), order);
    equation.operands_begin = static_cast<std::uint32_t>(dae_.operands.size());
    for (const std::uint32_t slot : order) dae_.operands.push_back(operands[slot]);
  }

  // The parameters of factors that are gone have been read, and whatever these were computed from.
  void read(const Equation& equation) {
    const Span place = dae_.origins[equation.origin.index()].span;
    std::vector<VariableId> open;
    const auto operands = dae_.operands_of(equation);
    for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
      if (!is_unknown(operands[slot]) || !zeros_.is_zero(equation, slot)) continue;
      for (const std::uint32_t k : zeros_.slots_of(equation, slot)) zeros_.append_reasons(operands[k], open);
    }
    parameters_.note(std::move(open), place);
  }

  Work& work_;
  Dae& dae_;
  ZeroFactors zeros_;
  ReadParameters parameters_;
};

}  // namespace

std::optional<graph::Rows> without_zero_factors(const Dae& dae, const System& system,
                                                const std::vector<std::uint32_t>& column_of) {
  ZeroFactors zeros(dae);
  bool any = false;
  graph::Rows rows =
      incidence_of(dae, system.equations, column_of, [&](const Equation& equation, std::uint32_t slot, std::uint32_t) {
        const bool zero = zeros.is_zero(equation, slot);
        any = any || zero;
        return !zero;
      });
  return any ? std::optional(std::move(rows)) : std::nullopt;
}

bool remove_zero_factors(Work& work) { return Removal(work).run(); }

}  // namespace sunder::causalise
