// What the iteration of linear loops took (--iterate-above), for whoever counts the work of a run.
#pragma once

#include <cstdint>

namespace sunder::model {

struct SweepCount {
  std::uint64_t solutions = 0;      ///< that were looked for by iteration
  std::uint64_t not_converged = 0;  ///< of these: found by factors
  std::uint64_t sweeps = 0;         ///< of all of them
};

/// Contexts of models whose loops may be iterated are also this.
class CountsSweeps {
 public:
  virtual ~CountsSweeps() = default;
  /// Since the context was made.
  [[nodiscard]] virtual SweepCount sweep_count() const = 0;
};

}  // namespace sunder::model
