// Builds the states and transitions of a frontier sweep.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "decouple/frontier.hpp"
#include "graph/rows.hpp"

namespace sunder::decouple {

/// What a partial cycle looks like from the frontier: one byte per slot (place of a frontier node).
struct FrontierState {
  static constexpr std::uint32_t slots = 16;
  static constexpr std::uint8_t untouched = 0;
  static constexpr std::uint8_t passed = 1;  ///< the node has an arc in and an arc out

  std::array<std::uint8_t, slots> mark{};

  // Ends of a piece of path know the slot of the other end.
  static std::uint8_t begins(std::uint32_t other) { return static_cast<std::uint8_t>(2 + 2 * other); }
  static std::uint8_t ends(std::uint32_t other) { return static_cast<std::uint8_t>(3 + 2 * other); }
  [[nodiscard]] bool is_begin(std::uint32_t slot) const { return mark[slot] >= 2 && mark[slot] % 2 == 0; }
  [[nodiscard]] bool is_end(std::uint32_t slot) const { return mark[slot] >= 2 && mark[slot] % 2 == 1; }
  [[nodiscard]] std::uint32_t other(std::uint32_t slot) const { return (mark[slot] - 2U) / 2; }

  bool operator==(const FrontierState&) const = default;
};

/// Where the states of one step are in a list; cleared in no time.
class StateTable {
 public:
  StateTable();
  void clear();
  /// The place of the state; `fresh` is given to it when it is new.
  std::uint32_t find_or_insert(const FrontierState& state, std::uint32_t fresh);

 private:
  struct Entry {
    FrontierState state;
    std::uint32_t place = 0;
    std::uint32_t epoch = 0;
  };
  [[nodiscard]] std::size_t find(const FrontierState& state) const;
  void grow();

  std::vector<Entry> entries_;
  std::uint32_t epoch_ = 1;
  std::size_t count_ = 0;
};

class FrontierBuilder {
 public:
  FrontierBuilder(std::uint32_t nodes, Frontier& frontier);
  bool run(const FrontierLimits& limits);

 private:
  std::vector<std::uint32_t> breadth_first(std::uint32_t root) const;
  std::vector<std::uint32_t> oldest_first(const std::vector<std::uint32_t>& reference) const;
  std::vector<std::uint32_t> last_neighbour(const std::vector<std::uint32_t>& order) const;
  std::uint32_t separation(const std::vector<std::uint32_t>& order) const;
  bool choose_order(std::uint32_t width);
  /// Arcs from one node to another (several when chains were joined).
  [[nodiscard]] std::span<const std::uint32_t> arcs_between(std::uint32_t from, std::uint32_t to) const;
  void find_last_chances();
  /// At most one of the arcs between two nodes is taken.
  void decide(std::uint32_t earlier, std::uint32_t later);
  void take(const FrontierState& state, std::uint32_t number, std::uint32_t arc);
  // One step: begin_step, then `stay` for the states that go on as they are, then `reach`, then end_step. A state that
  // stays and is not reached keeps its number: most do, and need no transition. One that is reached gets a new number,
  // since transitions that left it before must not see what arrives now.
  void begin_step();
  void stay(const FrontierState& state, std::uint32_t number);
  void reach(const FrontierState& state, std::uint32_t from, std::uint32_t arc);
  void end_step();
  /// The node is an end of a piece of path that no later arc can prolong.
  [[nodiscard]] bool stranded(const FrontierState& state, std::uint32_t node) const;
  void forget(const std::vector<std::uint32_t>& leaving);
  void prune();

  Frontier& frontier_;
  std::uint32_t nodes_;
  graph::Rows out_;         // arcs leaving each node
  graph::Rows neighbours_;  // in either direction
  std::vector<std::uint32_t> order_, position_, last_;
  std::vector<std::int64_t> last_in_, last_out_;  // the last decision that can still give a node an arc in, out
  std::int64_t decision_ = 0;
  std::uint32_t touched_[2] = {0, 0};  // the nodes of the present decision
  std::vector<std::uint32_t> slot_;
  StateTable table_;
  std::vector<FrontierState> current_, next_;
  std::vector<std::uint32_t> current_number_, next_number_;
  std::uint32_t step_start_ = 0;  // numbers from here on are of the present step
};

}  // namespace sunder::decouple
