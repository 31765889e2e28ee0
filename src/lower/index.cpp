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
  return general == nullptr && std::all_of(coefficients.begin(), coefficients.end(), [](std::int64_t c) { return c == 0; });
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
  if (b.general != nullptr) a.general = b.general;
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

bool mentions_iterator(const Expression& e) {
  if (e.kind == ExpressionKind::iterator) return true;
  for (const Expression* operand : e.operands)
    if (operand != nullptr && mentions_iterator(*operand)) return true;
  for (const ir::Subscript& subscript : e.subscripts)
    if (subscript.value != nullptr && mentions_iterator(*subscript.value)) return true;
  return false;
}

std::optional<Index> IndexMachine::translate(const Expression& e, const IteratorBindings& bindings) {
  switch (e.kind) {
    case ExpressionKind::number: return Index(static_cast<std::int64_t>(e.number));
    case ExpressionKind::iterator:
      if (const auto found = bindings.find(e.iterator); found != bindings.end()) return found->second;
      return std::nullopt;
    case ExpressionKind::negate: {
      const auto inner = translate(*e.operands[0], bindings);
      if (inner && inner->general == nullptr) return (-1) * *inner;
      break;
    }
    case ExpressionKind::chain: {
      auto left = translate(*e.operands[0], bindings);
      bool affine = left && left->general == nullptr;
      for (std::size_t i = 0; i < e.operations.size() && affine; ++i) {
        const auto right = translate(*e.operands[i + 1], bindings);
        if (!right || right->general != nullptr) {
          affine = false;
        } else if (e.operations[i] == ir::Operation::add) {
          left = *left + *right;
        } else if (e.operations[i] == ir::Operation::subtract) {
          left = *left - *right;
        } else if (e.operations[i] == ir::Operation::multiply && left->is_constant()) {
          left = left->constant * *right;
        } else if (e.operations[i] == ir::Operation::multiply && right->is_constant()) {
          left = right->constant * *left;
        } else {
          affine = false;
        }
      }
      if (affine) return left;
      break;
    }
    default: break;
  }
  if (!mentions_iterator(e)) {
    failure_ = {};
    const auto value = values_.value_of(e, {}, failure_);
    if (!value) return std::nullopt;
    return Index(static_cast<std::int64_t>(value->number()));
  }
  Index index;
  index.general = std::make_shared<GeneralIndex>(GeneralIndex{&e, bindings});
  return index;
}

std::optional<std::int64_t> IndexMachine::value(const Index& index, const std::vector<std::int64_t>& loop_values) {
  const std::int64_t affine = index.affine_value(loop_values);
  if (index.general == nullptr) return affine;
  const auto rest = evaluate(*index.general->expression, index.general->bindings, loop_values);
  if (!rest) return std::nullopt;
  return affine + static_cast<std::int64_t>(rest->number());
}

std::optional<ir::Value> IndexMachine::evaluate(const Expression& expression, const IteratorBindings& bindings,
                                                const std::vector<std::int64_t>& loop_values) {
  ir::Environment environment;
  for (const auto& [symbol, index] : bindings) {
    const auto number = value(index, loop_values);
    if (!number) return std::nullopt;
    environment.iterators[symbol] = static_cast<double>(*number);
  }
  failure_ = {};
  return values_.value_of(expression, environment, failure_);
}

}  // namespace sunder::lower
