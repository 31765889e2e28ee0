// Calls: the operators of the language, and functions users wrote.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Builtin;
using ir::Expression;
using ir::ExpressionKind;
using ir::Type;

namespace {

struct Signature {
  Builtin builtin;
  std::size_t least;
  std::size_t most;
};

std::optional<Signature> signature_of(std::string_view name) {
  constexpr std::size_t any = 100;
  for (int i = 0; i <= static_cast<int>(Builtin::homotopy); ++i) {
    const auto builtin = static_cast<Builtin>(i);
    if (name != ir::name_of(builtin)) continue;
    if (builtin <= Builtin::integer) return Signature{builtin, 1, 1};
    switch (builtin) {
      case Builtin::atan2: case Builtin::mod: case Builtin::rem: case Builtin::div: case Builtin::cross:
      case Builtin::smooth: return Signature{builtin, 2, 2};
      case Builtin::min: case Builtin::max: case Builtin::size: return Signature{builtin, 1, 2};
      case Builtin::zeros: case Builtin::ones: return Signature{builtin, 1, any};
      case Builtin::fill: return Signature{builtin, 2, any};
      case Builtin::linspace: case Builtin::semi_linear: return Signature{builtin, 3, 3};
      case Builtin::homotopy: return Signature{builtin, 2, 2};
      default: return Signature{builtin, 1, 1};
    }
  }
  return std::nullopt;
}

constexpr std::array known_but_missing = {
    "pre",   "edge",    "change", "initial", "terminal", "sample",  "reinit",  "delay",     "spatialDistribution",
    "hold",  "previous", "Clock", "subSample", "superSample", "shiftSample", "backSample", "noClock", "interval",
    "transition", "initialState", "activeState", "ticksInState", "timeInState", "assert", "terminate", "inStream",
    "actualStream", "cardinality", "getInstanceName", "String", "cat", "symmetric", "skew", "outerProduct", "matrix",
    "promote", "array"};

}  // namespace

Expression* Resolver::call(const ast::Expression& e) {
  std::vector<std::string_view> parts;
  for (const ast::ReferencePart& part : e.reference.parts) parts.push_back(part.name.text);
  if (parts.size() == 1) {
    if (const auto signature = signature_of(parts[0])) {
      const bool loops = e.arguments.size() == 1 && e.arguments[0].value != nullptr &&
                         e.arguments[0].value->kind == ast::ExpressionKind::comprehension;
      const bool reduces = signature->builtin == Builtin::sum || signature->builtin == Builtin::product ||
                           signature->builtin == Builtin::min || signature->builtin == Builtin::max;
      if (loops && reduces) return reduction(e, signature->builtin);
      if (e.arguments.size() < signature->least || e.arguments.size() > signature->most) {
        builder_.error(Code::E0209, e.span, "'" + std::string(parts[0]) + "' takes " +
                                                (signature->least == signature->most ? "" : "at least ") +
                                                counted(signature->least, "argument") + ", not " + std::to_string(e.arguments.size()));
        return failed(e.span);
      }
      return builtin_call(e, signature->builtin);
    }
    if (std::find(known_but_missing.begin(), known_but_missing.end(), parts[0]) != known_but_missing.end()) {
      builder_.error(Code::E0203, e.span, "'" + std::string(parts[0]) + "' is not supported yet");
      return failed(e.span);
    }
  }
  const ClassScope& from = e.reference.global ? builder_.classes().root() : *place_.classes;
  const FoundClass found = builder_.classes().find(parts, from);
  if (found.scope == nullptr) {
    std::string name;
    for (const std::string_view part : parts) name += (name.empty() ? "" : ".") + std::string(part);
    std::vector<std::string> names = builder_.classes().visible_names(*place_.classes);
    for (int i = 0; i <= static_cast<int>(Builtin::homotopy); ++i) names.emplace_back(ir::name_of(static_cast<Builtin>(i)));
    Diagnostic& d = builder_.error(Code::E0202, e.reference.parts.front().span, "unknown function '" + name + "'");
    const std::vector<std::string> near = closest(name, names);
    if (!near.empty()) d.help = "did you mean '" + near.front() + "'?";
    for (const ast::Argument& argument : e.arguments)
      if (argument.value != nullptr) resolve(*argument.value);  // report what is wrong inside too
    return failed(e.span);
  }
  return function_call(e, *found.scope);
}

Expression* Resolver::reduction(const ast::Expression& e, Builtin builtin) {
  const ast::Expression& loop = *e.arguments[0].value;
  Expression* inner = comprehension(loop, *loop.operands[0], loop.iterators);
  if (inner->type.base == BaseType::error) return inner;
  if (!inner->type.is_numeric() || !inner->operands[0]->type.is_scalar()) {
    builder_.error(Code::E0204, loop.span, "'" + std::string(ir::name_of(builtin)) + "' needs numbers, not " + print(inner->operands[0]->type));
    return failed(e.span);
  }
  Expression* out = make(ExpressionKind::reduction, e.span, {inner->type.base, {}});
  out->builtin = builtin;
  out->operands = inner->operands;
  out->iterators = inner->iterators;
  return out;
}

