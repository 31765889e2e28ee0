// Classes and their elements.
#include "base/codes.hpp"
#include "syntax/parser.hpp"

namespace sunder::syntax {

using namespace ast;

bool Parser::at_class() const {
  switch (kind()) {
    case TokenKind::class_:
    case TokenKind::model_:
    case TokenKind::record_:
    case TokenKind::block_:
    case TokenKind::connector_:
    case TokenKind::type_:
    case TokenKind::package_:
    case TokenKind::function_:
    case TokenKind::operator_:
    case TokenKind::expandable_:
    case TokenKind::partial_:
    case TokenKind::encapsulated_:
    case TokenKind::pure_:
    case TokenKind::impure_: return true;
    default: return false;
  }
}

void Parser::class_prefixes(Class& definition) {
  definition.encapsulated = accept(TokenKind::encapsulated_);
  definition.partial = accept(TokenKind::partial_);
  if (accept(TokenKind::pure_)) definition.purity = Purity::pure;
  if (accept(TokenKind::impure_)) definition.purity = Purity::impure;
  const bool operator_before = accept(TokenKind::operator_);
  const bool expandable = !operator_before && accept(TokenKind::expandable_);
  const auto take = [&](ClassKind class_kind) {
    definition.kind = class_kind;
    advance();
  };
  if (definition.purity != Purity::none && !at(TokenKind::function_)) {
    unexpected("'function' after 'pure' or 'impure'");
    return;
  }
  if (expandable && !at(TokenKind::connector_)) {
    unexpected("'connector' after 'expandable'");
    return;
  }
  if (operator_before && !at(TokenKind::record_) && !at(TokenKind::function_)) {
    definition.kind = ClassKind::operator_;
    return;
  }
  switch (kind()) {
    case TokenKind::class_: return take(ClassKind::class_);
    case TokenKind::model_: return take(ClassKind::model);
    case TokenKind::block_: return take(ClassKind::block);
    case TokenKind::type_: return take(ClassKind::type);
    case TokenKind::package_: return take(ClassKind::package);
    case TokenKind::record_: return take(operator_before ? ClassKind::operator_record : ClassKind::record);
    case TokenKind::function_: return take(operator_before ? ClassKind::operator_function : ClassKind::function);
    case TokenKind::connector_: return take(expandable ? ClassKind::expandable_connector : ClassKind::connector);
    default: unexpected("the kind of the class (model, package, block, function, …)");
  }
}

Class* Parser::class_definition() {
  const Level level(*this);
  auto* definition = arena_.make<Class>();
  const std::uint32_t start = begin();
  class_prefixes(*definition);
  const bool extends = accept(TokenKind::extends_);
  definition->name = identifier("the name of a class");
  definition->span = from(start);
  if (extends) {
    definition->form = ClassForm::extends;
    if (at(TokenKind::left_parenthesis)) definition->modification = class_modification();
    long_class(*definition, start);
  } else if (at(TokenKind::equals) || at(TokenKind::assign) || at(TokenKind::equal)) {
    if (!at(TokenKind::equals))
      report(Code::E0107, here(), "expected '=' in the short form of a class").help = "write '='";
    advance();
    short_class(*definition);
  } else {
    long_class(*definition, start);
  }
  definition->span = from(start);
  return definition;
}

/// Also after a head that could not be read: the body and its `end` are there nevertheless.
void Parser::long_class(Class& definition, std::uint32_t start) {
  const OpenBlock block{
      TokenKind::identifier, definition.name.text, {file_, start, std::max(start, definition.span.end)}};
  const Open open(*this, block);
  definition.comment.strings = description();
  if (failed()) {
    if (stopped_) return;
    recover(nullptr);
  }
  composition(definition);
  close_class(definition, block);
}

void Parser::short_class(Class& definition) {
  if (at(TokenKind::enumeration_)) {
    enumeration(definition);
  } else if (at(TokenKind::der_)) {
    derivative_class(definition);
  } else {
    definition.form = ClassForm::short_;
    if (accept(TokenKind::input_))
      definition.base_causality = CausalityPrefix::input;
    else if (accept(TokenKind::output_))
      definition.base_causality = CausalityPrefix::output;
    definition.base = name("the name of a class after '='");
    if (at(TokenKind::left_bracket)) definition.base_subscripts = subscripts();
    if (at(TokenKind::left_parenthesis)) definition.modification = class_modification();
  }
  definition.comment = comment();
  definition.annotation = std::exchange(definition.comment.annotation, nullptr);
}

void Parser::enumeration(Class& definition) {
  definition.form = ClassForm::enumeration;
  advance();
  if (!expect(TokenKind::left_parenthesis, "after 'enumeration'")) return;
  auto literals = gather<EnumerationLiteral>();
  if (accept(TokenKind::colon)) {
    definition.open_enumeration = true;
  } else if (!at(TokenKind::right_parenthesis)) {
    do {
      EnumerationLiteral literal;
      literal.name = identifier("the name of an enumeration literal");
      literal.comment = comment();
      literals.push(literal);
    } while (accept(TokenKind::comma));
  }
  definition.literals = literals.finish(arena_);
  expect(TokenKind::right_parenthesis, "to close the enumeration");
}

/// function f = der(g, x, y)
void Parser::derivative_class(Class& definition) {
  definition.form = ClassForm::derivative;
  advance();
  if (!expect(TokenKind::left_parenthesis, "after 'der'")) return;
  definition.base = name("the name of a function");
  auto variables = gather<Identifier>();
  expect(TokenKind::comma, "and the variables to differentiate with respect to");
  if (!failed()) {
    do variables.push(identifier("the name of an input"));
    while (accept(TokenKind::comma));
  }
  definition.derivative_variables = variables.finish(arena_);
  expect(TokenKind::right_parenthesis, "to close 'der'");
}

void Parser::composition(Class& definition) {
  auto sections = gather<Section>();
  if (!at_section() && !at_block_end()) sections.push(elements(false));
  while (!at(TokenKind::end_of_file)) {
    const Token* item = current_;
    if (at(TokenKind::public_) || at(TokenKind::protected_)) {
      sections.push(elements(true));
    } else if (at(TokenKind::external_)) {
      class_external(definition);
      recover(item);
    } else if (at(TokenKind::annotation_)) {
      class_annotation(definition);
      recover(item);
    } else if (at_section()) {
      sections.push(behaviour());
    } else if (at_block_end()) {
      // `end if` of a block whose head was skipped; a named end is for us or for a class around us
      if (ahead() == TokenKind::identifier || ahead() == TokenKind::semicolon || ahead() == TokenKind::end_of_file)
        break;
      stray_end();
    } else if (at(TokenKind::else_) || at(TokenKind::elseif_) || at(TokenKind::elsewhen_)) {
      if (loose_ends_ == 0)
        report(Code::E0110, here(), "'" + std::string(spelling(kind())) + "' belongs to nothing that is open");
      fail();
      recover(item);
      if (current_ == item) advance();
    } else if (definition.external != nullptr || definition.annotation != nullptr) {
      unexpected("'end " + clipped(definition.name.text) + "'");
      recover(item);
      if (current_ == item) advance();
    } else {
      // after an error in a section of equations, declarations may follow
      sections.push(elements(false));
      if (current_ == item) advance();
    }
  }
  definition.sections = sections.finish(arena_);
}

void Parser::class_external(Class& definition) {
  const Span where = here();
  External* found = external();
  if (definition.external == nullptr) {
    definition.external = found;
  } else if (!failed()) {
    Diagnostic& diagnostic = report(Code::E0105, where, "a function has one external declaration only");
    diagnostic.notes.push_back({"the first one is here", definition.external->span});
  }
}

void Parser::class_annotation(Class& definition) {
  const Span where = here();
  Annotation* found = annotation();
  if (definition.annotation != nullptr && !failed()) {
    Diagnostic& diagnostic = report(Code::E0105, where, "a class has one annotation only");
    diagnostic.notes.push_back({"the first one is here", definition.annotation->span});
  } else {
    definition.annotation = found;
  }
  expect_semicolon("the annotation");
}

Section Parser::elements(bool written) {
  Section section;
  section.visibility_written = written;
  if (written) {
    if (at(TokenKind::protected_)) section.visibility = Visibility::protected_;
    advance();
  }
  auto list = gather<Element*>();
  while (!at(TokenKind::end_of_file) && !at_section() && !at_block_end() && !at(TokenKind::annotation_)) {
    const Token* item = current_;
    Element* next = element();
    next->visibility = section.visibility;
    list.push(next);
    expect_semicolon(next->kind == ElementKind::class_definition ? "the class" : "the declaration");
    recover(item);
    if (current_ == item) advance();
  }
  section.elements = list.finish(arena_);
  return section;
}

Section Parser::behaviour() {
  Section section;
  const std::uint32_t start = begin();
  const bool initial = accept(TokenKind::initial_);
  if (accept(TokenKind::equation_)) {
    section.kind = Section::Kind::equations;
    section.equations = arena_.make<EquationSection>();
    section.equations->initial = initial;
    section.equations->equations = equations();
    section.equations->span = from(start);
  } else {
    advance();
    section.kind = Section::Kind::algorithm;
    section.algorithm = arena_.make<AlgorithmSection>();
    section.algorithm->initial = initial;
    section.algorithm->statements = statements();
    section.algorithm->span = from(start);
  }
  return section;
}

External* Parser::external() {
  const std::uint32_t start = begin();
  advance();
  auto* result = arena_.make<External>();
  if (at(TokenKind::string)) {
    result->language = token_text(*current_);
    advance();
  }
  if (at(TokenKind::identifier) || at(TokenKind::dot)) {
    if (ahead() == TokenKind::left_parenthesis) {
      result->function = identifier("the name of the external function");
    } else {
      result->result = reference_expression();
      expect(TokenKind::equals, "between the result and the call of the external function");
      result->function = identifier("the name of the external function");
    }
    if (expect(TokenKind::left_parenthesis, "after the name of the external function")) {
      auto list = gather<Expression*>();
      if (!at(TokenKind::right_parenthesis)) {
        do list.push(expression());
        while (accept(TokenKind::comma));
      }
      result->arguments = list.finish(arena_);
      expect(TokenKind::right_parenthesis, "to close the arguments");
    }
  }
  if (at(TokenKind::annotation_)) result->annotation = annotation();
  result->span = from(start);
  expect_semicolon("the external function");
  return result;
}

Element* Parser::element() {
  auto* result = arena_.make<Element>();
  const std::uint32_t start = begin();
  if (at(TokenKind::import_)) {
    import_clause(*result);
  } else if (at(TokenKind::extends_)) {
    extends_clause(*result);
  } else {
    result->redeclare = accept(TokenKind::redeclare_);
    result->final_ = accept(TokenKind::final_);
    result->inner = accept(TokenKind::inner_);
    result->outer = accept(TokenKind::outer_);
    result->replaceable = accept(TokenKind::replaceable_);
    if (at_class()) {
      result->kind = ElementKind::class_definition;
      result->class_ = class_definition();
    } else {
      component_clause(*result, false);
    }
    if (at(TokenKind::constrainedby_)) {
      if (!result->replaceable)
        report(Code::E0105, here(), "only a replaceable element has a constraining class").help =
            "write 'replaceable' before the declaration";
      result->constraint = constraint();
      result->comment = result->constraint->comment;
    }
  }
  result->span = from(start);
  return result;
}

void Parser::import_clause(Element& element) {
  element.kind = ElementKind::import_;
  advance();
  if (at(TokenKind::identifier) && ahead() == TokenKind::equals) {
    element.import_.alias = identifier("a name");
    advance();
  }
  element.import_.name = name("the name of a class after 'import'");
  if (element.import_.alias.empty() && accept(TokenKind::element_times)) {
    element.import_.wildcard = true;
  } else if (element.import_.alias.empty() && at(TokenKind::dot)) {
    advance();
    advance();  // name() stops at a dot only before '{'
    auto list = gather<Identifier>();
    do list.push(identifier("the name of a class"));
    while (accept(TokenKind::comma));
    element.import_.selected = list.finish(arena_);
    expect(TokenKind::right_brace, "to close the list of imports");
  }
  element.comment = comment();
}

void Parser::extends_clause(Element& element) {
  element.kind = ElementKind::extends;
  advance();
  element.type = name("the name of a class after 'extends'");
  if (at(TokenKind::left_parenthesis)) inheritance_modification(element);
  if (at(TokenKind::annotation_)) element.annotation = annotation();
}

/// Like a class modification, and `break x` and `break connect(a, b)` among the arguments.
void Parser::inheritance_modification(Element& element) {
  const Level level(*this);
  const std::uint32_t start = begin();
  auto* result = arena_.make<Modification>();
  result->has_arguments = true;
  advance();
  auto list = gather<ModificationArgument>();
  auto names = gather<Name>();
  auto connections = gather<Equation*>();
  if (!at(TokenKind::right_parenthesis)) {
    do {
      if (!accept(TokenKind::break_)) {
        list.push(modification_argument());
      } else if (at(TokenKind::connect_)) {
        auto* connection = arena_.make<Equation>();
        const std::uint32_t where = begin();
        connect(*connection);
        connection->span = from(where);
        connections.push(connection);
      } else {
        names.push(name("the name of a component after 'break'"));
      }
    } while (accept(TokenKind::comma));
  }
  expect_closing(TokenKind::right_parenthesis, "to close the modification", start);
  result->arguments = list.finish(arena_);
  result->span = from(start);
  element.modification = result;
  element.breaks = names.finish(arena_);
  element.break_connections = connections.finish(arena_);
}

void Parser::type_prefix(Element& element) {
  if (accept(TokenKind::flow_))
    element.flow = FlowPrefix::flow;
  else if (accept(TokenKind::stream_))
    element.flow = FlowPrefix::stream;
  if (accept(TokenKind::discrete_))
    element.variability = VariabilityPrefix::discrete;
  else if (accept(TokenKind::parameter_))
    element.variability = VariabilityPrefix::parameter;
  else if (accept(TokenKind::constant_))
    element.variability = VariabilityPrefix::constant;
  if (accept(TokenKind::input_))
    element.causality = CausalityPrefix::input;
  else if (accept(TokenKind::output_))
    element.causality = CausalityPrefix::output;
}

void Parser::component_clause(Element& element, bool single) {
  element.kind = ElementKind::component_clause;
  type_prefix(element);
  const std::uint32_t start = begin();
  if (!at(TokenKind::identifier) && !at(TokenKind::dot)) {
    if (failed()) return;
    const bool prefix = at(TokenKind::final_) || at(TokenKind::inner_) || at(TokenKind::outer_) ||
                        at(TokenKind::replaceable_) || at(TokenKind::redeclare_) || at(TokenKind::flow_) ||
                        at(TokenKind::stream_) || at(TokenKind::discrete_) || at(TokenKind::parameter_) ||
                        at(TokenKind::constant_) || at(TokenKind::input_) || at(TokenKind::output_);
    Diagnostic& diagnostic = unexpected("a type");
    if (prefix)
      diagnostic.help =
          "the order is: redeclare final inner outer replaceable flow|stream "
          "discrete|parameter|constant input|output type";
    else if (failed_at_->kind == TokenKind::for_ || failed_at_->kind == TokenKind::if_ ||
             failed_at_->kind == TokenKind::when_ || failed_at_->kind == TokenKind::connect_ ||
             failed_at_->kind == TokenKind::der_)
      diagnostic.help = "equations stand after the keyword 'equation'";
    return;
  }
  element.type = name("a type");
  if (at(TokenKind::left_bracket)) element.type_subscripts = subscripts();
  auto list = gather<Component>();
  do list.push(component(text_.substr(start, previous_end_ - start)));
  while (!single && accept(TokenKind::comma));
  element.components = list.finish(arena_);
}

Component Parser::component(std::string_view type) {
  Component result;
  const std::uint32_t start = begin();
  if (at(TokenKind::equals) || at(TokenKind::assign) || at(TokenKind::left_parenthesis)) {
    fail_with(Code::E0105, here(), "expected the name of a component of type '" + clipped(type) + "', found " + found())
        .help = "equations stand after 'equation', statements after 'algorithm'";
    return result;
  }
  result.name = identifier("the name of a component");
  if (at(TokenKind::left_bracket)) result.subscripts = subscripts();
  result.modification = modification();
  if (accept(TokenKind::if_)) result.condition = expression();
  result.comment = comment();
  result.span = from(start);
  return result;
}

}  // namespace sunder::syntax
