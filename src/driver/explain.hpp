// Why a variable has the value it has: which equation computes it, with which others, and whether it is a state.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/source.hpp"

namespace sunder::ir {
struct Plan;
}

namespace sunder::driver {

struct ExplainedEquation {
  std::string text;  ///< the equation, and how it came about if nobody wrote it
  Span span;
};

struct Explanation {
  std::string variable;
  std::vector<std::string> sentences;
  std::vector<ExplainedEquation> equations;  ///< that compute it
};

/// Empty: there is no variable of that name.
std::optional<Explanation> explain(const ir::Plan& plan, const std::string& name);

}  // namespace sunder::driver
