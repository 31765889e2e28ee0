#include "driver/open_system.hpp"

#include <filesystem>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "cosimulate/parts.hpp"
#include "cosimulate/system_reader.hpp"
#include "driver/open_package.hpp"
#include "driver/pipeline.hpp"
#include "syntax/token.hpp"

namespace sunder::driver {

namespace {

/// Names of parts stand in front of their variables' names, as components do.
bool is_word_of_modelica(const std::string& name) {
  for (auto kind = syntax::TokenKind::algorithm_; syntax::is_keyword(kind);
       kind = static_cast<syntax::TokenKind>(static_cast<int>(kind) + 1))
    if (syntax::spelling(kind) == name) return true;
  return false;
}

void check_types(const model::Model& model, Diagnostics& diagnostics) {
  const model::ModelDescription& description = model.description();
  const auto check = [&](const std::vector<model::VariableIndex>& variables, const char* what) {
    for (const model::VariableIndex number : variables) {
      const model::Variable variable = description.variable(number);
      if (variable.type == model::VariableType::real) continue;
      diagnostics.error(Code::E1015, variable.origin,
                        std::string("the ") + what + " '" + variable.name + "' is " +
                            (variable.type == model::VariableType::boolean ? "a Boolean" : "an Integer") +
                            ": only Reals can be exchanged");
    }
  };
  check(description.inputs, "input");
  check(description.outputs, "output");
}

/// A part whose model is known; its interface is put into the description.
std::unique_ptr<model::Part> make_part(const OpenSystemRequest& system, cosimulate::PartDescription& part,
                                       std::shared_ptr<const model::Model> model,
                                       const std::vector<cosimulate::PartSetting>& settings, Diagnostics& diagnostics) {
  part.interface = {part.interface.name, {}, {}, {}};
  for (std::size_t i = 0; i < model->input_count(); ++i)
    part.interface.inputs.push_back(model->input_name(model::InputIndex(i)));
  for (std::size_t i = 0; i < model->output_count(); ++i)
    part.interface.outputs.push_back(model->output_name(model::OutputIndex(i)));
  part.interface.states = model::state_names(*model);
  Outcome<std::unique_ptr<model::Part>> made = cosimulate::make_part(part, std::move(model), system.cancel, settings);
  diagnostics.append(made.diagnostics());
  return made.ok() ? made.take() : nullptr;
}

std::string path_of(const OpenSystemRequest& system, const cosimulate::PartDescription& part) {
  // an absolute path stays as it is
  return (std::filesystem::path(system.path).parent_path() / part.model.text).string();
}

std::unique_ptr<model::Part> open_model(Workspace& workspace, const OpenSystemRequest& system,
                                        cosimulate::PartDescription& part, SourceMap& sources,
                                        Diagnostics& diagnostics) {
  const std::string& name = part.interface.name;
  CompileRequest request;
  request.sources = {Source::file(path_of(system, part))};
  request.model = part.class_name.text;
  request.back_end = system.back_end;
  request.cancel = system.cancel;
  request.settings_from = "parameters of part '" + name + "':";
  for (const auto& [parameter, value] : part.parameters) request.settings.emplace_back(parameter, value.text);
  Outcome<Compilation> opened = compile(workspace, request);
  sources.append(opened->sources);
  diagnostics.append(opened.diagnostics());
  if (opened.ok()) check_types(*opened->model, diagnostics);
  if (!opened.ok() || diagnostics.has_errors()) {
    diagnostics.error(Code::E1010, part.model.span, "the model of part '" + name + "' cannot be compiled");
    return nullptr;
  }
  part.class_name.text = opened->model_name;
  return make_part(system, part, opened->model, {}, diagnostics);
}

/// Parameters of an FMU are numbers.
std::vector<cosimulate::PartSetting> settings_of(const cosimulate::PartDescription& part,
                                                 const model::ModelDescription& description, Diagnostics& diagnostics) {
  std::vector<cosimulate::PartSetting> settings;
  for (const auto& [name, given] : part.parameters) {
    const std::optional<model::VariableIndex> variable = description.find(name);
    const std::optional<double> value = given.text == "true"    ? 1.0
                                        : given.text == "false" ? 0.0
                                                                : number_in(given.text);
    if (!variable)
      diagnostics.error(Code::E0510, given.span,
                        "the FMU of part '" + part.interface.name + "' has no parameter '" + name + "'");
    else if (!value)
      diagnostics.error(Code::E0005, given.span,
                        "'" + name + "' of an FMU takes a number, not '" + printable(given.text) + "'");
    else
      settings.push_back({*variable, *value, given.span});
  }
  return settings;
}

/// Every part has an instance of its own, in a process of its own unless the options say otherwise.
std::unique_ptr<model::Part> open_fmu(const OpenSystemRequest& system, cosimulate::PartDescription& part,
                                      SourceMap& sources, Diagnostics& diagnostics) {
  fmi::FmuOptions options = system.fmu;
  if (!part.kind.text.empty())
    options.use = part.kind.text == "me" ? fmi::Use::model_exchange : fmi::Use::co_simulation;
  Outcome<std::shared_ptr<const fmi::Fmu>> read = fmi::read_fmu(path_of(system, part), options, sources);
  Diagnostics found = std::move(read.diagnostics());
  std::shared_ptr<const model::Model> model;
  if (read.ok()) {
    const fmi::FmuDescription& description = (*read)->description;
    part.steps_itself = options.use ? *options.use == fmi::Use::co_simulation : !description.model_exchange;
    part.class_name.text = description.model_name;
    if (description.version == fmi::Version::three && system.path.ends_with(".ssp"))
      diagnostics.warning(Code::W1032, part.span,
                          "the part '" + part.interface.name + "' is an FMU 3.0, which SSP 1.0 does not know");
    Outcome<std::shared_ptr<const model::Model>> made = fmi::make_fmu_model(read.take(), options);
    found.append(made.diagnostics());
    if (made.ok()) model = made.take();
  }
  if (model != nullptr) check_types(*model, found);
  const bool failed = model == nullptr || found.has_errors();
  diagnostics.append(found);
  if (failed) {
    diagnostics.error(Code::E1010, part.model.span, "the FMU of part '" + part.interface.name + "' cannot be used");
    return nullptr;
  }
  if (part.steps_itself && part.method.span.valid()) {
    diagnostics.error(Code::E1008, part.method.span,
                      "an FMU for Co-Simulation integrates itself: there is no method to choose");
    return nullptr;
  }
  const std::vector<cosimulate::PartSetting> settings = settings_of(part, model->description(), diagnostics);
  if (diagnostics.has_errors()) return nullptr;
  return make_part(system, part, std::move(model), settings, diagnostics);
}

std::unique_ptr<model::Part> open_part(Workspace& workspace, const OpenSystemRequest& system,
                                       cosimulate::PartDescription& part, SourceMap& sources,
                                       Diagnostics& diagnostics) {
  if (is_word_of_modelica(part.interface.name)) {
    diagnostics.error(Code::E1002, part.span,
                      "'" + part.interface.name + "' is a word of Modelica: a part cannot be called so");
    return nullptr;
  }
  return cosimulate::is_fmu(part) ? open_fmu(system, part, sources, diagnostics)
                                  : open_model(workspace, system, part, sources, diagnostics);
}

bool read_description(const OpenSystemRequest& request, cosimulate::OpenSystem& system, Diagnostics& diagnostics) {
  if (request.path.ends_with(".ssp")) {
    Outcome<OpenPackage> opened = open_package(request.path, request.communication_step, system.sources);
    diagnostics.append(opened.diagnostics());
    if (!opened.ok()) return false;
    system.description = std::move(opened->description);
    system.files = std::move(opened->files);
    return true;
  }
  const FileId file = load_text(request.path, system.sources, diagnostics);
  if (!file.valid()) return false;
  Outcome<cosimulate::SystemDescription> read = cosimulate::read_system(system.sources, file);
  diagnostics.append(read.diagnostics());
  if (!read.ok()) return false;
  system.description = read.take();
  return true;
}

}  // namespace

Outcome<cosimulate::OpenSystem> open_system(Workspace& workspace, const OpenSystemRequest& request) {
  Diagnostics diagnostics;
  cosimulate::OpenSystem system;
  system.sources = workspace.make_sources();
  const auto open = [&] {
    if (!read_description(request, system, diagnostics)) return;
    for (cosimulate::PartDescription& part : system.description.parts) {
      if (part.linear) {
        Outcome<std::unique_ptr<model::Part>> made = cosimulate::make_linear_part(part, request.cancel);
        diagnostics.append(made.diagnostics());
        system.parts.push_back(made.ok() ? made.take() : nullptr);
      } else {
        system.parts.push_back(open_part(workspace, request, part, system.sources, diagnostics));
      }
    }
    if (diagnostics.has_errors()) return;
    if (auto wiring = cosimulate::connect(system.description, diagnostics)) system.wiring = std::move(*wiring);
  };
  open();
  return {std::move(system), std::move(diagnostics)};
}

}  // namespace sunder::driver
