#include "model/ports.hpp"

namespace sunder {

bool made_for_ports(std::string_view variable) {
  if (variable.starts_with("der(")) variable.remove_prefix(4);
  return variable.starts_with(port_inputs) || variable.starts_with(port_outputs);
}

std::string as_written(std::string text, const Ports& ports) {
  for (std::size_t at = 0; !ports.prefix.empty() && (at = text.find(ports.prefix, at)) != std::string::npos;)
    text.erase(at, ports.prefix.size());
  for (std::size_t at = 0; (at = text.find(port_inputs, at)) != std::string::npos;) {
    const std::size_t digits = at + port_inputs.size() + 1;  // behind the bracket
    const std::size_t end = text.find(']', digits);
    if (end == std::string::npos) break;
    const std::string& name = ports.inputs[std::stoul(text.substr(digits, end - digits)) - 1];
    text.replace(at, end + 1 - at, name);
    at += name.size();
  }
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
