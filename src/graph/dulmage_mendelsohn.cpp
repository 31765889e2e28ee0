#include "graph/dulmage_mendelsohn.hpp"

#include <algorithm>
#include <cassert>

namespace sunder::graph {

namespace {

// What alternating paths reach from the unmatched members of one side: `here` on that side, `there` on the other.
void reach(const Rows& adjacency, const std::vector<std::uint32_t>& partner_here,
           const std::vector<std::uint32_t>& partner_there, std::vector<std::uint32_t>& here,
           std::vector<std::uint32_t>& there) {
  std::vector<bool> seen(partner_there.size(), false);
  for (std::uint32_t i = 0; i < partner_here.size(); ++i) {
    if (partner_here[i] == none) here.push_back(i);
  }
  for (std::size_t head = 0; head < here.size(); ++head) {
    for (const std::uint32_t other : adjacency[here[head]]) {
      if (seen[other]) continue;
      seen[other] = true;
      there.push_back(other);
      assert(partner_there[other] != none && "the matching is not maximum");
      here.push_back(partner_there[other]);
    }
  }
  std::sort(here.begin(), here.end());
  std::sort(there.begin(), there.end());
}

}  // namespace

DulmageMendelsohn dulmage_mendelsohn(const Rows& rows, std::uint32_t column_count, const Matching& matching) {
  DulmageMendelsohn parts;
  reach(rows, matching.column_of_row, matching.row_of_column, parts.over_rows, parts.over_columns);
  reach(transposed(rows, column_count), matching.row_of_column, matching.column_of_row, parts.under_columns,
        parts.under_rows);
  return parts;
}

}  // namespace sunder::graph
