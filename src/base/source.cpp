#include "base/source.hpp"

#include <algorithm>

namespace sunder {

Span join(Span a, Span b) {
  if (!a.valid()) return b;
  if (!b.valid()) return a;
  return {a.file, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

FileId SourceMap::add(std::string path, std::string text) {
  files_.push_back({std::move(path), std::move(text), {}});
  return FileId(files_.size() - 1);
}

std::string_view SourceMap::text(Span span) const {
  if (!span.valid()) return {};
  const std::string_view all = text(span.file);
  const std::size_t begin = std::min<std::size_t>(span.begin, all.size());
  const std::size_t end = std::clamp<std::size_t>(span.end, begin, all.size());
  return all.substr(begin, end - begin);
}

Location SourceMap::locate(Span span) const {
  if (!span.valid()) return {};
  const File& file = files_[span.file.index()];
  const std::string_view text = file.text;
  if (file.line_starts.empty()) {
    file.line_starts.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') file.line_starts.push_back(static_cast<std::uint32_t>(i + 1));
  }
  const auto at = static_cast<std::uint32_t>(std::min<std::size_t>(span.begin, text.size()));
  const auto next = std::upper_bound(file.line_starts.begin(), file.line_starts.end(), at);
  const auto line = static_cast<std::uint32_t>(next - file.line_starts.begin());
  const std::uint32_t start = file.line_starts[line - 1];
  std::size_t stop = text.find('\n', start);
  if (stop == std::string_view::npos) stop = text.size();
  if (stop > start && text[stop - 1] == '\r') --stop;
  Location where;
  where.path = file.path;
  where.line = line;
  where.line_text = text.substr(start, stop - start);
  where.column_byte = at - start;
  std::uint32_t column = 1;
  for (std::size_t i = start; i < at; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) ++column;
  where.column = column;
  return where;
}

std::string SourceMap::describe(Span span) const {
  if (!span.valid()) return {};
  const Location where = locate(span);
  return std::string(where.path) + ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
}

}  // namespace sunder
