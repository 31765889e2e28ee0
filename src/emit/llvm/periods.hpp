// Order in tables of addresses: what runs along a line, or along as many lines as there are rows in a period, needs no
// table in the code, which then reads its numbers only.
#pragma once

#include <optional>
#include <vector>

#include "emit/listing.hpp"

namespace sunder::emit {

struct Line {
  std::int64_t base = 0, stride = 0;  ///< of the first turn; from turn to turn
};

/// Of a column with a table, if what the statement reads there in these turns is a line.
std::optional<Line> line_in_table(const Kernel& kernel, const Column& column, const Statement& statement,
                                  std::uint32_t turns);

/// The same rows in the same order as runs without tables, as far as the rows repeat themselves: the joints of a chain
/// have six rows of the same kind each, say, and each of the six goes on by a stride of its own. Empty: they do not, or
/// there are too few. Of a parallel run all stay parallel, whatever the order of turns and statements.
std::vector<Run> periodic_runs(const Listing& listing, const Run& run);

}  // namespace sunder::emit
