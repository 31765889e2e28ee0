#include "simulate/recorder.hpp"

#include <limits>
#include <regex>
#include <unordered_map>
#include <unordered_set>

#include "base/text.hpp"

namespace sunder {

bool Recorder::prepare(const std::string& filter, const std::string& path, ResultWriter* sink,
                       Diagnostics& diagnostics) {
  std::optional<std::regex> pattern;
  if (!filter.empty()) {
    try {
      pattern.emplace(filter, std::regex::ECMAScript | std::regex::optimize);
    } catch (const std::regex_error& error) {
      diagnostics.error(Code::E0612, {}, "the filter '" + filter + "' is not a regular expression: " + error.what());
      return false;
    }
  }
  std::unordered_map<std::string, double> nominal;
  for (std::size_t i = 0; i < model_.state_count(); ++i) nominal.emplace(model_.state_name(i), model_.state_nominal(i));
  for (std::size_t i = 0; i < model_.variable_count(); ++i) {
    VariableInfo info = model_.variable(i);
    if (pattern && !std::regex_match(info.name, *pattern)) continue;
    const auto known = nominal.find(info.name);
    chosen_.push_back(i);
    variables_.push_back({std::move(info.name), std::move(info.unit), std::move(info.description), info.kind,
                          info.constant, known == nominal.end() ? 0 : known->second});
  }
  all_values_.resize(model_.variable_count());
  chosen_values_.assign(chosen_.size(), std::numeric_limits<double>::quiet_NaN());  // unknown until recorded
  if (!path.empty()) {
    Outcome<std::unique_ptr<ResultWriter>> opened = open_writer(path);
    diagnostics.append(opened.diagnostics());
    if (!opened.ok()) return false;
    file_ = opened.take();
    writers_.push_back(file_.get());
  }
  if (sink != nullptr) writers_.push_back(sink);
  return true;
}

bool Recorder::evaluate(double time, std::span<const double> x) {
  if (!model_.record(context_, time, x, all_values_)) {
    if (!context_.fault()) {
      Fault fault;
      fault.code = Code::E0614;
      fault.message = "the variables could not be computed at time " + shortest(time);
      fault.time = time;
      context_.set_fault(std::move(fault));
    }
    return false;
  }
  for (std::size_t i = 0; i < chosen_.size(); ++i) chosen_values_[i] = all_values_[chosen_[i]];
  return true;
}

bool Recorder::begin(double start, double stop, std::span<const double> x) {
  if (!evaluate(start, x)) return false;
  for (ResultWriter* writer : writers_) {
    if (!writer->begin(variables_, start, stop, chosen_values_)) return false;
  }
  return true;
}

bool Recorder::row(double time, std::span<const double> x) {
  if (!evaluate(time, x)) return false;
  for (ResultWriter* writer : writers_) {
    if (!writer->row(time, chosen_values_)) return false;
  }
  return true;
}

bool Recorder::row_of_values(double time, std::span<const double> values) {
  for (std::size_t i = 0; i < chosen_.size(); ++i) chosen_values_[i] = values[chosen_[i]];
  for (ResultWriter* writer : writers_) {
    if (!writer->row(time, chosen_values_)) return false;
  }
  return true;
}

void Recorder::describe(const std::string& note, const StateSet& except) {
  std::unordered_set<std::string> names;
  for (const std::uint32_t state : except) names.insert(model_.state_name(state));
  for (ResultVariable& variable : variables_) {
    if (variable.constant || names.contains(variable.name)) continue;
    variable.description += (variable.description.empty() ? "(" : " (") + note + ")";
  }
}

bool Recorder::finish() {
  bool fine = true;
  for (ResultWriter* writer : writers_) fine = writer->finish() && fine;
  return fine;
}

const Diagnostic* Recorder::write_error() const {
  for (const ResultWriter* writer : writers_) {
    if (writer->error()) return &*writer->error();
  }
  return nullptr;
}

}  // namespace sunder
