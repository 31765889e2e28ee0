// Text -> syntax tree. Never fails to return a tree; what is wrong with the text is in the diagnostics.
#pragma once

#include <cstdint>

#include "base/outcome.hpp"
#include "base/source.hpp"
#include "ir/ast.hpp"

namespace sunder::syntax {

/// Whole paths that flat texts declare as names (flat_names.hpp): read as one identifier each, or not at all.
enum class FlatNames : std::uint8_t { joined, as_written };

/// One file: `within` and class definitions. Diagnostics are in source order.
Outcome<ast::File> parse(const SourceMap& sources, FileId file, FlatNames names = FlatNames::joined);

/// A text that is one expression, for values given on the command line. The node lives in the arena.
Outcome<ast::Expression*> parse_expression(const SourceMap& sources, FileId file, Arena& arena);

}  // namespace sunder::syntax
