#include "unit/execute/text_model.hpp"

#include <doctest/doctest.h>

#include "ir/plan.hpp"

namespace sunder::testing {

TextModel::TextModel(const std::string& text) {
  driver::Workspace workspace;
  driver::CompileRequest request;
  request.sources = {driver::Source::from_text(text)};
  const auto outcome = driver::compile(workspace, request);
  sources = outcome->sources;
  std::string complaints;
  for (const Diagnostic& diagnostic : outcome.diagnostics().all()) {
    if (diagnostic.severity == Severity::error) complaints += render(diagnostic, sources);
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
  const Location location = sources.locate(span);
  return std::to_string(location.line) + ":" + std::to_string(location.column);
}

}  // namespace sunder::testing
