#include "unit/execute/text_model.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace sunder::testing {

TextModel::TextModel(const std::string& text) {
  static int number = 0;
  const auto path = std::filesystem::temp_directory_path() /
                    ("sunder_test_" + std::to_string(getpid()) + "_" + std::to_string(number++) + ".mo");
  std::ofstream(path) << text;
  driver::CompileRequest request;
  request.path = path.string();
  const auto outcome = driver::compile(workspace, request);
  std::filesystem::remove(path);
  std::string complaints;
  for (const Diagnostic& diagnostic : outcome.diagnostics().all()) {
    if (diagnostic.severity == Severity::error) complaints += render(diagnostic, workspace.sources);
  }
  INFO(complaints);
  REQUIRE(outcome.ok());
  plan = outcome->plan;
  REQUIRE(ir::verify(*plan) == std::vector<std::string>{});
}

std::shared_ptr<const execute::CompiledModel> TextModel::make(emit::BackEnd back_end, bool grouping) const {
  return execute::make_compiled_model(plan, {back_end, grouping});
}

std::string TextModel::place(Span span) const {
  if (!span.valid()) return "nowhere";
  const Location location = workspace.sources.locate(span);
  return std::to_string(location.line) + ":" + std::to_string(location.column);
}

}  // namespace sunder::testing
