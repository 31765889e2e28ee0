#include <algorithm>

#include "ir/ast.hpp"
#include "ir/complaints.hpp"

namespace sunder::ast {

namespace {

/// Lists that may be null inside (omitted results of a call) are told apart by their kind.
class AstVerifier {
 public:
  AstVerifier(const File& file, std::string_view text) : file_(file), text_(text) {}

  std::vector<std::string> run() {
    expect(file_.arena != nullptr && file_.source.valid(), {}, "the file has no arena or no source");
    if (!complaints_.empty()) return complaints_.take();
    if (file_.has_within && !file_.within.parts.empty()) name(file_.within);
    for (const Class* class_ : file_.classes) this->class_(class_);
    return complaints_.take();
  }

 private:
  void expect(bool holds, Span span, std::string_view complaint) {
    if (!holds) complaints_.add("byte " + std::to_string(span.begin) + ": " + std::string(complaint));
  }

  void place(Span span) {
    expect(span.file == file_.source && span.begin <= span.end && span.end <= text_.size(), span,
           "a node lies outside of the file");
  }

  void identifier(const Identifier& identifier) {
    place(identifier.span);
    const bool inside = identifier.span.end <= text_.size() && identifier.span.begin <= identifier.span.end;
    const std::string_view there =
        inside ? text_.substr(identifier.span.begin, identifier.span.end - identifier.span.begin) : std::string_view();
    // whole paths as names are quoted in the tree (syntax/flat_names.hpp)
    expect(!identifier.empty() && inside &&
               (identifier.text == there || identifier.text == "'" + std::string(there) + "'"),
           identifier.span, "a name is not the text at its place");
  }

  void name(const Name& name) {
    place(name.span);
    expect(!name.parts.empty(), name.span, "a name has no parts");
    for (const Identifier& part : name.parts) identifier(part);
  }

  void reference(const Reference& reference, Span span) {
    expect(!reference.parts.empty(), span, "a reference has no parts");
    for (const ReferencePart& part : reference.parts) {
      identifier(part.name);
      expressions(part.subscripts, span);
    }
  }

  void iterators(List<Iterator> iterators, Span span) {
    expect(!iterators.empty(), span, "a loop has no loop variable");
    for (const Iterator& iterator : iterators) {
      identifier(iterator.name);
      if (iterator.range != nullptr) expression(iterator.range, span);
    }
  }

  void arguments(List<Argument> arguments, Span span) {
    for (const Argument& argument : arguments) {
      if (!argument.name.empty()) identifier(argument.name);
      expression(argument.value, span);
    }
  }

  void expressions(List<Expression*> list, Span span) {
    for (const Expression* e : list) expression(e, span);
  }

  /// `span`: of what it stands in.
  void expression(const Expression* e, Span span) {
    expect(e != nullptr, span, "an expression is missing");
    if (e == nullptr) return;
    place(e->span);
    expect(e->kind != ExpressionKind::error, e->span, "an expression could not be parsed, and nobody said so");
    expect(operands_fit(*e), e->span, "an expression has a wrong number of operands");
    for (const Expression* operand : e->operands)
      if (operand != nullptr || e->kind != ExpressionKind::tuple) expression(operand, e->span);
    using Kind = ExpressionKind;
    if (e->kind == Kind::reference || e->kind == Kind::call || e->kind == Kind::function_argument)
      reference(e->reference, e->span);
    if (e->kind == Kind::call || e->kind == Kind::function_argument) arguments(e->arguments, e->span);
    if (e->kind == Kind::comprehension) iterators(e->iterators, e->span);
  }

  static bool operands_fit(const Expression& e) {
    const std::size_t count = e.operands.size();
    std::size_t entries = 0;
    switch (e.kind) {
      case ExpressionKind::unary:
      case ExpressionKind::parentheses:
      case ExpressionKind::comprehension: return count == 1;
      case ExpressionKind::binary: return count == 2;
      case ExpressionKind::chain: return count >= 2 && e.operators.size() == count - 1;
      case ExpressionKind::if_: return count >= 3 && count % 2 == 1;
      case ExpressionKind::range: return count == 2 || count == 3;
      case ExpressionKind::matrix:
        for (const std::uint32_t length : e.row_lengths) entries += length;
        return entries == count;
      case ExpressionKind::integer:
      case ExpressionKind::real:
      case ExpressionKind::string: return count == 0 && !e.text.empty();
      case ExpressionKind::array:
      case ExpressionKind::tuple: return true;
      default: return count == 0;
    }
  }

  void modification(const Modification* modification) {
    if (modification == nullptr) return;
    place(modification->span);
    arguments(modification->arguments);
    if (modification->value != nullptr) expression(modification->value, modification->span);
  }

  void arguments(List<ModificationArgument> arguments) {
    for (const ModificationArgument& argument : arguments) {
      place(argument.span);
      if (argument.element != nullptr)
        element(*argument.element);
      else
        name(argument.name);
      modification(argument.modification);
    }
  }

