#include "answer.hpp"

namespace sunder::python {

namespace py = pybind11;

Answer answer_of(const Diagnostics& diagnostics, const SourceMap& sources) {
  Answer answer;
  answer.failed = diagnostics.has_errors();
  answer.json = verbs::json_text(diagnostics, sources);
  for (const Diagnostic& one : diagnostics.in_source_order()) answer.texts.push_back(render(one, sources));
  return answer;
}

py::dict Answer::to_python(bool stopped, py::object value) const {
  py::list rendered;
  for (const std::string& text : texts)
    rendered.append(py::reinterpret_steal<py::str>(
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace")));
  py::dict out;
  out["failed"] = failed;
  out["has_value"] = has_value;
  out["stopped"] = stopped;
  out["json"] = json;
  out["texts"] = rendered;
  out["value"] = std::move(value);
  return out;
}

}  // namespace sunder::python
