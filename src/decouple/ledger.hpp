// What is known of the cycles through every state, while they are being found.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/cancel.hpp"
#include "decouple/time_scales.hpp"

namespace sunder::decouple {

/// Work in arcs looked at. Searches spend it and stop when it is gone, so that results do not depend on the clock. When
/// the user interrupts, nothing is left: what is proven so far stays so.
class WorkMeter {
 public:
  WorkMeter(std::uint64_t limit, CancelToken cancel) : limit_(limit), cancel_(std::move(cancel)) {}
  /// A part of what is left, for one search.
  [[nodiscard]] WorkMeter part(std::uint64_t limit) const { return {std::min(limit, left()), cancel_}; }
  /// False: the limit is reached.
  bool spend(std::uint64_t amount) {
    used_ += amount;
    return used_ <= limit_ && !cancelled();
  }
  [[nodiscard]] std::uint64_t left() const { return used_ < limit_ && !cancelled() ? limit_ - used_ : 0; }
  [[nodiscard]] bool cancelled() const { return cancel_.requested(); }
  [[nodiscard]] std::uint64_t used() const { return used_; }

 private:
  std::uint64_t limit_;
  std::uint64_t used_ = 0;
  CancelToken cancel_;
};

/// Keeps for every state the lines that can be its time scale for some alpha, and the states of their cycles as long as
/// there is room: a state's cycle can be as long as the model, and as many such cycles as states would need memory
/// without bound. A line whose cycle was not kept has CycleLine::cycle == CycleLine::not_kept.
class CycleLedger {
 public:
  CycleLedger(std::size_t states, std::size_t room);

  /// A cycle through `states` in the order of influence, of total weight W. True when it is of use to some state.
  bool note(std::span<const model::StateIndex> states, double weight);
  /// A cycle through one state of which only length and weight are known.
  void note_unnamed(model::StateIndex state, std::uint32_t length, double weight);
  /// Keeps the cycle although it is of no use (for listings).
  void keep(std::span<const model::StateIndex> states, double weight);

  /// The largest mean W/L of a cycle through the state, -infinity when none is known; and that cycle's length.
  [[nodiscard]] double best(model::StateIndex state) const;
  [[nodiscard]] std::uint32_t best_length(model::StateIndex state) const;
  [[nodiscard]] const std::vector<CycleLine>& lines(model::StateIndex state) const {
    return states_[state.index()].lines;
  }

  /// Cycles through the state that were not looked at have at least `shortest` states and a mean of at most `mean`.
  /// Said once per block of the state; the weakest statement holds.
  void bound_unseen(model::StateIndex state, double mean, std::uint32_t shortest);

  /// The end: hands over states and cycles; cycles that no line refers to are dropped unless `all` are wanted.
  void finish(TimeScales& result, bool all);

 private:
  std::uint32_t store(std::span<const model::StateIndex> states);
  void drop_unused();

  std::vector<StateCycles> states_;
  std::vector<Cycle> cycles_;
  std::size_t room_;
  std::size_t stored_ = 0;
  bool full_ = false;
  bool keeps_all_ = false;
};

}  // namespace sunder::decouple
