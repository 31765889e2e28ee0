// Recursive descent over the grammar of Modelica 3.6, appendix A. Used by parse.cpp only.
//
// After an error that leaves no way to go on, `fail` makes the current token a `stop`: nothing matches it, so every
// production returns by itself with what it has; the list of items that is being read then calls `recover`, which
// skips to a place where the next item may start. Errors with an obvious repair (a missing ';') do not fail.
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/arena.hpp"
#include "base/diagnostic.hpp"
#include "ir/ast.hpp"
#include "syntax/token.hpp"

namespace sunder::syntax {

/// Collects a list on a stack that all lists of one type share, so that short lists cost no allocation.
template <class T>
class Gather {
 public:
  explicit Gather(std::vector<T>& stack) : stack_(stack), base_(stack.size()) {}
  Gather(const Gather&) = delete;
  Gather& operator=(const Gather&) = delete;
  ~Gather() { stack_.resize(base_); }

  void push(T item) { stack_.push_back(item); }
  [[nodiscard]] std::size_t size() const { return stack_.size() - base_; }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] T& operator[](std::size_t i) { return stack_[base_ + i]; }
  [[nodiscard]] std::span<T> finish(Arena& arena) const {
    return arena.copy(std::span<const T>(stack_.data() + base_, size()));
  }

 private:
  std::vector<T>& stack_;
  std::size_t base_;
};

class Parser {
 public:
  Parser(std::string_view text, FileId file, const TokenStream& stream, Arena& arena, Diagnostics& diagnostics);

  void file(ast::File& file);
  ast::Expression* single_expression();

 private:
  struct OpenBlock {
    TokenKind kind;  // if_, for_, when_, while_, or identifier for a class
    std::string_view name;
    Span span;
  };
  /// Counts one level of nesting as long as it lives.
  class Level {
   public:
    explicit Level(Parser& parser) : parser_(parser) { parser_.enter(); }
    ~Level() { --parser_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Parser& parser_;
  };
  class Open;

  // tokens (parser.cpp)
  [[nodiscard]] TokenKind kind() const { return current_->kind; }
  [[nodiscard]] bool at(TokenKind wanted) const { return current_->kind == wanted; }
  [[nodiscard]] bool failed() const { return current_->kind == TokenKind::stop; }
  [[nodiscard]] TokenKind ahead() const;
  void advance();
  bool accept(TokenKind wanted);
  [[nodiscard]] Span span_of(const Token& token) const { return {file_, token.begin, token.end}; }
  [[nodiscard]] Span here() const { return span_of(*current_); }
  [[nodiscard]] Span from(std::uint32_t begin) const { return {file_, begin, std::max(begin, previous_end_)}; }
  [[nodiscard]] std::uint32_t begin() const { return current_->begin; }
  [[nodiscard]] Span after_previous() const { return {file_, previous_end_, previous_end_}; }
  /// Names that were joined (flat_names.hpp) are quoted, as Modelica has it where a name is no plain one.
  [[nodiscard]] std::string_view token_text(const Token& token) const {
    const std::string_view text = text_.substr(token.begin, token.end - token.begin);
    const bool joined = token.kind == TokenKind::identifier && text.front() != '\'' &&
                        text.find_first_of(".[") != std::string_view::npos;
    return joined ? arena_.copy("'" + std::string(text) + "'") : text;
  }
  [[nodiscard]] bool on_new_line() const;
  [[nodiscard]] std::string found() const;

  // errors (recovery.cpp)
  Diagnostic& report(Code code, Span span, std::string message);
  void remaining_problems();
  void fail();
  Diagnostic& fail_with(Code code, Span span, std::string message);
  Diagnostic& unexpected(std::string_view expected);
  bool expect(TokenKind wanted, std::string_view context);
  void expect_closing(TokenKind wanted, std::string_view context, std::uint32_t opened);
  void expect_semicolon(std::string_view after);
  void enter();
  void recover(const Token* item);
  [[nodiscard]] bool matrix_is_closed() const;
  [[nodiscard]] bool at_block_end() const;
  [[nodiscard]] bool at_section() const;
  void block_header(TokenKind keyword, std::string_view context);
  void close_block(const OpenBlock& block);
  void close_class(ast::Class& definition, const OpenBlock& block);
  void missing_end(const OpenBlock& block, Span where);
  [[nodiscard]] bool encloses(TokenKind kind, std::string_view name) const;
  void stray_end();
  [[nodiscard]] std::string clipped(std::string_view text) const;

  // names and comments (parser.cpp)
  ast::Identifier identifier(std::string_view what);
  ast::Name name(std::string_view what);
  ast::List<ast::Expression*> description();
  ast::Comment comment();
  ast::Annotation* annotation();

