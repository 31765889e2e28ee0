#include "command.hpp"

#include "base/text.hpp"
#include "driver/pipeline.hpp"

namespace sunder::cli {

const std::vector<CommandSpec>& commands() {
  static const std::vector<CommandSpec> all = {
      check_command(),   analyze_command(),   simulate_command(), choose_command(),
      compare_command(), format_command(),    report_command(),   linearize_command(),
      reduce_command(),  stability_command(), cosim_command(),    split_command(),
      export_command(),  info_command(),      validate_command(), list_command()};
  return all;
}

std::vector<OptionSpec> fmu_options() {
  return {
      {"--in-process",
       OptionKind::flag,
       "",
       "of FMUs: run it in this process: faster, and a crash of it ends everything",
       {}},
      {"--fmu-seconds", OptionKind::number, "S", "of FMUs: how long a call may take; 60 unless given", {}},
      {"--fmu-memory", OptionKind::number, "GIB", "of FMUs: memory that its process may have; 8 unless given", {}},
      {"--strict",
       OptionKind::flag,
       "",
       "of FMUs: every departure of the description from the standard is an error",
       {}},
  };
}

std::vector<OptionSpec> with_model_options(std::vector<OptionSpec> own) {
  const std::vector<OptionSpec> common = {
      {"--model", OptionKind::text, "CLASS", "the class to use when the file holds several, or one of a library", {}},
      {"--library",
       OptionKind::list,
       "DIR",
       "a directory that holds Modelica packages, searched before MODELICAPATH; may be repeated",
       {}},
      {"--allow-external",
       OptionKind::flag,
       "",
       "load the code that external functions name: it is compiled by the C compiler, and runs inside of the program",
       {}},
      {"--allow-files",
       OptionKind::text,
       "DIR",
       "the model may write files (tables, texts) below this directory: sunder simulate does so when the run has "
       "ended, "
       "other commands never do",
       {}},
      {"--set",
       OptionKind::list,
       "NAME=VALUE",
       "give a parameter another value (any constant expression); may be repeated",
       {}},
      {"--back-end",
       OptionKind::text,
       "NAME",
       "how equations are evaluated: llvm (machine code) or interpreter",
       {"llvm", "interpreter"}},
      {"--disable", OptionKind::list, "PASS", "leave out an optional pass of the compiler; may be repeated", {}},
      {"--iterate-above",
       OptionKind::count,
       "N",
       "of relaxed loops: what is left of them is iterated (Gauss-Seidel) where that are more than N unknowns, and "
       "factored where it does not converge (docs/relaxing.md)",
       {}},
      {"--dump", OptionKind::text, "STAGE", "print the model after a stage of the compiler and stop",
       driver::dump_stages()},
      {"--json", OptionKind::flag, "", "print one JSON object instead of text", {}},
  };
  const std::vector<OptionSpec> of_fmus = fmu_options();
  own.insert(own.end(), common.begin(), common.end() - 1);
  own.insert(own.end(), of_fmus.begin(), of_fmus.end());
  own.push_back({"--fmu-kind",
                 OptionKind::text,
                 "KIND",
                 "of FMUs for both: me (Model Exchange, taken unless given) or cs (Co-Simulation)",
                 {"me", "cs"}});
  own.push_back(common.back());
  return own;
}

std::string Arguments::text(const std::string& name, const std::string& otherwise) const {
  const auto found = values.find(name);
  return found == values.end() || found->second.empty() ? otherwise : found->second.back();
}

std::optional<double> Arguments::number(const std::string& name) const {
  return has(name) ? parse_number(text(name)) : std::nullopt;
}

std::optional<std::size_t> Arguments::count(const std::string& name) const {
  const auto value = number(name);
  return value ? std::optional(static_cast<std::size_t>(*value)) : std::nullopt;
}

std::vector<std::string> Arguments::list(const std::string& name) const {
  const auto found = values.find(name);
  return found == values.end() ? std::vector<std::string>{} : found->second;
}

std::optional<double> parse_number(const std::string& text) { return number_in(text); }

}  // namespace sunder::cli
