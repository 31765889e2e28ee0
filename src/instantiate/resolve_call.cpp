// Calls: the operators of the language, and functions users wrote.
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

namespace {

std::optional<Signature> signature_of(std::string_view name) {
  constexpr std::size_t any = 100;
  for (int i = 0; i <= static_cast<int>(ir::last_builtin); ++i) {
    const auto builtin = static_cast<Builtin>(i);
    if (name != ir::name_of(builtin)) continue;
    if (builtin <= Builtin::integer) return Signature{builtin, 1, 1};
    switch (builtin) {
      case Builtin::atan2:
      case Builtin::mod:
      case Builtin::rem:
      case Builtin::div:
      case Builtin::cross:
      case Builtin::smooth: return Signature{builtin, 2, 2};
      case Builtin::min:
      case Builtin::max:
      case Builtin::size: return Signature{builtin, 1, 2};
      case Builtin::zeros:
      case Builtin::ones: return Signature{builtin, 1, any};
      case Builtin::fill: return Signature{builtin, 2, any};
      case Builtin::linspace:
      case Builtin::semi_linear: return Signature{builtin, 3, 3};
      case Builtin::homotopy:
      case Builtin::sample: return Signature{builtin, 2, 2};
      case Builtin::initial:
      case Builtin::terminal: return Signature{builtin, 0, 0};
      default: return Signature{builtin, 1, 1};
    }
  }
  return std::nullopt;
}

constexpr std::array known_but_missing = {"reinit",       "delay",           "spatialDistribution",
                                          "hold",         "previous",        "Clock",
                                          "subSample",    "superSample",     "shiftSample",
                                          "backSample",   "noClock",         "interval",
                                          "transition",   "initialState",    "activeState",
                                          "ticksInState", "timeInState",     "assert",
                                          "terminate",    "inStream",        "actualStream",
                                          "cardinality",  "getInstanceName", "String",
                                          "cat",          "symmetric",       "skew",
                                          "outerProduct", "matrix",          "promote",
                                          "array"};

}  // namespace

Expression* Resolver::call(const ast::Expression& e) {
  std::vector<std::string_view> parts;
  for (const ast::ReferencePart& part : e.reference.parts) {
    parts.push_back(part.name.text);
    if (part.subscripts.empty()) continue;
    builder_.error(Code::E0204, part.span, "a function has no subscripts");
    return failed(e.span);
  }
  const ClassScope& from = e.reference.global ? builder_.classes().root() : *place_.classes;
  const FoundClass found = builder_.classes().find(parts, from);
  if (found.scope != nullptr) return function_call(e, *found.scope);  // what users define hides the operators
  if (parts.size() == 1) {
    if (const auto signature = signature_of(parts[0])) return builtin_call(e, *signature);
    if (std::find(known_but_missing.begin(), known_but_missing.end(), parts[0]) != known_but_missing.end()) {
      builder_.error(Code::E0203, e.span, "'" + std::string(parts[0]) + "' is not supported yet");
      return failed(e.span);
    }
  }
  std::string name;
  for (const std::string_view part : parts) name += (name.empty() ? "" : ".") + std::string(part);
  std::vector<std::string> names = builder_.classes().visible_names(*place_.classes);
  for (int i = 0; i <= static_cast<int>(ir::last_builtin); ++i)
    names.emplace_back(ir::name_of(static_cast<Builtin>(i)));
  builder_.unknown(Code::E0202, join(e.reference.parts.front().span, e.reference.parts.back().span), parts, from,
                   "unknown function '" + name + "'", suggestion(name, names));
  for (const ast::Argument& argument : e.arguments)
    if (argument.value != nullptr) resolve(*argument.value);  // report what is wrong inside too
  return failed(e.span);
}

