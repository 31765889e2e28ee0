// Operators: which operands they take, and the type of their result.
#include <algorithm>

#include "base/codes.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using ir::Operation;
using ir::Type;

Expression* Resolver::unary(const ast::Expression& e) {
  Expression* operand = resolve(*e.operands[0]);
  if (operand->type.base == BaseType::error) return operand;
  if (operand->type.base == BaseType::record)
    return overloaded(e.operator_ == ast::Operator::logical_not ? "not" : "-", {operand}, e.span);
  if (e.operator_ == ast::Operator::logical_not) {
    if (operand->type.base != BaseType::boolean) {
      builder_.error(Code::E0204, operand->span, "'not' needs a Boolean, not " + print(operand->type));
      return failed(e.span);
    }
  } else if (!operand->type.is_numeric()) {
    builder_.error(Code::E0204, operand->span, "a sign needs a number, not " + print(operand->type));
    return failed(e.span);
  }
  if (e.operator_ == ast::Operator::add || e.operator_ == ast::Operator::element_add) return operand;
  const bool negates = e.operator_ != ast::Operator::logical_not;
  Expression* out = make(negates ? ExpressionKind::negate : ExpressionKind::logical_not, e.span, operand->type);
  out->operands = copy({operand});
  return out;
}

namespace {

Operation operation_of(ast::Operator op) {
  switch (op) {
    case ast::Operator::add: return Operation::add;
    case ast::Operator::subtract: return Operation::subtract;
    case ast::Operator::multiply: return Operation::multiply;
    case ast::Operator::divide: return Operation::divide;
    case ast::Operator::power: return Operation::power;
    case ast::Operator::element_add: return Operation::element_add;
    case ast::Operator::element_subtract: return Operation::element_subtract;
    case ast::Operator::element_multiply: return Operation::element_multiply;
    case ast::Operator::element_divide: return Operation::element_divide;
    case ast::Operator::element_power: return Operation::element_power;
    case ast::Operator::logical_and:
    case ast::Operator::logical_not: return Operation::logical_and;
    case ast::Operator::logical_or: return Operation::logical_or;
    case ast::Operator::less: return Operation::less;
    case ast::Operator::less_equal: return Operation::less_equal;
    case ast::Operator::greater: return Operation::greater;
    case ast::Operator::greater_equal: return Operation::greater_equal;
    case ast::Operator::equal: return Operation::equal;
    case ast::Operator::not_equal: return Operation::not_equal;
  }
  return Operation::add;
}

}  // namespace

Type Resolver::product(const Expression& a, const Expression& b, BaseType base, Span span) {
  const auto& x = a.type.dimensions;
  const auto& y = b.type.dimensions;
  if (x.empty()) return {base, y};
  if (y.empty()) return {base, x};
  const bool fits = x.back() == y.front() || x.back() == ir::open_size || y.front() == ir::open_size;
  if (x.size() > 2 || y.size() > 2 || !fits) {
    builder_.error(Code::E0205, span, "the sizes do not fit for '*': " + print(a.type) + " and " + print(b.type));
    return {};
  }
  std::vector<std::int64_t> dimensions;
  if (x.size() == 2) dimensions.push_back(x[0]);
  if (y.size() == 2) dimensions.push_back(y[1]);
  return type_of({base, {}}, dimensions);
}

