#include "results/figure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "base/markup.hpp"
#include "base/text.hpp"
#include "results/axis_scale.hpp"

namespace sunder::results {
namespace {

/// Safe for colour-blind readers, and dark enough for print.
constexpr std::array colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b07d00", "#56b4e9", "#222222"};
constexpr std::array shades = {"#dcefe4", "#fbe5d0", "#e3e3f3", "#eeeeee"};
constexpr double line_height = 15, character = 6.7, edge = 10;

struct Point {
  double x = 0, y = 0;
};

std::string n(double value) { return rounded(std::round(value * 100) / 100, 9); }

/// Code points of UTF-8. Font metrics are not known here: the width of a text is an estimate.
std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}
double text_width(const std::string& text) { return character * static_cast<double>(letters(text)); }

std::string shortened(const std::string& text, double width) {
  if (text_width(text) <= width) return text;
  std::string out;
  double used = 2 * character;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U && (used += character) > width) break;
    out += c;
  }
  return out + "…";
}

std::vector<std::string> wrapped(const std::string& text, double width) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!lines.empty() && text_width(lines.back() + " " + word) <= width)
      lines.back() += " " + word;
    else
      lines.push_back(word);
    at = end + 1;
  }
  return lines;
}

/// Of many points within half a pixel only the first, the lowest, the highest and the last are seen.
std::vector<Point> thinned(const std::vector<Point>& points) {
  std::vector<Point> out;
  for (std::size_t i = 0; i < points.size();) {
    std::size_t end = i + 1;
    while (end < points.size() && std::floor(2 * points[end].x) == std::floor(2 * points[i].x)) ++end;
    if (end - i <= 4) {
      out.insert(out.end(), points.begin() + static_cast<std::ptrdiff_t>(i),
                 points.begin() + static_cast<std::ptrdiff_t>(end));
    } else {
      std::size_t low = i;
      std::size_t high = i;
      for (std::size_t k = i; k < end; ++k) {
        if (points[k].y < points[low].y) low = k;
        if (points[k].y > points[high].y) high = k;
      }
      std::array<std::size_t, 4> kept = {i, std::min(low, high), std::max(low, high), end - 1};
      const auto last = std::unique(kept.begin(), kept.end());
      for (auto k = kept.begin(); k != last; ++k) out.push_back(points[*k]);
    }
    i = end;
  }
  return out;
}

class Drawing {
 public:
  explicit Drawing(const Figure& figure) : figure_(figure), x_(figure.x), y_(figure.y) {
    bool marks = false;
    for (const Curve& curve : figure.curves) {
      for (std::size_t i = 0; i < std::min(curve.x.size(), curve.y.size()); ++i) {
        if (!x_.shows(curve.x[i]) || !y_.shows(curve.y[i])) continue;
        x_.include(curve.x[i]);
        y_.include(curve.y[i]);
      }
      marks = marks || curve.marks;
    }
    x_.settle(marks ? 0.03 : 0, false);
    y_.settle(0.05, true);
    x_ticks_ = axis_ticks(x_.low(), x_.high(), figure.x.logarithmic, figure.x.whole);
    y_ticks_ = axis_ticks(y_.low(), y_.high(), figure.y.logarithmic, figure.y.whole);
    place_frame();
  }

