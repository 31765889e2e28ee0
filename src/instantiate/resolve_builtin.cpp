// Built-in operators and functions: what they take, and the type of their result.
#include <algorithm>
#include <array>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Builtin;
using ir::Expression;
using ir::ExpressionKind;
using ir::Type;

Expression* Resolver::reduction(const ast::Expression& e, Builtin builtin) {
  const ast::Expression& loop = *e.arguments[0].value;
  Expression* inner = comprehension(loop, true);
  if (inner->type.base == BaseType::error) return inner;
  if (inner->kind != ExpressionKind::comprehension) {  // written out
    if (inner->kind == ExpressionKind::record || inner->type.dimensions.size() != 1) {
      builder_.error(Code::E0203, loop.span,
                     "'" + std::string(ir::name_of(builtin)) + "' over such items is not supported yet");
      return failed(e.span);
    }
    Expression* out = make(ExpressionKind::builtin, e.span, inner->type.with({}));
    out->builtin = builtin;
    out->operands = copy({inner});
    return out;
  }
  const Type& item = inner->operands[0]->type;
  const bool ordered = builtin == Builtin::min || builtin == Builtin::max;
  const bool orders = item.base == BaseType::enumeration || item.base == BaseType::boolean;
  if (!item.is_numeric() && !(ordered && orders)) {
    builder_.error(Code::E0204, loop.span,
                   "'" + std::string(ir::name_of(builtin)) + "' needs numbers, not " + print(item));
    return failed(e.span);
  }
  if (!item.is_scalar() && builtin != Builtin::sum) {
    builder_.error(Code::E0203, loop.span,
                   "'" + std::string(ir::name_of(builtin)) + "' over arrays is not supported yet");
    return failed(e.span);
  }
  Expression* out = make(ExpressionKind::reduction, e.span, item);
  out->builtin = builtin;
  out->operands = inner->operands;
  out->iterators = inner->iterators;
  return out;
}

namespace {

/// Names of arguments, where the language gives them.
std::span<const std::string_view> argument_names(Builtin builtin) {
  static constexpr std::array<std::string_view, 2> homotopy{"actual", "simplified"};
  static constexpr std::array<std::string_view, 2> smooth{"p", "expr"};
  static constexpr std::array<std::string_view, 3> delay{"expr", "delayTime", "delayMax"};
  static constexpr std::array<std::string_view, 3> semi_linear{"x", "positiveSlope", "negativeSlope"};
  static constexpr std::array<std::string_view, 2> sample{"start", "interval"};
  static constexpr std::array<std::string_view, 6> spatial{"in0",           "in1",          "x", "positiveVelocity",
                                                           "initialPoints", "initialValues"};
  switch (builtin) {
    case Builtin::homotopy: return homotopy;
    case Builtin::smooth: return smooth;
    case Builtin::delay: return delay;
    case Builtin::semi_linear: return semi_linear;
    case Builtin::sample: return sample;
    case Builtin::spatial_distribution: return spatial;
    default: return {};
  }
}

}  // namespace

