#include "model/ports.hpp"

namespace sunder {

bool made_for_ports(std::string_view variable) {
  if (variable.starts_with("der(")) variable.remove_prefix(4);
  return variable.starts_with(port_inputs) || variable.starts_with(port_outputs);
}

std::string without_prefix(std::string text, const std::string& prefix) {
  for (std::size_t at = 0; !prefix.empty() && (at = text.find(prefix, at)) != std::string::npos;)
    text.erase(at, prefix.size());
  return text;
}

PortBlocks::PortBlocks(const Ports& ports, std::size_t model_states) : places_(model_states) {
  const auto take = [&](const StateSet& set, Kind kind) {
    for (std::uint32_t i = 0; i < set.size(); ++i) places_[set[i]] = {kind, i};
  };
  take(ports.state_at, Kind::state);
  take(ports.input_at, Kind::input);
  take(ports.output_at, Kind::output);
}

}  // namespace sunder
