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
  const Outcome<verbs::ListResult> result = verbs::list(options);
  // a file that cannot be read hides its own classes, not those of all others
  print(arguments, *result, result.diagnostics(), result->sources, [](const verbs::ListResult& listed) {
    for (const driver::ListedClass& one : listed.classes) std::cout << one.kind << " " << one.name << "\n";
  });
  return result.diagnostics().has_errors() ? ExitStatus::wrong_input : ExitStatus::success;
}

}  // namespace

CommandSpec list_command() {
  return {
      "list",
      "lists the classes of Modelica libraries",
      "Reads every file of the libraries in the directories and prints the full name of every class in them, in the "
      "order they are stored; those of files with errors, which are told, as far as they were understood. Without a "
      "directory: those of the library Sunder, which is part of the program.",
      {},
      {{"--library", OptionKind::list, "DIR", "a directory that holds Modelica packages; may be repeated", {}},
       {"--experiments", OptionKind::flag, "", "only models that say how long to simulate them", {}},
       {"--json", OptionKind::flag, "", "print one JSON object instead of text", {}}},
      {{"sunder list", "the components that come with Sunder"},
       {"sunder list --library examples", "the packages in the directory examples"}},
      run};
}

}  // namespace sunder::cli
