// Pass: blocks in topological order. A block of one equation is solved symbolically when nothing can go wrong.
#include <algorithm>
#include <unordered_set>

#include "base/codes.hpp"
#include "causalise/passes.hpp"
#include "causalise/relax_loop.hpp"
#include "ir/brief.hpp"
#include "symbolic/walk.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

// The rows that each row needs first: those matched to the unknowns it reads.
graph::Rows needed_rows(const System& system) {
  graph::Rows needs;
  needs.starts.reserve(system.incidence.starts.size());
  needs.entries.reserve(system.incidence.entries.size());
  for (std::uint32_t row = 0; row < system.incidence.size(); ++row) {
    for (const std::uint32_t column : system.incidence[row]) {
      const std::uint32_t definer = system.matching.row_of_column[column];
      if (definer != row) needs.entries.push_back(definer);
    }
    needs.end_row();
  }
  return needs;
}

class SectionMaker {
 public:
  SectionMaker(const Dae& dae, const System& system, const std::vector<std::uint32_t>& column_of,
               std::size_t iterate_above, std::vector<IdleMark>* idle)
      : dae_(dae),
        system_(system),
        column_of_(column_of),
        in_loop_(system.unknowns.size(), false),
        marks_(dae),
        iterate_above_(iterate_above),
        idle_(idle) {}

  Section make() {
    const graph::Components blocks = graph::strong_components(needed_rows(system_));
    section_.blocks.reserve(blocks.members.size());
    section_.steps.reserve(blocks.members.size());  // most blocks are steps
    const auto relaxed = relaxed_components(dae_, system_, column_of_, blocks, marks_);
    if (!relaxed) {
      for (std::uint32_t b = 0; b < blocks.members.size(); ++b) make_block(blocks.members[b]);
      look_outside_of_loops();
      return std::move(section_);
    }
    for (std::uint32_t r = 0; r < relaxed->members.size(); ++r) {
      const auto rows = relaxed->members[r];
      if (rows.size() > 1 && make_relaxed(rows)) continue;
      std::vector<std::uint32_t> own;
      for (const std::uint32_t row : rows) own.push_back(blocks.of_node[row]);
      std::ranges::sort(own);
      own.erase(std::unique(own.begin(), own.end()), own.end());
      const bool any_loop = std::ranges::any_of(own, [&](std::uint32_t b) { return blocks.members[b].size() > 1; });
      if (own.size() > 1 && any_loop && make_torn(rows)) continue;
      for (const std::uint32_t b : own) make_block(blocks.members[b]);
    }
    look_outside_of_loops();
    return std::move(section_);
  }

 private:
  const Equation& equation(std::uint32_t row) const { return dae_.equations[system_.equations[row].index()]; }

  std::uint32_t slot_of(std::uint32_t row, VariableId variable) const {
    const auto operands = dae_.operands_of(equation(row));
    return static_cast<std::uint32_t>(std::ranges::find(operands, Operand::of(variable)) - operands.begin());
  }

  void make_block(std::span<const std::uint32_t> rows) {
    if (rows.size() > 1 || !make_step(rows[0])) make_loop(rows);
  }

  void look_outside_of_loops() {
    if (idle_ == nullptr) return;
    std::unordered_set<EquationId> told;
    for (const IdleMark& mark : *idle_) told.insert(mark.equation);
    for (const Step& step : section_.steps)
      if (marks_.of(dae_.equations[step.equation.index()].shape).relaxes && !told.contains(step.equation))
        idle_->push_back({step.equation, "stands in no loop"});
  }

  void add_idle(std::span<const std::uint32_t> rows, const std::string& why) {
    if (idle_ == nullptr) return;
    for (const std::uint32_t row : rows)
      if (marks_.of(equation(row).shape).relaxes) idle_->push_back({system_.equations[row], why});
  }

  bool make_relaxed(std::span<const std::uint32_t> rows) {
    std::string why;
    std::optional<Loop> loop = relax_loop(dae_, system_, rows, all_linear(rows), marks_, iterate_above_, why);
    if (!loop) {
      add_idle(rows, why);
      return false;
    }
    section_.blocks.push_back({Block::Kind::loop, static_cast<std::uint32_t>(section_.loops.size())});
    section_.loops.push_back(std::move(*loop));
    return true;
  }

  [[nodiscard]] bool relaxes(std::span<const std::uint32_t> rows) {
    return std::ranges::any_of(rows, [this](std::uint32_t row) { return marks_.of(equation(row).shape).relaxes; });
  }

  // What residue() alone pulls into one loop, if that is torn then.
  bool make_torn(std::span<const std::uint32_t> rows) {
    if (relaxes(rows)) return false;
    Loop loop = loop_of(rows);
    tear_loop(dae_, loop, Tearing::as_wished);
    if (loop.inner.empty()) return false;
    section_.blocks.push_back({Block::Kind::loop, static_cast<std::uint32_t>(section_.loops.size())});
    section_.loops.push_back(std::move(loop));
    return true;
  }

