// Models from Modelica text, for benchmarks of what becomes of them.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>

#include "driver/pipeline.hpp"

namespace sunder::bench {

inline std::shared_ptr<const execute::CompiledModel> compile_text(driver::Workspace& workspace,
                                                                  const std::string& text) {
  static int number = 0;
  const std::string path = "/tmp/sunder_bench_" + std::to_string(getpid()) + "_" + std::to_string(number++) + ".mo";
  std::ofstream(path) << text;
  driver::CompileRequest request;
  request.path = path;
  const Outcome<driver::Compilation> compiled = driver::compile(workspace, request);
  unlink(path.c_str());
  if (!compiled.ok()) {
    for (const Diagnostic& d : compiled.diagnostics().all()) std::fputs(render(d, workspace.sources).c_str(), stderr);
    std::exit(1);
  }
  return compiled->model;
}

}  // namespace sunder::bench
