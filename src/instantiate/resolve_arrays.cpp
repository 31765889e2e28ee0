// Arrays: subscripts, constructors, ranges, comprehensions.
#include <algorithm>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using ir::Type;

namespace {

// Where a range depends on loop variables, its length is not one number.
constexpr std::int64_t unknown_length = -1;

bool mentions_iterator(const Expression& e) {
  bool found = false;
  ir::walk(e, [&](const Expression& inner) { found = found || inner.kind == ExpressionKind::iterator; });
  return found;
}

}  // namespace

Expression* Resolver::subscripted(Expression* whole, std::span<const std::int64_t> sizes,
                                  std::span<ast::Expression* const> subscripts, const std::string& name) {
  if (subscripts.empty()) return whole;
  if (subscripts.size() > sizes.size()) {
    builder_.error(
        Code::E0205, whole->span,
        "'" + name + "' has " + counted(sizes.size(), "dimension") + ", not " + std::to_string(subscripts.size()));
    return failed(whole->span);
  }
  std::vector<ir::Subscript> resolved;
  std::vector<std::int64_t> dimensions;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (d >= subscripts.size() || subscripts[d]->kind == ast::ExpressionKind::colon) {
      resolved.push_back({nullptr});
      dimensions.push_back(sizes[d]);
      continue;
    }
    end_sizes_.push_back(sizes[d]);
    Expression* index = resolve(*subscripts[d]);
    end_sizes_.pop_back();
    if (index->type.base == BaseType::error) return index;
    if (index->type.base != BaseType::integer || index->type.dimensions.size() > 1) {
      builder_.error(Code::E0204, subscripts[d]->span, "a subscript must be an Integer, not " + print(index->type));
      return failed(whole->span);
    }
    if (!index->type.is_scalar()) dimensions.push_back(index->type.dimensions[0]);
    resolved.push_back({index});
  }
  whole->subscripts = builder_.arena().copy(resolved);
  whole->type = type_of(whole->type.base, dimensions);
  return whole;
}

Expression* Resolver::array(const ast::Expression& e) {
  std::vector<Expression*> items;
  bool good = true;
  for (const ast::Expression* operand : e.operands) {
    items.push_back(resolve(*operand));
    good = good && items.back()->type.base != BaseType::error;
  }
  if (!good) return failed(e.span);
  Type item = items.front()->type;
  for (const Expression* other : items) {
    const BaseType base = common(item.base, other->type.base);
    if (base == BaseType::error || !same_sizes(item.dimensions, other->type.dimensions)) {
      builder_.error(base == BaseType::error ? Code::E0204 : Code::E0205, other->span,
                     "the elements of an array must be alike: " + print(item) + " and " + print(other->type));
      return failed(e.span);
    }
    item.base = base;
  }
  std::vector<std::int64_t> dimensions{static_cast<std::int64_t>(items.size())};
  dimensions.insert(dimensions.end(), item.dimensions.begin(), item.dimensions.end());
  Expression* out = make(ExpressionKind::array, e.span, type_of(item.base, dimensions));
  out->operands = builder_.arena().copy(items);
  return out;
}

/// [a, b; c, d] with scalar entries is {{a, b}, {c, d}}; joining of arrays is not supported yet.
Expression* Resolver::matrix(const ast::Expression& e) {
  std::vector<Expression*> rows;
  std::size_t at = 0;
  BaseType base = BaseType::integer;
  for (const std::uint32_t length : e.row_lengths) {
    std::vector<Expression*> row;
    for (std::uint32_t i = 0; i < length; ++i) {
      row.push_back(resolve(*e.operands[at++]));
      if (row.back()->type.base == BaseType::error) return failed(e.span);
      if (!row.back()->type.is_scalar()) {
        builder_.error(Code::E0203, row.back()->span, "joining arrays with [ ] is not supported yet").help =
            "write { } with scalars";
        return failed(e.span);
      }
      base = rows.empty() && i == 0 ? row.back()->type.base : common(base, row.back()->type.base);
      if (base == BaseType::error) {
        builder_.error(Code::E0204, row.back()->span, "the elements of a matrix must be alike");
        return failed(e.span);
      }
    }
    if (length != e.row_lengths[0]) {
      builder_.error(Code::E0205, row.front()->span, "the rows of the matrix have different lengths");
      return failed(e.span);
    }
    rows.push_back(make(ExpressionKind::array, row.front()->span, type_of(base, {length})));
    rows.back()->operands = builder_.arena().copy(row);
  }
  for (Expression* row : rows) row->type.base = base;
  Expression* out =
      make(ExpressionKind::array, e.span,
           type_of(base, {static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(e.row_lengths[0])}));
  out->operands = builder_.arena().copy(rows);
  return out;
}

