#include "lower/clocks.hpp"

#include <algorithm>
#include <deque>
#include <numeric>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::lower {

using ir::Builtin;
using ir::Expression;
using ir::ExpressionKind;

namespace {

Ratio ratio(std::int64_t over, std::int64_t under) {
  const std::int64_t common = std::gcd(over, under) * (under < 0 ? -1 : 1);
  return common == 0 ? Ratio{0, 0} : Ratio{over / common, under / common};
}

/// Under 0: too large to be told.
Ratio product(const Ratio& a, const Ratio& b) {
  const Ratio first = ratio(a.over, b.under), second = ratio(b.over, a.under);
  Ratio out;
  if (first.under == 0 || second.under == 0 || __builtin_mul_overflow(first.over, second.over, &out.over) ||
      __builtin_mul_overflow(first.under, second.under, &out.under))
    return {0, 0};
  return out;
}

Ratio sum(const Ratio& a, const Ratio& b) {
  std::int64_t left = 0, right = 0, over = 0, under = 0;
  if (a.under == 0 || b.under == 0 || __builtin_mul_overflow(a.over, b.under, &left) ||
      __builtin_mul_overflow(b.over, a.under, &right) || __builtin_add_overflow(left, right, &over) ||
      __builtin_mul_overflow(a.under, b.under, &under))
    return {0, 0};
  return ratio(over, under);
}

Ratio inverse(const Ratio& a) { return ratio(a.under, a.over); }

bool is_clocked_sample(const Expression& e) {
  return e.builtin == Builtin::sample && (e.operands.size() == 1 || e.operands[1]->type.base == ir::BaseType::clock);
}

bool speaks_of_clocks(const Expression& e) {
  if (e.type.base == ir::BaseType::clock) return true;
  return e.kind == ExpressionKind::builtin &&
         ((e.builtin >= Builtin::clock && e.builtin <= Builtin::first_tick) || is_clocked_sample(e));
}

}  // namespace

std::uint32_t ClockInference::partition_of(const void* what) const {
  const auto found = nodes_.find(what);
  if (found == nodes_.end()) return none;
  Node root = found->second;
  while (parents_[root] != root) root = parents_[root];
  return partition_of_root_[root];
}

bool ClockInference::speaks_of_clocks() const {
  bool found = false;
  const auto look = [&](const Expression& e) { found = found || lower::speaks_of_clocks(e); };
  for (const ir::Instance* variable : model_.variables) {
    if (variable->base == ir::BaseType::clock) return true;
    if (variable->binding != nullptr) ir::walk(*variable->binding, look);
  }
  const auto equation = [&](const ir::TypedEquation& one, const auto& self) -> void {
    for (const Expression* e : {one.left, one.right})
      if (e != nullptr && !found) ir::walk(*e, look);
    for (const ir::TypedEquation* inner : one.body) self(*inner, self);
    for (const ir::TypedBranch& branch : one.branches) {
      if (branch.condition != nullptr && !found) ir::walk(*branch.condition, look);
      for (const ir::TypedEquation* inner : branch.body) self(*inner, self);
    }
  };
  for (const ir::FlatEquation& one : model_.equations)
    if (!found) equation(*one.equation, equation);
  const auto list = [&](std::span<ir::Statement* const> all, const auto& self) -> void {
    for (const ir::Statement* one : all) {
      for (const auto& side : {one->left, one->right})
        for (const Expression* e : side)
          if (e != nullptr) ir::walk(*e, look);
      self(one->body, self);
      for (const ir::StatementBranch& branch : one->branches) {
        if (branch.condition != nullptr) ir::walk(*branch.condition, look);
        self(branch.body, self);
      }
    }
  };
  for (const ir::FlatAlgorithm& one : model_.algorithms)
    if (!found) list(one.algorithm->statements, list);
  return found;
}

bool ClockInference::run() {
  if (!speaks_of_clocks()) return true;
  collect();
  return !diagnostics_.has_errors() && solve();
}

// ---------------------------------------------------------------- what stands together

ClockInference::Node ClockInference::make_node() {
  parents_.push_back(static_cast<Node>(parents_.size()));
  marks_.emplace_back();
  return parents_.back();
}

ClockInference::Node ClockInference::node_of(const void* what) {
  const auto [known, added] = nodes_.try_emplace(what, 0);
  if (added) known->second = make_node();
  return known->second;
}

ClockInference::Node ClockInference::find(Node node) {
  while (parents_[node] != node) node = parents_[node] = parents_[parents_[node]];
  return node;
}