Expression* Resolver::reduction(const ast::Expression& e, Builtin builtin) {
  const ast::Expression& loop = *e.arguments[0].value;
  Expression* inner = comprehension(loop, true);
  if (inner->type.base == BaseType::error) return inner;
  const Type& item = inner->operands[0]->type;
  if (!item.is_numeric() || !item.is_scalar()) {
    builder_.error(item.is_numeric() ? Code::E0203 : Code::E0204, loop.span,
                   item.is_numeric() ? "'" + std::string(ir::name_of(builtin)) + "' over arrays is not supported yet"
                                     : "'" + std::string(ir::name_of(builtin)) + "' needs numbers, not " + print(item));
    return failed(e.span);
  }
  Expression* out = make(ExpressionKind::reduction, e.span, {inner->type.base, {}});
  out->builtin = builtin;
  out->operands = inner->operands;
  out->iterators = inner->iterators;
  return out;
}

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
      const bool known =
          builtin == Builtin::homotopy && (argument.name.text == "actual" || argument.name.text == "simplified");
      slot = argument.name.text == "simplified" ? 1 : 0;
      if (!known) builder_.error(Code::E0209, argument.name.span, name + " has no argument of this name");
      good = good && known;
      if (!known) continue;
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
  Expression* out = make(ExpressionKind::builtin, e.span, {});
  out->builtin = builtin;
  out->operands = builder_.arena().copy(operands);
  return builtin_type(*out, e.span) ? out : failed(e.span);
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
    const auto value = builder_.evaluate(size, "the size");
    if (!value) return false;
    if (value->number() < 0 || value->number() > static_cast<double>(ir::largest_count)) {
      builder_.error(Code::E0205, size.span, "the size must be between 0 and 100 million");
      return false;
    }
    dimensions.push_back(static_cast<std::int64_t>(value->number()));
  }
  const BaseType base = call.builtin == Builtin::fill ? call.operands[0]->type.base : BaseType::integer;
  if (call.builtin == Builtin::fill && !call.operands[0]->type.is_scalar()) {
    builder_.error(Code::E0203, span, "fill with an array is not supported yet");
    return false;
  }
  call.type = type_of(base, dimensions);
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
  const auto count = builder_.evaluate(*call.operands[2], "the number of points");
  if (!count) return false;
  if (count->number() < 2 || count->number() > static_cast<double>(ir::largest_count)) {
    builder_.error(Code::E0205, call.operands[2]->span, "linspace needs at least 2 points, at most 100 million");
    return false;
  }
  call.type = type_of(BaseType::real, {static_cast<std::int64_t>(count->number())});
  return true;
}

bool Resolver::derivative_type(Expression& call) {
  const Expression& first = *call.operands[0];
  const bool variable = first.kind == ExpressionKind::variable && first.type.base == BaseType::real;
  const bool constant =
      first.kind == ExpressionKind::number || (variable && first.variable->variability <= ir::Variability::parameter);
  if (constant && first.type.is_scalar()) {  // what does not change has the derivative zero
    call.kind = ExpressionKind::number;
    call.operands = {};
    call.type = {BaseType::real, {}};
    return true;
  }
  if (!variable || first.variable->variability != ir::Variability::continuous) {
    Diagnostic& d = builder_.error(Code::E0213, first.span, "der() takes a continuous Real variable");
    if (first.kind == ExpressionKind::variable) {
      d.notes.push_back({"'" + first.variable->path + "' is declared here", first.variable->span});
    } else {
      d.help = "give the expression a name: y = …, then der(y)";
    }
    return false;
  }
  call.type = first.type;
  return true;
}

