// What the tests of this folder share.
#pragma once

#include <string>

#include "base/diagnostic.hpp"
#include "syntax/format.hpp"
#include "syntax/parse.hpp"

namespace sunder::test {

struct Parsed {
  SourceMap sources;
  Outcome<ast::File> tree;
  explicit Parsed(std::string text) : tree(syntax::parse(sources, sources.add("a.mo", std::move(text)))) {}
  [[nodiscard]] std::string messages() const {
    std::string out;
    for (const Diagnostic& diagnostic : tree.diagnostics().all()) out += render(diagnostic, sources);
    return out;
  }
  /// "line:column code" of every diagnostic.
  [[nodiscard]] std::string places() const {
    std::string out;
    for (const Diagnostic& diagnostic : tree.diagnostics().all()) {
      const Location where = sources.locate(diagnostic.span);
      if (!out.empty()) out += ' ';
      out +=
          std::to_string(where.line) + ":" + std::to_string(where.column) + " " + std::string(code_id(diagnostic.code));
    }
    return out;
  }
};

inline std::string formatted(const std::string& text) {
  SourceMap sources;
  const auto outcome = syntax::format(sources, sources.add("a.mo", text));
  std::string out;
  for (const Diagnostic& diagnostic : outcome.diagnostics().all()) out += render(diagnostic, sources);
  return outcome.has_value() ? *outcome : out;
}

}  // namespace sunder::test
