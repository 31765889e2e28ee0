#include "causalise/relax_loop.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "causalise/eliminate.hpp"
#include "causalise/passes.hpp"
#include "causalise/zero_factors.hpp"
#include "graph/components.hpp"
#include "symbolic/walk.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

const Equation& equation_at(const Dae& dae, const System& system, std::uint32_t row) {
  return dae.equations[system.equations[row].index()];
}

class RelaxedLoop {
 public:
  RelaxedLoop(const Dae& dae, const System& system, std::span<const std::uint32_t> rows, Marks& marks)
      : dae_(dae), shapes_(*dae.shapes), system_(system), rows_(rows.begin(), rows.end()), marks_(marks) {
    std::ranges::sort(rows_);
    for (const std::uint32_t row : rows_) unknowns_.push_back(system.unknowns[system.matching.column_of_row[row]]);
    std::ranges::sort(unknowns_);
  }

  std::optional<Loop> run(bool linear, std::size_t iterate_above, std::string& why) {
    why = build(linear);
    if (!why.empty()) return std::nullopt;
    std::optional<FixedElimination> found =
        eliminate(marked_, coefficients_, graph::relaxed_order(marked_), iterate_above, why);
    if (!found) return std::nullopt;
    count_operations(found->plan, linear);
    const Loop::Costs others = costs_of_others(linear);
    const bool torn = others.torn > 0 && others.torn < others.factors;
    if (!found->plan.iterated && found->plan.operations >= (torn ? others.torn : others.factors)) {
      why = torn ? "tearing its loop is less work" : "factors of its loop with pivots are less work";
      return std::nullopt;
    }
    Loop loop;
    loop.linear = linear;
    loop.costs = others;
    for (const std::uint32_t row : found->rows) loop.equations.push_back(system_.equations[rows_[row]]);
    for (const std::uint32_t column : found->columns) loop.unknowns.push_back(unknowns_[column]);
    loop.elimination = std::make_shared<const Elimination>(std::move(found->plan));
    return loop;
  }

 private:
  [[nodiscard]] std::uint32_t column_of(Operand operand) const {
    if (!operand.is_variable()) return graph::none;
    const auto at = std::ranges::lower_bound(unknowns_, operand.variable());
    return at != unknowns_.end() && *at == operand.variable() ? static_cast<std::uint32_t>(at - unknowns_.begin())
                                                              : graph::none;
  }

