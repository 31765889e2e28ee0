#include "session.hpp"

#include <iostream>

#include "base/codes.hpp"
#include "output.hpp"

namespace sunder::cli {

Watch::Watch(verbs::Control& control) : control_(control), signals_(control.cancel) {
  if (!bar_.visible()) return;
  control_.progress = [this](const std::string& task, double fraction, const std::string& detail) {
    bar_.update(task, fraction, detail);
    return true;
  };
}

bool is_input_file(const std::string& input) { return input.ends_with(".csv") || input.ends_with(".mat"); }

emit::BackEnd back_end(const Arguments& arguments) {
  return arguments.text("--back-end", "llvm") == "llvm" ? emit::BackEnd::llvm : emit::BackEnd::interpreter;
}

std::optional<fmi::FmuOptions> read_fmu_options(const Arguments& arguments, Diagnostics& diagnostics) {
  fmi::FmuOptions options;
  options.strict = arguments.has("--strict");
  options.in_process = arguments.has("--in-process");
  options.time_limit = arguments.number("--fmu-seconds").value_or(options.time_limit);
  options.memory_limit = arguments.number("--fmu-memory").value_or(options.memory_limit);
  if (arguments.has("--fmu-kind"))
    options.use = arguments.text("--fmu-kind") == "me" ? fmi::Use::model_exchange : fmi::Use::co_simulation;
  if (options.time_limit > 0 && options.memory_limit > 0 && options.memory_limit < 1e6) return options;
  diagnostics.error(Code::E0006, {}, "--fmu-seconds and --fmu-memory must be positive");
  return std::nullopt;
}

std::optional<verbs::LoadOptions> read_load_options(const Arguments& arguments, Diagnostics& diagnostics,
                                                    Inputs inputs) {
  verbs::LoadOptions options;
  if (!arguments.text("MODEL").empty()) options.sources.push_back(verbs::Source::file(arguments.text("MODEL")));
  options.libraries = arguments.list("--library");
  options.model = arguments.text("--model");
  options.allow_external = arguments.has("--allow-external");
  options.allow_files = arguments.text("--allow-files");
  options.back_end = back_end(arguments);
  options.disabled = arguments.list("--disable");
  options.dump = arguments.text("--dump");
  options.iterate_above = arguments.count("--iterate-above");
  if (const auto fmu = read_fmu_options(arguments, diagnostics))
    options.fmu = *fmu;
  else
    return std::nullopt;
  for (const std::string& setting : arguments.list("--set")) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) {
      diagnostics.error(Code::E0005, {}, "--set needs NAME=VALUE, not '" + setting + "'");
      return std::nullopt;
    }
    options.settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
  }
  if (inputs == Inputs::undriven) return options;
  for (const std::string& input : arguments.list("--input")) {
    if (is_input_file(input)) continue;
    const std::size_t equals = input.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == input.size()) {
      diagnostics.error(Code::E0511, {}, "--input needs a file (.csv, .mat) or NAME=EXPRESSION, not '" + input + "'");
      return std::nullopt;
    }
    options.inputs.emplace_back(input.substr(0, equals), input.substr(equals + 1));
  }
  return options;
}

std::optional<ExitStatus> open_model(const Arguments& arguments, Session& session, Inputs inputs) {
  const std::optional<verbs::LoadOptions> options = read_load_options(arguments, session.diagnostics, inputs);
  if (!options) return failed(arguments, session.diagnostics, SourceMap(), ExitStatus::wrong_command_line);
  return open_model(arguments, session, *options);
}

std::optional<ExitStatus> open_model(const Arguments& arguments, Session& session, const verbs::LoadOptions& options) {
  Outcome<verbs::LoadedModel> loaded = verbs::load(options, session.control);
  session.diagnostics.append(loaded.diagnostics());
  session.model = loaded.take();
  if (session.diagnostics.has_errors()) return failed(arguments, session.diagnostics, session.sources());
  if (options.dump.empty()) return std::nullopt;
  const verbs::Dump dump{options.dump, session.model.dump()};
  print(arguments, dump, session.diagnostics, session.sources(), [](const verbs::Dump& d) { std::cout << d.text; });
  return ExitStatus::success;
}

}  // namespace sunder::cli