Expression* Resolver::builtin_call(const ast::Expression& e, const Signature& signature) {
  const Builtin builtin = signature.builtin;
  const std::string name = "'" + std::string(ir::name_of(builtin)) + "'";
  const bool loops = e.arguments.size() == 1 && e.arguments[0].value != nullptr &&
                     e.arguments[0].value->kind == ast::ExpressionKind::comprehension && e.arguments[0].value->boolean;
  const bool reduces =
      builtin == Builtin::sum || builtin == Builtin::product || builtin == Builtin::min || builtin == Builtin::max;
  if (loops && reduces) return reduction(e, builtin);
  const std::size_t count = e.arguments.size();
  if (count < signature.least || count > signature.most) {
    const std::string how = signature.least == signature.most ? "" : count < signature.least ? "at least " : "at most ";
    builder_.error(Code::E0209, e.span,
                   name + " takes " + how +
                       counted(count < signature.least ? signature.least : signature.most, "argument") + ", not " +
                       std::to_string(count));
    return failed(e.span);
  }
  std::vector<Expression*> operands(count, nullptr);
  bool good = true;
  for (std::size_t i = 0; i < count; ++i) {
    const ast::Argument& argument = e.arguments[i];
    std::size_t slot = i;
    if (!argument.name.empty()) {
      const auto names = argument_names(builtin);
      const auto known = std::ranges::find(names, argument.name.text);
      slot = static_cast<std::size_t>(known - names.begin());
      if (known == names.end() || slot >= count) {
        builder_.error(Code::E0209, argument.name.span, name + " has no argument of this name");
        good = false;
        continue;
      }
    }
    Expression* value = argument.value != nullptr ? resolve(*argument.value) : failed(e.span);
    good = good && value->type.base != BaseType::error;
    if (operands[slot] != nullptr) {
      builder_.error(Code::E0209, argument.name.span, "'" + std::string(argument.name.text) + "' is given twice");
      good = false;
    }
    operands[slot] = value;
  }
  if (!good) return failed(e.span);
  if (builtin == Builtin::der) return derivative(operands[0], e.span);
  const bool passes = builtin == Builtin::no_event || builtin == Builtin::smooth || builtin == Builtin::homotopy ||
                      builtin == Builtin::pre || builtin == Builtin::transpose;
  Expression* record = nullptr;
  for (Expression* operand : operands)
    if (operand->type.base == BaseType::record) record = operand;
  if (record != nullptr && builtin == Builtin::sum) {
    if (record->type.dimensions.empty() || record->kind != ExpressionKind::record) return record;
    std::vector<Expression*> items;
    const std::int64_t size = record->type.dimensions[0];
    for (std::int64_t i = 1; i <= size; ++i)
      items.push_back(indexed(record, {{number(static_cast<double>(i), BaseType::integer, e.span)}}, e.span));
    if (items.empty()) return overloaded("0", {record}, e.span);
    Expression* total = items[0];
    for (std::size_t i = 1; i < items.size() && !total->type.is_error(); ++i)
      total = overloaded("+", {total, items[i]}, e.span);
    return total;
  }
  return builtin_of(builtin, std::move(operands), passes, e.span);
}

/// Of records field by field, in whatever depth.
Expression* Resolver::builtin_of(Builtin builtin, const std::vector<Expression*>& operands, bool passes, Span span) {
  Expression* record = nullptr;
  for (Expression* operand : operands)
    if (operand->type.base == BaseType::record) record = operand;
  if (record == nullptr || record->kind != ExpressionKind::record || (!passes && builtin != Builtin::fill)) {
    Expression* out = make(ExpressionKind::builtin, span, {});
    out->builtin = builtin;
    out->operands = copy(operands);
    return builtin_type(*out, span) ? out : failed(span);
  }
  std::vector<Expression*> fields;
  std::vector<std::int64_t> dimensions(record->type.dimensions.begin(), record->type.dimensions.end());
  for (const ir::RecordField& one : record->type.record->fields) {
    std::vector<Expression*> own = operands;
    for (Expression*& operand : own)
      if (operand->type.base == BaseType::record) operand = field(operand, one.name, span);
    Expression* part = builtin_of(builtin, own, passes, span);
    if (part->type.is_error()) return part;
    if (builtin == Builtin::fill) {
      const std::size_t around = own.size() - 1 + record->type.dimensions.size();
      dimensions.assign(part->type.dimensions.begin(),
                        part->type.dimensions.begin() + static_cast<std::ptrdiff_t>(around));
    }
    fields.push_back(part);
  }
  Expression* out = make(ExpressionKind::record, span, type_of(record->type, dimensions));
  out->operands = copy(fields);
  return out;
}

