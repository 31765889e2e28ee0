// sunder simulate --sweep: many runs that differ in parameters, several at a time, one table.
#include "simulate/sweep.hpp"

#include <chrono>
#include <iostream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

#include "base/codes.hpp"
#include "base/progress.hpp"
#include "base/text.hpp"
#include "common_options.hpp"
#include "output.hpp"
#include "report/report.hpp"
#include "run_options.hpp"

namespace sunder::cli {
namespace {

using Json = nlohmann::ordered_json;

/// How one run ended. `ran` is false when it was not begun, for example after Ctrl-C.
struct SweepRun {
  bool ran = false;
  std::optional<Simulation> simulation;
  Diagnostics diagnostics;

  [[nodiscard]] bool ok() const { return simulation && simulation->status.ok; }
  [[nodiscard]] std::string ending() const {
    if (simulation && !simulation->status.reason.empty()) return simulation->status.reason;
    for (const Diagnostic& d : diagnostics.all())
      if (d.severity == Severity::error) return d.message;
    return ran ? "failed" : "not run";
  }
};

std::vector<std::string> recorded_names(const Model& model) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < model.description().variable_count(); ++i) {
    const Variable info = model.description().variable(i);
    if (!info.unchanging) names.push_back(info.name);
  }
  return names;
}

class Sweep {
 public:
  Sweep(const Arguments& arguments, SweepPoints points, Session& session)
      : arguments_(arguments), points_(std::move(points)), session_(session), table_(points_), runs_(points_.count()) {}

  /// Compiles the first run and looks for parameters that would change which variables there are; a status: it ends
  /// here.
  std::optional<ExitStatus> prepare() {
    const auto wrong = [&](ExitStatus status) {
      return failed(arguments_, session_.diagnostics, session_.sources, status);
    };
    const Outcome<MethodInfo> method = find_method(arguments_.text("--method", "cvode"));
    session_.diagnostics.append(method.diagnostics());
    if (!method.ok() || !options_fit(arguments_, *method, session_.diagnostics) ||
        !filter_is_fine(arguments_, session_.diagnostics))
      return wrong(ExitStatus::wrong_command_line);
    mixed_ = method->mixed;
    if (!compile_point(0, session_)) return wrong(ExitStatus::wrong_input);
    names_ = recorded_names(session_.model());
    find_structural();
    std::size_t stride = points_.count();
    for (std::size_t i = 0; i < points_.axes().size(); ++i) {
      const SweepAxis& axis = points_.axes()[i];
      stride /= axis.values.size();
      if (!structural_[i]) continue;
      Session last;
      last.cancel = session_.cancel;
      if (!compile_point(stride * (axis.values.size() - 1), last)) continue;  // that run will say what is wrong
      if (recorded_names(last.model()) != names_) structural(axis);
    }
    SimulateOptions inputs;
    if (!session_.diagnostics.has_errors() && read_input_files(arguments_, session_, inputs)) inputs_ = inputs.inputs;
    if (session_.diagnostics.has_errors()) return wrong(ExitStatus::wrong_input);
    const std::string output = arguments_.text("--output");
    if (!output.empty() && !output.ends_with(".csv")) {
      session_.diagnostics.error(Code::E0704, {}, "the table of a sweep must end in .csv, not be '" + output + "'");
      return wrong(ExitStatus::wrong_input);
    }
    if (!output.empty() && !table_.open(output)) {
      session_.diagnostics.error(Code::E0003, {}, "cannot write '" + output + "'");
      return wrong(ExitStatus::wrong_input);
    }
    return std::nullopt;
  }

  void run() {
    const auto began = std::chrono::steady_clock::now();
    Progress progress("sweep of " + std::string(session_.model().name()));
    std::size_t done = 0;
    threads_ = read_threads(arguments_, core_count(), session_.diagnostics);
    run_sweep(points_.count(), threads_, session_.cancel, [&](std::size_t index) {
      one(index);
      const std::lock_guard lock(mutex_);
      ++done;
      progress.update(static_cast<double>(done) / static_cast<double>(points_.count()),
                      std::to_string(done) + " of " + std::to_string(points_.count()) + " runs");
    });
    progress.finish();
    if (writes() && !table_.finish()) session_.diagnostics.error(Code::E0003, {}, table_.error());
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    say_what_failed();
  }

