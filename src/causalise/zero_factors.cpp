#include "causalise/zero_factors.hpp"

#include <algorithm>
#include <unordered_map>

#include "causalise/incidence.hpp"
#include "causalise/passes.hpp"
#include "causalise/trial_point.hpp"
#include "symbolic/walk.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

class ZeroFactors {
 public:
  explicit ZeroFactors(const Dae& dae) : dae_(dae) {}

  [[nodiscard]] bool is_zero(const Equation& equation, std::uint32_t slot) {
    if (dae_.shapes->incidence(equation.shape, slot) != symbolic::Incidence::linear) return false;
    const auto operands = dae_.operands_of(equation);
    const bool fixed = std::ranges::all_of(slots_of(equation, slot), [&](std::uint32_t k) {
      if (operands[k].kind() == Operand::Kind::literal) return true;
      return operands[k].is_variable() &&
             dae_.declaration(operands[k].variable()).variability <= Variability::parameter &&
             !is_free_parameter(dae_, operands[k].variable());
    });
    if (!fixed) return false;
    if (!trial_) trial_.emplace(dae_);
    return trial_->elsewhere(equation, dae_.shapes->partial(equation.shape, slot)) == 0;
  }

  /// The slots of the factor.
  [[nodiscard]] const std::vector<std::uint32_t>& slots_of(const Equation& equation, std::uint32_t slot) {
    const auto [at, added] = slots_.try_emplace(std::uint64_t{equation.shape.value} << 32U | slot);
    if (added) at->second = symbolic::slots_in_order(dae_.shapes->pool(), dae_.shapes->partial(equation.shape, slot));
    return at->second;
  }

 private:
  const Dae& dae_;
  std::optional<TrialPoint> trial_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> slots_;  // by shape and slot
};

class Removal {
 public:
  explicit Removal(Work& work) : work_(work), dae_(work.dae()), zeros_(dae_) {}

  bool run() {
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
      for (const std::uint32_t k : zeros_.slots_of(equation, slot))
        if (operands[k].is_variable()) open.push_back(operands[k].variable());
    }
    if (assigned_.empty()) {
      assigned_.assign(dae_.variable_count, graph::none);
      for (std::uint32_t i = 0; i < dae_.parameters.size(); ++i) assigned_[dae_.parameters[i].target.index()] = i;
    }
    while (!open.empty()) {
      const VariableId parameter = open.back();
      open.pop_back();
      Declaration& declaration = dae_.declarations[dae_.declaration_of(parameter).index()];
      if (declaration.variability == Variability::parameter && !declaration.structural_at.valid())
        declaration.structural_at = place;
      std::uint32_t& at = assigned_[parameter.index()];
      if (at == graph::none) continue;
      for (const Operand operand : dae_.operands_of(dae_.parameters[at]))
        if (operand.is_variable()) open.push_back(operand.variable());
      at = graph::none;  // once is enough
    }
  }

  Work& work_;
  Dae& dae_;
  ZeroFactors zeros_;
  std::vector<std::uint32_t> assigned_;  // by variable: its place in Dae::parameters
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
