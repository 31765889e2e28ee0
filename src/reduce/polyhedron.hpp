// Polyhedra { v : rows v <= limits }, closed, bounded or not.
#pragma once

#include <optional>
#include <vector>

#include "algebra/matrices.hpp"

namespace sunder::reduce {

struct Polyhedron {
  std::vector<Eigen::VectorXd> rows;
  std::vector<double> limits;

  void add(const Eigen::VectorXd& row, double limit) {
    rows.push_back(row);
    limits.push_back(limit);
  }
  void drop_last() {
    rows.pop_back();
    limits.pop_back();
  }
};

/// How far inside a point can be: the radius of the largest ball that fits (at most `cap`), negative when there is no
/// point at all. A linear programme, by the simplex method with the rule of Bland, which always ends.
struct Inside {
  double radius = 0;
  Eigen::VectorXd centre;
};
Inside innermost(const Polyhedron& polyhedron, Eigen::Index dimension, double cap = 1);

/// Whether there is an inside beyond rounding.
bool has_interior(const Polyhedron& polyhedron, Eigen::Index dimension);

}  // namespace sunder::reduce
