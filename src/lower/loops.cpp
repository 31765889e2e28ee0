#include "lower/loops.hpp"

#include <algorithm>

namespace sunder::lower {

using ir::Expression;
using ir::ExpressionKind;

namespace {

/// {a, b, c} and the like have another expression for every element: such equations are compiled element by element.
bool has_distinct_elements(const Expression& e) {
  if (e.type.is_scalar() && e.kind != ExpressionKind::chain && e.kind != ExpressionKind::builtin) return false;
  if (e.kind == ExpressionKind::array) return true;
  if (e.kind == ExpressionKind::builtin &&
      (e.builtin == ir::Builtin::cross || e.builtin == ir::Builtin::vector || e.builtin == ir::Builtin::linspace))
    return true;
  if (e.kind == ExpressionKind::call) return !e.type.is_scalar();
  return std::any_of(e.operands.begin(), e.operands.end(), [](const Expression* o) { return o != nullptr && has_distinct_elements(*o); });
}

}  // namespace

bool LoopRunner::run(const Nest& nest, const Body& body, const Sink& sink) {
  Run one{nest, body, sink, {}, 0, {}, {}, {}};
  for (std::size_t i = 0; i < nest.loops.size(); ++i) one.bindings[nest.loops[i].symbol] = Index::loop(i);
  const bool unrolled = has_distinct_elements(*body.right) || (body.left != nullptr && has_distinct_elements(*body.left));
  if (!unrolled || body.sizes.empty()) {
    one.hidden = body.sizes.size();
    for (std::size_t d = 0; d < body.sizes.size(); ++d) one.subscripts.push_back(Index::loop(nest.loops.size() + d));
    one.values.resize(nest.loops.size() + body.sizes.size());
    return loop(one, 0);
  }
  const std::int64_t count = ir::element_count(body.sizes);
  one.values.resize(nest.loops.size());
  for (std::int64_t n = 0; n < count; ++n) {
    one.subscripts.assign(body.sizes.size(), Index());
    std::int64_t rest = n;
    for (std::size_t d = body.sizes.size(); d-- > 0;) {
      one.subscripts[d] = Index(rest % body.sizes[d] + 1);
      rest /= body.sizes[d];
    }
    one.patterns.clear();
    if (!loop(one, 0)) return false;
  }
  return true;
}

bool LoopRunner::loop(Run& run, std::size_t depth) {
  const std::size_t loops = run.nest.loops.size();
  if (depth == loops + run.hidden) return iteration(run);
  if (depth >= loops) {
    for (std::int64_t i = 1; i <= run.body.sizes[depth - loops]; ++i) {
      run.values[depth] = i;
      if (!loop(run, depth + 1)) return false;
    }
    return true;
  }
  const Expression& range = *run.nest.loops[depth].range;
  IteratorBindings outer;  // the range sees the loops around it only
  for (std::size_t i = 0; i < depth; ++i) outer[run.nest.loops[i].symbol] = Index::loop(i);
  if (range.kind == ExpressionKind::range) {  // not spelled out: it may be a million long
    std::vector<std::int64_t> limits;
    for (const Expression* limit : range.operands) {
      const auto index = context_.indices.translate(*limit, outer);
      const auto value = index ? context_.indices.value(*index, run.values) : std::nullopt;
      if (!value) {
        context_.diagnostics.error(Code::E0208, limit->span, "the limits of a loop must be known at compile time: " + context_.indices.failure().message);
        return false;
      }
      limits.push_back(*value);
    }
    const std::int64_t step = limits.size() == 3 ? limits[1] : 1;
    if (step == 0) {
      context_.diagnostics.error(Code::E0208, range.span, "the step of the loop is zero");
      return false;
    }
    for (std::int64_t i = limits.front(); step > 0 ? i <= limits.back() : i >= limits.back(); i += step) {
      run.values[depth] = i;
      if (!loop(run, depth + 1)) return false;
    }
    return true;
  }
  const auto values = context_.indices.evaluate(range, outer, run.values);
  if (!values) {
    context_.diagnostics.error(Code::E0208, range.span, "the range of a loop must be known at compile time: " + context_.indices.failure().message);
    return false;
  }
  for (const double value : values->numbers) {
    run.values[depth] = static_cast<std::int64_t>(value);
    if (!loop(run, depth + 1)) return false;
  }
  return true;
}

bool LoopRunner::iteration(Run& run) {
  for (const Guard& guard : run.nest.guards) {
    const auto value = context_.indices.evaluate(*guard.condition, run.bindings, run.values);
    if (!value) {
      context_.diagnostics.error(Code::E0208, guard.condition->span, context_.indices.failure().message);
      return false;
    }
    if ((value->number() != 0) != guard.outcome) return true;
  }
  const auto fits = std::find_if(run.patterns.begin(), run.patterns.end(),
                                 [&](const Pattern& pattern) { return rows_.applies(pattern, run.values); });
  if (fits == run.patterns.end()) {
    if (!compile(run)) return false;
  } else if (fits != run.patterns.begin()) {
    std::rotate(run.patterns.begin(), fits, fits + 1);
  }
  const auto row = rows_.write(run.patterns.front(), run.values);
  if (!row) return false;
  run.sink(*row);
  return true;
}

bool LoopRunner::compile(Run& run) {
  ExpressionLowering lowering(context_, run.bindings, run.values);
  const auto side = [&](const Expression& e) {
    return lowering.lower(e, e.type.is_scalar() ? std::vector<Index>{} : run.subscripts);
  };
  symbolic::NodeId node = side(*run.body.right);
  if (run.body.left != nullptr && !lowering.failed()) {
    const symbolic::NodeId left = side(*run.body.left);
    if (!lowering.failed()) node = context_.shapes.pool().subtract(left, node);
  }
  if (lowering.failed()) return false;
  if (lowering.event_relation() != nullptr) event_relations_.push_back(lowering.event_relation());
  run.patterns.insert(run.patterns.begin(), lowering.finish(node));
  return true;
}

}  // namespace sunder::lower
