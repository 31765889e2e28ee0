#include "decouple/frontier_builder.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <numeric>

namespace sunder::decouple {

StateTable::StateTable() : entries_(1024) {}

void StateTable::clear() {
  ++epoch_;
  count_ = 0;
}

std::size_t StateTable::find(const FrontierState& state) const {
  std::uint64_t words[2];
  std::memcpy(words, state.mark.data(), sizeof words);
  std::uint64_t hash = words[0] * 0x9e3779b97f4a7c15ULL ^ (words[1] + 0x7f4a7c15ULL) * 0xc2b2ae3d27d4eb4fULL;
  hash ^= hash >> 29;
  hash *= 0xbf58476d1ce4e5b9ULL;
  hash ^= hash >> 32;
  std::size_t at = hash & (entries_.size() - 1);
  while (entries_[at].epoch == epoch_ && !(entries_[at].state == state)) at = (at + 1) & (entries_.size() - 1);
  return at;
}

std::uint32_t StateTable::find_or_insert(const FrontierState& state, std::uint32_t fresh) {
  if ((count_ + 1) * 2 > entries_.size()) grow();
  Entry& entry = entries_[find(state)];
  if (entry.epoch == epoch_) return entry.place;
  entry = {state, fresh, epoch_};
  ++count_;
  return fresh;
}

void StateTable::grow() {
  std::vector<Entry> old = std::move(entries_);
  entries_.assign(old.size() * 2, {});
  for (const Entry& entry : old) {
    if (entry.epoch == epoch_) entries_[find(entry.state)] = entry;
  }
}

FrontierBuilder::FrontierBuilder(std::uint32_t nodes, Frontier& frontier) : frontier_(frontier), nodes_(nodes) {
  const std::vector<FrontierArc>& arcs = frontier.arcs_;
  std::vector<std::uint32_t> sorted(arcs.size());
  std::iota(sorted.begin(), sorted.end(), 0U);
  std::sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (arcs[a].from != arcs[b].from) return arcs[a].from < arcs[b].from;
    return arcs[a].to != arcs[b].to ? arcs[a].to < arcs[b].to : a < b;
  });
  graph::Rows targets;
  std::size_t k = 0;
  for (std::uint32_t v = 0; v < nodes; ++v) {
    for (; k < sorted.size() && arcs[sorted[k]].from == v; ++k) {
      out_.entries.push_back(sorted[k]);
      targets.entries.push_back(arcs[sorted[k]].to);
    }
    out_.end_row();
    targets.end_row();
  }
  const graph::Rows sources = graph::transposed(targets, nodes);
  std::vector<std::uint32_t> both;
  for (std::uint32_t v = 0; v < nodes; ++v) {
    both.assign(targets[v].begin(), targets[v].end());
    both.insert(both.end(), sources[v].begin(), sources[v].end());
    std::sort(both.begin(), both.end());
    both.erase(std::unique(both.begin(), both.end()), both.end());
    neighbours_.entries.insert(neighbours_.entries.end(), both.begin(), both.end());
    neighbours_.end_row();
  }
}

std::vector<std::uint32_t> FrontierBuilder::breadth_first(std::uint32_t root) const {
  std::vector<char> seen(nodes_, 0);
  std::vector<std::uint32_t> order{root};
  std::vector<std::uint32_t> fresh;
  seen[root] = 1;
  for (std::size_t head = 0; head < order.size(); ++head) {
    fresh.clear();
    for (const std::uint32_t other : neighbours_[order[head]]) {
      if (seen[other] != 0) continue;
      seen[other] = 1;
      fresh.push_back(other);
    }
    std::stable_sort(fresh.begin(), fresh.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return neighbours_[a].size() < neighbours_[b].size(); });
    order.insert(order.end(), fresh.begin(), fresh.end());
  }
  return order;
}

/// Finishes the oldest node of the frontier first: the next node is one of its neighbours, the one with the fewest
/// neighbours still to come.
std::vector<std::uint32_t> FrontierBuilder::oldest_first(const std::vector<std::uint32_t>& reference) const {
  std::vector<std::uint32_t> rank(nodes_), open(nodes_);
  for (std::uint32_t i = 0; i < nodes_; ++i) rank[reference[i]] = i;
  for (std::uint32_t v = 0; v < nodes_; ++v) open[v] = static_cast<std::uint32_t>(neighbours_[v].size());
  std::vector<char> placed(nodes_, 0);
  std::vector<std::uint32_t> order;
  std::deque<std::uint32_t> active;
  const auto place = [&](std::uint32_t v) {
    placed[v] = 1;
    order.push_back(v);
    active.push_back(v);
    for (const std::uint32_t other : neighbours_[v]) --open[other];
  };
  place(reference.front());
  while (order.size() < nodes_) {
    while (open[active.front()] == 0) active.pop_front();
    std::uint32_t best = graph::none;
    for (const std::uint32_t v : neighbours_[active.front()]) {
      if (placed[v] != 0) continue;
      if (best == graph::none || open[v] < open[best] || (open[v] == open[best] && rank[v] < rank[best])) best = v;
    }
    place(best);
  }
  return order;
}

