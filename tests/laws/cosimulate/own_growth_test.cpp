// A system that grows by itself grows when it is distributed, too: what is held against an exchange is what it adds.
#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>

#include "cosimulate/growth.hpp"
#include "cosimulate/large_spectrum.hpp"
#include "open_random.hpp"

using namespace sunder;

namespace {

/// x' = A x of the whole system, put together here: u = W (C x + D u). Nothing: the coupling is nearly singular.
std::optional<Eigen::MatrixXd> as_one(const RandomSystem& system) {
  Eigen::Index states = 0;
  for (const auto& part : system.description.parts) states += part.linear->a.rows();
  const auto inputs = static_cast<Eigen::Index>(system.wiring.inputs());
  const auto outputs = static_cast<Eigen::Index>(system.wiring.outputs());
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(states, states), b = Eigen::MatrixXd::Zero(states, inputs);
  Eigen::MatrixXd c = Eigen::MatrixXd::Zero(outputs, states), d = Eigen::MatrixXd::Zero(outputs, inputs);
  Eigen::Index x = 0, u = 0, y = 0;
  for (const auto& part : system.description.parts) {
    const model::LinearSystem& one = *part.linear;
    a.block(x, x, one.a.rows(), one.a.cols()) = one.a;
    b.block(x, u, one.b.rows(), one.b.cols()) = one.b;
    c.block(y, x, one.c.rows(), one.c.cols()) = one.c;
    d.block(y, u, one.d.rows(), one.d.cols()) = one.d;
    x += one.a.rows(), u += one.b.cols(), y += one.c.rows();
  }
  Eigen::MatrixXd wires = Eigen::MatrixXd::Zero(inputs, outputs);
  for (std::size_t i = 0; i < system.wiring.inputs(); ++i)
    if (system.wiring.sources[i].output)
      wires(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(*system.wiring.sources[i].output)) = 1;
  const Eigen::MatrixXd coupling = Eigen::MatrixXd::Identity(inputs, inputs) - wires * d;
  const Eigen::FullPivLU<Eigen::MatrixXd> solver(coupling);
  if (solver.rcond() < 1e-4) return std::nullopt;
  return a + b * solver.solve(wires * c);
}

constexpr double quick_look = 1e6;  // for the growth

double abscissa_of(const Eigen::MatrixXd& a) {
  return Eigen::EigenSolver<Eigen::MatrixXd>(a).eigenvalues().real().maxCoeff();
}

/// Outputs that see inputs of the step before do not become the outputs of the whole, however short the step.
bool converges(const RandomSystem& system) {
  if (system.description.master.feedthrough == cosimulate::Feedthrough::solved) return true;
  if (system.description.master.kind == cosimulate::MasterKind::iterated) return true;
  for (const auto& part : system.description.parts)
    if (part.linear->feeds_through()) return false;
  return true;
}

}  // namespace

TEST_CASE("with ever shorter steps a distributed system grows or decays as it does as one") {
  std::size_t growing = 0, decaying = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    const bool tame = seed % 2 == 0;
    const RandomSystem random = SystemMaker(seed, tame ? 0.5 : 1, tame).make();
    const auto a = as_one(random);
    if (!a || !converges(random)) continue;
    const double abscissa = abscissa_of(*a);
    if (std::abs(abscissa) * random.step < 0.05) continue;  // nearly neither
    const cosimulate::StabilityProblem problem = problem_of(random);
    CAPTURE(seed);
    CAPTURE(abscissa * random.step);
    bool settled = false;
    for (double step = random.step; step > random.step * 1e-4 && !settled; step /= 2) {
      const auto found = cosimulate::spectrum(problem, step, cosimulate::SearchMode::fixed_substeps, quick_look);
      if (!found) continue;  // an implicit step without a solution
      const cosimulate::Verdict verdict = found->verdict();
      CHECK(found->radius_as_one == doctest::Approx(std::exp(step * abscissa)).epsilon(1e-7));
      CHECK(found->grows_by_itself() == (abscissa > 0));
      if (abscissa < 0) CHECK(verdict != cosimulate::Verdict::grows_as_one);
      settled = found->radius <= std::exp(step * (abscissa + 0.1 * std::abs(abscissa)));
      if (!settled) continue;
      CHECK(verdict != cosimulate::Verdict::unstable);
      if (verdict == cosimulate::Verdict::transient_growth) continue;
      // a coarse step may damp what grows as one: then it is stable, and says nothing of the whole
      if (abscissa > 0 && found->radius < 1) continue;
      CHECK(verdict == (abscissa > 0 ? cosimulate::Verdict::grows_as_one : cosimulate::Verdict::stable));
    }
    CHECK(settled);
    ++(abscissa > 0 ? growing : decaying);
  }
  MESSAGE("growing ", growing, ", decaying ", decaying);
  CHECK(growing > 100);
  CHECK(decaying > 40);
}

