#include "execute/past_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "emit/schedule.hpp"
#include "execute/variable_list.hpp"

namespace sunder::execute {

double value_at(const ir::Plan& plan, const emit::Frame& frame, ir::VariableId variable) {
  const auto [target, negated] = resolve(plan, variable);
  const double value = frame.at(emit::place_of(plan, target));
  return negated ? -value : value;
}

double lag_at(const ir::Plan& plan, const CompiledContext& context, std::size_t delay, double time) {
  const ir::Delay& own = plan.dae.delays[delay];
  const History& history = context.histories[delay];
  switch (own.kind) {
    case ir::Delay::Kind::value: return history.length();
    case ir::Delay::Kind::prediction: return 0;
    default: return std::clamp(context.histories[own.by].look(time).first, 0.0, history.length());
  }
}

double next_arrival(const ir::Plan& plan, const CompiledContext& context, std::size_t delay) {
  const History& history = context.histories[delay];
  const ir::Delay::Kind kind = plan.dae.delays[delay].kind;
  if (kind == ir::Delay::Kind::value) return history.next_event(history.length());
  if (kind == ir::Delay::Kind::prediction) return std::numeric_limits<double>::infinity();
  double when = history.next_event(lag_at(plan, context, delay, history.last()));
  for (int round = 0; round < 4; ++round) when = history.next_event(lag_at(plan, context, delay, when));
  return when;
}

std::pair<double, double> given_back(const ir::Plan& plan, const CompiledContext& context, std::size_t delay,
                                     double time) {
  const ir::Delay& own = plan.dae.delays[delay];
  const History& history = context.histories[delay];
  const auto [value, slope] = history.look(time - lag_at(plan, context, delay, time));
  switch (own.kind) {
    case ir::Delay::Kind::earlier: return {value, slope * (1 - context.histories[own.by].look(time).second)};
    case ir::Delay::Kind::slope: return {slope, 0.0};  // it stands beside a difference that is next to zero
    default: return {value, slope};
  }
}

bool follow_start(const ir::Plan& plan, CompiledContext& context, double time) {
  bool changed = false;
  const emit::Frame frame = context.frame(context.scratch, time);
  for (std::size_t k = 0; k < context.histories.size(); ++k) {
    const double now = value_at(plan, frame, plan.dae.delays[k].now);
    const double before = context.histories[k].start_value();
    if (!(std::fabs(now - before) > 1e-12 * std::max(std::fabs(now), 1e-9))) continue;
    context.histories[k].set_start_value(now);
    changed = true;
  }
  return changed;
}

void note_before_event(const ir::Plan& plan, CompiledContext& context, double time) {
  const emit::Frame frame = context.frame(context.scratch, time);
  for (std::size_t k = 0; k < context.histories.size(); ++k)
    context.histories[k].append(time, value_at(plan, frame, plan.dae.delays[k].now));
}

void note_after_event(const ir::Plan& plan, CompiledContext& context, double time, int sharpness) {
  const emit::Frame frame = context.frame(context.scratch, time);
  for (std::size_t k = 0; k < context.histories.size(); ++k)
    context.histories[k].turn(time, value_at(plan, frame, plan.dae.delays[k].now), sharpness);
}

}  // namespace sunder::execute
