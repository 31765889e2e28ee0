// The syntax tree as text. Everything but the spans is printed: same_tree relies on it.
#include <string>

#include "ir/ast.hpp"

namespace sunder::ast {

namespace {

constexpr std::string_view operator_texts[] = {"+",   "-",   "*",  "/", "^",  ".+", ".-", ".*", "./", ".^",
                                               "not", "and", "or", "<", "<=", ">",  ">=", "==", "<>"};
constexpr std::string_view class_kinds[] = {
    "class", "model",   "record",   "operator record",   "block",   "connector", "expandable connector",
    "type",  "package", "function", "operator function", "operator"};
constexpr std::string_view class_forms[] = {"long", "extends", "short", "enumeration", "der"};
constexpr std::string_view purities[] = {"", "pure", "impure"};
constexpr std::string_view flows[] = {"", "flow", "stream"};
constexpr std::string_view variabilities[] = {"", "discrete", "parameter", "constant"};
constexpr std::string_view causalities[] = {"", "input", "output"};
constexpr std::string_view visibilities[] = {"public", "protected"};
constexpr std::string_view equation_kinds[] = {"equality", "connect", "for", "if", "when", "call"};
constexpr std::string_view statement_kinds[] = {
    "assignment", "multiple assignment", "call", "for", "while", "if", "when", "break", "return"};
constexpr std::string_view expression_kinds[] = {
    "error", "integer", "real",   "string", "boolean",       "reference", "unary",       "binary", "chain", "if",
    "call",  "array",   "matrix", "range",  "comprehension", "tuple",     "parentheses", "end",    "colon", "function"};

template <class Enum, std::size_t n>
std::string_view word(const std::string_view (&words)[n], Enum value) {
  return words[static_cast<std::size_t>(value)];
}

class TreePrinter {
 public:
  void file(const File& file) {
    line("file");
    const Nest nest(*this);
    if (file.has_within) line("within", name(file.within));
    for (const Class* definition : file.classes) class_(*definition);
  }

  void expression(const Expression* e, std::string_view role = {});
  std::string take() { return std::move(out_); }

 private:
  struct Nest {
    explicit Nest(TreePrinter& printer) : printer_(printer) { ++printer_.depth_; }
    ~Nest() { --printer_.depth_; }
    Nest(const Nest&) = delete;
    Nest& operator=(const Nest&) = delete;
    TreePrinter& printer_;
  };

  /// One node: its words with spaces between; empty words are left out. Line breaks in strings are shown as \n.
  template <class... Words>
  void line(const Words&... words) {
    out_.append(2 * depth_, ' ');
    bool first = true;
    const auto put = [&](std::string_view text) {
      if (text.empty()) return;
      if (!first) out_ += ' ';
      first = false;
      for (const char c : text) {
        if (c == '\n')
          out_ += "\\n";
        else
          out_ += c;
      }
    };
    (put(words), ...);
    out_ += '\n';
  }

  static std::string_view flag(bool value, std::string_view text) { return value ? text : std::string_view(); }

  static std::string name(const Name& name) {
    std::string text;
    for (const Identifier& part : name.parts) {
      if (!text.empty() || name.global) text += '.';
      text += part.text;
    }
    return text;
  }

  static std::string words(List<Identifier> identifiers) {
    std::string text;
    for (const Identifier& identifier : identifiers) {
      if (!text.empty()) text += ' ';
      text += identifier.text;
    }
    return text;
  }

  void expressions(List<Expression*> list, std::string_view role) {
    if (list.empty()) return;
    line(role);
    const Nest nest(*this);
    for (const Expression* e : list) expression(e);
  }

  void arguments(List<Argument> list) {
    for (const Argument& argument : list) {
      line("argument", argument.name.text);
      const Nest nest(*this);
      expression(argument.value);
    }
  }

  void iterators(List<Iterator> list) {
    for (const Iterator& iterator : list) {
      line("iterator", iterator.name.text);
      const Nest nest(*this);
      if (iterator.range != nullptr) expression(iterator.range);
    }
  }

