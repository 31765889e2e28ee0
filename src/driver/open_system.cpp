#include "driver/open_system.hpp"

#include <filesystem>

#include "base/codes.hpp"
#include "cosimulate/parts.hpp"
#include "cosimulate/system_reader.hpp"
#include "driver/ports.hpp"
#include "syntax/token.hpp"

namespace sunder {

namespace {

/// Names of parts stand in front of their variables' names, as components do.
bool is_word_of_modelica(const std::string& name) {
  for (auto kind = syntax::TokenKind::algorithm_; syntax::is_keyword(kind);
       kind = static_cast<syntax::TokenKind>(static_cast<int>(kind) + 1))
    if (syntax::spelling(kind) == name) return true;
  return false;
}

std::unique_ptr<Part> open_model(Workspace& workspace, const OpenSystemRequest& system, PartDescription& part,
                                 Diagnostics& diagnostics) {
  const std::string& name = part.interface.name;
  if (is_word_of_modelica(name)) {
    diagnostics.error(Code::E1002, part.span, "'" + name + "' is a word of Modelica: a part cannot be called so");
    return nullptr;
  }
  CompileRequest request;
  request.path = (std::filesystem::path(system.path).parent_path() / part.model.text).string();
  request.model = part.class_name.text;
  request.back_end = system.back_end;
  request.cancel = system.cancel;
  request.settings_from = "parameters of part '" + name + "':";
  for (const auto& [parameter, value] : part.parameters) request.settings.emplace_back(parameter, value.text);
  Outcome<PortedModel> opened = compile_with_ports(workspace, request, {name, true});
  diagnostics.append(opened.diagnostics());
  if (!opened.ok()) {
    diagnostics.error(Code::E1010, part.model.span, "the model of part '" + name + "' cannot be compiled");
    return nullptr;
  }
  const Ports& ports = opened->ports;
  part.interface = {name, ports.inputs, ports.outputs, ports.states};
  part.class_name.text = opened->plain.model_name;
  Outcome<std::unique_ptr<Part>> made = make_part(part, opened->ported.model, ports, system.cancel);
  diagnostics.append(made.diagnostics());
  return made.ok() ? made.take() : nullptr;
}

}  // namespace

Outcome<OpenSystem> open_system(Workspace& workspace, const OpenSystemRequest& request) {
  Diagnostics diagnostics;
  const FileId file = load_text(workspace, request.path, diagnostics);
  if (!file.valid()) return Outcome<OpenSystem>(std::move(diagnostics));
  Outcome<SystemDescription> read = read_system(workspace.sources, file);
  diagnostics.append(read.diagnostics());
  if (!read.ok()) return Outcome<OpenSystem>(std::move(diagnostics));
  OpenSystem system;
  system.description = read.take();
  for (PartDescription& part : system.description.parts) {
    if (part.linear) {
      Outcome<std::unique_ptr<Part>> made = make_linear_part(part, request.cancel);
      diagnostics.append(made.diagnostics());
      system.parts.push_back(made.ok() ? made.take() : nullptr);
    } else {
      system.parts.push_back(open_model(workspace, request, part, diagnostics));
    }
  }
  if (diagnostics.has_errors()) return Outcome<OpenSystem>(std::move(diagnostics));
  auto wiring = connect(system.description, diagnostics);
  if (!wiring) return Outcome<OpenSystem>(std::move(diagnostics));
  system.wiring = std::move(*wiring);
  return {std::move(system), std::move(diagnostics)};
}

}  // namespace sunder
