// All simple cycles of a graph that is narrow, at once: dynamic programming along an order of its nodes.
//
// A sweep adds the nodes one after the other. Between what was added and what was not lie only the nodes of the
// frontier; all that matters of a partial cycle is which of them are the ends of which pieces of path. These states and
// the steps between them do not depend on weights: they are built once, and each pass over them maximises
//   F(arc) = max over simple cycles of three arcs or more through the arc of (W - lambda L)
// for one lambda and all arcs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace sunder::decouple {

struct FrontierArc {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t length = 1;
  double weight = 0;
};

struct FrontierLimits {
  std::uint32_t width = 9;  ///< nodes in the frontier; at most 15
  std::size_t transitions = 20'000'000;
};

class Frontier {
 public:
  /// Nothing when the graph is too wide, or needs too many transitions.
  static std::optional<Frontier> build(std::uint32_t nodes, std::vector<FrontierArc> arcs,
                                       const FrontierLimits& limits);

  /// F for every arc and the length of the best cycle; -infinity when there is no cycle through it.
  void pass(double lambda);
  [[nodiscard]] double value(std::uint32_t arc) const { return value_[arc]; }
  [[nodiscard]] std::uint32_t length(std::uint32_t arc) const { return length_[arc]; }
  /// The arcs of the best cycle through the arc in the last pass, in order, starting with the arc.
  [[nodiscard]] std::vector<std::uint32_t> cycle(std::uint32_t arc) const;

  [[nodiscard]] std::size_t transitions() const { return transitions_.size(); }

 private:
  friend class FrontierBuilder;
  static constexpr std::uint32_t closed = 0xffffffff;  // the state in which the cycle is complete
  static constexpr std::uint32_t no_arc = 0xffffffff;

  struct Transition {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t arc = no_arc;
  };
  struct Partial {
    double value;
    std::uint32_t length;
    std::uint32_t step;  // the transition it came by (forward) or goes by (backward)
  };

  void resize();

  std::vector<FrontierArc> arcs_;
  std::vector<Transition> transitions_;  // every transition comes after the transitions into its start
  std::uint32_t states_ = 0;
  std::vector<Partial> forward_, backward_;
  std::vector<double> value_;
  std::vector<std::uint32_t> length_;
  std::vector<std::uint32_t> through_;  // the transition by which the best cycle uses the arc
};

}  // namespace sunder::decouple