void ClockInference::say_different(Span at, Span first) {
  diagnostics_.error(Code::E0309, at, "a variable cannot have two clocks").notes.push_back({"the other clock", first});
}

void ClockInference::unite(Node a, Node b) {
  a = find(a);
  b = find(b);
  if (a == b) return;
  parents_[b] = a;
  Marks& marks = marks_[a];
  const Marks& other = marks_[b];
  if (!marks.clocked.valid()) marks.clocked = other.clocked;
  if (!marks.continuous.valid()) marks.continuous = other.continuous;
  if (!marks.differentiated.valid()) marks.differentiated = other.differentiated;
  if (marks.method == SolverMethod::none) {
    marks.method = other.method;
    marks.method_span = other.method_span;
  } else if (other.method != SolverMethod::none && other.method != marks.method) {
    diagnostics_.error(Code::E0309, other.method_span, "a clock cannot have two solver methods")
        .notes.push_back({"the other one", marks.method_span});
  }
  if (other.base == none) return;
  if (marks.base == none) {
    marks.base = other.base;
  } else {
    const BaseClock& one = bases_[marks.base];
    const BaseClock& two = bases_[other.base];
    if (one.condition != nullptr || two.condition != nullptr || one.interval != two.interval)
      say_different(two.span, one.span);
  }
}

void ClockInference::mark_clocked(Node node, Span at) {
  Marks& marks = marks_[find(node)];
  if (!marks.clocked.valid()) marks.clocked = at;
}

void ClockInference::mark_continuous(Node node, Span at) {
  Marks& marks = marks_[find(node)];
  if (!marks.continuous.valid()) marks.continuous = at;
}

void ClockInference::define(Node node, BaseClock clock) {
  const Node fresh = make_node();
  marks_[fresh].base = static_cast<std::uint32_t>(bases_.size());
  marks_[fresh].clocked = clock.span;
  bases_.push_back(clock);
  unite(node, fresh);
}

std::optional<double> ClockInference::number(const Expression& e, const char* what) {
  const auto value = indices_.evaluate(e, {}, {});
  if (value && value->numbers.size() == 1) return value->numbers.front();
  diagnostics_.error(Code::E0208, e.span,
                     std::string(what) + " must be known at compile time: " + indices_.failure().message);
  return std::nullopt;
}

void ClockInference::set_method(Node node, const Expression& e) {
  const auto value = indices_.evaluate(e, {}, {});
  if (!value || value->strings.size() != 1) {
    diagnostics_.error(Code::E0208, e.span,
                       "the solver method of a clock must be known at compile time: " + indices_.failure().message);
    return;
  }
  const std::string& name = value->strings.front();
  if (name.empty()) return;
  // External: which one is up to the tool
  static const std::pair<std::string_view, SolverMethod> known[] = {
      {"ExplicitEuler", SolverMethod::explicit_euler},
      {"ExplicitMidPoint2", SolverMethod::explicit_midpoint},
      {"ExplicitRungeKutta4", SolverMethod::explicit_runge_kutta},
      {"ImplicitEuler", SolverMethod::implicit_euler},
      {"ImplicitTrapezoid", SolverMethod::implicit_trapezoid},
      {"External", SolverMethod::implicit_trapezoid}};
  const auto* const found =
      std::ranges::find(known, std::string_view(name), &std::pair<std::string_view, SolverMethod>::first);
  if (found == std::end(known)) {
    std::vector<std::string> names;
    for (const auto& one : known) names.emplace_back(one.first);
    diagnostics_.error(Code::E0309, e.span, "there is no solver method '" + name + "'").help =
        "there are " + enumerated(names);
    return;
  }
  Marks& marks = marks_[find(node)];
  if (marks.method != SolverMethod::none && marks.method != found->second) {
    diagnostics_.error(Code::E0309, e.span, "a clock cannot have two solver methods")
        .notes.push_back({"the other one", marks.method_span});
    return;
  }
  marks.method = found->second;
  marks.method_span = e.span;
}