  ExitStatus show_result() const {
    show(session_.diagnostics, session_.sources);
    if (arguments_.json()) {
      print_json(as_json());
    } else {
      print_text();
    }
    return session_.diagnostics.has_errors() ? ExitStatus::wrong_input : ExitStatus::success;
  }

 private:
  [[nodiscard]] bool writes() const { return arguments_.has("--output"); }

  /// Parameters that can be set in the compiled model need no compiler; the values of the others are part of it.
  void find_structural() {
    const ModelDescription& description = session_.model().description();
    for (const SweepAxis& axis : points_.axes()) {
      const auto variable = description.find(axis.name);
      structural_.push_back(!variable || !description.variable(*variable).tunable);
      variables_.push_back(variable.value_or(0));
    }
  }

  [[nodiscard]] std::vector<std::string> structural_values(std::size_t index) const {
    std::vector<std::string> values;
    const std::vector<std::string> all = points_.point(index);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (structural_[i]) values.push_back(all[i]);
    return values;
  }

  /// One for each combination of structural values.
  struct Variant {
    std::once_flag compiled;
    Session session;
    bool usable = false;
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
    std::call_once(found->compiled, [&] {
      found->session.cancel = session_.cancel;
      if (key == structural_values(0)) {
        found->session.compilation = session_.compilation;
        found->usable = true;
        return;
      }
      found->usable = compile_point(index, found->session);
      if (found->usable && recorded_names(found->session.model()) != names_) {
        found->session.diagnostics.error(Code::E0643, {}, "the model has other variables here than in the first run");
        found->usable = false;
      }
    });
    return *found;
  }

