// Tearing of a loop: a few unknowns are iterated, the others follow from them one by one.
#include <algorithm>

#include "causalise/passes.hpp"
#include "graph/tearing.hpp"
#include "symbolic/walk.hpp"

namespace sunder::causalise {

using namespace ir;

bool cannot_vanish(const Dae& dae, symbolic::NodeId divisor, std::span<const Operand> operands) {
  const symbolic::Pool& pool = dae.shapes->pool();
  if (pool.is_constant(divisor)) return !pool.is_constant(divisor, 0);
  return std::ranges::all_of(symbolic::slots_in_order(pool, divisor), [&](std::uint32_t slot) {
    const Operand operand = operands[slot];
    if (operand.kind() == Operand::Kind::literal) return true;
    return operand.is_variable() && dae.declaration(operand.variable()).variability <= Variability::parameter &&
           !is_free_parameter(dae, operand.variable());
  });
}

namespace {

class LoopTearer {
 public:
  LoopTearer(const Dae& dae, Loop& loop) : dae_(dae), loop_(loop) {
    for (std::uint32_t u = 0; u < loop.unknowns.size(); ++u) number_.emplace_back(loop.unknowns[u], u);
    std::ranges::sort(number_);
  }

  void run() {
    build();
    const graph::Tearing found = graph::tear(rows_, solvable_, preferred_);
    if (!is_worth_it(found.columns.size())) return;
    Loop torn;
    torn.linear = loop_.linear;
    for (const std::uint32_t row : found.residues) torn.equations.push_back(loop_.equations[row]);
    for (const std::uint32_t column : found.columns) torn.unknowns.push_back(loop_.unknowns[column]);
    for (const auto& [row, column] : found.order) {
      torn.equations.push_back(loop_.equations[row]);
      torn.unknowns.push_back(loop_.unknowns[column]);
      torn.inner.push_back({loop_.equations[row], slot_of(row, column), loop_.unknowns[column]});
    }
    loop_ = std::move(torn);
  }

 private:
  // A dense matrix of the iterated unknowns takes the place of a sparse one of all.
  [[nodiscard]] bool is_worth_it(std::size_t torn) const {
    constexpr std::size_t most_torn = 100;
    constexpr std::size_t small_linear = 6;
    const std::size_t size = loop_.unknowns.size();
    if (torn > most_torn) return false;
    return loop_.linear ? size > small_linear && 3 * torn <= size : torn < size;
  }

  [[nodiscard]] std::uint32_t column_of(Operand operand) const {
    if (!operand.is_variable()) return graph::none;
    const auto at = std::ranges::lower_bound(number_, std::pair(operand.variable(), 0U));
    return at != number_.end() && at->first == operand.variable() ? at->second : graph::none;
  }

  [[nodiscard]] const Equation& equation(std::uint32_t row) const {
    return dae_.equations[loop_.equations[row].index()];
  }

  [[nodiscard]] std::uint32_t slot_of(std::uint32_t row, std::uint32_t column) const {
    const auto operands = dae_.operands_of(equation(row));
    return static_cast<std::uint32_t>(std::ranges::find(operands, Operand::of(loop_.unknowns[column])) -
                                      operands.begin());
  }

  void build() {
    for (std::uint32_t row = 0; row < loop_.equations.size(); ++row) {
      const auto operands = dae_.operands_of(equation(row));
      for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
        const std::uint32_t column = column_of(operands[slot]);
        if (column == graph::none) continue;
        const symbolic::Incidence kind = dae_.shapes->incidence(equation(row).shape, slot);
        if (kind == symbolic::Incidence::absent) continue;
        rows_.entries.push_back(column);
        solvable_.push_back(is_solvable(row, slot, kind));
      }
      rows_.end_row();
    }
    // unknowns with a start value are good to iterate: something is known of them
    for (const VariableId unknown : loop_.unknowns) {
      const Operand start = dae_.declaration(unknown).start.at(dae_.element_of(unknown));
      const bool literal = start.valid() && start.kind() == Operand::Kind::literal;
      preferred_.push_back(start.valid() && !(literal && dae_.literals[start.literal_index()] == 0));
    }
  }

  [[nodiscard]] bool is_solvable(std::uint32_t row, std::uint32_t slot, symbolic::Incidence kind) const {
    if (kind == symbolic::Incidence::nonlinear) return false;
    const auto& solution = dae_.shapes->solve(equation(row).shape, slot);
    return solution && cannot_vanish(dae_, solution->divisor, dae_.operands_of(equation(row)));
  }

  const Dae& dae_;
  Loop& loop_;
  std::vector<std::pair<VariableId, std::uint32_t>> number_;
  graph::Rows rows_;
  std::vector<bool> solvable_, preferred_;
};

}  // namespace

void tear_loop(const Dae& dae, Loop& loop) {
  const bool real = std::ranges::all_of(
      loop.unknowns, [&](VariableId unknown) { return dae.declaration(unknown).base == BaseType::real; });
  if (loop.unknowns.size() > 1 && real) LoopTearer(dae, loop).run();
}

}  // namespace sunder::causalise
