#include "driver/ports.hpp"

#include <map>

#include "base/text.hpp"

namespace sunder {
namespace {

constexpr std::string_view wrapper_name = "WithPorts";
constexpr std::string_view inner = "model_.";

struct Named {
  std::string name;
  double start = 0;
};

struct Outside {
  std::vector<Named> inputs, outputs;
};

/// Inputs and outputs of the model itself that are real numbers, element by element, with their values at the start.
Outcome<Outside> outside_of(const Compilation& plain) {
  Diagnostics diagnostics;
  const CompiledModel& model = *plain.model;
  const std::unique_ptr<Context> context = model.create_context();
  const double start = model.experiment().start.value_or(0);
  std::vector<double> x(model.state_count());
  std::vector<double> values(model.variable_count());
  if (!model.initialise(*context, start, x) || !model.record(*context, start, x, values)) {
    const std::optional<Fault>& fault = context->fault();
    diagnostics.error(fault ? fault->code : Code::E0614, fault ? fault->span : Span{},
                      fault ? fault->message : "the model could not be evaluated at its start");
    return Outcome<Outside>(std::move(diagnostics));
  }
  std::map<std::string, double> value_of;
  for (std::size_t i = 0; i < values.size(); ++i) value_of.emplace(model.variable(i).name, values[i]);
  Outside out;
  const ir::Dae& dae = plain.plan->dae;
  for (const ir::Declaration& d : dae.declarations) {
    const bool real = !d.is_boolean && !d.is_integer;
    if (!real || d.generated || d.name.find('.') != std::string::npos || d.causality == ir::Causality::local) continue;
    for (std::uint32_t i = 0; i < d.count; ++i) {
      const std::string name = dae.name_of(ir::VariableId(d.first.value + i));
      const auto known = value_of.find(name);
      const Named one{name, known != value_of.end() ? known->second : 0.0};
      // an input that an equation of the model determines is not open
      if (d.causality == ir::Causality::input && d.variability <= ir::Variability::parameter) out.inputs.push_back(one);
      if (d.causality == ir::Causality::output) out.outputs.push_back(one);
    }
  }
  return {std::move(out), std::move(diagnostics)};
}

std::string wrapper_text(const Compilation& plain, const Outside& outside) {
  std::string text = "model " + std::string(wrapper_name) + "\n  " + plain.model_name + " model_;\n";
  std::string equations;
  for (std::size_t i = 0; i < outside.inputs.size(); ++i) {
    const std::string u = "u" + std::to_string(i + 1);
    text += "  Real " + u + "(start = " + shortest(outside.inputs[i].start) + ", fixed = true);\n";
    equations += "  der(" + u + ") = 0;\n  " + std::string(inner) + outside.inputs[i].name + " = " + u + ";\n";
  }
  for (std::size_t i = 0; i < outside.outputs.size(); ++i) {
    const std::string z = "z" + std::to_string(i + 1);
    text += "  Real " + z + "(start = 0, fixed = true);\n";
    equations += "  der(" + z + ") = " + std::string(inner) + outside.outputs[i].name + ";\n";
  }
  text += "equation\n" + equations;
  const Experiment e = plain.model->experiment();
  std::string experiment;
  const auto add = [&](const char* name, const std::optional<double>& value) {
    if (value) experiment += (experiment.empty() ? "" : ", ") + std::string(name) + " = " + shortest(*value);
  };
  add("StartTime", e.start);
  add("StopTime", e.stop);
  add("Tolerance", e.tolerance);
  add("Interval", e.interval);
  return text + "  annotation(experiment(" + experiment + "));\nend " + std::string(wrapper_name) + ";\n";
}

reduce::Ports find_ports(const Model& model, const Outside& outside) {
  reduce::Ports out;
  out.prefix = inner;
  std::map<std::string, std::uint32_t> at;
  for (std::size_t i = 0; i < model.state_count(); ++i) at[model.state_name(i)] = static_cast<std::uint32_t>(i);
  const auto take = [&](const char* letter, const std::vector<Named>& list, std::vector<std::string>& names,
                        StateSet& places) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      auto place = at.find(letter + std::to_string(i + 1));
      if (place == at.end()) place = at.find(std::string(inner) + list[i].name);
      names.push_back(list[i].name);
      places.push_back(place->second);
      at.erase(place);
    }
  };
  take("u", outside.inputs, out.inputs, out.input_at);
  take("z", outside.outputs, out.outputs, out.output_at);
  for (std::size_t i = 0; i < model.state_count(); ++i) {
    const std::string name = model.state_name(i);
    if (!at.contains(name)) continue;
    out.states.push_back(name.starts_with(inner) ? name.substr(inner.size()) : name);
    out.state_at.push_back(static_cast<std::uint32_t>(i));
  }
  return out;
}

}  // namespace

Outcome<PortedModel> compile_with_ports(Workspace& plain_workspace, Workspace& workspace,
                                        const CompileRequest& request) {
  Outcome<Compilation> plain = compile(plain_workspace, request);
  if (!plain.ok()) return Outcome<PortedModel>(std::move(plain.diagnostics()));
  if (plain->model == nullptr) return PortedModel{plain.take(), {}, {}};  // only a dump was asked for
  Outcome<Outside> outside = outside_of(*plain);
  if (!outside.ok()) return Outcome<PortedModel>(std::move(outside.diagnostics()));
  CompileRequest around = request;
  around.around = wrapper_text(*plain, *outside);
  around.model = wrapper_name;
  for (auto& [name, value] : around.settings) name = std::string(inner) + name;
  Outcome<Compilation> ported = compile(workspace, around);
  Diagnostics diagnostics = std::move(ported.diagnostics());
  if (!ported.has_value() || diagnostics.has_errors()) return Outcome<PortedModel>(std::move(diagnostics));
  PortedModel out{plain.take(), ported.take(), {}};
  out.ports = find_ports(*out.ported.model, *outside);
  return {std::move(out), std::move(diagnostics)};
}

}  // namespace sunder
