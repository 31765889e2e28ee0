#include "cosimulate/large_spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "algebra/arnoldi.hpp"
#include "algebra/exponential_action.hpp"
#include "algebra/spectrum.hpp"
#include "cosimulate/fast_swings.hpp"

namespace sunder::cosimulate {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index followed = 4;        // disturbances
constexpr int steps_followed = 100;  // at most

/// Of ones with signs that differ.
MatrixXd disturbances(Index size) {
  std::mt19937 random(1);
  MatrixXd x(size, followed);
  for (Index i = 0; i < size; ++i)
    for (Index v = 0; v < followed; ++v) x(i, v) = (random() & 1U) != 0 ? -1 : 1;
  return x;
}

/// The system as one, over a step. Nothing: it cannot be followed.
std::optional<algebra::ExponentialAction> whole_over(const StabilityProblem& problem, std::size_t sample, double step) {
  const auto matrix = sparse_whole(problem.samples[sample], problem.wiring, step);
  if (!matrix) return std::nullopt;
  return algebra::ExponentialAction::make(*matrix, steps_for_swings(*matrix));
}

/// How far states move by themselves after disturbances of one, over as many steps as growth is looked for; and inputs
/// likewise. `radius` is that of the system itself, which is taken out where it is above one.
VectorXd ranges_followed(const StabilityProblem& problem, std::size_t sample, const SolutionOperator& map,
                         const algebra::ExponentialAction& whole, double radius) {
  const auto& parts = problem.samples[sample];
  VectorXd ranges = VectorXd::Ones(map.size());
  const auto states = static_cast<Index>(whole.size());
  MatrixXd x = disturbances(map.size()).topRows(states);
  for (int k = 0; k < steps_followed / 2; ++k) {
    x = whole.apply(x) / radius;
    if (!x.allFinite()) break;
    ranges.head(states) = ranges.head(states).cwiseMax(x.cwiseAbs().rowwise().maxCoeff());
  }
  const auto gains = gains_of(parts, problem.wiring);
  const auto inputs = static_cast<Index>(problem.wiring.inputs());
  const VectorXd of_inputs = (gains->cwiseAbs() * ranges.head(states)).cwiseMax(1.0);
  for (std::size_t i = 0; i < map.remembered(); ++i)
    ranges.segment(states + static_cast<Index>(i) * inputs, inputs) = of_inputs;
  return ranges;
}

struct Largest {
  std::vector<algebra::Complex> values;
  double residual = 0;  // of the first
  bool all = false;     // eigenvalues of the map are there
};

/// By Arnoldi's method; where many eigenvalues lie so close together that it does not settle, all of the matrix, if
/// that can be had.
std::optional<Largest> find_largest(const std::function<VectorXd(const VectorXd&)>& scaled, Index size,
                                    const std::function<MatrixXd()>& matrix_of, double margin) {
  constexpr Index most_formed = 1200;
  constexpr double far = 10;  // residuals: that far from one it does not matter how exact the radius is
  const auto found = algebra::largest_eigenvalues(scaled, size, margin / 10);
  if (!found) return std::nullopt;
  if (found->residual <= std::max(margin, std::abs(std::abs(found->values[0]) - 1) / far))
    return Largest{{found->values.begin(), found->values.end()}, found->residual, false};
  if (size > most_formed) return std::nullopt;
  const MatrixXd matrix = matrix_of();
  const auto all = algebra::eigenvalues(matrix);
  if (!matrix.allFinite() || !all) return std::nullopt;
  Largest out{{all->begin(), all->end()}, 0, true};
  std::ranges::stable_sort(out.values, [](const auto& a, const auto& b) { return std::abs(a) > std::abs(b); });
  return out;
}

/// Of the system as one, in the same units. Not a number: not found, so that nothing is granted to it.
double radius_as_one(const algebra::ExponentialAction& whole, const VectorXd& ranges, double margin, Spectrum& out) {
  const auto states = static_cast<Index>(whole.size());
  const VectorXd units = ranges.head(states).cwiseInverse();
  const auto scaled = [&](const VectorXd& x) -> VectorXd {
    return units.cwiseProduct(whole.apply(ranges.head(states).cwiseProduct(x)).col(0));
  };
  const auto found = find_largest(
      scaled, states, [&] { return whole.apply(MatrixXd::Identity(states, states)); }, margin);
  if (!found) return std::numeric_limits<double>::quiet_NaN();
  out.margin = std::max(out.margin, found->residual);
  return std::abs(found->values.front());
}

}  // namespace

std::optional<Spectrum> large_spectrum(const StabilityProblem& problem, std::size_t sample,
                                       const std::vector<StepMap>& maps, double step, double margin,
                                       bool looks_for_growth, const std::vector<double>& weights) {
  const SolutionOperator map(problem.samples[sample], maps, problem.wiring, problem.master, weights);
  if (!map.possible()) return std::nullopt;
  const auto whole = whole_over(problem, sample, step);
  VectorXd ranges = whole ? ranges_followed(problem, sample, map, *whole, 1) : VectorXd::Ones(map.size());
  VectorXd units = ranges.cwiseInverse();
  const auto scaled = [&](const VectorXd& x) -> VectorXd {
    return units.cwiseProduct(map.apply(ranges.cwiseProduct(x)).col(0));
  };
  Spectrum out;
  out.sample = sample;
  const auto largest = find_largest(
      scaled, map.size(), [&] { return map.apply(MatrixXd::Identity(map.size(), map.size())); }, margin);
  if (!largest) return std::nullopt;
  out.eigenvalues = largest->values;
  out.margin = std::max(margin, largest->residual);
  out.partial = !largest->all;
  out.radius = std::abs(out.eigenvalues.front());
  out.growth_bounded = false;
  out.growth_in_ranges = whole.has_value();
  const bool grows = out.radius > 1 + out.margin;
  if (grows && whole) out.radius_as_one = radius_as_one(*whole, ranges, margin, out);
  if (!looks_for_growth) return out;
  const double taken_out = grows ? out.radius : 1;
  if (out.grows_by_itself()) {
    ranges = ranges_followed(problem, sample, map, *whole, out.radius_as_one);
    units = ranges.cwiseInverse();
  }
  MatrixXd x = disturbances(map.size());
  double last = 1;
  for (int k = 0; k < steps_followed && last > 1e-3 * out.growth; ++k) {
    x = map.apply(x) / taken_out;
    last = (units.asDiagonal() * x).cwiseAbs().maxCoeff();
    if (!(last <= out.growth)) out.growth = last;
  }
  return out;
}

}  // namespace sunder::cosimulate
