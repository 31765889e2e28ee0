#include "base/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace sunder {

std::string shortest(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char text[40];
  const auto result = std::to_chars(text, text + sizeof text, value);
  return {text, result.ptr};
}

std::string rounded(double value, int digits) {
  char text[48];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

double rounded_number(double value, int digits) {
  const std::string text = rounded(value, digits);
  return number_in(text).value_or(value);
}

std::optional<double> number_in(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  double value = 0;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto result = std::from_chars(begin, end, value);
  if (result.ec != std::errc{} || result.ptr != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// In halves of an edit: another case is half as wrong as another letter.
constexpr std::size_t edit = 2;

std::size_t difference(char a, char b) { return a == b ? 0 : lower(a) == lower(b) ? edit / 2 : edit; }

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = edit * j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = edit * i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + edit, row[j - 1] + edit, diagonal + difference(a[i - 1], b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

bool same_but_for_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

std::vector<std::string> closest(std::string_view written, const std::vector<std::string>& candidates,
                                 std::size_t at_most) {
  constexpr std::size_t longest_compared = 200;  // quadratic in the length: names longer than this are not compared
  if (written.size() > longest_compared) return {};
  const std::size_t limit = std::max<std::size_t>(1, written.size() / 3 + 1);
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const std::string& candidate : candidates) {
    const std::size_t longer =
        candidate.size() > written.size() ? candidate.size() - written.size() : written.size() - candidate.size();
    if (longer > limit || candidate.size() > longest_compared) continue;
    const std::size_t distance = edit_distance(written, candidate);
    // one letter of one is nothing in common, unless only its case is wrong
    const bool near = distance <= edit * limit && distance < edit * written.size();
    if (near || same_but_for_case(written, candidate)) ranked.emplace_back(distance, candidate);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> best;
  for (const auto& entry : ranked) {
    if (best.size() == at_most) break;
    best.push_back(entry.second);
  }
  return best;
}

std::string counted(std::size_t n, std::string_view singular, std::string_view plural) {
  std::string text = std::to_string(n) + " ";
  if (n == 1) return text += singular;
  if (!plural.empty()) return text += plural;
  return (text += singular) + "s";
}

std::string enumerated(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? " and " : ", ";
    text += items[i];
  }
  return text;
}

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned lead = byte(at);
  if (lead < 0x80) return at < text.size() ? 1 : 0;
  const std::size_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                             : (lead & 0xF0U) == 0xE0U      ? 3
                             : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                            : 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte(at + k) & 0xC0U) != 0x80U) return 0;
  // written longer than needed, half of a pair, or beyond the last character
  const unsigned second = byte(at + 1);
  const bool wrong = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
                     (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
  return wrong ? 0 : length;
}

bool valid_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

std::string printable(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    const auto byte = static_cast<unsigned char>(text[i]);
    if (length == 0 || (byte < 0x20 && byte != '\n') || byte == 0x7F) {
      out += {'\\', 'x', digits[byte >> 4U], digits[byte & 15U]};
      ++i;
    } else {
      out += text.substr(i, length);
      i += length;
    }
  }
  return out;
}

}  // namespace sunder
