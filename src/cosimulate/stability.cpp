#include "cosimulate/stability.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "algebra/powers.hpp"
#include "algebra/spectrum.hpp"
#include "cosimulate/large_spectrum.hpp"
#include "model/certificate.hpp"

namespace sunder::cosimulate {

namespace {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXd;

std::size_t states_of(const std::vector<model::LinearSystem>& parts) {
  std::size_t count = 0;
  for (const model::LinearSystem& part : parts) count += static_cast<std::size_t>(part.order());
  return count;
}

double margin_of(const StabilityProblem& problem) {
  double margin = model::certificate_margin;
  for (const LocalRule& rule : problem.rules) margin = std::max(margin, 10 * rule.tolerance.value_or(0));
  return margin;
}

std::optional<std::vector<StepMap>> maps_of(const StabilityProblem& problem,
                                            const std::vector<model::LinearSystem>& parts, double step,
                                            SearchMode mode) {
  std::vector<StepMap> maps;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const LocalRule& rule = problem.rules[p];
    const auto substeps = substeps_of(rule, step, mode);
    if (!substeps) return std::nullopt;
    constexpr Eigen::Index most_full = 150;  // states of a part for which a full exponential is the cheaper one
    const std::string method = rule.known ? rule.method : "exact";
    const bool sparse = is_large(problem) && method == "exact" && parts[p].order() > most_full;
    auto map = sparse ? large_step_map(parts[p], step, problem.master.extrapolation)
                      : step_map(parts[p], {method, rule.fast, *substeps}, step);
    if (!map) return std::nullopt;
    maps.push_back(std::move(*map));
  }
  return maps;
}

std::optional<MatrixXd> matrix_of(const StabilityProblem& problem, std::size_t sample, double step, SearchMode mode,
                                  const std::vector<double>& weights = {}) {
  const auto& parts = problem.samples[sample];
  const auto maps = maps_of(problem, parts, step, mode);
  if (!maps) return std::nullopt;
  auto made = solution_map(parts, *maps, problem.wiring, problem.master, weights);
  if (!made || !made->matrix.allFinite()) return std::nullopt;
  return std::move(made->matrix);
}

/// Where the system as one grows at some sample, every sample may grow a little faster than it does as one: what is
/// promised is that of the whole run, which has passed through all of them.
void allow_own_growth(const StabilityProblem& problem, double step, std::vector<Spectrum>& samples) {
  const bool grows = std::ranges::any_of(samples, &Spectrum::grows_by_itself);
  const double of_run = problem.length > 0 ? std::log(run_allowance) * std::min(1.0, step / problem.length) : 0;
  for (Spectrum& one : samples) {
    if (std::isnan(one.radius_as_one)) continue;
    const double own = std::log(std::max(1.0, one.radius_as_one));
    one.allowed = std::exp(grows ? own + std::max(rate_allowance * own, of_run) : own);
  }
}

/// An unstable one before all others; else the one with the largest radius.
const Spectrum& worst_of(const std::vector<Spectrum>& samples) {
  const auto better = [](const Spectrum& a, const Spectrum& b) {
    if (a.unstable() != b.unstable()) return b.unstable();
    return a.unstable() ? a.radius / a.allowed < b.radius / b.allowed : a.radius < b.radius;
  };
  return *std::ranges::max_element(samples, better);
}

/// The worst of all samples; where one is unstable there is no bound. Of a matrix whose radius is above one, the growth
/// that is left when the radius is taken out.
void find_growth(const StabilityProblem& problem, const std::vector<Spectrum>& samples,
                 const std::vector<MatrixXd>& matrices, double work, Spectrum& out) {
  if (out.unstable()) {
    out.growth = std::numeric_limits<double>::infinity();
    out.growth_bounded = false;
    return;
  }
  double seen = 1;  // where there is no bound
  for (std::size_t sample = 0; sample < matrices.size(); ++sample) {
    const WholeSystem whole = problem.wholes.empty()
                                  ? whole_system(problem.samples[sample], problem.wiring, problem.master)
                                  : problem.wholes[sample];
    const double radius = samples[sample].radius;
    const auto growth = radius > 1 + model::certificate_margin
                            ? algebra::power_growth(matrices[sample] / radius, whole.ranges, model::growth_limit, work)
                            : algebra::power_growth(matrices[sample], whole.ranges, model::growth_limit, work);
    out.growth = std::max(out.growth, growth.factor);
    if (!growth.bounded) seen = std::max(seen, growth.factor);
    out.growth_bounded = out.growth_bounded && growth.bounded;
    out.growth_in_ranges = out.growth_in_ranges && whole.abscissa.has_value();
    if (work < careful_look && out.growth > model::growth_limit) return;  // the verdict is known
  }
  // a bound of some samples is not what was seen of others
  if (!out.growth_bounded && out.growth <= model::growth_limit) out.growth = seen;
}

std::optional<Spectrum> worst_of_large(const StabilityProblem& problem, double step, SearchMode mode, double work) {
  std::vector<Spectrum> samples;
  double growth = 1;
  bool in_ranges = true;
  for (std::size_t sample = 0; sample < problem.samples.size(); ++sample) {
    const auto maps = maps_of(problem, problem.samples[sample], step, mode);
    if (!maps) return std::nullopt;
    auto one = large_spectrum(problem, sample, *maps, step, margin_of(problem), work > 0);
    if (!one) return std::nullopt;
    growth = std::max(growth, one->growth);
    in_ranges = in_ranges && one->growth_in_ranges;
    samples.push_back(std::move(*one));
  }
  if (samples.empty()) return std::nullopt;
  allow_own_growth(problem, step, samples);
  Spectrum worst = worst_of(samples);
  worst.growth = worst.unstable() ? std::numeric_limits<double>::infinity() : growth;
  worst.growth_in_ranges = in_ranges;
  return worst;
}

/// Where the matrix is not formed: the radius with each connection a little stronger and weaker.
std::vector<ConnectionSensitivity> sensitivities_of_large(const StabilityProblem& problem, double step,
                                                          SearchMode mode) {
  constexpr double change = 1e-3;
  constexpr std::size_t most = 40;  // connections; each takes two spectra
  std::map<std::size_t, std::vector<std::size_t>> inputs_of;
  for (std::size_t i = 0; i < problem.wiring.inputs(); ++i)
    if (problem.wiring.sources[i].output) inputs_of[problem.wiring.sources[i].connection].push_back(i);
  if (inputs_of.size() > most) return {};
  const auto worst = worst_of_large(problem, step, mode, 0);
  if (!worst) return {};
  const auto maps = maps_of(problem, problem.samples[worst->sample], step, mode);
  std::vector<ConnectionSensitivity> list;
  for (const auto& [connection, inputs] : inputs_of) {
    const auto radius = [&](double factor) {
      std::vector<double> weights(problem.wiring.inputs(), 1.0);
      for (const std::size_t i : inputs) weights[i] = factor;
      const auto found = large_spectrum(problem, worst->sample, *maps, step, margin_of(problem), false, weights);
      return found ? found->radius : std::numeric_limits<double>::quiet_NaN();
    };
    const double slope = (radius(1 + change) - radius(1 - change)) / (2 * change);
    if (std::isfinite(slope)) list.push_back({connection, slope});
  }
  std::ranges::stable_sort(list, [](const auto& a, const auto& b) { return std::abs(a.slope) > std::abs(b.slope); });
  return list;
}

std::size_t largest_index(const Eigen::VectorXcd& values) {
  Eigen::Index best = 0;
  values.cwiseAbs().maxCoeff(&best);
  return static_cast<std::size_t>(best);
}

}  // namespace

