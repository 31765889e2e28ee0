// Derivatives of one expression by its slots, one at a time.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "symbolic/ancestry.hpp"
#include "symbolic/shapes.hpp"

namespace sunder::symbolic {

/// Keeps what all slots have in common, so that asking for every slot of a long sum costs as much as the sum is long,
/// and slots nobody asks for cost nothing.
class Derivatives {
 public:
  Derivatives(const Pool& pool, NodeId root, Ancestry::Residue residue = Ancestry::Residue::ignored,
              Rates rates = Rates::free)
      : ancestry_(pool, root, residue), in_time_(rates == Rates::in_time), rates_(ancestry_.nodes().size()) {}

  /// The derivative where each slot given changes at its rate.
  NodeId along(Pool& pool, std::span<const std::pair<std::uint32_t, NodeId>> rates);
  NodeId by(Pool& pool, std::uint32_t slot);
  /// How the slot enters, given the derivative by it.
  Incidence incidence(Pool& pool, std::uint32_t slot, NodeId partial);

 private:
  /// Whether the value at this position is read by what the root is computed from.
  [[nodiscard]] bool reaches_root(const Pool& pool, std::uint32_t position,
                                  std::span<const Ancestry::Edge> edges) const;

  Ancestry ancestry_;
  bool in_time_;
  std::vector<NodeId> rates_;  // by position; invalid: zero
};

}  // namespace sunder::symbolic
