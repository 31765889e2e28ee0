// A named matrix in a MAT file.
#pragma once

#include <istream>
#include <string>

#include "evaluate/table_files.hpp"

namespace sunder::evaluate {

/// False after setting `message`.
bool read_mat(std::istream& in, const std::string& name, FileMatrix& matrix, std::string& message);

}  // namespace sunder::evaluate
