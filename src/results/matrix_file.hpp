// Single matrices in MAT files, of version 4 or 5 (not compressed): for functions of models that write some.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace sunder::results {

enum class MatVersion { four, five };

struct NamedMatrix {
  std::string name;
  std::size_t rows = 0, columns = 0;
  std::span<const double> values;  ///< row by row
};

/// The content of the file with the matrix: behind what `before` has, which is the content of a file of the same
/// version or nothing; a matrix of the same name in there is replaced. Empty after setting `message`.
std::string with_matrix(std::string before, MatVersion version, const NamedMatrix& matrix, std::string& message);

}  // namespace sunder::results
