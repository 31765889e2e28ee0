// Matrices in files, as the tables of the Standard Library read them: text files with named matrices, MAT, and CSV.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sunder::evaluate {

struct FileMatrix {
  std::size_t rows = 0, columns = 0;
  std::vector<double> numbers;  ///< row-major
};

/// False after setting `message`. `delimiter` and `skipped` (lines at the beginning) are those of CSV files.
bool read_matrix(const std::string& file, const std::string& name, char delimiter, std::int64_t skipped,
                 FileMatrix& matrix, std::string& message);

}  // namespace sunder::evaluate
