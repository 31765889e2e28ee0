#include "graph/relaxed_order.hpp"

#include <algorithm>
#include <map>

namespace sunder::graph {

namespace {

using Columns = std::vector<std::uint32_t>;

class CutMatcher {
 public:
  CutMatcher(const MarkedRows& system, RelaxedOrder& order)
      : system_(system),
        order_(order),
        column_of_(system.rows.size(), none),
        row_of_(system.column_count, none),
        pinned_(system.column_count, false),
        claims_(system.column_count) {
    order_.marked = system.marked;
  }

  void run() {
    pin_residues();
    collect_cuts();
    match_cuts();
    match_rest();
  }

  [[nodiscard]] std::uint32_t column_of(std::uint32_t row) const { return column_of_[row]; }
  [[nodiscard]] std::uint32_t row_of(std::uint32_t column) const { return row_of_[column]; }
  [[nodiscard]] bool is_pinned(std::uint32_t column) const { return pinned_[column]; }

 private:
  struct Claim {
    std::uint32_t row, column;
  };
  struct Cut {
    std::uint32_t instance;
    std::vector<std::uint32_t> rows;
    std::vector<Claim> claim;
    bool possible = false;
  };

  void pin_residues() {
    for (std::uint32_t row = 0; row < system_.rows.size(); ++row) {
      const std::uint32_t column = system_.residue[row];
      if (column == none || pinned_[column]) continue;
      pinned_[column] = true;
      give(row, column);
    }
  }

  void collect_cuts() {
    std::map<std::uint32_t, std::size_t> of_instance;
    for (std::uint32_t row = 0; row < system_.rows.size(); ++row) {
      if (!system_.cut[row] || column_of_[row] != none) continue;
      if (!has(row, false)) continue;  // all of it is marked: for the last block
      const auto [at, fresh] = of_instance.try_emplace(system_.instance[row], cuts_.size());
      if (fresh) cuts_.push_back({system_.instance[row], {}, {}, false});
      cuts_[at->second].rows.push_back(row);
    }
    for (Cut& cut : cuts_) cut.possible = partners(cut, false, cut.claim);
    for (std::uint32_t c = 0; c < cuts_.size(); ++c)
      for (const Claim& one : cuts_[c].claim) claims_[one.column].push_back(c);
  }

  [[nodiscard]] bool has(std::uint32_t row, bool marked) const {
    for (std::uint32_t k = system_.rows.starts[row]; k < system_.rows.starts[row + 1]; ++k)
      if (order_.marked[k] == marked) return true;
    return false;
  }

  // Each row of the cut with an unknown on its near side (turned: on the other), unit coefficients first.
  bool partners(const Cut& cut, bool turned, std::vector<Claim>& found) const {
    found.clear();
    for (const std::uint32_t row : cut.rows) {
      std::uint32_t best = none;
      bool unit = false;
      for (std::uint32_t k = system_.rows.starts[row]; k < system_.rows.starts[row + 1]; ++k) {
        const std::uint32_t column = system_.rows.entries[k];
        if (order_.marked[k] != turned || pinned_[column] || unit) continue;
        if (std::ranges::any_of(found, [&](const Claim& other) { return other.column == column; })) continue;
        if (best != none && !system_.unit[k]) continue;
        best = column;
        unit = system_.unit[k];
      }
      if (best == none) {
        found.clear();
        return false;
      }
      found.push_back({row, best});
    }
    return true;
  }

  void give(std::uint32_t row, std::uint32_t column) {
    column_of_[row] = column;
    row_of_[column] = row;
  }
  void give(const std::vector<Claim>& claim) {
    for (const Claim& one : claim) give(one.row, one.column);
  }
  [[nodiscard]] bool taken(const std::vector<Claim>& claim) const {
    return std::ranges::any_of(claim, [&](const Claim& one) { return row_of_[one.column] != none; });
  }

  // Two cuts that want the same unknown: the one whose other side is free is turned around. None can: it closes a loop.
  void match_cuts() {
    for (std::uint32_t c = 0; c < cuts_.size(); ++c) {
      if (cuts_[c].possible && !taken(cuts_[c].claim)) {
        give(cuts_[c].claim);
        continue;
      }
      std::vector<std::uint32_t> candidates{c};
      for (const Claim& one : cuts_[c].claim)
        for (const std::uint32_t rival : claims_[one.column])
          if (rival != c && taken(cuts_[rival].claim)) candidates.push_back(rival);
      std::sort(candidates.begin() + 1, candidates.end());
      candidates.erase(std::unique(candidates.begin() + 1, candidates.end()), candidates.end());
      const bool turned =
          std::ranges::any_of(candidates, [&](std::uint32_t candidate) { return turn(candidate, cuts_[c]); });
      if (!turned) order_.loops.push_back(cuts_[c].instance);
    }
  }

