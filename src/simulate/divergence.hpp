// Values that have left any sensible range: a run with an unstable fixed step should not end as if all were well.
#pragma once

#include <span>
#include <vector>

#include "model/model.hpp"

namespace sunder::simulate {

/// A state has diverged when, after the first tenth of the run, it is 1e10 times larger than its nominal value, its
/// start value, its bounds, and everything it was in that first tenth. Only methods without error control need it:
/// where the error is controlled, a model that grows does so by itself.
class DivergenceGuard {
 public:
  DivergenceGuard(const model::Model& model, double start, double stop);
  /// At accepted points of the run, in the order of time.
  model::Status look(double time, std::span<const double> x);

 private:
  [[nodiscard]] model::Status diverged(double time, std::size_t state, double value) const;

  const model::Model& model_;
  double learn_until_;
  std::vector<double> sizes_;  // of each state: what is still usual
};

}  // namespace sunder::simulate