std::vector<std::uint32_t> FrontierBuilder::last_neighbour(const std::vector<std::uint32_t>& order) const {
  std::vector<std::uint32_t> position(nodes_), last(nodes_);
  for (std::uint32_t i = 0; i < nodes_; ++i) position[order[i]] = i;
  for (std::uint32_t v = 0; v < nodes_; ++v) {
    last[v] = position[v];
    for (const std::uint32_t other : neighbours_[v]) last[v] = std::max(last[v], position[other]);
  }
  return last;
}

std::uint32_t FrontierBuilder::separation(const std::vector<std::uint32_t>& order) const {
  std::vector<std::uint32_t> leaving(nodes_, 0);
  for (const std::uint32_t last : last_neighbour(order)) ++leaving[last];
  std::uint32_t width = 0;
  std::uint32_t present = 0;
  for (std::uint32_t i = 0; i < nodes_; ++i) {
    width = std::max(width, ++present);
    present -= leaving[i];
  }
  return width;
}

bool FrontierBuilder::choose_order(std::uint32_t width) {
  order_ = breadth_first(0);
  if (order_.size() < nodes_) return false;  // not connected
  constexpr int ends = 3;                    // towards an end of the graph
  for (int i = 0; i < ends; ++i) order_ = breadth_first(order_.back());
  // Finishing the oldest looks at a hub's neighbours again and again.
  std::size_t widest = 0;
  for (std::uint32_t v = 0; v < nodes_; ++v) widest = std::max(widest, neighbours_[v].size());
  if (widest <= 64) {
    std::vector<std::uint32_t> other = oldest_first(order_);
    if (separation(other) < separation(order_)) order_ = std::move(other);
  }
  return separation(order_) <= std::min(width, FrontierState::slots - 1);
}

std::span<const std::uint32_t> FrontierBuilder::arcs_between(std::uint32_t from, std::uint32_t to) const {
  const auto leaving = out_[from];
  const auto& arcs = frontier_.arcs_;
  const auto first = std::lower_bound(leaving.begin(), leaving.end(), to,
                                      [&](std::uint32_t arc, std::uint32_t node) { return arcs[arc].to < node; });
  const auto last = std::upper_bound(first, leaving.end(), to,
                                     [&](std::uint32_t node, std::uint32_t arc) { return node < arcs[arc].to; });
  return {first, last};
}

void FrontierBuilder::find_last_chances() {
  last_in_.assign(nodes_, -1);
  last_out_.assign(nodes_, -1);
  std::int64_t decision = 0;
  for (std::uint32_t p = 0; p < nodes_; ++p) {
    const std::uint32_t later = order_[p];
    for (const std::uint32_t earlier : neighbours_[later]) {
      if (position_[earlier] >= p) continue;
      if (!arcs_between(earlier, later).empty()) last_out_[earlier] = last_in_[later] = decision;
      if (!arcs_between(later, earlier).empty()) last_out_[later] = last_in_[earlier] = decision;
      ++decision;
    }
  }
}

bool FrontierBuilder::stranded(const FrontierState& state, std::uint32_t node) const {
  const std::uint32_t slot = slot_[node];
  if (state.is_begin(slot)) return last_in_[node] <= decision_;
  if (state.is_end(slot)) return last_out_[node] <= decision_;
  return false;
}

void FrontierBuilder::begin_step() {
  table_.clear();
  next_.clear();
  next_number_.clear();
  step_start_ = frontier_.states_;
}

void FrontierBuilder::stay(const FrontierState& state, std::uint32_t number) {
  table_.find_or_insert(state, static_cast<std::uint32_t>(next_.size()));
  next_.push_back(state);
  next_number_.push_back(number);
}

void FrontierBuilder::reach(const FrontierState& state, std::uint32_t from, std::uint32_t arc) {
  const std::uint32_t place = table_.find_or_insert(state, static_cast<std::uint32_t>(next_.size()));
  if (place == next_.size()) {
    next_.push_back(state);
    next_number_.push_back(frontier_.states_++);
  } else if (next_number_[place] < step_start_) {
    frontier_.transitions_.push_back({next_number_[place], frontier_.states_, Frontier::no_arc});
    next_number_[place] = frontier_.states_++;
  }
  frontier_.transitions_.push_back({from, next_number_[place], arc});
}

void FrontierBuilder::end_step() {
  current_.swap(next_);
  current_number_.swap(next_number_);
}

