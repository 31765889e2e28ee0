// Help texts, made from the same data as the parser.
#include <algorithm>

#include "base/version.hpp"
#include "command.hpp"

namespace sunder::cli {
namespace {

constexpr std::size_t width = 80;

std::string wrapped(const std::string& text, std::size_t indent, std::size_t first_column) {
  std::string out;
  std::size_t column = first_column;
  bool start = true;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '\n') {
      out += '\n' + std::string(indent, ' ');
      column = indent;
      start = true;
      ++at;
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    const std::size_t length = end - at;
    if (!start && column + 1 + length > width) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
      start = true;
    }
    if (!start) {
      out += ' ';
      ++column;
    }
    out += text.substr(at, length);
    column += length;
    start = false;
    at = end < text.size() && text[end] == ' ' ? end + 1 : end;
  }
  return out;
}

std::string signature(const OptionSpec& option) {
  return option.value.empty() ? option.name : option.name + " " + option.value;
}

std::string usage(const CommandSpec& command) {
  std::string out = "sunder " + command.name;
  for (const PositionalSpec& positional : command.positionals) out += " " + positional.name;
  return out + " [options]";
}

std::string option_help(const OptionSpec& option) {
  std::string out = option.help;
  if (!option.choices.empty()) {
    out += " (one of ";
    for (std::size_t i = 0; i < option.choices.size(); ++i) out += (i > 0 ? ", " : "") + option.choices[i];
    out += ")";
  }
  return out;
}

}  // namespace

std::string help_text() {
  std::string out = "sunder " + std::string(version()) +
                    ": finds the time scales of a Modelica model, cuts it along them, and\n"
                    "simulates each part at its own pace.\n\nusage: sunder COMMAND ... [options]\n\ncommands\n";
  for (const CommandSpec& command : commands()) {
    const std::string head = "  " + command.name + std::string(11 - command.name.size(), ' ');
    out += head + wrapped(command.summary, 13, 13) + "\n";
  }
  out += "\n  sunder COMMAND --help   explains a command\n  sunder --version        prints the version\n";
  out +=
      "\nexit status: 0 success, 1 the model or input is wrong, 2 wrong command line,\n"
      "3 the numerics failed, 70 internal error\n";
  return out;
}

std::string help_text(const CommandSpec& command) {
  std::string out =
      wrapped("sunder " + command.name + ": " + command.summary, 2, 0) + "\n\nusage: " + usage(command) + "\n\n";
  out += wrapped(command.description, 0, 0) + "\n\n";
  std::size_t column = 8;
  for (const OptionSpec& option : command.options)
    column = std::max(column, std::min<std::size_t>(signature(option).size() + 4, 28));
  for (const PositionalSpec& positional : command.positionals)
    out += "  " + positional.name + std::string(column - 2 - std::min(positional.name.size(), column - 3), ' ') +
           wrapped(positional.help, column, column) + "\n";
  if (!command.positionals.empty()) out += "\n";
  out += "options\n";
  for (const OptionSpec& option : command.options) {
    std::string head = "  " + signature(option);
    if (head.size() + 1 > column)
      head += "\n" + std::string(column, ' ');
    else
      head += std::string(column - head.size(), ' ');
    out += head + wrapped(option_help(option), column, column) + "\n";
  }
  if (!command.examples.empty()) out += "\nexamples\n";
  for (const auto& [line, shows] : command.examples) out += "  " + line + "\n      " + wrapped(shows, 6, 6) + "\n";
  return out;
}

std::string help_markdown() {
  std::string out =
      "# The command line\n\nMade by `sunder --help-markdown` from the same data as the parser; a test keeps it "
      "true.\n\n"
      "Exit status: 0 success, 1 the model or input is wrong (diagnostics on standard error), 2 wrong command line, 3 "
      "the numerics\n"
      "failed (with time, equation and variable), 70 internal error, 130 interrupted by Ctrl-C (143: by SIGTERM).\n";
  for (const CommandSpec& command : commands()) {
    out += "\n## `" + usage(command) + "`\n\n" + command.description + "\n\n| option | meaning |\n|---|---|\n";
    for (const PositionalSpec& positional : command.positionals)
      out += "| `" + positional.name + "` | " + positional.help + " |\n";
    for (const OptionSpec& option : command.options)
      out += "| `" + signature(option) + "` | " + option_help(option) + " |\n";
    for (const auto& [line, shows] : command.examples) out += "\n    " + line + "\n\n" + shows + "\n";
  }
  return out;
}

}  // namespace sunder::cli
