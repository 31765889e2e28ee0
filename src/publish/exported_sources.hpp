// The C sources of the rooms exported and runtime, as they are inside the program.
#pragma once

#include <string_view>
#include <vector>

namespace sunder::publish {

struct ExportedSource {
  std::string_view name;  ///< without a folder: in an FMU all stand in one
  std::string_view text;
};

const std::vector<ExportedSource>& exported_sources();

}  // namespace sunder::publish
