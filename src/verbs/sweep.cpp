#include "verbs/sweep.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <sstream>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/rank_tasks.hpp"
#include "base/ranks.hpp"
#include "base/text.hpp"
#include "results/csv.hpp"
#include "verbs/choose.hpp"
#include "verbs/files.hpp"
#include "verbs/relay.hpp"
#include "verbs/run.hpp"
#include "verbs/run_messages.hpp"
#include "verbs/threads.hpp"

namespace sunder::verbs {

std::string SweepRun::ending() const {
  if (simulation && !simulation->status.reason.empty()) return simulation->status.reason;
  for (const Diagnostic& d : diagnostics.all())
    if (d.severity == Severity::error) return d.message;
  return ran ? "failed" : "not run";
}

namespace {

std::vector<std::string> recorded_names(const model::Model& model) {
  std::vector<std::string> names;
  for (const model::VariableIndex i : model.description().indices()) {
    const model::Variable info = model.description().variable(i);
    if (!info.unchanging) names.push_back(info.name);
  }
  return names;
}

class Sweep {
 public:
  Sweep(const LoadedModel& model, const SweepOptions& options, simulate::SweepPoints points, const Control& control)
      : first_(model), options_(options), points_(std::move(points)), control_(control), table_(points_) {
    result_.model = std::string(model.model().name());
    result_.sources = model.sources();
    result_.method = options.run.method;
    result_.axes = points_.axes();
    result_.runs.resize(points_.count());
    for (std::size_t i = 0; i < result_.runs.size(); ++i) result_.runs[i].values = points_.point(i);
  }

  /// Looks for parameters that would change which variables there are. False after a diagnostic.
  bool prepare() {
    mixed_ = needs_cut(options_.run);
    result_.names = recorded_names(first_.model());
    find_structural();
    std::size_t stride = points_.count();
    for (std::size_t i = 0; i < points_.axes().size(); ++i) {
      const simulate::SweepAxis& axis = points_.axes()[i];
      stride /= axis.values.size();
      if (!structural_[i]) continue;
      const Variant& last = variant(stride * (axis.values.size() - 1));
      if (last.other_variables) refuse(axis);
    }
    if (!diagnostics_.has_errors()) read_inputs(first_, options_.run.inputs, inputs_, diagnostics_);
    if (diagnostics_.has_errors()) return false;
    const std::string& output = options_.run.output;
    if (control_.ranks != nullptr && !control_.ranks->leads()) return true;
    if (!output.empty() && !output.ends_with(".csv"))
      diagnostics_.error(Code::E0704, {}, "the table of a sweep must end in .csv, not be '" + output + "'");
    else if (!output.empty() && !table_.open(output))
      diagnostics_.error(Code::E0003, {}, "cannot write '" + output + "'");
    return !diagnostics_.has_errors();
  }

  Outcome<SweepResult> run() {
    const auto began = std::chrono::steady_clock::now();
    ProgressRelay relay(control_, "sweep of " + result_.model);
    std::size_t done = 0;
    const auto one_more = [&] {
      ++done;
      if (Progress* progress = relay.get())
        progress->update(static_cast<double>(done) / static_cast<double>(points_.count()),
                         std::to_string(done) + " of " + std::to_string(points_.count()) + " runs");
    };
    // ranks are as many as cores, unless somebody says otherwise
    result_.threads = usable_threads(options_.threads, control_.ranks != nullptr ? 1 : core_count(), diagnostics_);
    if (control_.ranks != nullptr) {
      if (!run_on_ranks_of(*control_.ranks, one_more)) return Outcome<SweepResult>(std::move(diagnostics_));
    } else {
      simulate::run_sweep(points_.count(), result_.threads, control_.cancel, [&](std::size_t index) {
        one(index);
        const std::lock_guard lock(mutex_);
        one_more();
      });
    }
    if (writes() && !table_.finish()) diagnostics_.error(Code::E0003, {}, table_.error());
    if (writes()) result_.result = table_.path();
    result_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    say_what_failed();
    return {std::move(result_), std::move(diagnostics_)};
  }

  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  /// Every rank takes runs as it gets done with others; rank 0 puts them together. False on the others.
  bool run_on_ranks_of(Ranks& ranks, const std::function<void()>& one_more) {
    result_.ranks = static_cast<std::size_t>(ranks.size());
    RankTasks tasks;
    tasks.count = points_.count();
    tasks.threads = result_.threads;
    tasks.cancel = control_.cancel;
    tasks.run = [&](std::size_t index) {
      if (ranks.leads()) {
        one(index);
        return std::string();
      }
      return elsewhere(index);
    };
    tasks.take = [&](std::size_t index, int rank, std::string bytes) {
      if (rank != 0) take(index, bytes);
      one_more();
    };
    for (const LostRank& lost : run_on_ranks(ranks, tasks)) {
      if (lost.why.empty()) ranks.abandon();
      diagnostics_.warning(Code::W0011, {}, describe(ranks, lost, "run"));
    }
    return ranks.leads();
  }

