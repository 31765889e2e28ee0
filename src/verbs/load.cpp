#include "verbs/load.hpp"

#include <algorithm>
#include <cassert>
#include <filesystem>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::verbs {
namespace {

std::vector<std::string> parameter_names(const model::ModelDescription& description) {
  std::vector<std::string> names;
  for (const model::VariableIndex i : description.indices()) {
    const model::Variable variable = description.variable(i);
    if (variable.kind == model::VariableKind::parameter) names.push_back(variable.name);
  }
  return names;
}

std::optional<model::VariableIndex> find_parameter(const model::ModelDescription& description, const std::string& name,
                                                   Diagnostics& diagnostics) {
  const std::optional<model::VariableIndex> variable = description.find(name);
  if (variable) return variable;
  Diagnostic& error = diagnostics.error(Code::E0510, {}, "the model has no parameter '" + name + "'");
  const std::vector<std::string> near = closest(name, parameter_names(description));
  if (!near.empty()) error.help = "did you mean '" + near.front() + "'?";
  return std::nullopt;
}

void find_input(const model::Model& model, const std::string& name, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < model.input_count(); ++i) names.push_back(model.input_name(model::InputIndex(i)));
  if (std::ranges::find(names, name) != names.end()) return;
  Diagnostic& error = diagnostics.error(Code::E0511, {}, "the model has no input '" + name + "'");
  const std::vector<std::string> near = closest(name, names);
  if (!near.empty()) error.help = "did you mean '" + near.front() + "'?";
}

driver::CompileRequest request_of(const LoadOptions& options, const Control& control) {
  driver::CompileRequest request;
  request.sources = options.sources;
  request.libraries = options.libraries;
  request.model = options.model;
  request.settings = options.settings;
  request.inputs = options.inputs;
  request.allow_external = options.allow_external;
  request.allow_files = !options.allow_files.empty();
  request.back_end = options.back_end;
  request.disabled = options.disabled;
  request.iterate_above = options.iterate_above;
  request.dump = options.dump;
  request.until = options.until;
  request.cancel = control.cancel;
  return request;
}

/// Quotes around a text, as Modelica has them, are not part of it.
std::string unquoted(const std::string& text) {
  const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return quoted ? text.substr(1, text.size() - 2) : text;
}

/// Of a variable of an FMU: a number, a Boolean, or the name of an item of its enumeration.
std::optional<double> number_of(const fmi::FmuDescription& description, const std::string& name,
                                const std::string& text) {
  if (const auto found = description.by_name.find(name); found != description.by_name.end())
    for (const auto& [item, value] : description.variables[found->second].items)
      if (item == text) return static_cast<double>(value);
  return text == "true" ? 1.0 : text == "false" ? 0.0 : number_in(text);
}

}  // namespace

Outcome<LoadedModel> load(const LoadOptions& options, const Control& control) {
  LoadedModel loaded;
  loaded.options_ = options;
  if (!options.allow_files.empty() && !std::filesystem::is_directory(options.allow_files)) {
    Diagnostics diagnostics;
    diagnostics.error(Code::E0006, {},
                      "--allow-files needs a directory that is there, not '" + options.allow_files + "'");
    return {std::move(loaded), std::move(diagnostics)};
  }
  if (!loaded.options_.workspace) loaded.options_.workspace = std::make_shared<driver::Workspace>();
  const std::vector<Source>& sources = options.sources;
  if (sources.size() == 1 && !sources.front().text && sources.front().name.ends_with(".fmu")) {
    Diagnostics diagnostics = loaded.load_fmu();
    return {std::move(loaded), std::move(diagnostics)};
  }
  Outcome<driver::Compilation> compiled =
      driver::compile(*loaded.options_.workspace, request_of(loaded.options_, control));
  Diagnostics diagnostics = std::move(compiled.diagnostics());
  if (compiled.has_value()) loaded.compilation_ = compiled.take();
  return {std::move(loaded), std::move(diagnostics)};
}

