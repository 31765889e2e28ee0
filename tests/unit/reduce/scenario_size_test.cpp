#include "reduce/scenario_size.hpp"

#include <doctest/doctest.h>

#include "base/codes.hpp"

using namespace sunder;
using namespace sunder::reduce;

TEST_CASE("778 realisations with 38 discarded, and 806 for all larger") {
  Confidence c{.epsilon = 0.1, .eta = 0.05, .beta = 1e-6, .candidates = 7};
  const auto smallest = sample_size(c);
  REQUIRE(smallest.ok());
  CHECK(smallest->samples == 778);
  CHECK(smallest->discarded == 38);
  CHECK(violation_probability(778, 0.1, 0.05) == doctest::Approx(1.3806e-7).epsilon(1e-4));
  c.safe = true;
  const auto safe = sample_size(c);
  REQUIRE(safe.ok());
  CHECK(safe->samples == 806);
  CHECK(safe->discarded == 40);
}

TEST_CASE("the inequality fails again at 780 to 791 and at 800 to 805") {
  for (std::size_t n = 778; n < 2000; ++n) {
    const bool fails = (n >= 780 && n <= 791) || (n >= 800 && n <= 805);
    CAPTURE(n);
    CHECK((violation_probability(n, 0.1, 0.05) > 1e-6 / 7) == fails);
  }
}

TEST_CASE("small sums agree with what is counted by hand") {
  CHECK(violation_probability(3, 0.5, 0.0) == doctest::Approx(0.125));
  CHECK(violation_probability(4, 0.5, 0.25) == doctest::Approx(5.0 / 16));
}

TEST_CASE("wishes that cannot be met are refused") {
  CHECK_FALSE(sample_size({.epsilon = 0.1, .eta = 0.1}).ok());
  CHECK_FALSE(sample_size({.epsilon = 0, .eta = 0}).ok());
  CHECK_FALSE(sample_size({.epsilon = 1.5}).ok());
  CHECK_FALSE(sample_size({.beta = 0}).ok());
  CHECK_FALSE(sample_size({.epsilon = 1e-5, .eta = 0.99e-5}).ok());
  CHECK(sample_size({.epsilon = 0.1, .eta = 0.1}).diagnostics().all().front().code == Code::E1115);
}
