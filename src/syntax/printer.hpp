// Walks the tree and the tokens of its source side by side. The tree says how the tokens belong together, the source
// says which they are: so nothing is lost, and comments stay between the tokens between which they were written.
#pragma once

#include <string>
#include <string_view>

#include "ir/ast.hpp"
#include "syntax/layout.hpp"
#include "syntax/token.hpp"

namespace sunder::syntax {

class Printer {
 public:
  Printer(std::string_view text, const TokenStream& stream);
  std::string file(const ast::File& file);

 private:
  /// What comes between the last token and the next one. It is kept back until the comments before it are written.
  struct Separator {
    enum class Kind : std::uint8_t { none, space, soft, hard } kind = Kind::none;
    bool flat_space = false;  // soft
    bool first = false;       // hard: before the first item of a block, no empty line
    bool last = false;        // hard: before the end of a block, no empty line
  };

  // tokens (printer.cpp)
  [[nodiscard]] TokenKind next() const { return stream_.tokens[at_].kind; }
  void token();
  void word() {
    token();
    space();
  }
  void tokens_until(std::uint32_t position);  ///< without spaces
  void words_until(std::uint32_t position);   ///< with a space after each
  void space() { separator_ = {Separator::Kind::space}; }
  void soft(bool flat_space) { separator_ = {Separator::Kind::soft, flat_space}; }
  void hard(bool first = false, bool last = false) { separator_ = {Separator::Kind::hard, false, first, last}; }
  void comments();
  void comment(const SourceComment& comment);
  void write_separator(std::uint32_t position);  ///< position: of what comes next
  void open(Layout::Group kind);
  void close() { layout_.close(); }
  void indent() { layout_.indent(); }
  void outdent();
  void open_entries(Layout::Group kind);
  void close_entries();
  void open_item();
  void close_item();
  [[nodiscard]] bool empty_line_before(std::uint32_t position) const;

  // classes (printer.cpp)
  void class_(const ast::Class& definition);
  void short_class(const ast::Class& definition);
  void body(const ast::Class& definition);
  void between_sections(const ast::Class& definition, bool& first);
  void section(const ast::Section& section, bool& first);
  void section_word();
  void external(const ast::External& external);
  void element(const ast::Element& element);
  void import_(const ast::Element& element);
  void component_clause(const ast::Element& element);
  void component(const ast::Component& component);
  void constraint(const ast::Constraint& constraint);
  void inheritance(const ast::Element& element);

  // equations, statements and expressions (printer_behaviour.cpp)
  void equation(const ast::Equation& equation);
  void statement(const ast::Statement& statement);
  template <class Item>
  void block(ast::List<Item*> items);
  template <class Branch>
  void branches(ast::List<Branch> branches);
  void item(const ast::Equation& equation_) { equation(equation_); }
  void item(const ast::Statement& statement_) { statement(statement_); }
  void iterators(ast::List<ast::Iterator> iterators);
  void expression(const ast::Expression& expression);
  void chain(const ast::Expression& expression);
  void if_(const ast::Expression& expression);
  void matrix(const ast::Expression& expression);
  void reference(const ast::Reference& reference);
  void subscripts(ast::List<ast::Expression*> subscripts);
  void arguments(ast::List<ast::Argument> arguments);

  // modifications and comments (printer_behaviour.cpp)
  void modification(const ast::Modification* modification, bool spaced);
  void modification_argument(const ast::ModificationArgument& argument);
  void description(ast::List<ast::Expression*> strings);
  void comment(const ast::Comment& comment);
  void annotation(const ast::Annotation& annotation);

  /// An opening bracket, `count` entries with commas, a closing bracket.
  template <class Entry>
  void list(std::size_t count, Layout::Group kind, Entry entry);

  std::string_view text_;
  const TokenStream& stream_;
  Layout layout_;
  std::size_t at_ = 0;
  std::size_t next_comment_ = 0;
  std::uint32_t previous_end_ = 0;  // of the last token or comment written
  Separator separator_;
  bool started_ = false;
};

template <class Entry>
void Printer::list(std::size_t count, Layout::Group kind, Entry entry) {
  token();
  if (count == 1) {
    // one entry hugs its brackets: long ones break inside themselves
    entry(0);
    token();
    return;
  }
  if (count == 0) return token();
  const bool all = kind == Layout::Group::all;
  open_entries(kind);
  if (all) soft(false);
  for (std::size_t i = 0; i < count; ++i) {
    entry(i);
    if (i + 1 == count) break;
    token();
    soft(true);
  }
  if (all) soft(false);
  close_entries();
}

}  // namespace sunder::syntax