/// Clock(), Clock(counter, resolution), Clock(interval), Clock(condition, interval at the start), Clock(clock, method).
void ClockInference::construct(const Expression& e, Node node) {
  mark_clocked(node, e.span);
  if (e.operands.empty()) return;
  const Expression& first = *e.operands[0];
  BaseClock made;
  made.span = e.span;
  if (first.type.base == ir::BaseType::clock) {
    walk(first, node);
    if (e.operands.size() < 2) return;
    set_method(node, *e.operands[1]);
    return;
  }
  if (first.type.base == ir::BaseType::boolean) {
    const Node outside = make_node();
    walk(first, outside);
    mark_continuous(outside, first.span);
    made.condition = &first;
    if (e.operands.size() > 1) {
      const auto start = number(*e.operands[1], "the interval of a clock");
      if (!start) return;
      made.interval = *start;
    }
    define(node, made);
    return;
  }
  const auto counter = number(first, "the interval of a clock");
  if (!counter) return;
  made.interval = *counter;
  if (e.operands.size() > 1) {
    const auto resolution = number(*e.operands[1], "the resolution of a clock");
    if (!resolution) return;
    made.interval = *resolution > 0 ? *counter / *resolution : 0;
  }
  if (!(made.interval > 0)) {
    diagnostics_.error(Code::E0309, e.span,
                       "the interval of a clock must be greater than zero, not " + shortest(made.interval));
    return;
  }
  define(node, made);
}

/// subSample, superSample, shiftSample, backSample: of a clock, or of a value that has one.
void ClockInference::convert(const Expression& e, Node node) {
  Relation relation{node, make_node(), Ratio{1, 1}, {0, 1}, e.span};
  mark_clocked(node, e.span);
  mark_clocked(relation.source, e.span);
  walk(*e.operands[0], relation.source);
  std::vector<std::int64_t> counts;
  for (std::size_t i = 1; i < e.operands.size(); ++i) {
    const auto value = number(*e.operands[i], "the factor of a clock");
    if (!value) return;
    counts.push_back(static_cast<std::int64_t>(*value));
  }
  const bool by_factor = e.builtin == Builtin::sub_sample || e.builtin == Builtin::super_sample;
  if (by_factor) {
    if (counts.empty() || counts[0] == 0)
      relation.factor = std::nullopt;
    else
      relation.factor = e.builtin == Builtin::sub_sample ? ratio(counts[0], 1) : ratio(1, counts[0]);
  } else {
    if (counts.empty()) counts.push_back(0);
    if (counts.size() < 2) counts.push_back(1);
    if (counts[1] > 0) relation.shift = ratio(e.builtin == Builtin::shift_sample ? counts[0] : -counts[0], counts[1]);
  }
  const bool wrong = !counts.empty() && (counts[0] < 0 || (!by_factor && counts[1] < 1));
  if (wrong) {
    diagnostics_.error(Code::E0309, e.span, "factors and counters of clocks cannot be negative");
    return;
  }
  relations_.push_back(relation);
}

void ClockInference::walk_builtin(const Expression& e, Node node) {
  switch (e.builtin) {
    case Builtin::clock: construct(e, node); return;
    case Builtin::sub_sample:
    case Builtin::super_sample:
    case Builtin::shift_sample:
    case Builtin::back_sample: convert(e, node); return;
    case Builtin::hold:
    case Builtin::no_clock: {
      const Node inside = make_node();
      mark_clocked(inside, e.span);
      walk(*e.operands[0], inside);
      if (e.builtin == Builtin::hold) mark_continuous(node, e.span);
      return;
    }
    case Builtin::sample:
      if (is_clocked_sample(e)) {
        const Node outside = make_node();
        walk(*e.operands[0], outside);
        mark_continuous(outside, e.span);
        mark_clocked(node, e.span);
        if (e.operands.size() > 1) walk(*e.operands[1], node);
        return;
      }
      break;
    case Builtin::previous:
    case Builtin::interval:
    case Builtin::first_tick: mark_clocked(node, e.span); break;
    case Builtin::der: {
      Marks& marks = marks_[find(node)];
      if (!marks.differentiated.valid()) marks.differentiated = e.span;
      break;
    }
    case Builtin::pre:
    case Builtin::delay:
    case Builtin::spatial_distribution: mark_continuous(node, e.span); break;
    case Builtin::size:
    case Builtin::ndims: return;
    default: break;
  }
  for (const Expression* operand : e.operands)
    if (operand != nullptr) walk(*operand, node);
}

/// Every element of an array of clocks is one of its own.
const std::vector<ClockInference::Node>& ClockInference::elements_of(const ir::Instance& variable) {
  std::vector<Node>& nodes = elements_[&variable];
  if (nodes.empty() && variable.dimensions.empty()) nodes.push_back(node_of(&variable));
  const auto count = static_cast<std::size_t>(ir::element_count(variable.dimensions));
  while (nodes.size() < count) nodes.push_back(make_node());
  return nodes;
}

