#include "report/switched.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "algebra/linear_equations.hpp"
#include "algebra/spectrum.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "reduce/switched_export.hpp"
#include "report/document.hpp"

namespace sunder::report {
namespace {

using namespace sunder::reduce;

std::vector<std::string> time_constants(const Dynamics& dynamics) {
  std::vector<double> all;
  const auto poles = algebra::eigenvalues(dynamics.a);
  if (!poles) return {"not found"};
  for (const std::complex<double> pole : *poles) all.push_back(1 / std::abs(pole.real()));
  std::ranges::sort(all);
  std::vector<std::string> out;
  for (const double one : all) out.push_back(rounded(one, 3));
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::string joined(const std::vector<std::string>& items, const char* between) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : between) + item;
  return out;
}

/// "T < 20 -> mode7": where a mode is left, and what for.
std::vector<std::string> ways_out(const SwitchedSystem& s, const std::map<std::int64_t, std::size_t>& by_code,
                                  const reduce::Mode& mode) {
  std::vector<std::string> out;
  for (const Guard& guard : mode.guards) {
    std::vector<std::string> rows;
    for (Eigen::Index i = 0; i < guard.limits.size(); ++i) rows.push_back(text_of_row(guard, i, s.outputs, s.inputs));
    const auto next = guard.shift ? by_code.find(mode.code + *guard.shift) : by_code.end();
    out.push_back(joined(rows, " and ") + " → " + (next == by_code.end() ? "nothing" : s.modes[next->second].name));
  }
  return out;
}

DocumentTable mode_table(const SwitchedSystem& s) {
  DocumentTable table;
  table.header = {"mode", "dynamics"};
  table.right = {false, true};
  for (const std::string& name : s.memory) {
    table.header.push_back(name);
    table.right.push_back(true);
  }
  table.header.emplace_back("is left where → for");
  table.right.push_back(false);
  const std::map<std::int64_t, std::size_t> by_code = s.modes_by_code();
  for (const reduce::Mode& mode : s.modes) {
    std::vector<std::string> row = {mode.name, std::to_string(mode.dynamics + 1)};
    for (const double value : mode.memory) row.push_back(rounded(value));
    row.push_back(joined(ways_out(s, by_code, mode), "; "));
    table.rows.push_back(std::move(row));
  }
  return table;
}

DocumentTable dynamics_table(const SwitchedSystem& s) {
  DocumentTable table{
      {"dynamics", "modes", "time constants", "at rest without inputs"}, {}, {true, true, false, false}};
  for (std::size_t i = 0; i < s.dynamics.size(); ++i) {
    const Dynamics& d = s.dynamics[i];
    const auto count =
        std::count_if(s.modes.begin(), s.modes.end(), [&](const reduce::Mode& m) { return m.dynamics == i; });
    std::vector<std::string> rest;
    const algebra::CarefulFactors lu(d.a);
    if (lu.invertible()) {
      const VectorXd y = d.g - d.c * lu.solve(d.f);
      for (Eigen::Index k = 0; k < y.size(); ++k)
        rest.push_back(s.outputs[static_cast<std::size_t>(k)] + " = " + rounded(y[k], 4));
    }
    table.rows.push_back(
        {std::to_string(i + 1), std::to_string(count), joined(time_constants(d), ", "), joined(rest, ", ")});
  }
  return table;
}

DocumentTable result_table(const SwitchedFindings& findings) {
  DocumentTable table{
      {"order", "reset map", "balanced with", "to the nearest point", "at the same time", "failed runs"},
      {},
      {true, false, false, true, true, false}};
  for (const CandidateResult& r : findings.result.candidates)
    table.rows.push_back({std::to_string(r.order), std::string(name_of(r.map)), std::string(name_of(r.balancing)),
                          r.exists ? distance_text(r.rho_directional) : "–",
                          r.exists ? distance_text(r.rho_supremum) : "–",
                          r.exists ? failure_text(r) : "does not exist: " + r.reason});
  return table;
}

/// Singular values of every dynamics, one figure for each balancing.
void add_singular_values(Document& page, const SwitchedFindings& findings, Diagnostics& diagnostics) {
  const SwitchedSystem& s = findings.task.description.system;
  page.section("Singular values");
  for (const SwitchedBalancing balancing : {SwitchedBalancing::inputs, SwitchedBalancing::inputs_and_jumps}) {
    const Outcome<SwitchedReduction> all = reduce::reduce(
        s, {.order = static_cast<Eigen::Index>(s.states.size()), .map = ResetMap::projection, .balancing = balancing});
    if (!all.ok()) {
      diagnostics.append(all.diagnostics());
      return;
    }
    results::Figure figure{.title = "balanced with " + std::string(name_of(balancing)),
                           .x = {.label = "number", .whole = true},
                           .y = {.label = "singular value", .logarithmic = true}};
    std::vector<VectorXd> different;
    for (std::size_t i = 0; i < all->hankel.size(); ++i) {
      const VectorXd& values = all->hankel[i];
      const auto same = [&](const VectorXd& other) { return (other - values).norm() <= 1e-9 * values.norm(); };
      if (std::any_of(different.begin(), different.end(), same)) continue;
      different.push_back(values);
      results::Curve curve{.name = "dynamics " + std::to_string(i + 1), .marks = true};
      for (Eigen::Index k = 0; k < values.size(); ++k) {
        curve.x.push_back(static_cast<double>(k + 1));
        curve.y.push_back(values[k]);
      }
      figure.curves.push_back(std::move(curve));
    }
    if (different.size() == 1) figure.curves[0].name = "all dynamics";
    page.figure(figure, different.size() < all->hankel.size() ? "Dynamics with the same values as another are left out."
                                                              : "One curve for every dynamics.");
  }
}

void add_run(Document& page, const SwitchedFindings& findings, Diagnostics& diagnostics) {
  const CandidateResult& chosen = *findings.chosen;
  const SwitchedSystem& s = findings.task.description.system;
  const Outcome<SwitchedReduction> reduction = reduce::reduce(
      s, {.order = chosen.order, .map = chosen.map, .balancing = chosen.balancing, .horizon = findings.horizon});
  if (!reduction.ok()) {
    diagnostics.append(reduction.diagnostics());
    return;
  }
  const InputSeries inputs = findings.task.realisation(0);
  const SwitchedRun full = SwitchedSimulator(s, inputs.step).run(inputs);
  const SwitchedRun reduced = SwitchedSimulator(reduction->system, inputs.step).run(inputs);
  page.section("One run of both");
  page.paragraph(
      "Realisation 1, the full system with " + counted(s.states.size(), "state") + " and the reduced one with " +
      std::to_string(chosen.order) + " (" + candidate_label(chosen) + "; " + findings.chosen_why + "). " +
      counted(full.switches, "switch", "switches") + " and " + counted(reduced.switches, "switch", "switches") +
      (reduced.end == SwitchedEnd::complete ? "."
                                            : "; the reduced run ended early at " + rounded(reduced.end_time) + ": " +
                                                  std::string(name_of(reduced.end)) + "."));
  const auto draw = [&](const SwitchedRun& run, Eigen::Index row) {
    results::Curve curve;
    for (Eigen::Index k = 0; k < run.outputs.cols(); ++k) {
      curve.x.push_back(inputs.start + static_cast<double>(k) * inputs.step);
      curve.y.push_back(run.outputs(row, k));
    }
    return curve;
  };
  for (std::size_t i = 0; i < s.outputs.size(); ++i) {
    results::Figure figure{.title = s.outputs[i], .x = {.label = "time"}, .y = {.label = s.outputs[i]}, .height = 200};
    results::Curve a = draw(full, static_cast<Eigen::Index>(i));
    a.name = "full";
    results::Curve b = draw(reduced, static_cast<Eigen::Index>(i));
    b.name = "reduced";
    b.dashed = true;
    figure.curves = {std::move(a), std::move(b)};
    page.figure(figure, "");
  }
}

}  // namespace

