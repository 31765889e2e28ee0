#include "decouple/indices.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "graph/cycles.hpp"

namespace sunder {

Separability separability(std::span<const double> ascending, double rounding) {
  Separability result;
  if (ascending.size() < 2) return result;
  double largest = 0;
  for (std::size_t i = 0; i + 1 < ascending.size(); ++i) {
    largest = std::max(largest, ascending[i + 1] - ascending[i]);
  }
  if (!(largest > rounding)) return result;
  const auto gaps = static_cast<double>(ascending.size() - 1);
  result.index = 1 - (ascending.back() - ascending.front()) / gaps / largest;
  for (std::size_t i = 0; i + 1 < ascending.size(); ++i) {
    result.terms.push_back((ascending[i + 1] - ascending[i]) / largest);
  }
  return result;
}

std::optional<double> stiffness_ratio(const SparseMatrix& matrix, std::size_t block_limit) {
  const SparsePattern& pattern = matrix.pattern;
  if (pattern.columns == 0) return std::nullopt;
  graph::Digraph graph;
  for (std::size_t column = 0; column < pattern.columns; ++column) {
    for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
      if (matrix.values[k] != 0) graph.targets.push_back(static_cast<std::uint32_t>(pattern.row_indices[k]));
    }
    graph.starts.push_back(static_cast<std::uint32_t>(graph.targets.size()));
  }
  const auto components = graph::strong_components(graph);
  for (const auto& component : components) {
    if (component.size() > block_limit) return std::nullopt;
  }
  double largest = 0;
  double smallest = std::numeric_limits<double>::infinity();
  double largest_modulus = 0;
  std::vector<std::int32_t> position(pattern.columns, -1);
  for (const auto& component : components) {
    for (std::size_t i = 0; i < component.size(); ++i) position[component[i]] = static_cast<std::int32_t>(i);
    const auto size = static_cast<Eigen::Index>(component.size());
    Eigen::MatrixXd block = Eigen::MatrixXd::Zero(size, size);
    for (const std::uint32_t column : component) {
      for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
        const std::int32_t row = position[pattern.row_indices[k]];
        if (row >= 0) block(row, position[column]) = matrix.values[k];
      }
    }
    for (const std::uint32_t node : component) position[node] = -1;
    const auto note = [&](double real, double modulus) {
      largest = std::max(largest, std::abs(real));
      smallest = std::min(smallest, std::abs(real));
      largest_modulus = std::max(largest_modulus, modulus);
    };
    if (size == 1) {
      note(block(0, 0), std::abs(block(0, 0)));
      continue;
    }
    const Eigen::EigenSolver<Eigen::MatrixXd> solver(block, false);
    if (solver.info() != Eigen::Success) return std::nullopt;
    for (const std::complex<double>& value : solver.eigenvalues()) note(value.real(), std::abs(value));
  }
  if (!(smallest > 1e-12 * largest_modulus)) return std::nullopt;
  return largest / smallest;
}

}  // namespace sunder
