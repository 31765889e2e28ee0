// Source texts and places in them. Every later object answers "where did the user write this?" with a Span.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
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

/// One text and what messages call it. Never changes or moves: views into it are valid as long as it lives.
class SourceText {
 public:
  SourceText(FileId id, std::string path, std::string text) : id_(id), path_(std::move(path)), text_(std::move(text)) {}

  [[nodiscard]] FileId id() const { return id_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] Location locate(Span span) const;

 private:
  [[nodiscard]] const std::vector<std::uint32_t>& line_starts() const;

  FileId id_;
  std::string path_;
  std::string text_;
  mutable std::once_flag lines_counted_;  // at the first question, which several threads may ask
  mutable std::vector<std::uint32_t> line_starts_;
};

/// The texts that some spans point into; copies share them. Maps of one family (made from each other by `empty_sibling`
/// or by copying) never give the same id to two texts, so that spans of one can be shown by another that was told the
/// texts. A map is changed by one thread at a time; a family may be spread over threads.
class SourceMap {
 public:
  FileId add(std::string path, std::string text);
  void add(std::shared_ptr<const SourceText> text);
  /// Takes in all texts of a map of the same family.
  void append(const SourceMap& other);
  /// A map of the same family without texts.
  [[nodiscard]] SourceMap empty_sibling() const;

  [[nodiscard]] std::string_view path(FileId file) const { return texts_.at(file)->path(); }
  [[nodiscard]] std::string_view text(FileId file) const { return texts_.at(file)->text(); }
  [[nodiscard]] std::string_view text(Span span) const;
  [[nodiscard]] Location locate(Span span) const;
  /// "file:line:column", or "" for an invalid span.
  [[nodiscard]] std::string describe(Span span) const;
  [[nodiscard]] const std::shared_ptr<const SourceText>& share(FileId file) const { return texts_.at(file); }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }

 private:
  std::shared_ptr<std::atomic<std::uint32_t>> next_ = std::make_shared<std::atomic<std::uint32_t>>(0);
  std::unordered_map<FileId, std::shared_ptr<const SourceText>> texts_;
};

}  // namespace sunder
