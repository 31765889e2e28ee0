#include <pybind11/stl.h>

#include "answer.hpp"
#include "model.hpp"
#include "rates.hpp"

namespace sunder::python {

namespace py = pybind11;

namespace {

std::span<const double> span_of(const Vector& vector) {
  return {vector.data(), static_cast<std::size_t>(vector.size())};
}

py::dict answer_at(const Rates& rates, const model::Status& status, py::object value) {
  Diagnostics diagnostics;
  if (!status) model::report(status.fault(), diagnostics);
  Answer answer = answer_of(diagnostics, rates.model().sources());
  answer.has_value = status.ok();
  return answer.to_python(false, std::move(value));
}

void check_shapes(const Rates& rates, const Vector& x, const Vector& u) {
  const auto check = [](const Vector& vector, std::size_t wanted, const std::string& what, const char* entries) {
    if (vector.ndim() == 1 && static_cast<std::size_t>(vector.size()) == wanted) return;
    std::string shape;
    for (py::ssize_t i = 0; i < vector.ndim(); ++i) shape += (i > 0 ? " x " : "") + std::to_string(vector.shape(i));
    throw py::value_error(what + " must be a vector of " + std::to_string(wanted) + " " + entries +
                          (vector.ndim() == 0 ? ", not a number" : ", not of the shape " + shape));
  };
  check(x, rates.model().model().state_count(), "x", "states");
  if (u.size() > 0 || u.ndim() != 1) check(u, rates.model().model().input_count(), "u", "inputs");
}

py::dict derivatives(Rates& rates, double time, const Vector& x, const Vector& u) {
  check_shapes(rates, x, u);
  if (!rates.status()) return answer_at(rates, rates.status(), py::none());
  Vector dx(x.size());
  const std::span<double> into(dx.mutable_data(), static_cast<std::size_t>(dx.size()));
  model::Status status;
  {
    const py::gil_scoped_release release;
    status = rates.derivatives(time, span_of(x), span_of(u), into);
  }
  return answer_at(rates, status, dx);
}

/// Values, rows and starts of columns, as scipy takes them.
py::dict jacobian(Rates& rates, double time, const Vector& x, const Vector& u) {
  check_shapes(rates, x, u);
  if (!rates.status()) return answer_at(rates, rates.status(), py::none());
  const algebra::SparsePattern& pattern = rates.pattern();
  Vector values(static_cast<py::ssize_t>(pattern.nonzeros()));
  const std::span<double> into(values.mutable_data(), pattern.nonzeros());
  model::Status status;
  {
    const py::gil_scoped_release release;
    status = rates.jacobian(time, span_of(x), span_of(u), into);
  }
  const py::array rows =
      py::array_t<std::int32_t>(static_cast<py::ssize_t>(pattern.row_indices.size()), pattern.row_indices.data());
  const py::array starts =
      py::array_t<std::int32_t>(static_cast<py::ssize_t>(pattern.column_starts.size()), pattern.column_starts.data());
  return answer_at(rates, status, py::make_tuple(values, rows, starts));
}

}  // namespace

void bind_rates(py::module_& module) {
  py::class_<Rates>(module, "Rates").def("derivatives", &derivatives).def("jacobian", &jacobian);
}

}  // namespace sunder::python
