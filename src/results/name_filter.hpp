// Which variables are recorded: a regular expression for whole names.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/outcome.hpp"

namespace re2 {
class RE2;
}

namespace sunder::results {

/// Matching takes time in proportion to the length of a name, whatever the expression.
class NameFilter {
 public:
  /// An empty expression lets all names pass.
  static Outcome<NameFilter> make(const std::string& expression);

  [[nodiscard]] bool passes(std::string_view name) const;
  [[nodiscard]] const std::string& expression() const { return expression_; }

 private:
  std::string expression_;
  std::shared_ptr<const re2::RE2> compiled_;  // none: all pass
};

}  // namespace sunder::results
