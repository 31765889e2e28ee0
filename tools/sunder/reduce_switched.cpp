#include "reduce_switched.hpp"

#include <cmath>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/progress.hpp"
#include "base/text.hpp"
#include "driver/affine.hpp"
#include "output.hpp"
#include "port_session.hpp"
#include "reduce/extract.hpp"
#include "reduce/switched_reader.hpp"
#include "results/figure.hpp"
#include "results/reader.hpp"

namespace sunder::cli {
namespace {

using Json = nlohmann::ordered_json;
using namespace sunder::reduce;

struct Task {
  std::string name;
  SwitchedDescription description;
  std::vector<InputSeries> given;  ///< time series of the user; empty: random ones
  std::uint64_t seed = 1;

  [[nodiscard]] InputSeries realisation(std::size_t i) const {
    if (!given.empty()) return given[i % given.size()];
    return realise(description.recipe, description.system.inputs.size(), description.stop, description.step, seed, i);
  }
};

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

/// A series on the even grid of the task, from the columns named like the inputs.
std::optional<InputSeries> read_series(const std::string& path, const Task& task, Diagnostics& diagnostics) {
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
      out.values(static_cast<Eigen::Index>(i), j) = (1 - part) * read->at(*column, k) + part * read->at(*column, next);
    }
  }
  return out;
}

bool extract(const Arguments& arguments, Session& session, Task& task) {
  const std::optional<CompileRequest> request = compile_request(arguments, session);
  if (!request) return false;
  Outcome<PortedModel> models = compile_with_ports(session.workspace, *request);
  session.diagnostics.append(models.diagnostics());
  if (!models.ok()) return false;
  task.name = models->plain.model_name;
  if (models->ports.inputs.empty() || models->ports.outputs.empty()) {
    session.diagnostics.error(Code::E1109, {}, "the model needs open inputs and outputs of its own");
    return false;
  }
  if (!affine_in_modes(*models->ported.plan, models->ports, session.diagnostics)) return false;
  const Experiment experiment = models->plain.model->experiment();
  task.description.stop = experiment.stop.value_or(1);
  task.description.step = experiment.interval.value_or(task.description.stop / 500);
  task.description.system.inputs = models->ports.inputs;
  if (!read_input_settings(arguments, task.description, session.diagnostics)) return false;
  for (const std::string& path : arguments.list("--series")) {
    const auto series = read_series(path, task, session.diagnostics);
    if (!series) return false;
    task.given.push_back(*series);
  }
  ExtractOptions options;
  options.cancel = session.cancel;
  options.realisation = [&](std::size_t i) { return task.realisation(i); };
  Outcome<SwitchedSystem> system = extract_switched(*models->ported.model, models->ports, options);
  session.diagnostics.append(system.diagnostics());
  if (!system.ok()) return false;
  task.description.system = system.take();
  return true;
}

bool open_description(const Arguments& arguments, Session& session, Task& task) {
  const std::string path = arguments.text("MODEL");
  const FileId file = load_text(session.workspace, path, session.diagnostics);
  if (!file.valid()) return false;
  Outcome<SwitchedDescription> read = read_switched(session.workspace.sources, file);
  session.diagnostics.append(read.diagnostics());
  if (!read.ok()) return false;
  task.description = read.take();
  task.name = path.substr(path.rfind('/') + 1);
  task.name = task.name.substr(0, task.name.find('.'));
  if (!read_input_settings(arguments, task.description, session.diagnostics)) return false;
  for (const std::string& one : arguments.list("--series")) {
    const auto series = read_series(one, task, session.diagnostics);
    if (!series) return false;
    task.given.push_back(*series);
  }
  return true;
}

std::string label(const Candidate& c) { return std::string(name_of(c.map)) + ", " + std::string(name_of(c.balancing)); }

