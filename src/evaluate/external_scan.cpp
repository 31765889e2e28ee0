#include "evaluate/external_scan.hpp"

#include <cctype>
#include <charconv>
#include <limits>

namespace sunder::evaluate {

using ir::BaseType;
using ir::Value;

namespace {

bool is(int (*kind)(int), char c) { return kind(static_cast<unsigned char>(c)) != 0; }

/// Goes through a text from a place counted from 1, behind white space.
class Scanner {
 public:
  Scanner(const std::string& text, double start) : text_(text), start_(start) {
    at_ = start >= 1 && start <= static_cast<double>(text.size()) ? static_cast<std::size_t>(start) - 1 : text.size();
    while (at_ < text_.size() && is(std::isspace, text_[at_])) ++at_;
    begin_ = at_;
  }

  bool take(std::string_view one_of) {
    if (at_ >= text_.size() || one_of.find(text_[at_]) == std::string_view::npos) return false;
    ++at_;
    return true;
  }
  std::size_t digits() {
    const std::size_t before = at_;
    while (at_ < text_.size() && is(std::isdigit, text_[at_])) ++at_;
    return at_ - before;
  }
  /// [sign] digits [. [digits]] [e [sign] digits]
  bool real(bool is_unsigned) {
    if (!is_unsigned) take("+-");
    if (digits() == 0) return false;
    if (take(".")) digits();
    const std::size_t mantissa = at_;
    if (take("eE")) {
      take("+-");
      if (digits() == 0) at_ = mantissa;
    }
    return true;
  }
  /// None that a point or an exponent goes on from, which is a Real.
  bool integer(bool is_unsigned) {
    if (!is_unsigned) take("+-");
    return digits() > 0 && (at_ >= text_.size() || std::string_view(".eE").find(text_[at_]) == std::string_view::npos);
  }
  /// In double quotes; \" does not end it.
  bool quoted() {
    if (!take("\"")) return false;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' && at_ + 1 < text_.size() ? 2 : 1;
    return take("\"");
  }
  bool name() {
    if (at_ >= text_.size() || !(is(std::isalpha, text_[at_]) || text_[at_] == '_')) return false;
    while (at_ < text_.size() && (is(std::isalnum, text_[at_]) || text_[at_] == '_')) ++at_;
    return true;
  }

  [[nodiscard]] std::string found() const { return text_.substr(begin_, at_ - begin_); }
  /// Behind what was found; where the search began: nothing was.
  [[nodiscard]] Value next(bool good) const {
    return Value::scalar(BaseType::integer, good ? static_cast<double>(at_ + 1) : start_);
  }

 private:
  const std::string& text_;
  double start_;
  std::size_t at_ = 0, begin_ = 0;
};

std::optional<double> number_of(const std::string& text) {
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  double value = 0;
  const auto [end, wrong] = std::from_chars(begin, text.data() + text.size(), value);
  return wrong == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool is_integer(double value) {
  return value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
}

}  // namespace

bool scans_texts(const std::string& name) {
  return name == "ModelicaStrings_scanReal" || name == "ModelicaStrings_scanInteger" ||
         name == "ModelicaStrings_scanString" || name == "ModelicaStrings_scanIdentifier";
}

std::optional<bool> call_scan(const std::string& name, const std::vector<Value>& a, std::vector<Value>& results,
                              std::string& message) {
  if (!scans_texts(name)) return std::nullopt;
  Scanner scanner(a[0].strings.front(), a.size() > 1 ? a[1].number() : 1);
  const bool is_unsigned = a.size() > 2 && a[2].number() != 0;
  if (name == "ModelicaStrings_scanReal" || name == "ModelicaStrings_scanInteger") {
    const bool whole = name == "ModelicaStrings_scanInteger";
    const bool good = whole ? scanner.integer(is_unsigned) : scanner.real(is_unsigned);
    const std::optional<double> value = good ? number_of(scanner.found()) : std::optional<double>(0);
    if (!value || (whole && !is_integer(*value))) {
      message = "the number '" + scanner.found() + "' is too large";
      return false;
    }
    results.push_back(scanner.next(good));
    results.push_back(Value::scalar(whole ? BaseType::integer : BaseType::real, *value));
    return true;
  }
  const bool quoted = name == "ModelicaStrings_scanString";
  const bool good = quoted ? scanner.quoted() : scanner.name();
  std::string found = good ? scanner.found() : std::string();
  if (good && quoted) found = found.substr(1, found.size() - 2);
  results.push_back(scanner.next(good));
  results.push_back({BaseType::string, {}, {}, {std::move(found)}, nullptr});
  return true;
}

}  // namespace sunder::evaluate
