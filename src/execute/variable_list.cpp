#include "execute/variable_list.hpp"

#include <algorithm>
#include <array>

#include "emit/schedule.hpp"

namespace sunder::execute {

std::pair<ir::Operand, bool> resolve(const ir::Plan& plan, ir::VariableId variable) {
  if (plan.addresses[variable.index()].space != ir::Space::none) return {ir::Operand::of(variable), false};
  const auto found = std::lower_bound(plan.aliases.begin(), plan.aliases.end(), variable,
                                      [](const ir::Alias& alias, ir::VariableId v) { return alias.variable < v; });
  if (found == plan.aliases.end() || found->variable != variable) return {ir::Operand(), false};
  return {found->target, found->negated};
}

VariableList::VariableList(const ir::Plan& plan) : plan_(plan) {
  auto alias = plan.aliases.begin();
  for (const ir::Declaration& declaration : plan.dae.declarations) {
    const bool hidden = declaration.generated && !declaration.derivative_of.valid();
    for (std::uint32_t v = declaration.first.value; v < declaration.first.value + declaration.count; ++v) {
      while (alias != plan.aliases.end() && alias->variable.value < v) ++alias;
      const bool aliased = alias != plan.aliases.end() && alias->variable.value == v;
      if (hidden || (plan.addresses[v].space == ir::Space::none && !aliased)) continue;
      if (ranges_.empty() || ranges_.back().first + ranges_.back().count != v) ranges_.push_back({v, 0, size_});
      ++ranges_.back().count;
      ++size_;
    }
  }
}

ir::VariableId VariableList::at(model::VariableIndex index) const {
  const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), index.index(),
                                      [](std::size_t i, const Range& range) { return i < range.index; });
  const Range& range = *std::prev(after);
  return ir::VariableId(range.first + static_cast<std::uint32_t>(index.index() - range.index));
}

model::VariableIndex VariableList::index_of(ir::VariableId variable) const {
  const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), variable.value,
                                      [](std::uint32_t v, const Range& range) { return v < range.first; });
  const Range& range = *std::prev(after);
  return model::VariableIndex(range.index + (variable.value - range.first));
}

std::optional<ir::Address> VariableList::address(model::VariableIndex index) const {
  const ir::Operand target = resolve(plan_, at(index)).first;
  if (!target.is_variable()) return std::nullopt;
  return plan_.addresses[target.variable().index()];
}

void VariableList::gather(const emit::Frame& frame, std::span<double> values) const {
  using emit::Space;
  const double* parameters = frame[Space::parameter];
  // by ir::Space
  const std::array<const double*, 7> base = {nullptr,
                                             frame[Space::state],
                                             frame[Space::derivative],
                                             frame[Space::work],
                                             frame[Space::input],
                                             parameters,
                                             parameters + plan_.held_begin()};
  auto alias = plan_.aliases.begin();
  for (const Range& range : ranges_) {
    for (std::uint32_t k = 0; k < range.count; ++k) {
      const ir::VariableId variable(range.first + k);
      double& value = values[range.index + k];
      if (const ir::Address address = plan_.addresses[variable.index()]; address.space != ir::Space::none) {
        value = base[static_cast<std::size_t>(address.space)][address.index];
        continue;
      }
      while (alias->variable < variable) ++alias;
      value = frame.at(emit::place_of(plan_, alias->target));
      if (alias->negated) value = -value;
    }
  }
}

}  // namespace sunder::execute
