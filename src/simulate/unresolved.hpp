// States that a run moves by no more than the errors it allows them.
#pragma once

#include <span>
#include <vector>

#include "base/diagnostic.hpp"
#include "model/model.hpp"

namespace sunder::simulate {

/// Of methods that allow errors by nominal values (an absolute tolerance): where nobody gave one, a current of
/// nanoamperes may have errors of microamperes.
class Unresolved {
 public:
  Unresolved(const model::Model& model, double tolerance, double absolute_tolerance);
  /// At points of the run that is recorded.
  void look(std::span<const double> x);
  /// One warning that names those that move least against the errors allowed, and what resolves them all.
  void report(Diagnostics& diagnostics) const;

 private:
  struct Covered {
    double low, high;
  };
  /// Of a state: the error allowed where it is largest, in two parts.
  [[nodiscard]] double by_nominal(std::size_t state) const;
  [[nodiscard]] double by_size(std::size_t state) const;

  const model::Model& model_;
  double tolerance_, absolute_;
  std::vector<Covered> covered_;
};

}  // namespace sunder::simulate
