#include "publish/units.hpp"

#include <cmath>
#include <numbers>
#include <string_view>
#include <vector>

namespace sunder::publish {

namespace {

struct Known {
  std::string_view name;
  bool prefixed;  ///< takes prefixes
  std::map<std::string, int> exponents;
  double factor = 1, offset = 0;
};

const std::vector<Known>& known_units() {
  static const std::vector<Known> list{
      {"m", true, {{"m", 1}}},
      {"g", true, {{"kg", 1}}, 1e-3},
      {"s", true, {{"s", 1}}},
      {"A", true, {{"A", 1}}},
      {"K", true, {{"K", 1}}},
      {"mol", true, {{"mol", 1}}},
      {"cd", true, {{"cd", 1}}},
      {"rad", true, {{"rad", 1}}},
      {"Hz", true, {{"s", -1}}},
      {"N", true, {{"kg", 1}, {"m", 1}, {"s", -2}}},
      {"Pa", true, {{"kg", 1}, {"m", -1}, {"s", -2}}},
      {"J", true, {{"kg", 1}, {"m", 2}, {"s", -2}}},
      {"W", true, {{"kg", 1}, {"m", 2}, {"s", -3}}},
      {"C", true, {{"A", 1}, {"s", 1}}},
      {"V", true, {{"kg", 1}, {"m", 2}, {"s", -3}, {"A", -1}}},
      {"F", true, {{"kg", -1}, {"m", -2}, {"s", 4}, {"A", 2}}},
      {"Ohm", true, {{"kg", 1}, {"m", 2}, {"s", -3}, {"A", -2}}},
      {"S", true, {{"kg", -1}, {"m", -2}, {"s", 3}, {"A", 2}}},
      {"Wb", true, {{"kg", 1}, {"m", 2}, {"s", -2}, {"A", -1}}},
      {"T", true, {{"kg", 1}, {"s", -2}, {"A", -1}}},
      {"H", true, {{"kg", 1}, {"m", 2}, {"s", -2}, {"A", -2}}},
      {"l", true, {{"m", 3}}, 1e-3},
      {"bar", true, {{"kg", 1}, {"m", -1}, {"s", -2}}, 1e5},
      {"min", false, {{"s", 1}}, 60},
      {"h", false, {{"s", 1}}, 3600},
      {"d", false, {{"s", 1}}, 86400},
      {"degC", false, {{"K", 1}}, 1, 273.15},
      {"degF", false, {{"K", 1}}, 5.0 / 9.0, 459.67 * 5.0 / 9.0},
      {"deg", false, {{"rad", 1}}, std::numbers::pi / 180},
      {"rev", false, {{"rad", 1}}, 2 * std::numbers::pi},
      {"rpm", false, {{"rad", 1}, {"s", -1}}, std::numbers::pi / 30},
      {"eV", true, {{"kg", 1}, {"m", 2}, {"s", -2}}, 1.602176634e-19},
      {"atm", false, {{"kg", 1}, {"m", -1}, {"s", -2}}, 101325},
      {"%", false, {}, 0.01},
  };
  return list;
}

struct Prefix {
  std::string_view name;
  int power;
};
constexpr Prefix prefixes[] = {{"da", 1}, {"Y", 24},  {"Z", 21},  {"E", 18},  {"P", 15},  {"T", 12}, {"G", 9},
                               {"M", 6},  {"k", 3},   {"h", 2},   {"d", -1},  {"c", -2},  {"m", -3}, {"u", -6},
                               {"n", -9}, {"p", -12}, {"f", -15}, {"a", -18}, {"z", -21}, {"y", -24}};

std::optional<BaseUnit> symbol(std::string_view name) {
  for (const Known& unit : known_units())
    if (unit.name == name) return BaseUnit{unit.exponents, unit.factor, unit.offset};
  for (const Prefix& prefix : prefixes) {
    if (!name.starts_with(prefix.name)) continue;
    for (const Known& unit : known_units())
      if (unit.prefixed && unit.name == name.substr(prefix.name.size()))
        return BaseUnit{unit.exponents, std::pow(10.0, prefix.power) * unit.factor, 0};
  }
  return std::nullopt;
}

/// The grammar of Modelica: factors with exponents, "." between them, one "/".
class UnitParser {
 public:
  explicit UnitParser(std::string_view text) : text_(text) {}

  std::optional<BaseUnit> run() {
    BaseUnit total;
    if (!product(total, 1)) return std::nullopt;
    if (take('/') && !denominator(total)) return std::nullopt;
    if (at_ != text_.size()) return std::nullopt;
    std::erase_if(total.exponents, [](const auto& one) { return one.second == 0; });
    if (parts_ > 1) total.offset = 0;
    return total;
  }

 private:
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool denominator(BaseUnit& total) {
    if (!take('(')) return factor(total, -1);
    return product(total, -1) && take(')');
  }

  bool product(BaseUnit& total, int sign) {
    do {
      if (!factor(total, sign)) return false;
    } while (take('.'));
    return true;
  }

  bool factor(BaseUnit& total, int sign) {
    ++parts_;
    if (take('1')) return true;
    if (take('(')) return product(total, sign) && take(')');
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalpha(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '%'))
      ++at_;
    const std::optional<BaseUnit> unit = symbol(text_.substr(begin, at_ - begin));
    if (!unit) return false;
    int exponent = 1;
    if (!power(exponent)) return false;
    exponent *= sign;
    for (const auto& [name, n] : unit->exponents) total.exponents[name] += n * exponent;
    total.factor *= std::pow(unit->factor, exponent);
    if (exponent == 1) total.offset = unit->offset;
    return true;
  }

  bool power(int& exponent) {
    const int sign = take('-') ? -1 : (take('+'), 1);
    if (at_ >= text_.size() || std::isdigit(static_cast<unsigned char>(text_[at_])) == 0) return sign == 1;
    exponent = 0;
    for (; at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0 && exponent < 100; ++at_)
      exponent = 10 * exponent + (text_[at_] - '0');
    exponent *= sign;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int parts_ = 0;
};

}  // namespace

std::optional<BaseUnit> base_unit(const std::string& unit) { return UnitParser(unit).run(); }

std::optional<DisplayConversion> display_conversion(const std::string& unit, const std::string& display_unit) {
  if (display_unit.empty() || unit == display_unit) return std::nullopt;
  const std::optional<BaseUnit> from = base_unit(unit);
  const std::optional<BaseUnit> to = base_unit(display_unit);
  if (!from || !to || from->exponents != to->exponents) return std::nullopt;
  return DisplayConversion{from->factor / to->factor, (from->offset - to->offset) / to->factor};
}

}  // namespace sunder::publish
