#include "simulate/recorder.hpp"

#include <unordered_map>
#include <unordered_set>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder {

bool Recorder::prepare(const std::string& filter, const std::string& path, ResultWriter* sink,
                       Diagnostics& diagnostics) {
  if (!recording_.set_filter(filter, diagnostics)) return false;
  std::unordered_map<std::string, double> nominal;
  for (std::size_t i = 0; i < model_.state_count(); ++i) nominal.emplace(model_.state_name(i), model_.state_nominal(i));
  for (std::size_t i = 0; i < model_.variable_count(); ++i) {
    VariableInfo info = model_.variable(i);
    const auto known = nominal.find(info.name);
    recording_.offer(i, std::move(info), known == nominal.end() ? 0 : known->second);
  }
  values_.resize(model_.variable_count());
  return recording_.open(path, sink, diagnostics);
}

bool Recorder::evaluate(double time, std::span<const double> x) {
  if (model_.record(context_, time, x, values_)) return true;
  if (!context_.fault()) {
    Fault fault;
    fault.code = Code::E0614;
    fault.message = "the variables could not be computed at time " + shortest(time);
    fault.time = time;
    context_.set_fault(std::move(fault));
  }
  return false;
}

bool Recorder::begin(double start, double stop, std::span<const double> x) {
  if (!evaluate(start, x)) return false;
  recording_.begin(start, stop, values_);
  return true;
}

bool Recorder::row(double time, std::span<const double> x) {
  return evaluate(time, x) && recording_.row(time, values_);
}

void Recorder::describe(const std::string& note, const StateSet& except) {
  std::unordered_set<std::string> names;
  for (const std::uint32_t state : except) names.insert(model_.state_name(state));
  for (ResultVariable& variable : recording_.variables()) {
    if (variable.constant || names.contains(variable.name)) continue;
    variable.description += (variable.description.empty() ? "(" : " (") + note + ")";
  }
}

}  // namespace sunder
