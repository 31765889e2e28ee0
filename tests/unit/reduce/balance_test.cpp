#include "reduce/balance.hpp"

#include <doctest/doctest.h>

#include "algebra/linear_equations.hpp"
#include "base/codes.hpp"

using namespace sunder;
using namespace sunder::reduce;

namespace {

MatrixXd rows(std::initializer_list<std::initializer_list<double>> list) {
  MatrixXd m(static_cast<Eigen::Index>(list.size()), static_cast<Eigen::Index>(list.begin()->size()));
  Eigen::Index i = 0;
  for (const auto& row : list) {
    Eigen::Index j = 0;
    for (const double v : row) m(i, j++) = v;
    ++i;
  }
  return m;
}

LinearSystem two_states() {  // 1/(s+1) + 1/(s+10)
  return {.a = rows({{-1, 0}, {0, -10}}), .b = rows({{1}, {1}}), .c = rows({{1, 1}}), .d = rows({{0}})};
}

bool has(const Diagnostics& diagnostics, Code code) {
  for (const Diagnostic& d : diagnostics.all())
    if (d.code == code) return true;
  return false;
}

}  // namespace

TEST_CASE("singular values of two decaying states") {
  const auto reduction = reduce::reduce(two_states(), {.order = 1});
  REQUIRE(reduction.ok());
  REQUIRE(reduction->hankel.size() == 2);
  // of a symmetric system they are the eigenvalues of the cross Gramian [1/2 1/11; 1/11 1/20]
  CHECK(reduction->hankel[0] == doctest::Approx(0.275 + std::sqrt(0.225 * 0.225 + 1.0 / 121)));
  CHECK(reduction->hankel[1] == doctest::Approx(0.275 - std::sqrt(0.225 * 0.225 + 1.0 / 121)));
  CHECK(reduction->bound == doctest::Approx(2 * reduction->hankel[1]));
  CHECK(reduction->psi[2] == 0);
  CHECK(reduction->psi[0] == 1);
  CHECK(reduction->psi[1] == doctest::Approx(reduction->hankel[1] / reduction->hankel.sum()));
  CHECK(static_gain(reduction->system)(0, 0) == doctest::Approx(1.1).epsilon(1e-12));
}

TEST_CASE("order by threshold and by error") {
  CHECK(reduce::reduce(two_states(), {.gamma = 0.2})->system.order() == 1);
  CHECK(reduce::reduce(two_states(), {.gamma = 0.0})->system.order() == 2);
  CHECK(reduce::reduce(two_states(), {.gamma = 1.0})->system.order() == 0);
  CHECK(reduce::reduce(two_states(), {.error = 0.07})->system.order() == 1);
  CHECK(reduce::reduce(two_states(), {.error = 0.06})->system.order() == 2);
}

TEST_CASE("unstable states are split off and kept") {
  LinearSystem s = two_states();
  s.a = rows({{-1, 3}, {0, 2}});
  const auto reduction = reduce::reduce(s, {.order = 1});
  REQUIRE(reduction.ok());
  CHECK(has(reduction.diagnostics(), Code::W1104));
  CHECK(reduction->unstable == 1);
  CHECK(reduction->system.order() == 1);
  CHECK(reduction->system.a(0, 0) == doctest::Approx(2));
  const auto whole = reduce::reduce(s, {});
  for (const double w : {0.0, 0.3, 4.0})
    CHECK(std::abs((transfer(s, {0, w}) - transfer(whole->system, {0, w}))(0, 0)) < 1e-12);
  const auto too_small = reduce::reduce(s, {.order = 0});
  CHECK_FALSE(too_small.ok());
  CHECK(has(too_small.diagnostics(), Code::E1103));
}

TEST_CASE("integrators count as unstable") {
  LinearSystem s = two_states();
  s.a = rows({{0, 0}, {0, -10}});
  const auto reduction = reduce::reduce(s, {});
  REQUIRE(reduction.ok());
  CHECK(reduction->unstable == 1);
}

TEST_CASE("an integrator that no output sees is removed, one that is seen stays") {
  // speed and angle of something with friction; the angle only integrates
  for (const bool discrete : {false, true}) {
    LinearSystem s{.a = rows({{-2, 0}, {1, 0}}), .b = rows({{3}, {0}}), .c = rows({{1, 0}}), .d = rows({{0}})};
    if (discrete) {
      s.a = rows({{0.5, 0}, {1, 1}});
      s.sample_time = 0.1;
    }
    const auto hidden = reduce::reduce(s, {});
    REQUIRE(hidden.ok());
    CHECK(hidden->unstable == 0);
    CHECK(hidden->nonminimal == 1);
    CHECK(hidden->system.order() == 1);
    CHECK(has(hidden.diagnostics(), Code::W1105));
    CHECK_FALSE(has(hidden.diagnostics(), Code::W1104));
    for (const std::complex<double> z : {std::complex(0.3, 0.4), std::complex(0.0, 2.0)})
      CHECK(std::abs((transfer(s, z) - transfer(hidden->system, z))(0, 0)) < 1e-12);
    // the same in other coordinates: only rounding sees the angle
    const MatrixXd t = rows({{0.3, 0.7}, {-1.1, 0.4}});
    LinearSystem turned = s;
    turned.a = t * s.a * algebra::inverse(t);
    turned.b = t * s.b;
    turned.c = s.c * algebra::inverse(t);
    const auto still_hidden = reduce::reduce(turned, {});
    REQUIRE(still_hidden.ok());
    CHECK(still_hidden->system.order() == 1);
    s.c = rows({{1, 1}});
    const auto seen = reduce::reduce(s, {});
    REQUIRE(seen.ok());
    CHECK(seen->unstable == 1);
    CHECK(seen->system.order() == 2);
  }
}

