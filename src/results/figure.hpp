// Plots of curves as SVG text; all plots of the program are made here.
//
// A figure is data; `svg` draws it. Nothing covers the curves: the legend stands below, labels of vertical lines above
// and those of horizontal lines to the right of the frame. The palette is safe for colour-blind readers, and curves
// differ in dashes and markers too, for print without colour.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sunder::results {

struct Curve {
  std::string name{};  ///< in the legend; empty: not listed
  std::vector<double> x{}, y{};
  bool dashed = false;
  bool marks = false;  ///< a marker at every point
  bool line = true;    ///< false: marks only
  /// Its place in the palette; by default in the order of the curves. Related curves may share a colour.
  std::optional<std::size_t> colour{};
};

struct Axis {
  std::string label{};
  bool logarithmic = false;
  bool whole = false;                   ///< ticks at whole numbers only: orders, counts
  std::optional<double> low{}, high{};  ///< what is shown; from the data unless given
};

/// Shades what lies between two values of x; bands with the same label have one colour and one entry in the legend.
struct Band {
  double from = 0, to = 0;
  std::string label{};
};

struct MarkedLine {
  double at = 0;
  std::string label{};
};

/// Points that are not finite, or not positive on a logarithmic axis, break their curve.
struct Figure {
  std::string title{};
  Axis x{}, y{};
  std::vector<Curve> curves{};
  std::vector<Band> bands{};
  std::vector<MarkedLine> vertical{}, horizontal{};  ///< at a value of x, at a value of y
  double width = 600, height = 300;                  ///< of the frame, in pixels
};

std::string svg(const Figure& figure);

/// Where an axis has ticks, and what is written there.
struct Tick {
  double at = 0;
  std::string text;
};
std::vector<Tick> axis_ticks(double low, double high, bool logarithmic, bool whole = false);

}  // namespace sunder::results
