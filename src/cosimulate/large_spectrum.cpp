#include "cosimulate/large_spectrum.hpp"

#include <cmath>
#include <limits>
#include <random>

#include "algebra/arnoldi.hpp"
#include "algebra/exponential_action.hpp"
#include "algebra/linear_equations.hpp"
#include "algebra/sparse_entries.hpp"

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

/// Inputs as functions of all states, when the coupling is solved at every instant; by rows.
std::optional<MatrixXd> gains_of(const std::vector<model::LinearSystem>& parts, const Wiring& wiring, Index states) {
  std::vector<Index> first{0};
  for (const model::LinearSystem& part : parts) first.push_back(first.back() + part.order());
  const auto inputs = static_cast<Index>(wiring.inputs());
  MatrixXd gains = MatrixXd::Zero(inputs, states), through = MatrixXd::Identity(inputs, inputs);
  for (Index i = 0; i < inputs; ++i) {
    const auto& source = wiring.sources[static_cast<std::size_t>(i)];
    if (!source.output) continue;
    const std::size_t p = wiring.part_of_output(*source.output);
    const auto row = static_cast<Index>(*source.output - wiring.first_output[p]);
    gains.row(i).segment(first[p], parts[p].order()) = source.factor * parts[p].c.row(row);
    through.row(i).segment(static_cast<Index>(wiring.first_input[p]), parts[p].d.cols()) -=
        source.factor * parts[p].d.row(row);
  }
  if (through.isIdentity(0)) return gains;
  return algebra::solve(through, gains);
}

/// The system as one: x' = A x, times the length.
std::optional<algebra::SparseMatrix> coupled_matrix(const std::vector<model::LinearSystem>& parts, const Wiring& wiring,
                                                    double length) {
  Index states = 0;
  for (const model::LinearSystem& part : parts) states += part.order();
  const auto gains = gains_of(parts, wiring, states);
  if (!gains || !gains->allFinite()) return std::nullopt;
  std::vector<algebra::SparseEntry> entries;
  const auto add = [&](Index row, Index column, double value) {
    if (value != 0)
      entries.push_back({static_cast<std::size_t>(row), static_cast<std::size_t>(column), length * value});
  };
  std::vector<std::vector<Index>> columns(wiring.inputs());  // that an input depends on
  for (std::size_t i = 0; i < wiring.inputs(); ++i)
    for (Index c = 0; c < states; ++c)
      if ((*gains)(static_cast<Index>(i), c) != 0) columns[i].push_back(c);
  Index x = 0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const model::LinearSystem& part = parts[p];
    for (Index c = 0; c < part.order(); ++c)
      for (Index r = 0; r < part.order(); ++r) add(x + r, x + c, part.a(r, c));
    for (Index i = 0; i < part.b.cols(); ++i) {
      const Index input = static_cast<Index>(wiring.first_input[p]) + i;
      for (Index r = 0; r < part.order(); ++r) {
        if (part.b(r, i) == 0) continue;
        for (const Index c : columns[static_cast<std::size_t>(input)]) add(x + r, c, part.b(r, i) * (*gains)(input, c));
      }
    }
    x += part.order();
  }
  return algebra::sparse_matrix(static_cast<std::size_t>(states), std::move(entries));
}

/// How far states move by themselves after disturbances of one, over as many steps as growth is looked for; and inputs
/// likewise. Where the system as one cannot be followed: ones.
VectorXd ranges_followed(const StabilityProblem& problem, std::size_t sample, const SolutionOperator& map,
                         double step) {
  const auto& parts = problem.samples[sample];
  VectorXd ranges = VectorXd::Ones(map.size());
  const auto matrix = coupled_matrix(parts, problem.wiring, step);
  if (!matrix) return ranges;
  const auto whole = algebra::ExponentialAction::make(*matrix);
  if (!whole) return ranges;
  const auto states = static_cast<Index>(matrix->rows());
  MatrixXd x = disturbances(map.size()).topRows(states);
  for (int k = 0; k < steps_followed / 2; ++k) {
    x = whole->apply(x);
    if (!x.allFinite()) break;
    ranges.head(states) = ranges.head(states).cwiseMax(x.cwiseAbs().rowwise().maxCoeff());
  }
  const auto gains = gains_of(parts, problem.wiring, states);
  const auto inputs = static_cast<Index>(problem.wiring.inputs());
  const VectorXd of_inputs = (gains->cwiseAbs() * ranges.head(states)).cwiseMax(1.0);
  for (std::size_t i = 0; i < map.remembered(); ++i)
    ranges.segment(states + static_cast<Index>(i) * inputs, inputs) = of_inputs;
  return ranges;
}

}  // namespace

std::optional<Spectrum> large_spectrum(const StabilityProblem& problem, std::size_t sample,
                                       const std::vector<StepMap>& maps, double step, double margin,
                                       bool looks_for_growth, const std::vector<double>& weights) {
  const SolutionOperator map(problem.samples[sample], maps, problem.wiring, problem.master, weights);
  if (!map.possible()) return std::nullopt;
  const VectorXd ranges = ranges_followed(problem, sample, map, step);
  const VectorXd units = ranges.cwiseInverse();
  const auto scaled = [&](const VectorXd& x) -> VectorXd {
    return units.cwiseProduct(map.apply(ranges.cwiseProduct(x)).col(0));
  };
  const auto found = algebra::largest_eigenvalues(scaled, map.size(), margin / 10);
  if (!found) return std::nullopt;
  Spectrum out;
  out.sample = sample;
  out.eigenvalues.assign(found->values.begin(), found->values.end());
  out.radius = std::abs(out.eigenvalues.front());
  out.margin = std::max(margin, found->residual);
  out.partial = true;
  out.growth_bounded = false;
  if (!looks_for_growth) return out;
  if (out.radius > 1 + out.margin) {
    out.growth = std::numeric_limits<double>::infinity();
    return out;
  }
  MatrixXd x = disturbances(map.size());
  double last = 1;
  for (int k = 0; k < steps_followed && last > 1e-3 * out.growth; ++k) {
    x = map.apply(x);
    last = (units.asDiagonal() * x).cwiseAbs().maxCoeff();
    if (!(last <= out.growth)) out.growth = last;
  }
  return out;
}

}  // namespace sunder::cosimulate