Type Resolver::combine(Operation operation, const Expression& a, const Expression& b, Span span) {
  if (a.type.base == BaseType::error || b.type.base == BaseType::error) return {};
  const auto wrong = [&](const std::string& needs) {
    const Expression& culprit =
        (needs == "a Boolean" ? a.type.base != BaseType::boolean : !a.type.is_numeric()) ? a : b;
    builder_.error(Code::E0204, culprit.span, "this operand must be " + needs + ", not " + print(culprit.type));
    return Type{};
  };
  if (operation == Operation::logical_and || operation == Operation::logical_or) {
    if (a.type.base != BaseType::boolean || b.type.base != BaseType::boolean) return wrong("a Boolean");
    if (same_sizes(a.type.dimensions, b.type.dimensions)) return a.type;
    builder_.error(Code::E0205, span, "the sizes of the operands differ: " + print(a.type) + " and " + print(b.type));
    return {};
  }
  if (operation >= Operation::less) {
    if (!a.type.is_scalar() || !b.type.is_scalar()) {
      builder_.error(Code::E0205, span, "only scalars can be compared, not " + print(a.type) + " and " + print(b.type));
      return {};
    }
    if (common(a.type, b.type).is_error() || a.type.base == BaseType::record) {
      builder_.error(Code::E0204, span, print(a.type) + " and " + print(b.type) + " cannot be compared");
      return {};
    }
    return {BaseType::boolean, {}};
  }
  const bool texts = a.type.base == BaseType::string && b.type.base == BaseType::string;
  const bool adds = operation == Operation::add || operation == Operation::element_add;
  if (adds && texts && same_sizes(a.type.dimensions, b.type.dimensions)) return a.type;
  if (!a.type.is_numeric() || !b.type.is_numeric()) return wrong("a number");
  const bool divides = operation == Operation::divide || operation == Operation::element_divide ||
                       operation == Operation::power || operation == Operation::element_power;
  const BaseType base = divides ? BaseType::real : common(a.type.base, b.type.base);
  const auto& x = a.type.dimensions;
  const auto& y = b.type.dimensions;
  if (operation == Operation::multiply) return product(a, b, base, span);
  if (operation == Operation::divide) {
    if (y.empty()) return {base, x};
    builder_.error(Code::E0205, b.span, "'/' divides by a scalar, not by " + print(b.type)).help =
        "'./' divides element by element";
    return {};
  }
  if (operation == Operation::power) {
    if (x.empty() && y.empty()) return {base, {}};
    const bool square = x.size() == 2 && (x[0] == x[1] || x[0] == ir::open_size || x[1] == ir::open_size);
    if (square && y.empty() && b.type.base == BaseType::integer) return {base, x};
    builder_
        .error(Code::E0205, span,
               x.size() == 2
                   ? "'^' needs a square matrix and an Integer, not " + print(a.type) + " and " + print(b.type)
                   : "'^' needs scalars, not " + print(a.type) + " and " + print(b.type))
        .help = "'.^' works element by element";
    return {};
  }
  const bool spread = operation >= Operation::element_add;
  if (same_sizes(x, y) && !x.empty()) {
    std::vector<std::int64_t> known(x.begin(), x.end());
    for (std::size_t d = 0; d < known.size(); ++d)
      if (known[d] == ir::open_size) known[d] = y[d];
    return type_of({base, {}}, known);
  }
  if (same_sizes(x, y) || (spread && y.empty())) return {base, x};
  if (spread && x.empty()) return {base, y};
  builder_.error(Code::E0205, span, "the sizes of the operands differ: " + print(a.type) + " and " + print(b.type));
  return {};
}

Expression* Resolver::binary(const ast::Expression& e) {
  Expression* a = resolve(*e.operands[0]);
  Expression* b = resolve(*e.operands[1]);
  const Operation operation = operation_of(e.operator_);
  if (!a->type.is_error() && !b->type.is_error() &&
      (a->type.base == BaseType::record || b->type.base == BaseType::record)) {
    static constexpr const char* names[] = {"<", "<=", ">", ">=", "==", "<>"};
    const bool relation = operation >= Operation::less;
    return overloaded(
        relation ? names[static_cast<std::size_t>(operation) - static_cast<std::size_t>(Operation::less)] : "^", {a, b},
        e.span, operation == Operation::element_power);
  }
  const Type type = combine(operation, *a, *b, e.span);
  if (type.base == BaseType::error) return failed(e.span);
  const bool relation = operation >= Operation::less;
  Expression* out = make(relation ? ExpressionKind::relation : ExpressionKind::power, e.span, type);
  out->operands = copy({a, b});
  out->operations = builder_.arena().copy(std::vector<Operation>{operation});
  return out;
}

Expression* Resolver::chain(const ast::Expression& e) {
  std::vector<Expression*> operands;
  std::vector<Operation> operations;
  operands.push_back(resolve(*e.operands[0]));
  Expression so_far = *operands[0];  // carries the type of what has been combined
  const auto close = [&](Span span) {
    if (operations.empty()) return operands.front();
    Expression* out = make(ExpressionKind::chain, span, so_far.type);
    out->operands = copy(operands);
    out->operations = builder_.arena().copy(operations);
    return out;
  };
  for (std::size_t i = 0; i < e.operators.size(); ++i) {
    const Operation operation = operation_of(e.operators[i]);
    Expression* next = resolve(*e.operands[i + 1]);
    const Span span = join(e.operands[0]->span, e.operands[i + 1]->span);
    if (!so_far.type.is_error() && !next->type.is_error() &&
        (so_far.type.base == BaseType::record || next->type.base == BaseType::record)) {
      static constexpr const char* names[] = {"+", "-", "*", "/", "^", "+", "-", "*", "/", "^", "and", "or"};
      Expression* left = close(span);
      Expression* result = overloaded(names[static_cast<std::size_t>(operation)], {left, next}, span,
                                      operation >= Operation::element_add);
      operands.assign(1, result);
      operations.clear();
      so_far = *result;
      if (!result->type.is_error()) continue;
    } else {
      operations.push_back(operation);
      operands.push_back(next);
      so_far.type = combine(operation, so_far, *next, span);
      so_far.span = span;
    }
    if (so_far.type.base == BaseType::error) {
      for (std::size_t k = i + 2; k < e.operands.size(); ++k)
        resolve(*e.operands[k]);  // report what is wrong there too
      return failed(e.span);
    }
  }
  return close(e.span);
}

