#include "execute/past_values.hpp"

#include <algorithm>
#include <cmath>

#include "emit/schedule.hpp"
#include "execute/variable_list.hpp"

namespace sunder::execute {

double value_at(const ir::Plan& plan, const emit::Frame& frame, ir::VariableId variable) {
  const auto [target, negated] = resolve(plan, variable);
  const double value = frame.at(emit::place_of(plan, target));
  return negated ? -value : value;
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
