// How many random realisations a statement of confidence needs.
//
// Of N realisations the floor(eta N) worst are discarded. The worst of the rest is exceeded with a probability of at
// most epsilon, and this holds with confidence 1 - beta, when
//   sum over i <= floor(eta N) of binomial(N, i) epsilon^i (1 - epsilon)^(N - i) <= beta.
// With several candidates beta is shared among them. The sum is not monotone in N, because floor(eta N) jumps.
#pragma once

#include "base/outcome.hpp"

namespace sunder::reduce {

struct Confidence {
  double epsilon = 0.1;
  double eta = 0.05;
  double beta = 1e-6;
  std::size_t candidates = 1;
  bool safe = false;  ///< the smallest N from which on the inequality holds for all, not just the smallest
};

struct SampleSize {
  std::size_t samples = 0;
  std::size_t discarded = 0;
};

/// The left-hand side.
double violation_probability(std::size_t samples, double epsilon, double eta);
Outcome<SampleSize> sample_size(const Confidence& confidence);

}  // namespace sunder::reduce
