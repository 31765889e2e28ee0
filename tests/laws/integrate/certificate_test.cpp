// The certificate against matrices formed from the formulas, and against what the steppers really do.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "algebra/linear_equations.hpp"
#include "algebra/spectrum.hpp"
#include "integrate/certificate.hpp"
#include "integrate/one_step.hpp"
#include "zoo/heat_exchanger.hpp"
#include "zoo/states.hpp"
#include "zoo/zoo.hpp"

using namespace sunder;
using Eigen::MatrixXd;

namespace {

struct Problem {
  std::vector<std::vector<double>> rows;
  MatrixXd a;
  algebra::SparseMatrix sparse;
  model::StateSet fast;
  MatrixXd p, q;
  double h = 0;
};

Problem random_problem() {
  Problem problem;
  const auto n = *rc::gen::inRange<std::size_t>(1, 7);
  problem.rows.assign(n, std::vector<double>(n, 0.0));
  problem.a = MatrixXd::Zero(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
  problem.p = problem.q = problem.a;
  std::vector<zoo::Triplet> entries;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i != j && *rc::gen::inRange(0, 100) < 40) continue;
      const double value = *rc::gen::inRange(-200, 200) / 100.0 - (i == j ? 3 : 0);
      problem.rows[i][j] = value;
      problem.a(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = value;
      entries.push_back({i, j, value});
    }
    const bool fast = *rc::gen::arbitrary<bool>();
    if (fast) problem.fast.emplace_back(i);
    (fast ? problem.q : problem.p)(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(i)) = 1;
  }
  problem.sparse = zoo::from_triplets(n, entries);
  problem.h = *rc::gen::inRange(1, 200) / 100.0;
  return problem;
}

// Out of line, so that the formulas below do not each instantiate their own expression templates.
[[gnu::noinline]] MatrixXd times(const MatrixXd& a, const MatrixXd& b) { return a * b; }
[[gnu::noinline]] MatrixXd plus(const MatrixXd& a, double c, const MatrixXd& b) { return a + c * b; }

/// The one-step matrices as the formulas give them.
MatrixXd formula(const std::string& method, const Problem& problem) {
  const MatrixXd& a = problem.a;
  const MatrixXd identity = MatrixXd::Identity(a.rows(), a.cols());
  const double h = problem.h;
  const MatrixXd pa = times(problem.p, a);
  const MatrixXd qa = times(problem.q, a);
  const MatrixXd aa = times(a, a);
  const MatrixXd papa = times(pa, pa);
  const MatrixXd euler = plus(identity, h, a);
  const MatrixXd second_order = plus(euler, h * h / 2, aa);
  if (method == "euler") return euler;
  if (method == "heun" || method == "midpoint") return second_order;
  if (method == "rk4") {
    return plus(plus(second_order, h * h * h / 6, times(aa, a)), h * h * h * h / 24, times(aa, aa));
  }
  if (method == "implicit-euler") return algebra::inverse(plus(identity, -h, a));
  if (method == "implicit-midpoint" || method == "trapezoidal") {
    return times(algebra::inverse(plus(identity, -h / 2, a)), plus(identity, h / 2, a));
  }
  if (method == "mixed-euler" || method == "mixed-realtime")
    return times(algebra::inverse(plus(identity, -h, qa)), plus(identity, h, pa));
  const MatrixXd implicit = algebra::inverse(plus(identity, -h / 2, qa));
  if (method == "mixed-midpoint") {
    return times(implicit, plus(plus(plus(identity, h / 2, a), h / 2, pa), h * h / 2, papa));
  }
  // heun-lobatto: slow by Heun, then the trapezoidal rule on the fast part with the new slow values
  const MatrixXd slow = plus(plus(identity, h, pa), h * h / 2, papa);
  return times(implicit, plus(plus(times(problem.p, slow), 1, problem.q), h / 2, qa));
}

double radius(const MatrixXd& matrix) { return algebra::eigenvalues(matrix).value().cwiseAbs().maxCoeff(); }

