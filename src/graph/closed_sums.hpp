// Sums with whole numbers as coefficients, and what is left of them when they are added up so that unknowns cancel.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/rows.hpp"

namespace sunder::graph {

/// 0 = constant + sum of coefficient * column.
struct WholeSum {
  struct Term {
    std::uint32_t column = 0;
    std::int64_t coefficient = 0;
  };
  std::uint32_t row = 0;    ///< the caller's number
  std::vector<Term> terms;  ///< by column, ascending, none zero
  double constant = 0;
  std::vector<std::uint32_t> of{};  ///< of a combination: the rows that it was made of, ascending
};

/// The rows that may take part in a combination without open columns, ascending: an open column that occurs in one row
/// alone cannot cancel, so that row is out, and the next. Linear in the entries.
std::vector<std::uint32_t> rows_that_may_close(const Rows& rows, const std::vector<bool>& is_open);

/// Combinations of the sums without open columns, none of which follows from the others; each can stand in the place of
/// the sum whose number it has. Exact: a sum whose coefficients would grow beyond a million is given up, and the search
/// ends after `most_work` terms.
std::vector<WholeSum> close_sums(std::vector<WholeSum> sums, const std::vector<bool>& is_open, std::size_t most_work);

}  // namespace sunder::graph
