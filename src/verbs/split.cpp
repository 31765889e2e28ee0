#include "verbs/split.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <optional>
#include <set>
#include <system_error>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "cosimulate/master.hpp"
#include "cosimulate/parts.hpp"
#include "cosimulate/picture.hpp"
#include "publish/exportable.hpp"
#include "publish/fmu_package.hpp"
#include "ssp/package.hpp"
#include "verbs/analyze.hpp"
#include "verbs/files.hpp"
#include "verbs/relay.hpp"
#include "verbs/split_parts.hpp"
#include "verbs/threads.hpp"

namespace sunder::verbs {
namespace {

const std::string local_method = "rosenbrock";

class Splitting {
 public:
  Splitting(const LoadedModel& loaded, const SplitOptions& options, const Control& control)
      : loaded_(loaded), options_(options), control_(control) {}

  Outcome<SplitResult> run() {
    check_options(options_, diagnostics_);
    if (diagnostics_.has_errors() || !is_compiled() || !find_parts() || !make_parts() || !open_system() || !balance() ||
        !choose_step() || !measure_error() || !make_table() || !write_files())
      return Outcome<SplitResult>(std::move(diagnostics_));
    out_.system = system_.description;
    return {std::move(out_), std::move(diagnostics_)};
  }

 private:
  bool is_compiled() {
    if (loaded_.fmu() != nullptr) {
      diagnostics_.error(Code::E1020, {}, loaded_.fmu()->path + " is an FMU: only models in Modelica can be split");
      return false;
    }
    if (!loaded_.given().empty()) {
      diagnostics_.error(Code::E1020, {}, "parameters that were set after the model was loaded are not in its parts")
          .help = "give them when the model is loaded";
      return false;
    }
    const model::Experiment& experiment = loaded_.model().description().experiment;
    out_.model = loaded_.name();
    out_.start = options_.start.value_or(experiment.start.value_or(0));
    out_.stop = options_.stop.value_or(experiment.stop.value_or(out_.start + 1));
    out_.max_error = options_.max_error;
    if (out_.stop > out_.start) return true;
    diagnostics_.error(Code::E0604, {}, "the stop time does not lie behind the start time");
    return false;
  }

  bool find_parts() {
    AnalyzeOptions wanted;
    wanted.analysis.partition.parts = options_.parts;
    wanted.analysis.partition.step_is_taken = false;
    wanted.analysis.mode_limit = 0;
    Outcome<AnalyzeResult> found = analyze(loaded_, wanted, control_);
    for (const Diagnostic& one : found.diagnostics().all())
      if (one.severity == Severity::error) diagnostics_.add(one);
    if (!found.ok()) return false;
    analysis_ = std::move(found->analysis);
    std::optional<ChosenParts> chosen = choose_parts(loaded_, options_, analysis_, diagnostics_);
    if (!chosen) return false;
    requests_ = std::move(chosen->parts);
    out_.rule = std::move(chosen->rule);
    return true;
  }

  /// Operations of an evaluation do not tell how many of them a part takes: parts are run, and cut anew by the time
  /// they took. The best of a few cuts is kept.
  bool balance() {
    if (!options_.balanced) return true;
    constexpr int cuts = 4;
    constexpr double even = 1.1;  // the dearest part against the average
    StateCosts costs = counted_costs(loaded_);
    std::vector<driver::PartRequest> best = requests_;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < cuts; ++i) {
      std::string why;
      const std::vector<double> seconds = time_parts(why);
      if (control_.cancel.requested()) {
        diagnostics_.error(Code::E0613, {}, "the search for parts of equal cost was cancelled");
        return false;
      }
      if (seconds.empty()) {
        if (std::isfinite(least)) break;  // of those that could be run the best is known
        out_.rule += ", by the number of operations (a trial run of the parts to measure them failed: " + why + ")";
        return true;
      }
      const double all = std::accumulate(seconds.begin(), seconds.end(), 0.0);
      const double uneven = std::ranges::max(seconds) * static_cast<double>(seconds.size()) / all;
      if (uneven < least) {
        least = uneven;
        best = requests_;
      }
      if (uneven < even || i + 1 == cuts) break;
      costs.correct(requests_, seconds);
      std::vector<driver::PartRequest> next = costs.cut(*options_.balanced, analysis_.states);
      if (next.size() < *options_.balanced || is_same(next, requests_)) break;
      requests_ = std::move(next);
      if (!make_parts() || !open_system()) return false;
    }
    out_.rule += ", as measured in a trial run";
    if (is_same(best, requests_)) return true;
    requests_ = std::move(best);
    return make_parts() && open_system();
  }

