// The blocks of the continuous section as text: what is solved alone, what together, and where that was written.
#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "causalise/passes.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

class BlockPrinter {
 public:
  explicit BlockPrinter(const Work& work)
      : dae_(work.plan.dae), section_(work.plan.continuous), idle_marks_(work.idle_marks) {}

  std::string run() {
    summary();
    std::size_t number = 0;
    for (const Block& block : section_.blocks) {
      text_ += std::to_string(++number) + ". ";
      block.kind == Block::Kind::step ? step(section_.steps[block.index]) : loop(section_.loops[block.index]);
    }
    name_idle_marks();
    return std::move(text_);
  }

 private:
  void summary() {
    std::map<std::size_t, std::size_t> sizes;
    for (const Loop& loop : section_.loops) ++sizes[loop.unknowns.size()];
    text_ += counted(section_.blocks.size(), "block") + ": " + counted(section_.steps.size(), "single equation") +
             " solved symbolically, " + counted(section_.loops.size(), "loop");
    if (!sizes.empty()) {
      std::vector<std::string> list;
      for (const auto& [size, count] : sizes) list.push_back(std::to_string(count) + " of " + std::to_string(size));
      text_ += " (" + enumerated(list) + ")";
    }
    text_ += "\n";
  }

  void step(const Step& step) { text_ += dae_.name_of(step.target) + " from " + equation(step.equation) + "\n"; }

  void loop(const Loop& loop) {
    text_ += std::string(loop.linear ? "linear" : "nonlinear") + " loop of " +
             counted(loop.unknowns.size(), "equation") + "\n";
    if (loop.elimination) {
      relaxed(loop);
      return;
    }
    const std::size_t iterated = loop.tearing_count();
    for (std::size_t i = 0; i < loop.equations.size(); ++i) {
      const bool torn = !loop.inner.empty() && i < iterated;
      text_ += std::string("   ") +
               (!torn         ? ""
                : loop.linear ? "torn "
                              : "iterated ") +
               dae_.name_of(loop.unknowns[i]) +
               (torn            ? ", residual of "
                : i >= iterated ? " from "
                                : ", one of ") +
               equation(loop.equations[i]) + "\n";
    }
    picture(loop);
  }

  // In the order of elimination.
  void relaxed(const Loop& loop) {
    const Elimination& plan = *loop.elimination;
    text_ += "   relaxed: " + counted(plan.block_count, "block") + " with " + counted(plan.patterns.size(), "pattern") +
             ", " + counted(plan.multiplications, "multiplication") + ", " + counted(plan.additions, "addition") +
             ", " + counted(plan.divisions, "division") + "; last block of " + std::to_string(plan.last_size) +
             (plan.iterated ? ", iterated" : "") + "\n";
    const std::size_t last = loop.unknowns.size() - plan.last_size;
    for (std::size_t i = 0; i < loop.unknowns.size(); ++i)
      text_ += "   " + dae_.name_of(loop.unknowns[i]) + (i < last ? " from " : ", last block, with ") +
               equation(loop.equations[i]) + "\n";
    picture(loop);
  }

  // Marks cost nothing where they do not help, but who wrote them wants to know.
  void name_idle_marks() {
    std::vector<std::string> idle;
    for (const IdleMark& mark : idle_marks_) idle.push_back(equation(mark.equation) + ": " + mark.why);
    constexpr std::size_t most_named = 10;
    for (std::size_t i = 0; i < std::min(most_named, idle.size()); ++i)
      text_ += "a mark that does not help, in " + idle[i] + "\n";
    if (idle.size() > most_named)
      text_ += "… and " + counted(idle.size() - most_named, "mark") + " more that do not help\n";
  }

  [[nodiscard]] std::string equation(EquationId id) const {
    const Equation& one = dae_.equations[id.index()];
    const Origin& origin = dae_.origins[one.origin.index()];
    return print(dae_, one) + (origin.path.empty() ? "" : " in " + origin.path) +
           (origin.rule.empty() ? "" : " (" + origin.rule + ")");
  }

  // Rows are the equations as listed, columns their unknowns: 'x' nonlinear, 'o' linear, '.' absent.
  void picture(const Loop& loop) {
    constexpr std::size_t largest = 60;
    if (loop.unknowns.size() > largest) return;
    std::map<VariableId, std::size_t> column;
    for (std::size_t i = 0; i < loop.unknowns.size(); ++i) column.emplace(loop.unknowns[i], i);
    for (const EquationId id : loop.equations) {
      const Equation& one = dae_.equations[id.index()];
      const auto operands = dae_.operands_of(one);
      std::string line(loop.unknowns.size(), '.');
      for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
        const auto at = operands[slot].is_variable() ? column.find(operands[slot].variable()) : column.end();
        if (at == column.end()) continue;
        const symbolic::Incidence kind = dae_.shapes->incidence(one.shape, slot);
        if (kind == symbolic::Incidence::absent) continue;
        line[at->second] = kind == symbolic::Incidence::nonlinear ? 'x' : 'o';
      }
      text_ += "   |" + line + "|\n";
    }
  }

  const Dae& dae_;
  const Section& section_;
  const std::vector<IdleMark>& idle_marks_;
  std::string text_;
};

}  // namespace

std::string print_blocks(const Work& work) { return BlockPrinter(work).run(); }

}  // namespace sunder::causalise
