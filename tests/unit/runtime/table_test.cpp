#include "runtime/table.h"

#include <doctest/doctest.h>

#include <array>
#include <cfloat>
#include <cmath>
#include <vector>

namespace {

constexpr std::array smoothnesses{SUNDER_LINEAR,   SUNDER_AKIMA,   SUNDER_CONSTANT,
                                  SUNDER_MONOTONE, SUNDER_STEFFEN, SUNDER_MODIFIED_AKIMA};

struct Curve {
  std::vector<double> x, y, slope, scratch;
  sunder_curve curve{};

  Curve(std::vector<double> x_, std::vector<double> y_, int smoothness, int extrapolation)
      : x(std::move(x_)), y(std::move(y_)), slope(x.size()), scratch(x.size() + 3) {
    sunder_curve_slopes(smoothness, extrapolation == SUNDER_PERIODIC ? 1 : 0, x.size(), x.data(), y.data(), 1,
                        slope.data(), scratch.data());
    curve = {x.size(), x.data(), y.data(), slope.data(), smoothness, extrapolation};
  }
  [[nodiscard]] double operator()(double u, int order = 0) const { return sunder_curve_value(&curve, u, order); }
};

const std::vector<double> xs{0, 1, 1.5, 3, 4, 6};
const std::vector<double> ys{1, 3, 3.5, 3.6, 9, 10};

}  // namespace

TEST_CASE("a curve goes through its points") {
  for (const int smoothness : smoothnesses) {
    const Curve curve(xs, ys, smoothness, SUNDER_EXTEND);
    for (std::size_t k = 0; k < xs.size(); ++k) CHECK(curve(xs[k]) == doctest::Approx(ys[k]).epsilon(1e-14));
  }
}

TEST_CASE("derivatives of a curve are those of its values, inside and beyond") {
  for (const int smoothness : smoothnesses)
    for (const int extrapolation : {SUNDER_HOLD, SUNDER_EXTEND, SUNDER_PERIODIC}) {
      const Curve curve(xs, ys, smoothness, extrapolation);
      for (const double u : {-2.3, -0.4, 0.3, 1.2, 2.9, 3.3, 5.1, 6.7, 20.2})
        for (int order = 0; order < 3; ++order) {
          const double h = 1e-6;
          const double difference = (curve(u + h, order) - curve(u - h, order)) / (2 * h);
          CHECK(curve(u, order + 1) == doctest::Approx(difference).epsilon(1e-5));
        }
    }
}

TEST_CASE("smooth curves have no corners, monotone ones no humps") {
  for (const int smoothness : {SUNDER_AKIMA, SUNDER_MONOTONE, SUNDER_STEFFEN, SUNDER_MODIFIED_AKIMA}) {
    const Curve curve(xs, ys, smoothness, SUNDER_EXTEND);
    for (const double knot : xs) CHECK(curve(knot - 1e-9, 1) == doctest::Approx(curve(knot + 1e-9, 1)).epsilon(1e-6));
  }
  for (const int smoothness : {SUNDER_MONOTONE, SUNDER_STEFFEN}) {
    const Curve curve(xs, ys, smoothness, SUNDER_EXTEND);
    for (double u = 0; u < 6; u += 0.01) CHECK(curve(u + 0.01) >= curve(u));
  }
}

TEST_CASE("Akima's curve of a parabola is the parabola; slopes by the published formulas") {
  const Curve parabola({0, 1, 2, 3, 4}, {0, 1, 4, 9, 16}, SUNDER_AKIMA, SUNDER_EXTEND);
  for (const double u : {0.1, 1.7, 3.9}) CHECK(parabola(u) == doctest::Approx(u * u).epsilon(1e-14));
  const Curve monotone({0, 1, 3}, {0, 1, 7}, SUNDER_MONOTONE, SUNDER_EXTEND);
  CHECK(monotone.slope[1] == doctest::Approx(9.0 / (5.0 / 1 + 4.0 / 3)));
  const Curve steffen({0, 1, 3}, {0, 1, 7}, SUNDER_STEFFEN, SUNDER_EXTEND);
  CHECK(steffen.slope[1] == doctest::Approx(5.0 / 3));
}

