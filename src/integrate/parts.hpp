// Which clusters of a partition a multirate run gives steps of their own.
#pragma once

#include "model/partition.hpp"

namespace sunder::integrate {

/// Of the clusters of a partition those that are worth steps of their own: slow and fast ones are apart, and of what is
/// left, clusters with so many more states than all faster ones together that the work of their steps counts. The
/// others join the next faster one.
model::Partition parts_worth_steps(const model::Partition& partition);

}  // namespace sunder::integrate
