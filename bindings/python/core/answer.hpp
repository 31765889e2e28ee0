// What a verb answers, in the shape in which the Python side of the module takes it.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "base/outcome.hpp"
#include "verbs/json.hpp"

namespace sunder::python {

/// Made without the interpreter's lock.
struct Answer {
  bool failed = false;             ///< an error was diagnosed
  bool has_value = false;          ///< there are results, perhaps partial
  std::string json;                ///< with the diagnostics
  std::vector<std::string> texts;  ///< of the diagnostics in this order: with the source line and a caret

  /// {"failed", "has_value", "stopped", "json", "texts", "value"}
  [[nodiscard]] pybind11::dict to_python(bool stopped, pybind11::object value = pybind11::none()) const;
};

Answer answer_of(const Diagnostics& diagnostics, const SourceMap& sources);

template <class Result>
Answer answer_of(const Outcome<Result>& outcome, const SourceMap& sources, const Diagnostics& before = Diagnostics()) {
  Diagnostics all = before;
  all.append(outcome.diagnostics());
  Answer answer = answer_of(all, sources);
  answer.has_value = outcome.has_value();
  if (outcome.has_value()) answer.json = verbs::json_text(*outcome, all, sources);
  return answer;
}

}  // namespace sunder::python