/// zeros(n, m), fill(x, n, m): the sizes are arguments.
bool Resolver::shaped_type(Expression& call, Span span, std::size_t first_size) {
  std::vector<std::int64_t> dimensions;
  for (std::size_t i = first_size; i < call.operands.size(); ++i) {
    const Expression& size = *call.operands[i];
    if (size.type.base != BaseType::integer || !size.type.is_scalar()) {
      builder_.error(Code::E0204, size.span, "a size must be an Integer, not " + print(size.type));
      return false;
    }
    const bool open = in_function() && !builder_.evaluate(size, "");
    if (open) {
      dimensions.push_back(ir::open_size);
      continue;
    }
    const auto value = builder_.evaluate(size, "the size");
    if (!value) return false;
    if (value->number() < 0 || value->number() > static_cast<double>(ir::largest_count)) {
      builder_.error(Code::E0205, size.span, "the size must be between 0 and 100 million");
      return false;
    }
    dimensions.push_back(static_cast<std::int64_t>(value->number()));
  }
  Type type{BaseType::integer, {}};
  if (call.builtin == Builtin::fill) {
    type = call.operands[0]->type;
    dimensions.insert(dimensions.end(), type.dimensions.begin(), type.dimensions.end());
  }
  call.type = type_of(type, dimensions);
  return fits(call, span);
}

bool Resolver::fits(const Expression& call, Span span) {
  if (ir::element_count(call.type.dimensions) <= ir::largest_count) return true;
  builder_.error(Code::E0305, span, "the array has more than 100 million elements");
  return false;
}

bool Resolver::linspace_type(Expression& call) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Expression& operand = *call.operands[i];
    const bool good =
        operand.type.is_scalar() && (i < 2 ? operand.type.is_numeric() : operand.type.base == BaseType::integer);
    if (good) continue;
    builder_.error(Code::E0204, operand.span,
                   std::string("'linspace' needs ") + (i < 2 ? "a number" : "an Integer number of points") +
                       " here, not " + print(operand.type));
    return false;
  }
  if (in_function() && !builder_.evaluate(*call.operands[2], "")) {
    call.type = type_of({BaseType::real, {}}, {ir::open_size});
    return true;
  }
  const auto count = builder_.evaluate(*call.operands[2], "the number of points");
  if (!count) return false;
  if (count->number() < 2 || count->number() > static_cast<double>(ir::largest_count)) {
    if (choices_ > 0) {  // perhaps of a branch that is not taken
      fails_quietly_ = true;
      return false;
    }
    builder_.error(Code::E0205, call.operands[2]->span, "linspace needs at least 2 points, at most 100 million");
    return false;
  }
  call.type = type_of({BaseType::real, {}}, {static_cast<std::int64_t>(count->number())});
  return true;
}

/// der(x), and of expressions by the rules of differentiation when they are sums, products and the like of variables.
Expression* Resolver::derivative(Expression* of, Span span) {
  const auto wrong = [&](const Expression& at) {
    Diagnostic& d = builder_.error(Code::E0213, at.span, "der() takes a continuous Real variable");
    if (at.kind == ExpressionKind::variable)
      d.notes.push_back({"'" + path_of(*at.variable) + "' is declared here", at.variable->span});
    else
      d.help = "give the expression a name: y = …, then der(y)";
    return failed(span);
  };
  if (in_function()) {
    builder_.error(Code::E0213, span, "a function knows no derivatives: der() cannot be used here");
    return failed(span);
  }
  if (of->type.base == BaseType::record && of->kind == ExpressionKind::record) {
    Expression* out = make(ExpressionKind::record, span, of->type);
    std::vector<Expression*> fields;
    for (Expression* operand : of->operands) {
      fields.push_back(derivative(operand, span));
      if (fields.back()->type.is_error()) return failed(span);
    }
    out->operands = copy(fields);
    return out;
  }
  if (!of->type.is_numeric() || (of->kind == ExpressionKind::variable && of->type.base != BaseType::real))
    return wrong(*of);
  if (variability_of(*of) <= ir::Variability::parameter && of->kind != ExpressionKind::iterator) {
    // what does not change has the derivative zero
    if (of->type.is_scalar()) return number(0, BaseType::real, span);
    Expression* zero = make(ExpressionKind::builtin, span, of->type);
    zero->type.base = BaseType::real;
    zero->builtin = Builtin::fill;
    std::vector<Expression*> sizes{number(0, BaseType::real, span)};
    for (const std::int64_t n : of->type.dimensions)
      sizes.push_back(number(static_cast<double>(n), BaseType::integer, span));
    zero->operands = copy(sizes);
    return zero;
  }
  if (of->kind == ExpressionKind::variable &&
      (of->type.base != BaseType::real || of->variable->variability != ir::Variability::continuous))
    return wrong(*of);
  if (of->kind == ExpressionKind::array) {
    std::vector<Expression*> items;
    for (Expression* operand : of->operands) {
      items.push_back(derivative(operand, span));
      if (items.back()->type.is_error()) return failed(span);
    }
    return stack(items, span);
  }
  if (of->type.base != BaseType::real) return wrong(*of);
  Expression* out = make(ExpressionKind::builtin, span, of->type);
  out->builtin = Builtin::der;
  out->operands = copy({of});
  return out;
}

