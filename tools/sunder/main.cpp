// The command line: the only file that knows CLI11.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <iostream>

#include "base/interruption.hpp"
#include "base/ranks.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "command.hpp"
#include "guarded_main.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace sunder::cli {
namespace {

struct Parsed {
  std::string command;
  Arguments arguments;
};

/// What is wrong with the command line, in one sentence.
struct Mistake {
  std::string message;
  std::string help;
};

void check_value(const CommandSpec& command, const OptionSpec& option, const std::string& value) {
  if (option.kind == OptionKind::number && !parse_number(value))
    throw Mistake{option.name + " needs a number, not '" + value + "'", {}};
  if (option.kind == OptionKind::count) {
    const auto number = parse_number(value);
    if (!number || *number < 1 || *number > 1e15 || *number != static_cast<double>(static_cast<long long>(*number)))
      throw Mistake{option.name + " needs a whole number of at least 1, not '" + value + "'", {}};
  }
  if (option.choices.empty()) return;
  for (const std::string& choice : option.choices)
    if (choice == value) return;
  throw Mistake{"'" + value + "' is not a value of " + option.name + " of sunder " + command.name,
                "use one of " + enumerated(option.choices)};
}

void check_unknown(const CommandSpec& command, const std::vector<std::string>& extras) {
  if (extras.empty()) return;
  const std::string& first = extras.front();
  if (!first.starts_with('-'))
    throw Mistake{"one argument too many: '" + first + "'", "see sunder " + command.name + " --help"};
  std::vector<std::string> names;
  for (const OptionSpec& option : command.options) names.push_back(option.name);
  const std::string written = first.substr(0, first.find('='));
  const std::vector<std::string> near = closest(written, names);
  throw Mistake{"sunder " + command.name + " has no option '" + written + "'",
                near.empty() ? "see sunder " + command.name + " --help" : "did you mean " + near.front() + "?"};
}

/// Options of one sub-command, filled by the parser library.
void parse_command(const CommandSpec& command, const std::vector<std::string>& words, Parsed& parsed) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::map<std::string, std::vector<std::string>> values;
  std::map<std::string, bool> flags;
  std::map<std::string, std::string> words_in_place;
  std::vector<std::pair<const PositionalSpec*, CLI::Option*>> positionals;
  for (const PositionalSpec& positional : command.positionals)
    positionals.emplace_back(&positional, app.add_option(positional.name, words_in_place[positional.name]));
  for (const OptionSpec& option : command.options) {
    if (option.kind == OptionKind::flag)
      app.add_flag(option.name, flags[option.name]);
    else
      app.add_option(option.name, values[option.name])->allow_extra_args(false)->take_all();
  }
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    throw Mistake{error.what(), "see sunder " + command.name + " --help"};
  }
  check_unknown(command, app.remaining());
  for (const auto& [positional, option] : positionals)
    if (option->count() == 0 && !(positional->name == "MODEL" && !values["--model"].empty()))  // of a library
      throw Mistake{"sunder " + command.name + " needs " + positional->name, positional->help};
  for (const OptionSpec& option : command.options) {
    if (option.kind == OptionKind::flag) {
      if (flags[option.name]) parsed.arguments.values[option.name] = {};
      continue;
    }
    for (const std::string& value : values[option.name]) check_value(command, option, value);
    if (values[option.name].size() > 1 && option.kind != OptionKind::list)
      throw Mistake{option.name + " is given twice", {}};
    if (!values[option.name].empty()) parsed.arguments.values[option.name] = values[option.name];
  }
  for (const PositionalSpec& positional : command.positionals)
    parsed.arguments.values[positional.name] = {words_in_place[positional.name]};
}

const CommandSpec& find_command(const std::string& name) {
  std::vector<std::string> names;
  for (const CommandSpec& command : commands()) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  const std::vector<std::string> near = closest(name, names);
  throw Mistake{"there is no command '" + name + "'",
                near.empty() ? "the commands are " + enumerated(names) : "did you mean " + near.front() + "?"};
}

