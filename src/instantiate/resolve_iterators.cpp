// Loop variables: what they run over, and what they mean in one turn of a loop.
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

/// The array that a loop variable without a range runs over: where it is a subscript, alone.
const ast::Expression* find_use(const ast::Expression& e, std::string_view name, std::size_t& part,
                                std::size_t& dimension) {
  for (std::size_t p = 0; p < e.reference.parts.size(); ++p) {
    const auto& subscripts = e.reference.parts[p].subscripts;
    for (std::size_t d = 0; d < subscripts.size(); ++d) {
      const ast::Expression& s = *subscripts[d];
      const bool alone = s.kind == ast::ExpressionKind::reference && s.reference.parts.size() == 1 &&
                         s.reference.parts[0].name.text == name && s.reference.parts[0].subscripts.empty();
      if (alone) {
        part = p;
        dimension = d;
        return &e;
      }
      if (const ast::Expression* inner = find_use(s, name, part, dimension)) return inner;
    }
  }
  for (const ast::Expression* operand : e.operands)
    if (operand != nullptr)
      if (const ast::Expression* inner = find_use(*operand, name, part, dimension)) return inner;
  for (const ast::Argument& argument : e.arguments)
    if (argument.value != nullptr)
      if (const ast::Expression* inner = find_use(*argument.value, name, part, dimension)) return inner;
  return nullptr;
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
    std::size_t part = 0, dimension = 0;
    const ast::Expression* use = nullptr;
    for (const ast::Expression* e : used_in)
      if (use == nullptr && e != nullptr) use = find_use(*e, iterator.name.text, part, dimension);
    values = failed(iterator.name.span);
    if (use == nullptr) {
      builder_
          .error(Code::E0208, iterator.name.span,
                 "the range of '" + std::string(iterator.name.text) + "' cannot be found: it is no subscript")
          .help = "write 'for " + std::string(iterator.name.text) + " in 1:n'";
    } else {
      ast::Expression array = *use;
      std::vector<ast::ReferencePart> parts(use->reference.parts.begin(),
                                            use->reference.parts.begin() + static_cast<std::ptrdiff_t>(part) + 1);
      parts.back().subscripts = {};
      array.kind = ast::ExpressionKind::reference;
      array.reference.parts = builder_.arena().copy(parts);
      Expression* whole = resolve(array);
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
