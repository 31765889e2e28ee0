// Where Modelica text comes from, and the trees of what was read before.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "ir/ast.hpp"

namespace sunder::driver {

/// A file, or a text.
struct Source {
  std::string name;                 ///< the path of the file; of a text: what messages call it
  std::optional<std::string> text;  ///< empty: what the file holds

  static Source file(std::string path) { return {std::move(path), std::nullopt}; }
  /// A file on the search path for libraries, or one of our own library.
  static Source of_library(const std::string& path);
  static Source from_text(std::string text, std::string name = "(text)") { return {std::move(name), std::move(text)}; }
};

/// A source with its tree and what the parser said of it. Never changes; whoever uses the tree keeps it.
struct ParsedSource {
  std::shared_ptr<const SourceText> source;
  ast::File tree;
  Diagnostics diagnostics;
};

/// Remembers trees, and nothing else: what is compiled with it does not change what is compiled after, and may be
/// compiled by several threads at once. Everything it hands out outlives it.
class Workspace {
 public:
  /// The tree: the one of before, unless the source of that name holds another text by now. Null after a diagnostic: it
  /// cannot be read.
  std::shared_ptr<const ParsedSource> parse(const Source& source, Diagnostics& diagnostics);

  /// A map for the spans of what is made with this workspace; no texts yet.
  [[nodiscard]] SourceMap make_sources() const { return family_.empty_sibling(); }

 private:
  using Key = std::pair<bool, std::string>;  // whether it is a file; name

  SourceMap family_;  // without texts
  std::mutex mutex_;  // of what follows
  std::map<Key, std::shared_ptr<const ParsedSource>> parsed_;
};

/// The text of a file, added to the map; a diagnostic (and an invalid id) when it cannot be read.
FileId load_text(const std::string& path, SourceMap& sources, Diagnostics& diagnostics);

}  // namespace sunder::driver
