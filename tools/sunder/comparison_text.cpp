#include "comparison_text.hpp"

#include <iostream>

#include "base/text.hpp"
#include "output.hpp"
#include "report/report.hpp"
#include "terminal.hpp"

namespace sunder::cli {

void print_comparison(const verbs::ReferenceComparison& compared) {
  const auto where = [](const results::Comparison& c) {
    return c.worst_variable.empty() ? std::string() : ", " + c.worst_variable + " at t = " + rounded(c.worst_time);
  };
  std::cout << "\nagainst " << compared.method;
  if (compared.tolerance) std::cout << " with a tolerance of " << rounded(*compared.tolerance);
  std::cout << "\n"
            << "  epsilon              " << rounded(compared.equivalence.epsilon, 4) << where(compared.equivalence)
            << "\n"
            << "  of the range         " << rounded(100 * compared.range.epsilon, 4) << " %" << where(compared.range)
            << "\n"
            << "  speed                " << rounded(compared.speedup, 3) << " times as fast\n";
  if (compared.window > 0)
    std::cout << "  jumps                " << report::duration_text(compared.window)
              << " before and after left out of what jumps (" << counted(compared.range.left_out, "value") << ")\n";
  if (!compared.range.not_compared.empty())
    std::cout << "  not compared         " << name_list(compared.range.not_compared, terminal_width() - 40)
              << ": always near a jump\n";
  if (compared.grid_events)
    std::cout << "  events               not located in this run: no comparison at equal accuracy\n";
  Table table{{"largest error", "of the range", "rms of that", "variable"}, {}, {true, true, true, false}};
  constexpr std::size_t shown = 5;
  for (const std::size_t i : compared.worst_first()) {
    if (table.rows.size() == shown) break;
    const results::VariableError& range = compared.range.variables[i];
    table.rows.push_back({rounded(compared.equivalence.variables[i].epsilon, 4), rounded(range.epsilon, 4),
                          rounded(range.rms, 4), range.name});
  }
  std::cout << "\n" << table.print(terminal_width());
  if (compared.range.variables.size() > shown)
    std::cout << "  … and " << compared.range.variables.size() - shown << " more with smaller errors\n";
}

}  // namespace sunder::cli
