// Where relations contradict each other in circles: all combinations of those in the circle, the nearest first; and
// where none of them agrees with what was before the event, a past that follows.
#include <algorithm>
#include <bit>
#include <cmath>

#include "execute/event_iteration.hpp"
#include "execute/held_values.hpp"

namespace sunder::execute {

namespace {
bool is_relation(ir::HeldKind kind) { return kind <= ir::HeldKind::greater_equal; }
}  // namespace

/// Relations that went round in circles, and those that decide between the same branches.
std::vector<std::uint32_t> EventIteration::modes_in_question() const {
  std::vector<bool> listed(dae_.held.size(), false);
  std::vector<std::uint32_t> found;
  const auto add = [&](std::size_t held) {
    if (listed[held] || !is_relation(dae_.held[held].kind)) return;
    listed[held] = true;
    found.push_back(static_cast<std::uint32_t>(held));
  };
  for (const std::size_t held : in_circles_) add(held);
  const std::size_t own = found.size();
  for (std::size_t i = 0; i < dae_.equations.size() && i < dae_.initial_begin; ++i) {
    const auto operands = dae_.operands_of(dae_.equations[i]);
    const auto is_own = [&](ir::Operand operand) {
      if (!operand.is_variable() || !dae_.is_held(operand.variable())) return false;
      const std::size_t held = operand.variable().value - dae_.held_variable(0).value;
      return std::find(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(own), held) !=
             found.begin() + static_cast<std::ptrdiff_t>(own);
    };
    if (std::ranges::none_of(operands, is_own)) continue;
    for (const ir::Operand operand : operands)
      if (operand.is_variable() && dae_.is_held(operand.variable()))
        add(operand.variable().value - dae_.held_variable(0).value);
  }
  return found;
}

bool EventIteration::is_consistent(double time, double clock) {
  evaluate_rows(time, clock);
  for (std::size_t i = 0; i < dae_.held.size(); ++i) {
    if (!ir::is_crossing(dae_.held[i].kind)) continue;
    if (!std::isfinite(context_.event_rows[i]) || contradicts(i)) return false;
  }
  return true;
}

bool EventIteration::search_modes(double time, double clock, const std::function<bool()>& solve) {
  constexpr std::size_t most = 10;
  const std::vector<std::uint32_t> open = modes_in_question();
  if (open.empty() || open.size() > most) return false;
  const std::vector<double> before(context_.held().begin(), context_.held().end());
  const std::uint32_t count = 1U << open.size();
  std::vector<std::uint32_t> masks;
  for (std::uint32_t mask = 0; mask < count; ++mask) masks.push_back(mask);
  std::ranges::stable_sort(masks, {}, [](std::uint32_t mask) { return std::popcount(mask); });
  for (const std::uint32_t mask : masks) {
    std::ranges::copy(before, context_.held().begin());
    for (std::size_t k = 0; k < open.size(); ++k) {
      double& held = context_.held()[open[k]];
      if ((mask >> k & 1U) != 0) held = held == 0 ? 1 : 0;
    }
    if (solve() && is_consistent(time, clock)) return true;
  }
  std::ranges::copy(before, context_.held().begin());
  return false;
}

/// A body that sticks until a force exceeds a limit and then slides against a smaller one: while pre() does not yet say
/// that it slides, neither sticking nor sliding agrees with the limit. So the rounds of the event and those of
/// relations become one: what a round makes true has happened, and is the past of the next.
bool EventIteration::let_past_follow(double time, double clock, std::span<double> x, model::EventOutcome& outcome) {
  std::ranges::copy(held_before_, context_.held().begin());
  constexpr std::size_t all_at_once = 1;
  for (std::size_t round = 0; round < limit(); ++round) {
    bool changed = false, jumped = false;
    if (!compute_all_(time, x) || !act(time, x, outcome, jumped) || !follow(time, clock, all_at_once, changed)) break;
    if (!remember() && !changed && !jumped) return true;
  }
  return false;
}

}  // namespace sunder::execute
