#include "verbs/report.hpp"

#include <cmath>
#include <ctime>
#include <limits>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "choose/agreement.hpp"
#include "driver/incidence.hpp"
#include "driver/summary.hpp"
#include "integrate/certificate.hpp"
#include "verbs/check.hpp"
#include "verbs/files.hpp"
#include "verbs/fmu_info.hpp"
#include "verbs/operating_point.hpp"
#include "verbs/relay.hpp"
#include "verbs/repeating_command.hpp"
#include "verbs/report_choice.hpp"
#include "verbs/run.hpp"
#include "verbs/timing.hpp"

namespace sunder::verbs {
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

report::ReportCheck check_numbers(const LoadedModel& model) {
  const driver::ModelSummary s = check(model).summary;
  report::ReportCheck out{s.equations,    s.unknowns,       s.states.size(), s.parameters,       s.aliases, s.shapes,
                          s.blocks.count, s.blocks.largest, s.blocks.linear, s.blocks.nonlinear, {}};
  if (model.fmu() != nullptr) return out;
  driver::IncidencePicture picture = driver::incidence_picture(model.plan());
  out.incidence = {picture.size, picture.cells, std::move(picture.given), std::move(picture.ordered),
                   std::move(picture.loops)};
  return out;
}

/// One that was made, with all its points.
struct MadeRun {
  report::ReportRun run;
  results::Trajectory trajectory;
};

class Runs {
 public:
  Runs(const LoadedModel& model, const ReportOptions& options, const Control& control, double start, double stop)
      : model_(model),
        control_(control),
        start_(start),
        stop_(stop),
        interest_(options.analyze.analysis.partition.slowest_of_interest) {
    tolerance_ =
        options.tolerance.value_or(std::min(model.model().description().experiment.tolerance.value_or(1e-6), 1e-8));
  }

  /// Adds a run; a run that fails is shown as failed, it does not end the report.
  bool add(const std::string& id, const std::string& label, simulate::SimulateOptions options,
           std::vector<MadeRun>& runs, Diagnostics& diagnostics) {
    options.start = start_;
    options.stop = stop_;
    options.cancel = control_.cancel;
    ProgressRelay relay(control_, label);
    options.progress = relay.get();
    results::MemoryWriter memory;
    Outcome<simulate::Simulation> simulation = run(options, memory);
    if (!simulation.has_value()) {
      diagnostics.append(simulation.diagnostics());
      return false;
    }
    report::ReportRun made;
    made.id = id;
    made.label = label;
    made.simulation = simulation.take();
    options.progress = nullptr;
    if (made.simulation.status.ok)
      made.simulation.simulate_seconds = settled_seconds(made.simulation.simulate_seconds, [&] {
        results::MemoryWriter other;
        const Outcome<simulate::Simulation> again = run(options, other);
        return again.has_value() ? again->simulate_seconds : made.simulation.simulate_seconds;
      });
    runs.push_back({std::move(made), memory.take()});
    return !control_.cancel.requested();
  }

  /// The planner's run comes first. False: cancelled.
  bool add_chosen(double interval, std::vector<MadeRun>& runs, report::ReportData& data, Diagnostics& diagnostics) {
    simulate::SimulateOptions options;
    options.start = start_;
    options.stop = stop_;
    options.interval = interval;
    options.cancel = control_.cancel;
    ReportChoice choice = choose_for_report(model_, options, interest_, control_, diagnostics);
    data.choice = std::move(choice.sentences);
    if (choice.made) {
      report::ReportRun made;
      made.id = report::chosen_run_id;
      made.label = "chosen: " + choice.made->run.method;
      made.simulation = std::move(choice.made->run);
      data.plan = std::move(choice.made->plan);
      data.audit = std::move(choice.made->audit);
      runs.push_back({std::move(made), std::move(choice.made->trajectory)});
    }
    return !control_.cancel.requested();
  }

  [[nodiscard]] double tolerance() const { return tolerance_; }
  [[nodiscard]] double length() const { return stop_ - start_; }

 private:
  Outcome<simulate::Simulation> run(const simulate::SimulateOptions& options, results::MemoryWriter& memory) {
    const std::unique_ptr<model::Context> context = model_.create_context();
    return simulate::simulate(model_.model(), *context, options, &memory);
  }

