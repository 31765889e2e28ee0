#include "results/name_filter.hpp"

#include <re2/re2.h>

#include "base/codes.hpp"

namespace sunder::results {

Outcome<NameFilter> NameFilter::make(const std::string& expression) {
  NameFilter filter;
  filter.expression_ = expression;
  if (expression.empty()) return filter;
  re2::RE2::Options options;
  options.set_log_errors(false);  // they are ours to report
  auto compiled = std::make_shared<const re2::RE2>(expression, options);
  if (!compiled->ok()) {
    Diagnostics diagnostics;
    diagnostics.error(Code::E0612, {},
                      "the filter '" + expression + "' is not a regular expression: " + compiled->error());
    return Outcome<NameFilter>(std::move(diagnostics));
  }
  filter.compiled_ = std::move(compiled);
  return filter;
}

bool NameFilter::passes(std::string_view name) const {
  return compiled_ == nullptr || re2::RE2::FullMatch(re2::StringPiece(name.data(), name.size()), *compiled_);
}

}  // namespace sunder::results
