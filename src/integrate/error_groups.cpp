#include "integrate/error_groups.hpp"

#include <string>
#include <unordered_map>

namespace sunder::integrate {

std::uint32_t find_error_groups(const model::Model& model, std::vector<std::uint32_t>& group) {
  std::unordered_map<std::string, std::uint32_t> known;
  for (std::size_t i = 0; i < model.state_count(); ++i) {
    const model::Variable variable = model.description().variable(model.description().states[i]);
    const std::string name = variable.name.substr(0, variable.name.find('['));
    const std::string key = variable.unit.empty() ? "of " + name : "in " + variable.unit;
    group.push_back(known.try_emplace(key, static_cast<std::uint32_t>(known.size())).first->second);
  }
  return static_cast<std::uint32_t>(known.size());
}

}  // namespace sunder::integrate
