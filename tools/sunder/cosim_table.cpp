#include "cosim_table.hpp"

#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "stability_answer.hpp"

namespace sunder::cli {

using Json = nlohmann::ordered_json;

std::optional<cosimulate::ErrorTableSettings> read_table_settings(const Arguments& arguments, SystemSession& session) {
  const std::string text = arguments.text("--error-over-step");
  const std::size_t first = text.find(':'), second = text.find(':', first + 1);
  cosimulate::ErrorTableSettings settings;
  std::optional<double> from, to, count;
  if (first != std::string::npos && second != std::string::npos) {
    from = parse_number(text.substr(0, first));
    to = parse_number(text.substr(first + 1, second - first - 1));
    count = parse_number(text.substr(second + 1));
  }
  constexpr double most = 1000;
  if (!from || !to || !count || !(*from > 0) || !(*to > *from) || std::isinf(*to) || !(*count >= 2) ||
      !(*count <= most) || *count != std::floor(*count)) {
    session.diagnostics.error(Code::E0006, {}, "--error-over-step: '" + text + "' is not a range of steps").help =
        "write the shortest step, the longest one and how many, as in 0.01:4:20";
    return std::nullopt;
  }
  settings.from = *from;
  settings.to = *to;
  settings.count = static_cast<std::size_t>(*count);
  settings.mode = search_mode(arguments);
  settings.start = arguments.number("--start");
  settings.stop = arguments.number("--stop");
  settings.reference.cancel = session.cancel;
  return settings;
}

Json error_table_json(const cosimulate::ErrorTable& table) {
  Json rows = Json::array();
  for (const cosimulate::ErrorRow& row : table.rows)
    rows.push_back({{"step", row.step},
                    {"error", report::number(row.error)},
                    {"worst_variable", row.worst_variable.empty() ? Json(nullptr) : Json(row.worst_variable)},
                    {"finished", row.finished},
                    {"reached", report::number(row.reached)},
                    {"spectral_radius", report::number(row.radius)},
                    {"verdict", cosimulate::name_of(row.verdict)},
                    {"growth", row.growth ? report::number(row.growth->per_step) : Json(nullptr)},
                    {"diverges", row.growth ? Json(row.growth->diverges()) : Json(nullptr)}});
  Json intervals = Json::array();
  for (const cosimulate::Interval& interval : table.search.intervals)
    intervals.push_back(Json::array({report::number(interval.low), report::number(interval.high)}));
  return {{"mode", cosimulate::name_of(table.mode)},
          {"start", table.start},
          {"stop", table.stop},
          {"reference_tolerance", table.reference_tolerance},
          {"rows", rows},
          {"stable_intervals", intervals},
          {"limit",
           {{"predicted", report::number(table.limit.predicted)}, {"observed", report::number(table.limit.observed)}}}};
}

Table error_cells(const cosimulate::ErrorTable& table) {
  Table out{{"step", "error", "spectral radius", "verdict", "growth seen", "worst variable"},
            {},
            {true, true, true, false, true, false}};
  for (const cosimulate::ErrorRow& row : table.rows) {
    const bool huge = row.error && !(*row.error < 1e6);
    out.rows.push_back({rounded(row.step, 6),
                        !row.error ? "failed at " + rounded(row.reached, 4)
                        : huge     ? "> 1e6"
                                   : rounded(*row.error, 3),
                        row.radius ? rounded(*row.radius, 6) : "", std::string(cosimulate::name_of(row.verdict)),
                        row.growth ? rounded(row.growth->per_step, 6) : "", row.worst_variable});
  }
  return out;
}

std::string limit_sentence(const cosimulate::ErrorTable& table) {
  const auto& [predicted, observed] = table.limit;
  if (observed)
    return "largest step without divergence " + rounded(*observed, 7) + " (seen), " +
           (predicted ? rounded(*predicted, 7) + " (predicted)" : "none predicted near it");
  if (predicted) return "no divergence seen in this range; predicted limit " + rounded(*predicted, 7);
  return "no limit seen or predicted in this range";
}

void print_error_table(const cosimulate::ErrorTable& table, const cosimulate::OpenSystem& system) {
  std::cout << bold(system.description.path) << ": error over the communication step, t = " << rounded(table.start)
            << " … " << rounded(table.stop) << "\n";
  std::cout << paragraph(
      std::string("  Against the system as one model (cvode, tolerance ") + rounded(table.reference_tolerance) +
          "); the largest difference of a state or output at communication points, of its range; " +
          (table.mode == cosimulate::SearchMode::fixed_steps ? "local steps kept." : "numbers of substeps kept."),
      78);
  std::cout << "\n" << error_cells(table).print(80) << "\n  " << limit_sentence(table) << "\n";
}

}  // namespace sunder::cli
