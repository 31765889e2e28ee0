// list: the classes of libraries.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/outcome.hpp"
#include "driver/list_classes.hpp"

namespace sunder::verbs {

struct ListOptions {
  std::vector<std::string> libraries;
  bool experiments = false;  ///< only models that say how long to simulate them
};

struct ListResult {
  std::vector<driver::ListedClass> classes;
  SourceMap sources;
};

Outcome<ListResult> list(const ListOptions& options);
nlohmann::ordered_json to_json(const ListResult& result);

}  // namespace sunder::verbs
