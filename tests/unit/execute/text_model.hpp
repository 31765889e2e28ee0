// Models from Modelica text, for tests of what becomes of them.
#pragma once

#include <memory>
#include <string>

#include "driver/pipeline.hpp"

namespace sunder::testing {

/// The whole way from text to plan; fails the test with the diagnostics when there are any.
struct TextModel {
  explicit TextModel(const std::string& text);

  [[nodiscard]] std::shared_ptr<const execute::CompiledModel> make(emit::BackEnd back_end, bool grouping = true) const;
  /// "line:column" of a place in the text.
  [[nodiscard]] std::string place(Span span) const;

  SourceMap sources;
  std::shared_ptr<const ir::Plan> plan;
};

}  // namespace sunder::testing
