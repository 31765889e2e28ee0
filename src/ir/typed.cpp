#include "ir/typed.hpp"

#include <limits>

#include "base/text.hpp"
#include "ir/instance.hpp"

namespace sunder::ir {

std::string print(const Type& type) {
  static constexpr std::string_view names[] = {"an unknown type", "Real",   "Integer",  "Boolean",        "String",
                                               "enumeration",     "record", "function", "ExternalObject", "Clock"};
  std::string text(names[static_cast<std::size_t>(type.base)]);
  if (type.base == BaseType::enumeration && type.enumeration != nullptr) text = type.enumeration->name;
  if (type.base == BaseType::record && type.record != nullptr) text = type.record->name;
  if (!type.dimensions.empty()) {
    text += '[';
    for (std::size_t i = 0; i < type.dimensions.size(); ++i)
      text += (i > 0 ? ", " : "") + (type.dimensions[i] == open_size ? ":" : std::to_string(type.dimensions[i]));
    text += ']';
  }
  return text;
}

std::int64_t element_count(std::span<const std::int64_t> dimensions) {
  std::int64_t count = 1;
  bool fits = true;
  for (const std::int64_t n : dimensions) {
    if (n == open_size) return open_size;
    if (n == 0) return 0;
    fits = fits && !__builtin_mul_overflow(count, n, &count);
  }
  return fits ? count : std::numeric_limits<std::int64_t>::max();
}

std::string_view name_of(Builtin builtin) {
  static constexpr std::string_view names[] = {"sin",
                                               "cos",
                                               "tan",
                                               "asin",
                                               "acos",
                                               "atan",
                                               "sinh",
                                               "cosh",
                                               "tanh",
                                               "exp",
                                               "log",
                                               "log10",
                                               "sqrt",
                                               "abs",
                                               "sign",
                                               "floor",
                                               "ceil",
                                               "integer",
                                               "atan2",
                                               "mod",
                                               "rem",
                                               "div",
                                               "min",
                                               "max",
                                               "sum",
                                               "product",
                                               "size",
                                               "ndims",
                                               "zeros",
                                               "ones",
                                               "fill",
                                               "linspace",
                                               "identity",
                                               "diagonal",
                                               "transpose",
                                               "scalar",
                                               "vector",
                                               "cross",
                                               "matrix",
                                               "cat",
                                               "symmetric",
                                               "skew",
                                               "outerProduct",
                                               "String",
                                               "Integer",
                                               "$enumeration",
                                               "der",
                                               "noEvent",
                                               "smooth",
                                               "residue",
                                               "Sunder.relax",
                                               "semiLinear",
                                               "homotopy",
                                               "delay",
                                               "spatialDistribution",
                                               "cardinality",
                                               "Connections.isRoot",
                                               "Connections.rooted",
                                               "inStream",
                                               "actualStream",
                                               "pre",
                                               "edge",
                                               "change",
                                               "initial",
                                               "terminal",
                                               "sample",
                                               "Clock",
                                               "previous",
                                               "hold",
                                               "subSample",
                                               "superSample",
                                               "shiftSample",
                                               "backSample",
                                               "noClock",
                                               "interval",
                                               "firstTick",
                                               "$active"};
  static_assert(std::size(names) == static_cast<std::size_t>(Builtin::active) + 1);
  return names[static_cast<std::size_t>(builtin)];
}

namespace {

// Binding strength, weakest first: decides where parentheses are needed.
enum Strength {
  loosest,
  if_level,
  or_level,
  and_level,
  not_level,
  relation_level,
  add_level,
  multiply_level,
  power_level,
  primary
};

std::string_view symbol(Operation operation) {
  static constexpr std::string_view symbols[] = {" + ", " - ",   " * ",  " / ", "^",    " .+ ", " .- ", " .* ", " ./ ",
                                                 ".^",  " and ", " or ", " < ", " <= ", " > ",  " >= ", " == ", " <> "};
  return symbols[static_cast<std::size_t>(operation)];
}

Strength strength_of(Operation operation) {
  switch (operation) {
    case Operation::add:
    case Operation::subtract:
    case Operation::element_add:
    case Operation::element_subtract: return add_level;
    case Operation::multiply:
    case Operation::divide:
    case Operation::element_multiply:
    case Operation::element_divide: return multiply_level;
    case Operation::power:
    case Operation::element_power: return power_level;
    case Operation::logical_and: return and_level;
    case Operation::logical_or: return or_level;
    default: return relation_level;
  }
}

class Printer {
 public:
  std::string text(const Expression& e, Strength around) {
    const Strength own = strength(e);
    std::string inner = plain(e);
    return own < around ? "(" + inner + ")" : inner;
  }

