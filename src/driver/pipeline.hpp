// The way from Modelica text to a model that can be run: the only place that names the order of the passes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/cancel.hpp"
#include "base/outcome.hpp"
#include "base/pass.hpp"
#include "driver/workspace.hpp"
#include "execute/compiled_model.hpp"
#include "model/model.hpp"

namespace sunder::driver {

struct CompileRequest {
  std::vector<Source> sources;         ///< whose classes the model may use
  std::vector<std::string> libraries;  ///< directories of packages, searched before those of MODELICAPATH
  std::string model;                   ///< empty: chosen by the rules of `choose_class`
  std::vector<std::pair<std::string, std::string>> settings;  ///< --set name=expression
  std::vector<std::pair<std::string, std::string>> inputs;    ///< --input name=expression, a function of time
  bool allow_external = false;                                ///< code of others may be loaded (external functions)
  bool allow_files = false;             ///< the model may write files, where whoever runs it lets it
  std::string settings_from = "--set";  ///< what messages call the place of the settings
  emit::BackEnd back_end = emit::BackEnd::llvm;
  std::vector<std::string> disabled;         ///< optional passes not to run
  std::optional<std::size_t> iterate_above;  ///< larger last blocks of relaxed loops are iterated
  std::string until;                         ///< stage to stop after; empty: all
  std::string dump;                          ///< stage to print: ast, instance, flat, dae, plan, kernels
  CancelToken cancel;
};

struct Compilation {
  std::string model_name;
  std::shared_ptr<const ir::Plan> plan;                 ///< null when only a dump of an earlier stage was asked for
  std::shared_ptr<const execute::CompiledModel> model;  ///< likewise
  std::vector<PassTiming> timing;
  std::int64_t flat_equations = 0, flat_unknowns = 0;  ///< when it was compiled until the stage flat
  std::string dump;
  SourceMap sources;  ///< the texts that its spans, and those of all diagnostics, point into
};

/// In the order they run.
std::vector<PassInfo> pipeline_passes();
/// The stages --dump knows, in order.
std::vector<std::string> dump_stages();

/// There is always a value: of a compilation that failed, the sources.
Outcome<Compilation> compile(Workspace& workspace, const CompileRequest& request);

}  // namespace sunder::driver
