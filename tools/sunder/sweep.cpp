// sunder simulate --sweep: many runs that differ in parameters, several at a time, one table.
#include "verbs/sweep.hpp"

#include <algorithm>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "output.hpp"
#include "report/report.hpp"
#include "run_options.hpp"
#include "session.hpp"

namespace sunder::cli {
namespace {

bool grid_events(const verbs::SweepResult& sweep) {
  return std::any_of(sweep.runs.begin(), sweep.runs.end(), [](const verbs::SweepRun& run) {
    return run.simulation && run.simulation->events == simulate::EventMode::grid;
  });
}

std::vector<std::string> row(const verbs::SweepRun& run, const std::vector<std::string>& shown) {
  std::vector<std::string> cells;
  for (const std::string& value : run.values) {
    const std::optional<double> parsed = parse_number(value);
    cells.push_back(parsed ? rounded(*parsed) : value);
  }
  cells.push_back(run.simulation ? std::to_string(run.simulation->statistics.steps) : "");
  cells.push_back(run.simulation ? report::duration_text(run.simulation->simulate_seconds) : "");
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

void print_text(const verbs::SweepResult& sweep) {
  std::cout << bold(sweep.model) << ": " << sweep.method << ", " << counted(sweep.runs.size(), "run") << " on "
            << (sweep.ranks > 1 ? counted(sweep.ranks, "rank") + " with " : std::string())
            << counted(sweep.threads, "thread") << (sweep.ranks > 1 ? " each, " : ", ")
            << report::duration_text(sweep.seconds) << (grid_events(sweep) ? ", events at the ends of steps only" : "")
            << "\n\n";
  Table table;
  for (const simulate::SweepAxis& axis : sweep.axes) table.header.push_back(axis.name);
  table.header.insert(table.header.end(), {"steps", "time"});
  // as many final values as there is room for
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < sweep.names.size() && shown.size() < 3; ++i) shown.push_back(sweep.names[i]);
  for (const std::string& name : shown) table.header.push_back(name);
  table.header.emplace_back("ended");
  table.right.assign(table.header.size(), true);
  table.right.back() = false;
  constexpr std::size_t most_rows = 60;
  for (std::size_t i = 0; i < std::min(sweep.runs.size(), most_rows); ++i)
    table.rows.push_back(row(sweep.runs[i], shown));
  std::cout << table.print(terminal_width());
  if (sweep.runs.size() > most_rows) std::cout << "  … and " << sweep.runs.size() - most_rows << " more runs\n";
  if (!sweep.result.empty()) std::cout << "\n  results  " << sweep.result << "\n";
}

/// False after a diagnostic.
bool read_options(const Arguments& arguments, verbs::SweepOptions& options, Diagnostics& diagnostics) {
  if (arguments.has("--compare") || arguments.has("--dump")) {
    diagnostics.error(Code::E0643, {}, "--sweep does not go together with --compare or --dump");
    return false;
  }
  for (const std::string& text : arguments.list("--sweep")) {
    Outcome<simulate::SweepAxis> axis = simulate::parse_sweep(text);
    diagnostics.append(axis.diagnostics());
    if (axis.ok()) options.axes.push_back(axis.take());
  }
  if (diagnostics.has_errors()) return false;
  options.run = read_run_options(arguments);
  options.threads = arguments.count("--threads");
  verbs::check_options(options, diagnostics);
  return !diagnostics.has_errors();
}

}  // namespace

ExitStatus simulate_sweep(const Arguments& arguments) {
  Session session;
  verbs::SweepOptions options;
  std::optional<verbs::LoadOptions> loading;
  if (read_options(arguments, options, session.diagnostics))
    loading = read_load_options(arguments, session.diagnostics, Inputs::driven);
  if (!loading) return failed(arguments, session.diagnostics, SourceMap(), ExitStatus::wrong_command_line);
  session.control.ranks = arguments.ranks;
  Watch watch(session.control);
  // one value that cannot be compiled is no reason to lose the others
  if (Outcome<verbs::LoadedModel> first = verbs::load(verbs::for_first_run(*loading, options), session.control);
      first.ok()) {
    session.diagnostics.append(first.diagnostics());
    session.model = first.take();
  } else if (const auto status = open_model(arguments, session, *loading)) {
    return *status;
  }
  const Outcome<verbs::SweepResult> result = verbs::sweep(session.model, options, session.control);
  watch.finish();
  session.diagnostics.append(result.diagnostics());
  if (!result.has_value()) return failed(arguments, session.diagnostics, session.sources());
  print(arguments, *result, session.diagnostics, result->sources, print_text);
  return session.diagnostics.has_errors() ? ExitStatus::wrong_input : ExitStatus::success;
}

}  // namespace sunder::cli
