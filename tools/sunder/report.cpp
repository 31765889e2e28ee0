// sunder report: analysis, mixed-mode run, reference and baselines in one HTML page.
#include "report/report.hpp"

#include <cmath>
#include <ctime>
#include <iostream>
#include <nlohmann/json.hpp>

#include "analysis_options.hpp"
#include "base/codes.hpp"
#include "base/progress.hpp"
#include "base/text.hpp"
#include "command.hpp"
#include "driver/summary.hpp"
#include "integrate/certificate.hpp"
#include "output.hpp"
#include "reference.hpp"
#include "session.hpp"
#include "simulate/linearise.hpp"
#include "timing.hpp"
#include "version.hpp"

namespace sunder::cli {
namespace {

/// More steps than this are not taken for a baseline: the reader would wait for a run nobody would do.
constexpr double most_baseline_steps = 2e6;
constexpr double most_baseline_work = 2e8;  // steps times states

std::vector<double> alpha_grid(std::size_t states) {
  // a large model gets fewer rows, so that the page stays small
  const int rows = states > 20000 ? 8 : (states > 2000 ? 20 : 41);
  std::vector<double> alphas;
  for (int i = 0; i < rows; ++i) alphas.push_back(std::pow(10.0, -2.0 + 2.0 * i / (rows - 1)));
  alphas.back() = 1;
  return alphas;
}

report::ReportCheck check_numbers(const driver::ModelSummary& s) {
  return {s.equations, s.unknowns,     s.states.size(),  s.parameters,    s.aliases,
          s.shapes,    s.blocks.count, s.blocks.largest, s.blocks.linear, s.blocks.nonlinear};
}

/// One that was made, with all its points.
struct MadeRun {
  report::ReportRun run;
  results::Trajectory trajectory;
};

class Runs {
 public:
  Runs(Session& session, const Arguments& arguments, double start, double stop) : session_(session) {
    base_.start = start;
    base_.stop = stop;
    base_.cancel = session.cancel;
    tolerance_ = arguments.number("--tolerance")
                     .value_or(std::min(session.model().description().experiment.tolerance.value_or(1e-6), 1e-8));
  }

  /// Adds a run; a run that fails is shown as failed, it does not end the report.
  bool add(const std::string& id, const std::string& label, simulate::SimulateOptions options,
           std::vector<MadeRun>& runs) {
    options.start = base_.start;
    options.stop = base_.stop;
    options.cancel = base_.cancel;
    Progress progress(label);
    options.progress = &progress;
    results::MemoryWriter memory;
    Outcome<simulate::Simulation> simulation = simulate::simulate(session_.model(), options, &memory);
    progress.finish();
    if (!simulation.has_value()) {
      session_.diagnostics.append(simulation.diagnostics());
      return false;
    }
    report::ReportRun run;
    run.id = id;
    run.label = label;
    run.simulation = simulation.take();
    options.progress = nullptr;
    if (run.simulation.status.ok)
      run.simulation.simulate_seconds = settled_seconds(run.simulation.simulate_seconds, [&] {
        results::MemoryWriter other;
        const Outcome<simulate::Simulation> again = simulate::simulate(session_.model(), options, &other);
        return again.has_value() ? again->simulate_seconds : run.simulation.simulate_seconds;
      });
    runs.push_back({std::move(run), memory.take()});
    return !session_.cancel.requested();
  }

  [[nodiscard]] double tolerance() const { return tolerance_; }
  [[nodiscard]] double length() const { return *base_.stop - *base_.start; }

