#include "base/source.hpp"

#include <algorithm>
#include <cassert>

namespace sunder {

Span join(Span a, Span b) {
  if (!a.valid()) return b;
  if (!b.valid()) return a;
  return {a.file, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

const std::vector<std::uint32_t>& SourceText::line_starts() const {
  std::call_once(lines_counted_, [this] {
    line_starts_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i)
      if (text_[i] == '\n') line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
  });
  return line_starts_;
}

Location SourceText::locate(Span span) const {
  const std::string_view text = text_;
  const std::vector<std::uint32_t>& starts = line_starts();
  const auto at = static_cast<std::uint32_t>(std::min<std::size_t>(span.begin, text.size()));
  const auto next = std::upper_bound(starts.begin(), starts.end(), at);
  const auto line = static_cast<std::uint32_t>(next - starts.begin());
  const std::uint32_t start = starts[line - 1];
  std::size_t stop = text.find('\n', start);
  if (stop == std::string_view::npos) stop = text.size();
  if (stop > start && text[stop - 1] == '\r') --stop;
  Location where;
  where.path = path_;
  where.line = line;
  where.line_text = text.substr(start, stop - start);
  where.column_byte = at - start;
  std::uint32_t column = 1;
  for (std::size_t i = start; i < at; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) ++column;
  where.column = column;
  return where;
}

FileId SourceMap::add(std::string path, std::string text) {
  const FileId id(next_->fetch_add(1, std::memory_order_relaxed));
  texts_.emplace(id, std::make_shared<const SourceText>(id, std::move(path), std::move(text)));
  return id;
}

void SourceMap::add(std::shared_ptr<const SourceText> text) {
  const FileId id = text->id();
  texts_.insert_or_assign(id, std::move(text));
}

void SourceMap::append(const SourceMap& other) {
  assert((other.next_ == next_ || other.texts_.empty()) && "ids mean something within one family only");
  texts_.insert(other.texts_.begin(), other.texts_.end());
}

SourceMap SourceMap::empty_sibling() const {
  SourceMap sibling = *this;
  sibling.texts_.clear();
  return sibling;
}

std::string_view SourceMap::text(Span span) const {
  if (!span.valid()) return {};
  const std::string_view all = text(span.file);
  const std::size_t begin = std::min<std::size_t>(span.begin, all.size());
  const std::size_t end = std::clamp<std::size_t>(span.end, begin, all.size());
  return all.substr(begin, end - begin);
}

Location SourceMap::locate(Span span) const { return span.valid() ? texts_.at(span.file)->locate(span) : Location(); }

std::string SourceMap::describe(Span span) const {
  if (!span.valid()) return {};
  const Location where = locate(span);
  return std::string(where.path) + ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
}

}  // namespace sunder
