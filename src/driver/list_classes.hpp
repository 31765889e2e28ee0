// The classes of libraries, by name: reads every file of them.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "driver/workspace.hpp"

namespace sunder::driver {

struct ListedClass {
  std::string name;  ///< full
  std::string kind;  ///< "model", "package", …
  bool has_experiment = false;
};

/// In the order they are stored. `experiments`: only models that say how long to simulate them.
std::vector<ListedClass> list_classes(Workspace& workspace, const std::vector<std::string>& libraries, bool experiments,
                                      SourceMap& sources, Diagnostics& diagnostics);

}  // namespace sunder::driver
