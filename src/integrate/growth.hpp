// By how much disturbances grow at most while one step is taken again and again.
//
// All states are disturbed by their nominal values, with any signs, and the figure is how far one of them goes, in
// units of its nominal value, over any number of steps. Where that exceeds the limit, units may be to blame, or the
// model itself: what follows is then measured in units of how far the states move by themselves after the same
// disturbances.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "algebra/powers.hpp"
#include "base/cancel.hpp"
#include "integrate/one_step.hpp"

namespace sunder::integrate {

class GrowthEstimator {
 public:
  /// `nominals` may be empty: ones.
  GrowthEstimator(const algebra::SparseMatrix& jacobian, std::vector<double> nominals);

  /// Up to `dense_limit` states the powers of the matrix are formed. Of larger models the growth is bounded by weights
  /// (comparison_bound.hpp) where some are found; else a few vectors are followed for as many steps as take some
  /// seconds, and the largest growth seen is a lower bound.
  algebra::PowerGrowth of(const LinearStep& method, const std::vector<char>& fast, double step, std::size_t dense_limit,
                          const CancelToken& cancel);

 private:
  algebra::PowerGrowth dense(OneStep& one_step);
  algebra::PowerGrowth sampled(const LinearStep& method, const std::vector<char>& fast, double step,
                               const CancelToken& cancel);

  const algebra::SparseMatrix& jacobian_;
  std::vector<double> nominals_;
  std::optional<algebra::VectorXd> own_ranges_;  // of the model, whatever the step
};

}  // namespace sunder::integrate
