#include "simulate/rates.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/stepper.hpp"
#include "simulate/linearise.hpp"

namespace sunder::simulate {

namespace {

model::StateSet all_but_slowest(const model::Partition& partition) {
  model::StateSet fast;
  for (std::size_t k = 0; k + 1 < partition.clusters.size(); ++k)
    fast.insert(fast.end(), partition.clusters[k].begin(), partition.clusters[k].end());
  std::sort(fast.begin(), fast.end());
  return fast;
}

}  // namespace

std::optional<Rates> choose_rates(const model::Model& model, const decouple::Linearisation& linearisation,
                                  const decouple::PartitionChoice& choice, std::optional<double> step,
                                  const std::vector<std::uint32_t>& substeps) {
  Rates rates;
  rates.partition = choice.partition;
  const std::size_t clusters = rates.partition.clusters.size();
  const std::vector<double>& suggested = choice.cluster_steps;
  if (!step && !suggested.empty()) step = suggested.back();
  if (!step) step = choice.step;
  if (!step || !(*step > 0) || clusters == 0) return std::nullopt;
  rates.step = *step;
  double slower = *step;
  for (std::size_t k = clusters - 1; k-- > 0;) {
    const std::size_t level = clusters - 2 - k;
    double count = integrate::default_substeps;
    if (level < substeps.size()) {
      count = substeps[level];
    } else if (!suggested.empty()) {
      count = std::ceil(slower / suggested[k] * (1 - 1e-9));
    }
    count = std::clamp(count, 1.0, 1e6);
    rates.substeps.push_back(static_cast<std::uint32_t>(count));
    slower /= count;
  }
  rates.certificate = PointCertifier(linearisation, model)(integrate::find_method("multirate")->certified_as,
                                                           all_but_slowest(rates.partition), *step);
  rates.partition.implicit = rates.certificate->acceptable() ? clusters - 1 : clusters;
  return rates;
}

}  // namespace sunder::simulate
