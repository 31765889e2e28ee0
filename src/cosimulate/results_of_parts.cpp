#include "cosimulate/results_of_parts.hpp"

#include <regex>

#include "model/ports.hpp"

namespace sunder {

bool ResultsOfParts::prepare(const std::string& filter, const std::string& path, ResultWriter* sink,
                             Diagnostics& diagnostics) {
  std::optional<std::regex> expression;
  if (!filter.empty()) {
    try {
      expression.emplace(filter);
    } catch (const std::regex_error&) {
      diagnostics.error(Code::E0612, {}, "'" + filter + "' is not a regular expression");
      return false;
    }
  }
  std::size_t number = 0;
  for (const auto& part : system_.parts) {
    for (std::size_t i = 0; i < part->variable_count(); ++i, ++number) {
      const VariableInfo info = part->variable(i);
      // what was added to a model to make it a part is not the user's
      if (made_for_ports(info.name)) continue;
      if (expression && !std::regex_match(info.name, *expression)) continue;
      ResultVariable variable;
      variable.name = info.name;
      variable.unit = info.unit;
      variable.description = info.description;
      variable.kind = info.kind;
      variable.constant = info.constant;
      variables_.push_back(std::move(variable));
      chosen_.push_back(number);
    }
  }
  all_values_.resize(number);
  chosen_values_.resize(chosen_.size());
  if (!path.empty()) {
    auto opened = open_writer(path);
    diagnostics.append(opened.diagnostics());
    if (!opened.ok()) return false;
    file_ = opened.take();
    writers_.push_back(file_.get());
  }
  if (sink != nullptr) writers_.push_back(sink);
  return true;
}

bool ResultsOfParts::evaluate(double time) {
  std::size_t first = 0;
  for (std::size_t p = 0; p < system_.parts.size(); ++p) {
    const std::size_t count = system_.parts[p]->variable_count();
    if (!system_.parts[p]->record(time, std::span(all_values_).subspan(first, count))) {
      failed_part_ = p;
      return false;
    }
    first += count;
  }
  for (std::size_t i = 0; i < chosen_.size(); ++i) chosen_values_[i] = all_values_[chosen_[i]];
  return true;
}

bool ResultsOfParts::begin(double start, double stop) {
  if (!evaluate(start)) return false;
  for (ResultWriter* writer : writers_)
    if (!writer->begin(variables_, start, stop, chosen_values_) || !writer->row(start, chosen_values_)) return false;
  return true;
}

bool ResultsOfParts::row(double time) {
  if (!evaluate(time)) return false;
  for (ResultWriter* writer : writers_)
    if (!writer->row(time, chosen_values_)) return false;
  return true;
}

bool ResultsOfParts::finish() {
  bool fine = true;
  for (ResultWriter* writer : writers_) fine = writer->finish() && fine;
  return fine;
}

const Diagnostic* ResultsOfParts::write_error() const {
  for (const ResultWriter* writer : writers_)
    if (writer->error()) return &*writer->error();
  return nullptr;
}

std::vector<std::string> ResultsOfParts::names() const {
  std::vector<std::string> list;
  for (const ResultVariable& variable : variables_) list.push_back(variable.name);
  return list;
}

std::vector<bool> ResultsOfParts::constant() const {
  std::vector<bool> list;
  for (const ResultVariable& variable : variables_) list.push_back(variable.constant);
  return list;
}

}  // namespace sunder
