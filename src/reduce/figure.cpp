#include "reduce/figure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/text.hpp"

namespace sunder::reduce {
namespace {

constexpr double left = 80, top = 40, width = 520, height = 320, legend = 240;
constexpr std::array colours = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#7f7f7f"};

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void add(double v) {
    low = std::min(low, v);
    high = std::max(high, v);
  }
  void widen() {
    if (!(low <= high)) low = 0, high = 1;
    if (low == high) low -= 0.5, high += 0.5;
  }
  [[nodiscard]] double part(double v) const { return (v - low) / (high - low); }
};

class Drawing {
 public:
  explicit Drawing(const Figure& figure) : figure_(figure) {
    for (const Curve& curve : figure.curves) {
      for (std::size_t i = 0; i < curve.x.size(); ++i) {
        if (!shown(curve, i)) continue;
        x_.add(curve.x[i]);
        y_.add(scaled(curve.y[i]));
      }
    }
    x_.widen();
    y_.widen();
    if (figure.logarithmic) {
      y_.low = std::floor(y_.low);
      y_.high = std::ceil(y_.high);
      y_.widen();
    }
  }

  std::string text() {
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + shortest(left + width + legend) + "\" height=\"" +
           shortest(top + height + 60) + "\" font-family=\"sans-serif\" font-size=\"12\">\n" +
           "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
    label(left + width / 2, 22, figure_.title, "middle");
    label(left + width / 2, top + height + 42, figure_.x_label, "middle");
    label(left, top - 6, figure_.y_label, "start");
    out_ += "<rect x=\"80\" y=\"40\" width=\"520\" height=\"320\" fill=\"none\" stroke=\"#444\"/>\n";
    ticks();
    for (std::size_t i = 0; i < figure_.curves.size(); ++i) curve(figure_.curves[i], i);
    return out_ + "</svg>\n";
  }

 private:
  [[nodiscard]] bool shown(const Curve& c, std::size_t i) const {
    return std::isfinite(c.x[i]) && std::isfinite(c.y[i]) && (!figure_.logarithmic || c.y[i] > 0);
  }
  [[nodiscard]] double scaled(double y) const { return figure_.logarithmic ? std::log10(y) : y; }
  [[nodiscard]] double px(double x) const { return left + width * x_.part(x); }
  [[nodiscard]] double py(double y) const { return top + height * (1 - y_.part(y)); }

  void label(double x, double y, const std::string& text, const char* anchor) {
    out_ += "<text x=\"" + rounded(x, 6) + "\" y=\"" + rounded(y, 6) + "\" text-anchor=\"" + anchor + "\">" +
            escaped(text) + "</text>\n";
  }

  void ticks() {
    constexpr int count = 6;
    for (int i = 0; i <= count; ++i) {
      const double x = x_.low + (x_.high - x_.low) * i / count;
      label(px(x), top + height + 18, rounded(x, 3), "middle");
    }
    const int steps = figure_.logarithmic ? static_cast<int>(y_.high - y_.low) : count;
    const int stride = std::max(1, steps / 8);
    for (int i = 0; i <= steps; i += stride) {
      const double y = y_.low + (y_.high - y_.low) * i / steps;
      label(left - 6, py(y) + 4, figure_.logarithmic ? "1e" + rounded(y, 4) : rounded(y, 3), "end");
      out_ += "<line x1=\"80\" x2=\"600\" y1=\"" + rounded(py(y), 6) + "\" y2=\"" + rounded(py(y), 6) +
              "\" stroke=\"#ddd\"/>\n";
    }
  }

  void curve(const Curve& c, std::size_t number) {
    const std::string colour = colours[number % colours.size()];
    std::string points;
    for (std::size_t i = 0; i < c.x.size(); ++i) {
      if (!shown(c, i)) continue;
      const std::string x = rounded(px(c.x[i]), 6);
      const std::string y = rounded(py(scaled(c.y[i])), 6);
      points += x + "," + y + " ";
      if (figure_.marks) out_ += "<circle cx=\"" + x + "\" cy=\"" + y + "\" r=\"3\" fill=\"" + colour + "\"/>\n";
    }
    const std::string style =
        "stroke=\"" + colour + "\" stroke-width=\"1.5\" fill=\"none\"" + (c.dashed ? " stroke-dasharray=\"5,3\"" : "");
    out_ += "<polyline points=\"" + points + "\" " + style + "/>\n";
    const double y = top + 10 + 18 * static_cast<double>(number);
    out_ += "<line x1=\"612\" x2=\"636\" y1=\"" + rounded(y, 6) + "\" y2=\"" + rounded(y, 6) + "\" " + style + "/>\n";
    label(642, y + 4, c.name, "start");
  }

  const Figure& figure_;
  Range x_, y_;
  std::string out_;
};

}  // namespace

std::string svg(const Figure& figure) { return Drawing(figure).text(); }

}  // namespace sunder::reduce
