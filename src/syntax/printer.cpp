// Tokens, comments and classes.
#include "syntax/printer.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace sunder::syntax {

using namespace ast;

namespace {

constexpr std::size_t line_width = 100;

}  // namespace

Printer::Printer(std::string_view text, const TokenStream& stream) : text_(text), stream_(stream), layout_(line_width) {
  if (text.starts_with("\xEF\xBB\xBF")) previous_end_ = 3;
}

// ---------------------------------------------------------------- tokens

bool Printer::empty_line_before(std::uint32_t position) const {
  const std::string_view between = text_.substr(previous_end_, position - previous_end_);
  return std::count(between.begin(), between.end(), '\n') > 1;
}

/// The comments before the next token, each where the layout allows it to stay a comment of the same kind.
void Printer::comments() {
  while (next_comment_ < stream_.comments.size() && stream_.comments[next_comment_].next_token <= at_)
    comment(stream_.comments[next_comment_++]);
}

void Printer::comment(const SourceComment& comment) {
  using Kind = Separator::Kind;
  const std::string_view text = text_.substr(comment.begin, comment.end - comment.begin);
  const bool on_own_line = comment.alone || (comment.first && comment.to_line_end);
  if (on_own_line) {
    const bool blank_allowed = !separator_.first && separator_.kind == Kind::hard;
    if (started_) layout_.hard_line(blank_allowed && empty_line_before(comment.begin));
    layout_.text(text);
    // an empty line between the comment and what follows is kept among items, not inside of one
    separator_ = {Kind::hard, false, separator_.kind != Kind::hard, separator_.last};
  } else {
    // a comment needs space around it: without, '/' or '.' before it would become part of another token
    if (separator_.kind == Kind::none) space();
    separator_.flat_space = true;
    if (comment.first) {
      write_separator(comment.begin);
      space();
    } else if (started_) {
      layout_.space();
    }
    comment.to_line_end ? layout_.remark(text) : layout_.text(text);
    if (comment.to_line_end && separator_.kind != Kind::hard) hard(true, true);
  }
  previous_end_ = comment.end;
  started_ = true;
}

void Printer::write_separator(std::uint32_t position) {
  using Kind = Separator::Kind;
  const Separator separator = std::exchange(separator_, {});
  if (!started_) return;
  switch (separator.kind) {
    case Kind::none: break;
    case Kind::space: layout_.space(); break;
    case Kind::soft: layout_.soft_line(separator.flat_space); break;
    case Kind::hard: layout_.hard_line(!separator.first && !separator.last && empty_line_before(position)); break;
  }
}

void Printer::token() {
  if (next() == TokenKind::end_of_file) throw std::logic_error("the formatter asks for a token behind the last one");
  comments();
  write_separator(stream_.tokens[at_].begin);
  const Token& token = stream_.tokens[at_++];
  layout_.text(text_.substr(token.begin, token.end - token.begin));
  previous_end_ = token.end;
  started_ = true;
}

void Printer::tokens_until(std::uint32_t position) {
  while (stream_.tokens[at_].begin < position) token();
}

void Printer::words_until(std::uint32_t position) {
  while (stream_.tokens[at_].begin < position) word();
}

void Printer::open(Layout::Group kind) {
  comments();
  write_separator(stream_.tokens[at_].begin);
  layout_.open(kind);
}

/// Before a closing bracket or `end`: comments before it belong to what it closes.
void Printer::outdent() {
  comments();
  layout_.outdent();
}

/// A line of its own that is continued one step to the right.
void Printer::open_item() {
  open(Layout::Group::fill);
  layout_.hang();
}

/// Entries between brackets: the entries hang, the closing bracket goes below the line of the opening one.
void Printer::open_entries(Layout::Group kind) {
  open(kind);
  layout_.anchor();
  layout_.hang();
}

void Printer::close_entries() {
  outdent();
  token();
  layout_.outdent();
  layout_.close();
}

void Printer::close_item() {
  layout_.outdent();
  layout_.close();
}

// ---------------------------------------------------------------- classes

std::string Printer::file(const File& file) {
  if (file.has_within) {
    token();
    if (!file.within.parts.empty()) space();
    tokens_until(file.within.span.end);
    token();
    hard();
  }
  for (const Class* definition : file.classes) {
    words_until(definition->span.begin);
    class_(*definition);
    token();
    hard();
  }
  comments();
  if (started_) layout_.hard_line();
  return layout_.take();
}

void Printer::class_(const Class& definition) {
  if (definition.form != ClassForm::long_ && definition.form != ClassForm::extends) {
    open_item();
    short_class(definition);
    return close_item();
  }
  open_item();
  words_until(definition.name.span.begin);
  token();
  modification(definition.modification, false);
  description(definition.comment.strings);
  close_item();
  body(definition);
}

void Printer::short_class(const Class& definition) {
  words_until(definition.name.span.begin);
  token();
  space();
  word();  // =
  switch (definition.form) {
    case ClassForm::enumeration:
      token();
      list(definition.open_enumeration ? 1 : definition.literals.size(), Layout::Group::all, [&](std::size_t i) {
        token();
        if (definition.open_enumeration) return;
        open(Layout::Group::fill);
        comment(definition.literals[i].comment);
        close();
      });
      break;
    case ClassForm::derivative:
      token();
      list(1 + definition.derivative_variables.size(), Layout::Group::all,
           [&](std::size_t i) { i == 0 ? tokens_until(definition.base.span.end) : token(); });
      break;
    default:
      words_until(definition.base.span.begin);
      tokens_until(definition.base.span.end);
      subscripts(definition.base_subscripts);
      modification(definition.modification, false);
  }
  comment({definition.comment.strings, definition.annotation});
}

