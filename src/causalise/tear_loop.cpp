// Tearing of a loop: a few unknowns are iterated, the others follow from them one by one.
#include <algorithm>

#include "causalise/passes.hpp"
#include "graph/tearing.hpp"
#include "symbolic/walk.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

bool varies_at_most(const Dae& dae, symbolic::NodeId node, std::span<const Operand> operands, Variability most) {
  return std::ranges::all_of(symbolic::slots_in_order(dae.shapes->pool(), node), [&](std::uint32_t slot) {
    const Operand operand = operands[slot];
    if (operand.kind() == Operand::Kind::literal) return true;
    return operand.is_variable() && dae.declaration(operand.variable()).variability <= most &&
           !is_free_parameter(dae, operand.variable());
  });
}

}  // namespace

bool cannot_vanish(const Dae& dae, symbolic::NodeId divisor, std::span<const Operand> operands) {
  const symbolic::Pool& pool = dae.shapes->pool();
  if (pool.is_constant(divisor)) return !pool.is_constant(divisor, 0);
  return varies_at_most(dae, divisor, operands, Variability::parameter);
}

namespace {

class LoopTearer {
 public:
  LoopTearer(const Dae& dae, Loop& loop) : dae_(dae), loop_(loop) {
    for (std::uint32_t u = 0; u < loop.unknowns.size(); ++u) number_.emplace_back(loop.unknowns[u], u);
    std::ranges::sort(number_);
  }

  void run(Tearing how) {
    build();
    Way plain{solvable_, wishes_, false}, marked = plain;
    follow_marks(marked);
    std::vector<Way*> ways;
    if (marked.marked) ways.push_back(&marked);
    if (!marked.marked || how == Tearing::if_cheapest) ways.push_back(&plain);
    const std::size_t factors = whole_operations();
    const Way* best = nullptr;
    for (Way* way : ways) {
      way->found = graph::tear(rows_, way->solvable, way->wishes);
      if (can_be_torn(*way) && (best == nullptr || torn_operations(*way) < torn_operations(*best))) best = way;
    }
    const ir::Loop::Costs costs{best != nullptr ? torn_operations(*best) : 0, factors};
    if (best != nullptr && (how == Tearing::if_cheapest ? costs.torn < factors : is_worth_it(*best, factors)))
      take(best->found);
    if (marked.marked || how == Tearing::if_cheapest) loop_.costs = costs;
  }

 private:
  /// One of the ways to tear: with the marks, or as if there were none.
  struct Way {
    std::vector<graph::Solvable> solvable;
    std::vector<graph::Tear> wishes;
    bool marked = false;  // somebody asked for it
    graph::Tearing found;
  };

  void take(const graph::Tearing& found) {
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

  // A dense matrix of the iterated unknowns takes the place of one of all.
  static bool can_be_torn(const Way& way) {
    constexpr std::size_t most_torn = 100, most_wished = 400;
    return way.found.columns.size() <= (way.marked ? most_wished : most_torn) && !way.found.order.empty();
  }
  [[nodiscard]] bool is_worth_it(const Way& way, std::size_t factors) const {
    return !loop_.linear || way.marked || torn_operations(way) < factors;
  }

  // Of one solution of a linear loop, beside its coefficients, which are computed in any case. What is torn goes twice
  // through its inner equations; the matrix is compared with the last one, and factored where it moves with the time.
  [[nodiscard]] std::size_t torn_operations(const Way& way) const {
    const std::size_t t = way.found.columns.size();
    const std::size_t entries = rows_.entries.size();
    return 2 * 2 * entries + entries + 2 * t * t + (moves_ ? 2 * t * entries + 2 * t * t * t / 3 : 0);
  }

  [[nodiscard]] std::size_t whole_operations() const {
    const std::size_t n = loop_.unknowns.size();
    const std::size_t entries = rows_.entries.size();
    if (n <= dense_loop_limit) return 3 * n * n + (moves_ ? 2 * n * n * n / 3 : 0);
    constexpr std::size_t usual_fill = 2;
    return 2 * usual_fill * entries + entries + (moves_ ? 4 * usual_fill * entries : 0);
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
        if (kind == symbolic::Incidence::absent) {
          if (is_marked(dae_, equation(row).shape, slot)) residues_.emplace_back(row, column);
          continue;
        }
        rows_.entries.push_back(column);
        solvable_.push_back(solvable(row, slot, kind));
        const auto moves = [&] {
          return !varies_at_most(dae_, dae_.shapes->partial(equation(row).shape, slot), operands,
                                 Variability::discrete);
        };
        moves_ = moves_ || !loop_.linear || moves();
      }
      rows_.end_row();
    }
    for (const VariableId unknown : loop_.unknowns) wishes_.push_back(wish(unknown));
  }

