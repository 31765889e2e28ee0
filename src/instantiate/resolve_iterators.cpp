// Loop variables: what they run over, and what they mean in one turn of a loop.
#include <algorithm>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using ir::Type;

/// The loop variable for one turn of a loop that is written out.
void Resolver::open_constant(const ir::IteratorRange& range, double value) {
  Iterator one{range.symbol->name, nullptr, range.range->type.with({}), value, nullptr};
  if (const auto vector = vectors_.find(range.symbol); vector != vectors_.end())
    one.item = element_at(*vector->second, number(value, BaseType::integer, range.symbol->span));
  iterators_.push_back(one);
}

namespace {

/// An array that a loop variable without a range runs over: where it is a subscript, alone.
struct Use {
  const ast::Expression* array = nullptr;
  std::size_t part = 0, dimension = 0;
};

void find_uses(const ast::Expression& e, std::string_view name, std::vector<Use>& uses) {
  for (std::size_t p = 0; p < e.reference.parts.size(); ++p) {
    const auto& subscripts = e.reference.parts[p].subscripts;
    for (std::size_t d = 0; d < subscripts.size(); ++d) {
      const ast::Expression& s = *subscripts[d];
      const bool alone = s.kind == ast::ExpressionKind::reference && s.reference.parts.size() == 1 &&
                         s.reference.parts[0].name.text == name && s.reference.parts[0].subscripts.empty();
      if (alone)
        uses.push_back({&e, p, d});
      else
        find_uses(s, name, uses);
    }
  }
  for (const ast::Expression* operand : e.operands)
    if (operand != nullptr) find_uses(*operand, name, uses);
  for (const ast::Argument& argument : e.arguments)
    if (argument.value != nullptr) find_uses(*argument.value, name, uses);
}

}  // namespace

/// Of an array whose dimension is a type, Boolean or an enumeration: its values. Null: it is counted.
Expression* Resolver::literals_of(const Expression& array, std::size_t dimension) {
  if (array.kind != ExpressionKind::variable) return nullptr;
  const auto& sizes = builder_.pending(*array.variable).sizes;
  if (dimension >= sizes.size() || sizes[dimension].first->kind == ast::ExpressionKind::colon) return nullptr;
  Expression* size = Resolver(builder_, sizes[dimension].second).resolve(*sizes[dimension].first);
  return size->kind == ExpressionKind::array && size->text == "type" ? size : nullptr;
}

/// A loop variable with the name of another one, or of a variable of the same function or class.
void Resolver::warn_hidden(const ast::Iterator& iterator) {
  const std::string_view name = iterator.name.text;
  for (const Iterator& around : iterators_)
    if (around.name == name && around.symbol != nullptr)
      return builder_.warn_hides(name, iterator.name.span, around.symbol->span);
  if (locals_ != nullptr) {
    const auto local = locals_->find(name);
    if (local != locals_->end() && local->second->kind == ExpressionKind::function_variable)
      builder_.warn_hides(name, iterator.name.span, local->second->function_variable->span);
    return;
  }
  const Member hidden = builder_.classes().find(*scope_.classes, name);
  if (hidden.kind == Member::Kind::component)
    builder_.warn_hides(name, iterator.name.span, hidden.component->name.span);
}

