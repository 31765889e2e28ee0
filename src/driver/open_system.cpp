#include "driver/open_system.hpp"

#include <filesystem>

#include "base/codes.hpp"
#include "cosimulate/parts.hpp"
#include "cosimulate/system_reader.hpp"
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

std::unique_ptr<model::Part> open_model(Workspace& workspace, const OpenSystemRequest& system,
                                        cosimulate::PartDescription& part, SourceMap& sources,
                                        Diagnostics& diagnostics) {
  const std::string& name = part.interface.name;
  if (is_word_of_modelica(name)) {
    diagnostics.error(Code::E1002, part.span, "'" + name + "' is a word of Modelica: a part cannot be called so");
    return nullptr;
  }
  CompileRequest request;
  request.sources = {Source::file((std::filesystem::path(system.path).parent_path() / part.model.text).string())};
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
  const model::Model& model = *opened->model;
  part.interface = {name, {}, {}, {}};
  for (std::size_t i = 0; i < model.input_count(); ++i)
    part.interface.inputs.push_back(model.input_name(model::InputIndex(i)));
  for (std::size_t i = 0; i < model.output_count(); ++i)
    part.interface.outputs.push_back(model.output_name(model::OutputIndex(i)));
  part.interface.states = model::state_names(model);
  part.class_name.text = opened->model_name;
  Outcome<std::unique_ptr<model::Part>> made = cosimulate::make_part(part, opened->model, system.cancel);
  diagnostics.append(made.diagnostics());
  return made.ok() ? made.take() : nullptr;
}

}  // namespace

Outcome<cosimulate::OpenSystem> open_system(Workspace& workspace, const OpenSystemRequest& request) {
  Diagnostics diagnostics;
  cosimulate::OpenSystem system;
  system.sources = workspace.make_sources();
  const auto open = [&] {
    const FileId file = load_text(request.path, system.sources, diagnostics);
    if (!file.valid()) return;
    Outcome<cosimulate::SystemDescription> read = cosimulate::read_system(system.sources, file);
    diagnostics.append(read.diagnostics());
    if (!read.ok()) return;
    system.description = read.take();
    for (cosimulate::PartDescription& part : system.description.parts) {
      if (part.linear) {
        Outcome<std::unique_ptr<model::Part>> made = cosimulate::make_linear_part(part, request.cancel);
        diagnostics.append(made.diagnostics());
        system.parts.push_back(made.ok() ? made.take() : nullptr);
      } else {
        system.parts.push_back(open_model(workspace, request, part, system.sources, diagnostics));
      }
    }
    if (diagnostics.has_errors()) return;
    if (auto wiring = cosimulate::connect(system.description, diagnostics)) system.wiring = std::move(*wiring);
  };
  open();
  return {std::move(system), std::move(diagnostics)};
}

}  // namespace sunder::driver