bool is_large(const StabilityProblem& problem) {
  return !problem.samples.empty() && states_of(problem.samples.front()) > most_in_matrix;
}

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::stable: return "stable";
    case Verdict::unstable: return "unstable";
    case Verdict::marginal: return "marginal";
    case Verdict::transient_growth: return "transient growth";
    case Verdict::grows_as_one: return "grows by itself";
    case Verdict::none: break;
  }
  return "no certificate";
}

std::string_view name_of(SearchMode mode) { return mode == SearchMode::fixed_steps ? "fixed-steps" : "fixed-substeps"; }

Verdict Spectrum::verdict() const {
  if (std::isnan(radius)) return Verdict::none;
  if (unstable()) return Verdict::unstable;
  if (growth > model::growth_limit) return Verdict::transient_growth;
  if (radius > 1 + margin) return Verdict::grows_as_one;
  return radius < 1 - margin ? Verdict::stable : Verdict::marginal;
}

std::optional<std::size_t> substeps_of(const LocalRule& rule, double step, SearchMode mode) {
  if (!rule.known || rule.method == "exact") return 1;
  if (!rule.step || mode == SearchMode::fixed_substeps) return rule.substeps;
  const double ratio = step / *rule.step;
  const double nearest = std::round(ratio);
  if (nearest < 1 || nearest > 1e15 || std::abs(ratio - nearest) > 1e-9 * nearest) return std::nullopt;
  return static_cast<std::size_t>(nearest);
}