  static bool is_same(const std::vector<driver::PartRequest>& a, const std::vector<driver::PartRequest>& b) {
    return std::ranges::equal(a, b, {}, &driver::PartRequest::states, &driver::PartRequest::states);
  }

  /// That the steps of every part take in a run with a communication step that need not be a good one. Empty: the run
  /// fails, and why.
  std::vector<double> time_parts(std::string& why) {
    constexpr std::size_t steps = 50;
    const auto failed = [&](const std::string& reason) {
      why = reason;
      return std::vector<double>();
    };
    for (std::size_t p = 0; p < system_.parts.size(); ++p)
      if (const model::Status started = system_.parts[p]->initialise(out_.start); !started)
        return failed("part '" + split_.parts[p].name + "' could not be started: " + started.fault().message);
    cosimulate::Master master(system_.pointers(), system_.wiring, system_.description.master);
    if (!master.start(out_.start)) return failed(master.fault()->message);
    const double length = (out_.stop - out_.start) / steps;
    for (std::size_t i = 0; i < steps; ++i) {
      if (control_.cancel.requested()) return {};
      const double time = out_.start + static_cast<double>(i) * length;
      if (!master.step(time, out_.start + static_cast<double>(i + 1) * length, length))
        return failed(master.fault()->message);
    }
    return master.statistics().part_seconds;
  }

  std::optional<driver::SplitModel> cut_into(const std::vector<driver::PartRequest>& requests,
                                             Diagnostics& diagnostics) {
    const std::unique_ptr<model::Context> context = loaded_.create_context();
    const auto& whole = static_cast<const execute::CompiledModel&>(loaded_.model());
    Outcome<driver::SplitModel> made =
        driver::split_model(loaded_.plan(), whole, *context, out_.start, requests, loaded_.options().back_end);
    diagnostics.append(made.diagnostics());
    if (!made.ok()) return std::nullopt;
    return made.take();
  }

  bool make_parts() {
    out_.parts.clear();
    out_.exchanges.clear();
    std::optional<driver::SplitModel> made = cut_into(requests_, diagnostics_);
    if (!made) return false;
    split_ = std::move(*made);
    out_.nowhere = split_.nowhere;
    std::vector<double> scales(analysis_.states.size(), 0);
    for (const decouple::VariableScale& one : analysis_.variables) scales[one.state.index()] = one.time_scale;
    for (const driver::SplitPart& part : split_.parts) {
      PartSummary summary;
      summary.name = part.name;
      summary.inputs = part.model->input_count();
      summary.outputs = part.model->output_count();
      summary.fastest = std::numeric_limits<double>::infinity();
      for (const model::StateIndex state : part.states) {
        summary.states.push_back(analysis_.states[state.index()]);
        summary.fastest = std::min(summary.fastest, scales[state.index()]);
        summary.slowest = std::max(summary.slowest, scales[state.index()]);
      }
      summary.operations = part.model->describe().operations;
      out_.parts.push_back(std::move(summary));
    }
    for (const driver::SplitConnection& one : split_.connections) {
      const std::string why = one.is_state ? "a state of " + split_.parts[one.from].name
                                           : "all that " + split_.parts[one.to].name + " needs of the states behind it";
      out_.exchanges.push_back({split_.parts[one.from].name, split_.parts[one.to].name, one.variable, one.unit, why});
    }
    return true;
  }

  bool open_system() { return open_system(split_, system_, diagnostics_); }

  bool open_system(const driver::SplitModel& split, cosimulate::OpenSystem& system, Diagnostics& diagnostics) const {
    system = {};
    cosimulate::SystemDescription& description = system.description;
    description.path = out_.model;
    description.start = out_.start;
    description.stop = out_.stop;
    description.master.kind = options_.master;
    description.master.extrapolation = options_.extrapolation;
    for (const driver::SplitPart& part : split.parts) {
      cosimulate::PartDescription one;
      one.interface.name = part.name;
      for (std::size_t i = 0; i < part.model->input_count(); ++i)
        one.interface.inputs.push_back(part.model->input_name(model::InputIndex(i)));
      for (std::size_t i = 0; i < part.model->output_count(); ++i)
        one.interface.outputs.push_back(part.model->output_name(model::OutputIndex(i)));
      one.interface.states = model::state_names(*part.model);
      one.method.text = local_method;
      one.tolerance = options_.tolerance;
      description.master.order.push_back(description.parts.size());
      Outcome<std::unique_ptr<model::Part>> made = cosimulate::make_part(one, part.model, control_.cancel);
      diagnostics.append(made.diagnostics());
      if (!made.ok()) return false;
      system.parts.push_back(made.take());
      for (const std::string& input : part.open_inputs) {
        const auto variable = part.model->description().find(input);
        const double start = variable ? part.model->description().variable(*variable).start : 0;
        description.constants.push_back({{part.name + "." + input, {}}, start});
      }
      description.parts.push_back(std::move(one));
    }
    for (const driver::SplitConnection& one : split.connections)
      description.connections.push_back(
          {{split.parts[one.from].name + "." + one.output, {}}, {split.parts[one.to].name + "." + one.input, {}}});
    auto wiring = cosimulate::connect(description, diagnostics);
    if (!wiring) return false;
    system.wiring = std::move(*wiring);
    return true;
  }

