// Canonical Modelica text: `sunder format`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/outcome.hpp"
#include "base/source.hpp"
#include "ir/ast.hpp"

namespace sunder::syntax {

/// The file with canonical spaces and line breaks. Every token and comment is kept, in order; at most one empty line
/// between two items is kept. The tree must be that of the source and free of errors. The result is compared with the
/// source, token by token and comment by comment; a difference is a mistake of ours and throws.
std::string format(const SourceMap& sources, const ast::File& file);

/// Parses and formats. A file with syntax errors is refused: the outcome has its diagnostics and no value. So is a flat
/// text whose names are paths: it can be read as a model, but is no Modelica.
Outcome<std::string> format(const SourceMap& sources, FileId file);

/// Where two texts stop being the same but for spaces and line breaks: the place in the first one.
std::optional<std::uint32_t> first_difference(std::string_view text, std::string_view other);

}  // namespace sunder::syntax