void FrontierBuilder::take(const FrontierState& state, std::uint32_t number, std::uint32_t arc) {
  const std::uint32_t x = slot_[frontier_.arcs_[arc].from];
  const std::uint32_t y = slot_[frontier_.arcs_[arc].to];
  const bool leaves = state.mark[x] == FrontierState::untouched || state.is_end(x);
  const bool enters = state.mark[y] == FrontierState::untouched || state.is_begin(y);
  if (!leaves || !enters) return;
  const std::uint32_t begin = state.is_end(x) ? state.other(x) : x;
  const std::uint32_t end = state.is_begin(y) ? state.other(y) : y;
  FrontierState after = state;
  after.mark[x] = after.mark[y] = FrontierState::passed;
  if (state.is_end(x) && state.is_begin(y) && begin == y) {
    // the cycle is closed; it must be the only piece
    const bool alone = std::all_of(after.mark.begin(), after.mark.end(), [](std::uint8_t mark) { return mark < 2; });
    if (alone) frontier_.transitions_.push_back({number, Frontier::closed, arc});
    return;
  }
  after.mark[begin] = FrontierState::begins(end);
  after.mark[end] = FrontierState::ends(begin);
  if (!stranded(after, touched_[0]) && !stranded(after, touched_[1])) reach(after, number, arc);
}

void FrontierBuilder::decide(std::uint32_t earlier, std::uint32_t later) {
  touched_[0] = earlier;
  touched_[1] = later;
  begin_step();
  for (std::size_t i = 0; i < current_.size(); ++i) {
    if (!stranded(current_[i], earlier) && !stranded(current_[i], later)) stay(current_[i], current_number_[i]);
  }
  const auto down = arcs_between(earlier, later);
  const auto back = arcs_between(later, earlier);
  for (std::size_t i = 0; i < current_.size(); ++i) {
    for (const std::uint32_t arc : down) take(current_[i], current_number_[i], arc);
    for (const std::uint32_t arc : back) take(current_[i], current_number_[i], arc);
  }
  end_step();
  ++decision_;
}

void FrontierBuilder::forget(const std::vector<std::uint32_t>& leaving) {
  const auto all = [&](const FrontierState& state, auto holds) {
    return std::all_of(leaving.begin(), leaving.end(),
                       [&](std::uint32_t node) { return holds(state.mark[slot_[node]]); });
  };
  const auto untouched = [](std::uint8_t mark) { return mark == FrontierState::untouched; };
  const auto closed = [](std::uint8_t mark) { return mark < 2; };
  begin_step();
  for (std::size_t i = 0; i < current_.size(); ++i) {
    if (all(current_[i], untouched)) stay(current_[i], current_number_[i]);
  }
  for (std::size_t i = 0; i < current_.size(); ++i) {
    if (!all(current_[i], closed) || all(current_[i], untouched)) continue;
    FrontierState state = current_[i];
    for (const std::uint32_t node : leaving) state.mark[slot_[node]] = FrontierState::untouched;
    reach(state, current_number_[i], Frontier::no_arc);
  }
  end_step();
}

/// Transitions from which no cycle can be closed any more.
void FrontierBuilder::prune() {
  std::vector<char> useful(frontier_.states_, 0);
  auto& transitions = frontier_.transitions_;
  for (std::size_t t = transitions.size(); t-- > 0;) {
    if (transitions[t].to == Frontier::closed || useful[transitions[t].to] != 0) useful[transitions[t].from] = 1;
  }
  std::erase_if(transitions, [&](const auto& step) { return step.to != Frontier::closed && useful[step.to] == 0; });
  transitions.shrink_to_fit();
}

bool FrontierBuilder::run(const FrontierLimits& limits) {
  if (nodes_ < 3 || !choose_order(limits.width)) return false;
  position_.resize(nodes_);
  for (std::uint32_t i = 0; i < nodes_; ++i) position_[order_[i]] = i;
  last_ = last_neighbour(order_);
  find_last_chances();
  slot_.assign(nodes_, graph::none);
  std::vector<std::uint32_t> free;
  for (std::uint32_t i = FrontierState::slots; i-- > 0;) free.push_back(i);
  current_.assign(1, {});
  current_number_.assign(1, 0);
  frontier_.states_ = 1;
  std::vector<std::uint32_t> active, leaving;
  for (std::uint32_t p = 0; p < nodes_; ++p) {
    const std::uint32_t node = order_[p];
    slot_[node] = free.back();
    free.pop_back();
    active.push_back(node);
    for (const std::uint32_t other : neighbours_[node]) {
      if (position_[other] < p) decide(other, node);
      if (frontier_.transitions_.size() > limits.transitions) return false;
    }
    leaving.clear();
    for (const std::uint32_t v : active) {
      if (last_[v] <= p) leaving.push_back(v);
    }
    if (leaving.empty()) continue;
    forget(leaving);
    for (const std::uint32_t v : leaving) {
      free.push_back(slot_[v]);
      slot_[v] = graph::none;
    }
    std::erase_if(active, [&](std::uint32_t v) { return slot_[v] == graph::none; });
  }
  prune();
  return true;
}

}  // namespace sunder::decouple
