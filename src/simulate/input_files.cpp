#include "simulate/input_files.hpp"

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "results/reader.hpp"

namespace sunder::simulate {

namespace {

std::vector<std::string> input_names(const model::Model& model) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < model.input_count(); ++i) names.push_back(model.input_name(model::InputIndex(i)));
  return names;
}

/// Rows are counted from 1, without the header.
bool times_ascend(const std::vector<double>& times, const std::string& source, Diagnostics& diagnostics) {
  if (times.empty()) {
    diagnostics.error(Code::E0511, {}, "'" + source + "' holds no values");
    return false;
  }
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (std::isfinite(times[k]) && (k == 0 || times[k] > times[k - 1])) continue;
    const std::string how = !std::isfinite(times[k]) ? "the time is " + shortest(times[k])
                            : times[k] == times[k - 1]
                                ? "the time " + shortest(times[k]) + " comes twice"
                                : "the time " + shortest(times[k]) + " comes after " + shortest(times[k - 1]);
    Diagnostic& error =
        diagnostics.error(Code::E0511, {}, "'" + source + "', row " + std::to_string(k + 1) + ": " + how);
    if (k > 0 && times[k] == times[k - 1])
      error.help = "keep the last row of each time, and write --between held if values shall jump at their rows";
    return false;
  }
  return true;
}

std::optional<DrivenInput> make(const model::Model& model, std::size_t input, std::vector<double> times,
                                std::vector<double> values, model::SampledSignal::Between between,
                                const std::string& source, Diagnostics& diagnostics) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (std::isfinite(values[k])) continue;
    diagnostics.error(Code::E0511, {},
                      "'" + source + "', row " + std::to_string(k + 1) + ": the input '" +
                          model.input_name(model::InputIndex(input)) + "' is " + shortest(values[k]));
    return std::nullopt;
  }
  const model::Variable described = model.description().variable(model.description().inputs[input]);
  auto signal = std::make_shared<model::SampledSignal>();
  signal->times = std::move(times);
  signal->values = std::move(values);
  signal->between = described.type == model::VariableType::real ? between : model::SampledSignal::Between::held;
  return DrivenInput{input, std::move(signal), source};
}

}  // namespace

Outcome<std::vector<DrivenInput>> read_inputs(const model::Model& model, const std::vector<std::string>& paths,
                                              model::SampledSignal::Between between,
                                              const std::vector<bool>& driven_by_others) {
  using Result = Outcome<std::vector<DrivenInput>>;
  Diagnostics diagnostics;
  std::vector<DrivenInput> driven;
  const std::vector<std::string> names = input_names(model);
  if (names.empty() && !paths.empty()) {
    diagnostics.error(Code::E0511, {}, "the model '" + std::string(model.name()) + "' has no inputs to drive");
    return Result(std::move(diagnostics));
  }
  std::vector<bool> found = driven_by_others;
  found.resize(names.size(), false);
  for (const std::string& path : paths) {
    Outcome<results::Trajectory> read = results::read_results(path);
    diagnostics.append(read.diagnostics());
    if (!read.ok() || !times_ascend(read->times, path, diagnostics)) continue;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto column = read->find(names[i]);
      if (!column || found[i]) continue;
      found[i] = true;
      std::vector<double> values(read->times.size());
      for (std::size_t k = 0; k < values.size(); ++k) values[k] = read->at(*column, k);
      if (auto one = make(model, i, read->times, std::move(values), between, path, diagnostics))
        driven.push_back(std::move(*one));
    }
  }
  for (std::size_t i = 0; i < names.size() && !paths.empty() && !diagnostics.has_errors(); ++i) {
    if (found[i]) continue;
    diagnostics.error(Code::E0511, {}, "'" + paths.front() + "' has no column for the input '" + names[i] + "'").help =
        "give it a source of its own: --input " + names[i] + "=EXPRESSION";
  }
  if (diagnostics.has_errors()) return Result(std::move(diagnostics));
  return {std::move(driven), std::move(diagnostics)};
}

Outcome<DrivenInput> make_driven_input(const model::Model& model, const std::string& input, std::vector<double> times,
                                       std::vector<double> values, model::SampledSignal::Between between,
                                       const std::string& source) {
  Diagnostics diagnostics;
  const std::vector<std::string> names = input_names(model);
  const auto place = std::find(names.begin(), names.end(), input);
  if (place == names.end()) {
    Diagnostic& error = diagnostics.error(Code::E0511, {}, "the model has no input '" + input + "'");
    const std::vector<std::string> near = closest(input, names);
    if (!near.empty()) error.help = "did you mean '" + near.front() + "'?";
  } else if (times.size() != values.size()) {
    diagnostics.error(
        Code::E0511, {},
        "'" + input + "' has " + counted(values.size(), "value") + " for " + counted(times.size(), "time"));
  } else if (times_ascend(times, source, diagnostics)) {
    if (auto one = make(model, static_cast<std::size_t>(place - names.begin()), std::move(times), std::move(values),
                        between, source, diagnostics))
      return {std::move(*one), std::move(diagnostics)};
  }
  return Outcome<DrivenInput>(std::move(diagnostics));
}

void check_covered(const model::Model& model, const std::vector<DrivenInput>& inputs, double start, double stop,
                   Diagnostics& diagnostics) {
  for (const DrivenInput& one : inputs) {
    const double first = one.signal->times.front(), last = one.signal->times.back();
    const double slack = 1e-9 * (stop - start);
    const std::string name =
        "'" + one.source + "': the values of '" + model.input_name(model::InputIndex(one.input)) + "' ";
    if (first > start + slack)
      diagnostics.error(Code::E0511, {},
                        name + "begin at " + shortest(first) + ", after the run does (" + shortest(start) + ")");
    // the last of held values holds from then on
    if (last < stop - slack && one.signal->between == model::SampledSignal::Between::linear)
      diagnostics.error(Code::E0511, {},
                        name + "end at " + shortest(last) + ", before the run does (" + shortest(stop) + ")");
  }
}

}  // namespace sunder::simulate