Expression* Resolver::conditional(const ast::Expression& e) {
  std::vector<Expression*> operands;
  bool good = true;
  for (std::size_t i = 0; i < e.operands.size(); ++i) {
    ++choices_;
    operands.push_back(resolve(*e.operands[i]));
    --choices_;
    const Type& type = operands.back()->type;
    const bool condition = i % 2 == 0 && i + 1 < e.operands.size();
    if (type.base == BaseType::error)
      good = false;
    else if (condition && (type.base != BaseType::boolean || !type.is_scalar())) {
      builder_.error(Code::E0204, e.operands[i]->span, "the condition must be Boolean, not " + print(type));
      good = false;
    }
  }
  if (!good && fails_quietly_) {  // what does not exist is not wrong where it is not taken
    fails_quietly_ = false;
    for (std::size_t i = 0; i < operands.size(); i += 2) {
      const bool last = i + 1 == operands.size();
      if (!last && (operands[i]->type.is_error() || variability_of(*operands[i]) > ir::Variability::parameter)) break;
      const auto taken = last ? std::nullopt : builder_.evaluate(*operands[i], "");
      if (!last && !taken) break;
      if (!last && taken->number() == 0) continue;
      if (operands[last ? i : i + 1]->type.is_error()) break;
      return operands[last ? i : i + 1];
    }
    for (std::size_t i = 0; i < operands.size(); ++i)  // which is told now
      if (operands[i]->type.is_error()) resolve(*e.operands[i]);
  }
  if (!good) return failed(e.span);
  Type type = operands[1]->type;
  const auto fit = [&](const Type& other) {
    return !common(type, other).is_error() && same_sizes(type.dimensions, other.dimensions);
  };
  bool alike = true;
  for (std::size_t i = 3; i <= operands.size(); i += 2)
    alike = alike && fit(i < operands.size() ? operands[i]->type : operands.back()->type);
  bool only_sizes = true;  // what is in a record may differ in size too
  for (std::size_t i = 3; i <= operands.size(); i += 2) {
    const Type& other = (i < operands.size() ? operands[i] : operands.back())->type;
    const bool records = type.base == BaseType::record && other.base == BaseType::record;
    only_sizes = only_sizes && type.dimensions.size() == other.dimensions.size() &&
                 (records || common(type.base, other.base) != BaseType::error);
  }
  if (!alike && only_sizes && !in_function()) {  // sizes that depend on parameters: the branch that is taken counts
    for (std::size_t i = 0; i < operands.size(); i += 2) {
      if (i + 1 == operands.size()) return operands[i];
      if (variability_of(*operands[i]) > ir::Variability::parameter || mentions_iterator(*operands[i])) break;
      const auto taken = builder_.evaluate(*operands[i], "");
      if (!taken) break;
      if (taken->number() != 0) return operands[i + 1];
    }
  }
  for (std::size_t i = 3; i <= operands.size(); i += 2) {
    const Expression* branch = i < operands.size() ? operands[i] : operands.back();
    const Type both = common(type, branch->type);
    if (both.is_error() || !same_sizes(type.dimensions, branch->type.dimensions)) {
      if (!both.is_error() && in_function() && type.dimensions.size() == branch->type.dimensions.size()) {
        type = type_of(both, std::vector<std::int64_t>(type.dimensions.size(), ir::open_size));
        continue;
      }
      builder_.error(both.is_error() ? Code::E0204 : Code::E0205, branch->span,
                     "the branches differ: " + print(type) + " and " + print(branch->type));
      return failed(e.span);
    }
    if (!std::ranges::equal(type.dimensions, branch->type.dimensions)) {  // the size of this one is known in the run
      std::vector<std::int64_t> open(type.dimensions.begin(), type.dimensions.end());
      for (std::size_t d = 0; d < open.size(); ++d)
        if (open[d] != branch->type.dimensions[d]) open[d] = ir::open_size;
      type = type_of(type.with({}), open);
    }
    type.base = both.base;
  }
  if (type.base == BaseType::record) {
    std::vector<Expression*> fields;
    Expression* out = make(ExpressionKind::record, e.span, type);
    for (const ir::RecordField& one : type.record->fields) {
      std::vector<Expression*> parts = operands;
      for (std::size_t k = 0; k < parts.size(); ++k)
        if (k % 2 == 1 || k + 1 == parts.size()) parts[k] = field(parts[k], one.name, e.span);
      Expression* choice = make(ExpressionKind::if_, e.span, parts.back()->type);
      choice->operands = copy(parts);
      fields.push_back(choice);
    }
    out->operands = copy(fields);
    return out;
  }
  Expression* out = make(ExpressionKind::if_, e.span, type);
  out->operands = copy(operands);
  return out;
}

