#include "lower/index.hpp"

#include <algorithm>
#include <cmath>

namespace sunder::lower {

using ir::Expression;
using ir::ExpressionKind;

Index Index::loop(std::size_t position) {
  Index index;
  index.coefficients.assign(position + 1, 0);
  index.coefficients[position] = 1;
  return index;
}

bool Index::is_constant() const {
  return general == nullptr &&
         std::all_of(coefficients.begin(), coefficients.end(), [](std::int64_t c) { return c == 0; });
}

std::int64_t Index::affine_value(const std::vector<std::int64_t>& loop_values) const {
  std::int64_t value = constant;
  for (std::size_t i = 0; i < coefficients.size(); ++i)
    if (coefficients[i] != 0) value += coefficients[i] * loop_values[i];
  return value;
}

namespace {

void trim(Index& index) {
  while (!index.coefficients.empty() && index.coefficients.back() == 0) index.coefficients.pop_back();
}

}  // namespace

Index operator+(Index a, const Index& b) {
  a.constant += b.constant;
  if (a.coefficients.size() < b.coefficients.size()) a.coefficients.resize(b.coefficients.size(), 0);
  for (std::size_t i = 0; i < b.coefficients.size(); ++i) a.coefficients[i] += b.coefficients[i];
  if (b.general != nullptr) a.general = b.general;  // at most one of them has it: only affine indices are added up
  trim(a);
  return a;
}

Index operator*(std::int64_t factor, Index a) {
  a.constant *= factor;
  for (std::int64_t& c : a.coefficients) c *= factor;
  trim(a);
  return a;
}

Index operator-(Index a, const Index& b) { return std::move(a) + (-1) * b; }

namespace {

bool mentions_free(const Expression& e, std::vector<const ir::IteratorSymbol*>& own) {
  if (e.kind == ExpressionKind::iterator) return std::find(own.begin(), own.end(), e.iterator) == own.end();
  const std::size_t before = own.size();
  bool found = false;
  for (const ir::IteratorRange& range : e.iterators) {
    found = found || mentions_free(*range.range, own);
    own.push_back(range.symbol);
  }
  for (const Expression* operand : e.operands) found = found || (operand != nullptr && mentions_free(*operand, own));
  for (const ir::Subscript& subscript : e.subscripts)
    found = found || (subscript.value != nullptr && mentions_free(*subscript.value, own));
  own.resize(before);
  return found;
}

// Sums and products of numbers this small never overflow.
constexpr std::int64_t largest_affine = std::int64_t{1} << 31;

bool is_small(const Index& index) {
  const auto small = [](std::int64_t n) { return n > -largest_affine && n < largest_affine; };
  return index.general == nullptr && small(index.constant) &&
         std::all_of(index.coefficients.begin(), index.coefficients.end(), small);
}

}  // namespace

bool mentions_iterator(const Expression& e) {
  std::vector<const ir::IteratorSymbol*> own;
  return mentions_free(e, own);
}

std::optional<Index> IndexMachine::affine_chain(const Expression& e, const IteratorBindings& bindings) {
  std::optional<Index> left = affine(*e.operands[0], bindings);
  for (std::size_t i = 0; i < e.operations.size() && left; ++i) {
    const std::optional<Index> right = affine(*e.operands[i + 1], bindings);
    if (!right) return std::nullopt;
    switch (e.operations[i]) {
      case ir::Operation::add: left = *left + *right; break;
      case ir::Operation::subtract: left = *left - *right; break;
      case ir::Operation::multiply:
        if (left->is_constant())
          left = left->constant * *right;
        else if (right->is_constant())
          left = right->constant * *left;
        else
          return std::nullopt;
        break;
      default: return std::nullopt;
    }
    if (!is_small(*left)) return std::nullopt;
  }
  return left;
}

/// constant + sum(coefficient * loop variable), if the expression is that.
std::optional<Index> IndexMachine::affine(const Expression& e, const IteratorBindings& bindings) {
  std::optional<Index> index;
  if (e.kind == ExpressionKind::number) {
    index = Index(static_cast<std::int64_t>(e.number));
  } else if (e.kind == ExpressionKind::iterator) {
    if (const auto found = bindings.find(e.iterator); found != bindings.end()) index = found->second;
  } else if (e.kind == ExpressionKind::negate) {
    const auto inner = affine(*e.operands[0], bindings);
    if (inner) index = (-1) * *inner;
  } else if (e.kind == ExpressionKind::chain) {
    index = affine_chain(e, bindings);
  }
  if (!index && !mentions_iterator(e)) {
    failure_ = {};
    const auto value = values_.value_of(e, {}, failure_);
    if (value) index = Index(static_cast<std::int64_t>(value->number()));
  }
  return index && is_small(*index) ? index : std::nullopt;
}

std::optional<Index> IndexMachine::translate(const Expression& e, const IteratorBindings& bindings) {
  if (const auto index = affine(e, bindings)) return index;
  if (e.kind == ExpressionKind::iterator) {
    const auto found = bindings.find(e.iterator);
    return found != bindings.end() ? std::optional(found->second) : std::nullopt;
  }
  if (!mentions_iterator(e)) {
    failure_ = {};
    const auto value = values_.value_of(e, {}, failure_);
    return value ? std::optional(Index(static_cast<std::int64_t>(value->number()))) : std::nullopt;
  }
  Index index;
  index.general = std::make_shared<GeneralIndex>(GeneralIndex{&e, bindings, {}, {}});
  return index;
}

std::optional<Index> IndexMachine::element(const Expression& vector, const Index& position,
                                           const IteratorBindings& bindings) {
  if (vector.kind == ExpressionKind::range) {
    const auto start = affine(*vector.operands[0], bindings);
    const auto step = vector.operands.size() == 3 ? affine(*vector.operands[1], bindings) : Index(1);
    if (start && step && step->is_constant() && is_small(position))
      return *start + step->constant * (position - Index(1));
  }
  GeneralIndex general{&vector, bindings, position, {}};
  if (!mentions_iterator(vector)) {
    failure_ = {};
    auto values = values_.value_of(vector, {}, failure_);
    if (!values) return std::nullopt;
    if (position.is_constant() && position.constant >= 1 &&
        position.constant <= static_cast<std::int64_t>(values->numbers.size()))
      return Index(static_cast<std::int64_t>(values->numbers[static_cast<std::size_t>(position.constant - 1)]));
    general.elements = std::move(values->numbers);
  }
  Index index;
  index.general = std::make_shared<GeneralIndex>(std::move(general));
  return index;
}

std::optional<std::int64_t> IndexMachine::value(const Index& index, const std::vector<std::int64_t>& loop_values) {
  const std::int64_t affine = index.affine_value(loop_values);
  if (index.general == nullptr) return affine;
  const GeneralIndex& general = *index.general;
  std::size_t at = 0;
  if (general.position) {
    const auto position = value(*general.position, loop_values);
    if (!position) return std::nullopt;
    at = static_cast<std::size_t>(*position - 1);
    if (*position < 1 || *position > general.expression->type.dimensions[0]) {
      failure_ = {general.expression->span,
                  "subscript " + std::to_string(*position) +
                      " is outside 1:" + std::to_string(general.expression->type.dimensions[0]),
                  false};
      return std::nullopt;
    }
    if (general.elements) return affine + static_cast<std::int64_t>((*general.elements)[at]);
  }
  const auto rest = evaluate(*general.expression, general.bindings, loop_values);
  if (!rest) return std::nullopt;
  return affine + static_cast<std::int64_t>(rest->numbers[at]);
}

std::optional<ir::Value> IndexMachine::evaluate(const Expression& expression, const IteratorBindings& bindings,
                                                const std::vector<std::int64_t>& loop_values) {
  return evaluate(expression, ir::Environment(), bindings, loop_values);
}

std::optional<ir::Value> IndexMachine::evaluate(const Expression& expression, ir::Environment environment,
                                                const IteratorBindings& bindings,
                                                const std::vector<std::int64_t>& loop_values) {
  for (const auto& [symbol, index] : bindings) {
    const auto number = value(index, loop_values);
    if (!number) return std::nullopt;
    environment.iterators[symbol] = static_cast<double>(*number);
  }
  failure_ = {};
  return values_.value_of(expression, environment, failure_);
}

}  // namespace sunder::lower
