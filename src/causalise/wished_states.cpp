// Part of `reduce`: what the user wants as a state need not be differentiated in the text (the velocity between two
// masses, which is the derivative of a distance). It becomes a state when the equations that tie it to the others are
// linear with constant coefficients: their derivatives add nothing but themselves.
#include <algorithm>
#include <optional>

#include "causalise/passes.hpp"
#include "symbolic/walk.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

class Promotion {
 public:
  explicit Promotion(Work& work) : work_(work), dae_(work.dae()) {}

  bool run() {
    find_candidates();
    if (candidates_.empty()) return false;
    before_ = counts();
    if (!before_) return false;
    if (accept(candidates_)) return true;
    constexpr std::size_t most_tried = 40;
    if (candidates_.size() > most_tried) return false;
    std::vector<VariableId> good;
    for (const VariableId one : candidates_) {
      if (accept({one})) {
        good.push_back(one);
        take_back({one});
      }
    }
    return !good.empty() && accept(good);
  }

 private:
  void find_candidates() {
    for (std::uint32_t v = 0; v < work_.roles.size(); ++v) {
      const VariableId variable(v);
      const Role role = work_.roles[v];
      if (role != Role::algebraic && role != Role::derivative) continue;
      if (work_.wish(variable) < StateSelect::prefer) continue;
      const Declaration& declaration = dae_.declaration(variable);
      if (declaration.variability == Variability::continuous && declaration.base == BaseType::real)
        candidates_.push_back(variable);
    }
  }

  // How often each equation must be differentiated; empty: that does not end.
  [[nodiscard]] std::optional<std::vector<std::uint32_t>> counts() const {
    std::vector<VariableId> variables;
    const graph::Differentiation found = differentiate_structure(work_, variables);
    if (found.stuck != graph::none) return std::nullopt;
    const std::uint32_t given = dae_.initial_begin;
    std::vector<std::uint32_t> count(given, 0), root;
    for (const std::uint32_t from : found.equations) {
      root.push_back(from < given ? from : root[from - given]);
      ++count[root.back()];
    }
    return count;
  }

  // Makes them differentiated; if that asks for too much, nothing has changed.
  bool accept(const std::vector<VariableId>& some) {
    for (const VariableId one : some) {
      const VariableId derivative = declare_derivative(work_, one);
      work_.roles[derivative.index()] = Role::derivative;
      if (work_.role(one) == Role::algebraic) {
        work_.roles[one.index()] = Role::state;
        were_algebraic_.push_back(one);
      }
    }
    const auto after = counts();
    bool fine = after.has_value();
    for (std::uint32_t e = 0; fine && e < after->size(); ++e)
      fine = (*after)[e] <= (*before_)[e] || is_plain(dae_.equations[e]);
    if (!fine) take_back(some);
    return fine;
  }

  void take_back(const std::vector<VariableId>& some) {
    for (const VariableId one : some) {
      work_.roles[dae_.derivative_of(one).index()] = Role::unused;
      if (std::erase(were_algebraic_, one) > 0) work_.roles[one.index()] = Role::algebraic;
    }
  }

  // Linear in what is continuous, with coefficients of numbers and parameters; nothing of the clock or from outside.
  [[nodiscard]] bool is_plain(const Equation& equation) const {
    const auto operands = dae_.operands_of(equation);
    const auto is_fixed = [&](Operand operand) {
      return operand.kind() == Operand::Kind::literal ||
             (operand.is_variable() && dae_.declaration(operand.variable()).variability <= Variability::parameter);
    };
    for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
      const symbolic::Incidence kind = dae_.shapes->incidence(equation.shape, slot);
      if (kind == symbolic::Incidence::absent || is_fixed(operands[slot])) continue;
      const bool continuous = operands[slot].is_variable() && work_.role(operands[slot].variable()) != Role::input &&
                              dae_.declaration(operands[slot].variable()).variability == Variability::continuous;
      if (!continuous || kind == symbolic::Incidence::nonlinear) return false;
      const auto slots = symbolic::slots_in_order(dae_.shapes->pool(), dae_.shapes->partial(equation.shape, slot));
      if (!std::ranges::all_of(slots, [&](std::uint32_t k) { return is_fixed(operands[k]); })) return false;
    }
    return true;
  }

  Work& work_;
  Dae& dae_;
  std::vector<VariableId> candidates_, were_algebraic_;
  std::optional<std::vector<std::uint32_t>> before_;
};

}  // namespace

bool promote_wished_states(Work& work) { return Promotion(work).run(); }

}  // namespace sunder::causalise