Json as_json(const Task& task, const Confidence& confidence, const SampleSize& size,
             const std::vector<CandidateResult>& results) {
  Json directional = Json::object();
  Json supremum = Json::object();
  Json failures = Json::array();
  for (const CandidateResult& r : results) {
    directional[label(r)].push_back(number(r.rho_directional));
    supremum[label(r)].push_back(number(r.rho_supremum));
    if (r.exists && r.blown_up + r.chattering + r.lost == 0) continue;
    failures.push_back({{"map", label(r)},
                        {"order", r.order},
                        {"reason", r.reason},
                        {"blow_up", r.blown_up},
                        {"chattering", r.chattering},
                        {"no_mode", r.lost}});
  }
  Json modes = Json::array();
  for (const reduce::Mode& mode : task.description.system.modes)
    modes.push_back({{"name", mode.name}, {"dynamics", mode.dynamics}, {"guards", mode.limits.size()}});
  return {{"model", task.name},
          {"states", task.description.system.states.size()},
          {"dynamics", task.description.system.dynamics.size()},
          {"modes", modes},
          {"scenario",
           {{"samples", size.samples},
            {"discarded", size.discarded},
            {"epsilon", confidence.epsilon},
            {"eta", confidence.eta},
            {"beta", confidence.beta},
            {"candidates", confidence.candidates},
            {"seed", task.seed},
            {"rho", directional},
            {"rho_supremum", supremum},
            {"failures", failures}}}};
}

void print_text(const Task& task, const Confidence& c, const SampleSize& size,
                const std::vector<CandidateResult>& results, bool enough) {
  const SwitchedSystem& s = task.description.system;
  std::cout << bold(task.name) << ": " << counted(s.states.size(), "state") << ", " << counted(s.modes.size(), "mode")
            << " visited, with " << s.dynamics.size() << " different dynamics\n\n";
  Table table{{"order", "nearest", "same time", "failed", "map, balancing"}, {}, {true, true, true, true, false}};
  for (const CandidateResult& r : results)
    table.rows.push_back({std::to_string(r.order), rounded(r.rho_directional, 4), rounded(r.rho_supremum, 4),
                          r.exists ? std::to_string(r.blown_up + r.chattering + r.lost) : "-",
                          label(r) + (r.exists ? "" : ": " + r.reason)});
  std::cout << table.print(terminal_width()) << "\n";
  if (enough)
    std::cout << paragraph(
        "With confidence 1 - " + shortest(c.beta) + " (for all " + std::to_string(c.candidates) +
            " candidates at once), the distance is above the value in the table with a probability of at most " +
            shortest(c.epsilon) + ": " + std::to_string(size.samples) + " realisations, the " +
            std::to_string(size.discarded) + " worst discarded.",
        terminal_width());
  else
    std::cout << paragraph(
        "No statement of confidence: " + std::to_string(size.samples) + " realisations are too few for it.",
        terminal_width());
}

std::string figure_of(const Task& task, const std::vector<CandidateResult>& results) {
  Figure figure{.title = task.name + ": error and order",
                .x = {.label = "order", .whole = true},
                .y = {.label = "distance to the nearest point", .logarithmic = true}};
  std::map<std::string, Curve> curves;
  for (const CandidateResult& r : results) {
    Curve& curve = curves[label(r)];
    curve.name = label(r);
    curve.dashed = r.balancing == SwitchedBalancing::inputs;
    curve.marks = true;
    curve.colour = static_cast<std::size_t>(r.map);
    curve.x.push_back(static_cast<double>(r.order));
    curve.y.push_back(r.rho_directional);
  }
  for (auto& [name, curve] : curves) figure.curves.push_back(std::move(curve));
  return svg(figure);
}

}  // namespace

std::vector<OptionSpec> switched_options() {
  return {
      {"--switched", OptionKind::flag, "", "keep the modes of a model that is affine in each of them", {}},
      {"--input",
       OptionKind::list,
       "NAME=NUMBER",
       "with modes, how random inputs are drawn: offset, amplitude, period, phase, variance, highest_frequency, "
       "stop, step",
       {}},
      {"--series", OptionKind::list, "FILE", "with modes: results files with inputs to use instead of random ones", {}},
      {"--horizon",
       OptionKind::number,
       "T",
       "with modes: of the finite-horizon map; a twentieth of the run unless given",
       {}},
      {"--samples", OptionKind::count, "N", "with modes: this many realisations, whatever the confidence", {}},
      {"--epsilon", OptionKind::number, "E", "probability of a larger error; 0.1 unless given", {}},
      {"--eta", OptionKind::number, "E", "fraction of realisations to discard; 0.05 unless given", {}},
      {"--beta", OptionKind::number, "B", "probability that the statement is wrong; 1e-6 unless given", {}},
      {"--safe", OptionKind::flag, "", "as many realisations as are enough for all larger numbers too", {}},
      {"--seed", OptionKind::count, "N", "of the random inputs; 1 unless given", {}},
      {"--threads",
       OptionKind::count,
       "N",
       "as many as there are cores unless given; results do not depend on it",
       {}}};
}

