#include "lower/loops.hpp"

#include <algorithm>

#include "base/codes.hpp"
#include "base/stop_point.hpp"

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
  return std::any_of(e.operands.begin(), e.operands.end(),
                     [](const Expression* o) { return o != nullptr && has_distinct_elements(*o); });
}

}  // namespace

bool LoopRunner::run(const Nest& nest, const Body& body, const Sink& sink) {
  Run one{nest, body, sink, nullptr, {}, 0, {}, {}, {}, {}};
  prepare(one);
  const bool unrolled =
      has_distinct_elements(*body.right) || (body.left != nullptr && has_distinct_elements(*body.left));
  if (!unrolled || body.sizes.empty()) {
    one.hidden = body.sizes.size();
    for (std::size_t d = 0; d < body.sizes.size(); ++d) one.subscripts.push_back(Index::loop(nest.loops.size() + d));
    one.values.resize(nest.loops.size() + body.sizes.size());
    return loop(one, 0);
  }
  one.values.resize(nest.loops.size());
  if (nest.loops.empty()) return elements(one);
  const std::int64_t count = ir::element_count(body.sizes);
  for (std::int64_t n = 0; n < count; ++n) {
    select(one, n);
    one.patterns.clear();
    if (!loop(one, 0)) return false;
  }
  return true;
}

/// The n-th element of the equation, row by row.
void LoopRunner::select(Run& run, std::int64_t n) {
  run.subscripts.assign(run.body.sizes.size(), Index());
  for (std::size_t d = run.body.sizes.size(); d-- > 0;) {
    run.subscripts[d] = Index(n % run.body.sizes[d] + 1);
    n /= run.body.sizes[d];
  }
}

/// All elements of an array equation together: a function that gives the array is carried out once, not once for each.
bool LoopRunner::elements(Run& run) {
  const auto runs = guarded(run, 0);
  if (!runs || !*runs) return runs.has_value();
  ExpressionLowering lowering(context_, run.bindings, run.values);
  const std::int64_t count = ir::element_count(run.body.sizes);
  std::vector<Part> parts;
  for (std::int64_t n = 0; n < count; ++n) {
    stop_point();
    select(run, n);
    const auto sides = lower(run, lowering);
    if (!sides) return false;
    parts.push_back(lowering.element_part(sides->first, sides->second));
  }
  Pattern& pattern = run.patterns.emplace_back();
  pattern.speech = lowering.take_speech();
  pattern.terms = lowering.take_terms();
  for (Part& part : parts) {
    stop_point();
    pattern.shape = part.shape;
    pattern.slots = std::move(part.slots);
    const auto row = rows_.write(pattern, run.values);
    if (!row) return false;
    run.sink(*row);
  }
  return speak(run);
}

bool LoopRunner::each(const Nest& nest, const Visit& visit) {
  const Body body;
  const Sink sink;
  Run one{nest, body, sink, &visit, {}, 0, {}, {}, {}, {}};
  prepare(one);
  one.values.resize(nest.loops.size());
  return loop(one, 0);
}

/// A range or condition sees the loops around it only.
IteratorBindings LoopRunner::outer_bindings(const Run& run, std::size_t depth) {
  IteratorBindings outer;
  for (std::size_t i = 0; i < depth; ++i) outer[run.nest.loops[i].symbol] = Index::loop(i);
  return outer;
}

void LoopRunner::prepare(Run& run) {
  run.bindings = outer_bindings(run, run.nest.loops.size());
  for (const auto& [symbol, position] : run.nest.also) run.bindings[symbol] = Index::loop(position);
  for (const Guard& guard : run.nest.guards) {
    Check check{&guard, outer_bindings(run, guard.depth), {}};
    const Expression& condition = *guard.condition;
    const bool integers = condition.kind == ExpressionKind::relation &&
                          condition.operands[0]->type.base == ir::BaseType::integer &&
                          condition.operands[1]->type.base == ir::BaseType::integer;
    const auto a = integers ? context_.indices.translate(*condition.operands[0], check.bindings) : std::nullopt;
    const auto b = a ? context_.indices.translate(*condition.operands[1], check.bindings) : std::nullopt;
    if (b && a->general == nullptr && b->general == nullptr) check.difference = *a - *b;
    run.checks.push_back(std::move(check));
  }
}

std::optional<bool> LoopRunner::guarded(Run& run, std::size_t depth) {
  for (const Check& check : run.checks) {
    if (check.guard->depth != depth) continue;
    const Expression& condition = *check.guard->condition;
    bool holds = false;
    if (check.difference) {
      holds = compare(condition.operations[0], check.difference->affine_value(run.values), 0);
    } else {
      const auto value = context_.indices.evaluate(condition, check.bindings, run.values);
      if (!value) {
        context_.diagnostics.error(
            Code::E0208, condition.span,
            "the condition must be known at compile time: " + context_.indices.failure().message);
        return std::nullopt;
      }
      holds = value->number() != 0;
    }
    if (holds != check.guard->outcome) return false;
  }
  return true;
}