  // Empty, or why there is nothing to relax.
  const char* build(bool linear) {
    if (std::ranges::any_of(unknowns_, [&](VariableId v) { return dae_.declaration(v).base != BaseType::real; }))
      return "an unknown of its loop is no real number";
    bool any = false;
    marked_.column_count = static_cast<std::uint32_t>(unknowns_.size());
    for (const std::uint32_t row : rows_) {
      const Equation& equation = equation_at(dae_, system_, row);
      const ShapeMarks& marks = marks_.of(equation.shape);
      const auto operands = dae_.operands_of(equation);
      std::vector<bool> unknown(operands.size(), false);
      for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
        const std::uint32_t column = column_of(operands[slot]);
        if (column == graph::none) continue;
        const symbolic::Incidence kind = shapes_.incidence(equation.shape, slot);
        if (kind == symbolic::Incidence::absent) continue;
        unknown[slot] = true;
        marked_.rows.entries.push_back(column);
        marked_.marked.push_back(marks.relaxed[slot]);
        any = any || marks.relaxed[slot];
        coefficients_.unit.push_back(unit(equation.shape, slot, kind));
        marked_.unit.push_back(coefficients_.unit.back() != 0);
        coefficients_.sure.push_back(coefficients_.unit.back() != 0 ||
                                     (is_not_zero(row, operands[slot].variable()) &&
                                      never_vanishes(shapes_.partial(equation.shape, slot), operands)));
        if (coefficients_.unit.back() != 0) continue;
        moves_ = moves_ || moves(equation, slot);
      }
      marked_.rows.end_row();
      marked_.cut.push_back(marks.relaxes);
      marked_.instance.push_back(marks_.instance_of(equation));
      marked_.residue.push_back(graph::none);
      for (const std::uint32_t slot : marks.residues)
        if (column_of(operands[slot]) != graph::none) marked_.residue.back() = column_of(operands[slot]);
      coefficients_.zero_right.push_back(linear && has_only_unknowns(equation, unknown));
    }
    return any ? "" : "what it marks is no unknown of its loop";
  }

  // With the values that the model's text gives its parameters.
  [[nodiscard]] bool is_not_zero(std::uint32_t row, VariableId unknown) const {
    return !marks_.nonzero || std::ranges::any_of((*marks_.nonzero)[row], [&](std::uint32_t column) {
      return system_.unknowns[column] == unknown;
    });
  }

  // In no mode: of what is chosen at events, neither can.
  [[nodiscard]] bool never_vanishes(symbolic::NodeId node, std::span<const Operand> operands) const {
    const symbolic::Pool& pool = shapes_.pool();
    const auto children = pool.children(node);
    switch (pool[node].op) {
      case symbolic::Op::select:
      case symbolic::Op::choose: return never_vanishes(children[1], operands) && never_vanishes(children[2], operands);
      case symbolic::Op::negate: return never_vanishes(children[0], operands);
      default: return cannot_vanish(dae_, node, operands);
    }
  }

  [[nodiscard]] std::int8_t unit(ShapeId shape, std::uint32_t slot, symbolic::Incidence kind) {
    if (kind != symbolic::Incidence::linear_constant) return 0;
    const symbolic::NodeId partial = shapes_.partial(shape, slot);
    if (shapes_.pool().is_constant(partial, 1)) return 1;
    return shapes_.pool().is_constant(partial, -1) ? -1 : 0;
  }

  [[nodiscard]] bool moves(const Equation& equation, std::uint32_t slot) {
    const auto operands = dae_.operands_of(equation);
    return std::ranges::any_of(symbolic::slots_in_order(shapes_.pool(), shapes_.partial(equation.shape, slot)),
                               [&](std::uint32_t k) {
                                 return operands[k].kind() == Operand::Kind::time ||
                                        (operands[k].is_variable() &&
                                         dae_.declaration(operands[k].variable()).variability > Variability::discrete);
                               });
  }

  // Where all unknowns of the loop are zero, both sides are.
  bool has_only_unknowns(const Equation& equation, const std::vector<bool>& unknown) {
    const auto [at, fresh] = only_unknowns_.try_emplace({equation.shape, unknown}, false);
    if (!fresh) return at->second;
    symbolic::Pool& pool = shapes_.pool();
    std::vector<symbolic::NodeId> replacements;
    for (std::uint32_t slot = 0; slot < unknown.size(); ++slot)
      replacements.push_back(unknown[slot] ? pool.constant(0) : pool.slot(slot));
    const symbolic::NodeId rest = pool.substitute(shapes_.root(equation.shape), replacements);
    at->second = pool.is_constant(rest, 0) || pool[rest].op == symbolic::Op::residue;
    return at->second;
  }

  // Beside tearing, or factors with pivots, of the same equations.
  void count_operations(Elimination& plan, bool linear) const {
    const std::size_t entries = marked_.rows.entries.size();
    std::size_t operations = (moves_ || !linear ? plan.arithmetic() : plan.solution_arithmetic) + entries;
    const std::size_t last = plan.last_size;
    if (plan.last_dense())
      operations += 2 * last * last + (moves_ ? 2 * last * last * last / 3 : 0);
    else
      operations += sparse_operations(plan.last.size());
    plan.operations = operations;
  }

  [[nodiscard]] std::size_t sparse_operations(std::size_t entries) const {
    constexpr std::size_t usual_fill = 2;
    return 2 * usual_fill * entries + entries + (moves_ ? 4 * usual_fill * entries : 0);
  }

  // Large loops have too many unknowns to be torn.
  [[nodiscard]] Loop::Costs costs_of_others(bool linear) const {
    constexpr std::size_t largest_torn = 2000;
    if (rows_.size() > largest_torn) return {0, sparse_operations(marked_.rows.entries.size())};
    Loop plain;
    plain.linear = linear;
    for (const std::uint32_t row : rows_) {
      plain.equations.push_back(system_.equations[row]);
      plain.unknowns.push_back(system_.unknowns[system_.matching.column_of_row[row]]);
    }
    tear_loop(dae_, plain, Tearing::if_cheapest);
    return plain.costs;
  }

  const Dae& dae_;
  symbolic::ShapeTable& shapes_;
  const System& system_;
  std::vector<std::uint32_t> rows_;
  std::vector<VariableId> unknowns_;
  Marks& marks_;
  graph::MarkedRows marked_;
  Coefficients coefficients_;
  std::map<std::pair<ShapeId, std::vector<bool>>, bool> only_unknowns_;
  bool moves_ = false;  // coefficients change between events
};

/// Rows that belong into one component, both ways.
using Ties = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// A cut is matched as a whole. Where one of its rows is solved for what it relaxes (a force of a loop that moves one of
// the cut's sides only), that row would leave the loop by itself, and its unknown would take the place of another one,
// whose coefficient may vanish: it stays with the others.
Ties tie_turned_rows(const Dae& dae, const System& system, const graph::Matching& matching,
                     const graph::Components& blocks, const std::vector<std::uint32_t>& instances, Marks& marks) {
  std::unordered_map<std::uint32_t, std::uint32_t> inside;      // by instance: one of its marked rows in a loop
  std::vector<std::pair<std::uint32_t, std::uint32_t>> turned;  // with their instance
  for (std::uint32_t row = 0; row < system.equations.size(); ++row) {
    const Equation& equation = equation_at(dae, system, row);
    const ShapeMarks& found = marks.of(equation.shape);
    if (!found.relaxes) continue;
    const std::uint32_t instance = marks.instance_of(equation);
    if (!std::ranges::binary_search(instances, instance)) continue;
    if (blocks.members[blocks.of_node[row]].size() > 1) {
      inside.try_emplace(instance, row);
      continue;
    }
    const auto operands = dae.operands_of(equation);
    const Operand solved = Operand::of(system.unknowns[matching.column_of_row[row]]);
    const auto slot = std::ranges::find(operands, solved) - operands.begin();
    if (static_cast<std::size_t>(slot) < operands.size() && found.relaxed[static_cast<std::size_t>(slot)])
      turned.emplace_back(row, instance);
  }
  Ties ties;
  for (const auto& [row, instance] : turned) {
    const auto at = inside.find(instance);
    if (at == inside.end()) continue;
    ties.emplace_back(row, at->second);
    ties.emplace_back(at->second, row);
  }
  std::ranges::sort(ties);
  return ties;
}

}  // namespace

