#include "driver/open_system.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/text.hpp"
#include "cosimulate/parts.hpp"
#include "cosimulate/system_reader.hpp"
#include "driver/pipeline.hpp"

namespace sunder {

namespace {

/// A model with inputs and outputs becomes one in which inputs are states that stand still and every output is the
/// derivative of a state (see cosimulate/linear_model.hpp): the compiler then makes exact derivatives of and by all of
/// them. That is done in the language itself: a model around the user's.
class PartCompiler {
 public:
  PartCompiler(Workspace& workspace, const OpenSystemRequest& request, Diagnostics& diagnostics)
      : workspace_(workspace), request_(request), diagnostics_(diagnostics) {}

  std::unique_ptr<Part> open(PartDescription& part) {
    // classes of other parts' files are not this part's
    std::vector<std::unique_ptr<ast::File>> others;
    others.swap(workspace_.files);
    std::unique_ptr<Part> made = compile_part(part);
    for (auto& file : workspace_.files) others.push_back(std::move(file));
    workspace_.files = std::move(others);
    return made;
  }

 private:
  struct Port {
    std::string name;
    std::vector<std::uint32_t> dimensions;
    [[nodiscard]] std::size_t size() const { return dimensions.empty() ? 1 : dimensions[0]; }
    [[nodiscard]] std::string element(std::size_t i) const {
      return dimensions.empty() ? name : name + "[" + std::to_string(i + 1) + "]";
    }
  };

  std::unique_ptr<Part> compile_part(PartDescription& part) {
    CompileRequest request;
    request.path = (std::filesystem::path(request_.path).parent_path() / part.model.text).string();
    request.model = part.class_name.text;
    request.back_end = request_.back_end;
    request.cancel = request_.cancel;
    const Outcome<Compilation> alone = compile(workspace_, request);
    if (!alone.ok()) {
      diagnostics_.append(alone.diagnostics());
      diagnostics_.error(Code::E1010, part.model.span,
                         "the model of part '" + part.interface.name + "' cannot be compiled");
      return nullptr;
    }
    std::vector<Port> inputs, outputs;
    if (!find_ports(alone->plan->dae, part, inputs, outputs)) return nullptr;
    workspace_.files.clear();  // the file is read again, together with what stands around it
    request.around = wrapper(part, alone->model_name, inputs, outputs);
    request.model = "'$system'";
    const Outcome<Compilation> whole = compile(workspace_, request);
    diagnostics_.append(whole.diagnostics());
    if (!whole.ok()) return nullptr;
    const Ports ports = find_states(*whole->model, part, inputs, outputs);
    Outcome<std::unique_ptr<Part>> made = make_part(part, whole->model, ports, request_.cancel);
    diagnostics_.append(made.diagnostics());
    return made.ok() ? made.take() : nullptr;
  }

  bool find_ports(const ir::Dae& dae, const PartDescription& part, std::vector<Port>& inputs,
                  std::vector<Port>& outputs) {
    for (const ir::Declaration& declaration : dae.declarations) {
      const bool own = declaration.name.find('.') == std::string::npos && !declaration.generated;
      if (!own || declaration.causality == ir::Causality::local) continue;
      const bool input = declaration.causality == ir::Causality::input;
      const std::string what =
          std::string(input ? "input" : "output") + " '" + declaration.name + "' of part '" + part.interface.name + "'";
      if (declaration.is_boolean || declaration.is_integer || declaration.dimensions.size() > 1) {
        diagnostics_.error(Code::E1008, declaration.span, "the " + what + " must be a Real number or vector");
        return false;
      }
      (input ? inputs : outputs).push_back({declaration.name, declaration.dimensions});
    }
    return true;
  }

  static std::string wrapper(const PartDescription& part, const std::string& model, const std::vector<Port>& inputs,
                             const std::vector<Port>& outputs) {
    std::string modifiers, equations;
    std::size_t next = 1;
    for (const Port& port : inputs) {
      std::string value;
      for (std::size_t i = 0; i < port.size(); ++i)
        value += (i > 0 ? ", " : "") + ("'$in'[" + std::to_string(next++) + "]");
      modifiers +=
          (modifiers.empty() ? "" : ", ") + port.name + " = " + (port.dimensions.empty() ? value : "{" + value + "}");
    }
    for (const auto& [name, value] : part.parameters)
      modifiers += (modifiers.empty() ? "" : ", ") + name + " = " + value.text;
    std::string text = "model '$system'\n";
    if (next > 1) {
      const std::string count = std::to_string(next - 1);
      text += "  Real '$in'[" + count + "](each start = 0, each fixed = true);\n";
      equations += "  for i in 1:" + count + " loop\n    der('$in'[i]) = 0;\n  end for;\n";
    }
    const std::string& name = part.interface.name;
    next = 1;
    for (const Port& port : outputs)
      for (std::size_t i = 0; i < port.size(); ++i)
        equations += "  der('$out'[" + std::to_string(next++) + "]) = " + name + "." + port.element(i) + ";\n";
    if (next > 1) text += "  Real '$out'[" + std::to_string(next - 1) + "](each start = 0, each fixed = true);\n";
    text += "  " + model + " " + name + (modifiers.empty() ? "" : "(" + modifiers + ")") + ";\n";
    return text + "equation\n" + equations + "end '$system';\n";
  }

  static Ports find_states(const Model& model, PartDescription& part, const std::vector<Port>& inputs,
                           const std::vector<Port>& outputs) {
    std::map<std::string, std::uint32_t> by_name;
    Ports ports;
    const std::string prefix = part.interface.name + ".";
    for (std::uint32_t i = 0; i < model.state_count(); ++i) {
      const std::string name = model.state_name(i);
      by_name[name] = i;
      if (!name.starts_with(prefix)) continue;
      ports.states.push_back(i);
      part.interface.states.push_back(name.substr(prefix.size()));
    }
    const auto collect = [&](const std::vector<Port>& list, const std::string& array, StateSet& set,
                             std::vector<std::string>& names) {
      std::size_t next = 1;
      for (const Port& port : list) {
        for (std::size_t i = 0; i < port.size(); ++i) {
          names.push_back(port.element(i));
          set.push_back(by_name.at(array + "[" + std::to_string(next++) + "]"));
        }
      }
    };
    collect(inputs, "'$in'", ports.inputs, part.interface.inputs);
    collect(outputs, "'$out'", ports.outputs, part.interface.outputs);
    return ports;
  }

  Workspace& workspace_;
  const OpenSystemRequest& request_;
  Diagnostics& diagnostics_;
};

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
  PartCompiler compiler(workspace, request, diagnostics);
  for (PartDescription& part : system.description.parts) {
    if (part.linear) {
      Outcome<std::unique_ptr<Part>> made = make_linear_part(part, request.cancel);
      diagnostics.append(made.diagnostics());
      system.parts.push_back(made.ok() ? made.take() : nullptr);
    } else {
      system.parts.push_back(compiler.open(part));
    }
  }
  if (diagnostics.has_errors()) return Outcome<OpenSystem>(std::move(diagnostics));
  auto wiring = connect(system.description, diagnostics);
  if (!wiring) return Outcome<OpenSystem>(std::move(diagnostics));
  system.wiring = std::move(*wiring);
  return {std::move(system), std::move(diagnostics)};
}

}  // namespace sunder