TEST_CASE("what is beyond the ends") {
  CHECK(Curve(xs, ys, SUNDER_AKIMA, SUNDER_HOLD)(7) == 10);
  CHECK(Curve(xs, ys, SUNDER_AKIMA, SUNDER_HOLD)(-1) == 1);
  CHECK(Curve(xs, ys, SUNDER_LINEAR, SUNDER_EXTEND)(8) == doctest::Approx(11));
  CHECK(Curve(xs, ys, SUNDER_LINEAR, SUNDER_EXTEND)(-1) == doctest::Approx(-1));
  CHECK(Curve(xs, ys, SUNDER_CONSTANT, SUNDER_HOLD)(8) == 10);
  // constant segments too go on along the line through the two points at the end …
  CHECK(Curve(xs, ys, SUNDER_CONSTANT, SUNDER_EXTEND)(8) == doctest::Approx(11));
  CHECK(Curve(xs, ys, SUNDER_CONSTANT, SUNDER_EXTEND)(6) == 10);
  CHECK(Curve(xs, ys, SUNDER_CONSTANT, SUNDER_EXTEND)(-1) == doctest::Approx(-1));
  // … and nothing goes on from a jump at the end but its last value
  const Curve jump({0, 2, 3, 3}, {0, 0, 1, 5}, SUNDER_LINEAR, SUNDER_EXTEND);
  CHECK(jump(2.5) == doctest::Approx(0.5));
  CHECK(jump(3) == 5);
  CHECK(jump(4) == 5);
  CHECK(Curve(xs, ys, SUNDER_LINEAR, SUNDER_PERIODIC)(12.5) == doctest::Approx(2));
  CHECK(std::isnan(Curve(xs, ys, SUNDER_LINEAR, SUNDER_NO_EXTRAPOLATION)(6.1)));
  CHECK(Curve(xs, ys, SUNDER_LINEAR, SUNDER_NO_EXTRAPOLATION)(6) == doctest::Approx(10));
}

TEST_CASE("a curve over time keeps to its polynomial until the event has come") {
  const std::vector<double> x{0, 1, 1, 2}, y{1, 2, 5, 5}, slope(4);
  const sunder_curve curve{4, x.data(), y.data(), slope.data(), SUNDER_LINEAR, SUNDER_HOLD};
  const auto at = [&](double t, double limit) { return sunder_time_curve_value(&curve, 0.5, 0.25, t, limit, 0); };
  CHECK(at(0.4, 0.5) == 0);
  CHECK(at(0.6, 0.5) == 0);  // not before the start has been met
  CHECK(at(0.5, 1.25) == doctest::Approx(1.25));
  CHECK(at(1.25, 1.25) == doctest::Approx(2));
  CHECK(at(1.26, 1.25) == doctest::Approx(2.01));
  CHECK(at(1.25, 2.25) == 5);
  const auto next = [&](int events, double t) { return sunder_time_curve_event(&curve, 0.5, 0.25, events, t); };
  CHECK(next(SUNDER_ALL_EVENTS, 0) == 0.5);
  CHECK(next(SUNDER_ALL_EVENTS, 0.5) == 1.25);
  CHECK(next(SUNDER_ALL_EVENTS, 1.25) == 2.25);
  CHECK(next(SUNDER_ALL_EVENTS, 2.25) == DBL_MAX);
  CHECK(next(SUNDER_NO_EVENTS, 0.5) == DBL_MAX);
  const std::vector<double> same{1, 1}, step{3, 4};
  const sunder_curve jump{2, same.data(), step.data(), slope.data(), SUNDER_LINEAR, SUNDER_EXTEND};
  CHECK(sunder_time_curve_value(&jump, 0, 0, 0.5, 1, 0) == 3);
  CHECK(sunder_time_curve_value(&jump, 0, 0, 1, 1, 0) == 3);
  CHECK(sunder_time_curve_value(&jump, 0, 0, 1, DBL_MAX, 0) == 4);
}

TEST_CASE("a surface goes through its points without corners, and its derivatives are those of its values") {
  const std::vector<double> x{0, 1, 2.5, 3}, y{-1, 0, 2}, z{1, 2, 4, 0, 3, 3, 5, 5, 1, 2, 0, 7};
  std::vector<double> zx(12), zy(12), zxy(12), scratch(30);
  sunder_surface_slopes(4, 3, x.data(), y.data(), z.data(), zx.data(), zy.data(), zxy.data(), scratch.data());
  for (const int smoothness : {SUNDER_LINEAR, SUNDER_AKIMA}) {
    const sunder_surface surface{4,         3,         x.data(),   y.data(),   z.data(),
                                 zx.data(), zy.data(), zxy.data(), smoothness, SUNDER_EXTEND};
    const auto at = [&](double u, double v, int a, int b) { return sunder_surface_value(&surface, u, v, a, b); };
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 3; ++j) CHECK(at(x[i], y[j], 0, 0) == doctest::Approx(z[3 * i + j]));
    const double h = 1e-6;
    for (const double u : {-0.5, 0.4, 2.7, 3.4})
      for (const double v : {-1.5, -0.3, 1.1, 2.2})
        for (int a = 0; a < 2; ++a)
          for (int b = 0; b < 2; ++b) {
            CHECK(at(u, v, a + 1, b) ==
                  doctest::Approx((at(u + h, v, a, b) - at(u - h, v, a, b)) / (2 * h)).epsilon(1e-5));
            CHECK(at(u, v, a, b + 1) ==
                  doctest::Approx((at(u, v + h, a, b) - at(u, v - h, a, b)) / (2 * h)).epsilon(1e-5));
          }
    if (smoothness == SUNDER_AKIMA)
      CHECK(at(1 - 1e-9, 0.7, 1, 0) == doctest::Approx(at(1 + 1e-9, 0.7, 1, 0)).epsilon(1e-6));
  }
}
