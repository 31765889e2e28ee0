#include "decouple/indices.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "algebra/matrices.hpp"
#include "algebra/sparse_blocks.hpp"
#include "algebra/spectrum.hpp"
#include "decouple/dense.hpp"
#include "graph/components.hpp"

namespace sunder::decouple {

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

std::optional<double> stiffness_ratio(const algebra::SparseMatrix& matrix, std::size_t block_limit) {
  const algebra::SparsePattern& pattern = matrix.pattern;
  if (pattern.columns == 0) return std::nullopt;
  const graph::Rows components = graph::strong_components(influences(matrix)).members;
  for (std::uint32_t c = 0; c < components.size(); ++c) {
    if (components[c].size() > block_limit) return std::nullopt;
  }
  double largest = 0;
  double smallest = std::numeric_limits<double>::infinity();
  double largest_modulus = 0;
  algebra::BlockExtractor extractor(matrix);
  for (std::uint32_t c = 0; c < components.size(); ++c) {
    const auto note = [&](double real, double modulus) {
      largest = std::max(largest, std::abs(real));
      smallest = std::min(smallest, std::abs(real));
      largest_modulus = std::max(largest_modulus, modulus);
    };
    if (components[c].size() == 1) {
      const double entry = extractor.diagonal(components[c].front());
      note(entry, std::abs(entry));
      continue;
    }
    Eigen::MatrixXd block = dense_matrix(extractor.block(components[c]));
    balance(block);
    const auto values = algebra::eigenvalues(block);
    if (!values) return std::nullopt;
    for (const std::complex<double>& value : *values) note(value.real(), std::abs(value));
  }
  if (!(smallest > 1e-12 * largest_modulus)) return std::nullopt;
  return largest / smallest;
}

}  // namespace sunder::decouple
