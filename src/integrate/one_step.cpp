#include "integrate/one_step.hpp"

#include <algorithm>

#include "algebra/sparse_blocks.hpp"

namespace sunder::integrate {

std::optional<LinearStep> linear_step(std::string_view method, ExplicitUpdate update) {
  const std::optional<Scheme> scheme = scheme_of(method);
  if (!scheme) return std::nullopt;
  return LinearStep{*scheme, find_method(method)->updates_in_place ? update : ExplicitUpdate::simultaneous};
}

double scalar_factor(const LinearStep& method, bool fast, double z) {
  if (method.pair && (fast || method.all_fast)) {
    return method.pair == MixedPair::euler ? 1 / (1 - z) : (1 + z / 2) / (1 - z / 2);
  }
  if (method.tableau == &classical_rk4()) return 1 + z * (1 + z / 2 * (1 + z / 3 * (1 + z / 4)));
  const bool first_order = method.pair ? method.pair == MixedPair::euler : method.tableau == &explicit_euler();
  return first_order ? 1 + z : 1 + z * (1 + z / 2);
}

OneStep::OneStep(const LinearStep& method, const algebra::SparseMatrix& matrix, std::vector<char> fast, double step)
    : method_(method),
      matrix_(matrix),
      fast_(std::move(fast)),
      step_(step),
      slope_(fast_.size()),
      stage_(fast_.size()),
      product_(fast_.size()) {
  if (method_.tableau != nullptr) return;
  if (method_.all_fast) std::fill(fast_.begin(), fast_.end(), char{1});
  for (std::uint32_t state = 0; state < fast_.size(); ++state) {
    if (fast_[state] != 0) fast_states_.push_back(state);
  }
  right_.resize(fast_states_.size());
  c_ = method_.pair == MixedPair::euler ? step : step / 2;
  const algebra::SparseMatrix fast_block = algebra::BlockExtractor(matrix).block(fast_states_);
  solver_ = std::make_unique<ShiftedSolver>(fast_block.pattern);
  solvable_ = solver_->factor(fast_block.values, c_);
  if (method_.update == ExplicitUpdate::in_place) rows_ = algebra::transposed(matrix);
}

void OneStep::multiply(std::span<const double> x, std::span<double> product) const {
  std::fill(product.begin(), product.end(), 0.0);
  for (std::size_t column = 0; column < x.size(); ++column) {
    const double value = x[column];
    if (value == 0) continue;
    for (auto k = matrix_.pattern.column_starts[column]; k < matrix_.pattern.column_starts[column + 1]; ++k) {
      product[matrix_.pattern.row_indices[k]] += matrix_.values[k] * value;
    }
  }
}

void OneStep::apply(std::span<const double> x, std::span<double> y) {
  if (method_.tableau != nullptr) return apply_explicit(x, y);
  std::copy(x.begin(), x.end(), y.begin());
  advance_slow(x, y);
  advance_fast(x, y);
}

double OneStep::operations() const {
  const double product = 2.0 * static_cast<double>(matrix_.pattern.nonzeros());
  if (method_.tableau != nullptr) return static_cast<double>(method_.tableau->nodes.size()) * product;
  double products = 0;
  if (fast_states_.size() < fast_.size()) products += method_.pair == MixedPair::euler ? 1 : 2;
  if (!fast_states_.empty()) products += method_.pair == MixedPair::heun_lobatto ? 2 : 1;
  return products * product + static_cast<double>(solver_->solve_operations());
}

void OneStep::apply_explicit(std::span<const double> x, std::span<double> y) {
  std::copy(x.begin(), x.end(), y.begin());
  for (std::size_t i = 0; i < method_.tableau->nodes.size(); ++i) {
    const double node = method_.tableau->nodes[i];
    for (std::size_t s = 0; s < x.size(); ++s) stage_[s] = i == 0 ? x[s] : x[s] + step_ * node * slope_[s];
    multiply(stage_, slope_);
    for (std::size_t s = 0; s < x.size(); ++s) y[s] += step_ * method_.tableau->weights[i] * slope_[s];
  }
}

void OneStep::advance_slow(std::span<const double> x, std::span<double> y) {
  if (fast_states_.size() == fast_.size()) return;
  if (method_.update == ExplicitUpdate::in_place) {
    for (std::size_t s = 0; s < x.size(); ++s) {
      if (fast_[s] != 0) continue;
      double slope = 0;
      for (auto k = rows_.pattern.column_starts[s]; k < rows_.pattern.column_starts[s + 1]; ++k) {
        slope += rows_.values[k] * y[rows_.pattern.row_indices[k]];
      }
      y[s] += step_ * slope;
    }
    return;
  }
  multiply(x, slope_);
  if (method_.pair == MixedPair::euler) {
    for (std::size_t s = 0; s < x.size(); ++s) y[s] = fast_[s] != 0 ? x[s] : x[s] + step_ * slope_[s];
    return;
  }
  const bool midpoint = method_.pair == MixedPair::midpoint;
  const double node = midpoint ? 0.5 : 1.0;
  for (std::size_t s = 0; s < x.size(); ++s) {
    stage_[s] = fast_[s] != 0 ? x[s] : x[s] + step_ * node * slope_[s];
    if (fast_[s] == 0 && !midpoint) y[s] = x[s] + step_ / 2 * slope_[s];
  }
  multiply(stage_, slope_);
  for (std::size_t s = 0; s < x.size(); ++s) {
    if (fast_[s] == 0) y[s] += (midpoint ? step_ : step_ / 2) * slope_[s];
  }
}

void OneStep::advance_fast(std::span<const double> x, std::span<double> y) {
  if (fast_states_.empty()) return;
  // What the slow states bring into the fast equations: their new values, or the middle ones.
  const bool midpoint = method_.pair == MixedPair::midpoint;
  for (std::size_t s = 0; s < x.size(); ++s) {
    if (fast_[s] != 0) {
      stage_[s] = 0;
    } else {
      stage_[s] = midpoint ? (x[s] + y[s]) / 2 : y[s];
    }
  }
  multiply(stage_, product_);
  if (method_.pair == MixedPair::heun_lobatto) {
    multiply(x, slope_);
    for (std::size_t s = 0; s < x.size(); ++s) product_[s] += slope_[s];
  }
  for (std::size_t i = 0; i < fast_states_.size(); ++i) {
    right_[i] = x[fast_states_[i]] + c_ * product_[fast_states_[i]];
  }
  solver_->solve(right_);
  for (std::size_t i = 0; i < fast_states_.size(); ++i) {
    const std::uint32_t s = fast_states_[i];
    y[s] = midpoint ? 2 * right_[i] - x[s] : right_[i];
  }
}

algebra::MatrixXd matrix_of(OneStep& step) {
  const auto n = static_cast<algebra::Index>(step.size());
  algebra::MatrixXd matrix(n, n);
  std::vector<double> unit(step.size(), 0.0);
  for (algebra::Index column = 0; column < n; ++column) {
    unit[static_cast<std::size_t>(column)] = 1;
    step.apply(unit, {matrix.col(column).data(), step.size()});
    unit[static_cast<std::size_t>(column)] = 0;
  }
  return matrix;
}

}  // namespace sunder::integrate
