// Source texts and places in them. Every later object answers "where did the user write this?" with a Span.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.hpp"

namespace sunder {

using FileId = Id<struct FileTag>;

/// The largest text that is read: spans count bytes with 32 bits, and differences of them have a sign.
inline constexpr std::size_t largest_source = 0x7FFFFFFF;

/// Half-open byte range [begin, end) in one source file. An invalid file means "no place in a source".
struct Span {
  FileId file;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] bool valid() const { return file.valid(); }
  friend bool operator==(const Span&, const Span&) = default;
};

/// The smallest span that covers both (which must be of one file; an invalid one is ignored).
Span join(Span a, Span b);

/// A place as people count: line and column start at 1, the column counts characters (not bytes).
struct Location {
  std::string_view path;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string_view line_text;     ///< without the line end
  std::uint32_t column_byte = 0;  ///< byte offset of the span inside line_text
};

/// Owns the texts. Texts never move: string_views into them stay valid as long as the map lives.
class SourceMap {
 public:
  FileId add(std::string path, std::string text);

  [[nodiscard]] std::string_view path(FileId file) const { return files_[file.index()].path; }
  [[nodiscard]] std::string_view text(FileId file) const { return files_[file.index()].text; }
  [[nodiscard]] std::string_view text(Span span) const;
  [[nodiscard]] Location locate(Span span) const;
  /// "file:line:column", or "" for an invalid span.
  [[nodiscard]] std::string describe(Span span) const;
  [[nodiscard]] std::size_t size() const { return files_.size(); }

 private:
  struct File {
    std::string path;
    std::string text;
    mutable std::vector<std::uint32_t> line_starts;  // filled at the first question
  };
  std::deque<File> files_;
};

}  // namespace sunder
