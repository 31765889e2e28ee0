// What is found without the matrix is what the matrix says.
#include "cosimulate/large_spectrum.hpp"

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "cosimulate/stability.hpp"
#include "cosimulate/whole_system.hpp"
#include "open_random.hpp"

using namespace sunder;

namespace {

/// Cells in a ring, some way stiff, in parts of this many.
cosimulate::StabilityProblem ring(std::size_t parts, Eigen::Index cells, double gain, const std::string& method) {
  cosimulate::StabilityProblem problem;
  std::vector<model::LinearSystem> linear;
  problem.wiring.first_input = problem.wiring.first_output = {0};
  for (std::size_t p = 0; p < parts; ++p) {
    model::LinearSystem one;
    one.a = Eigen::MatrixXd::Zero(cells, cells);
    for (Eigen::Index i = 0; i < cells; ++i) {
      const double rate = 1 + static_cast<double>((i * 7 + static_cast<Eigen::Index>(p) * 3) % 50);
      one.a(i, i) = -rate;
      if (i > 0) one.a(i, i - 1) = rate;
    }
    one.b = Eigen::MatrixXd::Zero(cells, 1);
    one.b(0, 0) = -one.a(0, 0);
    one.c = Eigen::MatrixXd::Zero(1, cells);
    one.c(0, cells - 1) = 1;
    one.d = Eigen::MatrixXd::Zero(1, 1);
    linear.push_back(std::move(one));
    cosimulate::LocalRule rule;
    rule.method = method;
    rule.substeps = 20;
    problem.rules.push_back(rule);
    problem.wiring.first_input.push_back(p + 1);
    problem.wiring.first_output.push_back(p + 1);
    cosimulate::Wiring::Source source;
    source.output = (p + parts - 1) % parts;
    source.factor = gain;
    source.connection = p;
    problem.wiring.sources.push_back(source);
  }
  problem.samples.push_back(std::move(linear));
  return problem;
}

std::vector<cosimulate::StepMap> maps_of(const cosimulate::StabilityProblem& problem, double step, bool sparse) {
  std::vector<cosimulate::StepMap> maps;
  for (std::size_t p = 0; p < problem.rules.size(); ++p) {
    const model::LinearSystem& part = problem.samples[0][p];
    const auto& rule = problem.rules[p];
    auto map = sparse && rule.method == "exact"
                   ? cosimulate::large_step_map(part, step, problem.master.extrapolation)
                   : cosimulate::step_map(part, {rule.method, rule.fast, rule.substeps}, step);
    REQUIRE(map);
    maps.push_back(*map);
  }
  return maps;
}

}  // namespace

TEST_CASE("the radius without the matrix is that of the matrix, for all masters, stable and not") {
  std::size_t stable = 0, unstable = 0;
  for (const auto kind :
       {cosimulate::MasterKind::jacobi, cosimulate::MasterKind::gauss_seidel, cosimulate::MasterKind::iterated}) {
    for (const int extrapolation : {0, 1, 2}) {
      for (const char* method : {"exact", "rk4"}) {
        for (const double gain : {0.5, 1.3, -3.0}) {
          for (const double step : {0.05, 0.7}) {
            cosimulate::StabilityProblem problem = ring(3, 20, gain, method);
            problem.master.kind = kind;
            problem.master.extrapolation = extrapolation;
            problem.master.order = {2, 0, 1};
            const auto expected = cosimulate::spectrum(problem, step, cosimulate::SearchMode::fixed_substeps, 0);
            const auto maps = maps_of(problem, step, true);
            const auto found = cosimulate::large_spectrum(problem, 0, maps, step, 1e-9, true);
            REQUIRE(expected);
            REQUIRE(found);
            CAPTURE(static_cast<int>(kind));
            CAPTURE(extrapolation);
            CAPTURE(gain);
            CAPTURE(step);
            CHECK(found->radius == doctest::Approx(expected->radius).epsilon(1e-6));
            // of the system as one it is looked for where the step is not stable
            if (found->radius > 1.0001)
              CHECK(found->radius_as_one == doctest::Approx(expected->radius_as_one).epsilon(1e-6));
            ++(expected->radius < 1 ? stable : unstable);
          }
        }
      }
    }
  }
  CHECK(stable > 10);
  CHECK(unstable > 10);
}