TEST_CASE("what is said to grow by itself is seen to grow no faster than is allowed, and what is unstable faster") {
  std::size_t by_itself = 0, faster = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const RandomSystem random = SystemMaker(seed).make();
    const auto a = as_one(random);
    if (!a) continue;
    const double abscissa = abscissa_of(*a);
    const double step = random.step * std::pow(10.0, -static_cast<double>(seed % 4) / 2);
    if (abscissa * step < 0.02 || abscissa * step > 3) continue;
    const auto found =
        cosimulate::spectrum(problem_of(random), step, cosimulate::SearchMode::fixed_substeps, quick_look);
    if (!found) continue;
    const double allowed = std::exp(1.1 * abscissa * step);
    CHECK(found->allowed == doctest::Approx(allowed).epsilon(1e-6));
    if (std::abs(found->radius / allowed - 1) < 0.01) continue;  // too close to be seen
    const cosimulate::OpenSystem system = open_random(random);
    const auto growth = cosimulate::observe_growth(system, step, {400});
    if (!growth || !growth->ran_through) continue;
    CAPTURE(seed);
    CAPTURE(found->radius);
    CAPTURE(growth->per_step);
    CAPTURE(allowed);
    CHECK(growth->diverges(allowed) == (found->verdict() == cosimulate::Verdict::unstable));
    if (found->verdict() == cosimulate::Verdict::grows_as_one) ++by_itself;
    if (found->verdict() == cosimulate::Verdict::unstable) ++faster;
  }
  MESSAGE("by itself ", by_itself, ", faster ", faster);
  CHECK(by_itself > 50);
  CHECK(faster > 50);
}

TEST_CASE("the length of a run says how much an exchange may add where the growth itself is slow") {
  // x1' = x2, x2' = -x1 + 2 e x2, one state each: held inputs add about step/2 to a rate of e
  const auto verdict_of = [](double e, double step, double length) {
    cosimulate::StabilityProblem problem;
    std::vector<model::LinearSystem> parts(2);
    for (model::LinearSystem& part : parts) {
      part.a = part.d = Eigen::MatrixXd::Zero(1, 1);
      part.b = part.c = Eigen::MatrixXd::Ones(1, 1);
    }
    parts[1].a(0, 0) = 2 * e;
    parts[1].b(0, 0) = -1;
    problem.samples = {parts};
    problem.rules.resize(2, {"exact", {}, {}, 1, true, {}});
    problem.wiring.first_input = problem.wiring.first_output = {0, 1, 2};
    problem.wiring.sources.resize(2);
    problem.wiring.sources[0].output = 1;
    problem.wiring.sources[1].output = 0;
    problem.length = length;
    return cosimulate::spectrum(problem, step, cosimulate::SearchMode::fixed_substeps)->verdict();
  };
  using cosimulate::Verdict;
  CHECK(verdict_of(0.01, 0.001, 0) == Verdict::grows_as_one);   // adds 0.0005 to 0.01
  CHECK(verdict_of(0.01, 0.01, 0) == Verdict::unstable);        // adds 0.005, half as much again
  CHECK(verdict_of(0.01, 0.01, 100) == Verdict::grows_as_one);  // exp(0.5) over the run: less than twice as large
  CHECK(verdict_of(0.01, 0.01, 200) == Verdict::unstable);      // exp(1)
  CHECK(verdict_of(0, 0.01, 100) == Verdict::unstable);         // the whole does not grow at all
  CHECK(verdict_of(-0.01, 0.01, 100) == Verdict::stable);
}
