#include "causalise/slice.hpp"

#include <algorithm>
#include <utility>

#include "graph/rows.hpp"

namespace sunder::causalise {

using namespace ir;

std::span<const VariableId> targets_of(const Section& section, const Block& block) {
  if (block.kind == Block::Kind::step) return {&section.steps[block.index].target, 1};
  return section.loops[block.index].unknowns;
}

std::span<const EquationId> equations_of(const Section& section, const Block& block) {
  if (block.kind == Block::Kind::step) return {&section.steps[block.index].equation, 1};
  return section.loops[block.index].equations;
}

namespace {

void append(Section& to, const Section& from, const Block& block) {
  if (block.kind == Block::Kind::step) {
    to.blocks.push_back({block.kind, static_cast<std::uint32_t>(to.steps.size())});
    to.steps.push_back(from.steps[block.index]);
  } else {
    to.blocks.push_back({block.kind, static_cast<std::uint32_t>(to.loops.size())});
    to.loops.push_back(from.loops[block.index]);
  }
}

}  // namespace

Slicer::Slicer(const Plan& plan)
    : plan_(plan),
      block_of_(plan.dae.variable_count, graph::none),
      reached_(plan.continuous.blocks.size(), false),
      varying_(plan.dae.variable_count, false) {
  for (std::uint32_t b = 0; b < plan.continuous.blocks.size(); ++b) {
    for (const VariableId target : targets_of(plan.continuous, plan.continuous.blocks[b]))
      block_of_[target.index()] = b;
  }
  discrete_.assign(plan.dae.held.empty() ? plan.continuous.blocks.size() : 0, false);
  if (plan.dae.held.empty()) return;
  for (const Block& block : plan.continuous.blocks) {
    discrete_.push_back(std::ranges::all_of(targets_of(plan.continuous, block), [&](VariableId target) {
      return plan.dae.declaration(target).variability == Variability::discrete;
    }));
  }
}

void Slicer::reach(VariableId variable) {
  const std::uint32_t block = block_of_[variable.index()];
  if (block == graph::none || reached_[block]) return;
  if (discrete_[block]) {
    given_.push_back(variable);
    return;
  }
  reached_[block] = true;
  found_.push_back(block);
}

bool Slicer::varies(const Block& block) const {
  return std::ranges::any_of(equations_of(plan_.continuous, block), [this](EquationId id) {
    const auto operands = plan_.dae.operands_of(plan_.dae.equations[id.index()]);
    return std::ranges::any_of(operands, [this](Operand operand) {
      if (operand.kind() == Operand::Kind::time) return time_varies_;
      return operand.is_variable() && varying_[operand.variable().index()];
    });
  });
}

void Slicer::reach_needs() {
  const Section& section = plan_.continuous;
  for (std::size_t i = 0; i < found_.size(); ++i) {
    for (const EquationId id : equations_of(section, section.blocks[found_[i]])) {
      for (const Operand operand : plan_.dae.operands_of(plan_.dae.equations[id.index()])) {
        if (operand.is_variable()) reach(operand.variable());
      }
    }
  }
  std::sort(found_.begin(), found_.end());
}

// What was found, and nothing is left behind for the next call but the marks of what varies.
Slice Slicer::collect() {
  const Section& section = plan_.continuous;
  Slice result;
  for (const std::uint32_t index : found_) {
    const Block& block = section.blocks[index];
    const bool again = varies(block);
    append(again ? result.varying : result.frozen, section, block);
    if (!again) continue;
    for (const VariableId target : targets_of(section, block)) varying_[target.index()] = true;
  }
  for (const std::uint32_t index : found_) {
    reached_[index] = false;
    for (const VariableId target : targets_of(section, section.blocks[index])) varying_[target.index()] = false;
  }
  std::sort(given_.begin(), given_.end());
  given_.erase(std::unique(given_.begin(), given_.end()), given_.end());
  result.discrete = std::move(given_);
  given_.clear();
  found_.clear();
  return result;
}

Slice Slicer::slice(std::span<const VariableId> wanted, std::span<const VariableId> varying,
                    std::span<const VariableId> given) {
  std::vector<std::uint32_t> blocks;  // of what is given: not to be found
  for (const VariableId variable : given) blocks.push_back(std::exchange(block_of_[variable.index()], graph::none));
  for (const VariableId variable : wanted) reach(variable);
  reach_needs();
  for (const VariableId variable : varying) varying_[variable.index()] = true;
  Slice result = collect();
  for (const VariableId variable : varying) varying_[variable.index()] = false;
  for (std::size_t i = 0; i < given.size(); ++i) block_of_[given[i].index()] = blocks[i];
  return result;
}

Section Slicer::moved_by_time(std::span<const VariableId> wanted, std::span<const VariableId> inputs,
                              std::span<const VariableId> given) {
  time_varies_ = true;
  Section moved = slice(wanted, inputs, given).varying;
  time_varies_ = false;
  return moved;
}

Slice slice(const Plan& plan, std::span<const VariableId> wanted, std::span<const VariableId> varying,
            std::span<const VariableId> given) {
  return Slicer(plan).slice(wanted, varying, given);
}

}  // namespace sunder::causalise