bool LoopRunner::loop(Run& run, std::size_t depth) {
  stop_point();
  const std::size_t loops = run.nest.loops.size();
  if (depth <= loops && !run.nest.guards.empty()) {
    const auto runs = guarded(run, depth);
    if (!runs || !*runs) return runs.has_value();
  }
  if (depth == loops + run.hidden) return iteration(run);
  if (depth < loops)
    return run.nest.loops[depth].range->kind == ExpressionKind::range ? range_loop(run, depth)
                                                                      : vector_loop(run, depth);
  for (std::int64_t i = 1; i <= run.body.sizes[depth - loops]; ++i) {
    run.values[depth] = i;
    if (!loop(run, depth + 1)) return false;
  }
  return true;
}

/// The range is not spelled out: it may be a million long.
bool LoopRunner::range_loop(Run& run, std::size_t depth) {
  const Expression& range = *run.nest.loops[depth].range;
  const IteratorBindings outer = outer_bindings(run, depth);
  std::vector<std::int64_t> limits;
  for (const Expression* limit : range.operands) {
    const auto index = context_.indices.translate(*limit, outer);
    const auto value = index ? context_.indices.value(*index, run.values) : std::nullopt;
    if (!value) {
      context_.diagnostics.error(
          Code::E0208, limit->span,
          "the limits of a loop must be known at compile time: " + context_.indices.failure().message);
      return false;
    }
    limits.push_back(*value);
  }
  const std::int64_t step = limits.size() == 3 ? limits[1] : 1;
  const auto count = ir::range_length(static_cast<double>(limits.front()), static_cast<double>(step),
                                      static_cast<double>(limits.back()));
  if (!count) {
    context_.diagnostics.error(
        step == 0 ? Code::E0208 : Code::E0305, range.span,
        step == 0 ? "the step of the loop is zero" : "the loop runs more than 100 million times");
    return false;
  }
  for (std::int64_t k = 0; k < *count; ++k) {
    run.values[depth] = limits.front() + k * step;
    if (!loop(run, depth + 1)) return false;
  }
  return true;
}

bool LoopRunner::vector_loop(Run& run, std::size_t depth) {
  const Expression& range = *run.nest.loops[depth].range;
  const auto values = context_.indices.evaluate(range, outer_bindings(run, depth), run.values);
  if (!values) {
    context_.diagnostics.error(
        Code::E0208, range.span,
        "the range of a loop must be known at compile time: " + context_.indices.failure().message);
    return false;
  }
  for (const double value : values->numbers) {
    run.values[depth] = static_cast<std::int64_t>(value);
    if (!loop(run, depth + 1)) return false;
  }
  return true;
}

bool LoopRunner::iteration(Run& run) {
  if (run.visit != nullptr) return (*run.visit)(run.bindings, run.values);
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
  return speak(run);
}

/// What functions say that are called here: rows of their own, one for each iteration.
bool LoopRunner::speak(const Run& run) {
  for (const SpeechPattern& one : run.patterns.front().speech)
    if (!context_.write_speech(one, run.patterns.front().terms, run.values)) return false;
  return true;
}

/// The sides of the equation at the subscripts; empty after a diagnostic.
std::optional<std::pair<symbolic::NodeId, symbolic::NodeId>> LoopRunner::lower(const Run& run,
                                                                               ExpressionLowering& lowering) {
  const auto side = [&](const Expression& e) {
    return lowering.lower(e, e.type.is_scalar() ? std::vector<Index>{} : run.subscripts);
  };
  const symbolic::NodeId right = side(*run.body.right);
  const symbolic::NodeId left =
      run.body.left != nullptr && !lowering.failed() ? side(*run.body.left) : symbolic::NodeId{};
  if (lowering.failed()) return std::nullopt;
  if (run.body.discrete && !lowering.is_discrete(right)) {
    context_.diagnostics.error(Code::E0306, run.body.right->span,
                               "a variable that changes at events only cannot follow something continuous");
    return std::nullopt;
  }
  if (run.body.watched && !lowering.is_discrete(right) && warned_ != run.body.right) {
    warned_ = run.body.right;
    context_.diagnostics.warning(Code::W0308, run.body.right->span,
                                 "this depends on something continuous that makes no events: the assertion is checked "
                                 "at other events only");
  }
  return std::pair(left, right);
}

bool LoopRunner::compile(Run& run) {
  ExpressionLowering lowering(context_, run.bindings, run.values);
  const auto sides = lower(run, lowering);
  if (!sides) return false;
  constexpr std::size_t most = 32;  // a pattern for every iteration would make the search quadratic: compile again then
  if (run.patterns.size() >= most) run.patterns.pop_back();
  std::vector<SpeechPattern> speech = lowering.take_speech();
  run.patterns.insert(run.patterns.begin(), lowering.finish(sides->first, sides->second));
  run.patterns.front().speech = std::move(speech);
  return true;
}

}  // namespace sunder::lower
