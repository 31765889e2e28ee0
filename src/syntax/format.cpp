#include "syntax/format.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/codes.hpp"
#include "syntax/lexer.hpp"
#include "syntax/parse.hpp"
#include "syntax/printer.hpp"

namespace sunder::syntax {

namespace {

bool same_text(std::string_view a, const auto& in_a, std::string_view b, const auto& in_b) {
  return a.substr(in_a.begin, in_a.end - in_a.begin) == b.substr(in_b.begin, in_b.end - in_b.begin);
}

/// The first token or comment of the text that the other one does not have at the same place.
std::optional<std::uint32_t> first_difference(std::string_view text, const TokenStream& stream, std::string_view other,
                                              const TokenStream& found) {
  std::uint32_t at = static_cast<std::uint32_t>(text.size());
  bool same = stream.tokens.size() == found.tokens.size() && stream.comments.size() == found.comments.size();
  const auto differs = [&](std::uint32_t begin) {
    at = std::min(at, begin);
    same = false;
  };
  for (std::size_t i = 0; i < stream.tokens.size(); ++i) {
    if (i < found.tokens.size() && stream.tokens[i].kind == found.tokens[i].kind &&
        same_text(text, stream.tokens[i], other, found.tokens[i]))
      continue;
    differs(stream.tokens[i].begin);
    break;
  }
  for (std::size_t i = 0; i < stream.comments.size(); ++i) {
    if (i < found.comments.size() && stream.comments[i].next_token == found.comments[i].next_token &&
        same_text(text, stream.comments[i], other, found.comments[i]))
      continue;
    differs(stream.comments[i].begin);
    break;
  }
  return same ? std::nullopt : std::optional(at);
}

}  // namespace

std::optional<std::uint32_t> first_difference(std::string_view text, std::string_view other) {
  return first_difference(text, lex(text, {}), other, lex(other, {}));
}

std::string format(const SourceMap& sources, const ast::File& file) {
  const std::string_view text = sources.text(file.source);
  const TokenStream stream = lex(text, file.source);
  std::string out = Printer(text, stream).file(file);
  // what a file loses when it is written back is lost for good: the result is read again before anybody sees it
  if (const auto at = first_difference(text, stream, out, lex(out, {})))
    throw std::logic_error("formatting would change more than spaces from " +
                           sources.describe({file.source, *at, *at}) + " on; nothing is written");
  return out;
}

Outcome<std::string> format(const SourceMap& sources, FileId file) {
  // names that were joined could not be written back
  Outcome<ast::File> tree = parse(sources, file, FlatNames::as_written);
  if (tree.ok()) return {format(sources, *tree), tree.diagnostics()};
  Diagnostics diagnostics = tree.diagnostics();
  diagnostics.error(Code::E0114, {},
                    "'" + std::string(sources.path(file)) + "' has syntax errors and is left as it is");
  return Outcome<std::string>(std::move(diagnostics));
}

}  // namespace sunder::syntax
