// Simple line pictures as SVG text.
#pragma once

#include <string>
#include <vector>

namespace sunder::reduce {

struct Curve {
  std::string name;
  std::vector<double> x, y;  ///< points that are not finite (or not positive on a logarithmic axis) are left out
  bool dashed = false;
};

struct Figure {
  std::string title, x_label, y_label;
  bool logarithmic = false;  ///< the y axis
  bool marks = true;
  std::vector<Curve> curves;
};

std::string svg(const Figure& figure);

}  // namespace sunder::reduce