  /// A run for rank 0: how it ended, and its rows.
  std::string elsewhere(std::size_t index) {
    const std::string rows = (std::filesystem::temp_directory_path() /
                              ("sunder-" + std::to_string(getpid()) + "-run" + std::to_string(index) + ".csv"))
                                 .string();
    SweepRun& run = result_.runs[index];
    const std::optional<std::string> kept = compute(index, writes() ? rows : "");
    ByteWriter out;
    out.flag(keep(run));
    {
      const std::lock_guard lock(mutex_);  // other runs add to the sources
      out.text(bytes_of(run, first_.sources(), result_.sources));
    }
    if (kept || !writes()) {
      out.text(kept.value_or(""));
    } else {
      std::ostringstream text;
      text << std::ifstream(rows).rdbuf();
      out.text(text.str());
      std::remove(rows.c_str());
    }
    run.simulation.reset();  // it lives on rank 0 now
    run.diagnostics = Diagnostics();
    return out.take();
  }
  /// On rank 0: what another one made.
  void take(std::size_t index, const std::string& bytes) {
    ByteReader in(bytes);
    const bool kept = in.flag();
    read_run(in.text(), result_.runs[index]);
    if (!writes()) return;
    if (!table_.add(index, kept, in.text())) control_.cancel.request();  // the disk is full
  }

  [[nodiscard]] bool writes() const { return !options_.run.output.empty(); }

  /// Parameters that can be set in the compiled model need no compiler; the values of the others are part of it.
  void find_structural() {
    const model::ModelDescription& description = first_.model().description();
    for (const simulate::SweepAxis& axis : points_.axes()) {
      const auto variable = description.find(axis.name);
      structural_.push_back(!variable || !description.variable(*variable).tunable);
    }
    if (const auto key = structural_values_of_first()) {
      auto made = std::make_unique<Variant>();
      std::call_once(made->compiled, [&] { made->model = first_; });
      variants_[*key] = std::move(made);
    }
  }

  /// Those the given model was loaded with; nothing: some of them come from its text.
  [[nodiscard]] std::optional<std::vector<std::string>> structural_values_of_first() const {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < structural_.size(); ++i) {
      if (!structural_[i]) continue;
      const auto& settings = first_.options().settings;
      const auto given = std::find_if(settings.rbegin(), settings.rend(),
                                      [&](const auto& one) { return one.first == points_.axes()[i].name; });
      if (given == settings.rend()) return std::nullopt;
      values.push_back(given->second);
    }
    return values;
  }

  [[nodiscard]] std::vector<std::string> structural_values(std::size_t index) const {
    std::vector<std::string> values;
    const std::vector<std::string>& all = result_.runs[index].values;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (structural_[i]) values.push_back(all[i]);
    return values;
  }

  /// One for each combination of structural values.
  struct Variant {
    std::once_flag compiled;
    std::optional<LoadedModel> model;  ///< empty: it cannot be used
    bool other_variables = false;      ///< than the first
    Diagnostics diagnostics;
  };

  Variant& variant(std::size_t index) {
    const std::vector<std::string> key = structural_values(index);
    Variant* found = nullptr;
    {
      const std::lock_guard lock(mutex_);
      std::unique_ptr<Variant>& place = variants_[key];
      if (!place) place = std::make_unique<Variant>();
      found = place.get();
    }
    std::call_once(found->compiled, [&] { compile(index, *found); });
    return *found;
  }