  bool turn(std::uint32_t candidate, const Cut& asking) {
    Cut& cut = cuts_[candidate];
    std::vector<Claim> other;
    if (!partners(cut, true, other)) return false;
    if (std::ranges::any_of(
            other, [&](const Claim& one) { return !claims_[one.column].empty() || row_of_[one.column] != none; }))
      return false;
    if (cut.instance != asking.instance && !asking.possible) return false;
    for (const std::uint32_t row : cut.rows) {
      if (column_of_[row] != none) {
        row_of_[column_of_[row]] = none;
        column_of_[row] = none;
      }
      for (std::uint32_t k = system_.rows.starts[row]; k < system_.rows.starts[row + 1]; ++k)
        order_.marked[k] = !order_.marked[k] && !pinned_[system_.rows.entries[k]];
    }
    give(other);
    if (cut.instance != asking.instance) give(asking.claim);
    order_.turned.push_back(cut.instance);
    return true;
  }

  // All other rows along unmarked entries. Of what closes a loop, its residue pairs and own unknowns come last.
  void match_rest() {
    std::vector<bool> avoid = pinned_;
    std::vector<bool> held = pinned_;
    std::vector<std::uint32_t> loops = order_.loops;
    std::ranges::sort(loops);
    for (std::uint32_t row = 0; row < system_.rows.size() && !loops.empty(); ++row) {
      if (system_.cut[row] || !std::ranges::binary_search(loops, system_.instance[row])) continue;
      for (const std::uint32_t column : system_.rows[row]) avoid[column] = true;
      const std::uint32_t column = column_of_[row];
      if (column == none || !pinned_[column]) continue;
      row_of_[column] = none;
      column_of_[row] = none;
    }
    for (const std::vector<bool>* closed : {&avoid, &held}) {
      came_from_.assign(system_.column_count, none);
      for (std::uint32_t row = 0; row < system_.rows.size(); ++row)
        if (!system_.cut[row] && column_of_[row] == none) augment(row, *closed);
    }
  }

  // Shortest augmenting path. What a search in vain has seen leads nowhere later on either.
  void augment(std::uint32_t start, const std::vector<bool>& closed) {
    queue_.assign(1, start);
    Columns seen;
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      const std::uint32_t row = queue_[i];
      for (std::uint32_t k = system_.rows.starts[row]; k < system_.rows.starts[row + 1]; ++k) {
        std::uint32_t column = system_.rows.entries[k];
        if (order_.marked[k] || closed[column] || came_from_[column] != none) continue;
        came_from_[column] = row;
        seen.push_back(column);
        if (row_of_[column] != none) {
          queue_.push_back(row_of_[column]);
          continue;
        }
        while (true) {
          const std::uint32_t from = came_from_[column];
          const std::uint32_t next = column_of_[from];
          give(from, column);
          if (from == start) break;
          column = next;
        }
        for (const std::uint32_t one : seen) came_from_[one] = none;
        return;
      }
    }
  }

  const MarkedRows& system_;
  RelaxedOrder& order_;
  Columns column_of_, row_of_;
  std::vector<bool> pinned_;
  std::vector<Cut> cuts_;
  std::vector<Columns> claims_;  // by column: cuts
  Columns came_from_, queue_;
};

// Strong components of cuts and single rows. Who depends on a finished block depends on what that was relaxed on.
class Inheritance {
 public:
  Inheritance(const MarkedRows& system, const CutMatcher& matching, RelaxedOrder& order)
      : system_(system), matching_(matching), order_(order), node_of_column_(system.column_count, none) {}

  void run() {
    make_nodes();
    const auto count = static_cast<std::uint32_t>(members_.size());
    index_.assign(count, none);
    low_.assign(count, 0);
    block_.assign(count, none);
    stamp_.assign(system_.column_count, none);
    needs_.resize(count);
    for (std::uint32_t node = 0; node < count; ++node)
      for (const std::uint32_t row : members_[node])
        for (std::uint32_t k = system_.rows.starts[row]; k < system_.rows.starts[row + 1]; ++k)
          if (!order_.marked[k]) add_need(node, system_.rows.entries[k]);
    for (std::uint32_t node = 0; node < count; ++node)
      if (index_[node] == none) visit(node);
  }