  std::string text() {
    if (!figure_.title.empty()) {
      double y = edge + 10;
      for (const std::string& line : title_) {
        words((left_ + right_) / 2, y, line, "middle", " font-weight=\"bold\"");
        y += line_height + 2;
      }
    }
    bands();
    ticks();
    for (const MarkedLine& one : figure_.horizontal)
      if (y_.inside(one.at)) line(left_, py(one.at), right_, py(one.at), "#555", "5 3");
    for (const MarkedLine& one : figure_.vertical)
      if (x_.inside(one.at)) line(px(one.at), top_, px(one.at), bottom_, "#555", "5 3");
    for (std::size_t i = 0; i < figure_.curves.size(); ++i) curve(figure_.curves[i], i);
    body_ += "<rect x=\"" + n(left_) + "\" y=\"" + n(top_) + "\" width=\"" + n(figure_.width) + "\" height=\"" +
             n(figure_.height) + "\" fill=\"none\" stroke=\"#444\"/>\n";
    for (const Label& label : vertical_labels_) words(label.at, label.row, label.text, label.anchor);
    for (const Label& label : horizontal_labels_) words(right_ + 6, label.row + 4, label.text, "start");
    words((left_ + right_) / 2, bottom_ + 38, figure_.x.label, "middle");
    body_ += "<text transform=\"translate(" + n(edge + 8) + " " + n((top_ + bottom_) / 2) +
             ") rotate(-90)\" text-anchor=\"middle\">" + markup(figure_.y.label) + "</text>\n";
    const double end = legend(bottom_ + (figure_.x.label.empty() ? 26 : 46));
    const std::string size = n(width_) + "\" height=\"" + n(end + edge);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + n(width_) + " " + n(end + edge) +
           "\" width=\"" + size +
           "\" font-family=\"system-ui, Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"#222\" role=\"img\" "
           "aria-label=\"" +
           markup(figure_.title) + "\">\n<rect width=\"" + size + "\" fill=\"white\"/>\n" + body_ + "</svg>\n";
  }

 private:
  struct Label {
    double at = 0, row = 0;
    std::string text;
    const char* anchor = "middle";
  };

  [[nodiscard]] double px(double x) const { return left_ + figure_.width * x_.fraction(x); }
  [[nodiscard]] double py(double y) const { return bottom_ - figure_.height * y_.fraction(y); }

  void place_frame() {
    double widest = 0;
    for (const Tick& tick : y_ticks_) widest = std::max(widest, text_width(tick.text));
    left_ = edge + (figure_.y.label.empty() ? 0 : 18) + widest + 12;
    right_ = left_ + figure_.width;
    double beside = 14;
    for (const MarkedLine& one : figure_.horizontal)
      if (y_.inside(one.at)) beside = std::max(beside, text_width(one.label) + 12);
    width_ = right_ + beside + edge;
    title_ = wrapped(figure_.title, figure_.width);
    top_ = edge + (line_height + 2) * static_cast<double>(title_.size()) + 6;
    place_vertical_labels();
    bottom_ = top_ + figure_.height;
    place_horizontal_labels();
  }

