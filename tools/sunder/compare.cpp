// sunder compare: how far two results files are apart.
#include "verbs/compare.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "command.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace sunder::cli {
namespace {

void print_text(const results::Comparison& c) {
  std::cout << "epsilon " << rounded(c.epsilon) << " (" << results::name_of(c.measure) << ")";
  if (!c.worst_variable.empty()) std::cout << ", worst in " << c.worst_variable << " at t = " << rounded(c.worst_time);
  std::cout << "\n\n";
  std::vector<results::VariableError> ranked = c.variables;
  std::stable_sort(ranked.begin(), ranked.end(), [](const results::VariableError& a, const results::VariableError& b) {
    return a.epsilon > b.epsilon;
  });
  Table table{{"largest error", "rms", "variable"}, {}, {true, true, false}};
  constexpr std::size_t shown = 20;
  for (const results::VariableError& v : ranked) {
    if (table.rows.size() == shown) break;
    table.rows.push_back({rounded(v.epsilon), rounded(v.rms), v.name});
  }
  std::cout << table.print(terminal_width());
  if (ranked.size() > shown) std::cout << "  … and " << ranked.size() - shown << " more with smaller errors\n";
  const std::size_t width = terminal_width() - 16;
  if (!c.not_compared.empty()) std::cout << "not compared: " << name_list(c.not_compared, width) << "\n";
  if (!c.only_in_a.empty()) std::cout << "only in A: " << name_list(c.only_in_a, width) << "\n";
  if (!c.only_in_b.empty()) std::cout << "only in B: " << name_list(c.only_in_b, width) << "\n";
}

ExitStatus run(const Arguments& arguments) {
  const SourceMap no_sources;
  verbs::CompareOptions options;
  // the name was checked against the choices of the option
  options.measure = *results::measure_named(arguments.text("--measure", "equivalence"));
  options.window = arguments.number("--window").value_or(0);
  options.derivatives = arguments.has("--derivatives");
  const Outcome<results::Comparison> comparison = verbs::compare(arguments.text("A"), arguments.text("B"), options);
  if (!comparison.ok()) return failed(arguments, comparison.diagnostics(), no_sources);
  print(arguments, *comparison, comparison.diagnostics(), no_sources, print_text);
  return ExitStatus::success;
}

}  // namespace

CommandSpec compare_command() {
  return {
      "compare",
      "tells how far two results files are apart",
      "Compares the variables that both files have, at the times of A; B is the reference. The measures: equivalence "
      "|a-b|/(1+|b|); range |a-b| over the range of b (its magnitude where it is constant); relative |a-b|/|b| (points "
      "where b is zero are left out); "
      "absolute |a-b|.",
      {{"A", "a results file, .csv or .mat"}, {"B", "the reference, .csv or .mat"}},
      {{"--measure",
        OptionKind::text,
        "NAME",
        "how errors are measured; equivalence unless given",
        {"equivalence", "range", "relative", "absolute"}},
       {"--window",
        OptionKind::number,
        "SECONDS",
        "leave out what jumps (at events) this long before and after its jumps; nothing unless given",
        {}},
       {"--derivatives",
        OptionKind::flag,
        "",
        "compare der(x) too; a discretised solution has no derivatives of its own",
        {}},
       {"--json", OptionKind::flag, "", "print one JSON object instead of text", {}}},
      {{"sunder compare mixed.csv reference.csv --measure range",
        "the error against the range each variable moves in"}},
      run};
}

}  // namespace sunder::cli
