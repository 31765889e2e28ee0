// Which equation reads which unknown, as a picture: as written, and in the order of solution.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace sunder::ir {
struct Plan;
}

namespace sunder::driver {

/// A matrix of `size` equations and unknowns, drawn on `cells` times `cells` squares. A row of a picture has one
/// character for each square: '0' for no entry, '1' to '9' for how densely it is filled.
struct IncidencePicture {
  std::size_t size = 0, cells = 0;
  std::vector<std::string> given;    ///< equations and unknowns by their numbers
  std::vector<std::string> ordered;  ///< by blocks, in the order of solution: nothing above the diagonal but in loops
  std::vector<std::pair<std::size_t, std::size_t>> loops;  ///< first row and size, of the largest ones
};

IncidencePicture incidence_picture(const ir::Plan& plan);

}  // namespace sunder::driver