const std::vector<std::string> names = {"euler",          "heun",
                                        "midpoint",       "rk4",
                                        "implicit-euler", "implicit-midpoint",
                                        "trapezoidal",    "mixed-euler",
                                        "mixed-midpoint", "mixed-heun-lobatto",
                                        "mixed-realtime"};

}  // namespace

TEST_CASE("the linear step is the formula") {
  CHECK(rc::check([] {
    const Problem problem = random_problem();
    for (const std::string& name : names) {
      integrate::OneStep step(
          *integrate::linear_step(name, integrate::ExplicitUpdate::simultaneous), problem.sparse,
          [&] {
            std::vector<char> fast(problem.rows.size(), 0);
            for (const std::size_t state : model::places(problem.fast)) fast[state] = 1;
            return fast;
          }(),
          problem.h);
      RC_PRE(step.solvable());
      const MatrixXd expected = formula(name, problem);
      std::vector<double> unit(problem.rows.size(), 0.0), image(problem.rows.size());
      for (std::size_t j = 0; j < unit.size(); ++j) {
        unit[j] = 1;
        step.apply(unit, image);
        unit[j] = 0;
        for (std::size_t i = 0; i < image.size(); ++i) {
          const double entry = expected(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
          RC_ASSERT(std::abs(image[i] - entry) <= 1e-7 * (1 + expected.cwiseAbs().maxCoeff()));
        }
      }
    }
  }));
}

TEST_CASE("the linear step is what the stepper does") {
  CHECK(rc::check([] {
    const Problem problem = random_problem();
    const std::size_t n = problem.rows.size();
    std::vector<double> start(n);
    for (double& value : start) value = *rc::gen::inRange(-100, 100) / 10.0;
    const zoo::Linear model(problem.rows, std::vector<double>(n, 0.0), start);
    std::vector<char> fast(n, 0);
    for (const std::size_t state : model::places(problem.fast)) fast[state] = 1;
    for (const integrate::ExplicitUpdate update :
         {integrate::ExplicitUpdate::simultaneous, integrate::ExplicitUpdate::in_place}) {
      for (const std::string& name : names) {
        if (update == integrate::ExplicitUpdate::in_place && name != "mixed-euler") continue;
        integrate::OneStep linear(*integrate::linear_step(name, update), problem.sparse, fast, problem.h);
        RC_PRE(linear.solvable());
        std::vector<double> expected(n);
        linear.apply(start, expected);
        const auto context = model.create_context();
        integrate::StepperOptions options;
        options.fast = problem.fast;
        options.explicit_update = update;
        auto stepper = integrate::make_stepper(name, model, *context, options);
        std::vector<double> x = start;
        RC_ASSERT((*stepper)->step(0, problem.h, x));
        double largest = 1;
        for (const double value : expected) largest = std::max(largest, std::abs(value));
        for (std::size_t i = 0; i < n; ++i) RC_ASSERT(std::abs(x[i] - expected[i]) <= 1e-7 * largest);
      }
    }
  }));
}

TEST_CASE("the certificate is the spectral radius, block by block or as a whole") {
  CHECK(rc::check([] {
    const Problem problem = random_problem();
    for (const std::string& name : names) {
      const auto certificate = integrate::certify(name, problem.sparse, problem.fast, problem.h);
      RC_ASSERT(certificate.has_value());
      RC_PRE(std::isfinite(certificate->spectral_radius) && certificate->spectral_radius < 1e6);
      // eigenvalues of non-normal matrices move by the root of the rounding
      RC_ASSERT(std::abs(certificate->spectral_radius - radius(formula(name, problem))) <=
                1e-4 * (1 + certificate->spectral_radius));
    }
  }));
}

TEST_CASE("certificates of known cases") {
  const double h = 0.2;
  const algebra::SparseMatrix motor = zoo::from_triplets(
      3, {{0, 0, -50 / 3.0}, {0, 1, -6785 / 3.0}, {1, 0, 6.785 / 1500}, {1, 1, -1e-3 / 1500}, {2, 1, 1.0}});
  const auto mixed = integrate::certify("mixed-euler", motor, zoo::states(0), h);
  CHECK(mixed->spectral_radius == doctest::Approx(1.0));  // the angle integrates
  CHECK(mixed->verdict == model::StepVerdict::marginal);
  CHECK_FALSE(integrate::certify("euler", motor, {}, h)->acceptable());
  CHECK(integrate::certify("euler", motor, {}, 0.12)->acceptable());
  CHECK_FALSE(integrate::certify("euler", motor, {}, 0.125)->acceptable());  // the limit is 0.12478
  CHECK(integrate::certify("mixed-euler", motor, zoo::states(0), 3.36)->acceptable());
  CHECK_FALSE(integrate::certify("mixed-euler", motor, zoo::states(0), 3.39)->acceptable());
  CHECK_FALSE(integrate::certify("cvode", motor, {}, h).has_value());
  // an implicit step that meets an unstable eigenvalue exactly has no solution
  CHECK(
      std::isinf(integrate::certify("implicit-euler", zoo::from_triplets(1, {{0, 0, 5.0}}), {}, 0.2)->spectral_radius));
}

TEST_CASE("the spectral radii of the published partitions and steps") {
  std::ifstream file(std::filesystem::path(SUNDER_TESTS) / "reproduction/published.json");
  REQUIRE(file);
  int checked = 0;
  const nlohmann::json published = nlohmann::json::parse(file);
  for (const auto& [name, example] : published.at("examples").items()) {
    if (!example.contains("mixed_euler")) continue;
    CAPTURE(name);
    const auto states = example.at("states").get<std::vector<std::string>>();
    algebra::SparseMatrix jacobian;
    if (example.contains("rates")) {
      const auto& r = example.at("rates");
      jacobian = zoo::heat_exchanger({r.at("cells"), r.at("a_wall"), r.at("b_wall"), r.at("a_flow"), r.at("b_flow"),
                                      r.at("wall_a"), r.at("wall_b")});
    } else {
      std::vector<zoo::Triplet> entries;
      for (const auto& entry : example.at("entries")) entries.push_back({entry[0], entry[1], entry[2]});
      jacobian = zoo::from_triplets(states.size(), entries);
    }
    model::StateSet fast;
    for (const std::string& state : example.at("mixed_euler").at("fast").get<std::vector<std::string>>()) {
      fast.emplace_back(static_cast<std::size_t>(std::find(states.begin(), states.end(), state) - states.begin()));
    }
    std::sort(fast.begin(), fast.end());
    const auto certificate = integrate::certify("mixed-euler", jacobian, fast, example.at("mixed_euler").at("step"));
    CHECK(certificate->spectral_radius ==
          doctest::Approx(example.at("mixed_euler").at("radius").get<double>()).epsilon(1e-8));
    CHECK(certificate->acceptable() == (name != "double_mass"));  // its undamped modes grow under explicit Euler
    ++checked;
  }
  CHECK(checked == 7);
}

TEST_CASE("large blocks: Arnoldi agrees with all eigenvalues") {
  const algebra::SparseMatrix exchanger = zoo::heat_exchanger(zoo::exchanger_of(30));
  const model::StateSet fast = model::all_states(30);
  integrate::CertificateOptions iterative;
  iterative.dense_limit = 10;
  const auto dense = integrate::certify("mixed-euler", exchanger, fast, 0.01);
  const auto arnoldi = integrate::certify("mixed-euler", exchanger, fast, 0.01, iterative);
  CHECK(dense->spectral_radius == doctest::Approx(0.989742084296).epsilon(1e-9));
  REQUIRE(arnoldi->verdict == model::StepVerdict::stable);
  CHECK(arnoldi->spectral_radius == doctest::Approx(dense->spectral_radius).epsilon(1e-6));
}

TEST_CASE("who has asked to stop gets no certificate") {
  const algebra::SparseMatrix exchanger = zoo::heat_exchanger(zoo::exchanger_of(30));
  const model::StateSet fast = model::all_states(30);
  for (const std::size_t limit : {std::size_t{10}, std::size_t{1000}}) {
    integrate::CertificateOptions options;
    options.dense_limit = options.dense_growth_limit = limit;
    REQUIRE(integrate::certify("mixed-euler", exchanger, fast, 0.01, options)->acceptable());
    options.cancel.request();
    const auto nothing = integrate::certify("mixed-euler", exchanger, fast, 0.01, options);
    CHECK(nothing->verdict == model::StepVerdict::undecided);
    CHECK_FALSE(nothing->acceptable());
  }
  // an instant that is over is a wish as well
  integrate::CertificateOptions late;
  late.cancel = CancelToken().until(CancelToken::Clock::now());
  CHECK_FALSE(integrate::certify("mixed-euler", exchanger, fast, 0.01, late)->acceptable());
}

TEST_CASE("a radius below one is not enough: the exchanger beyond the limit of Courant") {
  // published rates, 100 cells, the fast stream implicit: the slow one moves 1.1 cells in a step
  const algebra::SparseMatrix exchanger = zoo::heat_exchanger({100, 19.05, 2.286, 1000, 100, 1.6, 1.6});
  model::StateSet fast;
  for (std::uint32_t i = 0; i < 100; ++i) fast.emplace_back(i);
  const auto grows = integrate::certify("mixed-euler", exchanger, fast, 0.011);
  CHECK(grows->spectral_radius == doctest::Approx(0.9886).epsilon(1e-4));
  CHECK(grows->growth > 1e9);
  CHECK(grows->growth < 1e10);
  CHECK(grows->verdict == model::StepVerdict::transient_growth);
  CHECK_FALSE(grows->acceptable());
  const auto calm = integrate::certify("mixed-euler", exchanger, fast, 0.0095);
  CHECK(calm->verdict == model::StepVerdict::stable);
  CHECK(calm->growth == doctest::Approx(1));
  CHECK(calm->certified());
  // without the whole matrix the growth is only seen, and never certified
  integrate::CertificateOptions sampled;
  sampled.dense_growth_limit = 10;
  const auto seen = integrate::certify("mixed-euler", exchanger, fast, 0.011, sampled);
  CHECK(seen->verdict == model::StepVerdict::transient_growth);
  CHECK_FALSE(seen->growth_bounded);
  CHECK(seen->growth <= grows->growth * 1.01);
  const auto proven = integrate::certify("mixed-euler", exchanger, fast, 0.0095, sampled);
  CHECK(proven->certified());
}

TEST_CASE("oscillators and integrators") {
  // an undamped oscillator under explicit Euler grows by sqrt(1 + h^2) in every step, however short
  const algebra::SparseMatrix oscillator = zoo::from_triplets(2, {{0, 1, 1.0}, {1, 0, -1.0}});
  CHECK(integrate::certify("euler", oscillator, {}, 0.0014)->verdict == model::StepVerdict::unstable);
  CHECK(integrate::certify("euler", oscillator, {}, 1e-4)->verdict == model::StepVerdict::unstable);
  CHECK(integrate::certify("mixed-midpoint", oscillator, zoo::states(0, 1), 0.1)->verdict ==
        model::StepVerdict::marginal);
  CHECK(integrate::certify("implicit-euler", oscillator, {}, 0.1)->verdict == model::StepVerdict::stable);
  // integrators in a row grow as the model itself does
  const algebra::SparseMatrix chain = zoo::from_triplets(3, {{0, 1, 1.0}, {1, 2, 1.0}, {2, 2, -1.0}});
  const auto integrating = integrate::certify("mixed-euler", chain, zoo::states(2), 0.1);
  CHECK(integrating->verdict == model::StepVerdict::marginal);
  CHECK(integrating->acceptable());
  // two bodies that only a spring and a damper connect: a double eigenvalue one inside a strong component
  const algebra::SparseMatrix bodies = zoo::from_triplets(4, {{0, 1, 1.0},
                                                              {2, 3, 1.0},
                                                              {1, 0, -3.0},
                                                              {1, 2, 3.0},
                                                              {1, 1, -0.7},
                                                              {1, 3, 0.7},
                                                              {3, 0, 2.0},
                                                              {3, 2, -2.0},
                                                              {3, 1, 0.3},
                                                              {3, 3, -0.3}});
  for (const double step : {0.01, 0.037, 0.1})
    CHECK(integrate::certify("euler", bodies, {}, step)->verdict == model::StepVerdict::marginal);
}
