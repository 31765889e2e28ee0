// A counter-flow heat exchanger in cells: fluid a, wall, fluid b, each with its rates.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "algebra/sparse_blocks.hpp"
#include "zoo/zoo.hpp"

namespace sunder::zoo {

struct ExchangerRates {
  std::size_t cells = 10;
  double a_wall = 0, b_wall = 0;  ///< how fast the wall changes the fluids
  double a_flow = 0, b_flow = 0;  ///< how fast the flow changes them
  double wall_a = 0, wall_b = 0;  ///< how fast the fluids change the wall
};

inline ExchangerRates exchanger_of(std::size_t cells) {
  const auto n = static_cast<double>(cells);
  return {cells, 8000 / 420.0, 8000 / 3500.0, n / 0.1, n, 1.6, 1.6};
}

struct Triplet {
  std::size_t row, column;
  double value;
};

/// Column-compressed from entries in any order, without repetition.
inline algebra::SparseMatrix from_triplets(std::size_t size, const std::vector<Triplet>& entries) {
  std::vector<std::vector<std::pair<std::int32_t, double>>> columns(size);
  for (const Triplet& entry : entries)
    columns[entry.column].push_back({static_cast<std::int32_t>(entry.row), entry.value});
  algebra::SparseMatrix matrix;
  matrix.pattern.rows = matrix.pattern.columns = size;
  for (auto& column : columns) {
    std::sort(column.begin(), column.end());
    for (const auto& [row, value] : column) {
      matrix.pattern.row_indices.push_back(row);
      matrix.values.push_back(value);
    }
    matrix.pattern.column_starts.push_back(static_cast<std::int32_t>(matrix.values.size()));
  }
  return matrix;
}

/// States: a_1 … a_n, wall_1 … wall_n, b_1 … b_n; cell i of b is at wall n - 1 - i.
inline algebra::SparseMatrix heat_exchanger(const ExchangerRates& rates) {
  const std::size_t n = rates.cells;
  std::vector<Triplet> entries;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t a = i, wall = n + i, b = 2 * n + i, across = 2 * n + (n - 1 - i);
    entries.push_back({a, a, -(rates.a_flow + rates.a_wall)});
    entries.push_back({a, wall, rates.a_wall});
    entries.push_back({wall, wall, -(rates.wall_a + rates.wall_b)});
    entries.push_back({wall, a, rates.wall_a});
    entries.push_back({wall, across, rates.wall_b});
    entries.push_back({b, b, -(rates.b_flow + rates.b_wall)});
    entries.push_back({b, n + (n - 1 - i), rates.b_wall});
    if (i > 0) entries.push_back({a, a - 1, rates.a_flow});
    if (i > 0) entries.push_back({b, b - 1, rates.b_flow});
  }
  return from_triplets(3 * n, entries);
}

/// x' = A x + b with a sparse A.
class SparseLinear final : public Analytic {
 public:
  SparseLinear(const algebra::SparseMatrix& a, std::vector<double> b, double start)
      : Analytic(b.size()), rows_(algebra::transposed(a)), b_(std::move(b)), start_(start) {}
  [[nodiscard]] std::vector<double> initial() const override { return std::vector<double>(b_.size(), start_); }
  [[nodiscard]] double derivative(std::size_t i, std::span<const double> x, double) const override {
    double sum = b_[i];
    for (auto k = rows_.pattern.column_starts[i]; k < rows_.pattern.column_starts[i + 1]; ++k) {
      sum += rows_.values[k] * x[rows_.pattern.row_indices[k]];
    }
    return sum;
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t i) const override {
    return {rows_.pattern.row_indices.begin() + rows_.pattern.column_starts[i],
            rows_.pattern.row_indices.begin() + rows_.pattern.column_starts[i + 1]};
  }
  [[nodiscard]] double partial(std::size_t i, std::size_t by, std::span<const double>, double) const override {
    for (auto k = rows_.pattern.column_starts[i]; k < rows_.pattern.column_starts[i + 1]; ++k) {
      if (rows_.pattern.row_indices[k] == static_cast<std::int32_t>(by)) return rows_.values[k];
    }
    return 0;
  }

 private:
  algebra::SparseMatrix rows_;
  std::vector<double> b_;
  double start_;
};

/// The exchanger at work: 323.15 K and 288.15 K flow in, everything starts at 293.15 K.
inline SparseLinear running_exchanger(const ExchangerRates& rates) {
  std::vector<double> b(3 * rates.cells, 0.0);
  b[0] = rates.a_flow * 323.15;
  b[2 * rates.cells] = rates.b_flow * 288.15;
  return {heat_exchanger(rates), std::move(b), 293.15};
}

}  // namespace sunder::zoo