Expression* Resolver::range(const ast::Expression& e, bool for_iterator) {
  std::vector<Expression*> limits;
  BaseType base = BaseType::integer;
  for (const ast::Expression* operand : e.operands) {
    limits.push_back(resolve(*operand));
    const Type& type = limits.back()->type;
    if (type.base == BaseType::error) return failed(e.span);
    if (!type.is_numeric() || !type.is_scalar()) {
      builder_.error(Code::E0204, operand->span, "the limits of a range must be numbers, not " + print(type));
      return failed(e.span);
    }
    base = common(base, type.base);
  }
  Expression* out = make(ExpressionKind::range, e.span, type_of(base, {unknown_length}));
  out->operands = builder_.arena().copy(limits);
  const auto length = range_length(*out, !for_iterator);
  if (length) out->type = type_of(base, {*length});
  // a range around loop variables has no length of its own: only loops may use it
  else if (!for_iterator)
    return failed(e.span);
  return out;
}

/// `says`: a length that is not known is diagnosed.
std::optional<std::int64_t> Resolver::range_length(const Expression& range, bool says) {
  std::vector<double> numbers;
  for (const Expression* limit : range.operands) {
    const bool inside = says && !iterators_.empty() && mentions_iterator(*limit);
    if (inside) {
      builder_
          .error(Code::E0203, range.span,
                 "a range whose length depends on a loop variable is only supported as the range of a loop")
          .help = "sum(x[1:i]) can be written as sum(x[j] for j in 1:i)";
      return std::nullopt;
    }
    const auto value = builder_.evaluate(*limit, says ? "the range" : "");
    if (!value) return std::nullopt;
    numbers.push_back(value->number());
  }
  const double step = numbers.size() == 3 ? numbers[1] : 1;
  const auto length = ir::range_length(numbers.front(), step, numbers.back());
  if (!length && says)
    builder_.error(step == 0 ? Code::E0208 : Code::E0305, range.span,
                   step == 0 ? "the step of the range is zero" : "the range has more than 100 million elements");
  return length;
}

ir::IteratorRange Resolver::open_iterator(const ast::Iterator& iterator) {
  auto* symbol = builder_.arena().make<ir::IteratorSymbol>();
  symbol->name = iterator.name.text;
  symbol->span = iterator.name.span;
  Expression* values = nullptr;
  if (iterator.range == nullptr) {
    builder_.error(Code::E0203, iterator.name.span, "loops without a range are not supported yet").help =
        "write 'for " + std::string(iterator.name.text) + " in 1:n'";
    values = failed(iterator.name.span);
  } else {
    values =
        iterator.range->kind == ast::ExpressionKind::range ? range(*iterator.range, true) : resolve(*iterator.range);
    if (values->type.base != BaseType::error &&
        (values->type.dimensions.size() != 1 || values->type.base != BaseType::integer)) {
      const bool vector = values->type.dimensions.size() == 1;
      builder_.error(vector ? Code::E0203 : Code::E0204, iterator.range->span,
                     vector ? "loops over anything but Integers are not supported yet"
                            : "a loop runs over a vector, not over " + print(values->type));
      values = failed(iterator.range->span);
    }
  }
  iterators_.push_back(symbol);
  return {symbol, values};
}

Expression* Resolver::comprehension(const ast::Expression& e, bool reduces) {
  std::vector<ir::IteratorRange> ranges;
  for (const ast::Iterator& iterator : e.iterators) ranges.push_back(open_iterator(iterator));
  Expression* item = resolve(*e.operands[0]);
  for (std::size_t i = 0; i < ranges.size(); ++i) close_iterator();
  if (item->type.base == BaseType::error) return failed(e.span);
  std::vector<std::int64_t> dimensions;
  for (auto it = ranges.rbegin(); it != ranges.rend(); ++it) {
    if (it->range->type.base == BaseType::error) return failed(e.span);
    const std::int64_t length = it->range->type.dimensions[0];
    if (length == unknown_length && !reduces) {
      // say why: either it depends on a loop variable, or it cannot be known at all
      if (range_length(*it->range, true))
        builder_.error(Code::E0203, it->range->span, "this range is not supported here");
      return failed(e.span);
    }
    dimensions.push_back(length);
  }
  dimensions.insert(dimensions.end(), item->type.dimensions.begin(), item->type.dimensions.end());
  if (!reduces && ir::element_count(dimensions) > ir::largest_count) {
    builder_.error(Code::E0305, e.span, "the array has more than 100 million elements");
    return failed(e.span);
  }
  Expression* out = make(ExpressionKind::comprehension, e.span, type_of(item->type.base, dimensions));
  out->operands = builder_.arena().copy(std::vector<Expression*>{item});
  out->iterators = builder_.arena().copy(ranges);
  return out;
}

}  // namespace sunder::instantiate
