#include "integrate/partitioned_slopes.hpp"

#include <algorithm>

namespace sunder {

PartitionedSlopes::PartitionedSlopes(const Model& model, Context& context, const StateSet& fast, Statistics& statistics)
    : size_(model.state_count()) {
  const StateSet all = all_states(size_);
  const StateSet slow = complement(fast, size_);
  if (!slow.empty()) slow_.emplace(model, context, slow, all, statistics);
  if (fast.empty()) return;
  fast_.emplace(model, context, fast, all, statistics);
  jacobian_.emplace(fast_->pattern(), fast);
}

int PartitionedSlopes::part(std::optional<Derivatives>& derivatives, double t, const double* x, double* dx) {
  std::fill(dx, dx + size_, 0.0);
  return !derivatives || derivatives->at(t, {x, size_}, {dx, size_}) ? 0 : 1;
}

int PartitionedSlopes::jacobian(double t, const double* x, std::int64_t* column_starts, std::int64_t* row_indices,
                                double* values) {
  const std::span<const double> state(x, size_);
  if (!fast_->freeze(t, state) || !fast_->jacobian(state, jacobian_->values())) return 1;
  jacobian_->give(column_starts, row_indices, values);
  return 0;
}

}  // namespace sunder
