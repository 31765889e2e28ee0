#include "symbolic/texts.hpp"

#include <cmath>
#include <cstdio>
#include <limits>

#include "base/text.hpp"
#include "symbolic/said_text.hpp"

namespace sunder::symbolic {

namespace {

// beyond this a run would need memory without end: there is no number then, and the run ends
constexpr std::size_t most_texts = std::size_t{1} << 20U;

/// The texts of messages of this thread, by number: -1, -2, …
std::deque<std::string>& said_here() {
  thread_local std::deque<std::string> said;
  return said;
}

}  // namespace

double SaidText::value(std::span<const double> arguments) const {
  said_here().push_back(pattern_.fill(arguments.data(), *texts_));
  return -static_cast<double>(said_here().size());
}

void forget_said() { said_here().clear(); }

double Texts::number(std::string_view text) {
  const std::lock_guard lock(mutex_);
  if (const auto known = numbers_.find(text); known != numbers_.end()) return static_cast<double>(known->second);
  if (list_.size() >= most_texts) return std::numeric_limits<double>::quiet_NaN();
  list_.emplace_back(text);
  numbers_.emplace(list_.back(), list_.size() - 1);
  return static_cast<double>(list_.size() - 1);
}

std::string Texts::at(double number) const {
  if (number < 0) {
    const auto which = static_cast<std::size_t>(-number);
    return which <= said_here().size() ? said_here()[which - 1] : std::string();
  }
  const std::lock_guard lock(mutex_);
  const bool known = number >= 0 && number < static_cast<double>(list_.size());
  return known ? list_[static_cast<std::size_t>(number)] : std::string();
}

namespace {

/// Nothing but flags, width, precision and one letter counts.
std::string formatted(const std::string& format, double number) {
  std::string safe = "%";
  std::size_t i = !format.empty() && format[0] == '%' ? 1 : 0;
  while (i < format.size() && std::string_view("-+ #0123456789.").find(format[i]) != std::string_view::npos)
    safe += format[i++];
  const char letter = i < format.size() ? format[i] : 'g';
  char buffer[400];
  constexpr double most = 9e18;  // beyond which a number is none of C
  if ((letter == 'd' || letter == 'i') && std::fabs(number) < most) {
    safe += "ld";
    std::snprintf(buffer, sizeof buffer, safe.c_str(), static_cast<long>(number));
  } else {
    safe += std::string_view("eEfFgG").find(letter) != std::string_view::npos ? letter : 'g';
    std::snprintf(buffer, sizeof buffer, safe.c_str(), number);
  }
  return buffer;
}

std::string plain(const TextFormat& format, double number, const Texts* texts) {
  using Kind = TextFormat::Kind;
  switch (format.kind) {
    case Kind::text: return texts != nullptr ? texts->at(number) : std::string();
    case Kind::boolean: return number != 0 ? "true" : "false";
    case Kind::enumeration:
      if (number >= 1 && number <= static_cast<double>(format.literals.size()))
        return format.literals[static_cast<std::size_t>(number) - 1];
      return shortest(number);
    case Kind::integer: return format.format.empty() ? shortest(number) : formatted(format.format, number);
    case Kind::real: return format.format.empty() ? rounded(number, format.digits) : formatted(format.format, number);
  }
  return {};
}

}  // namespace

std::string written(const TextFormat& format, double number, const Texts* texts) {
  std::string text = plain(format, number, texts);
  if (text.size() < format.length) text.insert(format.left ? text.size() : 0, format.length - text.size(), ' ');
  return text;
}

std::string TextPattern::fill(const double* numbers, const Texts& texts) const {
  std::string text = parts.front();
  for (std::size_t i = 0; i < formats.size(); ++i) text += written(formats[i], numbers[i], &texts) + parts[i + 1];
  return text;
}

}  // namespace sunder::symbolic