bool wants_json(const std::vector<std::string>& words) {
  return std::find(words.begin(), words.end(), "--json") != words.end();
}

/// Commands whose work several ranks share; the others are not to be done several times.
bool is_for_ranks(const std::string& command, const Arguments& arguments) {
  return (command == "cosim" && !arguments.has("--error-over-step")) ||
         (command == "simulate" && arguments.has("--sweep")) || (command == "reduce" && arguments.has("--switched"));
}

ExitStatus run(const std::vector<std::string>& words, Ranks* ranks) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    if (words.size() > 1 && words[0] == "help") {
      std::cout << help_text(find_command(words[1]));
      return ExitStatus::success;
    }
    (words.empty() ? std::cerr : std::cout) << help_text();
    return words.empty() ? ExitStatus::wrong_command_line : ExitStatus::success;
  }
  if (words[0] == "--version") {
    std::cout << "sunder " << version() << "\n";
    return ExitStatus::success;
  }
  if (words[0] == "--help-markdown") {
    std::cout << help_markdown();
    return ExitStatus::success;
  }
  if (words[0] == "--diagnostics-markdown") {
    std::cout << diagnostics_markdown();
    return ExitStatus::success;
  }
  if (words[0] == "--passes-markdown") {
    std::cout << passes_markdown();
    return ExitStatus::success;
  }
  if (words[0] == "--methods-markdown") {
    std::cout << methods_markdown();
    return ExitStatus::success;
  }
  const CommandSpec& command = find_command(words[0]);
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  for (const std::string& word : rest) {
    if (word == "--methods" && command.name == "simulate") {
      std::cout << (wants_json(rest) ? methods_json() : methods_text(terminal_width()));
      return ExitStatus::success;
    }
    if (word != "--help" && word != "-h") continue;
    std::cout << help_text(command);
    return ExitStatus::success;
  }
  Parsed parsed;
  parsed.arguments.command_line = words;
  parse_command(command, rest, parsed);
  parsed.arguments.ranks = ranks;
  if (ranks != nullptr && !is_for_ranks(command.name, parsed.arguments))
    throw Mistake{"this works in one process, and was started as " + std::to_string(ranks->size()) + " ranks",
                  "cosim, simulate --sweep and reduce --switched share their work among ranks"};
  return command.run(parsed.arguments);
}

}  // namespace

int guarded_main(const std::vector<std::string>& words, Ranks* ranks) {
  try {
    const ExitStatus status = run(words, ranks);
    std::cout.flush();
    if (!std::cout) {
      std::cerr << "error: standard output cannot be written\n";
      return static_cast<int>(ExitStatus::wrong_input);
    }
    // what was interrupted says so as every program does, whatever it could still print
    if (status != ExitStatus::success && received_signal() != 0) return 128 + received_signal();
    return static_cast<int>(status);
  } catch (const Mistake& mistake) {
    if (wants_json(words)) print_command_line_mistake(printable(mistake.message), printable(mistake.help));
    std::cerr << "sunder: " << printable(mistake.message) << "\n";
    if (!mistake.help.empty()) std::cerr << "  " << printable(mistake.help) << "\n";
    return static_cast<int>(ExitStatus::wrong_command_line);
  } catch (const std::bad_alloc&) {
    std::cerr << "sunder: out of memory\n";
    return static_cast<int>(ExitStatus::numerics_failed);
  } catch (const std::exception& error) {
    if (wants_json(words)) print_command_line_mistake(std::string("internal error: ") + error.what(), {});
    std::cerr << "sunder: internal error: " << error.what()
              << "\n  This is a mistake of ours, not of your model. Please report it with the command line, the model\n"
                 "  and `sunder --version`.\n";
    return static_cast<int>(ExitStatus::internal_error);
  }
}

}  // namespace sunder::cli