  const LoadedModel& model_;
  const Control& control_;
  double start_, stop_, tolerance_ = 0;
  std::optional<double> interest_;
};

/// A quarter of the largest step, from `from` downwards by halves, with which explicit Euler is stable: at the limit
/// itself it would only ring. Nothing when that is not affordable.
std::optional<double> explicit_step(const algebra::SparseMatrix& jacobian, double from, double length) {
  const double most_steps =
      std::min(most_baseline_steps, most_baseline_work / static_cast<double>(jacobian.pattern.columns));
  integrate::Certification certification(jacobian);
  for (double step = from; 4 * length / step <= most_steps; step /= 2) {
    const auto certificate = certification.certify("euler", {}, step);
    if (certificate && certificate->verdict != model::StepVerdict::undecided && certificate->acceptable())
      return step / 4;
  }
  return std::nullopt;
}

const MadeRun* reference_of(const std::vector<MadeRun>& runs) {
  for (const MadeRun& one : runs)
    if (one.run.reference && one.run.simulation.status.ok) return &one;
  return nullptr;
}

/// Without a step that says how near to a jump is too near: as the planner compares runs, by the range alone.
report::ReportAccuracy accuracy_of_jumping(const results::Trajectory& run, const results::Trajectory& reference) {
  const double error = choose::default_error;
  const double window = error * (reference.times.back() - reference.times.front());
  const choose::Agreement found = choose::agreement(run, reference, error, window, {});
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  return {unknown, found.difference, unknown, found.variable, found.time, found.not_compared};
}

void add_accuracies(std::vector<MadeRun>& runs, const model::Model& model) {
  const MadeRun* reference = reference_of(runs);
  if (reference == nullptr) return;
  for (auto& [run, trajectory] : runs) {
    if (run.reference || !run.simulation.status.ok) continue;
    if (run.id == report::chosen_run_id && run.simulation.events) {
      run.accuracy = accuracy_of_jumping(trajectory, reference->trajectory);
      continue;
    }
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

/// Of the chosen run, or else of the reference.
std::optional<report::ReportMotion> motion_of(const std::vector<MadeRun>& runs) {
  for (const bool chosen : {true, false})
    for (const MadeRun& one : runs) {
      if (!one.run.simulation.status.ok || !(chosen ? one.run.id == report::chosen_run_id : one.run.reference))
        continue;
      std::optional<report::ReportMotion> motion = report::report_motion(one.trajectory);
      if (motion) motion->run = one.run.label;
      return motion;
    }
  return std::nullopt;
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
bool steps_over_a_period(const LoadedModel& loaded, const decouple::Analysis& analysis, double step) {
  if (!analysis.partition || analysis.partition->partition.fast().empty() ||
      analysis.partition->partition.slow().empty())
    return false;
  const model::Model& model = loaded.model();
  const std::unique_ptr<model::Context> context = loaded.create_context();
  const std::vector<model::PeriodInfo> periods = model.periods(*context);
  Diagnostics unused;  // no common period: no averaging
  return !periods.empty() && 2 * step >= periods.front().period && simulate::choose_period(model, *context, {}, unused);
}

bool simulate_all(const LoadedModel& model, const decouple::Analysis& analysis, const algebra::SparseMatrix& jacobian,
                  std::optional<double> asked_step, Runs& runner, std::vector<MadeRun>& runs, report::ReportData& data,
                  Diagnostics& diagnostics) {
  // no states, or nothing that suggests a step: a two-hundredth of the run
  const double step = asked_step.value_or(analysis.partition && analysis.partition->step
                                              ? std::min(*analysis.partition->step, runner.length() / 10)
                                              : runner.length() / 200);
  const bool affordable = runner.length() / step <= most_baseline_steps;
  // as many points as such steps have, or some more; but no more than a page can show
  const double most_points = 20000;
  const double interval = std::max(step / std::max(1.0, std::ceil(500 / std::max(1.0, runner.length() / step))),
                                   runner.length() / most_points);
  if (!runner.add_chosen(interval, runs, data, diagnostics)) return false;
  simulate::SimulateOptions mixed;
  mixed.method = "mixed-euler";
  mixed.step = step;
  if (analysis.partition) mixed.partition = analysis.partition->partition;
  if (!affordable)
    diagnostics.warning(Code::W0901, {},
                        "mixed-mode Euler and implicit Euler are left out of the report: the run is " +
                            rounded(runner.length() / step, 2) + " times as long as the step " + shortest(step));
  if (affordable && !analysis.states.empty() && analysis.partition &&
      !runner.add("mixed-euler", "mixed-mode Euler", mixed, runs, diagnostics))
    return false;
  if (steps_over_a_period(model, analysis, step)) {
    simulate::SimulateOptions averaging;
    averaging.method = "averaging";
    averaging.partition = mixed.partition;
    averaging.tolerance = 1e-4;
    averaging.intervals = 500;
    if (!runner.add("averaging", "averaging", averaging, runs, diagnostics)) return false;
  }
  simulate::SimulateOptions reference;
  reference.method = "cvode";
  reference.tolerance = runner.tolerance();
  reference.interval = interval;
  if (!runner.add("cvode", "CVODE-BDF", reference, runs, diagnostics)) return false;
  runs.back().run.reference = true;
  if (analysis.states.empty()) return true;
  simulate::SimulateOptions implicit_euler;
  implicit_euler.method = "implicit-euler";
  implicit_euler.step = step;
  if (affordable && !runner.add("implicit-euler", "implicit Euler", implicit_euler, runs, diagnostics)) return false;
  if (const auto small = explicit_step(jacobian, step, runner.length())) {
    simulate::SimulateOptions euler;
    euler.method = "euler";
    euler.step = *small;
    // many variables get fewer points each, so that the page stays small
    const double most_steps = analysis.states.size() > 20 ? 1000 : 5000;
    euler.intervals = static_cast<std::size_t>(std::clamp(runner.length() / *small, 1.0, most_steps));
    if (!runner.add("euler", "explicit Euler", euler, runs, diagnostics)) return false;
  } else {
    diagnostics.warning(Code::W0901, {},
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

/// What does not come from runs.
report::ReportData begin_data(const LoadedModel& model, const decouple::Analysis& analysis,
                              const ReportOptions& options) {
  report::ReportData data;
  data.version = version();
  data.model = model.name();
  if (!model.options().sources.empty()) data.source = model.options().sources.front().name;
  if (options.dated) data.generated = now();
  data.command = repeating_command(model, options.start, options.stop);
  if (const auto& interest = options.analyze.analysis.partition.slowest_of_interest; interest && !data.command.empty())
    data.command += " --slowest-of-interest " + shortest(*interest);
  data.summary = report::explain(analysis, "mixed-mode Euler");
  data.check = check_numbers(model);
  if (model.fmu() != nullptr) data.structure = structure_of(model.fmu()->description);
  data.map = decouple::sweep(analysis, alpha_grid(analysis.states.size()));
  data.options = options.words;
  return data;
}

}  // namespace

Outcome<ReportResult> report(const LoadedModel& model, const ReportOptions& options, const Control& control) {
  Diagnostics diagnostics;
  const auto give_up = [&] { return Outcome<ReportResult>(std::move(diagnostics)); };
  check_options(options.analyze, diagnostics);
  if (diagnostics.has_errors()) return give_up();
  const model::Experiment& experiment = model.model().description().experiment;
  const double start = options.start.value_or(experiment.start.value_or(0));
  const double stop = options.stop.value_or(experiment.stop.value_or(start + 1));
  if (!(stop > start)) {
    diagnostics.error(Code::E0006, {}, "the stop time must be after the start time");
    return give_up();
  }
  simulate::OperatingPoint point = operating_point(model, options.analyze.at, control);
  point.start = start;
  point.stop = stop;
  simulate::OperatingPoint first = point;  // what the baselines' steps go by
  first.points.resize(1);
  const std::unique_ptr<model::Context> context = model.create_context();
  const Outcome<decouple::Linearisation> linearisation = simulate::linearise(model.model(), *context, first);
  Outcome<decouple::Analysis> analysis = simulate::analyze(model.model(), *context, point, options.analyze.analysis);
  diagnostics.append(analysis.diagnostics());
  if (!analysis.ok() || !linearisation.ok()) return give_up();

  ReportResult out;
  out.data = begin_data(model, *analysis, options);
  Runs runner(model, options, control, start, stop);
  std::vector<MadeRun> runs;
  const bool finished =
      simulate_all(model, *analysis, linearisation->jacobian, options.step, runner, runs, out.data, diagnostics);
  out.interrupted = control.cancel.requested();
  if (out.interrupted) {
    diagnostics.error(Code::E0008, {}, "interrupted: the page holds what was complete by then");
    out.data.summary.insert(out.data.summary.begin(), "This report is incomplete: it was interrupted.");
  }
  if (!finished && runs.empty()) return give_up();
  for (MadeRun& one : runs) results::drop_derivatives(one.trajectory);
  add_accuracies(runs, model.model());
  out.data.motion = motion_of(runs);
  out.data.runs = with_curves(std::move(runs));
  out.data.analysis = analysis.take();
  out.page = report::report_page(out.data);
  out.output = options.output;
  if (!out.output.empty() && !write_text(out.output, out.page, diagnostics)) return give_up();
  return {std::move(out), std::move(diagnostics)};
}

}  // namespace sunder::verbs