ExitStatus reduce_switched(const Arguments& arguments) {
  Session session;
  const SignalScope signals(session.cancel);
  const auto give_up = [&](ExitStatus status = ExitStatus::wrong_input) {
    return failed(arguments, session.diagnostics, session.workspace.sources, status);
  };
  Task task;
  task.seed = arguments.count("--seed").value_or(1);
  const bool opened = arguments.text("MODEL").ends_with(".toml") ? open_description(arguments, session, task)
                                                                 : extract(arguments, session, task);
  if (!opened) return give_up();
  const auto n = static_cast<Eigen::Index>(task.description.system.states.size());
  ScenarioOptions options;
  for (const SwitchedBalancing balancing : {SwitchedBalancing::inputs, SwitchedBalancing::inputs_and_jumps})
    for (const ResetMap map : {ResetMap::projection, ResetMap::free_evolution, ResetMap::finite_horizon})
      for (Eigen::Index order = 1; order <= n; ++order)
        if (!arguments.count("--order") || *arguments.count("--order") == static_cast<std::size_t>(order))
          options.candidates.push_back({order, map, balancing});
  if (options.candidates.empty()) {
    session.diagnostics.error(Code::E1103, {}, "the order must lie between 1 and " + std::to_string(n));
    return give_up();
  }
  Confidence confidence;
  confidence.epsilon = arguments.number("--epsilon").value_or(confidence.epsilon);
  confidence.eta = arguments.number("--eta").value_or(confidence.eta);
  confidence.beta = arguments.number("--beta").value_or(confidence.beta);
  confidence.safe = arguments.has("--safe");
  confidence.candidates = options.candidates.size();
  const Outcome<SampleSize> size = sample_size(confidence);
  session.diagnostics.append(size.diagnostics());
  if (!size.ok()) return give_up(ExitStatus::wrong_command_line);
  options.size = *size;
  const std::optional<std::size_t> wanted =
      !task.given.empty() ? std::optional(task.given.size()) : arguments.count("--samples");
  bool enough = true;
  if (wanted) {
    options.size.samples = *wanted;
    options.size.discarded = static_cast<std::size_t>(confidence.eta * static_cast<double>(*wanted));
    enough = violation_probability(*wanted, confidence.epsilon, confidence.eta) <=
             confidence.beta / static_cast<double>(confidence.candidates);
  }
  options.horizon = arguments.number("--horizon").value_or(task.description.stop / 20);
  options.threads = arguments.count("--threads").value_or(std::max(1U, std::thread::hardware_concurrency()));
  options.cancel = session.cancel;
  Progress progress("sampling " + task.name);
  options.progress = &progress;
  Outcome<std::vector<CandidateResult>> results = compare_candidates(
      task.description.system, [&](std::size_t i) { return task.realisation(i); }, options);
  progress.finish();
  session.diagnostics.append(results.diagnostics());
  if (!results.ok()) return give_up();
  if (arguments.has("--figure") &&
      !write_text(arguments.text("--figure"), figure_of(task, *results), session.diagnostics))
    return give_up();
  show(session.diagnostics, session.workspace.sources);
  if (arguments.json()) {
    Json object = as_json(task, confidence, options.size, *results);
    object["scenario"]["confident"] = enough;
    object["diagnostics"] = diagnostics_json(session.diagnostics, session.workspace.sources);
    print_json(object);
  } else {
    print_text(task, confidence, options.size, *results, enough);
  }
  return ExitStatus::success;
}

}  // namespace sunder::cli
