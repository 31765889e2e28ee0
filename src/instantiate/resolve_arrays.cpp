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

/// A subscript of a dimension of this size, as an Integer or a vector of them.
Expression* Resolver::subscript(const ast::Expression& e, std::int64_t size) {
  ends_.push_back({size, nullptr, 0});
  Expression* index = resolve(e);
  ends_.pop_back();
  if (index->type.base == BaseType::error) return index;
  if (index->type.base == BaseType::enumeration || index->type.base == BaseType::boolean) {
    // counted: literals from 1, false and true as 1 and 2
    if (index->text == "type") {
      Expression* whole = make(ExpressionKind::range, e.span, type_of({BaseType::integer, {}}, {size}));
      whole->operands =
          copy({number(1, BaseType::integer, e.span), number(static_cast<double>(size), BaseType::integer, e.span)});
      return whole;
    }
    Expression* counted_ = make(ExpressionKind::builtin, e.span, index->type.with(index->type.dimensions));
    counted_->type.base = BaseType::integer;
    counted_->type.enumeration = nullptr;
    counted_->builtin = ir::Builtin::integer_of;
    counted_->operands = copy({index});
    index = counted_;
  }
  if (index->type.base != BaseType::integer || index->type.dimensions.size() > 1) {
    builder_.error(Code::E0204, e.span, "a subscript must be an Integer, not " + print(index->type));
    return failed(e.span);
  }
  return index;
}

Expression* Resolver::subscripted(Expression* whole, std::span<ast::Expression* const> subscripts,
                                  const std::string& name) {
  if (subscripts.empty()) return whole;
  const auto& sizes = whole->type.dimensions;
  if (subscripts.size() > sizes.size()) {
    builder_.error(
        Code::E0205, whole->span,
        "'" + name + "' has " + counted(sizes.size(), "dimension") + ", not " + std::to_string(subscripts.size()));
    return failed(whole->span);
  }
  std::vector<ir::Subscript> resolved;
  for (std::size_t d = 0; d < subscripts.size(); ++d) {
    if (subscripts[d]->kind == ast::ExpressionKind::colon) {
      resolved.push_back({nullptr});
      continue;
    }
    ends_.push_back({sizes[d], whole, d});
    Expression* index = nullptr;
    {
      const End saved = ends_.back();
      ends_.pop_back();
      ends_.push_back(saved);
      index = resolve(*subscripts[d]);
    }
    ends_.pop_back();
    if (!index->type.is_error() && (index->type.base == BaseType::enumeration || index->type.base == BaseType::boolean))
      index = subscript(*subscripts[d], sizes[d]);
    if (index->type.is_error()) return index;
    if (index->type.base != BaseType::integer || index->type.dimensions.size() > 1) {
      builder_.error(Code::E0204, subscripts[d]->span, "a subscript must be an Integer, not " + print(index->type));
      return failed(whole->span);
    }
    if (index->kind == ExpressionKind::number && sizes[d] != ir::open_size && choices_ == 0 &&
        (index->number < 1 || index->number > static_cast<double>(sizes[d]))) {
      builder_.error(Code::E0302, subscripts[d]->span,
                     "subscript " + shortest(index->number) + " is outside 1:" + std::to_string(sizes[d]) +
                         (sizes.size() > 1 ? " in dimension " + std::to_string(d + 1) : "") + " of '" + name + "'");
      return failed(whole->span);
    }
    resolved.push_back({index});
  }
  return indexed(whole, std::move(resolved), whole->span);
}

Expression* Resolver::array(const ast::Expression& e) {
  std::vector<Expression*> items;
  bool good = true;
  for (const ast::Expression* operand : e.operands) {
    items.push_back(resolve(*operand));
    good = good && items.back()->type.base != BaseType::error;
  }
  return good ? make_array(std::move(items), e.span) : failed(e.span);
}

Expression* Resolver::make_array(std::vector<Expression*> items, Span span) {
  if (items.empty()) {
    builder_.error(Code::E0205, span, "an array needs at least one element here").help = "fill(0, 0) has none";
    return failed(span);
  }
  Type item = items.front()->type;
  for (const Expression* other : items) {
    const Type both = common(item, other->type);
    if (both.is_error() || !same_sizes(item.dimensions, other->type.dimensions)) {
      builder_.error(both.is_error() ? Code::E0204 : Code::E0205, other->span,
                     "the elements of an array must be alike: " + print(item) + " and " + print(other->type));
      return failed(span);
    }
    item.base = both.base;
  }
  return stack(items, span);
}

/// The value with at least this many dimensions: sizes of one are added behind.
static std::vector<std::int64_t> promoted(const Type& type, std::size_t rank) {
  std::vector<std::int64_t> sizes(type.dimensions.begin(), type.dimensions.end());
  while (sizes.size() < rank) sizes.push_back(1);
  return sizes;
}

