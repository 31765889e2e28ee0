// sunder list: the classes of libraries.
#include "verbs/list.hpp"

#include <iostream>

#include "base/codes.hpp"
#include "command.hpp"
#include "output.hpp"

namespace sunder::cli {
namespace {

ExitStatus run(const Arguments& arguments) {
  verbs::ListOptions options;
  options.libraries = arguments.list("--library");
  options.experiments = arguments.has("--experiments");
  if (options.libraries.empty()) {
    Diagnostics wrong;
    wrong.error(Code::E0004, {}, "no library is given").help = "sunder list --library DIR";
    return failed(arguments, wrong, SourceMap(), ExitStatus::wrong_command_line);
  }
  const Outcome<verbs::ListResult> result = verbs::list(options);
  if (result.diagnostics().has_errors()) return failed(arguments, result.diagnostics(), result->sources);
  print(arguments, *result, result.diagnostics(), result->sources, [](const verbs::ListResult& listed) {
    for (const driver::ListedClass& one : listed.classes) std::cout << one.kind << " " << one.name << "\n";
  });
  return ExitStatus::success;
}

}  // namespace

CommandSpec list_command() {
  return {
      "list",
      "lists the classes of Modelica libraries",
      "Reads every file of the libraries in the directories and prints the full name of every class in them, in the "
      "order they are stored.",
      {},
      {{"--library", OptionKind::list, "DIR", "a directory that holds Modelica packages; may be repeated", {}},
       {"--experiments", OptionKind::flag, "", "only models that say how long to simulate them", {}},
       {"--json", OptionKind::flag, "", "print one JSON object instead of text", {}}},
      {{"sunder list --library examples", "the packages in the directory examples"}},
      run};
}

}  // namespace sunder::cli
