// The steps of a multirate run: one for every cluster of a partition.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "decouple/analysis.hpp"
#include "model/partition.hpp"

namespace sunder::simulate {

struct Rates {
  model::Partition partition;           ///< its slowest cluster is explicit exactly when its step is certified
  double step = 0;                      ///< of the slowest cluster
  std::vector<std::uint32_t> substeps;  ///< of each faster one in a step of the next slower, from slow to fast
  std::optional<model::StepCertificate> certificate;  ///< of the slowest cluster as the explicit part of mixed-ars222
};

/// `step` and `substeps` as far as given, the rest from the time scales: a cluster's step is at most the one that the
/// analysis suggests for it. Nothing when there is no step to go by.
std::optional<Rates> choose_rates(const model::Model& model, const decouple::Linearisation& linearisation,
                                  const decouple::PartitionChoice& choice, std::optional<double> step,
                                  const std::vector<std::uint32_t>& substeps);

}  // namespace sunder::simulate
