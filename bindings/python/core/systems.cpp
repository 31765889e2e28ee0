#include "systems.hpp"

#include <pybind11/stl.h>

#include "answer.hpp"
#include "results/figure.hpp"
#include "results/reader.hpp"
#include "trajectory.hpp"
#include "verb_options.hpp"
#include "verbs/compare.hpp"
#include "watch.hpp"

namespace sunder::python {

namespace py = pybind11;

namespace {

py::dict stability(const py::dict& given, const py::object& progress) {
  Options options(given);
  const verbs::LoadSystemOptions system_options = read_system_options(options);
  const verbs::StabilityOptions stability_options = read_stability_options(options);
  Answer answer;
  const bool stopped = watch(progress, [&](const verbs::Control& control) {
    const Outcome<verbs::LoadedSystem> system = verbs::load_system(system_options, control);
    answer = answer_of(system.diagnostics(), system->sources());
    if (system.ok())
      answer = answer_of(verbs::stability(*system, stability_options), system->sources(), system.diagnostics());
  });
  return answer.to_python(stopped);
}

py::dict cosim(const py::dict& given, const py::object& progress) {
  Options options(given);
  const verbs::LoadSystemOptions system_options = read_system_options(options);
  const verbs::CosimOptions cosim_options = read_cosim_options(options);
  Answer answer;
  std::optional<results::Trajectory> trajectory;
  const bool stopped = watch(progress, [&](const verbs::Control& control) {
    Outcome<verbs::LoadedSystem> system = verbs::load_system(system_options, control);
    answer = answer_of(system.diagnostics(), system->sources());
    if (!system.ok()) return;
    Outcome<verbs::CosimResult> result = verbs::cosim(*system, cosim_options, control);
    answer = answer_of(result, system->sources(), system.diagnostics());
    if (result.has_value()) trajectory = std::move(result->trajectory);
  });
  return answer.to_python(stopped, to_python(std::move(trajectory)));
}

/// A path, or what a run has left.
std::optional<results::Trajectory> open(const std::variant<Trajectory, std::string>& results,
                                        Diagnostics& diagnostics) {
  if (const auto* trajectory = std::get_if<Trajectory>(&results)) return *trajectory->data;
  Outcome<results::Trajectory> read = results::read_results(std::get<std::string>(results));
  diagnostics.append(read.diagnostics());
  return read.ok() ? std::optional(read.take()) : std::nullopt;
}

py::dict compare(const std::variant<Trajectory, std::string>& a, const std::variant<Trajectory, std::string>& b,
                 const py::dict& given) {
  const std::vector<std::pair<std::string, results::Measure>> measures = {
      {"equivalence", results::Measure::equivalence},
      {"range", results::Measure::range},
      {"relative", results::Measure::relative},
      {"absolute", results::Measure::absolute}};
  Options options(given);
  verbs::CompareOptions compare_options;
  compare_options.measure = options.choice("measure", measures).value_or(compare_options.measure);
  compare_options.window = options.number("window").value_or(0);
  compare_options.derivatives = options.flag("derivatives");
  options.refuse_others();
  Answer answer;
  watch(py::none(), [&](const verbs::Control&) {
    Diagnostics diagnostics;
    std::optional<results::Trajectory> first = open(a, diagnostics);
    std::optional<results::Trajectory> second = open(b, diagnostics);
    answer = answer_of(diagnostics, {});
    if (first && second)
      answer = answer_of(verbs::compare(std::move(*first), std::move(*second), compare_options), {}, diagnostics);
  });
  return answer.to_python(false);
}

using NamedCurve = std::tuple<std::string, std::vector<double>, std::vector<double>>;

std::string figure(const std::string& title, const std::string& x, const std::string& y,
                   const std::vector<NamedCurve>& curves) {
  results::Figure figure;
  figure.title = title;
  figure.x.label = x;
  figure.y.label = y;
  for (const auto& [name, xs, ys] : curves) figure.curves.push_back({.name = name, .x = xs, .y = ys});
  return results::svg(figure);
}

}  // namespace

void bind_systems(py::module_& module) {
  module.def("stability", &stability);
  module.def("cosim", &cosim);
  module.def("compare", &compare);
  module.def("figure", &figure);
}

}  // namespace sunder::python
