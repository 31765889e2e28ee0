// dae -> plan: who computes what, in which order.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/outcome.hpp"
#include "ir/plan.hpp"

namespace sunder::causalise {

struct Work;

/// One pass, as data: the runner checks needs and gives, times, and can leave out optional passes.
struct Pass {
  std::string_view id;
  std::string_view summary;
  std::vector<std::string_view> needs;
  std::vector<std::string_view> gives;
  bool optional = false;  ///< results do not depend on it (but for rounding)
  void (*run)(Work&) = nullptr;
};

/// In the order in which they run.
const std::vector<Pass>& passes();

struct Report {
  std::string_view pass;
  double seconds = 0;
  bool skipped = false;
};

struct Options {
  std::vector<std::string> without;                                       ///< ids of optional passes to leave out
  std::function<void(const Report&, const ir::Plan& so_far)> after_pass;  ///< called after every pass
};

/// Stops after the first pass that finds errors. An id in `without` that is not an optional pass is a misuse of the
/// API and throws std::invalid_argument with the valid ones.
Outcome<ir::Plan> causalise(ir::Dae dae, const Options& options = {});

}  // namespace sunder::causalise
