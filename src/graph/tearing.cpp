#include "graph/tearing.hpp"

#include <queue>
#include <utility>

namespace sunder::graph {

namespace {

class Tearer {
 public:
  Tearer(const Rows& rows, const std::vector<bool>& solvable, const std::vector<bool>& preferred)
      : rows_(rows), solvable_(solvable), preferred_(preferred), by_column_(transposed(rows, rows.size())) {
    known_.assign(rows.size(), false);
    done_.assign(rows.size(), false);
    for (std::uint32_t row = 0; row < rows.size(); ++row) open_.push_back(static_cast<std::uint32_t>(rows[row].size()));
    for (std::uint32_t column = 0; column < rows.size(); ++column) {
      uses_.push_back(static_cast<std::uint32_t>(by_column_[column].size()));
      heap_.push({weight(column), rows.size() - column});
    }
    for (std::uint32_t row = 0; row < rows.size(); ++row)
      if (open_[row] == 1) ready_.push(row);
  }

  Tearing run() {
    std::uint32_t left = rows_.size();
    while (left > 0) {
      if (solve_one()) {
        --left;
        continue;
      }
      const std::uint32_t column = most_used();
      result_.columns.push_back(column);
      learn(column);
      --left;
    }
    for (std::uint32_t row = 0; row < rows_.size(); ++row)
      if (!done_[row]) result_.residues.push_back(row);
    return std::move(result_);
  }

 private:
  bool solve_one() {
    while (!ready_.empty()) {
      const std::uint32_t row = ready_.front();
      ready_.pop();
      if (done_[row] || open_[row] != 1) continue;
      for (std::uint32_t k = rows_.starts[row]; k < rows_.starts[row + 1]; ++k) {
        const std::uint32_t column = rows_.entries[k];
        if (known_[column] || !solvable_[k]) continue;
        done_[row] = true;
        for (const std::uint32_t other : rows_[row]) forget_use(other);
        result_.order.push_back({row, column});
        learn(column);
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] std::uint32_t weight(std::uint32_t column) const {
    return 2 * uses_[column] + (preferred_[column] ? 1 : 0);
  }

  void forget_use(std::uint32_t column) {
    if (known_[column]) return;
    --uses_[column];
    heap_.push({weight(column), rows_.size() - column});
  }

  std::uint32_t most_used() {
    for (;;) {
      const auto [weight_then, rank] = heap_.top();
      heap_.pop();
      const std::uint32_t column = rows_.size() - rank;
      if (!known_[column] && weight_then == weight(column)) return column;
    }
  }

  void learn(std::uint32_t column) {
    known_[column] = true;
    for (const std::uint32_t row : by_column_[column])
      if (!done_[row] && --open_[row] == 1) ready_.push(row);
  }

  const Rows& rows_;
  const std::vector<bool>& solvable_;
  const std::vector<bool>& preferred_;
  Rows by_column_;
  std::vector<bool> known_, done_;          // columns, rows
  std::vector<std::uint32_t> open_, uses_;  // unknowns of a row that are left; rows left that use a column
  std::queue<std::uint32_t> ready_;
  std::priority_queue<std::pair<std::uint32_t, std::uint32_t>> heap_;  // uses and rank; stale entries are skipped
  Tearing result_;
};

}  // namespace

Tearing tear(const Rows& rows, const std::vector<bool>& solvable, const std::vector<bool>& preferred) {
  return Tearer(rows, solvable, preferred).run();
}

}  // namespace sunder::graph