  static std::set<std::string> counted_values(const driver::SplitModel& split) {
    std::set<std::string> names;
    for (const driver::SplitConnection& one : split.connections)
      if (one.is_counted) names.insert(split.parts[one.from].name + "." + one.output);
    return names;
  }

  /// How the user said to cut.
  [[nodiscard]] std::string present_way() const {
    if (options_.parts) return "--parts " + std::to_string(*options_.parts);
    if (!options_.by.empty()) {
      std::string names;
      for (const std::string& name : options_.by) names += (names.empty() ? "" : ",") + name;
      return "--by " + names;
    }
    if (options_.balanced) return "--balanced " + std::to_string(*options_.balanced);
    return options_.slowest_of_interest ? "--slowest-of-interest " + rounded(*options_.slowest_of_interest, 6) : "";
  }

  /// Each as it is, and, where none of them helps, with inputs that are iterated along lines.
  std::vector<cosimulate::OtherWay> ways_to_cut(const cosimulate::StepChoiceSettings& settings) {
    std::vector<cosimulate::OtherWay> ways;
    const std::string present = present_way();
    const std::string instead = present.empty() ? "" : " instead of " + present;
    std::vector<OtherCut> cuts = other_cuts(loaded_, analysis_, requests_);
    const auto add = [&](const OtherCut& cut, const cosimulate::MasterSettings& master, const std::string& more) {
      const bool last_resort = !more.empty();
      ways.push_back({cut.options + more + instead,
                      [this, cut, master, settings](double most_seconds) -> cosimulate::StepAttempt {
                        Diagnostics unheard;
                        const std::optional<driver::SplitModel> split = cut_into(cut.parts, unheard);
                        cosimulate::OpenSystem system;
                        if (!split || !open_system(*split, system, unheard)) return {};
                        system.description.master.kind = master.kind;
                        system.description.master.extrapolation = master.extrapolation;
                        cosimulate::StepChoiceSettings own = settings;
                        own.counted = counted_values(*split);
                        own.progress = nullptr;
                        return cosimulate::attempt_step(system, own, most_seconds);
                      },
                      last_resort});
    };
    cosimulate::MasterSettings given;
    given.kind = options_.master;
    given.extrapolation = options_.extrapolation;
    for (const OtherCut& cut : cuts) add(cut, given, "");
    cosimulate::MasterSettings iterated;
    iterated.kind = cosimulate::MasterKind::iterated;
    iterated.extrapolation = 1;
    if (given.kind != iterated.kind || given.extrapolation != iterated.extrapolation)
      for (const OtherCut& cut : cuts) add(cut, iterated, " --master iterated --extrapolation 1");
    return ways;
  }

  bool choose_step() {
    ProgressRelay relay(control_, "choosing the communication step");
    cosimulate::StepChoiceSettings settings;
    settings.start = out_.start;
    settings.stop = out_.stop;
    settings.max_error = options_.max_error;
    settings.step = options_.step;
    settings.hybrid = loaded_.model().description().hybrid;
    settings.counted = counted_values(split_);
    settings.threads = usable_threads(options_.threads, 1, diagnostics_);
    settings.cancel = control_.cancel;
    settings.progress = relay.get();
    settings.measure = [this](const cosimulate::Cosimulation& run, const results::Trajectory& trajectory) {
      const Outcome<cosimulate::ReferenceError> error =
          cosimulate::compare_with_whole(run, trajectory, loaded_.model(), reference_settings());
      return error.ok() ? std::optional(error->range.epsilon) : std::nullopt;
    };
    const cosimulate::StepChoiceSettings without_cuts = settings;
    settings.other_cuts = [this, &without_cuts] { return ways_to_cut(without_cuts); };
    Outcome<cosimulate::StepChoice> chosen = cosimulate::choose_step(system_, settings);
    diagnostics_.append(chosen.diagnostics());
    if (!chosen.ok()) return false;
    out_.choice = chosen.take();
    for (std::size_t p = 0; p < out_.parts.size(); ++p)
      out_.parts[p].seconds = out_.choice.run.statistics.part_seconds[p];
    return true;
  }

