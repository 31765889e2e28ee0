#include "causalise/dependencies.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "causalise/slice.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

// Sorted lists in one array; equal neighbours share (an assignment with one varying operand has its operand's list).
class Lists {
 public:
  struct List {
    std::size_t begin = 0;
    std::uint32_t count = 0;
  };

  List single(std::uint32_t value) {
    const std::size_t begin = values_.size();
    values_.push_back(value);
    return {begin, 1};
  }

  // Unions by sorting the concatenation: linear in practice, for any number of parts.
  List unite(std::span<const List> parts) {
    if (parts.empty()) return {};
    if (parts.size() == 1) return parts[0];
    merged_.clear();
    for (const List& part : parts) {
      const auto values = (*this)[part];
      merged_.insert(merged_.end(), values.begin(), values.end());
    }
    std::sort(merged_.begin(), merged_.end());
    merged_.erase(std::unique(merged_.begin(), merged_.end()), merged_.end());
    for (const List& part : parts) {
      if (part.count == merged_.size()) return part;
    }
    const std::size_t begin = values_.size();
    values_.insert(values_.end(), merged_.begin(), merged_.end());
    return {begin, static_cast<std::uint32_t>(merged_.size())};
  }

  [[nodiscard]] std::span<const std::uint32_t> operator[](List list) const {
    return std::span(values_).subspan(list.begin, list.count);
  }

 private:
  std::vector<std::uint32_t> values_;
  std::vector<std::uint32_t> merged_;
};

}  // namespace

graph::Rows jacobian_pattern(const Plan& plan, const Section& section, std::span<const std::uint32_t> wanted_states,
                             std::span<const std::uint32_t> varying_states) {
  Lists lists;
  std::unordered_map<VariableId, Lists::List> list_of;  // only what varies: a slice may be small in a large plan
  for (std::uint32_t i = 0; i < varying_states.size(); ++i) list_of[plan.states[varying_states[i]]] = lists.single(i);
  std::vector<Lists::List> parts;
  for (const Block& block : section.blocks) {
    parts.clear();
    for (const EquationId id : equations_of(section, block)) {
      const Equation& equation = plan.dae.equations[id.index()];
      const auto operands = plan.dae.operands_of(equation);
      for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
        if (!operands[slot].is_variable()) continue;
        const auto at = list_of.find(operands[slot].variable());
        if (at == list_of.end()) continue;
        if (plan.dae.shapes->incidence(equation.shape, slot) != symbolic::Incidence::absent)
          parts.push_back(at->second);
      }
    }
    const Lists::List united = lists.unite(parts);
    if (united.count == 0) continue;
    for (const VariableId target : targets_of(section, block)) list_of[target] = united;
  }
  graph::Rows pattern;
  for (const std::uint32_t state : wanted_states) {
    const auto at = list_of.find(plan.derivatives[state]);
    if (at != list_of.end()) {
      const auto list = lists[at->second];
      pattern.entries.insert(pattern.entries.end(), list.begin(), list.end());
    }
    pattern.end_row();
  }
  return pattern;
}

}  // namespace sunder::causalise
