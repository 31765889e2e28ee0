#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "runtime/arithmetic.h"
#include "runtime/dense_lu.h"
#include "runtime/finite.h"

namespace {

std::vector<double> product(std::size_t n, const std::vector<double>& a, const std::vector<double>& x) {
  std::vector<double> b(n, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) b[i] += a[j * n + i] * x[j];
  }
  return b;
}

struct Factored {
  explicit Factored(std::size_t n, std::vector<double> a) : lu(std::move(a)), pivots(n), scratch(2 * n) {
    column = sunder_lu_factor(n, lu.data(), pivots.data(), scratch.data());
  }
  std::vector<double> lu;
  std::vector<std::uint32_t> pivots;
  std::vector<double> scratch;
  std::size_t column;
};

}  // namespace

TEST_CASE("LU solves random systems to rounding") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  for (const std::size_t n : {1U, 2U, 3U, 10U, 60U}) {
    std::vector<double> a(n * n);
    std::vector<double> x(n);
    for (double& entry : a) entry = number(random);
    for (double& entry : x) entry = number(random);
    std::vector<double> b = product(n, a, x);
    const Factored factored(n, a);
    REQUIRE(factored.column == n);
    sunder_lu_solve(n, factored.lu.data(), factored.pivots.data(), b.data());
    double worst = 0;
    for (std::size_t i = 0; i < n; ++i) worst = std::max(worst, std::fabs(b[i] - x[i]));
    CHECK(worst < 1e-10);
  }
}

TEST_CASE("LU exchanges rows where the diagonal is zero") {
  const Factored factored(2, {0, 1, 1, 0});
  REQUIRE(factored.column == 2);
  std::vector<double> b{3, 5};
  sunder_lu_solve(2, factored.lu.data(), factored.pivots.data(), b.data());
  CHECK(b == std::vector<double>{5, 3});
}

TEST_CASE("a singular matrix is found, whatever its units") {
  // The third column is the sum of the first two, with 1/3 in it so that elimination leaves rounding behind.
  const std::vector<double> a{1.0 / 3, 2, 5, 7, 1.0 / 7, 11, 1.0 / 3 + 7, 2 + 1.0 / 7, 16};
  for (const double unit : {1.0, 1e-12, 1e12}) {
    std::vector<double> scaled = a;
    for (std::size_t j = 0; j < 3; ++j) scaled[j * 3 + 1] *= unit;
    for (std::size_t i = 0; i < 3; ++i) scaled[3 + i] *= unit;
    CHECK(Factored(3, scaled).column == 2);
  }
  // Small numbers alone do not make a matrix singular.
  CHECK(Factored(2, {1e-200, 0, 0, 1e200}).column == 2);
  CHECK(Factored(1, {0}).column == 0);
  CHECK(Factored(1, {std::nan("")}).column == 0);
}

TEST_CASE("integer powers are products in the order promised") {
  CHECK(sunder_integer_power(1.1, 0) == 1);
  CHECK(sunder_integer_power(1.1, 5) == 1.1 * ((1.1 * 1.1) * (1.1 * 1.1)));
  CHECK(sunder_integer_power(1.1, 6) == (1.1 * 1.1) * ((1.1 * 1.1) * (1.1 * 1.1)));
  CHECK(sunder_integer_power(1.1, -3) == 1 / (1.1 * (1.1 * 1.1)));
  CHECK(sunder_integer_power(2, std::numeric_limits<std::int32_t>::min()) == 0);
  CHECK(std::isinf(sunder_integer_power(0, -1)));
}

TEST_CASE("remainders have the signs Modelica wants") {
  CHECK(sunder_mod(-7, 3) == 2);
  CHECK(sunder_rem(-7, 3) == -1);
  CHECK(sunder_div(-7, 3) == -2);
  CHECK(sunder_mod(7, -3) == -2);
  CHECK(sunder_sign(-0.5) == -1);
  CHECK(sunder_sign(0) == 0);
}

TEST_CASE("numbers that are not finite are found at every position") {
  for (const std::size_t count : {1U, 7U, 8U, 9U, 100U}) {
    std::vector<double> values(count, 1e308);  // their sum overflows
    CHECK(sunder_all_finite(values.data(), count) == 1);
    for (std::size_t i = 0; i < count; ++i) {
      for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
        values[i] = bad;
        CHECK(sunder_all_finite(values.data(), count) == 0);
      }
      values[i] = -1;
    }
  }
  const double opposite[] = {HUGE_VAL, -HUGE_VAL};
  CHECK(sunder_all_finite(opposite, 2) == 0);
  CHECK(sunder_all_finite(nullptr, 0) == 1);
}