  void reference(const Reference& reference);
  void class_(const Class& definition);
  void section(const Section& section);
  void external(const External& external);
  void element(const Element& element);
  void component(const Component& component);
  void modification(const Modification* modification);
  void modification_arguments(List<ModificationArgument> arguments);
  void annotation(const Annotation* annotation);
  void comment(const Comment& comment);
  void equation(const Equation& equation);
  void statement(const Statement& statement);
  template <class Branch, class Print>
  void branches(List<Branch> list, Print print);

  std::string out_;
  std::size_t depth_ = 0;
};

void TreePrinter::reference(const Reference& reference) {
  if (reference.global) line("global");
  for (const ReferencePart& part : reference.parts) {
    line("part", part.name.text);
    const Nest nest(*this);
    expressions(part.subscripts, "subscripts");
  }
}

void TreePrinter::expression(const Expression* e, std::string_view role) {
  if (e == nullptr) return line(role, "omitted");
  const bool has_operator = e->kind == ExpressionKind::unary || e->kind == ExpressionKind::binary;
  std::string operators;
  for (const Operator op : e->operators) (operators += operators.empty() ? "" : " ") += word(operator_texts, op);
  std::string rows;
  for (const std::uint32_t length : e->row_lengths) (rows += rows.empty() ? "" : " ") += std::to_string(length);
  line(role, word(expression_kinds, e->kind), e->text, has_operator ? word(operator_texts, e->operator_) : "",
       operators, rows, flag(e->kind == ExpressionKind::comprehension && e->boolean, "without braces"));
  const Nest nest(*this);
  reference(e->reference);
  for (const Expression* operand : e->operands) expression(operand);
  arguments(e->arguments);
  iterators(e->iterators);
}

void TreePrinter::modification_arguments(List<ModificationArgument> list) {
  for (const ModificationArgument& argument : list) {
    line("modify", flag(argument.each, "each"), flag(argument.final_, "final"), name(argument.name));
    const Nest nest(*this);
    if (argument.element != nullptr) element(*argument.element);
    modification(argument.modification);
    expressions(argument.description, "description");
  }
}

void TreePrinter::modification(const Modification* modification) {
  if (modification == nullptr) return;
  line("modification", flag(modification->has_arguments, "()"), flag(modification->assign, ":="),
       flag(modification->break_, "break"));
  const Nest nest(*this);
  modification_arguments(modification->arguments);
  if (modification->value != nullptr) expression(modification->value, "value");
}

void TreePrinter::annotation(const Annotation* annotation) {
  if (annotation == nullptr) return;
  line("annotation");
  const Nest nest(*this);
  modification_arguments(annotation->arguments);
}

void TreePrinter::comment(const Comment& comment) {
  expressions(comment.strings, "description");
  annotation(comment.annotation);
}

void TreePrinter::component(const Component& component) {
  line("component", component.name.text);
  const Nest nest(*this);
  expressions(component.subscripts, "subscripts");
  modification(component.modification);
  if (component.condition != nullptr) expression(component.condition, "condition");
  comment(component.comment);
}

void TreePrinter::element(const Element& e) {
  constexpr std::string_view kinds[] = {"components", "class", "extends", "import"};
  line("element", word(kinds, e.kind), word(visibilities, e.visibility), flag(e.redeclare, "redeclare"),
       flag(e.final_, "final"), flag(e.inner, "inner"), flag(e.outer, "outer"), flag(e.replaceable, "replaceable"),
       flag(e.each, "each"), word(flows, e.flow), word(variabilities, e.variability), word(causalities, e.causality),
       name(e.type));
  const Nest nest(*this);
  expressions(e.type_subscripts, "subscripts");
  for (const Component& next : e.components) component(next);
  if (e.class_ != nullptr) class_(*e.class_);
  modification(e.modification);
  for (const Name& broken : e.breaks) line("break", name(broken));
  for (const Equation* connection : e.break_connections) {
    line("break connection");
    const Nest inner(*this);
    equation(*connection);
  }
  annotation(e.annotation);
  if (e.kind == ElementKind::import_)
    line("import", e.import_.alias.text, flag(!e.import_.alias.empty(), "="), name(e.import_.name),
         flag(e.import_.wildcard, "*"), flag(!e.import_.selected.empty(), "of"), words(e.import_.selected));
  if (e.constraint != nullptr) {
    line("constrainedby", name(e.constraint->type));
    const Nest inner(*this);
    modification(e.constraint->modification);
  }
  comment(e.comment);
}

template <class Branch, class Print>
void TreePrinter::branches(List<Branch> list, Print print) {
  for (const Branch& branch : list) {
    line(branch.condition != nullptr ? "branch" : "else");
    const Nest nest(*this);
    if (branch.condition != nullptr) expression(branch.condition, "condition");
    for (const auto* item : branch.body) print(*item);
  }
}

void TreePrinter::equation(const Equation& e) {
  line("equation", word(equation_kinds, e.kind));
  const Nest nest(*this);
  if (e.left != nullptr) expression(e.left, "left");
  if (e.right != nullptr) expression(e.right, "right");
  iterators(e.iterators);
  for (const Equation* inner : e.body) equation(*inner);
  branches(e.branches, [this](const Equation& inner) { equation(inner); });
  comment(e.comment);
}

void TreePrinter::statement(const Statement& s) {
  line("statement", word(statement_kinds, s.kind));
  const Nest nest(*this);
  if (s.left != nullptr) expression(s.left, "left");
  if (s.right != nullptr) expression(s.right, "right");
  iterators(s.iterators);
  for (const Statement* inner : s.body) statement(*inner);
  branches(s.branches, [this](const Statement& inner) { statement(inner); });
  comment(s.comment);
}

void TreePrinter::section(const Section& section) {
  switch (section.kind) {
    case Section::Kind::elements: {
      line("elements", flag(section.visibility_written, word(visibilities, section.visibility)));
      const Nest nest(*this);
      for (const Element* next : section.elements) element(*next);
      break;
    }
    case Section::Kind::equations: {
      line(flag(section.equations->initial, "initial"), "equations");
      const Nest nest(*this);
      for (const Equation* next : section.equations->equations) equation(*next);
      break;
    }
    case Section::Kind::algorithm: {
      line(flag(section.algorithm->initial, "initial"), "algorithm");
      const Nest nest(*this);
      for (const Statement* next : section.algorithm->statements) statement(*next);
      break;
    }
  }
}

void TreePrinter::external(const External& external) {
  line("external", external.language, external.function.text);
  const Nest nest(*this);
  if (external.result != nullptr) expression(external.result, "result");
  expressions(external.arguments, "arguments");
  annotation(external.annotation);
}

void TreePrinter::class_(const Class& c) {
  line(word(class_kinds, c.kind), c.name.text, word(class_forms, c.form), flag(c.partial, "partial"),
       flag(c.encapsulated, "encapsulated"), flag(c.final_, "final"), word(purities, c.purity),
       word(causalities, c.base_causality), name(c.base), flag(c.open_enumeration, ":"), words(c.derivative_variables));
  const Nest nest(*this);
  expressions(c.base_subscripts, "subscripts");
  modification(c.modification);
  for (const EnumerationLiteral& literal : c.literals) {
    line("literal", literal.name.text);
    const Nest inner(*this);
    comment(literal.comment);
  }
  comment(c.comment);
  for (const Section& next : c.sections) section(next);
  if (c.external != nullptr) external(*c.external);
  annotation(c.annotation);
  if (!c.end_name.empty()) line("end", c.end_name.text);
}

}  // namespace

std::string print_tree(const File& file) {
  TreePrinter printer;
  printer.file(file);
  return printer.take();
}

std::string print_tree(const Expression& expression) {
  TreePrinter printer;
  printer.expression(&expression);
  return printer.take();
}

bool same_tree(const File& a, const File& b) { return print_tree(a) == print_tree(b); }

}  // namespace sunder::ast