  // unknowns with a start value are good to iterate: something is known of them
  [[nodiscard]] graph::Tear wish(VariableId unknown) const {
    const Declaration& d = dae_.declaration(unknown);
    switch (d.tearing_select) {
      case StateSelect::never: return graph::Tear::never;
      case StateSelect::avoid: return graph::Tear::avoid;
      case StateSelect::prefer:
      case StateSelect::always: return graph::Tear::prefer;
      case StateSelect::automatic: break;
    }
    const Operand start = d.start.at(dae_.element_of(unknown));
    const bool literal = start.valid() && start.kind() == Operand::Kind::literal;
    const bool known = start.valid() && !(literal && dae_.literals[start.literal_index()] == 0);
    return known ? graph::Tear::known : graph::Tear::any;
  }

  // The equation of residue(x) determines no other unknown, and no other equation determines x; nor what is always
  // torn.
  void follow_marks(Way& way) const {
    std::vector<bool> torn(loop_.unknowns.size(), false), residual(loop_.equations.size(), false);
    for (const auto& [row, column] : residues_) torn[column] = residual[row] = true;
    for (std::size_t u = 0; u < loop_.unknowns.size(); ++u)
      if (dae_.declaration(loop_.unknowns[u]).tearing_select == StateSelect::always) torn[u] = true;
    for (std::size_t u = 0; u < loop_.unknowns.size(); ++u)
      if (torn[u]) way.wishes[u] = graph::Tear::prefer;
    way.marked = std::ranges::find(torn, true) != torn.end();
    for (std::uint32_t row = 0; row < rows_.size(); ++row)
      for (std::uint32_t k = rows_.starts[row]; k < rows_.starts[row + 1]; ++k)
        if (residual[row] || torn[rows_.entries[k]]) way.solvable[k] = graph::Solvable::no;
  }

  // A divisor that changes at events only may be zero in some of the modes: then all unknowns are solved for at once.
  [[nodiscard]] graph::Solvable solvable(std::uint32_t row, std::uint32_t slot, symbolic::Incidence kind) const {
    constexpr std::size_t longest =
        200;  // solutions of a sum for each of its terms grow with the square of their number
    if (kind == symbolic::Incidence::nonlinear || dae_.operands_of(equation(row)).size() > longest)
      return graph::Solvable::no;
    const auto& solution = dae_.shapes->solve(equation(row).shape, slot);
    if (!solution) return graph::Solvable::no;
    const auto operands = dae_.operands_of(equation(row));
    if (cannot_vanish(dae_, solution->divisor, operands)) return graph::Solvable::yes;
    const bool changes_at_events = loop_.linear && !dae_.shapes->pool().is_constant(solution->divisor) &&
                                   varies_at_most(dae_, solution->divisor, operands, Variability::discrete);
    return changes_at_events ? graph::Solvable::reluctantly : graph::Solvable::no;
  }

  const Dae& dae_;
  Loop& loop_;
  std::vector<std::pair<VariableId, std::uint32_t>> number_;
  graph::Rows rows_;
  std::vector<graph::Solvable> solvable_;
  std::vector<graph::Tear> wishes_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> residues_;  // equation and unknown of residue()
  bool moves_ = false;                                             // coefficients change between events
};

}  // namespace

void tear_loop(const Dae& dae, Loop& loop, Tearing how) {
  const bool real = std::ranges::all_of(
      loop.unknowns, [&](VariableId unknown) { return dae.declaration(unknown).base == BaseType::real; });
  if (loop.unknowns.size() > 1 && real) LoopTearer(dae, loop).run(how);
}

}  // namespace sunder::causalise
