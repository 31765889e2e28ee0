#include "execute/state_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/text.hpp"

namespace sunder::execute {

using emit::Space;

namespace {

/// A choice is left when its determinant is this small against the best, and a little before when asked at an event.
constexpr double bad = 0.5;
constexpr double poor = 0.55;

/// Eliminates with the columns in `order`, as far as `must` one by one and then by the largest pivot; returns the
/// product of the pivots and leaves the pivot columns at the front of `order`.
double eliminate(std::vector<double>& a, std::size_t m, std::vector<std::uint32_t>& order, std::size_t must) {
  const std::size_t n = a.size() / m;
  double product = 1;
  for (std::size_t k = 0; k < m; ++k) {
    std::size_t row = k, at = k;
    const std::size_t last = k < must ? k + 1 : order.size();
    for (std::size_t j = k; j < last; ++j)
      for (std::size_t i = k; i < m; ++i)
        if (std::fabs(a[i * n + order[j]]) > std::fabs(a[row * n + order[at]])) {
          row = i;
          at = j;
        }
    std::swap(order[k], order[at]);
    const double pivot = a[row * n + order[k]];
    if (pivot == 0 || !std::isfinite(pivot)) return 0;
    product *= pivot;
    if (row != k)
      std::swap_ranges(a.begin() + static_cast<std::ptrdiff_t>(row * n),
                       a.begin() + static_cast<std::ptrdiff_t>((row + 1) * n),
                       a.begin() + static_cast<std::ptrdiff_t>(k * n));
    for (std::size_t i = k + 1; i < m; ++i) {
      const double factor = a[i * n + order[k]] / pivot;
      if (factor == 0) continue;
      for (std::size_t j = 0; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
    }
  }
  return std::fabs(product);
}

}  // namespace

StateChoice::StateChoice(const ir::Plan& plan) : plan_(plan) {
  symbolic::ShapeTable& shapes = *plan.dae.shapes;
  for (const ir::StateSet& set : plan.state_sets) {
    first_row_.push_back(rows_.size());
    for (std::uint32_t i = 0; i < set.rows.size(); ++i) {
      const ir::Equation& equation = plan.dae.equations[set.rows[i].index()];
      const auto operands = plan.dae.operands_of(equation);
      for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
        if (!operands[slot].is_variable()) continue;
        const auto found = std::ranges::find(set.candidates, operands[slot].variable());
        if (found == set.candidates.end()) continue;
        ir::Row row = equation;
        row.shape = shapes.intern(shapes.partial(equation.shape, slot), shapes.slot_count(equation.shape));
        rows_.push_back(row);
        entries_.push_back({i, static_cast<std::uint32_t>(found - set.candidates.begin())});
      }
    }
  }
  first_row_.push_back(rows_.size());
  std::vector<std::uint32_t> places(rows_.size());
  std::iota(places.begin(), places.end(), 0U);
  listing_ = emit::assemble_rows(plan, rows_, places);
  code_ = emit::make_code(listing_, emit::BackEnd::interpreter);
}

std::string StateChoice::names(std::size_t set) const {
  std::vector<std::string> names;
  const ir::StateSet& own = plan_.state_sets[set];
  for (std::size_t j = own.determined; j < own.candidates.size(); ++j)
    names.push_back(plan_.dae.name_of(own.candidates[j]));
  return enumerated(names);
}

/// The determinant with the present choice relative to that of a good one, whose states are put into `best`.
double StateChoice::quality(std::size_t number, const double* values, const double* parameters,
                            std::vector<std::uint32_t>* best) const {
  const ir::StateSet& set = plan_.state_sets[number];
  const std::size_t m = set.rows.size();
  const std::size_t n = set.candidates.size();
  const std::size_t free = n - set.determined;
  std::vector<double> matrix(m * n, 0.0);
  for (std::size_t k = first_row_[number]; k < first_row_[number + 1]; ++k)
    matrix[entries_[k].row * n + entries_[k].column] += values[k];
  const double* selectors = parameters + plan_.addresses[set.selectors.index()].index;
  std::vector<bool> is_state(n, false);
  for (std::size_t i = 0; i < set.states.size(); ++i)
    for (std::size_t j = 0; j < free; ++j)
      if (selectors[i * free + j] != 0) is_state[set.determined + j] = true;
  std::vector<std::uint32_t> present, all(n);
  for (std::uint32_t j = 0; j < n; ++j)
    if (!is_state[j]) present.push_back(j);
  std::iota(all.begin(), all.end(), 0U);
  std::vector<double> copy = matrix;
  const double now = eliminate(copy, m, present, m);
  const double good = eliminate(matrix, m, all, set.determined);
  if (best != nullptr) best->assign(all.begin() + static_cast<std::ptrdiff_t>(m), all.end());
  return good > 0 ? now / good : 1;
}

void StateChoice::margins(const emit::Frame& frame, std::span<double> z) const {
  std::vector<double> values(rows_.size());
  emit::Frame own = frame;
  own[Space::residual] = values.data();
  code_->run(0, own, 0, 0);
  for (std::size_t i = 0; i < size(); ++i) z[i] = quality(i, values.data(), frame[Space::parameter], nullptr) - bad;
}

bool StateChoice::improve(CompiledContext& context, const emit::Frame& frame, std::span<double> x,
                          model::StateSet& changed) const {
  return choose_below(poor, context, frame, x, changed);
}

void StateChoice::choose(CompiledContext& context, const emit::Frame& frame, std::span<double> x) const {
  model::StateSet changed;
  choose_below(std::numeric_limits<double>::infinity(), context, frame, x, changed);
}

/// Where the quality of a choice is below the limit.
bool StateChoice::choose_below(double limit, CompiledContext& context, const emit::Frame& frame, std::span<double> x,
                               model::StateSet& changed) const {
  if (size() == 0) return false;
  std::vector<double> values(rows_.size());
  emit::Frame own = frame;
  own[Space::residual] = values.data();
  code_->run(0, own, 0, 0);
  bool any = false;
  for (std::size_t number = 0; number < size(); ++number) {
    std::vector<std::uint32_t> best;
    if (quality(number, values.data(), frame[Space::parameter], &best) >= limit) continue;
    const ir::StateSet& set = plan_.state_sets[number];
    const std::size_t free = set.candidates.size() - set.determined;
    std::sort(best.begin(), best.end());
    double* selectors = context.parameters.data() + plan_.addresses[set.selectors.index()].index;
    std::fill_n(selectors, set.states.size() * free, 0.0);
    for (std::size_t i = 0; i < set.states.size(); ++i) {
      selectors[i * free + best[i] - set.determined] = 1;
      const std::uint32_t state = plan_.addresses[set.states[i].index()].index;
      x[state] = frame.at(emit::place_of(plan_, set.candidates[best[i]]));
      changed.emplace_back(state);
    }
    any = true;
  }
  return any;
}

}  // namespace sunder::execute
