#include "results/trajectory.hpp"

namespace sunder {

std::optional<std::size_t> Trajectory::find(std::string_view name) const {
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i].name == name) return i;
  }
  return std::nullopt;
}

}  // namespace sunder