 private:
  static Strength strength(const Expression& e) {
    switch (e.kind) {
      case ExpressionKind::negate: return add_level;
      case ExpressionKind::number: return e.number < 0 ? add_level : primary;
      case ExpressionKind::logical_not: return not_level;
      case ExpressionKind::chain:
      case ExpressionKind::relation:
      case ExpressionKind::power: return strength_of(e.operations[0]);
      case ExpressionKind::if_: return if_level;
      case ExpressionKind::range: return relation_level;
      default: return primary;
    }
  }

  std::string list(std::span<Expression* const> items) {
    std::string out;
    for (const Expression* item : items) out += (out.empty() ? "" : ", ") + text(*item, loosest);
    return out;
  }

  /// Arguments after one that was left out are named.
  std::string arguments(const Expression& e) {
    std::string out;
    bool named = false;
    for (std::size_t i = 0; i < e.operands.size(); ++i) {
      named = named || e.operands[i] == nullptr;
      if (e.operands[i] == nullptr) continue;
      out += out.empty() ? "" : ", ";
      if (named && e.function != nullptr) out += std::string(e.function->inputs[i]->name) + " = ";
      out += text(*e.operands[i], loosest);
    }
    return out;
  }

  static std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    return out + "\"";
  }

  std::string subscripts(std::span<const Subscript> items) {
    if (items.empty()) return {};
    std::string out = "[";
    for (std::size_t i = 0; i < items.size(); ++i)
      out += (i > 0 ? ", " : "") + (items[i].value != nullptr ? text(*items[i].value, loosest) : std::string(":"));
    return out + "]";
  }

  std::string iterators(std::span<const IteratorRange> ranges) {
    std::string out = " for ";
    for (std::size_t i = 0; i < ranges.size(); ++i)
      out += (i > 0 ? ", " : "") + std::string(ranges[i].symbol->name) + " in " + text(*ranges[i].range, loosest);
    return out;
  }

  std::string if_text(const Expression& e) {
    std::string out = "if ";
    const std::size_t pairs = e.operands.size() / 2;
    for (std::size_t i = 0; i < pairs; ++i) {
      if (i > 0) out += " elseif ";
      out += text(*e.operands[2 * i], loosest) + " then " + text(*e.operands[2 * i + 1], loosest);
    }
    return out + " else " + text(*e.operands.back(), loosest);
  }

  std::string plain(const Expression& e) {
    switch (e.kind) {
      case ExpressionKind::number: return shortest(e.number);
      case ExpressionKind::boolean: return e.number != 0 ? "true" : "false";
      case ExpressionKind::string: return quoted(e.text);
      case ExpressionKind::enumeration: return std::string(e.text);
      case ExpressionKind::variable: return path_of(*e.variable) + subscripts(e.subscripts);
      case ExpressionKind::function_variable: return std::string(e.function_variable->name) + subscripts(e.subscripts);
      case ExpressionKind::iterator: return std::string(e.iterator->name);
      case ExpressionKind::time: return "time";
      case ExpressionKind::negate: return "-" + text(*e.operands[0], multiply_level);
      case ExpressionKind::logical_not: return "not " + text(*e.operands[0], relation_level);
      case ExpressionKind::chain: {
        const Strength own = strength(e);
        std::string out = text(*e.operands[0], own);
        for (std::size_t i = 0; i < e.operations.size(); ++i)
          out += std::string(symbol(e.operations[i])) + text(*e.operands[i + 1], static_cast<Strength>(own + 1));
        return out;
      }
      case ExpressionKind::relation:
      case ExpressionKind::power: {
        const auto inner = static_cast<Strength>(strength(e) + 1);
        return text(*e.operands[0], inner) + std::string(symbol(e.operations[0])) + text(*e.operands[1], inner);
      }
      case ExpressionKind::if_: return if_text(e);
      case ExpressionKind::builtin: return std::string(name_of(e.builtin)) + "(" + list(e.operands) + ")";
      case ExpressionKind::call: {
        const std::string name = e.function != nullptr ? e.function->name : std::string(e.function_variable->name);
        const bool many = e.function != nullptr && e.function->outputs.size() > 1;
        return name + "(" + arguments(e) + ")" + (many ? "." + std::string(e.function->outputs[e.result]->name) : "");
      }
      case ExpressionKind::function_reference: return "function " + e.function->name + "(" + arguments(e) + ")";
      case ExpressionKind::record: {
        std::string out = std::string(e.type.record->name) + "(";
        for (std::size_t i = 0; i < e.operands.size(); ++i)
          out +=
              (i > 0 ? ", " : "") + std::string(e.type.record->fields[i].name) + " = " + text(*e.operands[i], loosest);
        return out + ")";
      }
      case ExpressionKind::index: return text(*e.operands[0], primary) + subscripts(e.subscripts);
      case ExpressionKind::array: return "{" + list(e.operands) + "}";
      case ExpressionKind::range: {
        std::string out = text(*e.operands[0], add_level);
        for (std::size_t i = 1; i < e.operands.size(); ++i) out += ":" + text(*e.operands[i], add_level);
        return out;
      }
      case ExpressionKind::comprehension: return "{" + text(*e.operands[0], loosest) + iterators(e.iterators) + "}";
      case ExpressionKind::reduction:
        return std::string(name_of(e.builtin)) + "(" + text(*e.operands[0], loosest) + iterators(e.iterators) + ")";
    }
    return {};
  }
};

}  // namespace

