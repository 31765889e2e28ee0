#include "integrate/opened_rows.hpp"

#include <algorithm>
#include <cmath>

#include "model/opened.hpp"
#include "runtime/implicit_rows.h"

namespace sunder::integrate {

OpenedRows::OpenedRows(const SunderSystem& system) {
  const SunderPattern& rows = system.jacobian_pattern;
  const std::size_t implicit = rows.row_count;
  size_ = implicit + system.opened_count;
  constexpr std::uint32_t none = UINT32_MAX;
  std::vector<std::uint32_t> position(std::size_t{system.state_count} + system.opened_count, none);
  for (std::uint32_t k = 0; k < implicit; ++k) position[system.rows != nullptr ? system.rows[k] : k] = k;
  for (std::uint32_t k = 0; k < system.opened_count; ++k)
    position[system.state_count + k] = static_cast<std::uint32_t>(implicit) + k;
  algebra::SparsePattern inside;
  inside.rows = inside.columns = size_;
  std::vector<std::vector<std::pair<std::int32_t, std::uint32_t>>> columns(size_);
  for (std::uint32_t row = 0; row < size_; ++row)
    for (std::uint32_t e = rows.row_start[row]; e < rows.row_start[row + 1]; ++e)
      if (position[rows.column[e]] != none)
        columns[position[rows.column[e]]].emplace_back(static_cast<std::int32_t>(row), e);
  for (const auto& column : columns) {
    for (const auto& [row, e] : column) {
      inside.row_indices.push_back(row);
      entry_.push_back(e);
    }
    inside.column_starts.push_back(static_cast<std::int32_t>(inside.row_indices.size()));
  }
  values_.resize(entry_.size());
  solver_.emplace(inside, 0, implicit);
}

int OpenedRows::factor(void* self, double c, const double* values) {
  OpenedRows& own = *static_cast<OpenedRows*>(self);
  for (std::size_t k = 0; k < own.entry_.size(); ++k) own.values_[k] = values[own.entry_[k]];
  constexpr int patience = 3;
  if (!own.solver_->factor(own.values_, c)) return ++own.failures_ < patience ? SUNDER_SINGULAR : SUNDER_FATAL;
  own.failures_ = 0;
  own.operations_ += own.solver_->factor_operations();
  return SUNDER_OK;
}

int OpenedRows::solve(void* self, double* b) {
  OpenedRows& own = *static_cast<OpenedRows*>(self);
  own.solver_->solve({b, own.size_});
  own.operations_ += own.solver_->solve_operations();
  return SUNDER_OK;
}

namespace {

/// Operations of a factorisation of the implicit rows and columns and of the solutions of a step's stages; or some more
/// than `enough`, which an ordering of very many entries need not be looked for to tell.
double linear_work(const model::Evaluator& evaluator, const algebra::SparsePattern& pattern, double enough) {
  constexpr double stages = 8;
  const model::StateSet& rows = evaluator.wanted().derivatives;
  const model::StateSet& columns = evaluator.varying().states;
  algebra::SparsePattern square;
  square.rows = pattern.rows;
  for (std::size_t column = 0; column < pattern.columns; ++column) {
    if (column < columns.size() && !std::ranges::binary_search(rows, columns[column])) continue;
    square.row_indices.insert(square.row_indices.end(), pattern.row_indices.begin() + pattern.column_starts[column],
                              pattern.row_indices.begin() + pattern.column_starts[column + 1]);
    square.column_starts.push_back(static_cast<std::int32_t>(square.row_indices.size()));
    ++square.columns;
  }
  const double at_least = (1 + 2 * stages) * static_cast<double>(square.nonzeros());
  if (at_least > enough) return at_least;
  const ShiftedSolver solver(square, 0, rows.size());
  return solver.expected_operations() + stages * solver.expected_solve_operations();
}

}  // namespace

bool opening_pays(model::Evaluator& evaluator) {
  const model::OpenedJacobian* opened = evaluator.opened();
  if (opened == nullptr || opened->pattern().nonzeros() >= opened->closed_pattern().nonzeros()) return false;
  constexpr double clearly = 4;  // pivots that are chosen by value take more around every operation
  const double work =
      clearly * (static_cast<double>(opened->operations()) + linear_work(evaluator, opened->pattern(), HUGE_VAL));
  const double enough = work - static_cast<double>(opened->closed_operations());
  return enough < 0 || linear_work(evaluator, opened->closed_pattern(), enough) > enough;
}

bool use_opened(model::Evaluator& evaluator, const std::optional<bool>& asked) {
  return asked ? *asked && evaluator.opened() != nullptr : opening_pays(evaluator);
}

}  // namespace sunder::integrate
