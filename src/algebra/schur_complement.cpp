#include "algebra/schur_complement.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace sunder::algebra {

namespace {

/// Where the entries of each column in rows from `rows` on begin.
std::vector<std::size_t> lower_parts(const SparsePattern& pattern, std::size_t rows) {
  std::vector<std::size_t> first;
  for (std::size_t column = 0; column < pattern.columns; ++column) {
    const auto begin = pattern.row_indices.begin() + pattern.column_starts[column];
    const auto end = pattern.row_indices.begin() + pattern.column_starts[column + 1];
    first.push_back(static_cast<std::size_t>(std::lower_bound(begin, end, static_cast<std::int32_t>(rows)) -
                                             pattern.row_indices.begin()));
  }
  return first;
}

SparsePattern lower_right(const SparsePattern& pattern, std::size_t rows, std::size_t columns,
                          std::span<const std::size_t> first) {
  SparsePattern d;
  d.rows = pattern.rows - rows;
  d.columns = pattern.columns - columns;
  for (std::size_t column = columns; column < pattern.columns; ++column) {
    for (std::size_t k = first[column]; k < static_cast<std::size_t>(pattern.column_starts[column + 1]); ++k)
      d.row_indices.push_back(pattern.row_indices[k] - static_cast<std::int32_t>(rows));
    d.column_starts.push_back(static_cast<std::int32_t>(d.row_indices.size()));
  }
  return d;
}

}  // namespace

SchurComplement::SchurComplement(const SparsePattern& pattern, std::size_t rows, std::size_t columns)
    : pattern_(pattern),
      rows_(rows),
      columns_(columns),
      first_of_d_(lower_parts(pattern, rows)),
      d_(lower_right(pattern, rows, columns, first_of_d_)),
      lu_(d_),
      values_(pattern.nonzeros()),
      d_values_(d_.nonzeros()),
      unknowns_(d_.columns),
      sizes_(rows) {
  assert(d_.rows == d_.columns);
  find_rows();
}

void SchurComplement::find_rows() {
  b_starts_.assign(rows_ + 1, 0);
  const auto each = [&](const auto& visit) {
    for (std::size_t column = columns_; column < pattern_.columns; ++column)
      for (auto k = static_cast<std::size_t>(pattern_.column_starts[column]); k < first_of_d_[column]; ++k)
        visit(static_cast<std::size_t>(pattern_.row_indices[k]), k, column - columns_);
  };
  each([&](std::size_t row, std::size_t, std::size_t) { ++b_starts_[row + 1]; });
  for (std::size_t row = 0; row < rows_; ++row) b_starts_[row + 1] += b_starts_[row];
  b_entries_.resize(b_starts_.back());
  b_unknowns_.resize(b_starts_.back());
  std::vector<std::size_t> next(b_starts_.begin(), b_starts_.end() - 1);
  each([&](std::size_t row, std::size_t k, std::size_t unknown) {
    b_entries_[next[row]] = k;
    b_unknowns_[next[row]++] = unknown;
  });
}

bool SchurComplement::factor(std::span<const double> values) {
  std::copy(values.begin(), values.end(), values_.begin());
  auto to = d_values_.begin();
  for (std::size_t column = columns_; column < pattern_.columns; ++column)
    for (std::size_t k = first_of_d_[column]; k < end_of(column); ++k) *to++ = values[k];
  return lu_.factor(d_values_) && lu_.reciprocal_condition() >= std::numeric_limits<double>::epsilon();
}

void SchurComplement::multiply(std::span<const double> v, std::span<double> out) {
  std::ranges::fill(out, 0.0);
  std::ranges::fill(unknowns_, 0.0);
  const auto add = [&](std::size_t column, double factor) {
    if (factor == 0) return;
    for (auto k = static_cast<std::size_t>(pattern_.column_starts[column]); k < first_of_d_[column]; ++k)
      out[static_cast<std::size_t>(pattern_.row_indices[k])] += values_[k] * factor;
  };
  for (std::size_t column = 0; column < columns_; ++column) {
    add(column, v[column]);
    for (std::size_t k = first_of_d_[column]; k < end_of(column); ++k)
      unknowns_[static_cast<std::size_t>(pattern_.row_indices[k]) - rows_] -= values_[k] * v[column];
  }
  lu_.solve(unknowns_);
  for (std::size_t u = 0; u < unknowns_.size(); ++u) add(columns_ + u, unknowns_[u]);
}

void SchurComplement::solve_column(std::size_t number) {
  std::ranges::fill(unknowns_, 0.0);
  for (std::size_t k = first_of_d_[number]; k < end_of(number); ++k)
    unknowns_[static_cast<std::size_t>(pattern_.row_indices[k]) - rows_] = -values_[k];
  lu_.solve(unknowns_);
}

double SchurComplement::entry(std::size_t row, std::size_t column) {
  const auto begin = pattern_.row_indices.begin() + pattern_.column_starts[column];
  const auto end = pattern_.row_indices.begin() + static_cast<std::ptrdiff_t>(first_of_d_[column]);
  const auto found = std::lower_bound(begin, end, static_cast<std::int32_t>(row));
  double sum = found != end && *found == static_cast<std::int32_t>(row)
                   ? values_[static_cast<std::size_t>(found - pattern_.row_indices.begin())]
                   : 0;
  if (is_direct(row, column)) return sum;
  solve_column(column);
  for (std::size_t k = b_starts_[row]; k < b_starts_[row + 1]; ++k)
    sum += values_[b_entries_[k]] * unknowns_[b_unknowns_[k]];
  return sum;
}

void SchurComplement::column(std::size_t number, std::span<double> out) {
  constexpr double lost = 4 * std::numeric_limits<double>::epsilon();
  std::ranges::fill(out, 0.0);
  std::ranges::fill(sizes_, 0.0);
  const auto add = [&](std::size_t column, double factor) {
    if (factor == 0) return;
    for (auto k = static_cast<std::size_t>(pattern_.column_starts[column]); k < first_of_d_[column]; ++k) {
      const auto row = static_cast<std::size_t>(pattern_.row_indices[k]);
      out[row] += values_[k] * factor;
      sizes_[row] += std::fabs(values_[k] * factor);
    }
  };
  add(number, 1);
  if (!is_read(number)) return;
  solve_column(number);
  for (std::size_t u = 0; u < unknowns_.size(); ++u) add(columns_ + u, unknowns_[u]);
  for (std::size_t row = 0; row < rows_; ++row)
    if (std::fabs(out[row]) < lost * sizes_[row]) out[row] = 0;
}

std::size_t SchurComplement::column_operations() const {
  return 2 * (static_cast<std::size_t>(lu_.expected_entries()) + pattern_.nonzeros());
}

}  // namespace sunder::algebra