 private:
  Session& session_;
  simulate::SimulateOptions base_;
  double tolerance_;
};

/// A quarter of the largest step, from `from` downwards by halves, with which explicit Euler is stable: at the limit
/// itself it would only ring. Nothing when that is not affordable.
std::optional<double> explicit_step(const algebra::SparseMatrix& jacobian, double from, double length) {
  const double most_steps =
      std::min(most_baseline_steps, most_baseline_work / static_cast<double>(jacobian.pattern.columns));
  for (double step = from; 4 * length / step <= most_steps; step /= 2) {
    const auto certificate = integrate::certify("euler", jacobian, {}, step);
    if (certificate && certificate->converged && certificate->stable) return step / 4;
  }
  return std::nullopt;
}

const MadeRun* reference_of(const std::vector<MadeRun>& runs) {
  for (const MadeRun& one : runs)
    if (one.run.reference && one.run.simulation.status.ok) return &one;
  return nullptr;
}

void add_accuracies(std::vector<MadeRun>& runs, const model::Model& model) {
  const MadeRun* reference = reference_of(runs);
  if (reference == nullptr) return;
  for (auto& [run, trajectory] : runs) {
    if (run.reference || !run.simulation.status.ok) continue;
    // what jumps is not compared within a step of its jumps
    const double window = run.simulation.events ? run.simulation.step.value_or(0) : 0;
    results::Trajectory compared = trajectory;
    if (run.simulation.averaging) keep_states(compared, run.simulation.partition->slow(), model);
    const auto equivalence = results::compare(compared, reference->trajectory, results::Measure::equivalence, window);
    const auto range = results::compare(compared, reference->trajectory, results::Measure::range, window);
    if (!equivalence.ok() || !range.ok()) continue;
    run.accuracy = report::ReportAccuracy{equivalence->epsilon,  range->epsilon,    equivalence->epsilon_relative,
                                          range->worst_variable, range->worst_time, range->not_compared};
  }
}

std::vector<report::ReportRun> with_curves(std::vector<MadeRun> runs) {
  const MadeRun* reference = reference_of(runs);
  for (MadeRun& one : runs)
    one.run.curves = report::report_curves(
        one.trajectory, reference == nullptr || one.run.reference ? nullptr : &reference->trajectory);
  std::vector<report::ReportRun> out;
  for (MadeRun& one : runs) out.push_back(std::move(one.run));
  return out;
}

/// Then the mixed-mode run does not show the slow states what repeats, and averaging does.
bool steps_over_a_period(const model::Model& model, const decouple::Analysis& analysis, double step) {
  if (!analysis.partition || analysis.partition->partition.fast().empty() ||
      analysis.partition->partition.slow().empty())
    return false;
  const std::unique_ptr<model::Context> context = model.create_context();
  const std::vector<model::PeriodInfo> periods = model.periods(*context);
  Diagnostics unused;  // no common period: no averaging
  return !periods.empty() && 2 * step >= periods.front().period && simulate::choose_period(model, *context, {}, unused);
}

bool simulate_all(Session& session, const Arguments& arguments, const decouple::Analysis& analysis,
                  const algebra::SparseMatrix& jacobian, double start, double stop, std::vector<MadeRun>& runs) {
  Runs runner(session, arguments, start, stop);
  // no states, or nothing that suggests a step: a two-hundredth of the run
  const double step = arguments.number("--step").value_or(
      analysis.partition && analysis.partition->step ? std::min(*analysis.partition->step, runner.length() / 10)
                                                     : runner.length() / 200);
  simulate::SimulateOptions mixed;
  mixed.method = "mixed-euler";
  mixed.step = step;
  if (analysis.partition) mixed.partition = analysis.partition->partition;
  if (!analysis.states.empty() && analysis.partition && !runner.add("mixed-euler", "mixed-mode Euler", mixed, runs))
    return false;
  if (steps_over_a_period(session.model(), analysis, step)) {
    simulate::SimulateOptions averaging;
    averaging.method = "averaging";
    averaging.partition = mixed.partition;
    averaging.tolerance = 1e-4;
    averaging.intervals = 500;
    if (!runner.add("averaging", "averaging", averaging, runs)) return false;
  }
  simulate::SimulateOptions reference;
  reference.method = "cvode";
  reference.tolerance = runner.tolerance();
  reference.interval = step / std::max(1.0, std::ceil(500 / std::max(1.0, runner.length() / step)));
  if (!runner.add("cvode", "CVODE-BDF", reference, runs)) return false;
  runs.back().run.reference = true;
  if (analysis.states.empty()) return true;
  simulate::SimulateOptions implicit_euler;
  implicit_euler.method = "implicit-euler";
  implicit_euler.step = step;
  if (!runner.add("implicit-euler", "implicit Euler", implicit_euler, runs)) return false;
  if (const auto small = explicit_step(jacobian, step, runner.length())) {
    simulate::SimulateOptions euler;
    euler.method = "euler";
    euler.step = *small;
    // many variables get fewer points each, so that the page stays small
    const double most_points = analysis.states.size() > 20 ? 1000 : 5000;
    euler.intervals = static_cast<std::size_t>(std::clamp(runner.length() / *small, 1.0, most_points));
    if (!runner.add("euler", "explicit Euler", euler, runs)) return false;
  } else {
    session.diagnostics.warning(Code::W0901, {},
                                "explicit Euler is left out of the report: no step it is stable with is affordable");
  }
  return true;
}

std::string now() {
  const std::time_t time = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&time));
  return text;
}

void print_text(const report::ReportData& data, const std::string& path) {
  for (const std::string& sentence : data.summary) std::cout << paragraph(sentence, terminal_width());
  Table table{{"", "step", "steps", "evaluations", "of range", "seconds"}, {}, {false, true, true, true, true, true}};
  for (const report::ReportRun& run : data.runs) {
    const simulate::Simulation& s = run.simulation;
    table.rows.push_back({run.label, s.step ? report::duration_text(*s.step) : "variable",
                          std::to_string(s.statistics.steps), std::to_string(s.statistics.function_evaluations),
                          run.reference ? "reference" : (run.accuracy ? rounded(run.accuracy->range, 3) : "failed"),
                          rounded(s.simulate_seconds, 3)});
  }
  std::cout << "\n" << table.print(terminal_width()) << "\nreport: " << path << "\n";
}

