#include "simulate/recorder.hpp"

#include <unordered_map>
#include <unordered_set>

namespace sunder::simulate {

bool Recorder::prepare(const std::string& filter, const std::string& path, results::ResultWriter* sink,
                       Diagnostics& diagnostics) {
  if (!recording_.set_filter(filter, diagnostics)) return false;
  std::unordered_map<std::string, double> nominal;
  for (const model::StateIndex state : model::all_states(model_.state_count()))
    nominal.emplace(model_.state_name(state), model_.state_nominal(state));
  const model::ModelDescription& description = model_.description();
  for (const model::VariableIndex i : description.indices()) {
    model::Variable info = description.variable(i);
    bounds_.watch(i, info);
    const auto known = nominal.find(info.name);
    recording_.offer(i.index(), std::move(info), known == nominal.end() ? 0 : known->second);
  }
  values_.resize(description.variable_count());
  texts_.resize(description.texts.size());
  for (std::size_t i = 0; i < texts_.size(); ++i) recording_.offer_text(i, description.texts[i]);
  return recording_.open(path, sink, diagnostics);
}

model::Status Recorder::written(bool fine) const {
  if (fine) return {};
  model::Fault fault;
  fault.code = write_error()->code;
  fault.message = write_error()->message;
  return fault;
}

model::Status Recorder::begin(double start, double stop, std::span<const double> x) {
  if (model::Status evaluated = model_.record(context_, start, x, values_); !evaluated) return evaluated;
  recording_.begin(start, stop, values_);
  return {};
}

model::Status Recorder::row(double time, std::span<const double> x) {
  if (model::Status evaluated = model_.record(context_, time, x, values_); !evaluated) return evaluated;
  if (!texts_.empty()) model_.read_texts(context_, texts_);
  return row_of_values(time, values_);
}

model::Status Recorder::row_of_values(double time, std::span<const double> values) {
  bounds_.look(time, values);
  return written(recording_.row(time, values, texts_));
}

void Recorder::describe(const std::string& note, const model::StateSet& except) {
  std::unordered_set<std::string> names;
  for (const model::StateIndex state : except) names.insert(model_.state_name(state));
  for (results::ResultVariable& variable : recording_.variables()) {
    if (variable.constant || names.contains(variable.name)) continue;
    variable.description += (variable.description.empty() ? "(" : " (") + note + ")";
  }
}

}  // namespace sunder::simulate
