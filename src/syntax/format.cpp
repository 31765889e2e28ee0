#include "syntax/format.hpp"

#include "base/codes.hpp"
#include "syntax/lexer.hpp"
#include "syntax/parse.hpp"
#include "syntax/printer.hpp"

namespace sunder::syntax {

std::string format(const SourceMap& sources, const ast::File& file) {
  const std::string_view text = sources.text(file.source);
  const TokenStream stream = lex(text, file.source);
  return Printer(text, stream).file(file);
}

Outcome<std::string> format(const SourceMap& sources, FileId file) {
  Outcome<ast::File> tree = parse(sources, file);
  if (tree.ok()) return {format(sources, *tree), tree.diagnostics()};
  Diagnostics diagnostics = tree.diagnostics();
  diagnostics.error(Code::E0114, {},
                    "'" + std::string(sources.path(file)) + "' has syntax errors and is left as it is");
  return Outcome<std::string>(std::move(diagnostics));
}

}  // namespace sunder::syntax
