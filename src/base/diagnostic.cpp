#include "base/diagnostic.hpp"

#include <algorithm>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder {

const std::vector<CodeInfo>& all_codes() {
  static const std::vector<CodeInfo> codes = {
#define SUNDER_CODE(id, title, explanation) {Code::id, #id, title, explanation},
#include "base/codes.def"
#undef SUNDER_CODE
  };
  return codes;
}

std::string code_id(Code code) {
  const auto warnings = static_cast<unsigned>(Code::W0000);
  const auto number = static_cast<unsigned>(code);
  const std::string digits = std::to_string(number % warnings);
  return (number < warnings ? "E" : "W") + std::string(4 - digits.size(), '0') + digits;
}

Diagnostic& Diagnostics::add(Diagnostic diagnostic) {
  // what goes wrong for each of several results is told once
  if (!list_.empty() && diagnostic.severity == Severity::error && diagnostic.span.valid() &&
      list_.back().code == diagnostic.code && list_.back().span == diagnostic.span &&
      list_.back().message == diagnostic.message) {
    overflow_ = std::move(diagnostic);
    return overflow_;
  }
  if (diagnostic.severity == Severity::error && ++errors_ > error_limit_) {
    overflow_ = std::move(diagnostic);
    return overflow_;
  }
  list_.push_back(std::move(diagnostic));
  return list_.back();
}

Diagnostic& Diagnostics::error(Code code, Span span, std::string message) {
  return add({code, Severity::error, std::move(message), span, {}, {}});
}

Diagnostic& Diagnostics::warning(Code code, Span span, std::string message) {
  return add({code, Severity::warning, std::move(message), span, {}, {}});
}

void Diagnostics::append(const Diagnostics& other) {
  for (const Diagnostic& diagnostic : other.list_) add(diagnostic);
  // errors beyond the other's limit were counted there, and count here too
  const auto kept = static_cast<std::size_t>(std::count_if(
      other.list_.begin(), other.list_.end(), [](const Diagnostic& d) { return d.severity == Severity::error; }));
  errors_ += other.errors_ - kept;
}

bool Diagnostics::failed_at_run_time() const {
  return std::ranges::any_of(list_, [](const Diagnostic& one) { return one.at_run_time; });
}

std::vector<Diagnostic> Diagnostics::in_source_order() const {
  std::vector<Diagnostic> sorted = list_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
    if (a.span.file != b.span.file) return a.span.file < b.span.file;
    return a.span.begin < b.span.begin;
  });
  return sorted;
}

namespace {

constexpr std::size_t gutter = 4;

std::string_view severity_word(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: return "note";
  }
  return "error";
}

/// The source line and the caret below it. Long lines are cut to a window around the caret, at character
/// boundaries; control characters are shown as spaces and bytes that are not text as \xE9, so that a broken file cannot
/// command the terminal.
std::string excerpt(Span span, const Location& where, std::size_t width) {
  const std::string_view line = where.line_text;
  const std::size_t room = width > gutter + 10 ? width - gutter : 40;
  std::size_t from = 0;
  if (where.column_byte > room * 2 / 3) from = where.column_byte - room / 2;
  if (line.size() <= room) from = 0;
  for (int k = 0; k < 3 && from < where.column_byte && from > 0 && utf8_length(line, from) == 0; ++k) ++from;
  std::string shown;
  std::string marks;
  const std::size_t span_bytes = std::max<std::size_t>(span.end > span.begin ? span.end - span.begin : 1, 1);
  for (std::size_t i = from; i < line.size() && marks.size() < room;) {
    const std::size_t length = std::max<std::size_t>(utf8_length(line, i), 1);
    const bool control = static_cast<unsigned char>(line[i]) < 0x20U || line[i] == 0x7F;
    const std::string piece = control ? " " : printable(line.substr(i, length));
    shown += piece;
    const bool marked = i + length > where.column_byte && i < where.column_byte + span_bytes;
    const bool first = marked && (marks.empty() || marks.back() == ' ');
    const std::size_t columns = utf8_length(line, i) > 0 ? 1 : piece.size();
    marks.append(columns, marked ? '~' : ' ');
    if (first) marks[marks.size() - columns] = '^';
    i += length;
  }
  if (where.column_byte >= line.size() && marks.size() < room) marks += '^';
  while (!marks.empty() && marks.back() == ' ') marks.pop_back();
  const std::string indent(gutter, ' ');
  return indent + shown + "\n" + indent + marks + "\n";
}

}  // namespace

std::string render(const Diagnostic& diagnostic, const SourceMap& sources, RenderOptions options) {
  const auto paint = [&](std::string_view text, std::string_view colour) {
    return options.colour ? "\x1b[" + std::string(colour) + "m" + std::string(text) + "\x1b[0m" : std::string(text);
  };
  const std::string_view colour = diagnostic.severity == Severity::error ? "1;31" : "1;33";
  std::string out;
  if (diagnostic.span.valid()) out += printable(sources.describe(diagnostic.span)) + ": ";
  out += paint(std::string(severity_word(diagnostic.severity)) + "[" + code_id(diagnostic.code) + "]", colour);
  out += ": " + printable(diagnostic.message) + "\n";
  if (diagnostic.span.valid()) out += excerpt(diagnostic.span, sources.locate(diagnostic.span), options.width);
  for (const Note& note : diagnostic.notes) {
    out += "  note: ";
    if (note.span.valid()) out += printable(sources.describe(note.span)) + ": ";
    out += printable(note.message) + "\n";
    if (note.span.valid()) out += excerpt(note.span, sources.locate(note.span), options.width);
  }
  if (!diagnostic.help.empty()) out += "  " + paint("help", "1;36") + ": " + printable(diagnostic.help) + "\n";
  return out;
}

}  // namespace sunder
