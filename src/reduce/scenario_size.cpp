#include "reduce/scenario_size.hpp"

#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::reduce {
namespace {

/// floor(eta N) of the decimal numbers people write: 0.05 * 780 is 39, whatever the last bit says.
std::size_t discarded(std::size_t samples, double eta) {
  return static_cast<std::size_t>(std::floor(eta * static_cast<double>(samples) * (1 + 1e-12)));
}

/// Below this many the search is a matter of seconds; a wish for more is a mistake.
constexpr std::size_t most_samples = 2'000'000;

}  // namespace

double violation_probability(std::size_t samples, double epsilon, double eta) {
  // Terms are added from the largest: the last one, as long as eta < epsilon.
  const double n = static_cast<double>(samples);
  const std::size_t last = discarded(samples, eta);
  const double k = static_cast<double>(last);
  double term = std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(epsilon) +
                         (n - k) * std::log1p(-epsilon));
  double sum = 0;
  for (std::size_t i = last;; --i) {
    sum += term;
    if (i == 0 || term < sum * 1e-18) break;
    term *= static_cast<double>(i) / static_cast<double>(samples - i + 1) * (1 - epsilon) / epsilon;
  }
  return sum;
}

Outcome<SampleSize> sample_size(const Confidence& c) {
  Diagnostics diagnostics;
  const auto give_up = [&](const std::string& message) {
    diagnostics.error(Code::E1115, {}, message);
    return Outcome<SampleSize>(std::move(diagnostics));
  };
  if (!(c.epsilon > 0 && c.epsilon < 1) || !(c.beta > 0 && c.beta < 1) || c.candidates == 0)
    return give_up("epsilon and beta must lie between 0 and 1");
  if (!(c.eta >= 0 && c.eta < c.epsilon))
    return give_up("the discarded fraction eta = " + shortest(c.eta) +
                   " must be below epsilon = " + shortest(c.epsilon));
  const double limit = c.beta / static_cast<double>(c.candidates);
  // by Hoeffding's inequality the sum is below exp(-2 N (epsilon - eta)^2): beyond this N it holds for all
  const double sure = std::log(1 / limit) / (2 * (c.epsilon - c.eta) * (c.epsilon - c.eta));
  if (!(sure < most_samples)) return give_up("more than two million realisations would be needed");
  const auto last = static_cast<std::size_t>(sure) + 1;
  const auto holds = [&](std::size_t n) { return violation_probability(n, c.epsilon, c.eta) <= limit; };
  std::size_t n = c.safe ? last : 1;
  if (c.safe)
    while (n > 1 && holds(n - 1)) --n;
  else
    while (!holds(n)) ++n;
  return SampleSize{n, discarded(n, c.eta)};
}

}  // namespace sunder::reduce