  /// Above the frame, in as many rows as they need.
  void place_vertical_labels() {
    std::vector<MarkedLine> lines;
    for (const MarkedLine& one : figure_.vertical)
      if (x_.inside(one.at) && !one.label.empty()) lines.push_back(one);
    std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
    std::vector<double> row_ends;
    std::vector<std::size_t> rows;
    for (const MarkedLine& one : lines) {
      const double half = text_width(one.label) / 2;
      const double at = std::clamp(px(one.at), std::min(half, width_ / 2), std::max(width_ - half, width_ / 2));
      std::size_t row = 0;
      while (row < row_ends.size() && at - half < row_ends[row] + 2 * character) ++row;
      if (row == row_ends.size()) row_ends.push_back(0);
      row_ends[row] = at + half;
      rows.push_back(row);
      vertical_labels_.push_back({at, 0, one.label});
    }
    top_ += line_height * static_cast<double>(row_ends.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
      vertical_labels_[i].row = top_ - 5 - line_height * static_cast<double>(rows[i]);
  }

  /// To the right of the frame, moved down where they would touch.
  void place_horizontal_labels() {
    for (const MarkedLine& one : figure_.horizontal)
      if (y_.inside(one.at) && !one.label.empty()) horizontal_labels_.push_back({0, py(one.at), one.label});
    std::stable_sort(horizontal_labels_.begin(), horizontal_labels_.end(),
                     [](const Label& a, const Label& b) { return a.row < b.row; });
    for (std::size_t i = 1; i < horizontal_labels_.size(); ++i)
      horizontal_labels_[i].row = std::max(horizontal_labels_[i].row, horizontal_labels_[i - 1].row + line_height);
  }

  void words(double x, double y, const std::string& what, const char* anchor, const char* more = "") {
    if (what.empty()) return;
    body_ += "<text x=\"" + n(x) + "\" y=\"" + n(y) + "\" text-anchor=\"" + anchor + "\"" + more + ">" + markup(what) +
             "</text>\n";
  }

  void line(double x1, double y1, double x2, double y2, const char* colour, const char* dashes = "") {
    body_ += "<line x1=\"" + n(x1) + "\" y1=\"" + n(y1) + "\" x2=\"" + n(x2) + "\" y2=\"" + n(y2) + "\" stroke=\"" +
             colour + "\"" + (*dashes == 0 ? "" : std::string(" stroke-dasharray=\"") + dashes + "\"") + "/>\n";
  }

  void bands() {
    for (const Band& band : figure_.bands) {
      const auto [known, is_new] = shade_of_.try_emplace(band.label, shades[shade_of_.size() % shades.size()]);
      if (is_new && !band.label.empty()) band_labels_.push_back(band.label);
      const double from = std::clamp(end_of(band.from), left_, right_);
      const double to = std::clamp(end_of(band.to), left_, right_);
      if (!(band.from <= band.to) || (from == to && (from == left_ || from == right_))) continue;
      body_ += "<rect x=\"" + n(from) + "\" y=\"" + n(top_) + "\" width=\"" + n(std::max(1.0, to - from)) +
               "\" height=\"" + n(figure_.height) + "\" fill=\"" + known->second + "\"/>\n";
    }
  }
  /// Bands may begin before everything and never end.
  [[nodiscard]] double end_of(double value) const {
    if (x_.shows(value)) return px(value);
    return value > 0 ? right_ : left_;
  }

  void ticks() {
    for (const Tick& tick : x_ticks_) {
      line(px(tick.at), top_, px(tick.at), bottom_ + 4, "#ddd");
      words(px(tick.at), bottom_ + 18, tick.text, "middle");
    }
    for (const Tick& tick : y_ticks_) {
      line(left_ - 4, py(tick.at), right_, py(tick.at), "#ddd");
      words(left_ - 8, py(tick.at) + 4, tick.text, "end");
    }
  }

  [[nodiscard]] static std::string stroke(const Curve& curve, std::size_t number) {
    const std::size_t place = curve.colour.value_or(number);
    const bool again = place >= colours.size();
    const std::string dashes = curve.dashed ? (again ? "9 3 2 3" : "7 4") : again ? "2 3" : "";
    return "stroke=\"" + std::string(colours[place % colours.size()]) + "\" stroke-width=\"1.8\"" +
           (dashes.empty() ? "" : " stroke-dasharray=\"" + dashes + "\"");
  }

  [[nodiscard]] static std::string mark(const Curve& curve, std::size_t number, double x, double y) {
    const std::size_t place = curve.colour.value_or(number);
    const std::string style = " fill=\"" + std::string(curve.dashed ? "white" : colours[place % colours.size()]) +
                              "\" stroke=\"" + colours[place % colours.size()] + "\"/>\n";
    const auto polygon = [&](std::initializer_list<Point> corners) {
      std::string points;
      for (const Point& p : corners) points += n(x + p.x) + "," + n(y + p.y) + " ";
      return "<polygon points=\"" + points + "\"" + style;
    };
    switch (place % 4) {
      case 1: return polygon({{-3, -3}, {3, -3}, {3, 3}, {-3, 3}});
      case 2: return polygon({{0, -4}, {3.8, 3}, {-3.8, 3}});
      case 3: return polygon({{0, -4}, {4, 0}, {0, 4}, {-4, 0}});
      default: return "<circle cx=\"" + n(x) + "\" cy=\"" + n(y) + "\" r=\"3.2\"" + style;
    }
  }

  void curve(const Curve& curve, std::size_t number) {
    std::vector<std::vector<Point>> pieces(1);
    std::string marks;
    for (std::size_t i = 0; i < std::min(curve.x.size(), curve.y.size()); ++i) {
      if (!x_.shows(curve.x[i]) || !y_.shows(curve.y[i])) {
        if (!pieces.back().empty()) pieces.emplace_back();
        continue;
      }
      const Point at{px(curve.x[i]), py(curve.y[i])};
      pieces.back().push_back(at);
      if (curve.marks && x_.inside(curve.x[i]) && y_.inside(curve.y[i])) marks += mark(curve, number, at.x, at.y);
    }
    if (curve.line) {
      // an inner picture of the size of the frame cuts off what lies outside
      body_ += "<svg x=\"" + n(left_ - 1) + "\" y=\"" + n(top_ - 1) + "\" width=\"" + n(figure_.width + 2) +
               "\" height=\"" + n(figure_.height + 2) + "\" viewBox=\"" + n(left_ - 1) + " " + n(top_ - 1) + " " +
               n(figure_.width + 2) + " " + n(figure_.height + 2) + "\">\n";
      for (const std::vector<Point>& piece : pieces) polyline(piece, stroke(curve, number));
      body_ += "</svg>\n";
    }
    body_ += marks;
  }

  void polyline(const std::vector<Point>& piece, const std::string& stroke) {
    if (piece.empty()) return;
    std::string points;
    for (const Point& p : thinned(piece)) points += n(p.x) + "," + n(p.y) + " ";
    // a point alone between two gaps is a dot
    if (piece.size() == 1) points += points;
    body_ += "<polyline fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\" " + stroke + " points=\"" +
             points + "\"/>\n";
  }

  /// Returns where it ends.
  double legend(double top) {
    constexpr double sample = 26, gap = 18;
    double x = left_;
    double y = top + 8;
    bool any = false;
    const auto place = [&](const std::string& name, const auto& draw) {
      const std::string text = shortened(name, width_ - 2 * edge - sample - 6);
      const double wide = sample + 6 + text_width(text);
      if (any && x + wide > right_) {
        x = left_;
        y += line_height + 4;
      }
      if (x + wide > width_ - edge) x = std::max(edge, width_ - edge - wide);
      draw(x, y);
      words(x + sample + 6, y + 4, text, "start");
      x += wide + gap;
      any = true;
    };
    for (std::size_t i = 0; i < figure_.curves.size(); ++i) {
      const Curve& curve = figure_.curves[i];
      if (curve.name.empty()) continue;
      place(curve.name, [&](double at, double row) {
        if (curve.line)
          body_ += "<line x1=\"" + n(at) + "\" y1=\"" + n(row) + "\" x2=\"" + n(at + sample) + "\" y2=\"" + n(row) +
                   "\" " + stroke(curve, i) + "/>\n";
        if (curve.marks) body_ += mark(curve, i, at + sample / 2, row);
      });
    }
    for (const std::string& label : band_labels_)
      place(label, [&](double at, double row) {
        body_ += "<rect x=\"" + n(at) + "\" y=\"" + n(row - 6) + "\" width=\"" + n(sample) +
                 "\" height=\"12\" fill=\"" + shade_of_[label] + "\" stroke=\"#bbb\"/>\n";
      });
    return any ? y + 8 : top;
  }

  const Figure& figure_;
  AxisScale x_, y_;
  std::vector<Tick> x_ticks_, y_ticks_;
  std::vector<std::string> title_;
  std::vector<Label> vertical_labels_, horizontal_labels_;
  std::map<std::string, std::string> shade_of_;
  std::vector<std::string> band_labels_;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0, width_ = 0;
  std::string body_;
};

}  // namespace

std::string svg(const Figure& figure) { return Drawing(figure).text(); }

}  // namespace sunder::results