/// Those that are meant: all of them where subscripts vary.
std::vector<ClockInference::Node> ClockInference::elements_of(const Expression& e) {
  const std::vector<Node>& all = elements_of(*e.variable);
  std::int64_t offset = 0;
  for (std::size_t d = 0; d < e.variable->dimensions.size(); ++d) {
    if (d >= e.subscripts.size() || e.subscripts[d].value == nullptr || mentions_iterator(*e.subscripts[d].value))
      return all;
    const auto at = indices_.evaluate(*e.subscripts[d].value, {}, {});
    if (!at || !at->dimensions.empty() || at->number() < 1 ||
        at->number() > static_cast<double>(e.variable->dimensions[d]))
      return all;
    offset = offset * e.variable->dimensions[d] + static_cast<std::int64_t>(at->number()) - 1;
  }
  return {all[static_cast<std::size_t>(offset)]};
}

void ClockInference::walk(const Expression& e, Node node) {
  if (e.kind == ExpressionKind::builtin) {
    walk_builtin(e, node);
    return;
  }
  if (e.kind == ExpressionKind::variable && e.variable->base == ir::BaseType::clock)
    for (const Node element : elements_of(e)) unite(node, element);
  else if (e.kind == ExpressionKind::variable && e.variable->variability > ir::Variability::parameter)
    unite(node, node_of(e.variable));
  for (const Expression* operand : e.operands)
    if (operand != nullptr) walk(*operand, node);
  for (const ir::Subscript& subscript : e.subscripts)
    if (subscript.value != nullptr) walk(*subscript.value, node);
  for (const ir::IteratorRange& range : e.iterators) walk(*range.range, node);
}

void ClockInference::equation(const ir::TypedEquation& equation, Node node) {
  for (const Expression* e : {equation.left, equation.right})
    if (e != nullptr) walk(*e, node);
  for (const ir::IteratorRange& range : equation.iterators) walk(*range.range, node);
  for (const ir::TypedEquation* inner : equation.body) this->equation(*inner, node);
  for (const ir::TypedBranch& branch : equation.branches) {
    if (branch.condition != nullptr) walk(*branch.condition, node);
    if (equation.kind == ir::EquationKind::when && branch.condition->type.base != ir::BaseType::clock)
      mark_continuous(node, equation.span);
    for (const ir::TypedEquation* inner : branch.body) this->equation(*inner, node);
  }
}

void ClockInference::statements(std::span<ir::Statement* const> list, Node node) {
  for (const ir::Statement* one : list) {
    for (const auto& side : {one->left, one->right})
      for (const Expression* e : side)
        if (e != nullptr) walk(*e, node);
    if (one->condition != nullptr) walk(*one->condition, node);
    for (const ir::IteratorRange& range : one->iterators) walk(*range.range, node);
    statements(one->body, node);
    for (const ir::StatementBranch& branch : one->branches) {
      if (branch.condition != nullptr) walk(*branch.condition, node);
      statements(branch.body, node);
    }
  }
}

void ClockInference::collect() {
  for (const ir::Instance* variable : model_.variables) {
    if (variable->base == ir::BaseType::clock) {
      const std::vector<Node>& elements = elements_of(*variable);
      for (const Node element : elements) mark_clocked(element, variable->span);
      if (variable->binding == nullptr) continue;
      const bool one_by_one = variable->dimensions.size() == 1 && variable->binding->kind == ExpressionKind::array;
      for (std::size_t k = 0; k < elements.size(); ++k)
        if (one_by_one || k == 0) walk(one_by_one ? *variable->binding->operands[k] : *variable->binding, elements[k]);
      for (std::size_t k = 1; k < elements.size() && !one_by_one; ++k) unite(elements[0], elements[k]);
      continue;
    }
    if (variable->binding == nullptr || variable->variability <= ir::Variability::parameter) continue;
    walk(*variable->binding, node_of(variable));
  }
  for (const ir::FlatEquation& one : model_.equations) equation(*one.equation, node_of(one.equation));
  for (const ir::FlatAlgorithm& one : model_.algorithms) statements(one.algorithm->statements, node_of(one.algorithm));
}

// ---------------------------------------------------------------- their clocks

