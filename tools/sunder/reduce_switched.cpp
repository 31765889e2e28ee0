#include "reduce_switched.hpp"

#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/codes.hpp"
#include "base/progress.hpp"
#include "base/text.hpp"
#include "common_options.hpp"
#include "output.hpp"
#include "reduce/switched_export.hpp"
#include "switched_report.hpp"

namespace sunder::cli {
namespace {

using Json = nlohmann::ordered_json;
using namespace sunder::reduce;

constexpr SwitchedBalancing balancings[] = {SwitchedBalancing::inputs, SwitchedBalancing::inputs_and_jumps};
constexpr ResetMap maps[] = {ResetMap::projection, ResetMap::free_evolution, ResetMap::finite_horizon};

Json as_json(const SwitchedFindings& f) {
  Json directional = Json::object();
  Json supremum = Json::object();
  Json failures = Json::array();
  for (const CandidateResult& r : f.result.candidates) {
    directional[candidate_label(r)].push_back(number(r.rho_directional));
    supremum[candidate_label(r)].push_back(number(r.rho_supremum));
    if (r.exists && r.failed() == 0) continue;
    failures.push_back({{"map", candidate_label(r)},
                        {"order", r.order},
                        {"reason", r.reason},
                        {"blow_up", r.blown_up},
                        {"chattering", r.chattering},
                        {"no_mode", r.lost}});
  }
  const SwitchedSystem& s = f.task.description.system;
  Json modes = Json::array();
  for (const reduce::Mode& mode : s.modes)
    modes.push_back({{"name", mode.name},
                     {"code", mode.code},
                     {"dynamics", mode.dynamics},
                     {"guards", mode.guards.size()},
                     {"memory", numbers(mode.memory)}});
  Json chosen = nullptr;
  if (f.chosen != nullptr)
    chosen = {{"order", f.chosen->order},
              {"map", name_of(f.chosen->map)},
              {"balancing", name_of(f.chosen->balancing)},
              {"rho", number(f.chosen->rho_directional)}};
  return {
      {"model", f.task.name},
      {"states", s.states.size()},
      {"dynamics", s.dynamics.size()},
      {"memory", s.memory},
      {"modes", modes},
      {"chosen", chosen},
      {"scenario",
       {{"samples", f.result.size.samples},
        {"discarded", f.result.size.discarded},
        {"interrupted", f.result.interrupted},
        {"epsilon", f.confidence.epsilon},
        {"eta", f.confidence.eta},
        {"beta", f.confidence.beta},
        {"candidates", f.confidence.candidates},
        {"confident", f.confident},
        {"seed", f.task.seed},
        {"deviations", std::vector<double>(f.task.description.deviations.begin(), f.task.description.deviations.end())},
        {"rho", directional},
        {"rho_supremum", supremum},
        {"failures", failures}}}};
}

/// The distance, and how many runs failed: "0.25 3b 1c".
std::string cell(const CandidateResult& r) {
  if (!r.exists) return "none";
  std::string out = distance_text(r.rho_directional);
  if (r.blown_up > 0) out += " " + std::to_string(r.blown_up) + "b";
  if (r.chattering > 0) out += " " + std::to_string(r.chattering) + "c";
  if (r.lost > 0) out += " " + std::to_string(r.lost) + "n";
  return out;
}

/// One table for each balancing: orders down, maps across.
void print_tables(const SwitchedFindings& f) {
  for (const SwitchedBalancing balancing : balancings) {
    Table table{{"order"}, {}, {true}};
    std::map<Eigen::Index, std::vector<std::string>> rows;
    for (const ResetMap map : maps) {
      bool any = false;
      for (const CandidateResult& r : f.result.candidates) {
        if (r.balancing != balancing || r.map != map) continue;
        any = true;
        rows[r.order].push_back(cell(r));
      }
      if (!any) continue;
      table.header.emplace_back(name_of(map));
      table.right.push_back(true);
    }
    if (rows.empty()) continue;
    for (auto& [order, cells] : rows) {
      cells.insert(cells.begin(), std::to_string(order));
      table.rows.push_back(std::move(cells));
    }
    std::cout << "  balanced with " << name_of(balancing) << "\n" << table.print(terminal_width()) << "\n";
  }
}

void print_text(const SwitchedFindings& f) {
  const SwitchedSystem& s = f.task.description.system;
  std::cout << bold(f.task.name) << ": " << counted(s.states.size(), "state") << ", " << counted(s.modes.size(), "mode")
            << " with " << s.dynamics.size() << " different dynamics\n\n";
  print_tables(f);
  std::string words =
      "Shown: distances of the outputs to the nearest point of the full system's curve. " + confidence_text(f);
  const auto any = [&](auto count) {
    return std::any_of(f.result.candidates.begin(), f.result.candidates.end(), count);
  };
  std::string failed;
  const auto add = [&](bool is, const char* what) {
    if (is) failed += (failed.empty() ? "" : ", ") + std::string(what);
  };
  add(any([](const CandidateResult& r) { return r.blown_up > 0; }), "b: blew up");
  add(any([](const CandidateResult& r) { return r.chattering > 0; }), "c: chattered");
  add(any([](const CandidateResult& r) { return r.lost > 0; }), "n: came where no mode follows");
  if (!failed.empty()) words += " Runs that failed are infinitely far (" + failed + ").";
  std::cout << paragraph(words, terminal_width());
  for (const CandidateResult& r : f.result.candidates)
    if (!r.exists)
      std::cout << paragraph("Order " + std::to_string(r.order) + ", " + candidate_label(r) + ": " + r.reason,
                             terminal_width());
  if (f.chosen != nullptr)
    std::cout << paragraph("Chosen: order " + std::to_string(f.chosen->order) + ", " + candidate_label(*f.chosen) +
                               " (" + f.chosen_why + ").",
                           terminal_width());
}

/// Orders, maps and balancings the arguments leave.
std::vector<Candidate> candidates(const Arguments& arguments, Eigen::Index n) {
  std::vector<Candidate> out;
  const auto asked = [&](const char* option, std::string_view name) {
    return !arguments.has(option) || arguments.text(option) == name;
  };
  for (const SwitchedBalancing balancing : balancings)
    for (const ResetMap map : maps)
      for (Eigen::Index order = 1; order <= n; ++order)
        if ((!arguments.count("--order") || *arguments.count("--order") == static_cast<std::size_t>(order)) &&
            asked("--map", name_of(map)) && asked("--balancing", name_of(balancing)))
          out.push_back({order, map, balancing});
  return out;
}

/// How far apart the outputs of the full system come, at most, on the first realisation.
double span_of_outputs(const SwitchedTask& task) {
  const InputSeries inputs = task.realisation(0);
  const SwitchedRun run = SwitchedSimulator(task.description.system, inputs.step).run(inputs);
  return (run.outputs.rowwise().maxCoeff() - run.outputs.rowwise().minCoeff()).maxCoeff();
}

void choose(const Arguments& arguments, SwitchedFindings& f) {
  double limit = std::numeric_limits<double>::max();
  if (const std::optional<double> error = arguments.number("--error")) {
    limit = *error;
    f.chosen_why = "the smallest order with a distance of at most " + shortest(limit);
  } else if (arguments.count("--order")) {
    f.chosen_why = "the best of the order asked for";
  } else {
    limit = 0.05 * span_of_outputs(f.task);
    f.chosen_why =
        "the smallest order with a distance of at most a twentieth of what the outputs span, " + rounded(limit, 3);
  }
  f.chosen = smallest_within(f.result.candidates, limit);
}

bool write_files(const Arguments& arguments, const SwitchedFindings& f, Diagnostics& diagnostics) {
  if (arguments.has("--figure") && !write_text(arguments.text("--figure"), svg(order_figure(f)), diagnostics))
    return false;
  if (arguments.has("--report")) {
    const std::string page = switched_report(f, diagnostics);
    if (page.empty() || !write_text(arguments.text("--report"), page, diagnostics)) return false;
  }
  if (!arguments.has("--output")) return true;
  if (f.chosen == nullptr) {
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
                    candidate_label(*f.chosen);
  how.stop = f.task.description.stop;
  how.interval = f.task.description.step;
  return write_text(arguments.text("--output"), modelica_text(reduction->system, how), diagnostics);
}

Confidence read_confidence(const Arguments& arguments, std::size_t candidates) {
  Confidence out;
  out.epsilon = arguments.number("--epsilon").value_or(out.epsilon);
  out.eta = arguments.number("--eta").value_or(out.eta);
  out.beta = arguments.number("--beta").value_or(out.beta);
  out.safe = arguments.has("--safe");
  out.candidates = candidates;
  return out;
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
      {"--deviation",
       OptionKind::list,
       "STATE=NUMBER",
       "with modes: the states at the start are drawn too, about their values, with this standard deviation; * for all",
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
      {"--threads", OptionKind::count, "N", "as many as there are cores unless given; results do not depend on it", {}},
      {"--map",
       OptionKind::text,
       "MAP",
       "with modes: only this reset map",
       {"projection", "free-evolution", "finite-horizon"}},
      {"--balancing", OptionKind::text, "HOW", "with modes: only this balancing", {"inputs", "inputs-and-jumps"}}};
}

ExitStatus reduce_switched(const Arguments& arguments) {
  Session session;
  const SignalScope signals(session.cancel);
  const auto give_up = [&](ExitStatus status = ExitStatus::wrong_input) {
    return failed(arguments, session.diagnostics, session.sources, status);
  };
  if (arguments.has("--output") && !arguments.text("--output").ends_with(".mo")) {
    session.diagnostics.error(Code::E0005, {}, "--output: a system with modes is written as Modelica, to a .mo file");
    return give_up(ExitStatus::wrong_command_line);
  }
  SwitchedTask task;
  if (!open_switched_task(arguments, session, task)) return give_up();
  const auto n = static_cast<Eigen::Index>(task.description.system.states.size());
  ScenarioOptions options;
  options.candidates = candidates(arguments, n);
  if (options.candidates.empty()) {
    session.diagnostics.error(Code::E1103, {}, "the order must lie between 1 and " + std::to_string(n));
    return give_up();
  }
  const Confidence confidence = read_confidence(arguments, options.candidates.size());
  const Outcome<SampleSize> size = sample_size(confidence);
  session.diagnostics.append(size.diagnostics());
  if (!size.ok()) return give_up(ExitStatus::wrong_command_line);
  options.size = *size;
  const std::optional<std::size_t> wanted =
      !task.given.empty() ? std::optional(task.given.size()) : arguments.count("--samples");
  if (wanted) options.size = {*wanted, static_cast<std::size_t>(confidence.eta * static_cast<double>(*wanted))};
  options.horizon = arguments.number("--horizon").value_or(task.description.stop / 20);
  options.threads = read_threads(arguments, core_count(), session.diagnostics);
  options.cancel = session.cancel;
  Progress progress("sampling " + task.name);
  options.progress = &progress;
  Outcome<ScenarioResult> result = compare_candidates(
      task.description.system, [&](std::size_t i) { return task.realisation(i); }, options);
  progress.finish();
  session.diagnostics.append(result.diagnostics());
  if (!result.ok()) return give_up();
  const SampleSize& done = result->size;
  SwitchedFindings findings{task, confidence, *result, options.horizon};
  findings.confident = violation_probability(done.samples, confidence.epsilon, confidence.eta) <=
                       confidence.beta / static_cast<double>(confidence.candidates);
  choose(arguments, findings);
  if (!write_files(arguments, findings, session.diagnostics)) return give_up();
  if (result->interrupted)
    session.diagnostics.error(Code::E0008, {},
                              "interrupted: " + std::to_string(done.samples) + " of " +
                                  counted(options.size.samples, "realisation") +
                                  " were done, and what is shown comes from these");
  show(session.diagnostics, session.sources);
  if (arguments.json()) {
    Json object = as_json(findings);
    object["result"] = arguments.has("--output") ? Json(arguments.text("--output")) : Json(nullptr);
    object["diagnostics"] = diagnostics_json(session.diagnostics, session.sources);
    print_json(object);
  } else {
    print_text(findings);
  }
  return result->interrupted ? ExitStatus::wrong_input : ExitStatus::success;
}

}  // namespace sunder::cli