  void compile(std::size_t index, Variant& variant) {
    LoadOptions options = first_.options();
    const std::vector<std::string>& values = result_.runs[index].values;
    for (std::size_t i = 0; i < values.size(); ++i) set(options.settings, points_.axes()[i].name, values[i]);
    Outcome<LoadedModel> loaded = load(options, {.cancel = control_.cancel});
    {
      const std::lock_guard lock(mutex_);
      ++result_.compilations;
      result_.sources.append(loaded->sources());
    }
    variant.diagnostics.append(loaded.diagnostics());
    if (!loaded.ok()) return;
    if (recorded_names(loaded->model()) != result_.names) {
      variant.other_variables = true;
      variant.diagnostics.error(Code::E0643, {}, "the model has other variables here than in the first run");
      return;
    }
    for (const auto& [name, value] : first_.given()) variant.diagnostics.append(loaded->set_parameter(name, value));
    if (!variant.diagnostics.has_errors()) variant.model = loaded.take();
  }

  /// In place of what was given before.
  static void set(std::vector<std::pair<std::string, std::string>>& settings, const std::string& name,
                  const std::string& value) {
    for (auto& one : settings)
      if (one.first == name) one.second = value;
    if (std::none_of(settings.begin(), settings.end(), [&](const auto& one) { return one.first == name; }))
      settings.emplace_back(name, value);
  }

  /// The same parameter may have another number where structural ones have other values.
  bool set_parameters(std::size_t index, model::Context& context, Diagnostics& diagnostics) const {
    const std::vector<std::string>& values = result_.runs[index].values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (structural_[i]) continue;
      const double value = values[i] == "true" ? 1 : values[i] == "false" ? 0 : number_in(values[i]).value_or(0);
      const std::optional<model::VariableIndex> variable = context.model().description().find(points_.axes()[i].name);
      const model::Status set = context.set_parameter(variable.value(), value);
      if (set) continue;
      model::report(set.fault(), diagnostics);
      return false;
    }
    return true;
  }

  void refuse(const simulate::SweepAxis& axis) {
    Span place;
    if (const auto variable = first_.model().description().find(axis.name))
      place = first_.model().description().variable(*variable).origin;
    diagnostics_
        .error(Code::E0643, place,
               "'" + axis.name +
                   "' cannot be swept: it decides which variables the model has, and one table cannot hold them")
        .help = "run the values one by one, with --set";
  }

  void one(std::size_t index) {
    std::optional<std::string> rows = compute(index, writes() ? table_.part(index) : "");
    if (writes() && !table_.add(index, keep(result_.runs[index]), std::move(rows)))
      control_.cancel.request();  // the disk is full
  }
  /// A run that was cut off is not finished: the table holds whole runs, and those that failed up to where they did.
  [[nodiscard]] bool keep(const SweepRun& run) const {
    return run.simulation && (run.ok() || !control_.cancel.requested());
  }

  /// The rows, where they are so few that they are not in the file `output`.
  std::optional<std::string> compute(std::size_t index, const std::string& output) {
    SweepRun& run = result_.runs[index];
    run.ran = true;
    const Variant& of = variant(index);
    constexpr std::size_t most_in_memory = std::size_t{1} << 20U;
    results::CsvWriter rows;
    if (!output.empty()) rows.open_in_memory(output, most_in_memory);
    if (of.model)
      simulate_one(index, *of.model, output, rows, run);
    else
      run.diagnostics.append(of.diagnostics);
    if (options_.run.keep && !output.empty()) return std::nullopt;
    return rows.take();
  }

  void simulate_one(std::size_t index, const LoadedModel& model, const std::string& output, results::CsvWriter& rows,
                    SweepRun& run) {
    simulate::SimulateOptions options = plain_options(options_.run, control_);
    options.output.clear();
    results::MemoryWriter memory;
    if (options_.run.keep) options.output = output;  // a run has one sink, and that is the memory then
    results::ResultWriter* sink = options_.run.keep ? static_cast<results::ResultWriter*>(&memory)
                                  : output.empty()  ? nullptr
                                                    : &rows;
    const std::unique_ptr<model::Context> context = create_context(model, options_.run.inputs);
    if (!set_parameters(index, *context, run.diagnostics) ||
        !choose_variables(model, options_.run, options, run.diagnostics) ||
        !read_start(model, options_.run, options, run.diagnostics))
      return;
    options.inputs = inputs_;
    if (mixed_ && !choose_cut(model, options_.run, *context, options, run.diagnostics)) return;
    Outcome<simulate::Simulation> simulation = simulate::simulate(model.model(), *context, options, sink);
    run.diagnostics.append(simulation.diagnostics());
    if (simulation.has_value()) run.simulation = simulation.take();
    if (options_.run.keep) run.trajectory = memory.take();
  }

