// format: canonical Modelica text.
#pragma once

#include "verbs/load.hpp"

namespace sunder::verbs {

struct FormatOptions {
  Source source;
  bool write = false;     ///< back to the file, if it is not canonical
  bool keep_text = true;  ///< the canonical text is part of the result
};

struct FormatResult {
  std::string file;
  bool canonical = false;  ///< as it was given
  std::optional<std::string> text;
};

/// The source is added to `sources`: diagnostics point into it. A text with syntax errors is refused.
Outcome<FormatResult> format(const FormatOptions& options, SourceMap& sources);
nlohmann::ordered_json to_json(const FormatResult& result);

}  // namespace sunder::verbs
