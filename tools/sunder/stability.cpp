// sunder stability: is the communication step of a distributed system stable, and which ones are?
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/progress.hpp"
#include "base/text.hpp"
#include "command.hpp"
#include "cosimulate/picture.hpp"
#include "driver/open_system.hpp"
#include "output.hpp"
#include "system_report.hpp"

namespace sunder::cli {

namespace {

using Json = nlohmann::ordered_json;

using Answer = StabilityAnswer;

Json search_json(const StepSearch& search) {
  Json intervals = Json::array();
  for (const Interval& interval : search.intervals)
    intervals.push_back(Json::array({number(interval.low), number(interval.high)}));
  return {{"mode", name_of(search.mode)},
          {"stable_intervals", intervals},
          {"largest_stable_step", number(search.largest)},
          {"unit", search.mode == SearchMode::fixed_steps ? Json(search.unit) : Json(nullptr)},
          {"scanned", Json::array({number(search.scanned_from), number(search.scanned_to)})}};
}

Json as_json(const Answer& answer, const OpenSystem& system) {
  Json parts = Json::array();
  for (std::size_t p = 0; p < system.parts.size(); ++p) {
    const PartDescription& part = system.description.parts[p];
    const LocalRule& rule = answer.stability.problem.rules[p];
    const bool stepped = rule.known && rule.method != "exact";
    const auto whole = whole_substeps(part, answer.step);
    const double step = part.step.value_or(answer.step / static_cast<double>(rule.substeps));
    parts.push_back({{"name", part.interface.name},
                     {"method", part.method.text},
                     {"step", stepped ? Json(step) : Json(nullptr)},
                     {"substeps", !stepped ? Json(nullptr)
                                  : whole  ? Json(*whole)
                                           : Json(answer.step / step)}});
  }
  Json eigenvalues = Json::array();
  if (answer.stability.spectrum)
    for (const auto& value : answer.stability.spectrum->eigenvalues)
      eigenvalues.push_back({{"re", value.real()}, {"im", value.imag()}, {"abs", std::abs(value)}});
  Json connections = Json::array();
  for (const ConnectionSensitivity& one : answer.sensitivities) {
    const ConnectionDescription& connection = system.description.connections[one.connection];
    connections.push_back({{"from", connection.from.text}, {"to", connection.to.text}, {"slope", number(one.slope)}});
  }
  Json searches = Json::array({search_json(answer.chosen)});
  if (answer.other) searches.push_back(search_json(*answer.other));
  const MasterSettings& master = system.description.master;
  const Json main = search_json(answer.chosen);
  return {{"communication_step", answer.step},
          {"master", name_of(master.kind)},
          {"extrapolation", master.extrapolation},
          {"feedthrough", name_of(master.feedthrough)},
          {"parts", parts},
          {"synchronised", answer.stability.synchronised},
          {"eigenvalues", eigenvalues},
          {"spectral_radius", answer.stability.spectrum ? number(answer.stability.spectrum->radius) : Json(nullptr)},
          {"verdict", name_of(answer.stability.verdict)},
          {"search", name_of(answer.chosen.mode)},
          {"stable_intervals", main["stable_intervals"]},
          {"largest_stable_step", main["largest_stable_step"]},
          {"searches", searches},
          {"limiting_connection", connections.empty() ? Json(nullptr) : connections[0]},
          {"sensitivities", connections},
          {"sensitivities_at", number(answer.limit)},
          {"linearised", answer.stability.linearised},
          {"samples", answer.stability.samples},
          {"sampled", answer.stability.samples > 1 ? Json("sampled, not proven") : Json(nullptr)}};
}

void print_search(const StepSearch& search) {
  const bool multiples = search.mode == SearchMode::fixed_steps;
  std::cout << "\n  "
            << (multiples ? "local steps kept, multiples of " + rounded(search.unit) : "numbers of substeps kept")
            << " (looked at " << rounded(search.scanned_from, 4) << " … " << rounded(search.scanned_to, 4) << ")\n";
  if (search.intervals.empty()) {
    std::cout << "    no stable step\n";
    return;
  }
  std::cout << "    stable               " << intervals_text(search, 12);
  std::cout << "\n    largest stable step  " << (std::isinf(*search.largest) ? "inf" : rounded(*search.largest, 8))
            << "\n";
}

void print_text(const Answer& answer, const OpenSystem& system) {
  const MasterSettings& master = system.description.master;
  const SystemStability& s = answer.stability;
  std::cout << bold(system.description.path) << ": " << name_of(master.kind) << ", inputs "
            << (master.extrapolation == 0   ? "held"
                : master.extrapolation == 1 ? "linear"
                                            : "quadratic")
            << ", communication step " << rounded(answer.step, 8) << "\n\n";
  Table table{{"part", "method", "step", "substeps"}, {}, {false, false, true, true}};
  for (std::size_t p = 0; p < system.parts.size(); ++p) {
    const PartDescription& part = system.description.parts[p];
    const LocalRule& rule = s.problem.rules[p];
    const bool stepped = rule.known && rule.method != "exact";
    const double step = part.step.value_or(answer.step / static_cast<double>(rule.substeps));
    table.rows.push_back({part.interface.name, part.method.text, stepped ? rounded(step) : "",
                          stepped      ? rounded(answer.step / step)
                          : rule.known ? ""
                                       : "unknown"});
  }
  std::cout << table.print(terminal_width());
  std::cout << "\n  verdict              " << bold(std::string(name_of(s.verdict)));
  if (!s.synchronised) std::cout << " (the communication step is not a whole number of local steps)";
  if (!s.certified) std::cout << " (a part chooses its steps itself; the radius is that of exact parts)";
  std::cout << "\n";
  if (s.spectrum) {
    std::cout << "  spectral radius      " << rounded(s.spectrum->radius, 8)
              << (s.samples > 1  ? " (worst of " + std::to_string(s.samples) + " points: sampled, not proven)"
                  : s.linearised ? " (linearised at the start)"
                                 : "")
              << "\n  |eigenvalues|        ";
    constexpr std::size_t shown = 8;
    for (std::size_t i = 0; i < s.spectrum->eigenvalues.size() && i < shown; ++i)
      std::cout << (i > 0 ? ", " : "") << rounded(std::abs(s.spectrum->eigenvalues[i]), 6);
    if (s.spectrum->eigenvalues.size() > shown) std::cout << ", …";
    std::cout << "\n";
  }
  print_search(answer.chosen);
  if (answer.other) print_search(*answer.other);
  if (answer.sensitivities.empty()) return;
  std::cout << "\n  spectral radius by connection, at " << rounded(answer.limit, 6) << "\n";
  Table by{{"slope", "connection"}, {}, {true, false}};
  for (std::size_t i = 0; i < answer.sensitivities.size() && i < 8; ++i) {
    const auto& connection = system.description.connections[answer.sensitivities[i].connection];
    by.rows.push_back({rounded(answer.sensitivities[i].slope, 4), connection.from.text + " -> " + connection.to.text});
  }
  std::cout << by.print(terminal_width(), 4);
}

ExitStatus run(const Arguments& arguments) {
  SystemSession session;
  if (const auto status = open(arguments, session)) return *status;
  const SourceMap& sources = session.sources;
  const double step = arguments.number("--communication-step").value_or(session.system.description.communication_step);
  SystemStability stability;
  if (!examine(session.system, step, stability, session.diagnostics))
    return failed(arguments, session.diagnostics, sources);
  const Answer answer = answer_of(std::move(stability), step, search_mode(arguments));
  if (arguments.has("--picture") &&
      !write_text(arguments.text("--picture"), svg(radius_figure(answer.chosen, answer.step)), session.diagnostics))
    return failed(arguments, session.diagnostics, sources);
  if (arguments.has("--report") &&
      !write_text(arguments.text("--report"), stability_page(answer, session.system), session.diagnostics))
    return failed(arguments, session.diagnostics, sources);
  show(session.diagnostics, sources);
  if (arguments.json()) {
    Json object = as_json(answer, session.system);
    object["diagnostics"] = diagnostics_json(session.diagnostics, sources);
    print_json(object);
  } else {
    print_text(answer, session.system);
  }
  return ExitStatus::success;
}

}  // namespace

CommandSpec stability_command() {
  return {"stability",
          "says whether the communication step of a distributed system is stable",
          "Builds the matrix by which one communication step of the chosen master multiplies the state of the whole "
          "system, with the local methods and steps of all parts in it. Its spectral radius decides: below one the "
          "step is stable. Stability is not monotone in the step, so all stable intervals are listed, with local steps "
          "kept and with numbers of substeps kept. Parts that are models are linearised exactly, at the start or over "
          "a box of points.",
          {{"SYSTEM", "a TOML file that describes parts and connections"}},
          with_system_options(
              {search_option(),
               {"--picture",
                OptionKind::text,
                "FILE.svg",
                "draw the spectral radius over the communication step, stable intervals shaded",
                {}},
               {"--report", OptionKind::text, "FILE.html", "write all of it with figures as one page", {}}}),
          {{"sunder stability motor.toml", "verdict, stable intervals, the connection that limits them"},
           {"sunder stability motor.toml --picture radius.svg", "and a picture"},
           {"sunder stability motor.toml --report motor.html", "everything on one page"}},
          run};
}

}  // namespace sunder::cli
