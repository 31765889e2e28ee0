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

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

bool same_but_for_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

std::vector<std::string> closest(std::string_view written, const std::vector<std::string>& candidates,
                                 std::size_t at_most) {
  constexpr std::size_t longest_compared = 200;  // quadratic in the length: names longer than this are not compared
  if (written.size() > longest_compared) return {};
  const std::size_t limit = std::max<std::size_t>(1, written.size() / 3 + 1);
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const std::string& candidate : candidates) {
    const std::size_t difference =
        candidate.size() > written.size() ? candidate.size() - written.size() : written.size() - candidate.size();
    if (difference > limit || candidate.size() > longest_compared) continue;
    const std::size_t distance = edit_distance(written, candidate);
    // one letter of one is nothing in common, unless only its case is wrong
    if (distance <= limit && (distance < written.size() || same_but_for_case(written, candidate)))
      ranked.emplace_back(distance, candidate);
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

bool valid_utf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const auto lead = static_cast<unsigned char>(text[i]);
    std::size_t follow = 0;
    if (lead < 0x80) {
      ++i;
      continue;
    }
    if (lead >= 0xC2 && lead <= 0xDF)
      follow = 1;
    else if ((lead & 0xF0U) == 0xE0U)
      follow = 2;
    else if (lead >= 0xF0 && lead <= 0xF4)
      follow = 3;
    else
      return false;
    if (i + follow >= text.size()) return false;
    for (std::size_t k = 1; k <= follow; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0U) != 0x80U) return false;
    i += follow + 1;
  }
  return true;
}

}  // namespace sunder
