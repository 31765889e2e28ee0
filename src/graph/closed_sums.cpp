#include "graph/closed_sums.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <queue>
#include <utility>

namespace sunder::graph {

std::vector<std::uint32_t> rows_that_may_close(const Rows& rows, const std::vector<bool>& is_open) {
  const Rows users = transposed(rows, static_cast<std::uint32_t>(is_open.size()));
  std::vector<std::uint32_t> count(is_open.size(), 0), alone;
  for (std::uint32_t c = 0; c < is_open.size(); ++c) {
    if (!is_open[c]) continue;
    count[c] = static_cast<std::uint32_t>(users[c].size());
    if (count[c] == 1) alone.push_back(c);
  }
  std::vector<bool> out(rows.size(), false);
  while (!alone.empty()) {
    const auto row = std::ranges::find_if(users[alone.back()], [&](std::uint32_t r) { return !out[r]; });
    const bool none_left = row == users[alone.back()].end();
    alone.pop_back();
    if (none_left) continue;
    out[*row] = true;
    for (const std::uint32_t c : rows[*row])
      if (is_open[c] && --count[c] == 1) alone.push_back(c);
  }
  std::vector<std::uint32_t> left;
  for (std::uint32_t row = 0; row < rows.size(); ++row)
    if (!out[row]) left.push_back(row);
  return left;
}

namespace {

constexpr std::int64_t largest_coefficient = 1000000;

class SumClosing {
 public:
  SumClosing(std::vector<WholeSum> sums, const std::vector<bool>& is_open, std::size_t most_work)
      : sums_(std::move(sums)), is_open_(is_open), most_work_(most_work), active_(sums_.size(), true) {
    users_.resize(is_open.size());
    for (std::uint32_t i = 0; i < sums_.size(); ++i) {
      sums_[i].of = {sums_[i].row};
      note(i);
    }
    for (std::uint32_t c = 0; c < users_.size(); ++c)
      if (!users_[c].empty()) next_.emplace(users_[c].size(), c);
  }

  std::vector<WholeSum> run() {
    while (!next_.empty() && work_ < most_work_) {
      const auto [size, column] = next_.top();
      next_.pop();
      if (const std::size_t now = count(column); now > size)
        next_.emplace(now, column);  // it has more by now, others come first
      else
        eliminate(column);
    }
    std::vector<WholeSum> closed;
    for (std::uint32_t i = 0; i < sums_.size(); ++i)
      if (active_[i] && !sums_[i].terms.empty() && !has_open(sums_[i])) closed.push_back(std::move(sums_[i]));
    return closed;
  }

 private:
  using Entry = std::pair<std::size_t, std::uint32_t>;

  void note(std::uint32_t i) {
    for (const WholeSum::Term& term : sums_[i].terms)
      if (is_open_[term.column]) users_[term.column].push_back(i);
  }

  [[nodiscard]] bool has_open(const WholeSum& sum) const {
    return std::ranges::any_of(sum.terms, [&](const WholeSum::Term& t) { return is_open_[t.column]; });
  }

  [[nodiscard]] std::int64_t coefficient(std::uint32_t i, std::uint32_t column) const {
    const auto& terms = sums_[i].terms;
    const auto at = std::ranges::lower_bound(terms, column, {}, &WholeSum::Term::column);
    return at != terms.end() && at->column == column ? at->coefficient : 0;
  }

  // The sums that have the column, without those that had it once.
  std::size_t count(std::uint32_t column) {
    auto& list = users_[column];
    work_ += list.size();
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
    std::erase_if(list, [&](std::uint32_t i) { return !active_[i] || coefficient(i, column) == 0; });
    return list.size();
  }

  // By the shortest sum, which then is the one that tells the column.
  void eliminate(std::uint32_t column) {
    const std::vector<std::uint32_t> list = std::exchange(users_[column], {});
    if (list.empty()) return;
    const std::uint32_t pivot =
        *std::ranges::min_element(list, {}, [&](std::uint32_t i) { return sums_[i].terms.size(); });
    active_[pivot] = false;
    for (const std::uint32_t i : list)
      if (i != pivot) subtract(i, pivot, column);
  }

  void subtract(std::uint32_t i, std::uint32_t pivot, std::uint32_t column) {
    std::int64_t own = coefficient(pivot, column), other = coefficient(i, column);
    const std::int64_t common = std::gcd(own, other);
    own /= common;
    other /= common;
    const auto& a = sums_[i].terms;
    const auto& b = sums_[pivot].terms;
    work_ += a.size() + b.size();
    std::vector<WholeSum::Term> left;
    left.reserve(a.size() + b.size());
    for (std::size_t k = 0, l = 0; k < a.size() || l < b.size();) {
      const std::uint32_t at = std::min(k < a.size() ? a[k].column : none, l < b.size() ? b[l].column : none);
      std::int64_t c = 0;
      if (k < a.size() && a[k].column == at) c += own * a[k++].coefficient;
      const bool is_new = c == 0;
      if (l < b.size() && b[l].column == at) c -= other * b[l++].coefficient;
      if (c == 0) continue;
      if (std::abs(c) > largest_coefficient) {
        active_[i] = false;
        return;
      }
      left.push_back({at, c});
      if (is_new && is_open_[at]) users_[at].push_back(i);
    }
    sums_[i].terms = std::move(left);
    std::vector<std::uint32_t> of;
    work_ += sums_[i].of.size() + sums_[pivot].of.size();
    std::ranges::set_union(sums_[i].of, sums_[pivot].of, std::back_inserter(of));
    sums_[i].of = std::move(of);
    sums_[i].constant =
        static_cast<double>(own) * sums_[i].constant - static_cast<double>(other) * sums_[pivot].constant;
  }

  std::vector<WholeSum> sums_;
  const std::vector<bool>& is_open_;
  std::size_t most_work_, work_ = 0;
  std::vector<bool> active_;
  std::vector<std::vector<std::uint32_t>> users_;                        // by open column; some no more
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> next_;  // columns, in few sums first
};

}  // namespace

std::vector<WholeSum> close_sums(std::vector<WholeSum> sums, const std::vector<bool>& is_open, std::size_t most_work) {
  return SumClosing(std::move(sums), is_open, most_work).run();
}

}  // namespace sunder::graph