std::string print(const Expression& expression) { return Printer().text(expression, loosest); }

std::string print(const TypedEquation& equation, int indent) {
  const std::string pad(static_cast<std::size_t>(indent), ' ');
  std::string out;
  const auto body = [&](std::span<TypedEquation* const> equations) {
    for (const TypedEquation* inner : equations) out += print(*inner, indent + 2);
  };
  switch (equation.kind) {
    case EquationKind::equality: out = pad + print(*equation.left) + " = " + print(*equation.right) + ";\n"; break;
    case EquationKind::assert_:
      out = pad + "assert(" + print(*equation.left) + ", " + print(*equation.right) +
            (equation.warns ? ", AssertionLevel.warning" : "") + ");\n";
      break;
    case EquationKind::reinit:
      out = pad + "reinit(" + print(*equation.left) + ", " + print(*equation.right) + ");\n";
      break;
    case EquationKind::call: out = pad + print(*equation.left) + ";\n"; break;
    case EquationKind::terminate: out = pad + "terminate(" + print(*equation.right) + ");\n"; break;
    case EquationKind::when:
      for (std::size_t i = 0; i < equation.branches.size(); ++i) {
        out += pad + (i == 0 ? "when " : "elsewhen ") + print(*equation.branches[i].condition) + " then\n";
        body(equation.branches[i].body);
      }
      out += pad + "end when;\n";
      break;
    case EquationKind::for_:
      out = pad + "for ";
      for (std::size_t i = 0; i < equation.iterators.size(); ++i)
        out += (i > 0 ? ", " : "") + std::string(equation.iterators[i].symbol->name) + " in " +
               print(*equation.iterators[i].range);
      out += " loop\n";
      body(equation.body);
      out += pad + "end for;\n";
      break;
    case EquationKind::if_:
      for (std::size_t i = 0; i < equation.branches.size(); ++i) {
        const TypedBranch& branch = equation.branches[i];
        out += pad + (branch.condition == nullptr ? "else"
                                                  : (i == 0 ? "if " : "elseif ") + print(*branch.condition) + " then");
        out += "\n";
        body(branch.body);
      }
      out += pad + "end if;\n";
      break;
  }
  return out;
}

std::string print(const Statement& statement, int indent) {
  const std::string pad(static_cast<std::size_t>(indent), ' ');
  std::string out;
  const auto body = [&](std::span<Statement* const> statements) {
    for (const Statement* inner : statements) out += print(*inner, indent + 2);
  };
  const auto list = [](std::span<Expression* const> items) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i)
      text += (i > 0 ? ", " : "") + (items[i] != nullptr ? print(*items[i]) : std::string());
    return items.size() == 1 ? text : "(" + text + ")";
  };
  switch (statement.kind) {
    case StatementKind::assign: return pad + list(statement.left) + " := " + list(statement.right) + ";\n";
    case StatementKind::call: return pad + list(statement.right) + ";\n";
    case StatementKind::break_: return pad + "break;\n";
    case StatementKind::return_: return pad + "return;\n";
    case StatementKind::assert_: return pad + "assert" + list(statement.left) + ";\n";
    case StatementKind::terminate: return pad + "terminate(" + list(statement.left) + ");\n";
    case StatementKind::reinit: return pad + "reinit" + list(statement.left) + ";\n";
    case StatementKind::while_:
      out = pad + "while " + print(*statement.condition) + " loop\n";
      body(statement.body);
      return out + pad + "end while;\n";
    case StatementKind::for_:
      out = pad + "for ";
      for (std::size_t i = 0; i < statement.iterators.size(); ++i)
        out += (i > 0 ? ", " : "") + std::string(statement.iterators[i].symbol->name) + " in " +
               print(*statement.iterators[i].range);
      out += " loop\n";
      body(statement.body);
      return out + pad + "end for;\n";
    case StatementKind::if_:
    case StatementKind::when: {
      const std::string word = statement.kind == StatementKind::if_ ? "if" : "when";
      for (std::size_t i = 0; i < statement.branches.size(); ++i) {
        const StatementBranch& branch = statement.branches[i];
        out += pad +
               (branch.condition == nullptr
                    ? "else"
                    : (i == 0 ? word + " " : "else" + word + " ") + print(*branch.condition) + " then") +
               "\n";
        body(branch.body);
      }
      return out + pad + "end " + word + ";\n";
    }
  }
  return out;
}

}  // namespace sunder::ir
