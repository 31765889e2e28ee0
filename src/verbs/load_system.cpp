#include "verbs/load_system.hpp"

#include "base/codes.hpp"

namespace sunder::verbs {

void check_options(const LoadSystemOptions& options, Diagnostics& diagnostics) {
  if (options.communication_step && !(*options.communication_step > 0))
    diagnostics.error(Code::E0006, {}, "--communication-step must be positive");
}

Outcome<LoadedSystem> load_system(const LoadSystemOptions& options, const Control& control) {
  Diagnostics diagnostics;
  LoadedSystem loaded;
  loaded.workspace = options.workspace ? options.workspace : std::make_shared<driver::Workspace>();
  loaded.request.path = options.path;
  loaded.request.back_end = options.back_end;
  loaded.request.fmu = options.fmu;
  loaded.request.cancel = control.cancel;
  loaded.request.communication_step = options.communication_step;
  check_options(options, diagnostics);
  if (options.path.ends_with(".fmu") || options.path.ends_with(".mo"))
    diagnostics.error(Code::E1001, {}, options.path + " is a model, not a system").help =
        "a system is an SSP package, or a file .toml that names the models of its parts, which may be FMUs";
  if (diagnostics.has_errors()) return {std::move(loaded), std::move(diagnostics)};
  Outcome<cosimulate::OpenSystem> opened = driver::open_system(*loaded.workspace, loaded.request);
  diagnostics.append(opened.diagnostics());
  if (opened.has_value()) loaded.system = opened.take();
  if (options.communication_step) loaded.system.description.communication_step = *options.communication_step;
  return {std::move(loaded), std::move(diagnostics)};
}

}  // namespace sunder::verbs