namespace {

void make_set(std::vector<std::uint32_t>& numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

// Components with relax() in a loop; and those without any but with residue(): their equation would determine
// something else, and leave the loop that the unknown is to be iterated in.
std::vector<std::uint32_t> instances_in_loops(const Dae& dae, const System& system,
                                              const std::vector<std::uint32_t>& column_of,
                                              const graph::Components& blocks, Marks& marks) {
  std::vector<std::uint32_t> relaxing, pulling, found;
  for (std::uint32_t row = 0; row < system.equations.size(); ++row) {
    const Equation& equation = equation_at(dae, system, row);
    const ShapeMarks& own = marks.of(equation.shape);
    if (own.relaxes) {
      relaxing.push_back(marks.instance_of(equation));
      if (blocks.members[blocks.of_node[row]].size() > 1) found.push_back(relaxing.back());
    }
    for (const std::uint32_t slot : own.residues) {
      const Operand operand = dae.operands_of(equation)[slot];
      const std::uint32_t column = operand.is_variable() ? column_of[operand.variable().index()] : graph::none;
      if (column != graph::none) pulling.push_back(marks.instance_of(equation));
    }
  }
  make_set(relaxing);
  std::erase_if(pulling, [&](std::uint32_t one) { return std::ranges::binary_search(relaxing, one); });
  found.insert(found.end(), pulling.begin(), pulling.end());
  make_set(found);
  return found;
}

}  // namespace

std::optional<graph::Components> relaxed_components(const Dae& dae, const System& system,
                                                    const std::vector<std::uint32_t>& column_of,
                                                    const graph::Components& blocks, Marks& marks) {
  const std::vector<std::uint32_t> instances = instances_in_loops(dae, system, column_of, blocks, marks);
  if (instances.empty()) return std::nullopt;
  marks.nonzero = without_zero_factors(dae, system, column_of);
  // an unknown of residue() is found by its own equation, if there is a choice
  graph::Rows with_residues;
  graph::Matching start{std::vector(system.equations.size(), graph::none),
                        std::vector(system.unknowns.size(), graph::none), 0};
  for (std::uint32_t row = 0; row < system.incidence.size(); ++row) {
    const auto own = system.incidence[row];
    with_residues.entries.insert(with_residues.entries.end(), own.begin(), own.end());
    const Equation& equation = equation_at(dae, system, row);
    const ShapeMarks& found = marks.of(equation.shape);
    if (!found.residues.empty() && std::ranges::binary_search(instances, marks.instance_of(equation))) {
      for (const std::uint32_t slot : found.residues) {
        const Operand operand = dae.operands_of(equation)[slot];
        const std::uint32_t column = operand.is_variable() ? column_of[operand.variable().index()] : graph::none;
        if (column == graph::none) continue;
        if (std::ranges::find(own, column) == own.end()) with_residues.entries.push_back(column);
        if (start.column_of_row[row] != graph::none || start.row_of_column[column] != graph::none) continue;
        start.column_of_row[row] = column;
        start.row_of_column[column] = row;
        ++start.size;
      }
    }
    with_residues.end_row();
  }
  const graph::Matching matching =
      graph::maximum_matching(with_residues, static_cast<std::uint32_t>(system.unknowns.size()), std::move(start));
  const Ties ties = tie_turned_rows(dae, system, matching, blocks, instances, marks);
  graph::Rows needs;
  for (std::uint32_t row = 0; row < with_residues.size(); ++row) {
    for (const std::uint32_t column : with_residues[row])
      if (matching.row_of_column[column] != row) needs.entries.push_back(matching.row_of_column[column]);
    const auto [first, last] = std::ranges::equal_range(ties, row, {}, &Ties::value_type::first);
    for (const auto& tie : std::ranges::subrange(first, last)) needs.entries.push_back(tie.second);
    needs.end_row();
  }
  return graph::strong_components(needs);
}

std::optional<Loop> relax_loop(const Dae& dae, const System& system, std::span<const std::uint32_t> rows, bool linear,
                               Marks& marks, std::size_t iterate_above, std::string& why) {
  const bool has_marks = std::ranges::any_of(
      rows, [&](std::uint32_t row) { return marks.of(equation_at(dae, system, row).shape).relaxes; });
  return has_marks ? RelaxedLoop(dae, system, rows, marks).run(linear, iterate_above, why) : std::nullopt;
}

}  // namespace sunder::causalise
