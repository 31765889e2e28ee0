// sunder info: what an FMU says of itself.
#include "base/text.hpp"
#include "output.hpp"
#include "session.hpp"
#include "verbs/files.hpp"
#include "verbs/fmu_info.hpp"

namespace sunder::cli {
namespace {

void print_text(const verbs::FmuInfo& info) {
  const std::size_t width = terminal_width();
  const auto line = [](const std::string& what, const std::string& value) {
    std::cout << "  " << what << std::string(what.size() < 14 ? 14 - what.size() : 1, ' ') << value << "\n";
  };
  std::cout << bold(info.model) << ": an FMU " << info.version << " for " << enumerated(info.kinds) << "\n\n";
  if (!info.description.empty()) line("description", printable(info.description));
  if (!info.made_by.empty()) line("made by", printable(info.made_by));
  line("experiment", rounded(info.start) + " s to " + rounded(info.stop) + " s");
  line("states", std::to_string(info.states));
  line("events", counted(info.event_indicators, "event indicator"));
  for (const std::string& offer : info.offers) line("offers", offer);
  std::cout << "\n";
  Table variables{
      {"variable", "type", "causality", "variability", "start", "unit"}, {}, {false, false, false, false, true, false}};
  for (const verbs::FmuInfo::Variable& one : info.variables)
    variables.rows.push_back({one.name + (one.elements > 1 ? "[" + std::to_string(one.elements) + "]" : ""), one.type,
                              one.causality, one.variability, one.start, one.unit});
  std::cout << variables.print(width) << "\n";
  if (info.structure.rows.empty()) return;
  Table structure{{"unknown", "kind", "depends on"}, {}, {false, false, false}};
  for (const report::ReportStructure::Row& one : info.structure.rows)
    structure.rows.push_back({one.name, one.kind,
                              !one.on           ? "everything (nothing is declared)"
                              : one.on->empty() ? "nothing"
                                                : name_list(info.dependencies(one), 60)});
  std::cout << structure.print(width);
}

ExitStatus run(const Arguments& arguments) {
  SourceMap sources;
  const Outcome<verbs::FmuInfo> info = verbs::fmu_info(arguments.text("FMU"), arguments.has("--strict"), sources);
  if (!info.ok()) return failed(arguments, info.diagnostics(), sources);
  Diagnostics written;
  if (const std::string path = arguments.text("--picture");
      !path.empty() && !verbs::write_text(path, verbs::structure_picture(*info), written))
    return failed(arguments, written, sources);
  print(arguments, *info, info.diagnostics(), sources, print_text);
  return ExitStatus::success;
}

}  // namespace

CommandSpec info_command() {
  return {"info",
          "says what is in an FMU",
          "Reads the description of an FMU: what it is made for and offers, its variables, and what derivatives, "
          "outputs and event indicators depend on. Nothing of the FMU is run.",
          {{"FMU", "a file .fmu"}},
          {{"--strict", OptionKind::flag, "", "every departure of the description from the standard is an error", {}},
           {"--picture", OptionKind::text, "FILE", "what depends on what as a picture (SVG)", {}},
           {"--json", OptionKind::flag, "", "print one JSON object instead of text", {}}},
          {{"sunder info Car.fmu", "variables and structure of an FMU"}},
          run};
}

}  // namespace sunder::cli
