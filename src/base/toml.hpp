// Texts in TOML: what they say, and where. The one place that includes the library and knows its limits.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Its assertions are about the text too (`[ = 1`): it reports what is wrong with that right after them.
#define TOML_ASSERT(expression) static_assert(true)
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "base/diagnostic.hpp"
#include "base/source.hpp"

namespace sunder {

/// What the library must not see, half-open in bytes: it asks of letters beyond ASCII whether they are spaces, in a
/// way whose answer is undefined.
struct TomlFault {
  std::size_t begin = 0, end = 0;
  std::string what;
};

/// The first bytes that are not UTF-8, else the first character beyond ASCII outside strings and comments, where TOML
/// has none, or first after a backslash that ends a line of a string, where it would be allowed.
std::optional<TomlFault> toml_fault(std::string_view text);

class TomlText {
 public:
  TomlText(const SourceMap& sources, FileId file);

  /// The root table; nothing: an error with this code and its place says what is not TOML.
  std::optional<toml::table> parse(Code code, Diagnostics& diagnostics) const;

  [[nodiscard]] Span span_of(const toml::source_region& region) const;
  [[nodiscard]] Span span_of(const toml::node& node) const { return span_of(node.source()); }
  [[nodiscard]] Span span_of(const toml::key& key) const { return span_of(key.source()); }
  /// A table reaches over many lines: its first one is enough to find it.
  [[nodiscard]] Span first_line(const toml::node& node) const;

 private:
  [[nodiscard]] std::size_t offset(const toml::source_position& position) const;

  std::string_view text_;
  FileId file_;
  std::vector<std::size_t> line_starts_;
};

}  // namespace sunder