 private:
  struct Frame {
    std::uint32_t node;
    std::size_t next;
  };

  void make_nodes() {
    std::map<std::uint32_t, std::uint32_t> node_of_cut;
    for (std::uint32_t row = 0; row < system_.rows.size(); ++row) {
      const std::uint32_t column = matching_.column_of(row);
      if (column == none) {
        order_.last_rows.push_back(row);
        continue;
      }
      auto node = static_cast<std::uint32_t>(members_.size());
      if (system_.cut[row] && !matching_.is_pinned(column))
        node = node_of_cut.try_emplace(system_.instance[row], node).first->second;
      if (node == members_.size()) members_.emplace_back();
      members_[node].push_back(row);
      node_of_column_[column] = node;
    }
    for (std::uint32_t column = 0; column < system_.column_count; ++column)
      if (matching_.row_of(column) == none) order_.last_columns.push_back(column);
  }

  void add_need(std::uint32_t node, std::uint32_t column) {
    const std::uint32_t other = node_of_column_[column];
    if (other == none || other == node) return;
    if (std::ranges::find(needs_[node], other) == needs_[node].end()) needs_[node].push_back(other);
  }

  void visit(std::uint32_t root) {
    std::vector<Frame> work{{root, 0}};
    while (!work.empty()) {
      const std::uint32_t node = work.back().node;
      if (index_[node] == none) {
        index_[node] = low_[node] = visited_++;
        stack_.push_back(node);
      }
      if (work.back().next < needs_[node].size()) {
        const std::uint32_t other = needs_[node][work.back().next];
        if (index_[other] == none) {
          work.push_back({other, 0});
          continue;
        }
        ++work.back().next;
        if (block_[other] == none)
          low_[node] = std::min(low_[node], low_[other]);
        else
          for (const std::uint32_t column : relaxed_[block_[other]]) add_need(node, column);
        continue;
      }
      work.pop_back();
      if (low_[node] == index_[node]) finish(node);
    }
  }

  void finish(std::uint32_t node) {
    const auto number = static_cast<std::uint32_t>(order_.blocks.size());
    const auto first = std::find(stack_.rbegin(), stack_.rend(), node).base() - 1;
    std::vector<std::uint32_t> nodes(first, stack_.end());
    stack_.erase(first, stack_.end());
    std::ranges::sort(nodes);
    for (const std::uint32_t one : nodes) block_[one] = number;
    auto& block = order_.blocks.emplace_back();
    Columns todo;
    for (const std::uint32_t one : nodes) {
      for (const std::uint32_t row : members_[one]) {
        block.push_back({row, matching_.column_of(row)});
        for (std::uint32_t k = system_.rows.starts[row]; k < system_.rows.starts[row + 1]; ++k)
          if (order_.marked[k]) todo.push_back(system_.rows.entries[k]);
      }
      for (const std::uint32_t other : needs_[one])
        if (block_[other] != number)
          todo.insert(todo.end(), relaxed_[block_[other]].begin(), relaxed_[block_[other]].end());
    }
    relaxed_.push_back(still_alive(std::move(todo), number));
  }

  // A relaxed unknown that is eliminated already stands for what its block was relaxed on.
  Columns still_alive(Columns todo, std::uint32_t number) {
    Columns alive;
    while (!todo.empty()) {
      const std::uint32_t column = todo.back();
      todo.pop_back();
      if (stamp_[column] == number) continue;
      stamp_[column] = number;
      const std::uint32_t node = node_of_column_[column];
      if (node == none || block_[node] == none)
        alive.push_back(column);
      else if (block_[node] != number)
        todo.insert(todo.end(), relaxed_[block_[node]].begin(), relaxed_[block_[node]].end());
    }
    std::ranges::sort(alive);
    return alive;
  }

  const MarkedRows& system_;
  const CutMatcher& matching_;
  RelaxedOrder& order_;
  Columns node_of_column_;
  std::vector<Columns> members_, needs_, relaxed_;  // rows and needs of a node; columns of a block
  Columns index_, low_, block_, stack_, stamp_;
  std::uint32_t visited_ = 0;
};

}  // namespace

RelaxedOrder relaxed_order(const MarkedRows& system) {
  RelaxedOrder order;
  CutMatcher matching(system, order);
  matching.run();
  Inheritance(system, matching, order).run();
  return order;
}

}  // namespace sunder::graph