Expression* Resolver::concatenate(std::size_t dimension, std::vector<Expression*> items, Span span) {
  std::size_t rank = dimension;
  for (const Expression* item : items) rank = std::max(rank, item->type.dimensions.size());
  Type type = items.front()->type;
  std::vector<std::int64_t> sizes = promoted(type, rank);
  for (std::size_t i = 1; i < items.size(); ++i) {
    const Type both = common(type, items[i]->type);
    if (both.is_error()) {
      builder_.error(Code::E0204, items[i]->span,
                     "the parts must be alike: " + print(type) + " and " + print(items[i]->type));
      return failed(span);
    }
    type.base = both.base;
    const std::vector<std::int64_t> other = promoted(items[i]->type, rank);
    for (std::size_t d = 0; d < rank; ++d) {
      if (d + 1 == dimension) {
        sizes[d] = sizes[d] == ir::open_size || other[d] == ir::open_size ? ir::open_size : sizes[d] + other[d];
      } else if (sizes[d] != other[d] && sizes[d] != ir::open_size && other[d] != ir::open_size) {
        builder_.error(
            Code::E0205, items[i]->span,
            "the sizes of the parts do not fit: " + print(items.front()->type) + " and " + print(items[i]->type));
        return failed(span);
      } else if (sizes[d] == ir::open_size) {
        sizes[d] = other[d];
      }
    }
  }
  if (type.base == BaseType::record) {  // field by field, whose own dimensions come behind
    for (const Expression* item : items)
      if (item->type.dimensions.size() != rank) {
        builder_.error(Code::E0204, item->span,
                       "records can be joined along a dimension that all of them have, not " + print(item->type));
        return failed(span);
      }
    std::vector<Expression*> fields;
    for (const ir::RecordField& one : type.record->fields) {
      std::vector<Expression*> column;
      for (Expression* item : items) column.push_back(field(item, one.name, span));
      fields.push_back(concatenate(dimension, std::move(column), span));
      if (fields.back()->type.is_error()) return failed(span);
    }
    Expression* out = make(ExpressionKind::record, span, type_of(type, sizes));
    out->operands = copy(fields);
    return out;
  }
  Expression* out = make(ExpressionKind::builtin, span, type_of(type, sizes));
  out->builtin = ir::Builtin::cat;
  items.insert(items.begin(), number(static_cast<double>(dimension), BaseType::integer, span));
  out->operands = copy(items);
  return out;
}

/// [a, b; c, d]: rows are joined along the second dimension, then all of them along the first.
Expression* Resolver::matrix(const ast::Expression& e) {
  std::vector<Expression*> rows;
  bool good = true;
  bool scalars = true;
  std::vector<std::vector<Expression*>> all;
  std::size_t at = 0;
  for (const std::uint32_t length : e.row_lengths) {
    std::vector<Expression*>& row = all.emplace_back();
    for (std::uint32_t i = 0; i < length; ++i) {
      row.push_back(resolve(*e.operands[at++]));
      good = good && !row.back()->type.is_error();
      scalars = scalars && row.back()->type.is_scalar();
    }
  }
  if (!good) return failed(e.span);
  if (scalars) {
    for (std::vector<Expression*>& row : all) {
      if (row.size() != e.row_lengths[0]) {
        builder_.error(Code::E0205, row.front()->span, "the rows of the matrix have different lengths");
        return failed(e.span);
      }
      rows.push_back(make_array(std::move(row), e.span));
      if (rows.back()->type.is_error()) return failed(e.span);
    }
    return make_array(std::move(rows), e.span);
  }
  for (std::vector<Expression*>& row : all) {
    rows.push_back(row.size() == 1 ? concatenate(2, row, e.span) : concatenate(2, row, row.front()->span));
    if (rows.back()->type.is_error()) return failed(e.span);
  }
  return rows.size() == 1 ? rows.front() : concatenate(1, rows, e.span);
}

