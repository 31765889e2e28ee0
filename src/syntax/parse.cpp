#include "syntax/parse.hpp"

#include "base/codes.hpp"
#include "syntax/flat_names.hpp"
#include "syntax/lexer.hpp"
#include "syntax/parser.hpp"

namespace sunder::syntax {

namespace {

/// Whether the text can be lexed at all; says why not.
bool readable(std::string_view text, FileId file, Diagnostics& diagnostics) {
  if (text.size() > largest_source) {
    diagnostics.error(Code::E0115, {file, 0, 0}, "the file is larger than 2 GiB");
    return false;
  }
  const std::size_t bad = first_byte_that_is_not_text(text);
  if (bad == std::string_view::npos) return true;
  const auto at = static_cast<std::uint32_t>(bad);
  constexpr std::string_view digits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(text[bad]);
  const std::string hexadecimal = {'0', 'x', digits[byte >> 4], digits[byte & 15]};
  Diagnostic& diagnostic = diagnostics.error(
      Code::E0002, {file, at, at + 1}, "this is not text: byte " + hexadecimal + " is not part of any UTF-8 character");
  if (byte < 0x80) diagnostic.message = "this is not text: it contains the control byte " + hexadecimal;
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    diagnostic.help = "save the file as UTF-8 instead of UTF-16";
  else if (byte >= 0x80)
    diagnostic.help = "save the file as UTF-8";
  return false;
}

}  // namespace

Outcome<ast::File> parse(const SourceMap& sources, FileId file, FlatNames names) {
  ast::File tree;
  tree.source = file;
  tree.arena = std::make_unique<Arena>();
  Diagnostics diagnostics;
  const std::string_view text = sources.text(file);
  if (readable(text, file, diagnostics)) {
    TokenStream stream = lex(text, file);
    if (names == FlatNames::joined) join_flat_names(text, stream);
    Parser(text, file, stream, *tree.arena, diagnostics).file(tree);
  }
  return {std::move(tree), std::move(diagnostics)};
}

Outcome<ast::Expression*> parse_expression(const SourceMap& sources, FileId file, Arena& arena) {
  Diagnostics diagnostics;
  const std::string_view text = sources.text(file);
  auto* result = arena.make<ast::Expression>();
  result->span = {file, 0, 0};
  if (readable(text, file, diagnostics)) {
    const TokenStream stream = lex(text, file);
    result = Parser(text, file, stream, arena, diagnostics).single_expression();
  }
  return {result, std::move(diagnostics)};
}

}  // namespace sunder::syntax
