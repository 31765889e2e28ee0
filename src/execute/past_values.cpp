#include "execute/past_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "emit/schedule.hpp"
#include "execute/variable_list.hpp"

namespace sunder::execute {

double value_at(const ir::Plan& plan, const emit::Frame& frame, ir::VariableId variable) {
  const auto [target, negated] = resolve(plan, variable);
  const double value = frame.at(emit::place_of(plan, target));
  return negated ? -value : value;
}

namespace {

using Kind = ir::Delay::Kind;

/// What a flow is made of at the moment.
struct Flow {
  double in0, in1, way;
  bool forward;
};

Flow flow_at(const ir::Plan& plan, const emit::Frame& frame, const ir::Delay& delay) {
  const auto part = [&](std::uint32_t number) { return value_at(plan, frame, delay.part(number)); };
  return {part(0), part(1), part(2), part(3) != 0};
}

/// Empty, or what is wrong with the initial profile.
std::string begin_flow(const ir::Delay& delay, const CompiledContext& context, Course& course) {
  std::vector<double> numbers;
  for (const ir::Operand operand : delay.profile) numbers.push_back(context.value_of(operand));
  const std::size_t count = numbers.size() / 2;
  const std::span<const double> points = std::span(numbers).first(count);
  for (std::size_t i = 0; i < count; ++i)
    if (!std::isfinite(numbers[count + i]) || (i > 0 && !(points[i] >= points[i - 1])))
      return "the points of an initial profile ascend, and its values are finite: " + shortest(points[i]) + " has " +
             shortest(numbers[count + i]);
  if (points.front() != 0 || points.back() != 1)
    return "an initial profile goes from 0 to 1, not from " + shortest(points.front()) + " to " +
           shortest(points.back());
  course.begin_flow(points, std::span(numbers).last(count));
  return {};
}

}  // namespace

std::vector<double> shape_of_past(const ir::Plan& plan, const CompiledContext& context) {
  std::vector<double> numbers;
  for (const ir::Delay& delay : plan.dae.delays) {
    if (delay.kind != Kind::flow) numbers.push_back(context.value_of(delay.time));
    for (const ir::Operand operand : delay.profile) numbers.push_back(context.value_of(operand));
  }
  return numbers;
}

model::Status begin_past(const ir::Plan& plan, CompiledContext& context, double time, bool guessed) {
  const std::vector<ir::Delay>& delays = plan.dae.delays;
  context.histories.clear();
  context.courses.clear();
  context.courses.resize(delays.size());
  for (std::size_t k = 0; k < delays.size(); ++k) {
    double length = delays[k].kind == Kind::flow ? 1 : context.value_of(delays[k].time);
    if (guessed && !(length > 0 && std::isfinite(length))) length = 1;
    std::string wrong;
    if (!(length > 0) || !std::isfinite(length))
      wrong = "a delay must be longer than zero and finite, not " + shortest(length);
    else if (delays[k].kind == Kind::flow)
      wrong = begin_flow(delays[k], context, context.courses[k]);
    else if (delays[k].kind == Kind::varying)
      context.courses[k].begin(length, time);
    if (!wrong.empty()) {
      model::Fault fault;
      fault.code = Code::E0518;
      fault.time = time;
      fault.span = plan.dae.origins[delays[k].origin.index()].span;
      fault.message = std::move(wrong);
      return fault;
    }
    context.histories.emplace_back(length, time);
  }
  return {};
}

bool follow_start(const ir::Plan& plan, CompiledContext& context, double time) {
  bool changed = false;
  const emit::Frame frame = context.frame(context.scratch, time);
  const auto follow = [&](auto& past, double now) {
    if (!(std::fabs(now - past.start_value()) > 1e-12 * std::max(std::fabs(now), 1e-9))) return;
    past.set_start_value(now);
    changed = true;
  };
  for (std::size_t k = 0; k < plan.dae.delays.size(); ++k) {
    const ir::Delay& delay = plan.dae.delays[k];
    const double now = value_at(plan, frame, delay.now);
    if (delay.kind == Kind::fixed) follow(context.histories[k], now);
    if (delay.kind == Kind::varying) follow(context.courses[k], now);
  }
  return changed;
}

void note_values(const ir::Plan& plan, CompiledContext& context, double time) {
  const emit::Frame frame = context.frame(context.scratch, time);
  for (std::size_t k = 0; k < plan.dae.delays.size(); ++k) {
    const ir::Delay& delay = plan.dae.delays[k];
    if (delay.kind == Kind::flow) {
      const Flow flow = flow_at(plan, frame, delay);
      context.courses[k].note_flow(time, flow.way, flow.in0, flow.in1, flow.forward);
      continue;
    }
    const double now = value_at(plan, frame, delay.now);
    if (delay.kind == Kind::fixed)
      context.histories[k].append(time, now);
    else
      context.courses[k].note(time, now);
  }
}

void note_after_event(const ir::Plan& plan, CompiledContext& context, double time, int sharpness) {
  const emit::Frame frame = context.frame(context.scratch, time);
  for (std::size_t k = 0; k < plan.dae.delays.size(); ++k) {
    const ir::Delay& delay = plan.dae.delays[k];
    if (delay.kind == Kind::flow) {
      const Flow flow = flow_at(plan, frame, delay);
      context.courses[k].turn_flow(time, flow.way, flow.in0, flow.in1, flow.forward, sharpness);
      continue;
    }
    const double now = value_at(plan, frame, delay.now);
    if (delay.kind == Kind::fixed)
      context.histories[k].turn(time, now, sharpness);
    else
      context.courses[k].turn(now, sharpness);
  }
}

int pass_delays(const ir::Plan& plan, CompiledContext& context, double time) {
  int arrived = 0;
  for (std::size_t k = 0; k < plan.dae.delays.size(); ++k)
    if (plan.dae.delays[k].kind == Kind::fixed) arrived = std::max(arrived, context.histories[k].pass(time));
  return arrived;
}

double next_arrival(const ir::Plan& plan, CompiledContext& context) {
  double next = std::numeric_limits<double>::infinity();
  double time = 0;  // of no matter for the values of variables
  const emit::Frame frame = context.frame(context.scratch, time);
  for (std::size_t k = 0; k < plan.dae.delays.size(); ++k) {
    const ir::Delay& delay = plan.dae.delays[k];
    if (delay.kind == Kind::fixed) next = std::min(next, context.histories[k].next_event());
    if (delay.kind == Kind::varying)
      next = std::min(next, context.courses[k].next_look(value_at(plan, frame, delay.part(1))));
  }
  return next;
}

}  // namespace sunder::execute
