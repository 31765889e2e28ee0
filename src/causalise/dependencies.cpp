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

// For every variable that depends on one of the seeds: the positions of those seeds.
class Propagation {
 public:
  Propagation(const Plan& plan, std::span<const VariableId> seeds) : plan_(plan) {
    for (std::uint32_t i = 0; i < seeds.size(); ++i) list_of_[seeds[i]] = lists_.single(i);
  }

  void pass(const Section& section) {
    for (const Block& block : section.blocks) {
      parts_.clear();
      for (const EquationId id : equations_of(section, block)) gather(plan_.dae.equations[id.index()]);
      const Lists::List united = lists_.unite(parts_);
      if (united.count == 0) continue;
      for (const VariableId target : targets_of(section, block)) list_of_.try_emplace(target, united);
    }
  }

  void append(VariableId variable, graph::Rows& rows) const {
    const auto at = list_of_.find(variable);
    if (at != list_of_.end()) append(at->second, rows);
    rows.end_row();
  }

  void append(const Row& row, graph::Rows& rows) {
    parts_.clear();
    gather(row);
    append(lists_.unite(parts_), rows);
    rows.end_row();
  }

 private:
  void gather(const Row& row) {
    const auto operands = plan_.dae.operands_of(row);
    for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
      if (!operands[slot].is_variable()) continue;
      const auto at = list_of_.find(operands[slot].variable());
      if (at == list_of_.end()) continue;
      if (plan_.dae.shapes->incidence(row.shape, slot) != symbolic::Incidence::absent) parts_.push_back(at->second);
    }
  }

  void append(Lists::List list, graph::Rows& rows) const {
    const auto values = lists_[list];
    rows.entries.insert(rows.entries.end(), values.begin(), values.end());
  }

  const Plan& plan_;
  Lists lists_;
  std::unordered_map<VariableId, Lists::List> list_of_;  // only what varies: a slice may be small in a large plan
  std::vector<Lists::List> parts_;
};

}  // namespace

graph::Rows jacobian_pattern(const Plan& plan, const Section& section, std::span<const VariableId> wanted,
                             std::span<const VariableId> varying) {
  Propagation propagation(plan, varying);
  propagation.pass(section);
  graph::Rows pattern;
  for (const VariableId variable : wanted) {
    if (variable.valid()) {
      propagation.append(variable, pattern);
    } else {
      pattern.end_row();  // a number
    }
  }
  return pattern;
}

graph::Rows derivative_dependencies(const Plan& plan, std::span<const VariableId> seeds) {
  Propagation propagation(plan, seeds);
  propagation.pass(plan.continuous);
  graph::Rows rows;
  for (const VariableId derivative : plan.derivatives) propagation.append(derivative, rows);
  return rows;
}

graph::Rows row_dependencies(const Plan& plan, const Section& section, std::span<const Row> rows,
                             std::span<const VariableId> seeds) {
  Propagation propagation(plan, seeds);
  propagation.pass(section);
  graph::Rows result;
  for (const Row& row : rows) propagation.append(row, result);
  return result;
}

}  // namespace sunder::causalise
