#include "results/axis_scale.hpp"

#include <array>

#include "base/text.hpp"

namespace sunder::results {
namespace {

/// Differences below this fraction of the value are smallest_difference, not something to look at.
constexpr double smallest_difference = 1e-12;

/// 10 to a whole power, written as people write it.
std::string power_of_ten(int exponent) {
  static constexpr std::array digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out = exponent < 0 ? "10⁻" : "10";
  for (const char c : std::to_string(std::abs(exponent))) out += digits[static_cast<std::size_t>(c - '0')];
  return out;
}

/// Without the exponents of programming languages.
std::string number_text(double value, int digits) {
  const std::string text = rounded(value, digits);
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  const std::string mantissa = text.substr(0, e);
  const std::string power = power_of_ten(std::stoi(text.substr(e + 1)));
  return mantissa == "1" ? power : mantissa == "-1" ? "-" + power : mantissa + "·" + power;
}

/// 1, 2 or 5 times a power of ten, so that about six of them fit.
double even_spacing(double length) {
  const double rough = length / 6;
  const double unit = std::pow(10, std::floor(std::log10(rough)));
  const double parts = rough / unit;
  return unit * (parts > 7 ? 10 : parts > 3 ? 5 : parts > 1.5 ? 2 : 1);
}

std::vector<Tick> even_ticks(double low, double high, bool whole) {
  double every = even_spacing(high - low);
  if (whole) every = std::max(1.0, every);
  // as many digits as tell neighbours apart
  const double largest = std::max(std::abs(low), std::abs(high));
  int digits = std::clamp(static_cast<int>(std::ceil(std::log10(largest / every) - 1e-9)) + 1, 1, 15);
  if (largest < 1e6) digits = std::max(digits, static_cast<int>(std::floor(std::log10(largest))) + 1);
  std::vector<Tick> out;
  const double first = std::ceil(low / every - 1e-9);
  for (double k = first; k * every <= high + 1e-9 * every; ++k) {
    const double at = k * every;
    out.push_back({at, k == 0 ? "0" : number_text(at, digits)});
  }
  return out;
}

std::vector<Tick> logarithmic_ticks(double low, double high) {
  const int first = static_cast<int>(std::ceil(std::log10(low) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(high) + 1e-9));
  std::vector<Tick> out;
  if (last - first >= 2) {
    const int every = (last - first + 8) / 8;
    const bool plain = first >= -3 && last <= 4;
    for (int e = first; e <= last; e += every) {
      const double at = std::pow(10, e);
      out.push_back({at, plain ? rounded(at, 1 + std::max(0, e)) : power_of_ten(e)});
    }
    return out;
  }
  for (int e = first - 1; e <= last; ++e) {
    for (const int factor : {1, 2, 5}) {
      const double at = factor * std::pow(10, e);
      if (at >= low * (1 - 1e-9) && at <= high * (1 + 1e-9)) out.push_back({at, number_text(at, 4)});
    }
  }
  return out.size() >= 3 ? out : even_ticks(low, high, false);
}

}  // namespace

std::vector<Tick> axis_ticks(double low, double high, bool logarithmic, bool whole) {
  if (!(low < high) || !std::isfinite(high - low) || (logarithmic && low <= 0)) return {};
  return logarithmic ? logarithmic_ticks(low, high) : even_ticks(low, high, whole);
}

void AxisScale::settle(double margin, bool zero_base) {
  // margins belong to what is shown, not to what lies beyond a given end
  if (given_low_ && shows(*given_low_)) low_ = std::max(low_, *given_low_);
  if (given_high_ && shows(*given_high_)) high_ = std::min(high_, *given_high_);
  if (!(low_ <= high_)) low_ = logarithmic_ ? 0.1 : 0, high_ = logarithmic_ ? 10 : 1;
  if (logarithmic_) {
    if (high_ <= low_ * (1 + smallest_difference)) low_ /= 3, high_ *= 3;
    const double factor = std::pow(high_ / low_, margin);
    low_ = std::max(low_ / factor, std::numeric_limits<double>::min());
    high_ = std::min(high_ * factor, std::numeric_limits<double>::max());
  } else {
    // halves: the length of the largest possible range is no number
    const double middle = low_ / 2 + high_ / 2;
    const double half = high_ / 2 - low_ / 2;
    const double largest = std::max(std::abs(low_), std::abs(high_));
    const bool from_zero = zero_base && low_ >= 0 && low_ <= high_ / 4 && high_ > 0;
    if (half <= smallest_difference * largest || largest == 0) {
      const double wide = largest == 0 ? 0.5 : largest / 10;
      low_ = middle - wide;
      high_ = middle + wide;
    } else {
      low_ = from_zero ? 0 : middle - half * (1 + 2 * margin);
      high_ = middle + half * (1 + 2 * margin);
    }
    constexpr double most = std::numeric_limits<double>::max();
    low_ = std::max(low_, -most);
    high_ = std::min(high_, most);
  }
  if (given_low_ && shows(*given_low_)) low_ = *given_low_;
  if (given_high_ && shows(*given_high_)) high_ = *given_high_;
  if (low_ < high_) return;
  if (given_low_ && !given_high_)
    high_ = logarithmic_ ? 10 * low_ : low_ + 1;
  else
    low_ = logarithmic_ ? high_ / 10 : high_ - 1;
}

double AxisScale::fraction(double value) const {
  const double at = logarithmic_ ? (std::log(value) - std::log(low_)) / (std::log(high_) - std::log(low_))
                                 : (value / 2 - low_ / 2) / (high_ / 2 - low_ / 2);
  return std::clamp(at, -20.0, 21.0);
}

}  // namespace sunder::results
