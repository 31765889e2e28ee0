// Additive Runge–Kutta methods: the order of their tableaux, and the order measured where steps resolve the fast part
// and where they step over it.
#include <doctest/doctest.h>

#include <cmath>

#include "integrate/additive_methods.hpp"
#include "laws/integrate/orders.hpp"
#include "zoo/states.hpp"

using namespace sunder;
using namespace sunder::orders;

namespace {

struct Expected {
  const char* method;
  const integrate::AdditiveTableau& (*tableau)();
  int order;
  int fast_order_over;  ///< of the fast states when they are stepped over
};
const std::vector<Expected> pairs = {{"mixed-ars222", integrate::ars222, 2, 2},
                                     {"mixed-ars233", integrate::ars233, 3, 2},
                                     {"mixed-ars343", integrate::ars343, 3, 2},
                                     {"mixed-ars443", integrate::ars443, 3, 3}};

}  // namespace

TEST_CASE("the tableaux satisfy every coupled order condition") {
  for (const Expected& pair : pairs) {
    CAPTURE(std::string(pair.method));
    const integrate::AdditiveTableau& t = pair.tableau();
    const std::size_t s = t.stages();
    const auto entry = [&](bool implicit, std::size_t i, std::size_t j) {
      if (i == j) return implicit && i > 0 ? t.diagonal : 0.0;
      return j > i ? 0.0 : (implicit ? t.implicit_rows : t.explicit_rows)[i][j];
    };
    for (const bool rows_implicit : {false, true}) {
      for (std::size_t i = 0; i < s; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < s; ++j) sum += entry(rows_implicit, i, j);
        CHECK(sum == doctest::Approx(t.nodes[i]).epsilon(1e-14));
      }
    }
    for (const std::vector<double>& b : {t.explicit_weights, t.implicit_weights}) {
      double zeroth = 0, first = 0, second = 0;
      for (std::size_t i = 0; i < s; ++i) {
        zeroth += b[i];
        first += b[i] * t.nodes[i];
        second += b[i] * t.nodes[i] * t.nodes[i];
      }
      CHECK(zeroth == doctest::Approx(1).epsilon(1e-13));
      CHECK(first == doctest::Approx(1.0 / 2).epsilon(1e-13));
      if (pair.order < 3) continue;
      CHECK(second == doctest::Approx(1.0 / 3).epsilon(1e-13));
      for (const bool rows_implicit : {false, true}) {
        double nested = 0;
        for (std::size_t i = 0; i < s; ++i) {
          for (std::size_t j = 0; j < s; ++j) nested += b[i] * entry(rows_implicit, i, j) * t.nodes[j];
        }
        CHECK(nested == doctest::Approx(1.0 / 6).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("steps that resolve the fast part: full order with any partition") {
  const zoo::Linear linear({{-1, 2}, {-2, -1}}, {1, 0}, {1, 0});
  const std::vector<double> linear_exact = reference(linear, 1);
  const Coupled driven(0.7);
  const std::vector<double> driven_exact = reference(driven, 1);
  const zoo::VanDerPol oscillator(1);
  const std::vector<double> oscillator_exact = reference(oscillator, 1);
  for (const Expected& pair : pairs) {
    CAPTURE(std::string(pair.method));
    for (const model::StateSet& fast : {model::StateSet{}, zoo::states(0), zoo::states(1), zoo::states(0, 1)}) {
      CAPTURE(fast.size());
      // the explicit half of (3,4,3) has the stability polynomial of the methods of fourth order
      const bool better = pair.tableau == integrate::ars343 && fast.empty();
      CHECK(measured_order(linear, pair.method, 1, 128, linear_exact, fast) ==
            doctest::Approx(better ? 4 : pair.order).epsilon(0.05));
      CHECK(measured_order(driven, pair.method, 1, 128, driven_exact, fast) ==
            doctest::Approx(pair.order).epsilon(0.05));
      CHECK(measured_order(oscillator, pair.method, 1, 128, oscillator_exact, fast) ==
            doctest::Approx(pair.order).epsilon(0.05));
    }
  }
}

TEST_CASE("a stiff pair resolved: full order in both parts, from a start off the slow manifold") {
  const Follower model(40, 0);
  const std::vector<double> exact = reference(model, 0.5);
  for (const Expected& pair : pairs) {
    CAPTURE(std::string(pair.method));
    const auto coarse = final_state(model, pair.method, 0.5, 320, zoo::states(1));  // h times the rate: 0.06
    const auto fine = final_state(model, pair.method, 0.5, 640, zoo::states(1));
    for (const std::size_t state : {0, 1}) {
      CAPTURE(state);
      CHECK(std::log2(std::abs(coarse[state] - exact[state]) / std::abs(fine[state] - exact[state])) ==
            doctest::Approx(pair.order).epsilon(0.1));
    }
  }
}

TEST_CASE("a stiff pair stepped over: the orders of the slow and of the fast part") {
  const double start = std::cos(1.0);
  const std::vector<double> exact = reference(Follower(40, start), 1);  // the same for every rate
  const Follower model(1e7, start);
  for (const Expected& pair : pairs) {
    CAPTURE(std::string(pair.method));
    const auto coarse = final_state(model, pair.method, 1, 64, zoo::states(1));
    const auto fine = final_state(model, pair.method, 1, 128, zoo::states(1));
    const auto order = [&](std::size_t state) {
      return std::log2(std::abs(coarse[state] - exact[state]) / std::abs(fine[state] - exact[state]));
    };
    CHECK(order(0) == doctest::Approx(pair.order).epsilon(0.1));
    CHECK(order(1) == doctest::Approx(pair.fast_order_over).epsilon(0.1));
  }
}

TEST_CASE("all pairs but (2,3,3) damp what they step over") {
  const zoo::Linear decay({{-1e7}}, {0}, {1});
  for (const Expected& pair : pairs) {
    CAPTURE(std::string(pair.method));
    const double after = final_state(decay, pair.method, 1, 1, zoo::states(0))[0];
    const bool damps = integrate::find_method(pair.method)->damps_fast;
    CHECK(damps == (std::string(pair.method) != "mixed-ars233"));
    CHECK(after == doctest::Approx(damps ? 0.0 : 1 - std::sqrt(3.0)).epsilon(1e-5));
  }
  CHECK(std::abs(final_state(decay, "sdirk", 1, 1)[0]) < 1e-5);
}