/// pre, edge and change speak of a variable; sample of two numbers; initial and terminal of the run.
bool Resolver::event_type(Expression& call) {
  const std::string name = "'" + std::string(ir::name_of(call.builtin)) + "'";
  if (!variables_.empty()) {
    builder_.error(Code::E0204, call.span, "a function knows nothing of events: " + name + " cannot be used here");
    return false;
  }
  call.type = {BaseType::boolean, {}};
  if (call.builtin == Builtin::sample) {
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
  if (first.kind != ExpressionKind::variable) {
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
  if (ir::speaks_of_events(call.builtin)) return event_type(call);
  const Expression& first = *call.operands[0];
  switch (call.builtin) {
    case Builtin::size:
    case Builtin::ndims: {
      const auto rank = static_cast<std::int64_t>(first.type.dimensions.size());
      call.type = call.operands.size() == 1 && call.builtin == Builtin::size ? type_of(BaseType::integer, {rank})
                                                                             : Type{BaseType::integer, {}};
      return true;
    }
    case Builtin::zeros:
    case Builtin::ones: return shaped_type(call, span, 0);
    case Builtin::fill: return shaped_type(call, span, 1);
    case Builtin::identity: {
      if (!shaped_type(call, span, 0)) return false;
      call.type = type_of(BaseType::integer, {call.type.dimensions[0], call.type.dimensions[0]});
      return fits(call, span);
    }
    case Builtin::linspace: return linspace_type(call);
    case Builtin::der: return derivative_type(call);
    case Builtin::no_event: call.type = first.type; return true;
    case Builtin::smooth:
      if (first.type.base != BaseType::integer || !first.type.is_scalar()) return wrong(first, "an Integer order");
      call.type = call.operands[1]->type;
      return true;
    default: break;
  }
  for (const Expression* operand : call.operands)
    if (!operand->type.is_numeric()) return wrong(*operand, "a number");
  const auto& d = first.type.dimensions;
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
    case Builtin::transpose:
      if (d.size() != 2) return wrong(first, "a matrix");
      call.type = type_of(first.type.base, {d[1], d[0]});
      return true;
    case Builtin::diagonal:
      if (d.size() != 1) return wrong(first, "a vector");
      call.type = type_of(first.type.base, {d[0], d[0]});
      return fits(call, span);
    case Builtin::scalar:
      if (ir::element_count(d) != 1) return wrong(first, "an array of one element");
      call.type = {first.type.base, {}};
      return true;
    case Builtin::vector: call.type = type_of(first.type.base, {ir::element_count(d)}); return true;
    case Builtin::semi_linear:
      for (const Expression* operand : call.operands)
        if (!operand->type.is_scalar()) return wrong(*operand, "scalars");
      call.type = {BaseType::real, {}};
      return true;
    case Builtin::cross:
      for (const Expression* operand : call.operands)
        if (operand->type.dimensions.size() != 1 || operand->type.dimensions[0] != 3)
          return wrong(*operand, "a vector of three");
      call.type = {common(first.type.base, call.operands[1]->type.base), d};
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

Expression* Resolver::function_call(const ast::Expression& e, const ClassScope& scope) {
  const ir::Function* function = builder_.function_of(scope, e.span);
  std::vector<Expression*> operands(function != nullptr ? function->inputs.size() : 0, nullptr);
  bool good = function != nullptr;
  std::size_t position = 0;
  for (const ast::Argument& argument : e.arguments) {
    Expression* value = argument.value != nullptr ? resolve(*argument.value) : failed(e.span);
    if (function == nullptr) continue;
    std::size_t slot = position++;
    if (!argument.name.empty()) {
      const auto input = std::find_if(function->inputs.begin(), function->inputs.end(),
                                      [&](const auto* v) { return v->name == argument.name.text; });
      slot = static_cast<std::size_t>(input - function->inputs.begin());
    }
    if (slot >= operands.size() || operands[slot] != nullptr) {
      const std::string what = argument.name.empty()     ? "too many arguments"
                               : slot >= operands.size() ? "there is no input '" + std::string(argument.name.text) + "'"
                                                         : "'" + std::string(argument.name.text) + "' is given twice";
      const Span at =
          argument.name.empty() ? (argument.value != nullptr ? argument.value->span : e.span) : argument.name.span;
      builder_.error(Code::E0209, at, "'" + function->name + "': " + what)
          .notes.push_back({"the function", function->span});
      good = false;
      continue;
    }
    operands[slot] = value;
    if (function->inputs[slot]->type.is_scalar() && !value->type.is_scalar() && value->type.base != BaseType::error) {
      builder_
          .error(Code::E0203, value->span,
                 "calling a function of scalars for every element of an array is not supported yet")
          .help = "write {f(x[i]) for i in 1:n}";
      good = false;
      continue;
    }
    good = check_assignable(builder_, function->inputs[slot]->type, *value,
                            "the input '" + std::string(function->inputs[slot]->name) + "' of '" + function->name + "'",
                            false) &&
           good;
  }
  if (function == nullptr) return failed(e.span);
  for (std::size_t i = 0; i < operands.size() && good; ++i) {
    if (operands[i] != nullptr || function->defaults[i] != nullptr) continue;
    builder_.error(Code::E0209, e.span,
                   "'" + function->name + "': the input '" + std::string(function->inputs[i]->name) + "' is not given");
    good = false;
  }
  if (!good) return failed(e.span);
  Expression* out = make(ExpressionKind::call, e.span, function->outputs.front()->type);
  out->function = function;
  out->operands = builder_.arena().copy(operands);
  return out;
}

}  // namespace sunder::instantiate
