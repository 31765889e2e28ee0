// Which columns a few equations between states determine: Gauss elimination with pivots that numbers and wishes choose,
// and where these pivots move while the model runs, which other columns could take their place.
#pragma once

#include <cstdint>
#include <vector>

namespace sunder::causalise {

struct Coefficient {
  double value = 0;
  bool present = false, moves = false;  ///< moves: changes between events
};

/// Rows whose pivots move, with those without which they cannot be judged. All are numbers of rows and columns.
struct OpenPivots {
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> determined;  ///< by the rows among these whose pivots do not move
  std::vector<std::uint32_t> states;      ///< not determined at the start
  std::vector<std::uint32_t> moving;      ///< determined at the start, and perhaps not later
};

struct StatePivots {
  std::vector<std::uint32_t> determined;  ///< columns; fewer than rows: the rows depend on each other
  std::vector<OpenPivots> open;
};

/// Row-major coefficients. What is low in reluctance is determined first, what is high stays a state; a wish, that is
/// a reluctance of `preferred` and more, is not overruled by what nobody wished for.
class StatePivoting {
 public:
  StatePivoting(std::vector<Coefficient> a, std::size_t rows, std::vector<int> reluctance, int preferred);
  StatePivots run();

 private:
  bool step(double threshold, int reluctance, bool moving);
  void subtract(std::size_t row, std::size_t column);
  void find_open(StatePivots& found);
  /// The group that a row belongs to; rows without a moving pivot may belong to several, and have none of their own.
  std::uint32_t group(std::uint32_t row);
  void join(std::uint32_t a, std::uint32_t b) { group_[group(a)] = group(b); }
  /// The rows without a moving pivot that decide about this one; joins it with moving ones on the way.
  std::vector<std::uint32_t> closure(std::uint32_t row);
  [[nodiscard]] bool is_wished(const OpenPivots& open) const;

  static constexpr std::uint32_t none = 0xFFFFFFFFU;
  std::vector<Coefficient> a_;
  std::size_t m_, n_;
  std::vector<int> reluctance_;
  int preferred_;
  std::vector<std::uint32_t> column_of_row_, row_of_column_;
  std::vector<bool> moving_;                        // by row
  std::vector<std::vector<std::uint32_t>> uses_;    // by row: rows that were subtracted from it
  std::vector<std::vector<std::uint32_t>> beside_;  // by row: the other columns that were there when it found its pivot
  std::vector<std::uint32_t> group_;
};

}  // namespace sunder::causalise
