// Pass: which equation determines which unknown; a model for which there is no answer is diagnosed here.
#include <algorithm>
#include <optional>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "causalise/incidence.hpp"
#include "causalise/passes.hpp"
#include "causalise/zero_factors.hpp"
#include "graph/dulmage_mendelsohn.hpp"
#include "graph/matching.hpp"
#include "ir/brief.hpp"

namespace sunder::causalise {

using namespace ir;

void build_incidence(const Dae& dae, System& system, std::vector<std::uint32_t>& column_of) {
  column_of.assign(dae.variable_count, graph::none);
  for (std::uint32_t column = 0; column < system.unknowns.size(); ++column) {
    column_of[system.unknowns[column].index()] = column;
  }
  system.incidence = incidence_of(dae, system.equations, column_of,
                                  [](const Equation&, std::uint32_t, std::uint32_t) { return true; });
}

namespace {

constexpr std::size_t most_named = 10;

void more(Diagnostic& diagnostic, std::size_t count, std::string_view what) {
  if (count <= most_named) return;
  diagnostic.notes.push_back({"… and " + counted(count - most_named, what) + " more", {}});
}

std::string origin_text(const Origin& origin) {
  std::string text;
  if (!origin.path.empty()) text += " in " + origin.path;
  if (!origin.rule.empty()) text += " (" + origin.rule + ")";
  return text;
}

}  // namespace

void name_suspects(const Work& work, const System& system, Diagnostic& diagnostic) {
  const Dae& dae = work.plan.dae;
  auto parts =
      graph::dulmage_mendelsohn(system.incidence, static_cast<std::uint32_t>(system.unknowns.size()), system.matching);
  // First those that were left without a partner, and before these what the user wrote.
  std::ranges::stable_partition(parts.over_rows,
                                [&](std::uint32_t row) { return system.matching.column_of_row[row] == graph::none; });
  std::ranges::stable_partition(parts.over_rows, [&](std::uint32_t row) {
    const Equation& equation = dae.equations[system.equations[row].index()];
    return !work.libraries.contains(dae.origins[equation.origin.index()].span.file);
  });
  const auto is_input = [&](std::uint32_t column) {
    return work.inputs_of_components.contains(dae.declaration(system.unknowns[column]).name);
  };
  std::ranges::stable_partition(parts.under_columns, is_input);
  for (std::size_t i = 0; i < std::min(most_named, parts.over_rows.size()); ++i) {
    const Equation& equation = dae.equations[system.equations[parts.over_rows[i]].index()];
    const Origin& origin = dae.origins[equation.origin.index()];
    if (!diagnostic.span.valid()) diagnostic.span = origin.span;
    diagnostic.notes.push_back({"over-determined: " + brief(dae, equation) + origin_text(origin), origin.span});
  }
  more(diagnostic, parts.over_rows.size(), "over-determined equation");
  for (std::size_t i = 0; i < std::min(most_named, parts.under_columns.size()); ++i) {
    const VariableId unknown = system.unknowns[parts.under_columns[i]];
    const VariableId integral = dae.integral_of(unknown);
    const Span span = dae.declaration(integral.valid() ? integral : unknown).span;
    if (!diagnostic.span.valid()) diagnostic.span = span;
    const char* what = is_input(parts.under_columns[i]) ? ", an input: nothing seems to be connected to it" : "";
    diagnostic.notes.push_back({"undetermined: " + dae.name_of(unknown) + what, span});
  }
  more(diagnostic, parts.under_columns.size(), "undetermined unknown");
}

namespace {

void diagnose(Work& work, const System& system) {
  // Every alias took one equation and one unknown with it; users count both.
  const auto aliases = static_cast<std::size_t>(std::ranges::count(work.roles, Role::alias));
  const std::size_t rows = system.equations.size() + aliases;
  const std::size_t columns = system.unknowns.size() + aliases;
  Diagnostic error;
  error.code = rows == columns ? Code::E0402 : Code::E0401;
  if (rows != columns) {
    error.message = "the model has " + counted(rows, "equation") + " for " + counted(columns, "unknown");
    error.help = rows < columns ? "every unknown needs an equation: add " + counted(columns - rows, "equation") +
                                      ", or declare what does not change as a parameter"
                                : "remove " + counted(rows - columns, "equation");
  } else {
    error.message = "the model is structurally singular: of its " + counted(rows, "equation") +
                    " for as many unknowns, " + std::to_string(system.equations.size() - system.matching.size) +
                    " cannot determine an unknown";
    error.help = "some equations say the same thing twice while other unknowns have none of their own";
  }
  name_suspects(work, system, error);
  work.diagnostics.add(std::move(error));
}

}  // namespace

bool is_perfect(const System& system) {
  return system.matching.size == system.unknowns.size() && system.unknowns.size() == system.equations.size();
}

namespace {

graph::Matching empty_matching(const System& system) {
  return {std::vector(system.equations.size(), graph::none), std::vector(system.unknowns.size(), graph::none), 0};
}

}  // namespace

void match_highest(Work& work) {
  System& system = work.continuous;
  system = {};
  const Dae& dae = work.dae();
  for (std::uint32_t i = 0; i < dae.initial_begin; ++i) system.equations.emplace_back(i);
  for (std::uint32_t v = 0; v < dae.variable_count; ++v) {
    if (work.roles[v] == Role::derivative || work.roles[v] == Role::algebraic) system.unknowns.emplace_back(v);
  }
  std::vector<std::uint32_t> column_of;
  build_incidence(dae, system, column_of);
  const auto columns = static_cast<std::uint32_t>(system.unknowns.size());
  // a factor of parameters that is zero is good for nothing, unless there is no other way
  if (const std::optional<graph::Rows> nonzero = without_zero_factors(dae, system, column_of))
    system.matching = graph::maximum_matching(*nonzero, columns);
  else
    system.matching = empty_matching(system);
  system.matching = graph::maximum_matching(system.incidence, columns, std::move(system.matching));
}

System collapse_derivatives(const Work& work) {
  const Dae& dae = work.plan.dae;
  System collapsed;
  collapsed.equations = work.continuous.equations;
  collapsed.unknowns = work.continuous.unknowns;
  std::vector<std::uint32_t> column_of(dae.variable_count, graph::none);
  for (std::uint32_t column = 0; column < collapsed.unknowns.size(); ++column)
    column_of[collapsed.unknowns[column].index()] = column;
  for (std::uint32_t v = 0; v < dae.variable_count; ++v)
    if (work.roles[v] == Role::state) column_of[v] = column_of[dae.derivative_of(VariableId(v)).index()];
  collapsed.incidence = incidence_of(dae, collapsed.equations, column_of,
                                     [](const Equation&, std::uint32_t, std::uint32_t) { return true; });
  collapsed.matching =
      graph::maximum_matching(collapsed.incidence, static_cast<std::uint32_t>(collapsed.unknowns.size()));
  return collapsed;
}

bool check_structure(Work& work) {
  const System collapsed = collapse_derivatives(work);
  if (is_perfect(collapsed)) return true;
  diagnose(work, collapsed);
  return false;
}

void match(Work& work) {
  if (!is_perfect(work.continuous)) diagnose(work, work.continuous);
}

}  // namespace sunder::causalise
