// The elimination of a relaxed loop: in an order that is fixed before the run, every structural zero and unit left out.
//
// Is:    what `causalise` makes of marks (relax, residue) and `emit` turns into kernels.
// Holds: chunks of the same pattern do the same operations with other numbers; a chunk reads numbers that the matrix or
//        earlier chunks hold; equation i and unknown i of the loop are the i-th pivot, those of the last block follow.
// Never: operands or shapes: coefficients are entries of the loop's matrix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sunder::ir {

struct Elimination {
  /// A number with a sign: 1 or -1, or one that a chunk has at hand.
  struct Number {
    static constexpr std::uint32_t one = 0xFFFFFFFFU;
    std::uint32_t value = one;
    bool negative = false;

    [[nodiscard]] bool is_unit() const { return value == one; }
    friend bool operator==(const Number&, const Number&) = default;
  };

  /// One value of a chunk; its number is its position. Arguments are values without their signs.
  struct Operation {
    enum class Kind : std::uint8_t {
      matrix,      ///< input: an entry of the matrix
      factor,      ///< input: what an earlier chunk has computed
      reciprocal,  ///< 1/a
      product,     ///< a*b
      sum,         ///< a + b
      difference,  ///< a - b
      magnitude,   ///< |a|
      guard,       ///< |a| - rounding*b: not above zero where the pivot a is lost in what it is the sum of
    };
    Kind kind = Kind::matrix;
    std::uint32_t a = 0, b = 0;
    [[nodiscard]] bool is_input() const { return kind <= Kind::factor; }
  };

  /// A pivot while right-hand sides are transformed (forward: scale, then take from other rows) and unknowns follow
  /// (backward). Rows and unknowns are among the chunk's vector; numbers among its solution operands.
  struct Pivot {
    struct Term {
      std::uint32_t at = 0;
      Number factor;
    };
    std::uint32_t at = 0;
    Number scale;          ///< the right-hand side is multiplied with it …
    bool divided = false;  ///< … or divided by it
    std::vector<Term> below, right;
  };

  struct Pattern {
    std::vector<Operation> operations;
    std::vector<std::uint32_t> outputs;              ///< values that are kept
    std::vector<Operation::Kind> solution_operands;  ///< matrix or factor
    std::uint32_t vector_size = 0;                   ///< rows of the pivots, then other rows and unknowns
    std::vector<bool> zero;                          ///< of the vector: no term but unknowns stands in the row so far
    std::vector<Pivot> pivots;
    std::size_t multiplications = 0, additions = 0, divisions = 0;  ///< with one right-hand side

    [[nodiscard]] std::size_t arithmetic() const { return multiplications + additions + divisions; }
  };

  /// Operands: entries of the matrix or places among the factors of the inputs, then places of outputs, then of
  /// solution operands, then the vector.
  struct Chunk {
    std::uint32_t pattern = 0;
    std::uint32_t operands_begin = 0;
    std::uint32_t level = 0;
  };

  struct Entry {
    std::uint32_t row = 0, column = 0;
  };
  /// An entry of the last block: a number of the matrix, of the factors, or a unit.
  struct LastEntry {
    Entry place;  ///< inside of the last block
    bool unit = false, negative = false;
    Operation::Kind kind = Operation::Kind::matrix;
    std::uint32_t index = 0;
  };

  std::vector<Pattern> patterns;
  std::vector<Chunk> chunks;  ///< by level, then pattern
  std::vector<std::uint32_t> operands;
  std::vector<Entry> entries;      ///< of the matrix
  std::uint32_t factor_count = 0;  ///< numbers that are kept; guards are the first of them
  std::uint32_t guard_count = 0;
  std::uint32_t last_size = 0;
  bool iterated = false;  ///< the last block is not factored but iterated; its row i then is the one for its column i
  std::vector<LastEntry> last;                                    ///< ascending by column, then row
  std::uint32_t block_count = 0;                                  ///< of the relaxed order
  std::size_t multiplications = 0, additions = 0, divisions = 0;  ///< without the last block
  std::size_t solution_arithmetic = 0;                            ///< of these: what another right-hand side takes

  std::size_t operations = 0;  ///< of one solution with all it takes, the coefficients apart

  [[nodiscard]] std::size_t arithmetic() const { return multiplications + additions + divisions; }
  /// A last block that is small and mostly full is solved as such.
  [[nodiscard]] bool last_dense() const {
    constexpr std::size_t largest = 100;
    return !iterated && last_size <= largest && std::size_t{last_size} * last_size <= 4 * last.size();
  }
};

}  // namespace sunder::ir