/// An FMU has no text: what needs one is refused.
Diagnostics LoadedModel::load_fmu() {
  const std::string& path = options_.sources.front().name;
  compilation_.sources = options_.workspace->make_sources();
  Outcome<std::shared_ptr<const fmi::Fmu>> read = fmi::read_fmu(path, options_.fmu, compilation_.sources);
  Diagnostics diagnostics = std::move(read.diagnostics());
  if (read.has_value()) compilation_.model_name = (*read)->description.model_name;
  const auto refuse = [&](const char* option, const char* help) {
    diagnostics.error(Code::E1209, {}, std::string(option) + " is for Modelica text, and " + path + " is an FMU").help =
        help;
  };
  if (!options_.dump.empty()) refuse("--dump", "sunder check tells what is in an FMU");
  if (!options_.until.empty()) refuse("--until", "sunder check tells what is in an FMU");
  if (!options_.model.empty()) refuse("--model", "an FMU holds one model");
  if (diagnostics.has_errors()) return diagnostics;
  for (const auto& [name, text] : options_.inputs) {
    if (const std::optional<double> value = number_of((*read)->description, name, text))
      held_inputs_[name] = *value;
    else
      refuse("--input NAME=EXPRESSION",
             "an input of an FMU keeps a number, --input NAME=NUMBER, or is driven by a file, --input FILE.csv");
  }
  if (diagnostics.has_errors()) return diagnostics;
  fmu_ = read.take();
  std::vector<std::pair<std::string, std::string>> numbers;
  fmi::FmuOptions options = options_.fmu;
  for (const auto& [name, text] : options_.settings) {
    const std::optional<fmi::Element> element = fmi::find_text(fmu_->description, name);
    if (!element) {
      numbers.emplace_back(name, text);
      continue;
    }
    const bool binary = fmu_->description.variables[element->variable].type == fmi::Type::binary;
    const std::optional<std::string> value = binary ? fmi::bytes_in(text) : std::optional(unquoted(text));
    if (value)
      options.texts.push_back({*element, *value});
    else
      diagnostics.error(Code::E0005, {},
                        "'" + name + "' of an FMU takes bytes in hexadecimal digits, not '" + printable(text) + "'");
  }
  Outcome<std::shared_ptr<const model::Model>> made = fmi::make_fmu_model(fmu_, options);
  diagnostics.append(made.diagnostics());
  if (!made.ok()) return diagnostics;
  of_fmu_ = made.take();
  for (const auto& [name, value] : held_inputs_) find_input(*of_fmu_, name, diagnostics);
  for (const auto& [name, text] : numbers) {
    const std::optional<double> value = number_of(fmu_->description, name, text);
    const auto known = fmu_->description.by_name.find(name);
    if (known != fmu_->description.by_name.end() && !fmi::is_number(fmu_->description.variables[known->second].type))
      diagnostics.error(Code::E0510, {}, "'" + name + "' cannot be set: it is no parameter");
    else if (!value)
      diagnostics.error(Code::E0005, {}, "'" + name + "' of an FMU takes a number, not '" + printable(text) + "'");
    else
      diagnostics.append(set_parameter(name, *value));
  }
  return diagnostics;
}

Diagnostics LoadedModel::set_parameter(const std::string& name, double value) {
  Diagnostics diagnostics;
  const model::ModelDescription& description = model().description();
  const std::optional<model::VariableIndex> variable = find_parameter(description, name, diagnostics);
  if (!variable) return diagnostics;
  const std::unique_ptr<model::Context> context = model().create_context();
  if (const model::Status set = context->set_parameter(*variable, value); !set) {
    Diagnostic& error = diagnostics.error(set.fault().code, set.fault().span, set.fault().message);
    const model::Variable described = description.variable(*variable);
    if (described.structural && !fmu_) {  // an FMU tells its place already, and its arrays stay as they are
      error.notes.push_back({"'" + name + "' is declared here", described.origin});
      error.help = "load the model again with the value among its parameters";
    }
    return diagnostics;
  }
  given_[name] = value;
  return diagnostics;
}

Outcome<double> LoadedModel::parameter(const std::string& name) const {
  Diagnostics diagnostics;
  const std::optional<model::VariableIndex> variable = find_parameter(model().description(), name, diagnostics);
  if (!variable) return Outcome<double>(std::move(diagnostics));
  const model::Variable described = model().description().variable(*variable);
  if (described.kind != model::VariableKind::parameter) {
    diagnostics.error(Code::E0510, described.origin, "'" + name + "' is no parameter");
    return Outcome<double>(std::move(diagnostics));
  }
  return create_context()->parameter(*variable);
}

std::unique_ptr<model::Context> LoadedModel::create_context() const {
  std::unique_ptr<model::Context> context = model().create_context();
  for (const auto& [name, value] : given_) {
    const model::Status set = context->set_parameter(*model().description().find(name), value);
    assert(set.ok());  // it was when it was given
    static_cast<void>(set);
  }
  for (std::size_t i = 0; i < model().input_count() && !held_inputs_.empty(); ++i)
    if (const auto held = held_inputs_.find(model().input_name(model::InputIndex(i))); held != held_inputs_.end())
      context->inputs().set(i, held->second);
  return context;
}

}  // namespace sunder::verbs