void Printer::body(const Class& definition) {
  indent();
  bool first = true;
  for (const Section& part : definition.sections) {
    between_sections(definition, first);
    section(part, first);
  }
  between_sections(definition, first);
  hard(first, true);
  outdent();
  word();  // end
  token();
}

/// The annotation and the external function stand where they were written, which need not be behind all sections.
void Printer::between_sections(const Class& definition, bool& first) {
  while (next() == TokenKind::external_ || next() == TokenKind::annotation_) {
    hard(first);
    first = false;
    if (next() == TokenKind::external_) {
      section_word();
      external(*definition.external);
      continue;
    }
    open(Layout::Group::fill);
    annotation(*definition.annotation);
    close();
    token();
  }
}

/// The keywords of sections stand one step to the left of what they open.
void Printer::section_word() {
  outdent();
  token();
  indent();
}

void Printer::section(const Section& section, bool& first) {
  const auto items = [&](const auto& list, const auto& print) {
    for (const auto* next_item : list) {
      hard(first);
      print(*next_item);
      token();
      first = false;
    }
  };
  const bool initial = (section.equations != nullptr && section.equations->initial) ||
                       (section.algorithm != nullptr && section.algorithm->initial);
  if (section.visibility_written || section.kind != Section::Kind::elements) {
    hard(first);
    section_word();
    if (initial) {
      space();
      token();
    }
    first = true;
  }
  switch (section.kind) {
    case Section::Kind::elements: return items(section.elements, [&](const Element& e) { element(e); });
    case Section::Kind::equations: return items(section.equations->equations, [&](const Equation& e) { equation(e); });
    case Section::Kind::algorithm:
      return items(section.algorithm->statements, [&](const Statement& s) { statement(s); });
  }
}

void Printer::external(const External& external) {
  open_item();
  if (!external.language.empty()) {
    space();
    token();
  }
  if (!external.function.empty()) {
    space();
    if (external.result != nullptr) {
      expression(*external.result);
      space();
      word();  // =
    }
    token();
    list(external.arguments.size(), Layout::Group::all, [&](std::size_t i) { expression(*external.arguments[i]); });
  }
  if (external.annotation != nullptr) {
    soft(true);
    annotation(*external.annotation);
  }
  close_item();
  token();
}

// ---------------------------------------------------------------- elements

void Printer::element(const Element& element) {
  const Class* definition = element.class_;
  const bool whole =
      definition != nullptr && (definition->form == ClassForm::long_ || definition->form == ClassForm::extends);
  if (whole) {
    words_until(definition->span.begin);
    class_(*definition);
    if (element.constraint == nullptr) return;
    space();
  }
  open_item();
  if (definition != nullptr && !whole) {
    words_until(definition->span.begin);
    short_class(*definition);
  } else if (element.kind == ElementKind::import_) {
    import_(element);
  } else if (element.kind == ElementKind::extends) {
    word();
    tokens_until(element.type.span.end);
    inheritance(element);
    comment({{}, element.annotation});
  } else if (element.kind == ElementKind::component_clause) {
    component_clause(element);
  }
  if (element.constraint != nullptr) {
    if (!whole) soft(true);
    constraint(*element.constraint);
  }
  close_item();
}

void Printer::import_(const Element& element) {
  const Import& import = element.import_;
  word();
  if (!import.alias.empty()) {
    word();
    word();  // =
  }
  tokens_until(import.name.span.end);
  if (import.wildcard) token();
  if (!import.selected.empty()) {
    token();
    list(import.selected.size(), Layout::Group::fill, [&](std::size_t) { token(); });
  }
  comment(element.comment);
}

void Printer::component_clause(const Element& element) {
  words_until(element.type.span.begin);
  tokens_until(element.type.span.end);
  subscripts(element.type_subscripts);
  space();
  for (std::size_t i = 0; i < element.components.size(); ++i) {
    component(element.components[i]);
    if (i + 1 == element.components.size()) break;
    token();
    soft(true);
  }
}

void Printer::component(const Component& component) {
  token();
  subscripts(component.subscripts);
  modification(component.modification, true);
  if (component.condition != nullptr) {
    soft(true);
    word();  // if
    expression(*component.condition);
  }
  comment(component.comment);
}

void Printer::constraint(const Constraint& constraint) {
  word();
  tokens_until(constraint.type.span.end);
  modification(constraint.modification, false);
  comment(constraint.comment);
}

/// The arguments of extends with `break x` and `break connect(a, b)` among them, in the order of the source.
void Printer::inheritance(const Element& element) {
  if (element.breaks.empty() && element.break_connections.empty()) return modification(element.modification, false);
  const auto& arguments = element.modification->arguments;
  const std::size_t count = arguments.size() + element.breaks.size() + element.break_connections.size();
  std::size_t argument = 0;
  std::size_t name = 0;
  std::size_t connection = 0;
  list(count, Layout::Group::all, [&](std::size_t) {
    // what the next token belongs to: a comma or bracket has just been written
    if (next() != TokenKind::break_) return modification_argument(arguments[argument++]);
    word();
    if (next() == TokenKind::connect_) return equation(*element.break_connections[connection++]);
    tokens_until(element.breaks[name++].span.end);
  });
}

}  // namespace sunder::syntax
