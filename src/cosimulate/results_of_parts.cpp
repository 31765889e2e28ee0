#include "cosimulate/results_of_parts.hpp"

namespace sunder::cosimulate {

namespace {

/// As in a model of which the parts are components: "part.x", "der(part.x)".
std::string qualified(const std::string& part, const std::string& variable) {
  constexpr std::string_view derivative = "der(";
  if (!variable.starts_with(derivative)) return part + "." + variable;
  return std::string(derivative) + part + "." + variable.substr(derivative.size());
}

}  // namespace

bool ResultsOfParts::prepare(const std::string& filter, const std::string& path, results::ResultWriter* sink,
                             Diagnostics& diagnostics) {
  if (!recording_.set_filter(filter, diagnostics)) return false;
  std::size_t number = 0;
  for (const auto& part : system_.parts) {
    for (std::size_t i = 0; i < part->variable_count(); ++i, ++number) {
      model::Variable info = part->variable(model::VariableIndex(i));
      info.name = qualified(part->interface().name, info.name);
      recording_.offer(number, std::move(info));
    }
  }
  values_.resize(number);
  return recording_.open(path, sink, diagnostics);
}

bool ResultsOfParts::evaluate(double time) {
  for (const auto& part : system_.parts) part->announce_record(time);
  for (const auto& part : system_.parts) part->announced();
  std::size_t first = 0;
  for (std::size_t p = 0; p < system_.parts.size(); ++p) {
    const std::size_t count = system_.parts[p]->variable_count();
    if (model::Status recorded = system_.parts[p]->record(time, std::span(values_).subspan(first, count)); !recorded) {
      failed_part_ = p;
      fault_ = recorded.fault();
      return false;
    }
    first += count;
  }
  return true;
}

bool ResultsOfParts::begin(double start, double stop) {
  if (!evaluate(start)) return false;
  recording_.begin(start, stop, values_);
  return recording_.row(start, values_);
}

}  // namespace sunder::cosimulate