ExitStatus run(const Arguments& arguments) {
  Session session;
  if (const auto status = open_model(arguments, session)) return *status;
  const SignalScope signals(session.cancel);
  const std::unique_ptr<model::Context> context = session.model().create_context();
  const auto give_up = [&] {
    return failed(arguments, session.diagnostics, session.workspace.sources,
                  session.diagnostics.failed_at_run_time() ? ExitStatus::numerics_failed : ExitStatus::wrong_input);
  };
  decouple::AnalysisOptions options;
  if (!read_analysis_options(arguments, session, options, session.diagnostics)) return give_up();
  options.cancel = session.cancel;
  const model::Experiment experiment = session.model().description().experiment;
  const double start = arguments.number("--start").value_or(experiment.start.value_or(0));
  const double stop = arguments.number("--stop").value_or(experiment.stop.value_or(start + 1));
  if (!(stop > start)) {
    session.diagnostics.error(Code::E0006, {}, "the stop time must be after the start time");
    return give_up();
  }
  std::optional<simulate::OperatingPoint> point = read_operating_point(arguments, session, session.diagnostics);
  if (!point) return give_up();
  point->start = start;
  Outcome<decouple::Linearisation> linearisation = simulate::linearise(session.model(), *context, *point);
  Outcome<decouple::Analysis> analysis = simulate::analyze(session.model(), *context, *point, options);
  session.diagnostics.append(analysis.diagnostics());
  if (!analysis.ok() || !linearisation.ok()) return give_up();

  report::ReportData data;
  data.version = SUNDER_VERSION;
  data.model = session.compilation.model_name;
  data.source = arguments.text("MODEL");
  if (!arguments.has("--reproducible")) data.generated = now();
  data.summary = report::explain(*analysis);
  data.check = check_numbers(driver::summarise(*session.compilation.plan));
  data.map = decouple::sweep(*analysis, alpha_grid(analysis->states.size()));
  data.options = arguments.command_line;
  std::vector<MadeRun> runs;
  const bool finished = simulate_all(session, arguments, *analysis, linearisation->jacobian, start, stop, runs);
  if (session.cancel.requested()) {
    session.diagnostics.error(Code::E0008, {}, "interrupted: the page holds what was complete by then");
    data.summary.insert(data.summary.begin(), "This report is incomplete: it was interrupted.");
  }
  if (!finished && runs.empty()) return give_up();
  for (MadeRun& one : runs) results::drop_derivatives(one.trajectory);
  add_accuracies(runs, session.model());
  data.runs = with_curves(std::move(runs));
  data.analysis = analysis.take();
  const std::string path = arguments.text("--output", data.model + ".html");
  if (!write_text(path, report::report_page(data), session.diagnostics)) return give_up();
  show(session.diagnostics, session.workspace.sources);
  if (arguments.json()) {
    nlohmann::ordered_json object = report::report_json(data);
    object["result"] = path;
    object["diagnostics"] = diagnostics_json(session.diagnostics, session.workspace.sources);
    print_json(object);
  } else {
    print_text(data, path);
  }
  return session.cancel.requested() ? ExitStatus::wrong_input : ExitStatus::success;
}

}  // namespace

CommandSpec report_command() {
  return {"report",
          "writes an HTML page: time scales, separability, trajectories, statistics",
          "Analyses the model, runs it mixed-mode with the suggested partition and step, with CVODE as the reference, "
          "and with "
          "implicit and explicit Euler, and writes one self-contained page that needs no network.",
          {{"MODEL", "a Modelica file"}},
          with_model_options(
              {{"--output", OptionKind::text, "FILE", "the page; MODEL.html unless given", {}},
               {"--step", OptionKind::number, "H", "step of the mixed-mode and implicit runs", {}},
               {"--start", OptionKind::number, "T", "start time", {}},
               {"--stop", OptionKind::number, "T", "stop time", {}},
               {"--tolerance", OptionKind::number, "EPS", "tolerance of the reference; 1e-8 unless given", {}},
               fast_option(),
               parts_option(),
               interest_option(),
               alpha_option(),
               self_loop_option(),
               at_option(),
               probe_option(),
               {"--reproducible", OptionKind::flag, "", "leave the date out of the page", {}}}),
          {{"sunder report examples/DCMotor.mo --output motor.html", "open motor.html in a browser"}},
          run};
}

}  // namespace sunder::cli