TEST_CASE("a sparse exponential acts as the full one does, with curves of inputs") {
  const cosimulate::StabilityProblem problem = ring(1, 40, 1, "exact");
  for (const double step : {1e-3, 0.1, 3.0, 100.0}) {
    const auto full = cosimulate::step_map(problem.samples[0][0], {"exact", {}, 1}, step);
    const auto sparse = cosimulate::large_step_map(problem.samples[0][0], step, 2);
    REQUIRE(full);
    REQUIRE(sparse);
    CAPTURE(step);
    CHECK((sparse->of_states(Eigen::MatrixXd::Identity(40, 40)) - full->state).cwiseAbs().maxCoeff() < 1e-8);
    for (std::size_t d = 0; d < 3; ++d)
      CHECK((sparse->input[d] - full->input[d]).cwiseAbs().maxCoeff() <
            1e-8 * (1 + full->input[d].cwiseAbs().maxCoeff()));
  }
}

TEST_CASE("swings that are far too fast for a step do not count as decayed") {
  cosimulate::StabilityProblem problem = ring(1, 42, 1, "exact");
  Eigen::MatrixXd& a = problem.samples[0][0].a;
  constexpr double step = 0.1, growth = 0.5;
  int followed = 0, refused = 0;
  for (const double w : {2e2, 2e3, 2e4, 1e5, 2e6, 2e9}) {
    CAPTURE(w);
    a.block(0, 0, 2, 42).setZero();
    a.block(2, 0, 1, 2).setZero();
    a.block(0, 0, 2, 2) << growth, w, -w, growth;
    const auto sparse = cosimulate::large_step_map(problem.samples[0][0], step, 0);
    refused += sparse ? 0 : 1;
    if (!sparse) continue;
    ++followed;
    Eigen::MatrixXd start = Eigen::MatrixXd::Zero(42, 1);
    start(0, 0) = 1;
    CHECK(sparse->of_states(start).topRows(2).norm() == doctest::Approx(std::exp(growth * step)).epsilon(1e-6));
  }
  CHECK(followed >= 3);
  CHECK(refused >= 1);
}

namespace {

/// Without losses, and swinging at this rate: a chain of masses on springs (one circle through all of it); circles of
/// three states; circles of four whose losses just keep the fastest swing alive; all of them in thirty copies or so.
Eigen::MatrixXd lossless(int kind, Eigen::Index size, double rate) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(size, size);
  if (kind == 0) {
    const Eigen::Index masses = size / 2;
    for (Eigen::Index i = 0; i < masses; ++i) {
      a(i, masses + i) = rate;
      a(masses + i, i) = -2 * rate;
      a(masses + i, (i + 1) % masses) += rate;
      a(masses + i, (i + masses - 1) % masses) += rate;
    }
    a(masses, 0) -= rate;  // held at one place: nothing drifts
    return a;
  }
  const Eigen::Index length = kind == 1 ? 3 : 4;
  for (Eigen::Index i = 0; i + length <= size; i += length) {
    for (Eigen::Index k = 0; k < length; ++k) {
      const Eigen::Index before = i + (k + length - 1) % length, after = i + (k + 1) % length;
      if (kind == 1) {
        a(i + k, before) = rate;
        a(i + k, after) = -rate;
      } else {
        a(i + k, before) = k == 0 ? -rate : rate;
        a(i + k, i + k) = -rate * std::sqrt(0.5);
      }
    }
  }
  return a;
}

}  // namespace

