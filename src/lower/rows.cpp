#include "lower/rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_set>

#include "base/codes.hpp"

namespace sunder::lower {

using ir::Operand;
using symbolic::NodeId;
using symbolic::ShapeId;

bool compare(ir::Operation operation, std::int64_t a, std::int64_t b) {
  switch (operation) {
    case ir::Operation::less: return a < b;
    case ir::Operation::less_equal: return a <= b;
    case ir::Operation::greater: return a > b;
    case ir::Operation::greater_equal: return a >= b;
    case ir::Operation::not_equal: return a != b;
    default: return a == b;
  }
}

std::optional<std::int64_t> RowWriter::outcome(const Decision& decision, const std::vector<std::int64_t>& loop_values) {
  if (decision.kind == Decision::Kind::comparison)
    return compare(decision.operation, decision.index.affine_value(loop_values), 0) ? 1 : 0;
  if (decision.kind == Decision::Kind::index) return indices_.value(decision.index, loop_values);
  const auto value = indices_.evaluate(*decision.expression, decision.bindings, loop_values);
  if (!value) return std::nullopt;
  if (decision.kind == Decision::Kind::length) return static_cast<std::int64_t>(value->numbers.size());
  return value->number() != 0 ? 1 : 0;
}

bool RowWriter::applies(const Pattern& pattern, const std::vector<std::int64_t>& loop_values) {
  return std::all_of(pattern.decisions.begin(), pattern.decisions.end(),
                     [&](const Decision& decision) { return outcome(decision, loop_values) == decision.outcome; });
}

Operand RowWriter::literal(double value) {
  if (value == 0) value = 0;  // one zero, not two
  const auto hash = [](double number) { return std::bit_cast<std::uint64_t>(number); };
  const auto next = static_cast<std::uint32_t>(dae_.literals.size());
  const std::uint32_t known = literal_index_.find_or_add(
      hash(value), next, [&](std::uint32_t at) { return dae_.literals[at] == value; },
      [&](std::uint32_t at) { return hash(dae_.literals[at]); });
  if (known != PositionTable::missing) return Operand::literal(known);
  dae_.literals.push_back(value);
  return Operand::literal(next);
}

std::optional<Operand> RowWriter::element(const Term& term, const std::vector<std::int64_t>& loop_values) {
  const ir::Declaration& declaration = dae_.declarations[term.declaration.index()];
  std::int64_t offset = 0;
  for (std::size_t d = 0; d < term.subscripts.size(); ++d) {
    const Index& subscript = term.subscripts[d];
    std::int64_t value = 0;
    if (subscript.general == nullptr) {
      value = subscript.affine_value(loop_values);
    } else {
      const auto general = indices_.value(subscript, loop_values);
      if (!general) {
        diagnostics_.error(Code::E0208, indices_.failure().span, indices_.failure().message);
        return std::nullopt;
      }
      value = *general;
    }
    const std::int64_t size = declaration.dimensions[d];
    if (value < 1 || value > size) {
      diagnostics_.error(Code::E0302, term.written->span,
                         "subscript " + std::to_string(value) + " is outside 1:" + std::to_string(size) +
                             (term.subscripts.size() > 1 ? " in dimension " + std::to_string(d + 1) : "") + " of '" +
                             path_of(*term.written->variable) + "'");
      return std::nullopt;
    }
    offset = offset * size + value - 1;
  }
  return Operand::of(ir::VariableId(static_cast<std::uint32_t>(declaration.first.value + offset)));
}

std::optional<double> RowWriter::number(const Pattern& pattern, const Term& term,
                                        const std::vector<std::int64_t>& loop_values) {
  if (term.kind == Term::Kind::number) {
    const auto index = indices_.value(term.index, loop_values);
    if (index) return term.number + static_cast<double>(*index);
    diagnostics_.error(Code::E0208, indices_.failure().span, indices_.failure().message);
    return std::nullopt;
  }
  std::vector<double> inputs;
  for (const std::uint32_t input : term.inputs) {
    const auto one = number(pattern, pattern.terms[input], loop_values);
    if (!one) return std::nullopt;
    inputs.push_back(*one);
  }
  return symbolic::evaluate(dae_.shapes->pool(), dae_.shapes->root(term.shape), inputs);
}

/// Whether the value is asked for in any case, and not in branches only, which need not be taken.
bool RowWriter::always_needed(const Pattern& pattern, const Term& term) const {
  const auto number = static_cast<std::uint32_t>(&term - pattern.terms.data());
  if (std::ranges::find(pattern.slots, number) == pattern.slots.end()) return true;
  const symbolic::Pool& pool = dae_.shapes->pool();
  std::unordered_set<symbolic::NodeId> seen;
  std::vector<symbolic::NodeId> open{dae_.shapes->root(pattern.shape)};
  while (!open.empty()) {
    const symbolic::NodeId node = open.back();
    open.pop_back();
    if (!seen.insert(node).second) continue;
    const symbolic::Op op = pool[node].op;
    if (op == symbolic::Op::slot && pattern.slots[pool[node].payload] == number) return true;
    const auto children = pool.children(node);
    const bool chooses = op == symbolic::Op::select || op == symbolic::Op::choose;
    open.insert(open.end(), children.begin(), chooses ? children.begin() + 1 : children.end());
  }
  return false;
}

std::optional<Operand> RowWriter::derived(const Pattern& pattern, const Term& term,
                                          const std::vector<std::int64_t>& loop_values) {
  std::vector<Operand> inputs;
  for (const std::uint32_t input : term.inputs) {
    const auto one = operand(pattern, pattern.terms[input], loop_values);
    if (!one) return std::nullopt;
    inputs.push_back(*one);
  }
  return derived_parameter(term.shape, inputs, origin);
}

std::size_t RowWriter::hash_of(const ir::Row& row) const {
  std::size_t hash = row.shape.value;
  for (const Operand one : dae_.operands_of(row)) hash = hash * 1000003 + one.bits();
  return hash;
}

Operand RowWriter::derived_parameter(ShapeId shape, const std::vector<Operand>& operands, ir::OriginId from) {
  std::vector<Operand> distinct = operands;
  const std::size_t begin = dae_.operands.size();
  const ir::Row row = merged(shape, distinct);
  const std::span<const Operand> own = dae_.operands_of(row);
  const std::uint32_t known = derived_index_.find_or_add(
      hash_of(row), static_cast<std::uint32_t>(derived_.size()),
      [&](std::uint32_t at) {
        const std::span<const Operand> other = dae_.operands_of(derived_[at]);
        return derived_[at].shape == row.shape && std::equal(own.begin(), own.end(), other.begin(), other.end());
      },
      [&](std::uint32_t at) { return hash_of(derived_[at]); });
  if (known != PositionTable::missing) {
    dae_.operands.resize(begin);  // the same is there already
    return Operand::of(derived_[known].target);
  }
  ir::Declaration& declaration = dae_.declarations[derived_declaration_.index()];
  ir::Assignment assignment;
  static_cast<ir::Row&>(assignment) = row;
  assignment.target = ir::VariableId(declaration.first.value + declaration.count);
  assignment.origin = from;
  ++declaration.count;
  declaration.dimensions[0] = declaration.count;
  ++dae_.variable_count;
  derived_.push_back(assignment);
  return Operand::of(assignment.target);
}

std::optional<Operand> RowWriter::operand(const Pattern& pattern, const Term& term,
                                          const std::vector<std::int64_t>& loop_values) {
  if (term.literal) {
    const auto value = number(pattern, term, loop_values);
    if (!value) return std::nullopt;
    if (std::isfinite(*value)) return literal(*value);
    if (!always_needed(pattern, term)) return derived(pattern, term, loop_values);
    diagnostics_.error(Code::E0208, dae_.origins[origin.index()].span,
                       "a constant part of this has no finite value (division by zero?)");
    return std::nullopt;
  }
  if (term.kind == Term::Kind::element) return element(term, loop_values);
  if (term.kind == Term::Kind::held) return held(pattern, term, loop_values);
  if (term.kind == Term::Kind::delayed) return delayed(pattern, term, loop_values);
  return term.kind == Term::Kind::time ? Operand::time() : derived(pattern, term, loop_values);
}

std::size_t RowWriter::hash_of(const ir::Held& held) const {
  std::size_t hash = static_cast<std::size_t>(held.kind) * 31;
  if (ir::has_row(held.kind)) hash += hash_of(static_cast<const ir::Row&>(held));
  return (hash * 1000003 + held.start.bits()) * 1000003 + held.interval.bits();
}

bool RowWriter::same(const ir::Held& a, const ir::Held& b) const {
  if (a.kind != b.kind || a.start != b.start || a.interval != b.interval || a.of_clock != b.of_clock) return false;
  if (!ir::has_row(a.kind)) return true;
  const std::span<const Operand> own = dae_.operands_of(a);
  const std::span<const Operand> other = dae_.operands_of(b);
  return a.shape == b.shape && std::equal(own.begin(), own.end(), other.begin(), other.end());
}

Operand RowWriter::add_held(ir::Held held, const ir::Expression& written, std::size_t operands_before) {
  const auto next = static_cast<std::uint32_t>(dae_.held.size());
  const std::uint32_t known = held_index_.find_or_add(
      hash_of(held), next, [&](std::uint32_t at) { return same(dae_.held[at], held); },
      [&](std::uint32_t at) { return hash_of(dae_.held[at]); });
  if (known != PositionTable::missing) {
    dae_.operands.resize(operands_before);  // the same is there already
    return Operand::of(ir::VariableId(held_base + known));
  }
  held.origin = origin_of(written);
  dae_.held.push_back(held);
  return Operand::of(ir::VariableId(held_base + next));
}

ir::OriginId RowWriter::origin_of(const ir::Expression& written) {
  const auto [from, added] = held_origins_.try_emplace(&written);
  if (added) {
    dae_.origins.push_back({written.span, dae_.origins[origin.index()].path, {}});
    from->second = ir::OriginId(dae_.origins.size() - 1);
  }
  return from->second;
}

std::optional<std::vector<Operand>> RowWriter::operands_of(const Pattern& pattern,
                                                           const std::vector<std::uint32_t>& terms,
                                                           const std::vector<std::int64_t>& loop_values) {
  std::vector<Operand> found;
  for (const std::uint32_t term : terms) {
    const auto one = operand(pattern, pattern.terms[term], loop_values);
    if (!one) return std::nullopt;
    found.push_back(*one);
  }
  return found;
}

/// The same values, the same time ago, are recorded once.
std::optional<Operand> RowWriter::delayed(const Pattern& pattern, const Term& term,
                                          const std::vector<std::int64_t>& loop_values) {
  Delayed made;
  made.kind = term.delay;
  const auto constants = operands_of(pattern, term.inputs, loop_values);
  if (!constants) return std::nullopt;
  made.constants = *constants;
  std::vector<std::uint32_t> key{static_cast<std::uint32_t>(made.kind)};
  for (const Operand one : made.constants) key.push_back(one.bits());
  for (const Term::Recorded& recorded : term.recorded) {
    auto inputs = operands_of(pattern, recorded.inputs, loop_values);
    if (!inputs) return std::nullopt;
    made.recorded.push_back(merged(recorded.shape, *inputs));
    key.push_back(made.recorded.back().shape.value);
    for (const Operand one : dae_.operands_of(made.recorded.back())) key.push_back(one.bits());
  }
  const auto [known, added] = delayed_index_.try_emplace(key, static_cast<std::uint32_t>(delayed_.size()));
  if (added) {
    made.origin = origin_of(*term.written);
    delayed_.push_back(std::move(made));
  }
  return Operand::of(ir::VariableId(delayed_base + known->second));
}

/// The same relation in two equations is held once.
std::optional<Operand> RowWriter::held(const Pattern& pattern, const Term& term,
                                       const std::vector<std::int64_t>& loop_values) {
  auto found = operands_of(pattern, term.inputs, loop_values);
  if (!found) return std::nullopt;
  std::vector<Operand>& inputs = *found;
  ir::Held made;
  made.kind = term.held;
  const std::size_t begin = dae_.operands.size();
  if (made.kind == ir::HeldKind::sample) {
    made.start = inputs[0];
    made.interval = inputs[1];
    made.of_clock = term.of_clock;
  } else if (ir::has_row(made.kind)) {
    static_cast<ir::Row&>(made) = merged(term.shape, inputs);
  }
  return add_held(made, *term.written, begin);
}

ir::Row RowWriter::append(ShapeId shape, const std::vector<Operand>& operands) {
  ir::Row row{shape, static_cast<std::uint32_t>(dae_.operands.size())};
  dae_.operands.insert(dae_.operands.end(), operands.begin(), operands.end());
  return row;
}

ir::Row RowWriter::merged(ShapeId shape, std::vector<Operand>& operands) {
  sorted_ = operands;
  std::sort(sorted_.begin(), sorted_.end());
  if (std::adjacent_find(sorted_.begin(), sorted_.end()) == sorted_.end()) return append(shape, operands);
  std::unordered_map<std::uint32_t, std::uint32_t> first_slot;
  std::vector<std::uint32_t> key{shape.value};  // the shape and which operands are equal: the same in row after row
  for (std::uint32_t slot = 0; slot < operands.size(); ++slot)
    key.push_back(first_slot.try_emplace(operands[slot].bits(), slot).first->second);
  auto known = merged_.find(key);
  if (known == merged_.end()) {
    symbolic::Pool& pool = dae_.shapes->pool();
    std::vector<NodeId> replacements;
    for (std::size_t slot = 0; slot < operands.size(); ++slot) replacements.push_back(pool.slot(key[slot + 1]));
    Merged merged;
    merged.shape = dae_.shapes->intern(pool.substitute(dae_.shapes->root(shape), replacements), merged.order);
    known = merged_.emplace(std::move(key), std::move(merged)).first;
  }
  std::vector<Operand> picked;
  for (const std::uint32_t slot : known->second.order) picked.push_back(operands[slot]);
  return append(known->second.shape, picked);
}

std::optional<ir::Row> RowWriter::write(const Pattern& pattern, const std::vector<std::int64_t>& loop_values) {
  std::vector<Operand> operands = std::move(scratch_);  // keeps its memory from row to row
  operands.clear();
  bool good = true;
  for (const std::uint32_t slot : pattern.slots) {
    const auto one = operand(pattern, pattern.terms[slot], loop_values);
    if (!one) {
      good = false;
      break;
    }
    operands.push_back(*one);
  }
  std::optional<ir::Row> row;
  if (good) row = merged(pattern.shape, operands);
  scratch_ = std::move(operands);
  return row;
}

Operand RowWriter::operand_of(const ir::Row& row, ir::OriginId from) {
  const symbolic::Pool& pool = dae_.shapes->pool();
  const NodeId root = dae_.shapes->root(row.shape);
  const std::span<const Operand> operands = dae_.operands_of(row);
  if (pool[root].op == symbolic::Op::slot) return operands[0];
  if (pool.is_constant(root)) return literal(pool[root].value);
  return derived_parameter(row.shape, {operands.begin(), operands.end()}, from);
}

}  // namespace sunder::lower
