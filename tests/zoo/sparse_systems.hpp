// Large sparse linear systems: heat in a rod and in a plate, masses between springs and dampers.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "model/linear_system.hpp"

namespace sunder::zoo {

/// Column by column, entries of a column in any order.
inline model::SparseLinearSystem sparse_system(const std::vector<std::vector<std::pair<int, double>>>& columns,
                                               int inputs, int outputs) {
  const auto n = static_cast<Eigen::Index>(columns.size());
  model::SparseLinearSystem s;
  s.a.pattern.rows = s.a.pattern.columns = columns.size();
  for (std::vector<std::pair<int, double>> column : columns) {
    std::sort(column.begin(), column.end());
    for (const auto& [row, value] : column) {
      s.a.pattern.row_indices.push_back(row);
      s.a.values.push_back(value);
    }
    s.a.pattern.column_starts.push_back(static_cast<std::int32_t>(s.a.values.size()));
  }
  s.b = Eigen::MatrixXd::Zero(n, inputs);
  s.c = Eigen::MatrixXd::Zero(outputs, n);
  s.d = Eigen::MatrixXd::Zero(outputs, inputs);
  return s;
}

/// Heat in a rod of n cells, cold at both ends, heated in the first cell, measured in the middle.
inline model::SparseLinearSystem rod(int n) {
  const double scale = static_cast<double>(n) * n;
  std::vector<std::vector<std::pair<int, double>>> columns(static_cast<std::size_t>(n));
  for (int j = 0; j < n; ++j)
    for (const int i : {j - 1, j, j + 1})
      if (i >= 0 && i < n) columns[static_cast<std::size_t>(j)].emplace_back(i, i == j ? -2 * scale : scale);
  model::SparseLinearSystem s = sparse_system(columns, 1, 1);
  s.b(0, 0) = n;
  s.c(0, n / 2) = 1;
  return s;
}

/// Heat in a plate of k x k cells, cold all around, heated at one side, measured at two places.
inline model::SparseLinearSystem plate(int k) {
  const int n = k * k;
  const double scale = static_cast<double>(k) * k;
  std::vector<std::vector<std::pair<int, double>>> columns(static_cast<std::size_t>(n));
  for (int j = 0; j < n; ++j) {
    auto& column = columns[static_cast<std::size_t>(j)];
    column.emplace_back(j, -4 * scale);
    if (j >= k) column.emplace_back(j - k, scale);
    if (j + k < n) column.emplace_back(j + k, scale);
    if (j % k > 0) column.emplace_back(j - 1, scale);
    if (j % k < k - 1) column.emplace_back(j + 1, scale);
  }
  model::SparseLinearSystem s = sparse_system(columns, 1, 2);
  for (int i = 0; i < k; ++i) s.b(i, 0) = k;
  s.c(0, n / 2 + k / 2) = 1;
  s.c(1, n / 4 + k / 3) = 1;
  return s;
}

/// k masses of 1 kg in a row between walls and springs of 1 N/m: positions, then speeds. Each mass is slowed down by
/// `drag` against the ground and by `damper` against its neighbours. A force on the first, the place of the middle one.
inline model::SparseLinearSystem mass_chain(int k, double drag, double damper) {
  std::vector<std::vector<std::pair<int, double>>> columns(static_cast<std::size_t>(2 * k));
  for (int j = 0; j < k; ++j) {
    auto& place = columns[static_cast<std::size_t>(j)];
    auto& speed = columns[static_cast<std::size_t>(k + j)];
    speed.emplace_back(j, 1);
    for (const int i : {j - 1, j, j + 1}) {
      if (i < 0 || i >= k) continue;
      const double stiffness = i == j ? 2 : -1;
      place.emplace_back(k + i, -stiffness);
      speed.emplace_back(k + i, -damper * stiffness - (i == j ? drag : 0));
    }
  }
  model::SparseLinearSystem s = sparse_system(columns, 1, 1);
  s.b(k, 0) = 1;
  s.c(0, k / 2) = 1;
  return s;
}

}  // namespace sunder::zoo