bool ClockInference::relate(const Relation& relation, bool backwards, const ClockOfPartition& from,
                            ClockOfPartition& to) {
  to.base = from.base;
  const Ratio factor = backwards ? inverse(*relation.factor) : *relation.factor;
  to.factor = product(from.factor, factor);
  // the shift is counted in intervals of the source
  const Ratio& unit = backwards ? to.factor : from.factor;
  Ratio shift = product(unit, relation.shift);
  if (backwards) shift.over = -shift.over;
  to.shift = sum(from.shift, shift);
  if (to.factor.under == 0 || to.shift.under == 0) {
    diagnostics_.error(Code::E0309, relation.span, "the factors between these clocks are too large");
    return false;
  }
  const bool fraction = to.factor.under != 1 || to.shift.under != 1;
  if (bases_[to.base].condition != nullptr && fraction) {
    diagnostics_.error(Code::E0309, relation.span, "a clock of events has no instants between its ticks")
        .notes.push_back({"the clock", bases_[to.base].span});
    return false;
  }
  return true;
}

bool ClockInference::solve() {
  partition_of_root_.assign(parents_.size(), none);
  std::vector<std::optional<ClockOfPartition>> known(parents_.size());
  std::unordered_map<Node, std::vector<std::pair<std::size_t, bool>>> edges;  // relations to follow, and which way
  for (std::size_t i = 0; i < relations_.size(); ++i) {
    relations_[i].target = find(relations_[i].target);
    relations_[i].source = find(relations_[i].source);
    if (!relations_[i].factor) continue;
    edges[relations_[i].source].emplace_back(i, false);
    edges[relations_[i].target].emplace_back(i, true);
  }
  std::deque<Node> open;
  for (Node node = 0; node < parents_.size(); ++node) {
    if (find(node) != node || marks_[node].base == none) continue;
    known[node] = ClockOfPartition{marks_[node].base, {0, 1}, {1, 1}};
    open.push_back(node);
  }
  for (; !open.empty(); open.pop_front()) {
    const Node node = open.front();
    for (const auto& [index, backwards] : edges[node]) {
      const Relation& relation = relations_[index];
      const Node other = backwards ? relation.source : relation.target;
      ClockOfPartition found;
      if (!relate(relation, backwards, *known[node], found)) return false;
      if (!known[other]) {
        known[other] = found;
        open.push_back(other);
        continue;
      }
      const bool same_base = bases_[known[other]->base].condition == nullptr && bases_[found.base].condition == nullptr;
      const auto instants = [&](const ClockOfPartition& clock) {
        const double unit = bases_[clock.base].interval;
        return std::pair(clock.shift.value() * unit, clock.factor.value() * unit);
      };
      const bool equal = *known[other] == found || (same_base && instants(*known[other]) == instants(found));
      if (equal) continue;
      say_different(relation.span, bases_[known[other]->base].span);
      return false;
    }
  }
  bool good = true;
  for (Node node = 0; node < parents_.size(); ++node) {
    const Marks& marks = marks_[node];
    if (find(node) != node || !marks.clocked.valid()) continue;
    if (marks.continuous.valid()) {
      Diagnostic& error = diagnostics_.error(Code::E0309, marks.clocked, "clocked and continuous variables are mixed");
      const bool rate = marks.differentiated.valid() && marks.method == SolverMethod::none;
      error.notes.push_back({"this is continuous", rate ? marks.differentiated : marks.continuous});
      error.help = "sample(u) makes a continuous variable clocked, hold(u) a clocked one continuous";
      good = false;
      continue;
    }
    if (marks.differentiated.valid() && marks.method == SolverMethod::none) {
      Diagnostic& error = diagnostics_.error(Code::E0309, marks.clocked, "clocked and continuous variables are mixed");
      error.notes.push_back({"this is continuous", marks.differentiated});
      error.help =
          "sample(u) makes a continuous variable clocked, hold(u) a clocked one continuous; a clock with a solver "
          "method, such as Clock(c, \"ImplicitEuler\"), makes differences of derivatives";
      good = false;
      continue;
    }
    if (!known[node]) {
      diagnostics_.error(Code::E0309, marks.clocked, "the clock of this cannot be inferred").help =
          "give it one: sample(u, Clock(0.1)), or when Clock(0.1) then ...";
      good = false;
      continue;
    }
    if (known[node]->shift.over < 0) {
      diagnostics_.error(Code::E0309, marks.clocked, "this clock would begin before the one it comes from");
      good = false;
      continue;
    }
    partition_of_root_[node] = static_cast<std::uint32_t>(partitions_.size());
    partitions_.push_back(*known[node]);
    methods_.push_back(marks.method);
  }
  return good;
}

}  // namespace sunder::lower
