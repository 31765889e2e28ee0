#include "simulate/rates.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/certificate.hpp"
#include "integrate/stepper.hpp"

namespace sunder::simulate {

namespace {

model::StateSet all_but_slowest(const model::Partition& partition) {
  model::StateSet fast;
  for (std::size_t k = 0; k + 1 < partition.clusters.size(); ++k)
    fast.insert(fast.end(), partition.clusters[k].begin(), partition.clusters[k].end());
  std::sort(fast.begin(), fast.end());
  return fast;
}

/// Stable at every point, else the worst of those that are not.
std::optional<model::StepCertificate> certify_everywhere(const decouple::Linearisation& linearisation,
                                                         const model::StateSet& fast, double step) {
  const std::string_view method = integrate::find_method("multirate")->certified_as;
  std::optional<model::StepCertificate> worst;
  for (std::size_t i = 0; i < linearisation.point_count(); ++i) {
    const std::optional<model::StepCertificate> here =
        integrate::certify(method, linearisation.point(i).jacobian, fast, step);
    if (!worst || (here && here->spectral_radius > worst->spectral_radius)) worst = here;
  }
  return worst;
}

}  // namespace

std::optional<Rates> choose_rates(const decouple::Linearisation& linearisation, const decouple::PartitionChoice& choice,
                                  std::optional<double> step, const std::vector<std::uint32_t>& substeps) {
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
  rates.certificate = certify_everywhere(linearisation, all_but_slowest(rates.partition), *step);
  const bool stable = rates.certificate && rates.certificate->stable;
  rates.partition.implicit = stable ? clusters - 1 : clusters;
  return rates;
}

}  // namespace sunder::simulate
