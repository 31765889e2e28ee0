#include "report/system.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/text.hpp"
#include "base/version.hpp"
#include "cosimulate/picture.hpp"
#include "report/document.hpp"

namespace sunder::report {

namespace {

std::string footer() { return "Made by sunder " + std::string(version()) + "."; }

std::string title_of(const cosimulate::SystemDescription& system) {
  return std::filesystem::path(system.path).filename().string();
}

std::string inputs_text(const cosimulate::MasterSettings& master) {
  return master.extrapolation == 0 ? "held" : master.extrapolation == 1 ? "linear" : "quadratic";
}

KeyFigure verdict_figure(const StabilityAnswer& answer) {
  const cosimulate::Verdict verdict = answer.stability.verdict;
  KeyFigure figure{.label = "verdict", .value = std::string(cosimulate::name_of(verdict))};
  if (verdict == cosimulate::Verdict::stable) figure.mood = KeyFigure::Mood::good;
  if (verdict == cosimulate::Verdict::unstable || verdict == cosimulate::Verdict::transient_growth)
    figure.mood = KeyFigure::Mood::bad;
  if (answer.stability.samples > 1) figure.note = "sampled, not proven";
  return figure;
}

/// Where nothing but stable steps was seen, the largest may lie further on.
std::string largest_text(const cosimulate::StepSearch& search) {
  if (std::isinf(*search.largest)) return "inf";
  return (*search.largest >= search.scanned_to ? "≥ " : "") + rounded(*search.largest, 6);
}

std::vector<KeyFigure> stability_figures(const StabilityAnswer& answer) {
  std::vector<KeyFigure> figures{verdict_figure(answer)};
  figures.push_back({.label = "communication step", .value = rounded(answer.step, 6)});
  if (answer.stability.spectrum) {
    figures.push_back({.label = "spectral radius", .value = rounded(answer.stability.spectrum->radius, 6)});
    if (answer.stability.spectrum->grows_by_itself())
      figures.push_back({.label = "spectral radius as one",
                         .value = rounded(answer.stability.spectrum->radius_as_one, 6),
                         .note = "of the system without exchanges, over the same time"});
    figures.push_back({.label = "stability margin",
                       .value = rounded(1 - answer.stability.spectrum->radius, 4),
                       .note = "one minus the spectral radius"});
    figures.push_back({.label = "growth on the way", .value = growth_text(*answer.stability.spectrum)});
  }
  if (answer.chosen.largest)
    figures.push_back(
        {.label = "largest stable step",
         .value = largest_text(answer.chosen),
         .note = answer.chosen.mode == cosimulate::SearchMode::fixed_steps ? "local steps kept" : "substeps kept"});
  return figures;
}

void parts_section(Document& page, const StabilityAnswer& answer, const cosimulate::SystemDescription& system) {
  page.section("Parts");
  const cosimulate::MasterSettings& master = system.master;
  page.paragraph("Master `" + std::string(cosimulate::name_of(master.kind)) + "`, inputs " + inputs_text(master) +
                 ", algebraic coupling " + std::string(cosimulate::name_of(master.feedthrough)) + ".");
  DocumentTable table{
      {"part", "method", "local step", "states", "inputs", "outputs"}, {}, {false, false, true, true, true, true}};
  for (std::size_t p = 0; p < system.parts.size(); ++p) {
    const cosimulate::PartDescription& part = system.parts[p];
    const cosimulate::LocalRule& rule = answer.stability.problem.rules[p];
    const bool stepped = rule.known && rule.method != "exact";
    const double step = part.step.value_or(answer.step / static_cast<double>(rule.substeps));
    table.rows.push_back({part.interface.name, part.method.text,
                          stepped      ? rounded(step)
                          : rule.known ? "exact"
                                       : "its own",
                          std::to_string(part.interface.states.size()), std::to_string(part.interface.inputs.size()),
                          std::to_string(part.interface.outputs.size())});
  }
  page.table(table);
}

void stability_sections(Document& page, const StabilityAnswer& answer, const cosimulate::SystemDescription& system) {
  page.section("Stability");
  page.paragraph(verdict_sentence(answer));
  if (answer.stability.spectrum && !answer.stability.spectrum->eigenvalues.empty())
    page.figure(cosimulate::eigenvalue_figure(*answer.stability.spectrum),
                "Eigenvalues of the matrix that multiplies the state of the whole system in one communication step. "
                "Inside the unit circle disturbances die out.");
  page.figure(cosimulate::radius_figure(answer.chosen, answer.step),
              "The largest magnitude of these eigenvalues over the communication step; below one the step is stable.");
  DocumentTable searches{
      {"search", "stable steps", "not recommended: disturbances grow first", "growing as the system as one does"},
      {},
      {false, false, false, false}};
  const auto add = [&](const cosimulate::StepSearch& search) {
    searches.rows.push_back(
        {search.mode == cosimulate::SearchMode::fixed_steps ? "local steps kept, multiples of " + rounded(search.unit)
                                                            : "numbers of substeps kept",
         intervals_text(search.intervals, 12), intervals_text(search.growing, 12), intervals_text(search.as_one, 12)});
  };
  add(answer.chosen);
  if (answer.other) add(*answer.other);
  page.table(searches);
  if (answer.sensitivities.empty()) return;
  page.section("What limits the step");
  const auto& first = system.connections[answer.sensitivities.front().connection];
  page.paragraph("The connection `" + first.from.text + "` to `" + first.to.text +
                 "` moves the spectral radius most: a slope says by how much it grows when the connection's gain grows "
                 "from one, at the step " +
                 rounded(answer.limit, 6) + ".");
  DocumentTable slopes{{"slope", "connection"}, {}, {true, false}};
  for (std::size_t i = 0; i < answer.sensitivities.size() && i < 12; ++i) {
    const auto& connection = system.connections[answer.sensitivities[i].connection];
    slopes.rows.push_back(
        {rounded(answer.sensitivities[i].slope, 4), connection.from.text + " → " + connection.to.text});
  }
  page.table(slopes);
}

void trajectory_section(Document& page, const RunReport& report, const cosimulate::SystemDescription& system) {
  page.section("Trajectories");
  constexpr std::size_t most_parts = 8, most_variables = 4;
  for (std::size_t p = 0; p < system.parts.size() && p < most_parts; ++p) {
    const model::PartInterface& part = system.parts[p].interface;
    std::vector<std::string> chosen;
    const auto take = [&](const std::vector<std::string>& names) {
      for (const std::string& name : names) {
        const std::string full = part.name + "." + name;
        if (chosen.size() < most_variables && report.trajectory->find(full) &&
            std::find(chosen.begin(), chosen.end(), full) == chosen.end())
          chosen.push_back(full);
      }
    };
    take(part.outputs);
    take(part.states);
    const bool more = part.outputs.size() > chosen.size() || part.states.size() > chosen.size();
    if (chosen.empty()) continue;
    page.figure(cosimulate::trajectory_figure(*report.trajectory, report.reference, chosen, part.name),
                "Part `" + part.name + "`" +
                    (more ? ": outputs and states, the first " + std::to_string(chosen.size()) : "") +
                    (report.reference != nullptr ? "; dashed: the system as one model." : "."));
  }
}

void error_section(Document& page, const cosimulate::ReferenceError& error) {
  page.section("Error");
  page.paragraph("Against the system as one model, integrated to a tolerance far below: the largest difference is " +
                 rounded(100 * error.range.epsilon, 3) + " % of the range of `" + error.range.worst_variable +
                 "`, at t = " + rounded(error.range.worst_time) + ".");
  std::vector<results::VariableError> worst = error.range.variables;
  std::stable_sort(worst.begin(), worst.end(), [](const auto& a, const auto& b) { return a.epsilon > b.epsilon; });
  if (worst.size() > 10) worst.resize(10);
  DocumentTable table{{"variable", "largest error, of the range", "root mean square"}, {}, {false, true, true}};
  for (const results::VariableError& one : worst)
    table.rows.push_back({one.name, rounded(one.epsilon, 3), rounded(one.rms, 3)});
  page.table(table);
}

}  // namespace

DocumentTable error_cells(const cosimulate::ErrorTable& table) {
  DocumentTable out{{"step", "error", "spectral radius", "verdict", "growth seen", "worst variable"},
                    {},
                    {true, true, true, false, true, false}};
  for (const cosimulate::ErrorRow& row : table.rows) {
    const bool huge = row.error && !(*row.error < 1e6);
    out.rows.push_back(
        {rounded(row.step, 6),
         !row.error ? "failed at " + rounded(row.reached, 4)
         : huge     ? "> 1e6"
                    : rounded(*row.error, 3),
         row.radius
             ? rounded(*row.radius, 6) + (row.radius_as_one ? " (as one: " + rounded(*row.radius_as_one, 6) + ")" : "")
             : "",
         std::string(cosimulate::name_of(row.verdict)),
         row.growth ? rounded(row.growth->per_step, row.growth->cut_short ? 3 : 6) +
                          (row.growth->cut_short ? " (" + std::to_string(row.growth->steps) + " steps)" : "")
                    : "",
         row.worst_variable});
  }
  return out;
}

std::string limit_sentence(const cosimulate::ErrorTable& table) {
  const auto& [predicted, observed, beyond] = table.limit;
  if (observed) {
    const bool rough = table.mode == cosimulate::SearchMode::fixed_substeps && *beyond > *observed * (1 + 1e-5);
    return "largest step without divergence " +
           (rough ? rounded(*observed, 4) + " (seen; " + rounded(*beyond, 4) +
                        " diverges; runs take too long to look closer), "
                  : rounded(*observed, 7) + " (seen), ") +
           (predicted ? rounded(*predicted, 7) + " (predicted)" : "none predicted near it");
  }
  if (predicted) return "no divergence seen in this range; predicted limit " + rounded(*predicted, 7);
  const bool calm = std::ranges::none_of(table.rows, [](const cosimulate::ErrorRow& row) {
    return row.diverges() || row.verdict == cosimulate::Verdict::unstable;
  });
  return calm && !table.rows.empty() ? "no step diverges up to " + rounded(table.rows.back().step, 4) +
                                           ", the longest, and none is predicted to"
                                     : "no limit seen or predicted in this range";
}

std::string stability_page(const StabilityAnswer& answer, const cosimulate::SystemDescription& system) {
  Document page(title_of(system), "stability of a distributed simulation");
  page.key_figures(stability_figures(answer));
  parts_section(page, answer, system);
  stability_sections(page, answer, system);
  return page.html(footer());
}

std::string run_page(const RunReport& report, const StabilityAnswer& answer,
                     const cosimulate::SystemDescription& system) {
  Document page(title_of(system), "distributed simulation");
  std::vector<KeyFigure> figures = stability_figures(answer);
  if (report.run != nullptr) {
    const cosimulate::Cosimulation& run = *report.run;
    page.paragraph("From " + rounded(run.start) + " to " + rounded(run.time) + ": " + run.reason + ".");
    if (run.adaptive) {
      const KeyFigure alone = figures[0];
      figures[0] = {.label = "verdict",
                    .value = std::string(cosimulate::name_of(cosimulate::Verdict::none)),
                    .note = "steps change; " + rounded(answer.step, 6) + " alone: " + alone.value};
      figures[1].value = rounded(run.steps.smallest, 3) + " … " + rounded(run.steps.largest, 3);
      page.warning(
          "Communication steps that change are not certified: steps that are each stable do not make switching between "
          "them stable.");
    }
    if (!run.ok) page.warning("This run did not end as it should: what is shown is what there was by then.");
    figures.push_back(
        {.label = "communication steps",
         .value = std::to_string(run.statistics.steps),
         .note = run.statistics.rejected > 0 ? std::to_string(run.statistics.rejected) + " rejected" : ""});
  }
  if (report.error != nullptr)
    figures.push_back({.label = "largest error",
                       .value = rounded(100 * report.error->range.epsilon, 3) + " %",
                       .note = "of the range of " + report.error->range.worst_variable});
  page.key_figures(figures);
  parts_section(page, answer, system);
  if (report.trajectory != nullptr) trajectory_section(page, report, system);
  if (report.run != nullptr && !report.run->taken.empty()) {
    page.section("Communication steps");
    page.figure(cosimulate::step_figure(report.run->taken),
                "Each accepted step, from where it began to where it ended.");
  }
  if (report.error != nullptr) error_section(page, *report.error);
  if (report.table != nullptr) {
    page.section("Error over the communication step");
    page.figure(
        cosimulate::error_figure(*report.table),
        "The largest difference of a state or output from the system as one model, of its range, over the whole "
        "run.");
    page.paragraph("In this range: " + limit_sentence(*report.table) + ".");
    page.table(error_cells(*report.table));
  }
  stability_sections(page, answer, system);
  return page.html(footer());
}

}  // namespace sunder::report
