#include "trajectory.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <stdexcept>

namespace sunder::python {

namespace py = pybind11;

namespace {

py::array view(const Trajectory& trajectory, const std::vector<double>& numbers) {
  auto* keeper = new std::shared_ptr<const results::Trajectory>(trajectory.data);
  const py::capsule base(keeper,
                         [](void* one) { delete static_cast<std::shared_ptr<const results::Trajectory>*>(one); });
  py::array_t<double> array(static_cast<py::ssize_t>(numbers.size()), numbers.data(), base);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

py::list variables(const Trajectory& trajectory) {
  py::list out;
  for (const results::ResultVariable& one : trajectory.data->variables) {
    py::dict variable;
    variable["name"] = one.name;
    variable["unit"] = one.unit;
    variable["description"] = one.description;
    variable["constant"] = one.constant;
    variable["state"] = one.kind == model::VariableKind::state;
    out.append(variable);
  }
  return out;
}

}  // namespace

py::object to_python(std::optional<results::Trajectory> trajectory) {
  if (!trajectory) return py::none();
  return py::cast(Trajectory{std::make_shared<const results::Trajectory>(std::move(*trajectory))});
}

void bind_trajectory(py::module_& module) {
  py::class_<Trajectory>(module, "Trajectory")
      .def("times", [](const Trajectory& self) { return view(self, self.data->times); })
      .def("variables", &variables)
      .def("column", [](const Trajectory& self, std::size_t index) {
        if (index >= self.data->columns.size()) throw py::index_error("there is no such column");
        return view(self, self.data->columns[index]);
      });
}

}  // namespace sunder::python
