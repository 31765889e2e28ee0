// A sub-command as data: name, options, help, and what it does. Only main.cpp knows the parser library.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sunder {
class Ranks;
}

namespace sunder::cli {

enum class ExitStatus {
  success = 0,
  wrong_input = 1,
  wrong_command_line = 2,
  numerics_failed = 3,
  internal_error = 70
};

enum class OptionKind { flag, text, number, count, list };

struct OptionSpec {
  std::string name;  ///< "--alpha"
  OptionKind kind = OptionKind::text;
  std::string value;  ///< how the value is called in the help: "A"
  std::string help;
  std::vector<std::string> choices;  ///< empty: anything
};

struct PositionalSpec {
  std::string name;  ///< "MODEL"
  std::string help;
};

/// The parsed command line of one sub-command. Values were checked against kinds and choices.
class Arguments {
 public:
  std::map<std::string, std::vector<std::string>> values;  ///< by option or positional name
  std::vector<std::string> command_line;                   ///< as given
  Ranks* ranks = nullptr;  ///< the processes that were started with this one; null: it is alone

  [[nodiscard]] bool has(const std::string& name) const { return values.contains(name); }
  [[nodiscard]] std::string text(const std::string& name, const std::string& otherwise = {}) const;
  [[nodiscard]] std::optional<double> number(const std::string& name) const;
  [[nodiscard]] std::optional<std::size_t> count(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> list(const std::string& name) const;
  [[nodiscard]] bool json() const { return has("--json"); }
};

struct CommandSpec {
  std::string name;
  std::string summary;      ///< one line
  std::string description;  ///< paragraphs
  std::vector<PositionalSpec> positionals;
  std::vector<OptionSpec> options;
  std::vector<std::pair<std::string, std::string>> examples;  ///< command, what it shows
  std::function<ExitStatus(const Arguments&)> run;
};

/// All sub-commands, in the order of the help.
const std::vector<CommandSpec>& commands();
CommandSpec check_command();
CommandSpec analyze_command();
CommandSpec simulate_command();
CommandSpec choose_command();
CommandSpec compare_command();
CommandSpec format_command();
CommandSpec report_command();
CommandSpec linearize_command();
CommandSpec reduce_command();
CommandSpec stability_command();
CommandSpec cosim_command();
CommandSpec split_command();
CommandSpec list_command();
CommandSpec export_command();
CommandSpec info_command();
CommandSpec validate_command();

/// How FMUs are run, for every command that takes them.
std::vector<OptionSpec> fmu_options();
/// Options that every command on a model has.
std::vector<OptionSpec> with_model_options(std::vector<OptionSpec> own);

std::string help_text();
std::string help_text(const CommandSpec& command);
/// The same as Markdown, for docs/cli.md.
std::string help_markdown();

/// A number as people write it on the command line, or empty.
std::optional<double> parse_number(const std::string& text);

}  // namespace sunder::cli
