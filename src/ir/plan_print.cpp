// Text of a plan for people, in the order of evaluation.
#include <algorithm>

#include "base/text.hpp"
#include "ir/plan.hpp"
#include "ir/print_rows.hpp"

namespace sunder::ir {

namespace {

std::string list(const Dae& dae, const std::vector<VariableId>& variables) {
  constexpr std::size_t shown = 8;
  std::string text;
  for (std::size_t i = 0; i < variables.size() && i < shown; ++i)
    text += (i == 0 ? "" : ", ") + dae.name_of(variables[i]);
  if (variables.size() > shown) text += ", … (" + std::to_string(variables.size() - shown) + " more)";
  return text;
}

std::string step_text(const Plan& plan, const Step& step) {
  const Equation& equation = plan.dae.equations[step.equation.index()];
  symbolic::ShapeTable& shapes = *plan.dae.shapes;
  const auto& solution = shapes.solve(equation.shape, step.slot);
  std::vector<std::string> names;
  for (const Operand operand : plan.dae.operands_of(equation)) names.push_back(name_of(plan.dae, operand));
  return plan.dae.name_of(step.target) +
         " := " + (solution ? symbolic::print(shapes.pool(), solution->value, names) : "(no solution)");
}

std::string loop_text(const Plan& plan, const Loop& loop) {
  constexpr std::size_t shown = 8;
  std::string text = std::string(loop.linear ? "linear" : "nonlinear") + " loop of " +
                     counted(loop.equations.size(), "equation") + " for " + list(plan.dae, loop.unknowns);
  if (!loop.inner.empty())
    text +=
        (loop.linear ? ", torn at " : ", iterating ") +
        list(plan.dae, {loop.unknowns.begin(), loop.unknowns.end() - static_cast<std::ptrdiff_t>(loop.inner.size())});
  if (loop.elimination) text += ", relaxed";
  for (std::size_t i = 0; i < loop.equations.size() && i < shown; ++i) {
    text += "\n    " + print(plan.dae, plan.dae.equations[loop.equations[i].index()]);
  }
  if (loop.equations.size() > shown)
    text += "\n    … (" + std::to_string(loop.equations.size() - shown) + " more equations)";
  return text;
}

void print_section(std::string& text, const Plan& plan, std::string_view title, const Section& section) {
  text += std::string(title) + ": " + counted(section.steps.size(), "step") + ", " +
          counted(section.loops.size(), "loop") + "\n";
  // Steps are alike when shape and solved slot are; loops are alike when they have the same size and linearity.
  const auto kind = [&](std::size_t i) -> std::uint64_t {
    const Block& block = section.blocks[i];
    if (block.kind == Block::Kind::loop) {
      const Loop& loop = section.loops[block.index];
      return (1ULL << 63U) | (std::uint64_t{loop.equations.size()} << 1U) | (loop.linear ? 1U : 0U);
    }
    const Step& step = section.steps[block.index];
    return (std::uint64_t{plan.dae.equations[step.equation.index()].shape.value} << 31U) | step.slot;
  };
  print_rows(text, 0, section.blocks.size(), kind, [&](std::size_t i) {
    const Block& block = section.blocks[i];
    return block.kind == Block::Kind::step ? step_text(plan, section.steps[block.index])
                                           : loop_text(plan, section.loops[block.index]);
  });
}

}  // namespace

std::string print(const Plan& plan) {
  const auto algebraic = std::ranges::count(plan.addresses, Space::work, &Address::space);
  std::string text = "plan " + plan.dae.name + ": " + counted(plan.states.size(), "state") + ", " +
                     counted(static_cast<std::size_t>(algebraic), "algebraic variable") + ", " +
                     counted(plan.parameter_count, "parameter") + ", " +
                     counted(plan.aliases.size(), "alias", "aliases") + ", index " + std::to_string(plan.index) + "\n";
  if (!plan.states.empty()) text += "states: " + list(plan.dae, plan.states) + "\n";
  if (!plan.aliases.empty()) text += "aliases\n";
  print_rows(
      text, 0, plan.aliases.size(),
      [&](std::size_t i) -> std::uint64_t { return plan.dae.declaration_of(plan.aliases[i].variable).value; },
      [&](std::size_t i) {
        const Alias& alias = plan.aliases[i];
        return plan.dae.name_of(alias.variable) + " = " + (alias.negated ? "-" : "") + name_of(plan.dae, alias.target);
      });
  print_section(text, plan, "initial", plan.initial);
  print_section(text, plan, "continuous", plan.continuous);
  return text;
}

}  // namespace sunder::ir