Expression* Resolver::range(const ast::Expression& e, bool for_iterator) {
  std::vector<Expression*> limits;
  Type base{BaseType::integer, {}};
  for (const ast::Expression* operand : e.operands) {
    limits.push_back(resolve(*operand));
    const Type& type = limits.back()->type;
    if (type.base == BaseType::error) return failed(e.span);
    const bool counts =
        (type.base == BaseType::enumeration || type.base == BaseType::boolean) && e.operands.size() == 2;
    if ((!type.is_numeric() && !counts) || !type.is_scalar()) {
      builder_.error(Code::E0204, operand->span, "the limits of a range must be numbers, not " + print(type));
      return failed(e.span);
    }
    if (counts) {
      if (limits.size() == 1) base = type;
      if (base.base != type.base || !same_enumeration(base, type)) {
        builder_.error(Code::E0204, operand->span, "the limits of a range must be alike");
        return failed(e.span);
      }
      continue;
    }
    base.base = limits.size() == 1 ? type.base : common(base.base, type.base);
    if (base.base == BaseType::error) {
      builder_.error(Code::E0204, operand->span, "the limits of a range must be alike");
      return failed(e.span);
    }
  }
  if (base.base == BaseType::integer && limits.front()->type.base == BaseType::real) base.base = BaseType::real;
  Expression* out = make(ExpressionKind::range, e.span, type_of(base, {ir::open_size}));
  out->operands = copy(limits);
  const bool may_be_open = for_iterator || in_function();
  const auto length = range_length(*out, !may_be_open);
  if (length)
    out->type = type_of(base, {*length});
  else if (!may_be_open)  // a range around loop variables has no length of its own: only loops may use it
    return failed(e.span);
  return out;
}

/// `says`: a length that is not known is diagnosed.
std::optional<std::int64_t> Resolver::range_length(const Expression& range, bool says) {
  std::vector<double> numbers;
  for (const Expression* limit : range.operands) {
    const bool inside = !iterators_.empty() && mentions_iterator(*limit);
    if (inside && says) {
      needs_unrolling_ = true;  // the loop is written out: then it is known
      return std::nullopt;
    }
    if (in_function() && variability_of(*limit) == ir::Variability::constant) {
      bool open = false;
      ir::walk(*limit, [&](const Expression& e) { open = open || e.kind == ExpressionKind::function_variable; });
      if (open) return std::nullopt;
    }
    const auto value = inside ? std::nullopt : builder_.evaluate(*limit, says ? "the range" : "");
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

Expression* Resolver::comprehension(const ast::Expression& e, bool reduces) {
  std::vector<ir::IteratorRange> ranges;
  for (const ast::Iterator& iterator : e.iterators) ranges.push_back(open_iterator(iterator, {e.operands[0]}));
  const bool outer = std::exchange(needs_unrolling_, false);
  bool good = std::ranges::all_of(ranges, [](const auto& r) { return !r.range->type.is_error(); });
  Expression* item = good ? resolve(*e.operands[0]) : failed(e.span);
  const bool unroll = std::exchange(needs_unrolling_, outer);
  for (std::size_t i = 0; i < ranges.size(); ++i) close_iterator();
  if (item->type.base == BaseType::error || !good) return failed(e.span);
  if (unroll && ranges.size() == 1 && !mentions_iterator(*ranges[0].range)) {
    // each element is an expression of its own: its components are picked now
    const auto values = builder_.evaluate(*ranges[0].range, "the range");
    if (!values) return failed(e.span);
    std::vector<Expression*> items;
    for (const double value : values->numbers) {
      open_constant(ranges[0], value);
      items.push_back(resolve(*e.operands[0]));
      close_iterator();
      if (items.back()->type.is_error()) return failed(e.span);
    }
    if (items.empty()) {
      std::vector<std::int64_t> dimensions{0};
      dimensions.insert(dimensions.end(), item->type.dimensions.begin(), item->type.dimensions.end());
      return make(ExpressionKind::array, e.span, type_of(item->type, dimensions));
    }
    return make_array(std::move(items), e.span);
  }
  std::vector<std::int64_t> dimensions;
  for (auto it = ranges.rbegin(); it != ranges.rend(); ++it) {
    const std::int64_t length = it->range->type.dimensions[0];
    if (length == ir::open_size && !reduces && !in_function()) {
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
  if (item->kind == ExpressionKind::record) {
    Expression* out =
        make(ExpressionKind::record, e.span,
             type_of(item->type,
                     {dimensions.begin(),
                      dimensions.begin() + static_cast<std::ptrdiff_t>(ranges.size() + item->type.dimensions.size())}));
    std::vector<Expression*> fields;
    for (Expression* one : item->operands) {
      std::vector<std::int64_t> sizes(dimensions.begin(),
                                      dimensions.begin() + static_cast<std::ptrdiff_t>(ranges.size()));
      sizes.insert(sizes.end(), one->type.dimensions.begin(), one->type.dimensions.end());
      Expression* column = make(ExpressionKind::comprehension, e.span, type_of(one->type, sizes));
      column->operands = copy({one});
      column->iterators = builder_.arena().copy(ranges);
      fields.push_back(column);
    }
    out->operands = copy(fields);
    return out;
  }
  Expression* out = make(ExpressionKind::comprehension, e.span, type_of(item->type, dimensions));
  out->operands = copy({item});
  out->iterators = builder_.arena().copy(ranges);
  return out;
}

}  // namespace sunder::instantiate
