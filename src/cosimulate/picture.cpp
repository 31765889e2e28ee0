#include "cosimulate/picture.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace sunder {

namespace {

constexpr double width = 720, height = 400, left = 64, right = 20, top = 36, bottom = 52;

struct Axis {
  double low = 0, high = 1;
  bool logarithmic = false;
  [[nodiscard]] double fraction(double value) const {
    const double at = logarithmic ? (std::log10(value) - std::log10(low)) / (std::log10(high) - std::log10(low))
                                  : (value - low) / (high - low);
    return std::clamp(at, 0.0, 1.0);
  }
  [[nodiscard]] std::vector<double> ticks() const {
    std::vector<double> list;
    if (logarithmic) {
      const double first = std::ceil(std::log10(low) - 1e-9), last = std::floor(std::log10(high) + 1e-9);
      const double every = std::max(1.0, std::ceil((last - first) / 8));
      for (double e = first; e <= last; e += every) list.push_back(std::pow(10, e));
    } else {
      const double rough = (high - low) / 6, unit = std::pow(10, std::floor(std::log10(rough)));
      const double every = unit * (rough / unit > 5 ? 10 : rough / unit > 2 ? 5 : rough / unit > 1 ? 2 : 1);
      for (double at = std::ceil(low / every - 1e-9) * every; at <= high * (1 + 1e-9); at += every) list.push_back(at);
    }
    return list;
  }
};

class Drawing {
 public:
  Drawing(Axis x, Axis y) : x_(x), y_(y) {
    text_ =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 400\" font-family=\"sans-serif\" "
        "font-size=\"12\">\n<rect width=\"720\" height=\"400\" fill=\"white\"/>\n";
  }

  void band(double from, double to, const std::string& colour) {
    const double a = px(from), b = std::max(px(to), px(from) + 1);
    text_ += "<rect x=\"" + n(a) + "\" y=\"" + n(top) + "\" width=\"" + n(b - a) + "\" height=\"" +
             n(height - top - bottom) + "\" fill=\"" + colour + "\"/>\n";
  }
  void curve(const std::vector<std::pair<double, double>>& points, const std::string& colour) {
    text_ += "<polyline fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"1.6\" points=\"";
    for (const auto& [x, y] : points) text_ += n(px(x)) + "," + n(py(y)) + " ";
    text_ += "\"/>\n";
  }
  void dots(const std::vector<std::pair<double, double>>& points, const std::string& colour) {
    for (const auto& [x, y] : points)
      text_ += "<circle cx=\"" + n(px(x)) + "\" cy=\"" + n(py(y)) + "\" r=\"3\" fill=\"" + colour + "\"/>\n";
  }
  void vertical(double x, const std::string& label, const std::string& colour) {
    const bool late = x_.fraction(x) > 0.7;
    line(px(x), top, px(x), height - bottom, colour, "5 3");
    words(px(x) + (late ? -4 : 4), top + 14, label, late ? "end" : "start", colour);
  }
  void horizontal(double y) { line(left, py(y), width - right, py(y), "#b00", "5 3"); }

  std::string finish(const std::string& title, const std::string& below, const std::string& beside) {
    line(left, height - bottom, width - right, height - bottom, "black", "");
    line(left, top, left, height - bottom, "black", "");
    for (const double tick : x_.ticks()) {
      line(px(tick), height - bottom, px(tick), height - bottom + 4, "black", "");
      words(px(tick), height - bottom + 18, rounded(tick, 4), "middle", "black");
    }
    for (const double tick : y_.ticks()) {
      line(left - 4, py(tick), left, py(tick), "black", "");
      words(left - 8, py(tick) + 4, rounded(tick, 4), "end", "black");
    }
    words(width / 2, 20, title, "middle", "black");
    words(width / 2, height - 12, below, "middle", "black");
    text_ += "<text transform=\"translate(16 " + n((top + height - bottom) / 2) +
             ") rotate(-90)\" text-anchor=\"middle\">" + beside + "</text>\n";
    return std::move(text_) + "</svg>\n";
  }

 private:
  [[nodiscard]] double px(double x) const { return left + x_.fraction(x) * (width - left - right); }
  [[nodiscard]] double py(double y) const { return height - bottom - y_.fraction(y) * (height - top - bottom); }
  static std::string n(double value) { return rounded(value, 6); }
  void line(double x1, double y1, double x2, double y2, const std::string& colour, const std::string& dashes) {
    text_ += "<line x1=\"" + n(x1) + "\" y1=\"" + n(y1) + "\" x2=\"" + n(x2) + "\" y2=\"" + n(y2) + "\" stroke=\"" +
             colour + "\"" + (dashes.empty() ? "" : " stroke-dasharray=\"" + dashes + "\"") + "/>\n";
  }
  void words(double x, double y, const std::string& what, const std::string& anchor, const std::string& colour) {
    text_ += "<text x=\"" + n(x) + "\" y=\"" + n(y) + "\" text-anchor=\"" + anchor + "\" fill=\"" + colour + "\">" +
             what + "</text>\n";
  }

  Axis x_, y_;
  std::string text_;
};

}  // namespace

std::string radius_picture(const StepSearch& search, double step) {
  Axis x{search.scanned_from, search.scanned_to, true};
  if (search.curve.empty()) x = {step / 10, step * 10, true};
  if (!(x.high > x.low)) x.high = 10 * x.low;
  double highest = 1.2;
  for (const RadiusPoint& point : search.curve) highest = std::max(highest, std::min(point.radius, 2.0));
  Drawing drawing(x, {0, highest * 1.05, false});
  for (const Interval& interval : search.intervals)
    drawing.band(std::max(interval.low, x.low), std::min(interval.high, x.high), "#dff0d8");
  drawing.horizontal(1);
  std::vector<std::pair<double, double>> points;
  for (const RadiusPoint& point : search.curve) points.emplace_back(point.step, point.radius);
  if (search.mode == SearchMode::fixed_steps && points.size() < 200) drawing.dots(points, "#14508c");
  drawing.curve(points, "#14508c");
  if (step >= x.low && step <= x.high) drawing.vertical(step, "step " + rounded(step, 4), "#555");
  return drawing.finish("Spectral radius over the communication step; stable intervals are shaded",
                        "communication step", "spectral radius");
}

}  // namespace sunder
