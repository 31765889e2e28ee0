#include "decouple/frontier.hpp"

#include <algorithm>
#include <limits>

#include "decouple/frontier_builder.hpp"
#include "decouple/logarithms.hpp"

namespace sunder::decouple {

namespace {}

std::optional<Frontier> Frontier::build(std::uint32_t nodes, std::vector<FrontierArc> arcs,
                                        const FrontierLimits& limits) {
  Frontier frontier;
  frontier.arcs_ = std::move(arcs);
  FrontierBuilder builder(nodes, frontier);
  if (!builder.run(limits)) return std::nullopt;
  frontier.resize();
  return frontier;
}

void Frontier::resize() {
  forward_.resize(states_);
  backward_.resize(states_);
  value_.resize(arcs_.size());
  length_.resize(arcs_.size());
  through_.resize(arcs_.size());
}

void Frontier::pass(double lambda) {
  const Partial unreached{nothing, 0, no_arc};
  std::fill(forward_.begin(), forward_.end(), unreached);
  std::fill(backward_.begin(), backward_.end(), unreached);
  std::fill(value_.begin(), value_.end(), nothing);
  forward_[0] = {0.0, 0, no_arc};
  const auto gain = [&](std::uint32_t arc) { return arcs_[arc].weight - lambda * arcs_[arc].length; };
  for (std::uint32_t t = 0; t < transitions_.size(); ++t) {
    const Transition& step = transitions_[t];
    const Partial& before = forward_[step.from];
    if (step.to == closed || before.value == nothing) continue;
    const bool taken = step.arc != no_arc;
    const double value = before.value + (taken ? gain(step.arc) : 0.0);
    if (value > forward_[step.to].value) {
      forward_[step.to] = {value, before.length + (taken ? arcs_[step.arc].length : 0), t};
    }
  }
  for (std::uint32_t t = static_cast<std::uint32_t>(transitions_.size()); t-- > 0;) {
    const Transition& step = transitions_[t];
    const Partial after = step.to == closed ? Partial{0.0, 0, no_arc} : backward_[step.to];
    if (after.value == nothing) continue;
    double value = after.value;
    std::uint32_t length = after.length;
    if (step.arc != no_arc) {
      value += gain(step.arc);
      length += arcs_[step.arc].length;
      const Partial& before = forward_[step.from];
      if (before.value + value > value_[step.arc]) {
        value_[step.arc] = before.value + value;
        length_[step.arc] = before.length + length;
        through_[step.arc] = t;
      }
    }
    if (value > backward_[step.from].value) backward_[step.from] = {value, length, t};
  }
}

std::vector<std::uint32_t> Frontier::cycle(std::uint32_t arc) const {
  std::vector<std::uint32_t> members;
  std::uint32_t t = through_[arc];
  for (std::uint32_t back = forward_[transitions_[t].from].step; back != no_arc;) {
    if (transitions_[back].arc != no_arc) members.push_back(transitions_[back].arc);
    back = forward_[transitions_[back].from].step;
  }
  while (true) {
    if (transitions_[t].arc != no_arc) members.push_back(transitions_[t].arc);
    if (transitions_[t].to == closed) break;
    t = backward_[transitions_[t].to].step;
  }
  // in the order of the cycle
  std::sort(members.begin(), members.end(),
            [&](std::uint32_t a, std::uint32_t b) { return arcs_[a].from < arcs_[b].from; });
  std::vector<std::uint32_t> ordered{arc};
  while (ordered.size() < members.size()) {
    const std::uint32_t node = arcs_[ordered.back()].to;
    ordered.push_back(*std::lower_bound(members.begin(), members.end(), node,
                                        [&](std::uint32_t a, std::uint32_t value) { return arcs_[a].from < value; }));
  }
  return ordered;
}

}  // namespace sunder::decouple
