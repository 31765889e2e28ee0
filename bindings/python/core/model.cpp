#include "model.hpp"

#include <pybind11/stl.h>

#include "answer.hpp"
#include "rates.hpp"
#include "trajectory.hpp"
#include "verb_options.hpp"
#include "verbs/check.hpp"
#include "watch.hpp"

namespace sunder::python {

namespace py = pybind11;

namespace {

/// Changed (by set_parameter) only while the interpreter's lock is held; verbs work with a copy.
struct Model {
  verbs::LoadedModel loaded;
};

py::dict load(const py::dict& given, const py::object& progress) {
  Options options(given);
  const verbs::LoadOptions load_options = read_load_options(options);
  Outcome<verbs::LoadedModel> loaded;
  Answer answer;
  const bool stopped = watch(progress, [&](const verbs::Control& control) {
    loaded = verbs::load(load_options, control);
    answer = answer_of(loaded.diagnostics(), loaded->sources());
  });
  answer.has_value = loaded.ok();
  return answer.to_python(stopped, loaded.ok() ? py::cast(Model{loaded.take()}) : py::none());
}

/// A verb whose results are all in its JSON.
template <class Result, class VerbOptions>
py::dict ask(const Model& model, const VerbOptions& options, const py::object& progress,
             Outcome<Result> (*verb)(const verbs::LoadedModel&, const VerbOptions&, const verbs::Control&)) {
  const verbs::LoadedModel loaded = model.loaded;
  Answer answer;
  const bool stopped = watch(progress, [&](const verbs::Control& control) {
    answer = answer_of(verb(loaded, options, control), loaded.sources());
  });
  return answer.to_python(stopped);
}

py::dict simulate(const Model& model, const py::dict& given, const py::object& progress) {
  Options options(given);
  const verbs::SimulateOptions simulate_options = read_simulate_options(options);
  const verbs::LoadedModel loaded = model.loaded;
  Outcome<verbs::SimulateResult> result;
  Answer answer;
  const bool stopped = watch(progress, [&](const verbs::Control& control) {
    result = verbs::simulate(loaded, simulate_options, control);
    answer = answer_of(result, loaded.sources());
  });
  return answer.to_python(stopped, result.has_value() ? to_python(std::move(result->trajectory)) : py::none());
}

py::dict sweep(const Model& model, const py::list& axes, const py::dict& given, const py::object& progress) {
  Options options(given);
  const verbs::SweepOptions sweep_options = read_sweep_options(options, axes);
  const verbs::LoadedModel loaded = model.loaded;
  Outcome<verbs::SweepResult> result;
  Answer answer;
  const bool stopped = watch(progress, [&](const verbs::Control& control) {
    result = verbs::sweep(loaded, sweep_options, control);
    answer = answer_of(result, result.has_value() ? result->sources : loaded.sources());
  });
  py::list trajectories;
  if (result.has_value())
    for (verbs::SweepRun& run : result->runs) trajectories.append(to_python(std::move(run.trajectory)));
  py::dict out = answer.to_python(stopped, trajectories);
  out["compilations"] = result.has_value() ? result->compilations : 0;
  return out;
}

py::dict report(const Model& model, const py::dict& given, const py::object& progress) {
  Options options(given);
  const verbs::ReportOptions report_options = read_report_options(options);
  const verbs::LoadedModel loaded = model.loaded;
  Outcome<verbs::ReportResult> result;
  Answer answer;
  const bool stopped = watch(progress, [&](const verbs::Control& control) {
    result = verbs::report(loaded, report_options, control);
    answer = answer_of(result, loaded.sources());
  });
  return answer.to_python(stopped, result.has_value() ? py::cast(result->page) : py::none());
}

py::dict check(const Model& model) {
  const Outcome<verbs::CheckResult> result = verbs::check(model.loaded);
  return answer_of(result, model.loaded.sources()).to_python(false);
}

/// A structural parameter is refused in the words of Python.
py::dict set_parameter(Model& model, const std::string& name, double value) {
  Diagnostics said;
  const Diagnostics refused = model.loaded.set_parameter(name, value);
  for (Diagnostic one : refused.all()) {
    const auto variable = model.loaded.model().description().find(name);
    if (variable && model.loaded.model().description().variable(*variable).structural)
      one.help = "load the model again with it: sunder.load(..., parameters={'" + name + "': ...})";
    said.add(std::move(one));
  }
  return answer_of(said, model.loaded.sources()).to_python(false);
}

py::dict parameters(const Model& model) {
  const model::ModelDescription& description = model.loaded.model().description();
  const std::unique_ptr<model::Context> context = model.loaded.create_context();
  py::dict out;
  for (const model::VariableIndex i : description.indices())
    if (description.variable(i).kind == model::VariableKind::parameter)
      out[py::str(description.variable_name(i))] = context->parameter(i);
  return out;
}

const char* name_of(model::VariableKind kind) {
  switch (kind) {
    case model::VariableKind::state: return "state";
    case model::VariableKind::derivative: return "derivative";
    case model::VariableKind::algebraic: return "algebraic";
    case model::VariableKind::parameter: return "parameter";
    case model::VariableKind::input: return "input";
    case model::VariableKind::output: return "output";
  }
  return "";
}

const char* name_of(model::VariableType type) {
  switch (type) {
    case model::VariableType::real: return "Real";
    case model::VariableType::integer: return "Integer";
    case model::VariableType::boolean: return "Boolean";
  }
  return "";
}

py::list variables(const Model& model) {
  const model::ModelDescription& description = model.loaded.model().description();
  py::list out;
  for (const model::VariableIndex i : description.indices()) {
    const model::Variable one = description.variable(i);
    py::dict variable;
    variable["name"] = one.name;
    variable["kind"] = name_of(one.kind);
    variable["type"] = name_of(one.type);
    variable["unit"] = one.unit;
    variable["description"] = one.description;
    variable["tunable"] = one.tunable;
    variable["structural"] = one.structural;
    variable["start"] = one.start;
    variable["nominal"] = one.nominal;
    variable["minimum"] = one.minimum;
    variable["maximum"] = one.maximum;
    out.append(variable);
  }
  return out;
}

py::list names(const Model& model, const std::vector<model::VariableIndex>& numbers) {
  py::list out;
  for (const model::VariableIndex number : numbers)
    out.append(model.loaded.model().description().variable_name(number));
  return out;
}

}  // namespace

void bind_model(py::module_& module) {
  module.def("load", &load);
  py::class_<Model>(module, "Model")
      .def_property_readonly("name", [](const Model& self) { return self.loaded.name(); })
      .def("states", [](const Model& self) { return names(self, self.loaded.model().description().states); })
      .def("inputs", [](const Model& self) { return names(self, self.loaded.model().description().inputs); })
      .def("outputs", [](const Model& self) { return names(self, self.loaded.model().description().outputs); })
      .def("variables", &variables)
      .def("parameters", &parameters)
      .def("set_parameter", &set_parameter)
      .def("reset_parameters", [](Model& self) { self.loaded.reset_parameters(); })
      .def("rates", [](const Model& self) { return std::make_unique<Rates>(self.loaded); })
      .def("check", &check)
      .def("simulate", &simulate)
      .def("sweep", &sweep)
      .def("report", &report)
      .def("analyze",
           [](const Model& self, const py::dict& given, const py::object& progress) {
             Options options(given);
             return ask<verbs::AnalyzeResult>(self, read_analyze_options(options), progress, &verbs::analyze);
           })
      .def("linearize",
           [](const Model& self, const py::dict& given, const py::object& progress) {
             Options options(given);
             return ask<verbs::LinearizeResult>(self, read_linearize_options(options), progress, &verbs::linearize);
           })
      .def("reduce", [](const Model& self, const py::dict& given, const py::object& progress) {
        Options options(given);
        return ask<verbs::ReduceResult>(self, read_reduce_options(options), progress, &verbs::reduce);
      });
}

}  // namespace sunder::python
