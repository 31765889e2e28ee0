// Models from Modelica text, for benchmarks of what becomes of them.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "driver/pipeline.hpp"

namespace sunder::bench {

inline std::shared_ptr<const execute::CompiledModel> compile_text(driver::Workspace& workspace,
                                                                  const std::string& text) {
  driver::CompileRequest request;
  request.sources = {driver::Source::from_text(text)};
  const Outcome<driver::Compilation> compiled = driver::compile(workspace, request);
  if (!compiled.ok()) {
    for (const Diagnostic& d : compiled.diagnostics().all()) std::fputs(render(d, compiled->sources).c_str(), stderr);
    std::exit(1);
  }
  return compiled->model;
}

}  // namespace sunder::bench
