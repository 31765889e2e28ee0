#include "driver/ports.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "driver/compiled_context.hpp"

namespace sunder {
namespace {

// no identifier a user would write
constexpr std::string_view wrapper_name = "'$open'";

/// An input or output of the model itself.
struct OpenEnd {
  const ir::Declaration* declaration = nullptr;
  std::vector<std::string> names;  ///< of its elements
  std::vector<double> starts;
  [[nodiscard]] bool real() const { return !declaration->is_boolean && !declaration->is_integer; }
};

struct OpenEnds {
  std::vector<OpenEnd> inputs, outputs;
};

/// Nothing after a diagnostic.
std::optional<OpenEnds> find_open_ends(const Compilation& plain, Diagnostics& diagnostics) {
  OpenEnds out;
  const ir::Dae& dae = plain.plan->dae;
  const std::unique_ptr<Context> context = plain.model->create_context();
  const auto& values = static_cast<const CompiledContext&>(*context);
  if (const std::optional<Fault>& fault = values.parameter_fault) {
    diagnostics.error(fault->code, fault->span, fault->message);
    return std::nullopt;
  }
  for (const ir::Declaration& d : dae.declarations) {
    const bool own = d.name.find('.') == std::string::npos && !d.generated;
    if (!own || d.causality == ir::Causality::local) continue;
    const bool input = d.causality == ir::Causality::input;
    // an input that the model determines (by a binding) is not open: open ones are known, like parameters
    if (input && d.variability > ir::Variability::parameter) continue;
    OpenEnd end{&d, {}, {}};
    for (std::uint32_t i = 0; i < d.count; ++i) {
      const ir::VariableId variable(d.first.value + i);
      end.names.push_back(dae.name_of(variable));
      end.starts.push_back(input ? values.value_of(ir::Operand::of(variable)) : 0);
    }
    (input ? out.inputs : out.outputs).push_back(std::move(end));
  }
  return out;
}

/// False after an error for every end that cannot be one.
bool all_real(const OpenEnds& ends, Diagnostics& diagnostics) {
  const auto check = [&](const std::vector<OpenEnd>& list, const char* what) {
    for (const OpenEnd& end : list) {
      if (end.real()) continue;
      diagnostics.error(Code::E1015, end.declaration->span,
                        std::string("the ") + what + " '" + end.declaration->name + "' is " +
                            (end.declaration->is_boolean ? "a Boolean" : "an Integer") +
                            ": only Reals can be exchanged");
    }
  };
  check(ends.inputs, "input");
  check(ends.outputs, "output");
  return !diagnostics.has_errors();
}

/// An array constructor of all dimensions; `element` gives the next element.
template <class Element>
std::string constructor(std::span<const std::uint32_t> dimensions, const Element& element) {
  if (dimensions.empty()) return element();
  std::string text;
  for (std::uint32_t i = 0; i < dimensions.front(); ++i)
    text += (i > 0 ? ", " : "") + constructor(dimensions.subspan(1), element);
  return "{" + text + "}";
}

std::string indexed(std::string_view array, std::size_t index) {
  return std::string(array) + "[" + std::to_string(index) + "]";
}

std::string experiment_text(const Experiment& e) {
  std::string text;
  const auto add = [&](const char* name, const std::optional<double>& value) {
    if (value) text += (text.empty() ? "" : ", ") + std::string(name) + " = " + shortest(*value);
  };
  add("StartTime", e.start);
  add("StopTime", e.stop);
  add("Tolerance", e.tolerance);
  add("Interval", e.interval);
  return text.empty() ? "" : "  annotation(experiment(" + text + "));\n";
}

std::string wrapper_text(const Compilation& plain, const OpenEnds& ends, const std::string& component) {
  std::string bindings, starts, equations;
  std::size_t inputs = 0, outputs = 0;
  for (const OpenEnd& end : ends.inputs) {
    if (end.names.empty()) continue;
    std::size_t k = 0;
    const auto element = [&]() -> std::string {
      const double start = end.starts[k++];
      if (end.declaration->is_boolean) return start != 0 ? "true" : "false";
      if (end.declaration->is_integer) return shortest(start);
      starts += (inputs > 0 ? ", " : "") + shortest(start);
      return indexed(port_inputs, ++inputs);
    };
    bindings += (bindings.empty() ? "" : ", ") + end.declaration->name + " = " +
                constructor(std::span(end.declaration->dimensions), element);
  }
  for (const OpenEnd& end : ends.outputs) {
    if (!end.real()) continue;
    for (const std::string& name : end.names)
      equations += "  der(" + indexed(port_outputs, ++outputs) + ") = " + component + "." + name + ";\n";
  }
  std::string text = "model " + std::string(wrapper_name) + "\n";
  if (inputs > 0) {
    text += "  Real " + indexed(port_inputs, inputs) + "(start = {" + starts + "}, each fixed = true);\n";
    equations += "  for i in 1:" + std::to_string(inputs) + " loop\n    der(" + std::string(port_inputs) +
                 "[i]) = 0;\n  end for;\n";
  }
  if (outputs > 0) text += "  Real " + indexed(port_outputs, outputs) + "(each start = 0, each fixed = true);\n";
  // from the outermost scope: the component may be called like the class
  text += "  ." + plain.model_name + " " + component + (bindings.empty() ? "" : "(" + bindings + ")") + ";\n";
  if (!equations.empty()) text += "equation\n" + equations;
  return text + experiment_text(plain.model->experiment()) + "end " + std::string(wrapper_name) + ";\n";
}

Ports find_ports(const Model& model, const OpenEnds& ends, const std::string& component) {
  Ports out;
  out.prefix = component + ".";
  std::unordered_map<std::string, std::uint32_t> at;
  for (std::uint32_t i = 0; i < model.state_count(); ++i) {
    const std::string name = model.state_name(i);
    at[name] = i;
    if (made_for_ports(name)) continue;
    out.states.push_back(name.substr(out.prefix.size()));
    out.state_at.push_back(i);
  }
  const auto take = [&](const std::vector<OpenEnd>& list, std::string_view array, std::vector<std::string>& names,
                        StateSet& places) {
    for (const OpenEnd& end : list) {
      if (!end.real()) continue;
      for (const std::string& name : end.names) {
        names.push_back(name);
        const auto place = at.find(indexed(array, names.size()));
        // they have derivatives of their own in equations of their own: nothing can make them anything but states
        if (place == at.end() || (!places.empty() && place->second <= places.back()))
          throw std::logic_error("the port '" + name + "' is not where it belongs");
        places.push_back(place->second);
      }
    }
  };
  take(ends.inputs, port_inputs, out.inputs, out.input_at);
  take(ends.outputs, port_outputs, out.outputs, out.output_at);
  return out;
}

}  // namespace

Outcome<PortedModel> compile_with_ports(Workspace& workspace, const CompileRequest& request,
                                        const PortOptions& options) {
  // each compilation sees its own reading of the file, and nothing that was read before
  std::vector<std::unique_ptr<ast::File>> read;
  const auto put_aside = [&] {
    for (auto& file : workspace.files) read.push_back(std::move(file));
    workspace.files.clear();
  };
  const auto finish = [&](auto&& outcome) -> Outcome<PortedModel> {
    put_aside();
    workspace.files = std::move(read);
    return std::forward<decltype(outcome)>(outcome);
  };
  put_aside();
  Outcome<Compilation> plain = compile(workspace, request);
  Diagnostics diagnostics = std::move(plain.diagnostics());
  if (diagnostics.has_errors()) return finish(Outcome<PortedModel>(std::move(diagnostics)));
  if (plain->model == nullptr)  // only a dump was asked for
    return finish(Outcome<PortedModel>(PortedModel{plain.take(), {}, {}}, std::move(diagnostics)));
  const std::optional<OpenEnds> ends = find_open_ends(*plain, diagnostics);
  if (!ends || (options.only_reals && !all_real(*ends, diagnostics)))
    return finish(Outcome<PortedModel>(std::move(diagnostics)));
  put_aside();
  CompileRequest around = request;
  around.around = wrapper_text(*plain, *ends, options.component);
  around.model = wrapper_name;
  for (auto& [name, value] : around.settings) name.insert(0, options.component + ".");
  Outcome<Compilation> ported = compile(workspace, around);
  if (!ported.ok())
    return finish(Outcome<PortedModel>(std::move(ported.diagnostics())));  // warnings are in there again
  PortedModel out{plain.take(), ported.take(), {}};
  out.ports = find_ports(*out.ported.model, *ends, options.component);
  return finish(Outcome<PortedModel>(std::move(out), std::move(diagnostics)));
}

}  // namespace sunder