TEST_CASE("no swing counts as decayed, however many states it goes round") {
  int followed = 0, refused = 0;
  for (const int kind : {0, 1, 2}) {
    for (const double rate : {30.0, 1e3, 1e4, 1e5, 1e7, 1e9}) {
      CAPTURE(kind);
      CAPTURE(rate);
      model::LinearSystem part;
      part.a = lossless(kind, 120, rate);
      part.b = Eigen::MatrixXd::Zero(120, 1);
      part.c = Eigen::MatrixXd::Zero(1, 120);
      part.d = Eigen::MatrixXd::Zero(1, 1);
      constexpr double step = 0.1;
      const auto sparse = cosimulate::large_step_map(part, step, 0);
      refused += sparse ? 0 : 1;
      if (!sparse) continue;
      ++followed;
      const auto full = cosimulate::step_map(part, {"exact", {}, 1}, step);
      REQUIRE(full);
      Eigen::VectorXd start(120);
      for (Eigen::Index i = 0; i < 120; ++i) start[i] = (i * 7) % 11 < 5 ? 1 : -1;
      const Eigen::VectorXd expected = full->state * start, found = sparse->of_states(start);
      CHECK((found - expected).norm() < 1e-5 * start.norm());
    }
  }
  CHECK(followed >= 8);
  CHECK(refused >= 3);
}

TEST_CASE("systems without losses, where many eigenvalues lie on one circle: the radii are those of the matrices") {
  std::size_t grow = 0;
  for (const double step : {1e-3, 0.02, 0.5}) {
    cosimulate::StabilityProblem problem = ring(2, 140, 0, "exact");
    for (model::LinearSystem& part : problem.samples[0]) {
      part.a = lossless(0, 140, 30);
      part.b(0, 0) = 0;
      part.b(70, 0) = 30;
      part.c.setZero();
      part.c(0, 69) = 1;
    }
    for (auto& source : problem.wiring.sources) source.factor = 0.1;
    const auto maps = maps_of(problem, step, true);
    const auto found = cosimulate::large_spectrum(problem, 0, maps, step, 1e-6, true);
    const auto made =
        cosimulate::solution_map(problem.samples[0], maps_of(problem, step, false), problem.wiring, problem.master);
    REQUIRE(found);
    REQUIRE(made);
    CAPTURE(step);
    CHECK(found->radius == doctest::Approx(made->matrix.eigenvalues().cwiseAbs().maxCoeff()).epsilon(1e-6));
    if (std::isnan(found->radius_as_one)) continue;
    ++grow;
    const auto whole = cosimulate::whole_system(problem.samples[0], problem.wiring, problem.master);
    REQUIRE(whole.abscissa);
    CHECK(found->radius_as_one == doctest::Approx(std::exp(step * *whole.abscissa)).epsilon(1e-6));
  }
  CHECK(grow > 0);
}

TEST_CASE("random systems: the radius without the matrix") {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const RandomSystem system = SystemMaker(seed).make();
    const cosimulate::StabilityProblem problem = problem_of(system);
    const auto expected = cosimulate::spectrum(problem, system.step, cosimulate::SearchMode::fixed_substeps, 0);
    if (!expected || expected->eigenvalues.empty()) continue;
    const auto maps = maps_of(problem, system.step, true);
    const auto found = cosimulate::large_spectrum(problem, 0, maps, system.step, 1e-9, false);
    REQUIRE(found);
    CAPTURE(seed);
    // eigenvalues that nearly coincide are known to fewer digits, by either way
    CHECK(found->radius == doctest::Approx(expected->radius).epsilon(1e-5));
    ++compared;
  }
  CHECK(compared > 200);
}

// A state that swings a thousand times as far as another disturbs nobody: that is its range. Where there are swings of
// all speeds, up to some that nobody can follow, growth is in units of one, and that is said.
TEST_CASE("growth is in units of one where the system as one cannot be followed") {
  constexpr double step = 0.1;
  const auto growth = [&](int octaves) {
    cosimulate::StabilityProblem problem = ring(2, 2 * octaves, 0.1, "exact");
    Eigen::MatrixXd& a = problem.samples[0][0].a;
    a.setZero();
    for (int i = 0; i < octaves; ++i) {
      const double rate = 5 * std::exp2(i);
      a.block(2 * i, 2 * i, 2, 2) << -1, 1000 * rate, -rate / 1000, -1;
    }
    return cosimulate::large_spectrum(problem, 0, maps_of(problem, step, false), step, 1e-9, true);
  };
  const auto followed = growth(4);
  REQUIRE(followed);
  CHECK(followed->growth_in_ranges);
  CHECK(followed->growth < 10);
  const auto not_followed = growth(18);
  REQUIRE(not_followed);
  CHECK_FALSE(not_followed->growth_in_ranges);
  CHECK(not_followed->growth > 100);
}
