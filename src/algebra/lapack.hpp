// Subroutines of LAPACK by name: what external "FORTRAN 77" functions of Modelica libraries call.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sunder::algebra {

/// An argument before the call and after it. Integers and logicals are numbers too.
struct LapackArgument {
  std::size_t rows = 1, columns = 1;
  std::vector<double> numbers;  ///< row by row
  char letter = ' ';            ///< of options that are characters
  bool is_letter = false;
};

bool is_lapack(std::string_view name);
/// False after setting `message`: there is no subroutine of that name, or these cannot be its arguments. `result`: of
/// those that are functions. Whether the numbers can be solved for is said by the argument `info`, as always.
bool call_lapack(std::string_view name, std::span<LapackArgument> arguments, double& result, std::string& message);

}  // namespace sunder::algebra
