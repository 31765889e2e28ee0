// Where only some unknowns of a relaxed loop are asked for: which pivots have to be followed backward, and which
// numbers of the elimination go to memory.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/elimination.hpp"

namespace sunder::emit {

class EliminationNeeds {
 public:
  static constexpr std::uint32_t nowhere = 0xFFFFFFFFU;

  /// By unknown of the loop; empty: all are asked for, and there is nothing to be saved.
  EliminationNeeds(const ir::Elimination& plan, std::vector<bool> needed);

  [[nodiscard]] bool saves() const { return saves_; }
  /// By pivot of the pattern: whether its unknown is needed, in any of the chunks.
  [[nodiscard]] const std::vector<bool>& pivots(std::uint32_t pattern) const { return of_[pattern].pivots; }
  /// Whether a number that the pattern keeps is read by anyone but its own forward substitution.
  [[nodiscard]] bool is_stored(std::uint32_t pattern, std::size_t output) const { return of_[pattern].stored[output]; }
  /// The operation of the pattern that gives a solution operand in all chunks, or `nowhere`.
  [[nodiscard]] std::uint32_t at_hand(std::uint32_t pattern, std::uint32_t operand) const {
    return of_[pattern].at_hand[operand];
  }

 private:
  /// Operands of a chunk in their four groups.
  struct Operands {
    const std::uint32_t *inputs, *outputs, *solution, *vector;
  };
  struct OfPattern {
    std::vector<std::uint32_t> inputs;  ///< operations that are
    std::vector<bool> pivots, stored;
    std::vector<std::uint32_t> at_hand;
  };

  [[nodiscard]] Operands operands_of(const ir::Elimination::Chunk& chunk) const;
  void find_pivots(std::vector<bool> needed);
  void find_at_hand();
  [[nodiscard]] std::uint32_t source_of(const ir::Elimination::Chunk& chunk, std::uint32_t operand) const;
  void find_stored();

  const ir::Elimination& plan_;
  std::vector<OfPattern> of_;
  bool saves_ = false;
};

}  // namespace sunder::emit
