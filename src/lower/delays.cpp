// What was before: delay() and spatialDistribution().
#include "base/codes.hpp"
#include "lower/expressions.hpp"
#include "symbolic/courses.hpp"

namespace sunder::lower {

using ir::Expression;
using ir::HeldKind;
using symbolic::CourseRoutine;
using symbolic::NodeId;
using symbolic::Op;

/// A slot for what comes back of values that are recorded.
NodeId ExpressionLowering::recorded(const Expression& e, ir::Delay::Kind kind, const std::vector<NodeId>& values,
                                    std::vector<std::uint32_t> constants) {
  Term term;
  term.kind = Term::Kind::delayed;
  term.written = &e;
  term.delay = kind;
  for (const NodeId value : values) {
    Term::Recorded one;
    one.shape = context_.shapes.intern(extract(value), one.inputs);
    term.recorded.push_back(std::move(one));
  }
  term.inputs = std::move(constants);
  terms_.push_back(std::move(term));
  return context_.shapes.pool().slot(static_cast<std::uint32_t>(terms_.size() - 1));
}

NodeId ExpressionLowering::read_course(CourseRoutine::Kind kind, int end, const std::vector<NodeId>& arguments) {
  const std::string key = "course " + std::to_string(static_cast<int>(kind)) + " " + std::to_string(end);
  const std::uint32_t number = routine(key, [&] { return std::make_shared<CourseRoutine>(kind, end); });
  return context_.shapes.pool().make(Op::call, arguments, number);
}

/// What the expression was some time ago.
NodeId ExpressionLowering::delayed(const Expression& e, const std::vector<Index>& subscripts) {
  if (context_.at_start) return fail(e, Code::E0301, "delay() cannot stand among initial equations");
  const NodeId lag = lower(*e.operands[1], {});
  const NodeId now = failed_ ? NodeId{} : lower(*e.operands[0], subscripts);
  if (failed_) return now;
  if (e.operands.size() > 2 && e.operands[1]->kind == ir::ExpressionKind::number &&
      e.operands[2]->kind == ir::ExpressionKind::number && e.operands[1]->number > e.operands[2]->number)
    return fail(*e.operands[1], Code::E0224, "the delay is longer than the largest one, which is given behind it");
  if (is_constant(now)) return now;
  if (context_.shapes.pool().is_constant(lag, 0)) return now;
  if (is_constant(lag)) return recorded(e, ir::Delay::Kind::fixed, {now}, {term_of_constant(lag)});
  const NodeId longest = lower(*e.operands[2], {});
  if (failed_) return {};
  if (!is_constant(longest)) return fail(*e.operands[2], Code::E0224, "the largest delay must be a parameter");
  Term clock;
  clock.kind = Term::Kind::time;
  const NodeId time = slot_of(std::move(clock));
  const NodeId course = recorded(e, ir::Delay::Kind::varying, {now, lag}, {term_of_constant(longest)});
  const NodeId turns = read_course(CourseRoutine::Kind::delayed_turns, 0, {course, lag, time});
  const NodeId segment = held(HeldKind::floor, turns, e);
  return read_course(CourseRoutine::Kind::delayed, 0, {course, now, lag, time, segment});
}

/// What comes out at one end of a flow.
NodeId ExpressionLowering::flown(const Expression& e) {
  if (context_.at_start) return fail(e, Code::E0301, "spatialDistribution() cannot stand among initial equations");
  NodeId given[4];
  for (std::size_t i = 0; i < 4; ++i) {
    given[i] = lower(*e.operands[i], {});
    if (failed_) return {};
  }
  std::vector<std::uint32_t> profile;
  for (std::size_t i = 4; i < 6; ++i) {  // by default zero everywhere
    if (i >= e.operands.size() || e.operands[i] == nullptr) {
      profile.push_back(term_of_constant(number(0)));
      profile.push_back(term_of_constant(number(i == 4 ? 1 : 0)));
      continue;
    }
    const auto sizes = sizes_of(*e.operands[i]);
    if (!sizes) return {};
    for (std::int64_t k = 0; k < (*sizes)[0]; ++k) {
      const NodeId one = element(*e.operands[i], *sizes, k);
      if (failed_) return {};
      if (!is_constant(one)) return fail(*e.operands[i], Code::E0224, "the initial profile must be a parameter");
      profile.push_back(term_of_constant(one));
    }
    const bool odd = i == 5 ? 2 * static_cast<std::size_t>((*sizes)[0]) != profile.size() : (*sizes)[0] < 2;
    if (odd)
      return fail(*e.operands[i], Code::E0205,
                  i == 5 ? "the initial profile has another number of values than points"
                         : "an initial profile has two points at least: 0 and 1");
  }
  const auto [in0, in1, way, forward] = given;
  const int end = static_cast<int>(e.result);
  const NodeId course = recorded(e, ir::Delay::Kind::flow, {in0, in1, way, forward}, std::move(profile));
  const NodeId segment =
      held(HeldKind::floor, read_course(CourseRoutine::Kind::flown_turns, end, {course, way, forward}), e);
  const NodeId pace = held(HeldKind::floor, read_course(CourseRoutine::Kind::pace, 0, {course, way}), e);
  return read_course(CourseRoutine::Kind::flown, end, {course, in0, in1, way, forward, segment, pace});
}

}  // namespace sunder::lower
