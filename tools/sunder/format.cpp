// sunder format: canonical Modelica text.
#include "syntax/format.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/codes.hpp"
#include "command.hpp"
#include "driver/workspace.hpp"
#include "output.hpp"

namespace sunder::cli {
namespace {

/// Through a file beside it: an interrupted or failed write never costs the user's text.
bool replace_file(const std::string& path, const std::string& text, Diagnostics& diagnostics) {
  const std::string beside = path + ".sunder-new";
  std::ofstream out(beside, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  std::error_code error;
  if (out) {
    const auto permissions = std::filesystem::status(path, error).permissions();
    if (!error) std::filesystem::permissions(beside, permissions, error);
    std::filesystem::rename(beside, path, error);
    if (!error) return true;
  }
  std::error_code ignored;
  std::filesystem::remove(beside, ignored);
  diagnostics.error(Code::E0003, {}, "cannot write '" + path + "'" + (error ? ": " + error.message() : ""));
  return false;
}

ExitStatus run(const Arguments& arguments) {
  Workspace workspace;
  Diagnostics diagnostics;
  const std::string path = arguments.text("FILE");
  const FileId file = load_text(workspace, path, diagnostics);
  if (!file.valid()) return failed(arguments, diagnostics, workspace.sources);
  const Outcome<std::string> formatted = syntax::format(workspace.sources, file);
  diagnostics.append(formatted.diagnostics());
  if (!formatted.ok()) return failed(arguments, diagnostics, workspace.sources);
  show(diagnostics, workspace.sources);
  const bool canonical = *formatted == workspace.sources.text(file);
  if (arguments.has("--write") && !canonical && !replace_file(path, *formatted, diagnostics))
    return failed(arguments, diagnostics, workspace.sources);
  const bool complain = arguments.has("--check") && !canonical;
  if (arguments.json()) {
    nlohmann::ordered_json object = {{"file", path}, {"canonical", canonical}};
    if (!arguments.has("--write") && !arguments.has("--check")) object["text"] = *formatted;
    object["diagnostics"] = diagnostics_json(diagnostics, workspace.sources);
    print_json(object);
  } else if (complain) {
    std::cerr << path << " is not in canonical form (sunder format --write " << path << ")\n";
  } else if (!arguments.has("--write") && !arguments.has("--check")) {
    std::cout << *formatted;
  }
  return complain ? ExitStatus::wrong_input : ExitStatus::success;
}

}  // namespace

CommandSpec format_command() {
  return {"format",
          "prints a Modelica file in canonical form",
          "Keeps every token and comment, and changes only spaces and line breaks. Formatting twice changes nothing. A "
          "file with "
          "syntax errors is refused.",
          {{"FILE", "a Modelica file"}},
          {{"--write", OptionKind::flag, "", "write the result back to the file", {}},
           {"--check", OptionKind::flag, "", "print nothing; exit status 1 when the file is not in canonical form", {}},
           {"--json", OptionKind::flag, "", "print one JSON object instead of text", {}}},
          {{"sunder format Motor.mo", "prints the canonical text"},
           {"sunder format Motor.mo --write", "rewrites the file"}},
          run};
}

}  // namespace sunder::cli