/// pre, edge and change speak of a variable; sample of two numbers; initial and terminal of the run.
bool Resolver::event_type(Expression& call) {
  const std::string name = "'" + std::string(ir::name_of(call.builtin)) + "'";
  if (in_function()) {
    builder_.error(Code::E0204, call.span, "a function knows nothing of events: " + name + " cannot be used here");
    return false;
  }
  call.type = {BaseType::boolean, {}};
  if (call.builtin == Builtin::sample) {
    const bool clocked = call.operands.size() == 1 || call.operands[1]->type.base == BaseType::clock;
    if (clocked) {
      call.type = call.operands[0]->type;
      return true;
    }
    for (const Expression* operand : call.operands) {
      if (operand->type.is_numeric() && operand->type.is_scalar()) continue;
      builder_.error(Code::E0204, operand->span, name + " needs a start and an interval, not " + print(operand->type));
      return false;
    }
  }
  const bool of_variable =
      call.builtin == Builtin::pre || call.builtin == Builtin::edge || call.builtin == Builtin::change;
  if (!of_variable) return true;
  const Expression& first = *call.operands[0];
  const auto is_variable = [](const Expression& e, const auto& self) -> bool {
    if (e.kind == ExpressionKind::variable) return true;
    if (e.kind == ExpressionKind::index) return self(*e.operands[0], self);
    return e.kind == ExpressionKind::array &&
           std::ranges::all_of(e.operands, [&](const Expression* one) { return self(*one, self); });
  };
  if (!is_variable(first, is_variable)) {
    builder_.error(Code::E0204, first.span, name + " takes a variable");
    return false;
  }
  if (call.builtin == Builtin::edge && first.type.base != BaseType::boolean) {
    builder_.error(Code::E0204, first.span, "'edge' needs a Boolean variable, not " + print(first.type));
    return false;
  }
  if (call.builtin == Builtin::pre) call.type = first.type;
  call.type.dimensions = first.type.dimensions;
  return true;
}

