// Branches beyond the relations that guard them. Within a step a relation is held though the state may be past its
// border already, until the event has been located: `if h > 0 then sqrt(h) else 0` is asked for the square root of a
// small negative number. There, and nowhere else, functions are continued beyond the end of their domain.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "symbolic/pool.hpp"

namespace sunder::symbolic {

/// A held relation, and whether it holds at this point.
struct HeldRelation {
  NodeId held, now;
};

/// Whether continuing would change anything: square roots, powers, logarithms, inverse sines and cosines occur. Every
/// expression is looked at once, however many others it occurs in.
class Borders {
 public:
  explicit Borders(const Pool& pool) : pool_(pool) {}
  bool occur_in(NodeId root);

 private:
  enum class Answer : std::uint8_t { unknown, no, yes };

  const Pool& pool_;
  std::vector<Answer> answers_;  // by node
};
/// The arguments that may leave a domain.
std::vector<NodeId> bordered_arguments(const Pool& pool, NodeId root);
/// The same expression wherever its functions have values; where they have none and one of the relations, which
/// `relations` gives for each argument, is held but does not hold now (or the reverse), roots and powers are continued
/// as odd functions, the others by their value at the border.
NodeId continue_beyond(Pool& pool, NodeId root,
                       const std::function<std::vector<HeldRelation>(NodeId argument)>& relations);
/// Whether the condition is one of those that `continue_beyond` makes, which nobody wrote.
bool is_beyond(const Pool& pool, NodeId condition);

}  // namespace sunder::symbolic
