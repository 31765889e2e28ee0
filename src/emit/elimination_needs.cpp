#include "emit/elimination_needs.hpp"

#include <algorithm>

namespace sunder::emit {

using ir::Elimination;

EliminationNeeds::EliminationNeeds(const Elimination& plan, std::vector<bool> needed)
    : plan_(plan), of_(plan.patterns.size()) {
  if (needed.empty()) return;
  for (std::size_t p = 0; p < of_.size(); ++p) {
    const Elimination::Pattern& pattern = plan.patterns[p];
    for (std::uint32_t i = 0; i < pattern.operations.size(); ++i)
      if (pattern.operations[i].is_input()) of_[p].inputs.push_back(i);
    of_[p].pivots.assign(pattern.pivots.size(), false);
    of_[p].stored.assign(pattern.outputs.size(), false);
  }
  find_pivots(std::move(needed));
  saves_ = std::ranges::any_of(
      of_, [](const OfPattern& of) { return std::ranges::find(of.pivots, false) != of.pivots.end(); });
  if (!saves_) return;
  find_at_hand();
  find_stored();
}

EliminationNeeds::Operands EliminationNeeds::operands_of(const Elimination::Chunk& chunk) const {
  const Elimination::Pattern& pattern = plan_.patterns[chunk.pattern];
  const std::uint32_t* inputs = plan_.operands.data() + chunk.operands_begin;
  const std::uint32_t* outputs = inputs + of_[chunk.pattern].inputs.size();
  const std::uint32_t* solution = outputs + pattern.outputs.size();
  return {inputs, outputs, solution, solution + pattern.solution_operands.size()};
}

// An unknown that is needed needs those of its row that come later. What one chunk needs, all of its pattern compute:
// so this goes on until no pattern needs more.
void EliminationNeeds::find_pivots(std::vector<bool> needed) {
  for (bool more = true; more;) {
    more = false;
    for (const Elimination::Chunk& chunk : plan_.chunks) {
      const std::uint32_t* vector = operands_of(chunk).vector;
      const auto& pivots = plan_.patterns[chunk.pattern].pivots;
      std::vector<bool>& own = of_[chunk.pattern].pivots;
      for (std::size_t k = 0; k < pivots.size(); ++k) {
        if (!own[k] && !needed[vector[pivots[k].at]]) continue;
        more = more || !own[k];
        own[k] = true;
        for (const Elimination::Pivot::Term& term : pivots[k].right) needed[vector[term.at]] = true;
      }
    }
  }
}

void EliminationNeeds::find_at_hand() {
  std::vector<bool> seen(of_.size(), false);
  for (const Elimination::Chunk& chunk : plan_.chunks) {
    OfPattern& own = of_[chunk.pattern];
    const auto count = static_cast<std::uint32_t>(plan_.patterns[chunk.pattern].solution_operands.size());
    if (!seen[chunk.pattern]) own.at_hand.assign(count, nowhere);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t source = source_of(chunk, i);
      own.at_hand[i] = !seen[chunk.pattern] || own.at_hand[i] == source ? source : nowhere;
    }
    seen[chunk.pattern] = true;
  }
}

std::uint32_t EliminationNeeds::source_of(const Elimination::Chunk& chunk, std::uint32_t operand) const {
  const Elimination::Pattern& pattern = plan_.patterns[chunk.pattern];
  const std::vector<std::uint32_t>& inputs = of_[chunk.pattern].inputs;
  const Operands at = operands_of(chunk);
  const Elimination::Operation::Kind kind = pattern.solution_operands[operand];
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (pattern.operations[inputs[i]].kind == kind && at.inputs[i] == at.solution[operand]) return inputs[i];
  for (std::size_t j = 0; kind == Elimination::Operation::Kind::factor && j < pattern.outputs.size(); ++j)
    if (at.outputs[j] == at.solution[operand]) return pattern.outputs[j];
  return nowhere;
}

void EliminationNeeds::find_stored() {
  std::vector<bool> read(plan_.factor_count, false);
  std::fill_n(read.begin(), plan_.guard_count, true);
  for (const Elimination::LastEntry& entry : plan_.last)
    if (!entry.unit && entry.kind == Elimination::Operation::Kind::factor) read[entry.index] = true;
  for (const Elimination::Chunk& chunk : plan_.chunks) {
    const Elimination::Pattern& pattern = plan_.patterns[chunk.pattern];
    const OfPattern& own = of_[chunk.pattern];
    const Operands at = operands_of(chunk);
    for (std::size_t i = 0; i < own.inputs.size(); ++i)
      if (pattern.operations[own.inputs[i]].kind == Elimination::Operation::Kind::factor) read[at.inputs[i]] = true;
    const auto note = [&](Elimination::Number number) {
      if (!number.is_unit() && pattern.solution_operands[number.value] == Elimination::Operation::Kind::factor)
        read[at.solution[number.value]] = true;
    };
    const auto note_far = [&](Elimination::Number number) {
      if (!number.is_unit() && own.at_hand[number.value] == nowhere) note(number);
    };
    for (std::size_t k = 0; k < pattern.pivots.size(); ++k) {
      note_far(pattern.pivots[k].scale);
      for (const auto& term : pattern.pivots[k].below) note_far(term.factor);
      for (const auto& term : pattern.pivots[k].right)
        if (own.pivots[k]) note(term.factor);
    }
  }
  for (const Elimination::Chunk& chunk : plan_.chunks) {
    const Operands at = operands_of(chunk);
    std::vector<bool>& stored = of_[chunk.pattern].stored;
    for (std::size_t j = 0; j < stored.size(); ++j) stored[j] = stored[j] || read[at.outputs[j]];
  }
}

}  // namespace sunder::emit
