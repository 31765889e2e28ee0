#include "graph/tearing.hpp"

#include <algorithm>
#include <optional>
#include <queue>
#include <span>
#include <utility>

namespace sunder::graph {

namespace {

class Tearer {
 public:
  Tearer(const Rows& rows, const std::vector<Solvable>& solvable, const std::vector<Tear>& wishes)
      : rows_(rows), solvable_(solvable), wishes_(wishes), by_column_(transposed(rows, rows.size())) {
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
      tear(most_used());
      --left;
    }
    return finish();
  }

  // With these columns torn and no others; nothing where others do not follow from them.
  std::optional<Tearing> run(std::span<const std::uint32_t> torn) {
    for (const std::uint32_t column : torn) tear(column);
    auto left = static_cast<std::uint32_t>(rows_.size() - torn.size());
    while (left > 0 && solve_one()) --left;
    if (left > 0) return std::nullopt;
    return finish();
  }

 private:
  void tear(std::uint32_t column) {
    result_.columns.push_back(column);
    learn(column);
  }

  Tearing finish() {
    for (std::uint32_t row = 0; row < rows_.size(); ++row)
      if (!done_[row]) result_.residues.push_back(row);
    return std::move(result_);
  }

  bool solve_one() {
    while (!ready_.empty() || !reluctant_.empty()) {
      const bool gladly = !ready_.empty();
      std::queue<std::uint32_t>& rows = gladly ? ready_ : reluctant_;
      const std::uint32_t row = rows.front();
      rows.pop();
      if (done_[row] || open_[row] != 1) continue;
      const std::uint32_t entry = open_entry(row);
      if (solvable_[entry] == Solvable::no) continue;
      if (gladly && solvable_[entry] == Solvable::reluctantly) {
        reluctant_.push(row);
        continue;
      }
      done_[row] = true;
      for (const std::uint32_t other : rows_[row]) forget_use(other);
      result_.order.push_back({row, rows_.entries[entry]});
      learn(rows_.entries[entry]);
      return true;
    }
    return false;
  }

  // Of the one unknown that is left.
  [[nodiscard]] std::uint32_t open_entry(std::uint32_t row) const {
    std::uint32_t entry = rows_.starts[row];
    while (known_[rows_.entries[entry]]) ++entry;
    return entry;
  }

  [[nodiscard]] std::uint32_t weight(std::uint32_t column) const {
    const Tear wish = wishes_[column];
    const std::uint32_t rank = wish == Tear::prefer ? 3 : wish >= Tear::any ? 2 : static_cast<std::uint32_t>(wish);
    constexpr std::uint32_t most_uses = 1U << 28U;
    return rank * 2 * most_uses + 2 * uses_[column] + (wish == Tear::known ? 1 : 0);
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
  const std::vector<Solvable>& solvable_;
  const std::vector<Tear>& wishes_;
  Rows by_column_;
  std::vector<bool> known_, done_;               // columns, rows
  std::vector<std::uint32_t> open_, uses_;       // unknowns of a row that are left; rows left that use a column
  std::queue<std::uint32_t> ready_, reluctant_;  // rows with one unknown left
  std::priority_queue<std::pair<std::uint32_t, std::uint32_t>> heap_;  // uses and rank; stale entries are skipped
  Tearing result_;
};

// What was torn early may follow from what was torn later. Each is tried once, those with a start value last.
Tearing tear_fewer(const Rows& rows, const std::vector<Solvable>& solvable, const std::vector<Tear>& wishes,
                   Tearing found) {
  constexpr std::size_t most_work = 20'000'000;
  const std::size_t tries = found.columns.size();
  if (tries < 2 || tries * rows.entries.size() > most_work) return found;
  std::vector<std::uint32_t> candidates = found.columns;
  std::ranges::stable_sort(candidates, {}, [&](std::uint32_t column) { return wishes[column]; });
  for (const std::uint32_t candidate : candidates) {
    if (wishes[candidate] == Tear::prefer) break;
    std::vector<std::uint32_t> others = found.columns;
    std::erase(others, candidate);
    if (std::optional<Tearing> fewer = Tearer(rows, solvable, wishes).run(others)) found = *std::move(fewer);
  }
  return found;
}

}  // namespace

Tearing tear(const Rows& rows, const std::vector<Solvable>& solvable, const std::vector<Tear>& wishes) {
  return tear_fewer(rows, solvable, wishes, Tearer(rows, solvable, wishes).run());
}

}  // namespace sunder::graph