  [[nodiscard]] cosimulate::ReferenceSettings reference_settings() const {
    cosimulate::ReferenceSettings settings;
    settings.cancel = control_.cancel;
    settings.names_of_parts = false;
    return settings;
  }

  bool measure_error() {
    Outcome<cosimulate::ReferenceError> error =
        cosimulate::compare_with_whole(out_.choice.run, out_.choice.trajectory, loaded_.model(), reference_settings());
    diagnostics_.append(error.diagnostics());
    if (!error.ok()) return false;
    out_.error = error.take();
    return true;
  }

  bool make_table() {
    if (options_.table == 0) return true;
    ProgressRelay relay(control_, "error over the communication step");
    cosimulate::ErrorTableSettings settings;
    settings.from = out_.choice.step / 4;
    settings.to = (out_.stop - out_.start) / 2;
    settings.count = options_.table;
    settings.mode = cosimulate::SearchMode::fixed_substeps;
    settings.start = out_.start;
    settings.stop = out_.stop;
    settings.threads = usable_threads(options_.threads, 1, diagnostics_);
    settings.reference = reference_settings();
    settings.points = &out_.choice.stability.problem;
    settings.progress = relay.get();
    Outcome<cosimulate::ErrorTable> table = cosimulate::error_over_step(system_, loaded_.model(), settings);
    diagnostics_.append(table.diagnostics());
    if (!table.ok()) return false;
    out_.table = table.take();
    return options_.picture.empty() ||
           write_text(options_.picture, results::svg(cosimulate::error_figure(*out_.table)), diagnostics_);
  }

  bool write_files() {
    if (options_.output.empty()) return true;
    std::error_code code;
    std::filesystem::create_directories(options_.output, code);
    if (code) {
      diagnostics_.error(Code::E0003, {}, "cannot make the folder '" + options_.output + "': " + code.message());
      return false;
    }
    const std::filesystem::path folder(options_.output);
    for (std::size_t p = 0; p < split_.parts.size(); ++p) {
      const driver::SplitPart& part = split_.parts[p];
      publish::FmuExport wanted;
      wanted.co_simulation = true;
      wanted.output = (folder / (part.name + ".fmu")).string();
      wanted.start = out_.start;
      wanted.stop = out_.stop;
      wanted.tolerance = options_.tolerance;
      wanted.implicit_rows = model::all_states(part.model->state_count());
      const std::unique_lock lock = part.model->lock_shapes();
      Outcome<publish::FmuPackage> package = publish::write_fmu(*part.plan, wanted);
      diagnostics_.append(package.diagnostics());
      if (!package.ok()) return false;
      out_.parts[p].file = wanted.output;
      out_.files.push_back(wanted.output);
    }
    const std::string path = (folder / (stem_of(out_.model) + ".toml")).string();
    if (!write_text(path, system_as_toml(), diagnostics_)) return false;
    out_.files.push_back(path);
    return write_package(folder);
  }

  /// For every master that reads SSP: the same, with what only we understand in annotations.
  bool write_package(const std::filesystem::path& folder) {
    const cosimulate::SystemDescription& system = system_.description;
    ssp::Structure structure;
    structure.name = out_.model;
    structure.start = out_.start;
    structure.stop = out_.stop;
    structure.master = {out_.choice.step, std::string(cosimulate::name_of(system.master.kind)),
                        system.master.extrapolation};
    std::vector<ssp::PackedFile> files;
    for (std::size_t p = 0; p < split_.parts.size(); ++p) {
      const driver::SplitPart& part = split_.parts[p];
      ssp::Component component;
      component.name = part.name;
      component.source = "resources/" + part.name + ".fmu";
      component.method = system.parts[p].method.text;
      component.tolerance = system.parts[p].tolerance;
      const model::ModelDescription& description = part.model->description();
      const auto add = [&](const std::vector<model::VariableIndex>& list, ssp::Kind kind) {
        for (const model::VariableIndex index : list) {
          const model::Variable variable = description.variable(index);
          component.connectors.push_back({variable.name, kind, ssp::Type::real, variable.unit, {}});
        }
      };
      add(description.inputs, ssp::Kind::input);
      add(description.outputs, ssp::Kind::output);
      for (const std::string& input : part.open_inputs) {
        structure.connections.push_back({"", input, part.name, input, 1, 0, true, {}});
        if (std::ranges::find(structure.connectors, input, &ssp::Connector::name) != structure.connectors.end())
          continue;
        const auto variable = description.find(input);
        structure.connectors.push_back(
            {input, ssp::Kind::input, ssp::Type::real, variable ? description.variable(*variable).unit : "", {}});
        structure.values.push_back(
            {input, ssp::Type::real, shortest(variable ? description.variable(*variable).start : 0), "", {}});
      }
      structure.components.push_back(std::move(component));
      files.push_back({"resources/" + part.name + ".fmu", out_.parts[p].file});
    }
    for (const driver::SplitConnection& one : split_.connections)
      structure.connections.push_back(
          {split_.parts[one.from].name, one.output, split_.parts[one.to].name, one.input, 1, 0, true, {}});
    const std::string path = (folder / (stem_of(out_.model) + ".ssp")).string();
    if (!ssp::write_package(path, structure, files, "Sunder " + std::string(version()), diagnostics_)) return false;
    out_.files.push_back(path);
    return true;
  }