std::string candidate_label(const Candidate& c) {
  return std::string(name_of(c.map)) + ", " + std::string(name_of(c.balancing));
}

std::string distance_text(double distance) { return std::isfinite(distance) ? rounded(distance, 3) : "infinite"; }

std::string failure_text(const CandidateResult& r) {
  std::string out;
  const auto add = [&](std::size_t count, const char* what) {
    if (count > 0) out += (out.empty() ? "" : ", ") + std::to_string(count) + " " + what;
  };
  add(r.blown_up, "blow-up");
  add(r.chattering, "chattering");
  add(r.lost, "no mode");
  return out;
}

std::string confidence_text(const SwitchedFindings& findings) {
  const Confidence& c = findings.confidence;
  const SampleSize& size = findings.result.size;
  const std::string counts = counted(size.samples, "realisation") + ", the " + std::to_string(size.discarded) +
                             " worst of each candidate discarded";
  if (!findings.confident)
    return counts + ". No statement of confidence: for one with epsilon = " + shortest(c.epsilon) +
           " and beta = " + shortest(c.beta) + " that is not enough.";
  const char* drawn = findings.task.description.deviations.size() > 0 ? "inputs and initial states" : "inputs";
  return counts + ". With confidence 1 - " + shortest(c.beta) + ", for all " + counted(c.candidates, "candidate") +
         " at once: with " + drawn +
         " drawn like these, the distance is above the value shown with a probability of at most " +
         shortest(c.epsilon) + ".";
}