Expression* Resolver::builtin_call(const ast::Expression& e, Builtin builtin) {
  std::vector<Expression*> operands;
  bool good = true;
  for (const ast::Argument& argument : e.arguments) {
    if (!argument.name.empty() && builtin != Builtin::homotopy) {
      builder_.error(Code::E0209, argument.name.span, "'" + std::string(ir::name_of(builtin)) + "' has no named arguments");
      good = false;
    }
    operands.push_back(argument.value != nullptr ? resolve(*argument.value) : failed(e.span));
    good = good && operands.back()->type.base != BaseType::error;
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
    if (value->number() < 0 || value->number() > 1e9) {
      builder_.error(Code::E0205, size.span, "the size must be between 0 and 1e9");
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
  return true;
}

bool Resolver::builtin_type(Expression& call, Span span) {
  const std::string name(ir::name_of(call.builtin));
  const auto wrong = [&](const Expression& operand, const std::string& needs) {
    builder_.error(Code::E0204, operand.span, "'" + name + "' needs " + needs + ", not " + print(operand.type));
    return false;
  };
  const Expression& first = *call.operands[0];
  switch (call.builtin) {
    case Builtin::size: case Builtin::ndims: {
      const auto rank = static_cast<std::int64_t>(first.type.dimensions.size());
      call.type = call.operands.size() == 1 && call.builtin == Builtin::size ? type_of(BaseType::integer, {rank})
                                                                             : Type{BaseType::integer, {}};
      return true;
    }
    case Builtin::zeros: case Builtin::ones: return shaped_type(call, span, 0);
    case Builtin::fill: return shaped_type(call, span, 1);
    case Builtin::identity: {
      if (!shaped_type(call, span, 0)) return false;
      call.type = type_of(BaseType::integer, {call.type.dimensions[0], call.type.dimensions[0]});
      return true;
    }
    case Builtin::linspace: {
      if (call.operands[2]->type.base != BaseType::integer) return wrong(*call.operands[2], "an Integer number of points");
      const auto count = builder_.evaluate(*call.operands[2], "the number of points");
      if (!count) return false;
      if (count->number() < 2 || count->number() > 1e9) {
        builder_.error(Code::E0205, call.operands[2]->span, "linspace needs at least 2 points");
        return false;
      }
      call.type = type_of(BaseType::real, {static_cast<std::int64_t>(count->number())});
      return true;
    }
    case Builtin::der: {
      const bool variable = first.kind == ExpressionKind::variable && first.type.base == BaseType::real;
      if (!variable || first.variable->variability != ir::Variability::continuous) {
        Diagnostic& d = builder_.error(Code::E0213, first.span, "der() takes a continuous Real variable");
        if (variable) d.notes.push_back({"'" + first.variable->path + "' is not continuous", first.variable->span});
        else if (first.kind != ExpressionKind::variable) d.help = "give the expression a name: y = …, then der(y)";
        return false;
      }
      call.type = first.type;
      return true;
    }
    case Builtin::no_event: case Builtin::homotopy: call.type = first.type; return true;
    case Builtin::smooth: call.type = call.operands[1]->type; return true;
    default: break;
  }
  for (const Expression* operand : call.operands)
    if (!operand->type.is_numeric()) return wrong(*operand, "a number");
  const auto& d = first.type.dimensions;
  switch (call.builtin) {
    case Builtin::sum: case Builtin::product: call.type = {first.type.base, {}}; return true;
    case Builtin::min: case Builtin::max:
      if (call.operands.size() == 2) {
        if (!first.type.is_scalar() || !call.operands[1]->type.is_scalar()) return wrong(first, "two scalars or one array");
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
      return true;
    case Builtin::scalar:
      if (ir::element_count(d) != 1) return wrong(first, "an array of one element");
      call.type = {first.type.base, {}};
      return true;
    case Builtin::vector: call.type = type_of(first.type.base, {ir::element_count(d)}); return true;
    case Builtin::cross:
      for (const Expression* operand : call.operands)
        if (operand->type.dimensions.size() != 1 || operand->type.dimensions[0] != 3) return wrong(*operand, "a vector of three");
      call.type = {common(first.type.base, call.operands[1]->type.base), d};
      return true;
    default: break;
  }
  for (const Expression* operand : call.operands)
    if (operand->type.dimensions.size() != d.size() && call.operands.size() > 1) return wrong(*operand, "scalars");
  const bool keeps_integer = call.builtin == Builtin::abs || call.builtin == Builtin::mod || call.builtin == Builtin::rem ||
                             call.builtin == Builtin::div;
  const BaseType both = call.operands.size() == 2 ? common(first.type.base, call.operands[1]->type.base) : first.type.base;
  BaseType base = keeps_integer ? both : BaseType::real;
  if (call.builtin == Builtin::integer || call.builtin == Builtin::sign) base = BaseType::integer;
  call.type = {base, d};
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
      const std::string what = argument.name.empty() ? "too many arguments" : slot >= operands.size()
                                   ? "there is no input '" + std::string(argument.name.text) + "'"
                                   : "'" + std::string(argument.name.text) + "' is given twice";
      builder_.error(Code::E0209, e.span, "'" + function->name + "': " + what).notes.push_back({"the function", function->span});
      good = false;
      continue;
    }
    operands[slot] = value;
    good = check_assignable(builder_, function->inputs[slot]->type, *value,
                            "the input '" + std::string(function->inputs[slot]->name) + "' of '" + function->name + "'", false) && good;
  }
  if (function == nullptr) return failed(e.span);
  for (std::size_t i = 0; i < operands.size() && good; ++i) {
    if (operands[i] == nullptr) operands[i] = function->defaults[i];
    if (operands[i] != nullptr) continue;
    builder_.error(Code::E0209, e.span, "'" + function->name + "': the input '" + std::string(function->inputs[i]->name) + "' is not given");
    good = false;
  }
  if (!good) return failed(e.span);
  Expression* out = make(ExpressionKind::call, e.span, function->outputs.front()->type);
  out->function = function;
  out->operands = builder_.arena().copy(operands);
  return out;
}

}  // namespace sunder::instantiate