  bool set_parameters(std::size_t index, Session& session, Context& context) const {
    const std::vector<std::string> values = points_.point(index);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (structural_[i]) continue;
      const double value = values[i] == "true" ? 1 : values[i] == "false" ? 0 : number_in(values[i]).value_or(0);
      const Status set = context.set_parameter(variables_[i], value);
      if (set) continue;
      report(set.fault(), session.diagnostics);
      return false;
    }
    return true;
  }

  bool compile_point(std::size_t index, Session& session) {
    std::optional<CompileRequest> request = compile_request(arguments_, session, Inputs::driven);
    if (!request) return false;
    const std::vector<std::string> values = points_.point(index);
    for (std::size_t i = 0; i < values.size(); ++i) request->settings.emplace_back(points_.axes()[i].name, values[i]);
    Outcome<Compilation> outcome = compile(session_.workspace, *request);
    session.diagnostics.append(outcome.diagnostics());
    {
      const std::lock_guard lock(mutex_);
      session_.sources.append(outcome->sources);  // whatever a run says is said here
    }
    if (!outcome.ok()) return false;
    session.compilation = outcome.take();
    return true;
  }

  void structural(const SweepAxis& axis) {
    Span place;
    const ir::Dae& dae = session_.compilation.plan->dae;
    for (const ir::Declaration& declaration : dae.declarations) {
      if (declaration.name == axis.name) place = declaration.span;
    }
    session_.diagnostics
        .error(Code::E0643, place,
               "'" + axis.name +
                   "' cannot be swept: it decides which variables the model has, and one table cannot hold them")
        .help = "run the values one by one, with --set";
  }

  void one(std::size_t index) {
    SweepRun& run = runs_[index];
    run.ran = true;
    Variant& of = variant(index);
    Session session;
    session.cancel = session_.cancel;
    session.compilation = of.session.compilation;
    if (of.usable) {
      simulate_one(index, session, run);
    } else {
      session.diagnostics.append(of.session.diagnostics);
    }
    run.diagnostics.append(session.diagnostics);
    // a run that was cut off is not finished: the table holds whole runs, and those that failed up to where they did
    const bool keep = run.simulation && (run.ok() || !session_.cancel.requested());
    if (writes() && !table_.add(index, keep)) session_.cancel.request();  // the disk is full
  }

  void simulate_one(std::size_t index, Session& session, SweepRun& run) {
    SimulateOptions options = read_run_options(arguments_, session);
    options.output = writes() ? table_.part(index) : "";
    const std::unique_ptr<Context> context = session.model().create_context();
    if (!set_parameters(index, session, *context) || !read_start(arguments_, session, options)) return;
    options.inputs = inputs_;
    if (mixed_ && !choose_cut(arguments_, session, *context, options)) return;
    Outcome<Simulation> simulation = simulate(session.model(), *context, options);
    session.diagnostics.append(simulation.diagnostics());
    if (simulation.has_value()) run.simulation = simulation.take();
  }

  [[nodiscard]] std::string setting(std::size_t index) const {
    std::string text;
    const std::vector<std::string> values = points_.point(index);
    for (std::size_t i = 0; i < values.size(); ++i)
      text += (i > 0 ? ", " : "") + points_.axes()[i].name + " = " + values[i];
    return text;
  }

  void say_what_failed() {
    std::size_t failures = 0;
    std::size_t missing = 0;
    std::set<Code> warned;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (!runs_[i].ran) ++missing;
      for (const Diagnostic& d : runs_[i].diagnostics.all()) {
        if (d.severity != Severity::error && !warned.insert(d.code).second) continue;  // they repeat: once is enough
        Diagnostic said = d;
        said.message = "with " + setting(i) + ": " + d.message;
        session_.diagnostics.add(said);
      }
      failures += runs_[i].ran && !runs_[i].ok() ? 1 : 0;
    }
    if (failures > 0)
      session_.diagnostics.error(Code::E0644, {},
                                 counted(failures, "run") + " of " + std::to_string(runs_.size()) + " failed");
    if (missing > 0)
      session_.diagnostics.error(Code::E0008, {}, "interrupted: " + counted(missing, "run") + " not begun");
  }

  [[nodiscard]] Json as_json() const {
    Json axes = Json::array();
    for (const SweepAxis& axis : points_.axes()) axes.push_back({{"parameter", axis.name}, {"values", axis.values}});
    Json runs = Json::array();
    for (std::size_t i = 0; i < runs_.size(); ++i) runs.push_back(run_json(i));
    return {{"model", session_.model().name()},
            {"method", arguments_.text("--method", "cvode")},
            {"sweep", axes},
            {"runs", runs},
            {"threads", threads_},
            {"result", writes() ? Json(table_.path()) : Json(nullptr)},
            {"seconds", seconds_},
            {"diagnostics", diagnostics_json(session_.diagnostics, session_.sources)}};
  }

  [[nodiscard]] Json run_json(std::size_t index) const {
    const SweepRun& run = runs_[index];
    Json parameters = Json::object();
    const std::vector<std::string> values = points_.point(index);
    for (std::size_t i = 0; i < values.size(); ++i) parameters[points_.axes()[i].name] = values[i];
    Json object = {{"parameters", parameters}};
    if (!run.simulation) {
      object["status"] = {{"ok", false}, {"reason", run.ending()}, {"time", nullptr}};
      return object;
    }
    const Simulation& s = *run.simulation;
    Json final_values = Json::object();
    for (std::size_t i = 0; i < s.names.size(); ++i)
      if (!s.constant[i]) final_values[s.names[i]] = number(s.final_values[i]);
    object["step"] = number(s.step);
    object["status"] = status_json(s.status);
    object["events"] = s.events ? Json(name_of(*s.events)) : Json(nullptr);
    object["statistics"] = statistics_json(s.statistics);
    object["final"] = final_values;
    object["seconds"] = s.simulate_seconds;
    return object;
  }

  void print_text() const {
    std::cout << bold(std::string(session_.model().name())) << ": " << arguments_.text("--method", "cvode") << ", "
              << counted(runs_.size(), "run") << " on " << counted(threads_, "thread") << ", "
              << duration_text(seconds_) << (grid_events() ? ", events at the ends of steps only" : "") << "\n\n";
    Table table;
    for (const SweepAxis& axis : points_.axes()) table.header.push_back(axis.name);
    table.header.insert(table.header.end(), {"steps", "time"});
    // as many final values as there is room for
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < names_.size() && shown.size() < 3; ++i) shown.push_back(names_[i]);
    for (const std::string& name : shown) table.header.push_back(name);
    table.header.emplace_back("ended");
    table.right.assign(table.header.size(), true);
    table.right.back() = false;
    constexpr std::size_t most_rows = 60;
    for (std::size_t i = 0; i < std::min(runs_.size(), most_rows); ++i) table.rows.push_back(row(i, shown));
    std::cout << table.print(terminal_width());
    if (runs_.size() > most_rows) std::cout << "  … and " << runs_.size() - most_rows << " more runs\n";
    if (writes()) std::cout << "\n  results  " << table_.path() << "\n";
  }

  [[nodiscard]] bool grid_events() const {
    return std::any_of(runs_.begin(), runs_.end(),
                       [](const SweepRun& run) { return run.simulation && run.simulation->events == EventMode::grid; });
  }

  [[nodiscard]] std::vector<std::string> row(std::size_t index, const std::vector<std::string>& shown) const {
    const SweepRun& run = runs_[index];
    std::vector<std::string> cells;
    for (const std::string& value : points_.point(index)) {
      const std::optional<double> parsed = parse_number(value);
      cells.push_back(parsed ? rounded(*parsed) : value);
    }
    cells.push_back(run.simulation ? std::to_string(run.simulation->statistics.steps) : "");
    cells.push_back(run.simulation ? duration_text(run.simulation->simulate_seconds) : "");
    for (const std::string& name : shown) {
      std::string cell;
      if (run.simulation) {
        const auto& names = run.simulation->names;
        const auto at = std::find(names.begin(), names.end(), name);
        if (at != names.end()) cell = rounded(run.simulation->final_values[at - names.begin()]);
      }
      cells.push_back(cell);
    }
    cells.push_back(run.ok() ? "at the stop time" : run.ending());
    return cells;
  }

  const Arguments& arguments_;
  SweepPoints points_;
  Session& session_;
  SweepTable table_;
  std::vector<SweepRun> runs_;
  std::vector<std::string> names_;
  std::vector<bool> structural_;                                           // by axis
  std::vector<std::size_t> variables_;                                     // by axis, unless structural
  std::map<std::vector<std::string>, std::unique_ptr<Variant>> variants_;  // by structural values
  std::vector<DrivenInput> inputs_;
  std::mutex mutex_;
  bool mixed_ = false;
  std::size_t threads_ = 1;
  double seconds_ = 0;
};

}  // namespace

ExitStatus simulate_sweep(const Arguments& arguments) {
  Session session;
  const auto wrong = [&] {
    return failed(arguments, session.diagnostics, session.sources, ExitStatus::wrong_command_line);
  };
  if (arguments.has("--compare") || arguments.has("--dump")) {
    session.diagnostics.error(Code::E0643, {}, "--sweep does not go together with --compare or --dump");
    return wrong();
  }
  std::vector<SweepAxis> axes;
  for (const std::string& text : arguments.list("--sweep")) {
    Outcome<SweepAxis> axis = parse_sweep(text);
    session.diagnostics.append(axis.diagnostics());
    if (axis.ok()) axes.push_back(axis.take());
  }
  if (session.diagnostics.has_errors()) return wrong();
  Outcome<SweepPoints> points = SweepPoints::make(std::move(axes));
  session.diagnostics.append(points.diagnostics());
  if (!points.ok()) return wrong();
  const SignalScope signals(session.cancel);
  Sweep sweep(arguments, points.take(), session);
  if (const auto status = sweep.prepare()) return *status;
  sweep.run();
  return sweep.show_result();
}

}  // namespace sunder::cli
