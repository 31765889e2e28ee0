#include "results/trajectory.hpp"

namespace sunder::results {

std::optional<std::size_t> Trajectory::find(std::string_view name) const {
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i].name == name) return i;
  }
  return std::nullopt;
}

void drop_derivatives(Trajectory& trajectory) {
  Trajectory kept;
  kept.times = std::move(trajectory.times);
  for (std::size_t i = 0; i < trajectory.variables.size(); ++i) {
    // a file knows no kinds, only names
    if (trajectory.variables[i].kind == model::VariableKind::derivative ||
        trajectory.variables[i].name.starts_with("der("))
      continue;
    kept.variables.push_back(std::move(trajectory.variables[i]));
    kept.columns.push_back(std::move(trajectory.columns[i]));
  }
  trajectory = std::move(kept);
}

}  // namespace sunder::results
