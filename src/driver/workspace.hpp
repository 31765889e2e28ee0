// What one run of the tool works on: source texts and their trees. Never passed whole into a room.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/outcome.hpp"
#include "base/source.hpp"
#include "ir/ast.hpp"

namespace sunder::driver {

struct Workspace {
  SourceMap sources;
  std::vector<std::unique_ptr<ast::File>> files;
  Arena arena;  ///< expressions given on the command line

  [[nodiscard]] std::vector<const ast::File*> trees() const {
    std::vector<const ast::File*> list;
    for (const auto& file : files) list.push_back(file.get());
    return list;
  }
};

/// The text of a file, added to the map; a diagnostic (and an invalid id) when it cannot be read.
FileId load_text(const std::string& path, SourceMap& sources, Diagnostics& diagnostics);

}  // namespace sunder::driver
