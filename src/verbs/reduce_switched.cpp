#include "verbs/reduce_switched.hpp"

#include "base/codes.hpp"
#include "base/text.hpp"
#include "reduce/switched_export.hpp"
#include "verbs/files.hpp"
#include "verbs/relay.hpp"
#include "verbs/switched_task.hpp"
#include "verbs/threads.hpp"

namespace sunder::verbs {
namespace {

using namespace sunder::reduce;

/// Orders, maps and balancings the options leave.
std::vector<Candidate> candidates(const SwitchedOptions& options, Eigen::Index n) {
  std::vector<Candidate> out;
  for (const SwitchedBalancing balancing : {SwitchedBalancing::inputs, SwitchedBalancing::inputs_and_jumps})
    for (const ResetMap map : {ResetMap::projection, ResetMap::free_evolution, ResetMap::finite_horizon})
      for (Eigen::Index order = 1; order <= n; ++order)
        if (options.order.value_or(static_cast<std::size_t>(order)) == static_cast<std::size_t>(order) &&
            options.map.value_or(map) == map && options.balancing.value_or(balancing) == balancing)
          out.push_back({order, map, balancing});
  return out;
}

Confidence confidence_of(const SwitchedOptions& options, std::size_t candidates) {
  return {options.epsilon, options.eta, options.beta, candidates, options.safe};
}

/// How far apart the outputs of the full system come, at most, on the first realisation.
double span_of_outputs(const SwitchedTask& task) {
  const InputSeries inputs = task.realisation(0);
  const SwitchedRun run = SwitchedSimulator(task.description.system, inputs.step).run(inputs);
  return (run.outputs.rowwise().maxCoeff() - run.outputs.rowwise().minCoeff()).maxCoeff();
}

void choose(const SwitchedOptions& options, report::SwitchedFindings& f) {
  double limit = std::numeric_limits<double>::max();
  if (options.error) {
    limit = *options.error;
    f.chosen_why = "the smallest order with a distance of at most " + shortest(limit);
  } else if (options.order) {
    f.chosen_why = "the best of the order asked for";
  } else {
    limit = 0.05 * span_of_outputs(f.task);
    f.chosen_why =
        "the smallest order with a distance of at most a twentieth of what the outputs span, " + rounded(limit, 3);
  }
  if (const CandidateResult* found = smallest_within(f.result.candidates, limit)) f.chosen = *found;
}

bool write_chosen(const std::string& path, const report::SwitchedFindings& f, Diagnostics& diagnostics) {
  if (!f.chosen) {
    diagnostics.error(Code::E1103, {}, "there is nothing to write: no candidate is " + f.chosen_why).help =
        "choose with --order or --error";
    return false;
  }
  const Outcome<SwitchedReduction> reduction = reduce::reduce(
      f.task.description.system,
      {.order = f.chosen->order, .map = f.chosen->map, .balancing = f.chosen->balancing, .horizon = f.horizon});
  diagnostics.append(reduction.diagnostics());
  if (!reduction.ok()) return false;
  SwitchedExport how;
  how.name = f.task.name + "Reduced";
  how.description = f.task.name + " with " + counted(static_cast<std::size_t>(f.chosen->order), "state") + ": " +
                    report::candidate_label(*f.chosen);
  how.stop = f.task.description.stop;
  how.interval = f.task.description.step;
  return write_text(path, modelica_text(reduction->system, how), diagnostics);
}

bool write_files(const SwitchedOptions& options, const report::SwitchedFindings& f, Diagnostics& diagnostics) {
  if (!options.figure.empty() && !write_text(options.figure, results::svg(report::order_figure(f)), diagnostics))
    return false;
  if (!options.report.empty()) {
    const std::string page = report::switched_report(f, diagnostics);
    if (page.empty() || !write_text(options.report, page, diagnostics)) return false;
  }
  return options.output.empty() || write_chosen(options.output, f, diagnostics);
}

Outcome<SwitchedResult> reduce_task(SwitchedTask task, const SwitchedOptions& options, const Control& control,
                                    Diagnostics diagnostics) {
  const auto give_up = [&] { return Outcome<SwitchedResult>(std::move(diagnostics)); };
  const auto n = static_cast<Eigen::Index>(task.description.system.states.size());
  ScenarioOptions scenario;
  scenario.candidates = candidates(options, n);
  if (scenario.candidates.empty()) {
    diagnostics.error(Code::E1103, {}, "the order must lie between 1 and " + std::to_string(n));
    return give_up();
  }
  const Confidence confidence = confidence_of(options, scenario.candidates.size());
  const Outcome<SampleSize> size = sample_size(confidence);
  diagnostics.append(size.diagnostics());
  if (!size.ok()) return give_up();
  scenario.size = *size;
  const std::optional<std::size_t> wanted = !task.given.empty() ? std::optional(task.given.size()) : options.samples;
  if (wanted) scenario.size = {*wanted, static_cast<std::size_t>(confidence.eta * static_cast<double>(*wanted))};
  scenario.horizon = options.horizon.value_or(task.description.stop / 20);
  scenario.threads = usable_threads(options.threads, control.ranks != nullptr ? 1 : core_count(), diagnostics);
  scenario.ranks = control.ranks;
  scenario.cancel = control.cancel;
  ProgressRelay relay(control, "sampling " + task.name);
  scenario.progress = relay.get();
  Outcome<ScenarioResult> compared = compare_candidates(
      task.description.system, [&](std::size_t i) { return task.realisation(i); }, scenario);
  diagnostics.append(compared.diagnostics());
  if (!compared.ok()) return give_up();
  SwitchedResult out{{std::move(task), confidence, compared.take(), scenario.horizon}, options.output};
  report::SwitchedFindings& findings = out.findings;
  const SampleSize& done = findings.result.size;
  findings.confident = violation_probability(done.samples, confidence.epsilon, confidence.eta) <=
                       confidence.beta / static_cast<double>(confidence.candidates);
  choose(options, findings);
  if (!write_files(options, findings, diagnostics)) return give_up();
  if (findings.result.interrupted)
    diagnostics.error(Code::E0008, {},
                      "interrupted: " + std::to_string(done.samples) + " of " +
                          counted(scenario.size.samples, "realisation") +
                          " were done, and what is shown comes from these");
  return {std::move(out), std::move(diagnostics)};
}

}  // namespace

void check_options(const SwitchedOptions& options, Diagnostics& diagnostics) {
  if (!options.output.empty() && !options.output.ends_with(".mo"))
    diagnostics.error(Code::E0005, {}, "--output: a system with modes is written as Modelica, to a .mo file");
  else
    diagnostics.append(sample_size(confidence_of(options, 1)).diagnostics());
}

Outcome<SwitchedResult> reduce_switched(const LoadedModel& model, const SwitchedOptions& options,
                                        const Control& control) {
  Diagnostics diagnostics;
  check_options(options, diagnostics);
  if (diagnostics.has_errors()) return Outcome<SwitchedResult>(std::move(diagnostics));
  SwitchedTask task;
  if (model.given().empty()) {
    if (!open_task(model, options, control, task, diagnostics)) return Outcome<SwitchedResult>(std::move(diagnostics));
    return reduce_task(std::move(task), options, control, std::move(diagnostics));
  }
  // modes are read off the compiled equations: what was set since becomes part of them
  LoadOptions again = model.options();
  for (const auto& [name, value] : model.given()) again.settings.emplace_back(name, shortest(value));
  const Outcome<LoadedModel> loaded = load(again, control);
  if (!loaded.ok()) return Outcome<SwitchedResult>(loaded.diagnostics());
  if (!open_task(*loaded, options, control, task, diagnostics)) return Outcome<SwitchedResult>(std::move(diagnostics));
  return reduce_task(std::move(task), options, control, std::move(diagnostics));
}

Outcome<SwitchedResult> reduce_switched(const Source& description, SourceMap& sources, const SwitchedOptions& options,
                                        const Control& control) {
  Diagnostics diagnostics;
  check_options(options, diagnostics);
  SwitchedTask task;
  if (diagnostics.has_errors() || !open_task(description, sources, options, task, diagnostics))
    return Outcome<SwitchedResult>(std::move(diagnostics));
  return reduce_task(std::move(task), options, control, std::move(diagnostics));
}

}  // namespace sunder::verbs