bool Resolver::builtin_type(Expression& call, Span span) {
  const std::string name(ir::name_of(call.builtin));
  const auto wrong = [&](const Expression& operand, const std::string& needs) {
    builder_.error(Code::E0204, operand.span, "'" + name + "' needs " + needs + ", not " + print(operand.type));
    return false;
  };
  const auto no_mark = [&](const Expression& operand) {
    const bool real = operand.type.base == BaseType::real;
    const std::string what =
        call.builtin == Builtin::relax ? "a Real variable or the derivative of one" : "a Real variable";
    builder_.error(Code::E0204, operand.span,
                   "'" + name + "' marks " + what + ", not " + (real ? "an expression" : print(operand.type)));
    return false;
  };
  if (call.builtin >= Builtin::pre && call.builtin <= Builtin::sample) return event_type(call);
  const Expression& first = *call.operands[0];
  const auto& d = first.type.dimensions;
  switch (call.builtin) {
    case Builtin::size:
    case Builtin::ndims: {
      const auto rank = static_cast<std::int64_t>(d.size());
      call.type = call.operands.size() == 1 && call.builtin == Builtin::size ? type_of({BaseType::integer, {}}, {rank})
                                                                             : Type{BaseType::integer, {}};
      if (call.operands.size() == 2) {
        const Expression& which = *call.operands[1];
        if (which.type.base != BaseType::integer || !which.type.is_scalar())
          return wrong(which, "an Integer dimension");
        if (which.kind == ExpressionKind::number && (which.number < 1 || which.number > static_cast<double>(rank))) {
          builder_.error(Code::E0205, which.span,
                         "there is no dimension " + shortest(which.number) + " of " + print(first.type));
          return false;
        }
        if (which.kind == ExpressionKind::number && d[static_cast<std::size_t>(which.number) - 1] != ir::open_size) {
          call.kind = ExpressionKind::number;
          call.number = static_cast<double>(d[static_cast<std::size_t>(which.number) - 1]);
          call.operands = {};
        }
      }
      return true;
    }
    case Builtin::zeros:
    case Builtin::ones: return shaped_type(call, span, 0);
    case Builtin::fill: return shaped_type(call, span, 1);
    case Builtin::identity: {
      if (!shaped_type(call, span, 0)) return false;
      call.type = type_of({BaseType::integer, {}}, {call.type.dimensions[0], call.type.dimensions[0]});
      return fits(call, span);
    }
    case Builtin::linspace: return linspace_type(call);
    case Builtin::no_event: call.type = first.type; return true;
    case Builtin::residue:
      if (first.kind != ExpressionKind::variable || first.type.base != BaseType::real) return no_mark(first);
      call.type = first.type;
      return true;
    case Builtin::relax: {
      const bool rate = first.kind == ExpressionKind::builtin && first.builtin == Builtin::der;
      const Expression& marked = rate ? *first.operands[0] : first;
      if (marked.kind != ExpressionKind::variable || marked.type.base != BaseType::real) return no_mark(first);
      call.type = first.type;
      return true;
    }
    case Builtin::smooth:
      if (first.type.base != BaseType::integer || !first.type.is_scalar()) return wrong(first, "an Integer order");
      call.type = call.operands[1]->type;
      return true;
    case Builtin::scalar: {
      const std::int64_t count = ir::element_count(d);
      if (count != 1 && count != ir::open_size) return wrong(first, "an array of one element");
      call.type = first.type.with({});
      return true;
    }
    case Builtin::vector: {
      int long_ = 0;
      for (const std::int64_t n : d) long_ += n > 1 ? 1 : 0;
      if (long_ > 1) return wrong(first, "an array with at most one dimension longer than one");
      call.type = type_of(first.type, {ir::element_count(d)});
      return true;
    }
    case Builtin::matrix: {
      std::vector<std::int64_t> sizes(d.begin(), d.end());
      for (std::size_t k = 2; k < sizes.size(); ++k)
        if (sizes[k] != 1 && sizes[k] != ir::open_size) return wrong(first, "an array with two dimensions to speak of");
      while (sizes.size() < 2) sizes.push_back(1);
      sizes.resize(2);
      call.type = type_of(first.type, sizes);
      return true;
    }
    case Builtin::transpose:
      if (d.size() != 2) return wrong(first, "a matrix");
      call.type = type_of(first.type, {d[1], d[0]});
      return true;
    case Builtin::spatial_distribution:
      for (std::size_t i = 0; i < call.operands.size(); ++i) {
        const Expression& one = *call.operands[i];
        const bool vector = i >= 4;
        const bool fits_here = i == 3 ? one.type.base == BaseType::boolean : one.type.is_numeric();
        if (!fits_here || one.type.dimensions.size() != (vector ? 1U : 0U))
          return wrong(one, i == 3   ? "a Boolean for the direction"
                            : vector ? "a vector of numbers"
                                     : "a scalar number");
        if (vector && variability_of(one) > ir::Variability::parameter) {
          builder_.error(Code::E0224, one.span, "the initial profile must be a parameter");
          return false;
        }
      }
      if (in_function()) {
        builder_.error(Code::E0204, span,
                       "a function does not know the past: 'spatialDistribution' cannot be used here");
        return false;
      }
      call.type = {BaseType::real, {}};
      return true;
    case Builtin::min:
    case Builtin::max:
      if (first.type.base == BaseType::enumeration || first.type.base == BaseType::boolean) {
        call.type = first.type.with({});
        return true;
      }
      break;
    default: break;
  }
  for (const Expression* operand : call.operands)
    if (!operand->type.is_numeric()) return wrong(*operand, "a number");
  switch (call.builtin) {
    case Builtin::sum:
    case Builtin::product: call.type = {first.type.base, {}}; return true;
    case Builtin::min:
    case Builtin::max:
      if (call.operands.size() == 2) {
        for (const Expression* operand : call.operands)
          if (!operand->type.is_scalar()) return wrong(*operand, "two scalars or one array");
        call.type = {common(first.type.base, call.operands[1]->type.base), {}};
      } else {
        call.type = {first.type.base, {}};
      }
      return true;
    case Builtin::diagonal:
      if (d.size() != 1) return wrong(first, "a vector");
      call.type = type_of({first.type.base, {}}, {d[0], d[0]});
      return fits(call, span);
    case Builtin::semi_linear:
      if (!elementwise_type(call)) return false;
      call.type.base = BaseType::real;
      return true;
    case Builtin::delay:
      for (std::size_t i = 1; i < call.operands.size(); ++i)
        if (!call.operands[i]->type.is_scalar()) return wrong(*call.operands[i], "a scalar");
      if (in_function()) {
        builder_.error(Code::E0204, span, "a function does not know the past: 'delay' cannot be used here");
        return false;
      }
      if (variability_of(*call.operands.back()) > ir::Variability::parameter) {
        builder_.error(Code::E0224, call.operands.back()->span,
                       call.operands.size() == 3 ? "the largest delay must be a parameter"
                                                 : "a delay that varies needs a largest one as third argument");
        return false;
      }
      call.type = first.type;
      call.type.base = BaseType::real;
      return true;
    case Builtin::cross:
      for (const Expression* operand : call.operands)
        if (operand->type.dimensions.size() != 1 ||
            (operand->type.dimensions[0] != 3 && operand->type.dimensions[0] != ir::open_size))
          return wrong(*operand, "a vector of three");
      call.type = type_of({common(first.type.base, call.operands[1]->type.base), {}}, {3});
      return true;
    case Builtin::skew:
      if (d.size() != 1 || (d[0] != 3 && d[0] != ir::open_size)) return wrong(first, "a vector of three");
      call.type = type_of({first.type.base, {}}, {3, 3});
      return true;
    case Builtin::symmetric:
      if (d.size() != 2 || (d[0] != d[1] && d[0] != ir::open_size && d[1] != ir::open_size))
        return wrong(first, "a square matrix");
      call.type = first.type;
      return true;
    case Builtin::outer_product:
      for (const Expression* operand : call.operands)
        if (operand->type.dimensions.size() != 1) return wrong(*operand, "a vector");
      call.type = type_of({common(first.type.base, call.operands[1]->type.base), {}},
                          {d[0], call.operands[1]->type.dimensions[0]});
      return true;
    default: break;
  }
  return elementwise_type(call);
}

/// Functions of scalars, applied to every element: arrays must have one size, scalars serve all elements.
bool Resolver::elementwise_type(Expression& call) {
  std::span<const std::int64_t> sizes;
  for (const Expression* operand : call.operands) {
    const auto& own = operand->type.dimensions;
    if (!own.empty() && !sizes.empty() && !same_sizes(own, sizes)) {
      builder_.error(
          Code::E0205, call.span,
          "the sizes of the arguments differ: " + print(call.operands[0]->type) + " and " + print(operand->type));
      return false;
    }
    if (sizes.empty()) sizes = own;
  }
  const Type& first = call.operands[0]->type;
  const bool keeps_integer = call.builtin == Builtin::abs || call.builtin == Builtin::mod ||
                             call.builtin == Builtin::rem || call.builtin == Builtin::div ||
                             call.builtin == Builtin::homotopy;
  const BaseType both = call.operands.size() == 2 ? common(first.base, call.operands[1]->type.base) : first.base;
  BaseType base = keeps_integer ? both : BaseType::real;
  if (call.builtin == Builtin::integer || call.builtin == Builtin::sign) base = BaseType::integer;
  call.type = {base, sizes};
  return true;
}

}  // namespace sunder::instantiate
