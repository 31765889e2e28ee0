#include "verbs/switched_task.hpp"

#include <algorithm>
#include <cmath>

#include "approximate/affine.hpp"
#include "approximate/affine_modes.hpp"
#include "base/codes.hpp"
#include "base/text.hpp"
#include "results/reader.hpp"
#include "verbs/files.hpp"

namespace sunder::verbs {
namespace {

using namespace sunder::reduce;

bool apply_inputs(const SwitchedInputs& given, SwitchedDescription& d, Diagnostics& diagnostics) {
  d.recipe.offset = given.offset.value_or(d.recipe.offset);
  d.recipe.amplitude = given.amplitude.value_or(d.recipe.amplitude);
  d.recipe.period = given.period.value_or(d.recipe.period);
  d.recipe.phase = given.phase.value_or(d.recipe.phase);
  d.recipe.variance = given.variance.value_or(d.recipe.variance);
  d.recipe.highest_frequency = given.highest_frequency.value_or(d.recipe.highest_frequency);
  d.stop = given.stop.value_or(d.stop);
  d.step = given.step.value_or(d.step);
  for (const double number : {d.recipe.offset, d.recipe.amplitude, d.recipe.period, d.recipe.phase, d.recipe.variance,
                              d.recipe.highest_frequency})
    if (!std::isfinite(number)) {
      diagnostics.error(Code::E0005, {}, "--input: " + shortest(number) + " is no number to draw inputs with");
      return false;
    }
  if (d.recipe.variance >= 0 && d.recipe.period > 0 && d.step > 0 && d.stop >= d.step && d.stop / d.step < 1e7)
    return true;
  diagnostics.error(Code::E0005, {},
                    "--input: period, step and stop must be positive, the variance not negative, and "
                    "the points fewer than ten million");
  return false;
}

bool apply_deviations(const SwitchedOptions& options, SwitchedDescription& d, Diagnostics& diagnostics) {
  const std::vector<std::string>& states = d.system.states;
  if (d.deviations.size() == 0 && !options.deviations.empty())
    d.deviations = VectorXd::Zero(static_cast<Eigen::Index>(states.size()));
  for (const auto& [name, value] : options.deviations) {
    const auto state = std::find(states.begin(), states.end(), name);
    if (!std::isfinite(value) || value < 0) {
      diagnostics.error(Code::E0005, {},
                        "--deviation takes STATE=NUMBER with a number that is not negative, not '" + name + "=" +
                            shortest(value) + "'");
      return false;
    }
    if (state == states.end() && name != "*") {
      std::string known;
      for (const std::string& one : states) known += (known.empty() ? "" : ", ") + one;
      diagnostics.error(Code::E0005, {}, "--deviation: there is no state '" + name + "'").help =
          "the states are " + known + "; * stands for all of them";
      return false;
    }
    if (name == "*")
      d.deviations.setConstant(value);
    else
      d.deviations[state - states.begin()] = value;
  }
  return true;
}

/// A series on the even grid of the task, from the columns named like the inputs.
std::optional<InputSeries> read_series(const std::string& path, const SwitchedTask& task, Diagnostics& diagnostics) {
  Outcome<results::Trajectory> read = results::read_results(path);
  diagnostics.append(read.diagnostics());
  if (!read.ok()) return std::nullopt;
  const auto& inputs = task.description.system.inputs;
  const double start = read->times.empty() ? 0 : read->times.front();
  const auto points = static_cast<Eigen::Index>(std::llround(task.description.stop / task.description.step)) + 1;
  if (read->times.empty() || read->times.back() < start + task.description.stop * (1 - 1e-9)) {
    diagnostics.error(Code::E1115, {}, path + " ends before the stop time " + rounded(task.description.stop));
    return std::nullopt;
  }
  InputSeries out{0, task.description.step, MatrixXd(static_cast<Eigen::Index>(inputs.size()), points)};
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto column = read->find(inputs[i]);
    if (!column) {
      diagnostics.error(Code::E1115, {}, path + " has no column '" + inputs[i] + "'");
      return std::nullopt;
    }
    std::size_t k = 0;
    for (Eigen::Index j = 0; j < points; ++j) {
      const double t = start + static_cast<double>(j) * out.step;
      while (k + 2 < read->times.size() && read->times[k + 1] < t) ++k;
      const std::size_t next = std::min(k + 1, read->times.size() - 1);
      const double length = read->times[next] - read->times[k];
      const double part = length > 0 ? std::clamp((t - read->times[k]) / length, 0.0, 1.0) : 0.0;
      double& value = out.values(static_cast<Eigen::Index>(i), j);
      value = (1 - part) * read->at(*column, k) + part * read->at(*column, next);
      if (std::isfinite(value)) continue;
      diagnostics.error(Code::E1115, {},
                        path + ": '" + inputs[i] + "' is " + shortest(value) + " at time " + rounded(t));
      return std::nullopt;
    }
  }
  return out;
}

bool read_all_series(const SwitchedOptions& options, SwitchedTask& task, Diagnostics& diagnostics) {
  for (const std::string& path : options.series) {
    const auto series = read_series(path, task, diagnostics);
    if (!series) return false;
    task.given.push_back(*series);
  }
  return true;
}

void begin(const SwitchedOptions& options, SwitchedTask& task) {
  task.seed = options.seed;
  task.offset_given = options.inputs.offset.has_value();
}

}  // namespace

bool open_task(const LoadedModel& loaded, const SwitchedOptions& options, const Control& control, SwitchedTask& task,
               Diagnostics& diagnostics) {
  begin(options, task);
  task.name = loaded.name();
  const model::Model& model = loaded.model();
  if (model.input_count() == 0 || model.output_count() == 0) {
    diagnostics.error(Code::E1109, {}, "the model needs open inputs and outputs of its own");
    return false;
  }
  if (loaded.fmu() != nullptr) {
    diagnostics.error(Code::E1209, {}, "modes are found in the equations of a model, which an FMU does not show");
    return false;
  }
  if (!approximate::affine_in_modes(loaded.plan(), diagnostics)) return false;
  const model::Experiment& experiment = model.description().experiment;
  task.description.stop = experiment.stop.value_or(1);
  task.description.step = experiment.interval.value_or(task.description.stop / 500);
  for (std::size_t i = 0; i < model.input_count(); ++i)
    task.description.system.inputs.push_back(model.input_name(model::InputIndex(i)));
  if (!apply_inputs(options.inputs, task.description, diagnostics) || !read_all_series(options, task, diagnostics))
    return false;
  approximate::ModeOptions modes;
  modes.cancel = control.cancel;
  Outcome<SwitchedSystem> system = approximate::all_modes(loaded.plan(), model, modes);
  diagnostics.append(system.diagnostics());
  if (!system.ok()) return false;
  task.description.system = system.take();
  return apply_deviations(options, task.description, diagnostics);
}

bool open_task(const Source& description, SourceMap& sources, const SwitchedOptions& options, SwitchedTask& task,
               Diagnostics& diagnostics) {
  begin(options, task);
  const FileId file = read_source(description, sources, diagnostics);
  if (!file.valid()) return false;
  Outcome<SwitchedDescription> read = read_switched(sources, file);
  diagnostics.append(read.diagnostics());
  if (!read.ok()) return false;
  task.description = read.take();
  task.name = stem_of(description.name);
  return apply_inputs(options.inputs, task.description, diagnostics) && read_all_series(options, task, diagnostics) &&
         apply_deviations(options, task.description, diagnostics);
}

}  // namespace sunder::verbs
