#include "simulate/initial_values.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <unordered_map>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "results/input_file.hpp"
#include "results/reader.hpp"

namespace sunder::simulate {

namespace {

std::optional<double> as_number(std::string_view text) {
  if (text == "true") return 1;
  if (text == "false") return 0;
  return number_in(text);
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\"";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

class Reader {
 public:
  Outcome<NamedValues> run(const std::string& path_and_time) {
    given_.path = path_and_time;
    const std::size_t at = path_and_time.rfind('@');
    std::error_code ignored;
    // an '@' that belongs to the name of a file is left alone
    if (at != std::string::npos && !std::filesystem::exists(path_and_time, ignored)) {
      given_.path = path_and_time.substr(0, at);
      time_ = as_number(path_and_time.substr(at + 1));
      if (!time_) wrong("'" + path_and_time.substr(at + 1) + "' after the '@' is not a time");
    }
    if (!diagnostics_.has_errors()) read();
    if (diagnostics_.has_errors()) return Outcome<NamedValues>(std::move(diagnostics_));
    return {std::move(given_), std::move(diagnostics_)};
  }

 private:
  void wrong(const std::string& what) { diagnostics_.error(Code::E0640, {}, what); }

  void add(const std::string& name, double value) { given_.values.push_back({name, value, value}); }

  void read() {
    std::string text;
    if (!results::read_input(given_.path, text, diagnostics_)) return;
    if (text.empty()) {
      diagnostics_.error(Code::E0001, {}, "'" + given_.path + "' is empty");
      return;
    }
    if (given_.path.ends_with(".mat") || (given_.path.ends_with(".csv") && has_times(text))) {
      read_trajectory();
    } else if (time_) {
      wrong("'" + given_.path + "' is a table without times: leave out what follows the '@'");
    } else if (given_.path.ends_with(".json")) {
      read_json(text);
    } else {
      read_lines(text, given_.path.ends_with(".csv") ? ',' : '=');
    }
  }

  static bool has_times(std::string_view text) {
    while (text.starts_with('#') && text.find('\n') != std::string_view::npos)  // remarks of a results file
      text.remove_prefix(text.find('\n') + 1);
    const std::string first = trimmed(text.substr(0, text.find_first_of(",\n")));
    return first == "time" || first == "Time";
  }

  void read_trajectory() {
    Outcome<results::Trajectory> read = results::read_results(given_.path);
    diagnostics_.append(read.diagnostics());
    if (!read.ok()) return;
    const results::Trajectory& t = *read;
    given_.results = true;
    if (t.times.empty()) return wrong("'" + given_.path + "' holds no output point");
    const double wanted = time_.value_or(t.times.back());
    if (wanted < t.times.front() || wanted > t.times.back())
      return wrong("'" + given_.path + "' goes from " + rounded(t.times.front()) + " to " + rounded(t.times.back()) +
                   ": there is no value at " + shortest(wanted));
    given_.time = wanted;
    // at an event the later of two points of the same time counts
    const auto after = std::upper_bound(t.times.begin(), t.times.end(), wanted);
    const auto left = static_cast<std::size_t>(after - t.times.begin()) - 1;
    const bool between = t.times[left] < wanted;
    const double part = between ? (wanted - t.times[left]) / (t.times[left + 1] - t.times[left]) : 0;
    for (std::size_t i = 0; i < t.variables.size(); ++i) {
      const double held = t.at(i, left);
      const double value = between ? held + part * (t.at(i, left + 1) - held) : held;
      given_.values.push_back({t.variables[i].name, value, held});
    }
  }

  void read_json(const std::string& text) {
    const nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
    if (!document.is_object()) return wrong("'" + given_.path + "' is not a JSON object of names and numbers");
    const bool run = document.contains("final") && document["final"].is_object();
    given_.results = run;
    if (run && document.contains("status") && document["status"].is_object()) {
      const auto time = document["status"].find("time");
      if (time != document["status"].end() && time->is_number()) given_.time = time->get<double>();
    }
    const nlohmann::json& values = run ? document["final"] : document;
    for (const auto& [name, value] : values.items()) {
      if (value.is_boolean()) {
        add(name, value.get<bool>() ? 1 : 0);
      } else if (value.is_number()) {
        add(name, value.get<double>());
      } else if (!run) {
        return wrong("'" + given_.path + "': the value of '" + name + "' is not a number");
      }
    }
  }

  void read_lines(const std::string& text, char separator) {
    std::istringstream lines(text);
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
      const std::string content = trimmed(line.substr(0, line.find('#')));
      if (content.empty()) continue;
      const std::size_t middle = content.rfind(separator);
      const std::string name = trimmed(content.substr(0, middle));
      if (number == 1 && name == "name" && separator == ',') continue;  // a header
      const auto value = middle == std::string::npos ? std::nullopt : as_number(trimmed(content.substr(middle + 1)));
      if (name.empty() || !value)
        return wrong(given_.path + ":" + std::to_string(number) + ": a name, '" + separator +
                     "' and a number are needed");
      add(name, *value);
    }
  }

  NamedValues given_;
  std::optional<double> time_;
  Diagnostics diagnostics_;
};

std::string some_names(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 5;
  if (names.size() <= shown + 1) return enumerated(names);
  std::vector<std::string> some(names.begin(), names.begin() + shown);
  some.push_back(std::to_string(names.size() - shown) + " more");
  return enumerated(some);
}

}  // namespace

Outcome<NamedValues> read_named_values(const std::string& path_and_time) { return Reader().run(path_and_time); }

Outcome<StartPoint> bind_start(const model::Model& model, const NamedValues& given) {
  Diagnostics diagnostics;
  std::unordered_map<std::string, NamedValue> values;
  for (const NamedValue& one : given.values) values.emplace(one.name, one);
  StartPoint point;
  point.time = given.time;
  std::vector<std::string> missing;
  std::vector<std::string> usable;
  for (const model::StateIndex state : model::all_states(model.state_count())) {
    const std::string name = model.state_name(state);
    usable.push_back(name);
    const auto found = values.find(name);
    if (found == values.end()) {
      missing.push_back(name);
      continue;
    }
    if (!std::isfinite(found->second.value))
      diagnostics.error(Code::E0640, {}, "'" + given.path + "': the value of '" + name + "' is not finite");
    point.states.push_back(state);
    point.values.push_back(found->second.value);
    values.erase(found);
  }
  // Results tell of all variables what they were: those that states were chosen from while the model ran, and which of
  // several solutions of its equations it followed.
  const bool chooses = std::ranges::any_of(usable, [](const std::string& name) { return name.starts_with("$state"); });
  bool knows_others = false;
  for (const model::VariableIndex index : model.description().indices()) {
    const model::Variable info = model.description().variable(index);
    if (info.unchanging) continue;
    const bool discrete = info.variability == model::VariableVariability::discrete;
    if (!discrete && !given.results) continue;
    if (discrete) usable.push_back(info.name);
    const auto found = values.find(info.name);
    if (found == values.end()) continue;
    knows_others = knows_others || !discrete;
    point.others.push_back({index, discrete ? found->second.held : found->second.value});
    values.erase(found);
  }
  if (chooses && given.results && !knows_others)
    diagnostics.error(Code::E0640, {},
                      "'" + given.path + "' has none of the variables that the model chooses its states from");
  if (!given.results) {
    for (const NamedValue& one : given.values) {
      const std::string& name = one.name;
      if (!values.contains(name)) continue;
      Diagnostic& error = diagnostics.error(
          Code::E0641, {}, "'" + given.path + "' gives a value to '" + name + "', which is no state of the model");
      const std::vector<std::string> near = closest(name, usable);
      if (!near.empty()) error.help = "did you mean '" + near.front() + "'?";
    }
  }
  if (point.states.empty() && model.state_count() > 0)
    diagnostics.error(Code::E0640, {}, "'" + given.path + "' has no state of the model");
  if (diagnostics.has_errors()) return Outcome<StartPoint>(std::move(diagnostics));
  if (!missing.empty())
    diagnostics.warning(Code::W0642, {},
                        "'" + given.path + "' has no value of " + some_names(missing) + ": the model's own are used");
  return {std::move(point), std::move(diagnostics)};
}

}  // namespace sunder::simulate