TEST_CASE("states that no output sees are removed, and it is said") {
  LinearSystem s = two_states();
  s.c = rows({{1, 0}});
  const auto reduction = reduce::reduce(s, {});
  REQUIRE(reduction.ok());
  CHECK(has(reduction.diagnostics(), Code::W1105));
  CHECK(reduction->nonminimal == 1);
  CHECK(reduction->system.order() == 1);
  CHECK(reduction->system.a(0, 0) == doctest::Approx(-1));
}

TEST_CASE("a discrete system keeps its static gain") {
  LinearSystem s = two_states();
  s.sample_time = 0.5;
  s.a = rows({{0.9, 0.1}, {0, 0.2}});
  const auto reduction = reduce::reduce(s, {.order = 1});
  REQUIRE(reduction.ok());
  CHECK(reduction->system.discrete());
  CHECK(static_gain(reduction->system)(0, 0) == doctest::Approx(static_gain(s)(0, 0)).epsilon(1e-12));
}

TEST_CASE("wrong sizes and wishes are errors") {
  LinearSystem s = two_states();
  s.b = rows({{1}, {1}, {1}});
  CHECK(has(reduce::reduce(s, {}).diagnostics(), Code::E1101));
  s = two_states();
  s.a(0, 0) = NAN;
  CHECK(has(reduce::reduce(s, {}).diagnostics(), Code::E1101));
  CHECK(has(reduce::reduce(two_states(), {.order = 3}).diagnostics(), Code::E1103));
  CHECK(has(reduce::reduce(two_states(), {.gamma = -1}).diagnostics(), Code::E1103));
  CHECK(has(reduce::reduce(two_states(), {.error = 0}).diagnostics(), Code::E1103));
  CHECK(has(reduce::reduce(two_states(), {.order = 1, .gamma = 0.1}).diagnostics(), Code::E1103));
}

TEST_CASE("nothing at all is a system too") {
  LinearSystem s{.a = MatrixXd(0, 0), .b = MatrixXd(0, 1), .c = MatrixXd(1, 0), .d = rows({{3}})};
  const auto reduction = reduce::reduce(s, {});
  REQUIRE(reduction.ok());
  CHECK(reduction->system.d(0, 0) == 3);
  CHECK(reduction->bound == 0);
}

TEST_CASE("coordinates are completed to all states") {
  LinearSystem s = two_states();
  s.b = rows({{1}, {0}});
  const auto both = gramians(s);
  REQUIRE(both);
  Balancing b = balance(*both, 1e-7).value();
  CHECK(b.lift.cols() == 1);
  complete(b, both->observability);
  CHECK((b.project * b.lift - MatrixXd::Identity(2, 2)).norm() < 1e-12);
  CHECK((b.lift * b.project - MatrixXd::Identity(2, 2)).norm() < 1e-12);
}

TEST_CASE("the largest gain of a resonance lies between the usual frequencies") {
  // 1 / (s^2 + 0.02 s + 1): peak 1 / (2 zeta sqrt(1 - zeta^2)) with zeta = 0.01
  LinearSystem s{.a = rows({{0, 1}, {-1, -0.02}}), .b = rows({{0}, {1}}), .c = rows({{1, 0}}), .d = rows({{0}})};
  CHECK(largest_gain(s) == doctest::Approx(1 / (0.02 * std::sqrt(1 - 1e-4))).epsilon(1e-5));
}

TEST_CASE("the largest gain knows no units") {
  const LinearSystem s{
      .a = rows({{-1, 3}, {-1, -0.02}}), .b = rows({{0.3}, {1}}), .c = rows({{1, 2}}), .d = rows({{0.7}})};
  const double gain = largest_gain(s);
  for (const double u : {1e-140, 1e140}) {
    for (const double y : {1e-140, 1e140}) {
      for (const double t : {1e-20, 1e20}) {
        const LinearSystem other{.a = s.a * t, .b = s.b * u * t, .c = s.c * y, .d = s.d * u * y};
        CHECK(largest_gain(other) / u / y == doctest::Approx(gain).epsilon(1e-5));
      }
    }
  }
}

TEST_CASE("the largest gain may be so small beside the entries that its square has no number") {
  const LinearSystem s{
      .a = rows({{-1, 0}, {0, -2}}), .b = rows({{1e149}, {1e-20}}), .c = rows({{0, 1}}), .d = rows({{0}})};
  CHECK(largest_gain(s) * 1e20 == doctest::Approx(0.5).epsilon(1e-5));
}

TEST_CASE("matrices as text and back") {
  const auto back = parse_matrices(print_matrices(two_states()), "m.json");
  REQUIRE(back.ok());
  CHECK(back->a == two_states().a);
  CHECK(back->inputs == std::vector<std::string>{"u1"});
  for (const char* text : {"", "[]", "{\"a\": 1}", "{\"a\": [[1, 2], [3]]}", "{\"a\": [[\"x\"]]}",
                           "{\"a\": [[1]], \"b\": [[1]], \"c\": [[1]], \"sample_time\": -1}",
                           "{\"a\": [[1]], \"b\": [[1]], \"c\": [[1]], \"states\": 3}"}) {
    CAPTURE(text);
    CHECK(has(parse_matrices(text, "m.json").diagnostics(), Code::E1102));
  }
  CHECK(has(parse_matrices(R"({"a": [[1, 2]], "b": [[1]], "c": [[1]]})", "m.json").diagnostics(), Code::E1101));
}
