#include "decouple/ledger.hpp"

#include <algorithm>
#include <limits>

#include "decouple/logarithms.hpp"

namespace sunder::decouple {

namespace {

double mean_of(const CycleLine& line) { return line.weight / line.length; }

/// Whether a line of this length and weight would enter; lengths and means of lines both ascend.
bool useful(const std::vector<CycleLine>& lines, std::uint32_t length, double weight) {
  const double mean = weight / length;
  for (const CycleLine& line : lines) {
    if (line.length > length) break;
    if (mean_of(line) >= mean) return false;
    if (line.length == length && line.weight >= weight) return false;
  }
  return true;
}

void insert(std::vector<CycleLine>& lines, const CycleLine& line) {
  const double mean = mean_of(line);
  auto at = std::lower_bound(lines.begin(), lines.end(), line,
                             [](const CycleLine& a, const CycleLine& b) { return a.length < b.length; });
  auto last = at;
  while (last != lines.end() && mean_of(*last) <= mean) ++last;
  if (at == last) {
    lines.insert(at, line);
  } else {
    *at = line;
    lines.erase(at + 1, last);
  }
}

}  // namespace

CycleLedger::CycleLedger(std::size_t states, std::size_t room) : states_(states), room_(room) {}

bool CycleLedger::note(std::span<const model::StateIndex> states, double weight) {
  const auto length = static_cast<std::uint32_t>(states.size());
  const bool wanted = std::any_of(states.begin(), states.end(), [&](model::StateIndex state) {
    return useful(states_[state.index()].lines, length, weight);
  });
  if (!wanted) return false;
  const CycleLine line{length, store(states), weight};
  for (const model::StateIndex state : states) {
    if (useful(states_[state.index()].lines, length, weight)) insert(states_[state.index()].lines, line);
  }
  return true;
}

void CycleLedger::note_unnamed(model::StateIndex state, std::uint32_t length, double weight) {
  if (useful(states_[state.index()].lines, length, weight)) {
    insert(states_[state.index()].lines, {length, CycleLine::not_kept, weight});
  }
}

void CycleLedger::keep(std::span<const model::StateIndex> states, double weight) {
  keeps_all_ = true;
  if (!note(states, weight)) store(states);
}

double CycleLedger::best(model::StateIndex state) const {
  const std::vector<CycleLine>& lines = states_[state.index()].lines;
  return lines.empty() ? -infinite : mean_of(lines.back());
}

std::uint32_t CycleLedger::best_length(model::StateIndex state) const {
  const std::vector<CycleLine>& lines = states_[state.index()].lines;
  return lines.empty() ? 0 : lines.back().length;
}

void CycleLedger::bound_unseen(model::StateIndex state, double mean, std::uint32_t shortest) {
  StateCycles& known = states_[state.index()];
  known.complete = false;
  known.unseen_mean = std::max(known.unseen_mean, mean);
  known.unseen_shortest = std::min(known.unseen_shortest, shortest);
}

std::uint32_t CycleLedger::store(std::span<const model::StateIndex> states) {
  if (!keeps_all_) {
    if (!full_ && stored_ + states.size() > room_) {
      drop_unused();
      full_ = stored_ + states.size() > room_ / 2;
    }
    if (full_) return CycleLine::not_kept;
  }
  stored_ += states.size();
  cycles_.emplace_back(states.begin(), states.end());
  return static_cast<std::uint32_t>(cycles_.size() - 1);
}

void CycleLedger::drop_unused() {
  std::vector<std::uint32_t> renumbered(cycles_.size(), CycleLine::not_kept);
  std::vector<Cycle> kept;
  stored_ = 0;
  for (StateCycles& state : states_) {
    for (CycleLine& line : state.lines) {
      if (line.cycle == CycleLine::not_kept) continue;
      if (renumbered[line.cycle] == CycleLine::not_kept) {
        renumbered[line.cycle] = static_cast<std::uint32_t>(kept.size());
        stored_ += cycles_[line.cycle].size();
        kept.push_back(std::move(cycles_[line.cycle]));
      }
      line.cycle = renumbered[line.cycle];
    }
  }
  cycles_ = std::move(kept);
}

void CycleLedger::finish(TimeScales& result, bool all) {
  if (!all) drop_unused();
  for (StateCycles& state : states_) state.lines.shrink_to_fit();
  result.states = std::move(states_);
  result.cycles = std::move(cycles_);
}

}  // namespace sunder::decouple
