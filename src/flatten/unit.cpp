#include "flatten/unit.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sunder::flatten {

namespace {

struct NamedUnit {
  std::string_view name;
  std::array<int, 7> exponents;
  bool prefixed;
};

// m, kg, s, A, K, mol, cd
constexpr NamedUnit named[] = {
    {"m", {1, 0, 0, 0, 0, 0, 0}, true},     {"g", {0, 1, 0, 0, 0, 0, 0}, true},
    {"s", {0, 0, 1, 0, 0, 0, 0}, true},     {"A", {0, 0, 0, 1, 0, 0, 0}, true},
    {"K", {0, 0, 0, 0, 1, 0, 0}, true},     {"mol", {0, 0, 0, 0, 0, 1, 0}, true},
    {"cd", {0, 0, 0, 0, 0, 0, 1}, true},    {"rad", {0, 0, 0, 0, 0, 0, 0}, true},
    {"sr", {0, 0, 0, 0, 0, 0, 0}, true},    {"deg", {0, 0, 0, 0, 0, 0, 0}, false},
    {"rev", {0, 0, 0, 0, 0, 0, 0}, false},  {"Hz", {0, 0, -1, 0, 0, 0, 0}, true},
    {"N", {1, 1, -2, 0, 0, 0, 0}, true},    {"Pa", {-1, 1, -2, 0, 0, 0, 0}, true},
    {"bar", {-1, 1, -2, 0, 0, 0, 0}, true}, {"J", {2, 1, -2, 0, 0, 0, 0}, true},
    {"eV", {2, 1, -2, 0, 0, 0, 0}, true},   {"W", {2, 1, -3, 0, 0, 0, 0}, true},
    {"VA", {2, 1, -3, 0, 0, 0, 0}, true},   {"var", {2, 1, -3, 0, 0, 0, 0}, true},
    {"C", {0, 0, 1, 1, 0, 0, 0}, true},     {"V", {2, 1, -3, -1, 0, 0, 0}, true},
    {"F", {-2, -1, 4, 2, 0, 0, 0}, true},   {"Ohm", {2, 1, -3, -2, 0, 0, 0}, true},
    {"S", {-2, -1, 3, 2, 0, 0, 0}, true},   {"Wb", {2, 1, -2, -1, 0, 0, 0}, true},
    {"T", {0, 1, -2, -1, 0, 0, 0}, true},   {"H", {2, 1, -2, -2, 0, 0, 0}, true},
    {"lm", {0, 0, 0, 0, 0, 0, 1}, true},    {"lx", {-2, 0, 0, 0, 0, 0, 1}, true},
    {"Bq", {0, 0, -1, 0, 0, 0, 0}, true},   {"Gy", {2, 0, -2, 0, 0, 0, 0}, true},
    {"Sv", {2, 0, -2, 0, 0, 0, 0}, true},   {"kat", {0, 0, -1, 0, 0, 1, 0}, true},
    {"degC", {0, 0, 0, 0, 1, 0, 0}, false}, {"degF", {0, 0, 0, 0, 1, 0, 0}, false},
    {"min", {0, 0, 1, 0, 0, 0, 0}, false},  {"h", {0, 0, 1, 0, 0, 0, 0}, false},
    {"d", {0, 0, 1, 0, 0, 0, 0}, false},    {"l", {3, 0, 0, 0, 0, 0, 0}, true},
    {"L", {3, 0, 0, 0, 0, 0, 0}, true},     {"t", {0, 1, 0, 0, 0, 0, 0}, false},
};

constexpr std::string_view prefixes[] = {"da", "Y", "Z", "E", "P", "T", "G", "M", "k", "h",
                                         "d",  "c", "m", "u", "n", "p", "f", "a", "z", "y"};

const NamedUnit* find(std::string_view name) {
  for (const NamedUnit& one : named)
    if (one.name == name) return &one;
  for (const std::string_view prefix : prefixes) {
    if (!name.starts_with(prefix)) continue;
    for (const NamedUnit& one : named)
      if (one.prefixed && one.name == name.substr(prefix.size())) return &one;
  }
  return nullptr;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<Dimension> read() {
    std::optional<Dimension> out = factors();
    if (out && take('/')) {
      const std::optional<Dimension> below = factors();
      if (!below) return std::nullopt;
      out = out->times(*below, -1);
    }
    return at_ == text_.size() ? out : std::nullopt;
  }

 private:
  bool take(char wanted) {
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  std::optional<Dimension> factors() {
    Dimension out;
    do {
      const std::optional<Dimension> next = factor();
      if (!next) return std::nullopt;
      out = out.times(*next, 1);
    } while (take('.'));
    return out;
  }

  std::optional<Dimension> factor() {
    if (take('1')) return Dimension{};
    if (take('(')) {
      std::optional<Dimension> inner = factors();
      if (!inner || !take(')')) return std::nullopt;
      return powered(*inner);
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && ((text_[at_] | 32) >= 'a') && ((text_[at_] | 32) <= 'z')) ++at_;
    const NamedUnit* unit = find(text_.substr(begin, at_ - begin));
    if (unit == nullptr) return std::nullopt;
    Dimension out;
    for (std::size_t i = 0; i < 7; ++i) out.exponents[i] = unit->exponents[i] * Dimension::whole;
    return powered(out);
  }

  std::optional<Dimension> powered(const Dimension& base) {
    const bool negative = take('-');
    if (!negative) take('+');
    int exponent = 0;
    bool some = false;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && exponent < 100) {
      exponent = exponent * 10 + (text_[at_++] - '0');
      some = true;
    }
    if (!some) return negative ? std::nullopt : std::optional(base);
    return base.to_power(negative ? -exponent : exponent);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Dimension Dimension::times(const Dimension& other, int sign) const {
  Dimension out = *this;
  for (std::size_t i = 0; i < exponents.size(); ++i) out.exponents[i] += sign * other.exponents[i];
  return out;
}

std::optional<Dimension> Dimension::to_power(double exponent) const {
  Dimension out;
  for (std::size_t i = 0; i < exponents.size(); ++i) {
    const double value = exponents[i] * exponent;
    if (value != std::floor(value) || std::fabs(value) > 1e6) return std::nullopt;
    out.exponents[i] = static_cast<std::int32_t>(value);
  }
  return out;
}

std::optional<Dimension> dimension_of(std::string_view unit) { return Reader(unit).read(); }

std::string print(const Dimension& dimension) {
  static constexpr std::string_view names[] = {"m", "kg", "s", "A", "K", "mol", "cd"};
  static constexpr std::array<std::size_t, 7> order{1, 0, 2, 3, 4, 5, 6};  // kg.m2/s3
  std::string above, below;
  int factors_below = 0;
  for (const std::size_t i : order) {
    const int e = dimension.exponents[i];
    if (e == 0) continue;
    std::string& text = e > 0 ? above : below;
    factors_below += e < 0 ? 1 : 0;
    text += (text.empty() ? "" : ".") + std::string(names[i]);
    const int size = std::abs(e);
    if (size % Dimension::whole != 0)
      text += "^(" + std::to_string(size) + "/" + std::to_string(Dimension::whole) + ")";
    else if (size != Dimension::whole)
      text += std::to_string(size / Dimension::whole);
  }
  if (above.empty()) above = "1";
  if (below.empty()) return above;
  return above + "/" + (factors_below > 1 ? "(" + below + ")" : below);
}

}  // namespace sunder::flatten
