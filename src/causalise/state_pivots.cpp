#include "causalise/state_pivots.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace sunder::causalise {

StatePivoting::StatePivoting(std::vector<Coefficient> a, std::size_t rows, std::vector<int> reluctance, int preferred)
    : a_(std::move(a)),
      m_(rows),
      n_(reluctance.size()),
      reluctance_(std::move(reluctance)),
      preferred_(preferred),
      column_of_row_(m_, none),
      row_of_column_(n_, none),
      moving_(m_, false),
      uses_(m_),
      beside_(m_),
      group_(m_) {
  std::iota(group_.begin(), group_.end(), 0U);
  for (std::size_t i = 0; i < m_; ++i) {
    double largest = 0;
    for (std::size_t j = 0; j < n_; ++j) largest = std::max(largest, std::fabs(a_[i * n_ + j].value));
    for (std::size_t j = 0; j < n_ && largest > 0; ++j) a_[i * n_ + j].value /= largest;
  }
}

// The largest pivot among the columns that are least reluctant; of those, coefficients that do not move first.
StatePivots StatePivoting::run() {
  StatePivots found;
  const int most = reluctance_.empty() ? 0 : *std::ranges::max_element(reluctance_);
  for (const double threshold : {1e-3, 1e-10})
    for (int reluctance = 0; reluctance <= most; ++reluctance)
      for (const bool moving : {false, true})
        while (step(threshold, reluctance, moving)) continue;
  for (const std::uint32_t column : column_of_row_)
    if (column != none) found.determined.push_back(column);
  if (found.determined.size() == m_) find_open(found);
  return found;
}

bool StatePivoting::step(double threshold, int reluctance, bool moving) {
  std::size_t pivot_row = m_, pivot_column = n_;
  double best = threshold;
  for (std::size_t j = n_; j-- > 0;) {
    if (row_of_column_[j] != none || reluctance_[j] != reluctance) continue;
    for (std::size_t i = 0; i < m_; ++i) {
      const Coefficient& one = a_[i * n_ + j];
      if (column_of_row_[i] != none || one.moves != moving || !(std::fabs(one.value) > 1.001 * best)) continue;
      best = std::fabs(one.value);
      pivot_row = i;
      pivot_column = j;
    }
  }
  if (pivot_row == m_) return false;
  column_of_row_[pivot_row] = static_cast<std::uint32_t>(pivot_column);
  row_of_column_[pivot_column] = static_cast<std::uint32_t>(pivot_row);
  moving_[pivot_row] = moving;
  for (std::uint32_t j = 0; j < n_; ++j)
    if (a_[pivot_row * n_ + j].present && row_of_column_[j] == none) beside_[pivot_row].push_back(j);
  subtract(pivot_row, pivot_column);
  return true;
}

void StatePivoting::subtract(std::size_t pivot_row, std::size_t pivot_column) {
  const Coefficient* pivot = a_.data() + pivot_row * n_;
  for (std::size_t i = 0; i < m_; ++i) {
    const Coefficient head = a_[i * n_ + pivot_column];
    if (column_of_row_[i] != none || !head.present) continue;
    uses_[i].push_back(static_cast<std::uint32_t>(pivot_row));
    const double factor = head.value / pivot[pivot_column].value;
    for (std::size_t j = 0; j < n_; ++j) {
      if (!pivot[j].present) continue;
      Coefficient& one = a_[i * n_ + j];
      one.value -= factor * pivot[j].value;
      one.present = true;
      one.moves = one.moves || head.moves || pivot[j].moves || pivot[pivot_column].moves;
    }
    a_[i * n_ + pivot_column] = {};
  }
}

std::uint32_t StatePivoting::group(std::uint32_t row) {
  while (group_[row] != row) row = group_[row] = group_[group_[row]];
  return row;
}

// Whatever was subtracted, and whatever finds its own pivot in what was left.
std::vector<std::uint32_t> StatePivoting::closure(std::uint32_t row) {
  std::vector<bool> seen(m_, false);
  std::vector<std::uint32_t> still, open{row};
  seen[row] = true;
  while (!open.empty()) {
    const std::uint32_t one = open.back();
    open.pop_back();
    if (moving_[one] && one != row) {
      join(one, row);
      continue;  // has a closure of its own
    }
    if (!moving_[one]) still.push_back(one);
    const auto follow = [&](std::uint32_t next) {
      if (next == none || seen[next]) return;
      seen[next] = true;
      open.push_back(next);
    };
    for (const std::uint32_t used : uses_[one]) follow(used);
    if (moving_[one])
      for (const std::uint32_t column : beside_[one]) follow(row_of_column_[column]);
  }
  return still;
}

// Rows with moving pivots that have columns in common, directly or by way of others, must choose together.
void StatePivoting::find_open(StatePivots& found) {
  std::vector<std::vector<std::uint32_t>> still(m_);
  std::vector<std::uint32_t> first(n_, none);
  for (std::uint32_t row = 0; row < m_; ++row) {
    if (!moving_[row]) continue;
    still[row] = closure(row);
    for (const std::uint32_t column : beside_[row]) {
      if (row_of_column_[column] != none) continue;
      if (first[column] == none) first[column] = row;
      join(row, first[column]);
    }
  }
  std::vector<std::uint32_t> number(m_, none);
  std::vector<OpenPivots> groups;
  for (std::uint32_t row = 0; row < m_; ++row) {
    if (!moving_[row]) continue;
    std::uint32_t& at = number[group(row)];
    if (at == none) {
      at = static_cast<std::uint32_t>(groups.size());
      groups.emplace_back();
    }
    OpenPivots& open = groups[at];
    open.rows.push_back(row);
    open.rows.insert(open.rows.end(), still[row].begin(), still[row].end());
    open.moving.push_back(column_of_row_[row]);
    for (const std::uint32_t other : still[row]) open.determined.push_back(column_of_row_[other]);
    for (const std::uint32_t column : beside_[row])
      if (row_of_column_[column] == none) open.states.push_back(column);
  }
  for (OpenPivots& open : groups) {
    for (auto* list : {&open.rows, &open.determined, &open.states}) {
      std::ranges::sort(*list);
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    if (!open.states.empty() && !is_wished(open)) found.open.push_back(std::move(open));
  }
}

bool StatePivoting::is_wished(const OpenPivots& open) const {
  const bool gladly = std::ranges::any_of(open.moving, [&](std::uint32_t c) { return reluctance_[c] < preferred_; });
  return gladly &&
         std::ranges::all_of(open.states, [&](std::uint32_t column) { return reluctance_[column] >= preferred_; });
}

}  // namespace sunder::causalise
