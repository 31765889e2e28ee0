// sunder stability: is the communication step of a distributed system stable, and which ones are?
#include "verbs/stability.hpp"

#include <cmath>

#include "base/text.hpp"
#include "command.hpp"
#include "output.hpp"
#include "system_options.hpp"
#include "terminal.hpp"

namespace sunder::cli {

namespace {

void print_search(const cosimulate::StepSearch& search) {
  const bool multiples = search.mode == cosimulate::SearchMode::fixed_steps;
  std::cout << "\n  "
            << (multiples ? "local steps kept, multiples of " + rounded(search.unit) : "numbers of substeps kept")
            << " (looked at " << rounded(search.scanned_from, 4) << " … " << rounded(search.scanned_to, 4) << ")\n";
  if (!search.growing.empty())
    std::cout << "    not recommended      " << report::intervals_text(search.growing, 12)
              << " (stable in the end, disturbances grow more than 100-fold)\n";
  if (!search.as_one.empty())
    std::cout << "    as one               " << report::intervals_text(search.as_one, 12)
              << " (disturbances grow as those of the system as one do)\n";
  if (search.intervals.empty()) {
    std::cout << "    no stable step\n";
    return;
  }
  std::cout << "    stable               " << report::intervals_text(search.intervals, 12);
  std::cout << "\n    largest stable step  " << (std::isinf(*search.largest) ? "inf" : rounded(*search.largest, 8))
            << "\n";
}

void print_text(const verbs::StabilityResult& result) {
  const report::StabilityAnswer& answer = result.answer;
  const cosimulate::SystemDescription& system = result.system;
  const cosimulate::MasterSettings& master = system.master;
  const cosimulate::SystemStability& s = answer.stability;
  std::cout << bold(system.path) << ": " << cosimulate::name_of(master.kind) << ", inputs "
            << (master.extrapolation == 0   ? "held"
                : master.extrapolation == 1 ? "linear"
                                            : "quadratic")
            << ", communication step " << rounded(answer.step, 8) << "\n\n";
  Table table{{"part", "method", "step", "substeps"}, {}, {false, false, true, true}};
  for (std::size_t p = 0; p < system.parts.size(); ++p) {
    const cosimulate::PartDescription& part = system.parts[p];
    const cosimulate::LocalRule& rule = s.problem.rules[p];
    const bool stepped = rule.known && rule.method != "exact";
    const double step = part.step.value_or(answer.step / static_cast<double>(rule.substeps));
    table.rows.push_back({part.interface.name, part.method.text, stepped ? rounded(step) : "",
                          stepped      ? rounded(answer.step / step)
                          : rule.known ? ""
                                       : "unknown"});
  }
  std::cout << table.print(terminal_width());
  std::cout << "\n  verdict              " << bold(std::string(cosimulate::name_of(s.verdict)));
  if (!s.synchronised) std::cout << " (the communication step is not a whole number of local steps)";
  if (!s.certified) std::cout << " (a part chooses its steps itself; the radius is that of exact parts)";
  std::cout << "\n";
  if (s.spectrum) {
    std::cout << "  spectral radius      " << rounded(s.spectrum->radius, 8)
              << report::radius_as_one_text(*s.spectrum, 8)
              << (s.samples > 1  ? " (worst of " + std::to_string(s.samples) + " points: sampled, not proven)"
                  : s.linearised ? " (linearised at the start)"
                                 : "")
              << "\n  growth on the way    " << report::growth_text(*s.spectrum) << "\n  |eigenvalues|        ";
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
    const auto& connection = system.connections[answer.sensitivities[i].connection];
    by.rows.push_back({rounded(answer.sensitivities[i].slope, 4), connection.from.text + " -> " + connection.to.text});
  }
  std::cout << by.print(terminal_width(), 4);
}

ExitStatus run(const Arguments& arguments) {
  SystemSession session;
  if (const auto status = open(arguments, session)) return *status;
  verbs::StabilityOptions options;
  options.search = search_mode(arguments);
  options.picture = arguments.text("--picture");
  options.report = arguments.text("--report");
  const Outcome<verbs::StabilityResult> result = verbs::stability(session.system, options);
  session.diagnostics.append(result.diagnostics());
  if (!result.has_value()) return failed(arguments, session.diagnostics, session.sources());
  print(arguments, *result, session.diagnostics, session.sources(), print_text);
  return ExitStatus::success;
}

}  // namespace

CommandSpec stability_command() {
  return {
      "stability",
      "says whether the communication step of a distributed system is stable",
      "Builds the matrix by which one communication step of the chosen master multiplies the state of the whole "
      "system, with the local methods and steps of all parts in it. Its spectral radius decides: below one the "
      "step is stable, unless disturbances grow more than 100-fold before they die out. Where the system as one grows "
      "by itself, the step must not make it grow much faster. Stability is not monotone "
      "in the step, so all stable intervals are listed, with local steps "
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
