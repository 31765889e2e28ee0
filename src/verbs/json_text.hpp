// How a result becomes text; for the files that define `to_json`.
#pragma once

#include <nlohmann/json.hpp>

#include "algebra/matrices.hpp"
#include "verbs/compare.hpp"  // its result is of another room: found only where it is declared before
#include "verbs/json.hpp"

namespace sunder::verbs {

std::string text_of(const nlohmann::ordered_json& object);
nlohmann::ordered_json matrix_json(const Eigen::MatrixXd& matrix);

template <class Result>
std::string json_text(const Result& result, const Diagnostics& diagnostics, const SourceMap& sources) {
  nlohmann::ordered_json object = to_json(result);
  object["diagnostics"] = diagnostics_json(diagnostics, sources);
  return text_of(object);
}

}  // namespace sunder::verbs