  /// For `sunder cosim`: the FMUs with the methods and steps that were chosen.
  [[nodiscard]] std::string system_as_toml() const {
    const cosimulate::SystemDescription& system = system_.description;
    std::string text = "# " + out_.model + ", split by sunder: parts " + out_.rule + "\n";
    text += "communication_step = " + decimal(out_.choice.step) + "\n";
    text += "master = \"" + std::string(cosimulate::name_of(system.master.kind)) + "\"\n";
    text += "extrapolation = " + std::to_string(system.master.extrapolation) + "\n";
    text += "start = " + decimal(out_.start) + "\nstop = " + decimal(out_.stop) + "\n";
    for (const cosimulate::PartDescription& part : system.parts)
      text += "\n[[part]]\nname = \"" + part.interface.name + "\"\nmodel = \"" + part.interface.name +
              ".fmu\"\nkind = \"me\"\nmethod = \"" + part.method.text + "\"\ntolerance = " + decimal(*part.tolerance) +
              "\n";
    for (const cosimulate::ConnectionDescription& one : system.connections)
      text += "\n[[connection]]\nfrom = \"" + one.from.text + "\"\nto = \"" + one.to.text + "\"\n";
    for (const cosimulate::ConstantInput& one : system.constants)
      text += "\n[[input]]\nto = \"" + one.to.text + "\"\nvalue = " + decimal(one.value) + "\n";
    return text;
  }

  /// A number that TOML reads as one.
  static std::string decimal(double value) { return shortest(value); }

  const LoadedModel& loaded_;
  const SplitOptions& options_;
  const Control& control_;
  decouple::Analysis analysis_;
  std::vector<driver::PartRequest> requests_;
  driver::SplitModel split_;
  cosimulate::OpenSystem system_;
  SplitResult out_;
  Diagnostics diagnostics_;
};

}  // namespace

void check_options(const SplitOptions& options, Diagnostics& diagnostics) {
  const int ways = (options.parts ? 1 : 0) + (options.by.empty() ? 0 : 1) + (options.slowest_of_interest ? 1 : 0) +
                   (options.balanced ? 1 : 0);
  if (ways > 1)
    diagnostics.error(Code::E0006, {}, "--parts, --by, --slowest-of-interest and --balanced do not go together");
  else if ((options.parts && *options.parts < 2) || (options.balanced && *options.balanced < 2))
    diagnostics.error(Code::E0006, {}, "a model is split into two parts at least");
  else if (!(options.max_error > 0))
    diagnostics.error(Code::E0006, {}, "--max-error must be positive");
  else if (options.step && !(*options.step > 0))
    diagnostics.error(Code::E0006, {}, "--communication-step must be positive");
  else if (options.slowest_of_interest && !(*options.slowest_of_interest > 0))
    diagnostics.error(Code::E0006, {}, "--slowest-of-interest must be positive");
  else if (!(options.tolerance > 0 && options.tolerance < 1))
    diagnostics.error(Code::E0611, {}, "--tolerance must lie between 0 and 1");
  else if (options.table == 1)
    diagnostics.error(Code::E0006, {}, "a table of errors has two steps at least");
  else if (!options.picture.empty() && options.table == 0)
    diagnostics.error(Code::E0006, {}, "--picture draws what --error-table finds: give both");
}

Outcome<SplitResult> split(const LoadedModel& model, const SplitOptions& options, const Control& control) {
  return Splitting(model, options, control).run();
}

}  // namespace sunder::verbs