  void annotation(const Annotation* annotation) {
    if (annotation == nullptr) return;
    place(annotation->span);
    arguments(annotation->arguments);
  }

  void comment(const Comment& comment, Span span) {
    expressions(comment.strings, span);
    annotation(comment.annotation);
  }

  void element(const Element& element) {
    place(element.span);
    switch (element.kind) {
      case ElementKind::class_definition: class_(element.class_); break;
      case ElementKind::extends: name(element.type); break;
      case ElementKind::import_: name(element.import_.name); break;
      case ElementKind::component_clause:
        name(element.type);
        expect(!element.components.empty(), element.span, "a clause declares nothing");
        break;
    }
    expressions(element.type_subscripts, element.span);
    for (const Component& component : element.components) {
      place(component.span);
      identifier(component.name);
      expressions(component.subscripts, component.span);
      modification(component.modification);
      if (component.condition != nullptr) expression(component.condition, component.span);
      comment(component.comment, component.span);
    }
    modification(element.modification);
    annotation(element.annotation);
    if (element.constraint != nullptr) {
      name(element.constraint->type);
      modification(element.constraint->modification);
    }
  }

  /// Every branch has a condition, but the last one of `if` may have none.
  template <class Branches>
  void conditions(const Branches& branches, bool else_allowed, Span span) {
    expect(!branches.empty(), span, "there are no branches");
    for (std::size_t i = 0; i < branches.size(); ++i) {
      const bool is_else = branches[i].condition == nullptr;
      expect(!is_else || (else_allowed && i > 0 && i + 1 == branches.size()), span, "a branch has no condition");
      if (!is_else) expression(branches[i].condition, span);
    }
  }

  void equation(const Equation* e, Span span) {
    expect(e != nullptr, span, "an equation is missing");
    if (e == nullptr) return;
    place(e->span);
    const bool two_sided = e->kind == EquationKind::equality || e->kind == EquationKind::connect;
    if (two_sided || e->kind == EquationKind::call) expression(e->left, e->span);
    if (two_sided) expression(e->right, e->span);
    if (e->kind == EquationKind::for_) iterators(e->iterators, e->span);
    if (e->kind == EquationKind::if_ || e->kind == EquationKind::when)
      conditions(e->branches, e->kind == EquationKind::if_, e->span);
    for (const Equation* inner : e->body) equation(inner, e->span);
    for (const EquationBranch& branch : e->branches)
      for (const Equation* inner : branch.body) equation(inner, e->span);
    comment(e->comment, e->span);
  }

  void statement(const Statement* s, Span span) {
    expect(s != nullptr, span, "a statement is missing");
    if (s == nullptr) return;
    place(s->span);
    const bool assigns = s->kind == StatementKind::assignment || s->kind == StatementKind::multiple_assignment;
    if (assigns) expression(s->left, s->span);
    if (assigns || s->kind == StatementKind::call || s->kind == StatementKind::while_) expression(s->right, s->span);
    if (s->kind == StatementKind::for_) iterators(s->iterators, s->span);
    if (s->kind == StatementKind::if_ || s->kind == StatementKind::when)
      conditions(s->branches, s->kind == StatementKind::if_, s->span);
    for (const Statement* inner : s->body) statement(inner, s->span);
    for (const StatementBranch& branch : s->branches)
      for (const Statement* inner : branch.body) statement(inner, s->span);
    comment(s->comment, s->span);
  }

  void section(const Section& section, Span span) {
    using Kind = Section::Kind;
    expect((section.kind == Kind::equations) == (section.equations != nullptr) &&
               (section.kind == Kind::algorithm) == (section.algorithm != nullptr),
           span, "a section is not of its kind");
    for (const Element* one : section.elements) element(*one);
    if (section.equations != nullptr)
      for (const Equation* one : section.equations->equations) equation(one, section.equations->span);
    if (section.algorithm != nullptr)
      for (const Statement* one : section.algorithm->statements) statement(one, section.algorithm->span);
  }

  void class_(const Class* class_) {
    expect(class_ != nullptr, {}, "a class is missing");
    if (class_ == nullptr) return;
    place(class_->span);
    identifier(class_->name);
    const bool is_long = class_->form == ClassForm::long_ || class_->form == ClassForm::extends;
    expect(!is_long || class_->end_name.text == class_->name.text, class_->span, "a class ends with another name");
    if (class_->form == ClassForm::short_ || class_->form == ClassForm::derivative) name(class_->base);
    expressions(class_->base_subscripts, class_->span);
    modification(class_->modification);
    for (const EnumerationLiteral& literal : class_->literals) identifier(literal.name);
    for (const Identifier& variable : class_->derivative_variables) identifier(variable);
    for (const Section& one : class_->sections) section(one, class_->span);
    annotation(class_->annotation);
    comment(class_->comment, class_->span);
  }

  const File& file_;
  std::string_view text_;
  ir::Complaints complaints_;
};

}  // namespace

std::vector<std::string> verify(const File& file, std::string_view text) { return AstVerifier(file, text).run(); }

}  // namespace sunder::ast
