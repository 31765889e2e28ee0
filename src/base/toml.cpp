#include "base/toml.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace sunder {

namespace {

/// Goes once through the text as TOML divides it. What is no TOML for other reasons the library reports: it reads no
/// further than that, so what follows may be divided wrongly.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::optional<TomlFault> run() {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
    while (at_ < text_.size() && !fault_) {
      const char c = text_[at_];
      if (c == '#') {
        comment();
      } else if (c == '"' || c == '\'') {
        string(c);
      } else if (value_ && !ends_value(c) && c != '[' && c != '{') {
        bare_value();
      } else {
        sign(c);
      }
    }
    return std::move(fault_);
  }

 private:
  [[nodiscard]] bool beyond_ascii() const { return static_cast<unsigned char>(text_[at_]) >= 0x80; }
  static bool space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
  static bool ends_value(char c) { return space(c) || c == ',' || c == ']' || c == '}' || c == '#'; }

  /// What is neither string nor comment nor value, and whether a value comes next.
  void sign(char c) {
    if (value_ && (c == '[' || c == '{')) {
      open_ += c;
    } else if ((c == ']' || c == '}') && !open_.empty()) {
      open_.pop_back();
    }
    if (c == '=') value_ = true;
    if (c == ',' || c == '{') value_ = open_.ends_with('[');
    if (c == '\n' && open_.empty()) value_ = false;
    ascii();
  }

  /// Quotes inside it begin no string.
  void bare_value() {
    while (at_ < text_.size() && !fault_ && !ends_value(text_[at_])) ascii();
  }

  void comment() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }

  void string(char quote) {
    const std::string three(3, quote);
    const bool long_one = text_.substr(at_).starts_with(three);
    at_ += long_one ? 3 : 1;
    while (at_ < text_.size() && !fault_) {
      if (long_one ? text_.substr(at_).starts_with(three) : text_[at_] == quote || text_[at_] == '\n') {
        at_ += long_one ? 3 : 1;
        // one or two quotes may stand right before the three
        while (long_one && at_ < text_.size() && text_[at_] == quote) ++at_;
        return;
      }
      if (text_[at_++] == '\\' && quote == '"') escape(long_one);
    }
  }

  /// What follows the backslash. The end of a line, with the spaces before and after it, is left out of a long string.
  void escape(bool long_one) {
    if (at_ == text_.size()) return;
    if (!long_one) {
      if (text_[at_] != '\n') ++at_;
    } else if (!space(text_[at_]) && !beyond_ascii()) {
      ++at_;
    } else {
      while (at_ < text_.size() && space(text_[at_])) ++at_;
      if (at_ < text_.size() && beyond_ascii())
        ascii("after a backslash, only a character of ASCII can be read: write this one as \\u and four digits");
    }
  }

  void ascii(const char* what = "it has no such character outside strings and comments") {
    if (beyond_ascii()) {
      fault_ = TomlFault{at_, at_ + utf8_length(text_, at_), what};
    } else {
      ++at_;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool value_ = false;  // what comes is a value, not a key
  std::string open_;    // the brackets around it, but for those of headers
  std::optional<TomlFault> fault_;
};

}  // namespace

std::optional<TomlFault> toml_fault(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0) return TomlFault{i, i + 1, "the bytes here are not UTF-8"};
    i += length;
  }
  return Scanner(text).run();
}

TomlText::TomlText(const SourceMap& sources, FileId file) : text_(sources.text(file)), file_(file), line_starts_{0} {
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
}

std::optional<toml::table> TomlText::parse(Code code, Diagnostics& diagnostics) const {
  const std::string wrong = "this is not TOML: ";
  if (const auto fault = toml_fault(text_)) {
    const Span span{file_, static_cast<std::uint32_t>(fault->begin), static_cast<std::uint32_t>(fault->end)};
    diagnostics.error(code, span, wrong + fault->what);
    return std::nullopt;
  }
  toml::parse_result parsed = toml::parse(text_);
  if (parsed) return std::move(parsed).table();
  diagnostics.error(code, span_of(parsed.error().source()), wrong + std::string(parsed.error().description()));
  return std::nullopt;
}

std::size_t TomlText::offset(const toml::source_position& position) const {
  if (position.line == 0) return 0;
  const std::size_t line = std::min<std::size_t>(position.line - 1, line_starts_.size() - 1);
  std::size_t at = line_starts_[line];
  // columns count characters
  for (std::size_t column = 1; column < position.column && at < text_.size() && text_[at] != '\n'; ++column)
    at += std::max<std::size_t>(1, utf8_length(text_, at));
  return std::min(at, text_.size());
}

Span TomlText::span_of(const toml::source_region& region) const {
  const std::size_t begin = offset(region.begin);
  const std::size_t end = std::max(offset(region.end), begin);
  return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

Span TomlText::first_line(const toml::node& node) const {
  Span span = span_of(node);
  span.end = static_cast<std::uint32_t>(std::min<std::size_t>(text_.find('\n', span.begin), span.end));
  return span;
}

}  // namespace sunder