  // classes (parser_class.cpp)
  [[nodiscard]] bool at_class() const;
  [[nodiscard]] bool at_short_class() const;
  ast::Class* class_definition();
  void class_prefixes(ast::Class& definition);
  void long_class(ast::Class& definition, std::uint32_t start);
  void short_class(ast::Class& definition);
  void enumeration(ast::Class& definition);
  void derivative_class(ast::Class& definition);
  void composition(ast::Class& definition);
  void class_external(ast::Class& definition);
  void class_annotation(ast::Class& definition);
  ast::Section elements(bool written);
  ast::Section behaviour();
  ast::External* external();
  ast::Element* element();
  void import_clause(ast::Element& element);
  void extends_clause(ast::Element& element);
  void inheritance_modification(ast::Element& element);
  void component_clause(ast::Element& element, bool single);
  void type_prefix(ast::Element& element);
  ast::Component component(std::string_view type);
  ast::Constraint* constraint();

  // modifications (parser_modification.cpp)
  ast::Modification* modification();
  ast::Modification* class_modification();
  void modification_arguments(Gather<ast::ModificationArgument>& list);
  ast::ModificationArgument modification_argument();
  ast::Element* redeclaration(ast::ModificationArgument& argument);
  void modification_value(ast::Modification& modification);

  // equations and statements (parser_behaviour.cpp)
  ast::List<ast::Equation*> equations();
  ast::Equation* equation();
  void simple_equation(ast::Equation& equation);
  void connect(ast::Equation& equation);
  ast::List<ast::Statement*> statements();
  ast::Statement* statement();
  void simple_statement(ast::Statement& statement);
  ast::List<ast::Iterator> iterators();
  void misplaced_declaration(std::string_view section);
  template <class Item, class Read>
  ast::List<Item*> items(std::string_view what, Read read);
  template <class Branch, class Read>
  ast::List<Branch> branches(TokenKind opener, Read read);

  // expressions (parser_expression.cpp)
  ast::Expression* expression();
  ast::Expression* if_expression();
  ast::Expression* simple_expression();
  ast::Expression* logical_or(ast::Expression* first);
  ast::Expression* logical_and(ast::Expression* first);
  ast::Expression* logical_not(ast::Expression* first);
  ast::Expression* relation(ast::Expression* first);
  ast::Expression* sum(ast::Expression* first);
  ast::Expression* product(ast::Expression* first);
  ast::Expression* factor(ast::Expression* first);
  ast::Expression* primary();
  ast::Expression* chain(ast::Expression* first, ast::Expression* (Parser::*operand)(ast::Expression*), int level);
  ast::Expression* unary(ast::Operator op, std::uint32_t start, ast::Expression* operand);
  ast::Expression* binary(ast::Operator op, ast::Expression* left, ast::Expression* right);
  ast::Expression* literal(ast::ExpressionKind kind);
  ast::Expression* reference_or_call();
  ast::Expression* reference_expression();
  ast::Expression* keyword_call();
  ast::Expression* parenthesised();
  ast::Expression* matrix();
  ast::Expression* array();
  ast::Expression* function_argument();
  ast::Expression* comprehension(ast::Expression* value, bool braces, std::uint32_t start);
  ast::Expression* make(ast::ExpressionKind kind, std::uint32_t start);
  void reference(ast::Reference& reference);
  ast::List<ast::Expression*> subscripts();
  ast::Expression* subscript();
  ast::List<ast::Argument> arguments();
  ast::Argument argument();

  template <class T>
  Gather<T> gather() {
    return Gather<T>(std::get<std::vector<T>>(stacks_));
  }

  std::string_view text_;
  FileId file_;
  const TokenStream& stream_;
  Arena& arena_;
  Diagnostics& diagnostics_;

  const Token* current_;
  Token stop_token_;
  const Token* failed_at_ = nullptr;
  std::uint32_t previous_end_ = 0;

  int depth_ = 0;
  int subscript_depth_ = 0;
  int matrix_depth_ = 0;
  int matrix_depth_at_failure_ = 0;
  int loose_ends_ = 0;  // blocks whose head was skipped: their ends are not worth a word
  bool stopped_ = false;
  std::size_t next_problem_ = 0;  // of stream_.problems
  const Token* last_reported_ = nullptr;
  Diagnostic ignored_;
  std::vector<OpenBlock> open_;

  std::tuple<std::vector<ast::Expression*>, std::vector<ast::Operator>, std::vector<std::uint32_t>,
             std::vector<ast::Argument>, std::vector<ast::Iterator>, std::vector<ast::Identifier>,
             std::vector<ast::ReferencePart>, std::vector<ast::ModificationArgument>, std::vector<ast::Component>,
             std::vector<ast::Element*>, std::vector<ast::Equation*>, std::vector<ast::Statement*>,
             std::vector<ast::EquationBranch>, std::vector<ast::StatementBranch>, std::vector<ast::Section>,
             std::vector<ast::EnumerationLiteral>, std::vector<ast::Name>, std::vector<ast::Class*>>
      stacks_;
};

/// A block that waits for its `end`, so that a wrong `end` can be told from a missing one.
class Parser::Open {
 public:
  Open(Parser& parser, OpenBlock block) : parser_(parser) { parser_.open_.push_back(block); }
  ~Open() { parser_.open_.pop_back(); }
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;

 private:
  Parser& parser_;
};

}  // namespace sunder::syntax
