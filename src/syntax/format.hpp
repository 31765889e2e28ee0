// Canonical Modelica text: `sunder format`.
#pragma once

#include <string>

#include "base/outcome.hpp"
#include "base/source.hpp"
#include "ir/ast.hpp"

namespace sunder::syntax {

/// The file with canonical spaces and line breaks. Every token and comment is kept, in order; at most one empty line
/// between two items is kept. The tree must be that of the source and free of errors.
std::string format(const SourceMap& sources, const ast::File& file);

/// Parses and formats. A file with syntax errors is refused: the outcome has its diagnostics and no value.
Outcome<std::string> format(const SourceMap& sources, FileId file);

}  // namespace sunder::syntax
