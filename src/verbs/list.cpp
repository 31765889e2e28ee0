#include "verbs/list.hpp"

namespace sunder::verbs {

Outcome<ListResult> list(const ListOptions& options) {
  driver::Workspace workspace;
  ListResult result;
  result.sources = workspace.make_sources();
  Diagnostics diagnostics;
  result.classes = driver::list_classes(workspace, options.libraries, options.experiments, result.sources, diagnostics);
  return {std::move(result), std::move(diagnostics)};
}

}  // namespace sunder::verbs