  [[nodiscard]] std::string setting(std::size_t index) const {
    std::string text;
    const std::vector<std::string>& values = result_.runs[index].values;
    for (std::size_t i = 0; i < values.size(); ++i)
      text += (i > 0 ? ", " : "") + points_.axes()[i].name + " = " + values[i];
    return text;
  }

  void say_what_failed() {
    std::size_t failures = 0;
    std::size_t missing = 0;
    std::set<Code> warned;
    const std::vector<SweepRun>& runs = result_.runs;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (!runs[i].ran) ++missing;
      for (const Diagnostic& d : runs[i].diagnostics.all()) {
        if (d.severity != Severity::error && !warned.insert(d.code).second) continue;  // they repeat: once is enough
        Diagnostic said = d;
        said.message = "with " + setting(i) + ": " + d.message;
        diagnostics_.add(said);
      }
      failures += runs[i].ran && !runs[i].ok() ? 1 : 0;
    }
    if (failures > 0)
      diagnostics_.error(Code::E0644, {}, counted(failures, "run") + " of " + std::to_string(runs.size()) + " failed");
    if (missing > 0) diagnostics_.error(Code::E0008, {}, "interrupted: " + counted(missing, "run") + " not begun");
  }

  const LoadedModel& first_;
  const SweepOptions& options_;
  simulate::SweepPoints points_;
  const Control& control_;
  simulate::SweepTable table_;
  SweepResult result_;
  Diagnostics diagnostics_;
  std::vector<bool> structural_;                                           // by axis
  std::map<std::vector<std::string>, std::unique_ptr<Variant>> variants_;  // by structural values
  std::vector<simulate::DrivenInput> inputs_;
  std::mutex mutex_;
  bool mixed_ = false;
};

}  // namespace

void check_options(const SweepOptions& options, Diagnostics& diagnostics) {
  diagnostics.append(simulate::SweepPoints::make(options.axes).diagnostics());
  if (!diagnostics.has_errors() && !options.run.compare.empty())
    diagnostics.error(Code::E0643, {}, "--sweep does not go together with --compare or --dump");
  if (!diagnostics.has_errors()) check_options(options.run, diagnostics);
}

LoadOptions for_first_run(LoadOptions options, const SweepOptions& sweep) {
  for (const simulate::SweepAxis& axis : sweep.axes)
    if (!axis.values.empty()) options.settings.emplace_back(axis.name, axis.values.front());
  return options;
}

namespace {

/// The method auto becomes one for all runs, chosen for the first: a table of runs by different methods would compare
/// methods, too.
bool name_method(const LoadedModel& model, SimulateOptions& options, const Control& control, Diagnostics& diagnostics) {
  PurposeOptions purpose = std::exchange(options.purpose, {});
  SimulateOptions first = options;
  first.purpose = purpose;
  first.purpose.audit = choose::Audit::off;
  first.output.clear();
  const Outcome<ChooseResult> chosen = choose_method(model, first, Told::costs, control);
  diagnostics.append(chosen.diagnostics());
  if (!chosen.ok()) return false;
  const choose::Candidate& best = *chosen->plan.chosen();
  options.method = best.method;
  options.cut.slowest_of_interest.reset();
  if (best.step) {
    options.step = best.step;
    options.events = simulate::EventMode::grid;
  } else {
    options.tolerance = best.tolerance;
  }
  options.period = best.period;
  const integrate::MethodInfo method = *integrate::find_method(best.method);
  if (best.rows && (method.mixed || method.rows)) options.cut.fast = model::state_names(model.model(), *best.rows);
  return true;
}

}  // namespace

Outcome<SweepResult> sweep(const LoadedModel& model, const SweepOptions& given, const Control& control) {
  Diagnostics diagnostics;
  SweepOptions options = given;
  check_options(options, diagnostics);
  if (!diagnostics.has_errors() && options.run.method == automatic)
    name_method(model, options.run, control, diagnostics);
  if (diagnostics.has_errors()) return Outcome<SweepResult>(std::move(diagnostics));
  Sweep sweep(model, options, simulate::SweepPoints::make(options.axes).take(), control);
  if (!sweep.prepare()) return Outcome<SweepResult>(std::move(sweep.diagnostics()));
  return sweep.run();
}

}  // namespace sunder::verbs
