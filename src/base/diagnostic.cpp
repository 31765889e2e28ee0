#include "base/diagnostic.hpp"

#include <algorithm>

#include "base/codes.hpp"

namespace sunder {

const std::vector<CodeInfo>& all_codes() {
  static const std::vector<CodeInfo> codes = {
#define SUNDER_CODE(id, title, explanation) {Code::id, #id, title, explanation},
#include "base/codes.def"
#undef SUNDER_CODE
  };
  return codes;
}

std::string_view code_id(Code code) { return all_codes()[static_cast<std::size_t>(code)].id; }

Diagnostic& Diagnostics::add(Diagnostic diagnostic) {
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

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

/// The source line and the caret below it. Long lines are cut to a window around the caret, at character
/// boundaries; control characters are shown as spaces so that a broken file cannot command the terminal.
std::string excerpt(Span span, const Location& where, std::size_t width) {
  const std::string_view line = where.line_text;
  const std::size_t room = width > gutter + 10 ? width - gutter : 40;
  std::size_t from = 0;
  if (where.column_byte > room * 2 / 3) from = where.column_byte - room / 2;
  if (line.size() <= room) from = 0;
  while (from < line.size() && from > 0 && !starts_character(line[from])) ++from;
  std::string shown;
  std::string marks;
  const std::size_t span_bytes = std::max<std::size_t>(span.end > span.begin ? span.end - span.begin : 1, 1);
  std::size_t columns = 0;
  for (std::size_t i = from; i <= line.size() && columns < room; ++i) {
    const bool inside = i >= where.column_byte && i < where.column_byte + span_bytes;
    if (i == line.size()) {
      if (i == where.column_byte) marks += '^';
      break;
    }
    const char c = line[i];
    if (starts_character(c)) {
      marks += inside ? (i == where.column_byte ? '^' : '~') : ' ';
      ++columns;
    }
    shown += static_cast<unsigned char>(c) < 0x20U || c == 0x7F ? ' ' : c;
  }
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
  if (diagnostic.span.valid()) out += sources.describe(diagnostic.span) + ": ";
  out += paint(std::string(severity_word(diagnostic.severity)) + "[" + std::string(code_id(diagnostic.code)) + "]",
               colour);
  out += ": " + diagnostic.message + "\n";
  if (diagnostic.span.valid()) out += excerpt(diagnostic.span, sources.locate(diagnostic.span), options.width);
  for (const Note& note : diagnostic.notes) {
    out += "  note: ";
    if (note.span.valid()) out += sources.describe(note.span) + ": ";
    out += note.message + "\n";
    if (note.span.valid()) out += excerpt(note.span, sources.locate(note.span), options.width);
  }
  if (!diagnostic.help.empty()) out += "  " + paint("help", "1;36") + ": " + diagnostic.help + "\n";
  return out;
}

}  // namespace sunder