results::Figure order_figure(const SwitchedFindings& findings) {
  // Orders that lose nothing would press all others together at the top of a logarithmic axis: they are named instead.
  double largest = 0;
  for (const CandidateResult& r : findings.result.candidates)
    if (std::isfinite(r.rho_directional)) largest = std::max(largest, r.rho_directional);
  const auto is_exact = [&](const CandidateResult& r) { return r.rho_directional < 1e-6 * largest; };
  std::map<Eigen::Index, bool> exact;  // by order: with all candidates there are
  std::map<std::pair<SwitchedBalancing, ResetMap>, results::Curve> curves;
  for (const CandidateResult& r : findings.result.candidates) {
    exact[r.order] = (!exact.contains(r.order) || exact[r.order]) && is_exact(r);
    results::Curve& curve = curves[{r.balancing, r.map}];
    curve.name = candidate_label(r);
    curve.dashed = r.balancing == SwitchedBalancing::inputs;
    curve.marks = true;
    curve.colour = static_cast<std::size_t>(r.map);
    curve.x.push_back(static_cast<double>(r.order));
    curve.y.push_back(r.exists && !is_exact(r) ? r.rho_directional : std::nan(""));
  }
  std::vector<std::string> named;
  for (const auto& [order, is] : exact)
    if (is) named.push_back(std::to_string(order));
  results::Figure figure{.title = findings.task.name + ": error and order" +
                                  (named.empty() ? "" : " (exact with " + enumerated(named) + ")"),
                         .x = {.label = "order", .whole = true},
                         .y = {.label = "distance to the nearest point", .logarithmic = true}};
  for (auto& [which, curve] : curves) figure.curves.push_back(std::move(curve));
  return figure;
}

std::string switched_report(const SwitchedFindings& findings, Diagnostics& diagnostics) {
  const SwitchedSystem& s = findings.task.description.system;
  Document page(findings.task.name, "Order reduction with modes");
  if (findings.result.interrupted) page.warning("The sampling was interrupted: this is what was done by then.");
  std::vector<KeyFigure> figures = {{.label = "states", .value = std::to_string(s.states.size())},
                                    {.label = "modes", .value = std::to_string(s.modes.size())},
                                    {.label = "different dynamics", .value = std::to_string(s.dynamics.size())}};
  if (findings.chosen) {
    figures.push_back({.label = "order chosen", .value = std::to_string(findings.chosen->order)});
    figures.push_back({.label = "distance there", .value = distance_text(findings.chosen->rho_directional)});
  }
  page.key_figures(figures);
  page.section("Error and order");
  page.figure(order_figure(findings),
              confidence_text(findings) +
                  " Where a curve is missing the order is exact, failed too often, or could not be made.");
  page.details("All numbers", result_table(findings));
  if (findings.chosen)
    add_run(page, findings, diagnostics);
  else
    page.paragraph("No candidate is good enough to be shown in a run: " + findings.chosen_why + ".");
  add_singular_values(page, findings, diagnostics);
  page.section("Modes");
  page.paragraph(
      "Modes differ in what the system remembers; those with the same dynamics differ in their bounds only.");
  page.table(dynamics_table(s));
  page.details(counted(s.modes.size(), "mode"), mode_table(s));
  if (diagnostics.has_errors()) return {};
  return page.html("Sunder " + std::string(version()));
}

}  // namespace sunder::report