/// An operator is a function itself or holds some.
std::vector<ClassInstance*> Resolver::functions_of_operator(ClassInstance& operator_) {
  if (operator_.kind() != ast::ClassKind::operator_) return {&operator_};
  std::vector<ClassInstance*> functions;
  builder_.check_class(operator_);
  for (const ast::Section& section : operator_.syntax->sections)
    for (const ast::Element* element : section.elements)
      if (element->kind == ast::ElementKind::class_definition)
        functions.push_back(builder_.classes().member_class(operator_, element->class_->name.text));
  return functions;
}

/// Operators of records: functions of their class, or of the class of the other operand. `by_element`: of arrays only
/// those of their elements (`.*` is never the product of two vectors).
Expression* Resolver::overloaded(const std::string& op, const std::vector<Expression*>& operands, Span span,
                                 bool by_element) {
  const bool arrays = std::ranges::any_of(operands, [](const Expression* one) { return !one->type.is_scalar(); });
  ClassTable& classes = builder_.classes();
  for (const Expression* operand : operands) {
    if (operand->type.base != BaseType::record || operand->type.record->class_ == nullptr) continue;
    auto* class_ = const_cast<ClassInstance*>(static_cast<const ClassInstance*>(operand->type.record->class_));
    ClassInstance* found = classes.member_class(*class_, "'" + op + "'");
    if (found == nullptr || found->syntax == nullptr) continue;
    const std::vector<ClassInstance*> functions = functions_of_operator(*found);
    // exact first, then with constructors of the record around the others
    const Type record = operand->type.with({});
    for (const int attempt : {0, 1, 2, 3}) {
      const bool converting = attempt >= 2;
      const bool spreads = attempt % 2 == 1;  // a function of scalars for every element, where none takes arrays
      if (by_element && arrays && !spreads) continue;
      for (ClassInstance* one : functions) {
        ir::Function* function = one != nullptr ? builder_.function_of(*one, span) : nullptr;
        if (function == nullptr) continue;
        std::vector<Expression*> given = operands;
        if (converting)
          for (Expression*& value : given)
            if (value->type.is_numeric()) value = convert(value, record);
        std::vector<Expression*> leaves;
        for (Expression* value : given)
          if (value->type.base == BaseType::record)
            flatten(value, leaves);
          else
            leaves.push_back(value);
        std::size_t least = 0;
        while (least < function->inputs.size() && function->defaults[least] == nullptr) ++least;
        if (leaves.size() < least || leaves.size() > function->inputs.size()) continue;
        bool fits = true;
        for (std::size_t i = 0; i < leaves.size() && fits; ++i) {
          const Type& want = function->inputs[i]->type;
          const Type& have = leaves[i]->type;
          fits = (want.base == have.base || (want.base == BaseType::real && have.base == BaseType::integer)) &&
                 (same_sizes(want.dimensions, have.dimensions) || (spreads && want.is_scalar() && !have.is_scalar()));
        }
        if (!fits) continue;
        return call_function(*function, given, span);
      }
    }
  }
  std::string types;
  for (const Expression* operand : operands) types += (types.empty() ? "" : " and ") + print(operand->type);
  builder_.error(Code::E0204, span, "'" + op + "' is not defined for " + types);
  return failed(span);
}

/// A number where a record is wanted: by the constructor of the record.
Expression* Resolver::convert(Expression* value, const Type& target) {
  if (target.base != BaseType::record || value->type.base == BaseType::record || target.record->class_ == nullptr)
    return value;
  ClassTable& classes = builder_.classes();
  auto* class_ = const_cast<ClassInstance*>(static_cast<const ClassInstance*>(target.record->class_));
  ClassInstance* constructor = classes.member_class(*class_, "'constructor'");
  if (constructor == nullptr || constructor->syntax == nullptr) return value;
  for (ClassInstance* one : functions_of_operator(*constructor)) {
    ir::Function* function = one != nullptr ? builder_.function_of(*one, value->span) : nullptr;
    if (function == nullptr || function->inputs.empty()) continue;
    bool rest = true;
    for (std::size_t i = 1; i < function->inputs.size(); ++i) rest = rest && function->defaults[i] != nullptr;
    if (rest && function->inputs[0]->type.is_numeric()) return call_function(*function, {value}, value->span);
  }
  return value;
}

}  // namespace sunder::instantiate
