#include "options.hpp"

#include <pybind11/numpy.h>

namespace sunder::python {

namespace py = pybind11;

namespace {

std::string type_of(const py::handle& value) {
  return py::str(py::type::handle_of(value).attr("__name__")).cast<std::string>();
}

[[noreturn]] void wrong_type(const std::string& what, const char* wanted, const py::handle& value) {
  throw py::type_error(what + " must be " + wanted + ", not " + type_of(value));
}

std::string about(const char* key, const std::string& name) { return std::string(key) + "['" + name + "']"; }

}  // namespace

py::object Options::find(const char* key) {
  asked_.insert(key);
  return values_.contains(key) ? py::object(values_[key]) : py::none();
}

std::string Options::to_text(const py::handle& value, const std::string& what) {
  if (!py::isinstance<py::str>(value)) wrong_type(what, "a text", value);
  return value.cast<std::string>();
}

double Options::to_number(const py::handle& value, const std::string& what) {
  if (PyBool_Check(value.ptr()) || PyUnicode_Check(value.ptr()) || PyBytes_Check(value.ptr()))
    wrong_type(what, "a number", value);
  const double number = PyFloat_AsDouble(value.ptr());
  if (PyErr_Occurred() == nullptr) return number;
  PyErr_Clear();
  wrong_type(what, "a number", value);
}

std::size_t Options::to_count(const py::handle& value, const std::string& what) {
  if (PyBool_Check(value.ptr()) || PyIndex_Check(value.ptr()) == 0) wrong_type(what, "a whole number", value);
  const Py_ssize_t count = PyNumber_AsSsize_t(value.ptr(), nullptr);
  if (count < 0) throw py::value_error(what + " must not be negative");
  return static_cast<std::size_t>(count);
}

std::vector<double> Options::to_column(const py::handle& value, const std::string& what) {
  const auto array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(value);
  if (!array) {
    PyErr_Clear();
    wrong_type(what, "a sequence of numbers", value);
  }
  if (array.ndim() != 1) throw py::value_error(what + " must have one dimension, not " + std::to_string(array.ndim()));
  return {array.data(), array.data() + array.size()};
}

std::optional<double> Options::number(const char* key) {
  const py::object value = find(key);
  return value.is_none() ? std::nullopt : std::optional(to_number(value, key));
}

std::optional<std::size_t> Options::count(const char* key) {
  const py::object value = find(key);
  return value.is_none() ? std::nullopt : std::optional(to_count(value, key));
}

std::string Options::text(const char* key, const std::string& otherwise) {
  const py::object value = find(key);
  return value.is_none() ? otherwise : to_text(value, key);
}

bool Options::flag(const char* key) {
  const py::object value = find(key);
  if (value.is_none()) return false;
  if (!py::isinstance<py::bool_>(value)) wrong_type(key, "True or False", value);
  return value.cast<bool>();
}

std::optional<std::vector<std::string>> Options::names(const char* key) {
  const py::object value = find(key);
  if (value.is_none()) return std::nullopt;
  if (py::isinstance<py::str>(value)) return std::vector{value.cast<std::string>()};
  if (!py::isinstance<py::iterable>(value)) wrong_type(key, "a name or names", value);
  std::vector<std::string> names;
  for (const py::handle one : value) names.push_back(to_text(one, std::string("each of ") + key));
  if (names.empty()) throw py::value_error(std::string(key) + " names nothing");
  return names;
}

std::vector<std::uint32_t> Options::counts(const char* key) {
  const py::object value = find(key);
  if (value.is_none()) return {};
  if (!py::isinstance<py::iterable>(value)) wrong_type(key, "a sequence of whole numbers", value);
  std::vector<std::uint32_t> counts;
  constexpr std::size_t most = 1000000;
  for (const py::handle one : value) {
    const std::size_t count = to_count(one, std::string("each of ") + key);
    if (count == 0 || count > most)
      throw py::value_error(std::string(key) + " takes numbers from 1 to " + std::to_string(most));
    counts.push_back(static_cast<std::uint32_t>(count));
  }
  return counts;
}

std::vector<std::pair<std::string, std::string>> Options::texts(const char* key) {
  std::vector<std::pair<std::string, std::string>> texts;
  const py::object value = find(key);
  if (value.is_none()) return texts;
  if (!py::isinstance<py::dict>(value)) wrong_type(key, "a dict", value);
  for (const auto& [name, one] : value.cast<py::dict>()) {
    const std::string text = to_text(name, std::string("a name in ") + key);
    texts.emplace_back(text, to_text(one, about(key, text)));
  }
  return texts;
}

std::vector<std::pair<std::string, double>> Options::numbers(const char* key) {
  std::vector<std::pair<std::string, double>> numbers;
  const py::object value = find(key);
  if (value.is_none()) return numbers;
  if (!py::isinstance<py::dict>(value)) wrong_type(key, "a dict", value);
  for (const auto& [name, one] : value.cast<py::dict>()) {
    const std::string text = to_text(name, std::string("a name in ") + key);
    numbers.emplace_back(text, to_number(one, about(key, text)));
  }
  return numbers;
}

std::vector<simulate::PointRequest> Options::points(const char* key) {
  std::vector<simulate::PointRequest> points;
  py::object value = find(key);
  if (value.is_none()) return points;
  if (py::isinstance<py::str>(value) || !py::isinstance<py::iterable>(value)) value = py::make_tuple(value);
  for (const py::handle one : value) {
    if (!py::isinstance<py::str>(one)) {
      points.push_back({simulate::PointKind::time, to_number(one, key)});
      continue;
    }
    const auto name = one.cast<std::string>();
    if (name != "initial" && name != "steady" && name != "along")
      throw py::value_error(std::string(key) + " takes 'initial', 'steady', 'along' or times, not '" + name + "'");
    points.push_back({name == "steady"  ? simulate::PointKind::steady
                      : name == "along" ? simulate::PointKind::along
                                        : simulate::PointKind::initial});
  }
  if (points.empty()) throw py::value_error(std::string(key) + " names no operating point");
  return points;
}

std::vector<verbs::Signal> Options::signals(const char* key, verbs::Between between) {
  std::vector<verbs::Signal> signals;
  const py::object value = find(key);
  if (value.is_none()) return signals;
  for (const auto& [name, samples] : value.cast<py::dict>()) {
    verbs::Signal signal;
    signal.name = to_text(name, "the name of an input");
    const auto pair = samples.cast<std::pair<py::object, py::object>>();
    signal.times = to_column(pair.first, "the times of the input '" + signal.name + "'");
    signal.values = to_column(pair.second, "the values of the input '" + signal.name + "'");
    if (signal.times.size() != signal.values.size())
      throw py::value_error("the input '" + signal.name + "' has " + std::to_string(signal.times.size()) +
                            " times and " + std::to_string(signal.values.size()) + " values");
    signal.between = between;
    signals.push_back(std::move(signal));
  }
  return signals;
}

void Options::refuse_others() const {
  for (const auto& [key, value] : values_) {
    const auto name = key.cast<std::string>();
    if (!asked_.contains(name)) throw py::type_error("there is no option '" + name + "'");
  }
}

}  // namespace sunder::python
