// The formulas of a method that makes fixed steps, as data: steppers, certificates and the local steps of a distributed
// simulation all follow them, so that they speak about the same method.
#pragma once

#include <optional>
#include <string_view>

#include "integrate/explicit_methods.hpp"
#include "integrate/mixed_methods.hpp"

namespace sunder::integrate {

/// Exactly one of the first two is given.
struct Scheme {
  const ExplicitTableau* tableau = nullptr;
  std::optional<MixedPair> pair{};
  bool all_fast = false;  ///< implicit in all states, whatever the partition
};

/// From the table of methods. Nothing for methods whose step is not one fixed formula, and for unknown names.
std::optional<Scheme> scheme_of(std::string_view method);

}  // namespace sunder::integrate