ir::IteratorRange Resolver::open_iterator(const ast::Iterator& iterator,
                                          const std::vector<const ast::Expression*>& used_in) {
  auto* symbol = builder_.arena().make<ir::IteratorSymbol>();
  symbol->name = iterator.name.text;
  symbol->span = iterator.name.span;
  Expression* values = nullptr;
  if (iterator.range == nullptr) {
    std::vector<Use> uses;
    for (const ast::Expression* e : used_in)
      if (e != nullptr) find_uses(*e, iterator.name.text, uses);
    values = failed(iterator.name.span);
    if (uses.empty()) {
      builder_
          .error(Code::E0208, iterator.name.span,
                 "the range of '" + std::string(iterator.name.text) + "' cannot be found: it is no subscript")
          .help = "write 'for " + std::string(iterator.name.text) + " in 1:n'";
    } else {
      const auto array_of = [&](const Use& use) {
        ast::Expression array = *use.array;
        const std::span<ast::ReferencePart> all = use.array->reference.parts;
        std::vector<ast::ReferencePart> parts(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(use.part) + 1);
        parts.back().subscripts = {};
        array.kind = ast::ExpressionKind::reference;
        array.reference.parts = builder_.arena().copy(parts);
        return resolve(array);
      };
      Expression* whole = array_of(uses.front());
      const std::size_t dimension = uses.front().dimension;
      for (const Use& other : uses) {
        const auto parts = other.array->reference.parts.first(other.part);
        if (std::ranges::any_of(parts, [](const ast::ReferencePart& one) { return !one.subscripts.empty(); })) continue;
        const Expression* also = array_of(other);
        if (whole->type.is_error() || also->type.is_error() || whole->type.dimensions.size() <= dimension ||
            also->type.dimensions.size() <= other.dimension)
          continue;
        const std::int64_t size = whole->type.dimensions[dimension];
        const std::int64_t another = also->type.dimensions[other.dimension];
        if (size == another || size == ir::open_size || another == ir::open_size) continue;
        builder_
            .error(Code::E0205, iterator.name.span,
                   "'" + std::string(iterator.name.text) + "' runs over arrays of " + std::to_string(size) + " and " +
                       std::to_string(another) + " elements")
            .notes.push_back({"this one has " + std::to_string(another), other.array->span});
        break;
      }
      if (!whole->type.is_error() && whole->type.dimensions.size() > dimension) {
        Expression* last =
            number(static_cast<double>(whole->type.dimensions[dimension]), BaseType::integer, iterator.name.span);
        if (whole->type.dimensions[dimension] == ir::open_size) {
          last = make(ExpressionKind::builtin, iterator.name.span, {BaseType::integer, {}});
          last->builtin = ir::Builtin::size;
          last->operands =
              copy({whole, number(static_cast<double>(dimension + 1), BaseType::integer, iterator.name.span)});
        }
        values = make(ExpressionKind::range, iterator.name.span,
                      type_of({BaseType::integer, {}}, {whole->type.dimensions[dimension]}));
        values->operands = copy({number(1, BaseType::integer, iterator.name.span), last});
        if (Expression* literals = literals_of(*whole, dimension)) values = literals;
      }
    }
  } else {
    values =
        iterator.range->kind == ast::ExpressionKind::range ? range(*iterator.range, true) : resolve(*iterator.range);
    if (values->type.base != BaseType::error && values->type.dimensions.size() != 1) {
      builder_.error(Code::E0204, iterator.range->span, "a loop runs over a vector, not over " + print(values->type));
      values = failed(iterator.range->span);
    }
  }
  Type item = values->type.with({});
  if (values->type.is_error()) item.base = BaseType::error;
  warn_hidden(iterator);
  const bool counts = item.base == BaseType::integer || item.base == BaseType::boolean ||
                      item.base == BaseType::enumeration || item.base == BaseType::error;
  if (counts) {
    iterators_.push_back({iterator.name.text, symbol, item, 0, nullptr});
    return {symbol, values};
  }
  vectors_[symbol] = values;
  Expression* position = make(ExpressionKind::iterator, iterator.name.span, {BaseType::integer, {}});
  position->iterator = symbol;
  iterators_.push_back({iterator.name.text, symbol, item, 0, element_at(*values, position)});
  return {symbol, positions_of(*values)};
}

/// A loop over numbers that do not count, over texts or over records: one over their positions.
Expression* Resolver::positions_of(Expression& values) {
  const Span span = values.span;
  const std::int64_t length = values.type.dimensions[0];
  Expression* last = number(static_cast<double>(length), BaseType::integer, span);
  if (length == ir::open_size && values.kind == ExpressionKind::range) {
    // as ir::range_length counts: found during the run, where the limits are
    Expression* steps = arithmetic(values.operands.back(), ir::Operation::subtract, values.operands.front());
    if (values.operands.size() == 3) steps = arithmetic(steps, ir::Operation::divide, values.operands[1]);
    Expression* whole = make(ExpressionKind::builtin, span, {BaseType::integer, {}});
    whole->builtin = ir::Builtin::integer;
    whole->operands = copy({arithmetic(steps, ir::Operation::add, number(1e-10, BaseType::real, span))});
    last = arithmetic(whole, ir::Operation::add, number(1, BaseType::integer, span));
  } else if (length == ir::open_size) {
    const Expression* of = &values;
    while (of->kind == ExpressionKind::record) of = of->operands[0];
    last = make(ExpressionKind::builtin, span, {BaseType::integer, {}});
    last->builtin = ir::Builtin::size;
    last->operands = copy({const_cast<Expression*>(of), number(1, BaseType::integer, span)});
  }
  Expression* positions = make(ExpressionKind::range, span, type_of({BaseType::integer, {}}, {length}));
  positions->operands = copy({number(1, BaseType::integer, span), last});
  return positions;
}

Expression* Resolver::element_at(Expression& values, Expression* position) {
  if (values.kind != ExpressionKind::range) return indexed(&values, {{position}}, values.span);
  // not a whole range for every turn of the loop
  Expression* steps = arithmetic(position, ir::Operation::subtract, number(1, BaseType::integer, values.span));
  if (values.operands.size() == 3) steps = arithmetic(steps, ir::Operation::multiply, values.operands[1]);
  return arithmetic(values.operands.front(), ir::Operation::add, steps);
}

/// Of two numbers.
Expression* Resolver::arithmetic(Expression* left, ir::Operation operation, Expression* right) {
  const bool whole = left->type.base == BaseType::integer && right->type.base == BaseType::integer &&
                     operation != ir::Operation::divide;
  Expression* out = make(ExpressionKind::chain, left->span, {whole ? BaseType::integer : BaseType::real, {}});
  out->operands = copy({left, right});
  out->operations = builder_.arena().copy(std::vector<ir::Operation>{operation});
  return out;
}

}  // namespace sunder::instantiate