  bool make_step(std::uint32_t row) {
    const VariableId target = system_.unknowns[system_.matching.column_of_row[row]];
    const std::uint32_t slot = slot_of(row, target);
    const auto& solution = dae_.shapes->solve(equation(row).shape, slot);
    if (!solution || !cannot_vanish(dae_, solution->divisor, dae_.operands_of(equation(row)))) return false;
    section_.blocks.push_back({Block::Kind::step, static_cast<std::uint32_t>(section_.steps.size())});
    section_.steps.push_back({system_.equations[row], slot, target});
    return true;
  }

  Loop loop_of(std::span<const std::uint32_t> rows) {
    Loop loop;
    for (const std::uint32_t row : rows) {
      const std::uint32_t column = system_.matching.column_of_row[row];
      loop.equations.push_back(system_.equations[row]);
      loop.unknowns.push_back(system_.unknowns[column]);
    }
    loop.linear = all_linear(rows);
    return loop;
  }

  void make_loop(std::span<const std::uint32_t> rows) {
    Loop loop = loop_of(rows);
    // residue() beside relax() speaks of an order that did not come about
    tear_loop(dae_, loop, relaxes(rows) ? Tearing::if_cheapest : Tearing::as_wished);
    section_.blocks.push_back({Block::Kind::loop, static_cast<std::uint32_t>(section_.loops.size())});
    section_.loops.push_back(std::move(loop));
  }

  bool all_linear(std::span<const std::uint32_t> rows) {
    for (const std::uint32_t row : rows) in_loop_[system_.matching.column_of_row[row]] = true;
    const bool linear = std::ranges::all_of(rows, [this](std::uint32_t row) { return is_linear(row); });
    for (const std::uint32_t row : rows) in_loop_[system_.matching.column_of_row[row]] = false;
    return linear;
  }

  bool is_loop_unknown(Operand operand) const {
    if (!operand.is_variable()) return false;
    const std::uint32_t column = column_of_[operand.variable().index()];
    return column != graph::none && in_loop_[column];
  }

  // Linear in every unknown of the loop, with coefficients that hold none of them (x*y is linear in each only).
  bool is_linear(std::uint32_t row) {
    symbolic::ShapeTable& shapes = *dae_.shapes;
    const ShapeId shape = equation(row).shape;
    const auto operands = dae_.operands_of(equation(row));
    for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
      if (!is_loop_unknown(operands[slot])) continue;
      const auto kind = shapes.incidence(shape, slot);
      if (kind == symbolic::Incidence::nonlinear) return false;
      if (kind != symbolic::Incidence::linear) continue;
      const auto slots = symbolic::slots_in_order(shapes.pool(), shapes.partial(shape, slot));
      if (std::ranges::any_of(slots, [&](std::uint32_t k) { return is_loop_unknown(operands[k]); })) return false;
    }
    return true;
  }

  const Dae& dae_;
  const System& system_;
  const std::vector<std::uint32_t>& column_of_;
  std::vector<bool> in_loop_;  // by column
  Marks marks_;
  std::size_t iterate_above_;
  std::vector<IdleMark>* idle_;
  Section section_;
};

}  // namespace

Section make_section(const Dae& dae, const System& system, const std::vector<std::uint32_t>& column_of,
                     std::size_t iterate_above, std::vector<IdleMark>* idle) {
  return SectionMaker(dae, system, column_of, iterate_above, idle).make();
}

namespace {

// Newton's method finds numbers, not truths.
void refuse_discrete_loops(Work& work) {
  const Dae& dae = work.dae();
  for (const Loop& loop : work.plan.continuous.loops) {
    const auto whole =
        std::ranges::find_if(loop.unknowns, [&](VariableId v) { return dae.declaration(v).base != BaseType::real; });
    if (whole == loop.unknowns.end()) continue;
    Diagnostic& error = work.diagnostics.error(
        Code::E0410, dae.declaration(*whole).span,
        "'" + dae.name_of(*whole) + "' depends on itself within one instant, and it is no real number");
    constexpr std::size_t most_named = 10;
    for (std::size_t i = 0; i < std::min(most_named, loop.equations.size()); ++i) {
      const Equation& equation = dae.equations[loop.equations[i].index()];
      error.notes.push_back({"by way of " + brief(dae, equation), dae.origins[equation.origin.index()].span});
    }
    error.help = "pre() breaks the circle: it reads the value before the event";
  }
}

}  // namespace

void order(Work& work) {
  std::vector<std::uint32_t> column_of(work.dae().variable_count, graph::none);
  for (std::uint32_t column = 0; column < work.continuous.unknowns.size(); ++column) {
    column_of[work.continuous.unknowns[column].index()] = column;
  }
  work.plan.continuous = make_section(work.dae(), work.continuous, column_of, work.iterate_above, &work.idle_marks);
  refuse_discrete_loops(work);
  refuse_singular_loops(work);
  report_tearing_marks(work);
  work.continuous.incidence = {};  // only the matching is needed from here on
}

}  // namespace sunder::causalise