std::optional<Spectrum> spectrum(const StabilityProblem& problem, double step, SearchMode mode, double work) {
  if (is_large(problem)) return worst_of_large(problem, step, mode, work);
  std::vector<Spectrum> samples;
  std::vector<MatrixXd> matrices;
  for (std::size_t sample = 0; sample < problem.samples.size(); ++sample) {
    auto matrix = matrix_of(problem, sample, step, mode);
    if (!matrix) return std::nullopt;
    Spectrum one;
    one.sample = sample;
    one.margin = margin_of(problem);
    if (matrix->rows() > 0) {
      const auto values = algebra::eigenvalues(*matrix);
      if (!values) return std::nullopt;
      one.eigenvalues.assign(values->begin(), values->end());
    }
    std::ranges::stable_sort(one.eigenvalues, [](const auto& a, const auto& b) { return std::abs(a) > std::abs(b); });
    one.radius = one.eigenvalues.empty() ? 0 : std::abs(one.eigenvalues.front());
    const std::optional<double> abscissa =
        problem.wholes.empty() ? whole_system(problem.samples[sample], problem.wiring, problem.master).abscissa
                               : problem.wholes[sample].abscissa;
    if (abscissa) one.radius_as_one = std::exp(step * *abscissa);
    samples.push_back(std::move(one));
    matrices.push_back(std::move(*matrix));
  }
  if (samples.empty()) return std::nullopt;
  allow_own_growth(problem, step, samples);
  Spectrum worst = worst_of(samples);
  if (work > 0) find_growth(problem, samples, matrices, work, worst);
  return worst;
}

std::vector<ConnectionSensitivity> sensitivities(const StabilityProblem& problem, double step, SearchMode mode) {
  if (is_large(problem)) return sensitivities_of_large(problem, step, mode);
  const auto worst = spectrum(problem, step, mode);
  if (!worst || worst->eigenvalues.empty()) return {};
  const MatrixXd matrix = *matrix_of(problem, worst->sample, step, mode);
  const auto right = algebra::eigensystem(matrix);
  const auto left = algebra::eigensystem(matrix.transpose());
  if (!right || !left) return {};
  const std::size_t chosen = largest_index(right->values);
  const std::complex<double> value = right->values[static_cast<Eigen::Index>(chosen)];
  Eigen::Index twin = 0;
  (left->values.array() - value).abs().minCoeff(&twin);
  const Eigen::VectorXcd v = right->vectors.col(static_cast<Eigen::Index>(chosen));
  const Eigen::VectorXcd w = left->vectors.col(twin);  // of the transpose: no conjugation
  const std::complex<double> product = w.transpose() * v;
  std::map<std::size_t, double> slopes;
  constexpr double change = 1e-6;
  for (std::size_t i = 0; i < problem.wiring.inputs(); ++i) {
    if (!problem.wiring.sources[i].output) continue;
    std::vector<double> weights(problem.wiring.inputs(), 1.0);
    weights[i] = 1 + change;
    const auto more = matrix_of(problem, worst->sample, step, mode, weights);
    weights[i] = 1 - change;
    const auto less = matrix_of(problem, worst->sample, step, mode, weights);
    if (!more || !less) continue;
    const MatrixXcd slope = ((*more - *less) / (2 * change)).cast<std::complex<double>>();
    const std::complex<double> moved = (w.transpose() * slope * v)(0) / product;
    if (value != 0.0)
      slopes[problem.wiring.sources[i].connection] += std::real(std::conj(value) * moved) / std::abs(value);
  }
  std::vector<ConnectionSensitivity> list;
  for (const auto& [connection, slope] : slopes) list.push_back({connection, slope});
  std::ranges::stable_sort(list, [](const auto& a, const auto& b) { return std::abs(a.slope) > std::abs(b.slope); });
  return list;
}

}  // namespace sunder::cosimulate
