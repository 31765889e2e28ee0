#include "switched_task.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "approximate/affine.hpp"
#include "approximate/affine_modes.hpp"
#include "base/codes.hpp"
#include "base/text.hpp"
#include "driver/pipeline.hpp"
#include "output.hpp"
#include "results/reader.hpp"

namespace sunder::cli {
namespace {

using namespace sunder::reduce;

bool read_input_settings(const Arguments& arguments, SwitchedDescription& d, Diagnostics& diagnostics) {
  const std::map<std::string, double*> places = {{"offset", &d.recipe.offset},
                                                 {"amplitude", &d.recipe.amplitude},
                                                 {"period", &d.recipe.period},
                                                 {"phase", &d.recipe.phase},
                                                 {"variance", &d.recipe.variance},
                                                 {"highest_frequency", &d.recipe.highest_frequency},
                                                 {"stop", &d.stop},
                                                 {"step", &d.step}};
  for (const std::string& setting : arguments.list("--input")) {
    const std::size_t equals = setting.find('=');
    const auto place = places.find(setting.substr(0, equals));
    const auto value = equals == std::string::npos ? std::nullopt : parse_number(setting.substr(equals + 1));
    if (place == places.end() || !value || !std::isfinite(*value)) {
      diagnostics.error(Code::E0005, {}, "--input does not know '" + setting + "'").help =
          "it takes NAME=NUMBER with one of offset, amplitude, period, phase, variance, highest_frequency, stop, step";
      return false;
    }
    *place->second = *value;
  }
  if (d.recipe.variance >= 0 && d.recipe.period > 0 && d.step > 0 && d.stop >= d.step && d.stop / d.step < 1e7)
    return true;
  diagnostics.error(Code::E0005, {},
                    "--input: period, step and stop must be positive, the variance not negative, and "
                    "the points fewer than ten million");
  return false;
}

bool read_deviations(const Arguments& arguments, SwitchedDescription& d, Diagnostics& diagnostics) {
  const std::vector<std::string> settings = arguments.list("--deviation");
  const std::vector<std::string>& states = d.system.states;
  if (d.deviations.size() == 0 && !settings.empty())
    d.deviations = VectorXd::Zero(static_cast<Eigen::Index>(states.size()));
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.rfind('=');
    const std::string name = setting.substr(0, equals);
    const auto value = equals == std::string::npos ? std::nullopt : parse_number(setting.substr(equals + 1));
    const auto state = std::find(states.begin(), states.end(), name);
    if (!value || !std::isfinite(*value) || *value < 0) {
      diagnostics.error(Code::E0005, {},
                        "--deviation takes STATE=NUMBER with a number that is not negative, not '" + setting + "'");
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
      d.deviations.setConstant(*value);
    else
      d.deviations[state - states.begin()] = *value;
  }
  return true;
}

/// A series on the even grid of the task, from the columns named like the inputs.
std::optional<InputSeries> read_series(const std::string& path, const SwitchedTask& task, Diagnostics& diagnostics) {
  Outcome<Trajectory> read = read_results(path);
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

bool read_all_series(const Arguments& arguments, Session& session, SwitchedTask& task) {
  for (const std::string& path : arguments.list("--series")) {
    const auto series = read_series(path, task, session.diagnostics);
    if (!series) return false;
    task.given.push_back(*series);
  }
  return true;
}

bool extract(const Arguments& arguments, Session& session, SwitchedTask& task) {
  const std::optional<CompileRequest> request = compile_request(arguments, session);
  if (!request) return false;
  Outcome<Compilation> compiled = compile(session.workspace, *request);
  session.sources.append(compiled->sources);
  session.diagnostics.append(compiled.diagnostics());
  if (!compiled.ok()) return false;
  task.name = compiled->model_name;
  const Model& model = *compiled->model;
  if (model.input_count() == 0 || model.output_count() == 0) {
    session.diagnostics.error(Code::E1109, {}, "the model needs open inputs and outputs of its own");
    return false;
  }
  if (!approximate::affine_in_modes(*compiled->plan, session.diagnostics)) return false;
  const Experiment& experiment = model.description().experiment;
  task.description.stop = experiment.stop.value_or(1);
  task.description.step = experiment.interval.value_or(task.description.stop / 500);
  for (std::size_t i = 0; i < model.input_count(); ++i) task.description.system.inputs.push_back(model.input_name(i));
  if (!read_input_settings(arguments, task.description, session.diagnostics)) return false;
  if (!read_all_series(arguments, session, task)) return false;
  approximate::ModeOptions options;
  options.cancel = session.cancel;
  Outcome<SwitchedSystem> system = approximate::all_modes(*compiled->plan, model, options);
  session.diagnostics.append(system.diagnostics());
  if (!system.ok()) return false;
  task.description.system = system.take();
  return true;
}

bool open_description(const Arguments& arguments, Session& session, SwitchedTask& task) {
  const std::string path = arguments.text("MODEL");
  const FileId file = load_text(path, session.sources, session.diagnostics);
  if (!file.valid()) return false;
  Outcome<SwitchedDescription> read = read_switched(session.sources, file);
  session.diagnostics.append(read.diagnostics());
  if (!read.ok()) return false;
  task.description = read.take();
  task.name = path.substr(path.rfind('/') + 1);
  task.name = task.name.substr(0, task.name.find('.'));
  if (!read_input_settings(arguments, task.description, session.diagnostics)) return false;
  return read_all_series(arguments, session, task);
}

}  // namespace

InputSeries SwitchedTask::realisation(std::size_t i) const {
  const SwitchedSystem& system = description.system;
  InputSeries out;
  if (given.empty()) {
    out = realise(description.recipe, system.inputs.size(), description.stop, description.step, seed, i);
    if (!offset_given && system.input_start.size() > 0) out.values.colwise() += system.input_start;
  } else {
    out = given[i % given.size()];
  }
  if (description.deviations.size() > 0) out.from = realise_start(system.start, description.deviations, seed, i);
  return out;
}

bool open_switched_task(const Arguments& arguments, Session& session, SwitchedTask& task) {
  for (const std::string& setting : arguments.list("--input"))
    task.offset_given = task.offset_given || setting.starts_with("offset=");
  task.seed = arguments.count("--seed").value_or(1);
  const bool opened = arguments.text("MODEL").ends_with(".toml") ? open_description(arguments, session, task)
                                                                 : extract(arguments, session, task);
  return opened && read_deviations(arguments, task.description, session.diagnostics);
}

}  // namespace sunder::cli
