#include "graph/matching.hpp"

#include <utility>

namespace sunder::graph {

Matching greedy_matching(const Rows& rows, std::uint32_t column_count) {
  Matching matching{std::vector(rows.size(), none), std::vector(column_count, none), 0};
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    for (const std::uint32_t column : rows[row]) {
      if (matching.row_of_column[column] != none) continue;
      matching.row_of_column[column] = row;
      matching.column_of_row[row] = column;
      ++matching.size;
      break;
    }
  }
  return matching;
}

namespace {

class HopcroftKarp {
 public:
  HopcroftKarp(const Rows& rows, Matching matching)
      : rows_(rows), matching_(std::move(matching)), distance_(rows.size()), next_(rows.size()) {}

  Matching run() {
    while (layer()) {
      for (std::uint32_t row = 0; row < rows_.size(); ++row) next_[row] = rows_.starts[row];
      for (std::uint32_t row = 0; row < rows_.size(); ++row) {
        if (matching_.column_of_row[row] == none) augment(row);
      }
    }
    return std::move(matching_);
  }

 private:
  // Distances of rows from the free rows, along alternating paths, up to the first layer that sees a free column.
  bool layer() {
    queue_.clear();
    for (std::uint32_t row = 0; row < rows_.size(); ++row) {
      distance_[row] = matching_.column_of_row[row] == none ? 0 : none;
      if (distance_[row] == 0) queue_.push_back(row);
    }
    std::uint32_t last = none;
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      const std::uint32_t row = queue_[head];
      if (distance_[row] > last) break;
      for (const std::uint32_t column : rows_[row]) {
        const std::uint32_t owner = matching_.row_of_column[column];
        if (owner == none) {
          last = distance_[row];
        } else if (distance_[owner] == none) {
          distance_[owner] = distance_[row] + 1;
          queue_.push_back(owner);
        }
      }
    }
    last_ = last;
    return last != none;
  }

  // Depth first along the layers, with a stack: paths may be as long as the graph.
  void augment(std::uint32_t start) {
    path_.assign(1, start);
    while (!path_.empty()) {
      const std::uint32_t row = path_.back();
      if (next_[row] == rows_.starts[row + 1]) {
        distance_[row] = none;  // a dead end for the rest of this phase
        path_.pop_back();
        if (!path_.empty()) ++next_[path_.back()];
        continue;
      }
      const std::uint32_t column = rows_.entries[next_[row]];
      const std::uint32_t owner = matching_.row_of_column[column];
      if (owner == none) {
        flip();
        return;
      }
      if (distance_[row] < last_ && distance_[owner] == distance_[row] + 1) {
        path_.push_back(owner);
      } else {
        ++next_[row];
      }
    }
  }

  void flip() {
    for (std::size_t i = path_.size(); i-- > 0;) {
      const std::uint32_t row = path_[i];
      const std::uint32_t column = rows_.entries[next_[row]];
      matching_.column_of_row[row] = column;
      matching_.row_of_column[column] = row;
      distance_[row] = none;  // paths of one phase share no row
    }
    ++matching_.size;
  }

  const Rows& rows_;
  Matching matching_;
  std::vector<std::uint32_t> distance_;
  std::vector<std::uint32_t> next_;  // by row: the entry to try next
  std::vector<std::uint32_t> queue_;
  std::vector<std::uint32_t> path_;
  std::uint32_t last_ = 0;
};

}  // namespace

Matching maximum_matching(const Rows& rows, std::uint32_t column_count, Matching start) {
  start.column_of_row.resize(rows.size(), none);
  start.row_of_column.resize(column_count, none);
  return HopcroftKarp(rows, std::move(start)).run();
}

Matching maximum_matching(const Rows& rows, std::uint32_t column_count) {
  return maximum_matching(rows, column_count, greedy_matching(rows, column_count));
}

}  // namespace sunder::graph
