// Which equations must be differentiated, and how often, until they determine the highest derivatives (Pantelides).
#pragma once

#include <cstdint>
#include <vector>

#include "graph/matching.hpp"
#include "graph/rows.hpp"

namespace sunder::graph {

/// Equations over variables, some of which are derivatives of others.
struct DerivativeGraph {
  Rows rows;                              ///< the variables of each equation
  std::vector<std::uint32_t> derivative;  ///< by variable; `none`: it has none
  std::vector<bool> rigid;                ///< by variable: its derivative is zero and no unknown
};

/// New equations and variables are numbered behind those that are there.
struct Differentiation {
  std::vector<std::uint32_t> equations;  ///< new equation k is the derivative of this one
  std::vector<std::uint32_t> variables;  ///< new variable k is the derivative of this one
  Matching matching;                     ///< partners of the last derivative of every equation
  std::uint32_t stuck = none;            ///< an equation of which no derivative determines anything
};

/// `start` matches equations to variables without a derivative; the other equations are looked at one by one. It ends
/// when equations can be matched to chains of derivatives, one to each; else, or beyond `most_derivatives`, with
/// `stuck`.
Differentiation differentiate_until_solvable(DerivativeGraph graph, Matching start, std::uint32_t most_derivatives);

}  // namespace sunder::graph
