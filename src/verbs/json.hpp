// Results as JSON. docs/json.md describes the objects. Each verb's header declares its `to_json`; all are defined in
// few files, because those who know the JSON library take long to compile.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/diagnostic.hpp"

namespace sunder::verbs {

nlohmann::ordered_json diagnostics_json(const Diagnostics& diagnostics, const SourceMap& sources);

/// The object `{"diagnostics": [...]}` as text, in lines.
std::string json_text(const Diagnostics& diagnostics, const SourceMap& sources);
/// What `to_json` makes of any result, with the diagnostics at its end, as text in lines: what `--json` prints.
template <class Result>
std::string json_text(const Result& result, const Diagnostics& diagnostics, const SourceMap& sources);

}  // namespace sunder::verbs
