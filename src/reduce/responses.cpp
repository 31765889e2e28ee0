#include "reduce/responses.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "algebra/exponential.hpp"
#include "algebra/spectrum.hpp"
#include "reduce/shifted_lu.hpp"

namespace sunder::reduce {
namespace {

using Complex = std::complex<double>;

/// Poles in continuous time, whatever the time of the system; those that are zero up to rounding are left out.
std::vector<Complex> paces(const Systems& systems) {
  std::vector<Complex> out;
  for (const LinearSystem* system : systems) {
    const auto poles = algebra::eigenvalues(system->a);
    if (!poles) continue;  // the others say where to look
    for (const Complex& pole : *poles) {
      if (!system->discrete())
        out.push_back(pole);
      else if (std::abs(pole) > 0)
        out.push_back(std::log(pole) / *system->sample_time);
    }
  }
  double largest = 0;
  for (const Complex& pace : out) largest = std::max(largest, std::abs(pace));
  constexpr double rounding = 1e-12;
  std::erase_if(out, [&](const Complex& pace) { return !(std::abs(pace) > rounding * largest); });
  return out;
}

}  // namespace

Transfer transfer_of(const LinearSystem& system) {
  return [response = FrequencyResponse(system)](Complex s) -> std::optional<Eigen::MatrixXcd> {
    Eigen::MatrixXcd out = response(s);
    if (!out.allFinite()) return std::nullopt;
    return out;
  };
}

Transfer transfer_of(const SparseLinearSystem& system) {
  const auto lu = std::make_shared<ShiftedLu>(system.a);
  return [lu, b = Eigen::MatrixXcd(system.b.cast<Complex>()), c = Eigen::MatrixXcd(system.c.cast<Complex>()),
          d = Eigen::MatrixXcd(system.d.cast<Complex>())](Complex s) -> std::optional<Eigen::MatrixXcd> {
    if (!lu->factor(-s)) return std::nullopt;
    return Eigen::MatrixXcd(d - c * lu->solve_complex(b, false));
  };
}

std::vector<double> frequencies_around(const Systems& systems, std::size_t count) {
  const std::optional<double> sample_time = systems.front()->sample_time;
  double low = std::numeric_limits<double>::infinity();
  double high = 0;
  for (const Complex& pace : paces(systems)) {
    low = std::min(low, std::abs(pace));
    high = std::max(high, std::abs(pace));
  }
  if (high == 0) low = high = sample_time ? 1 / *sample_time : 1;
  low /= 30;
  high *= 30;
  if (sample_time) {
    high = std::numbers::pi / *sample_time;
    low = std::min(low, high / 1000);
  }
  std::vector<double> out;
  for (std::size_t i = 0; i < count; ++i)
    out.push_back(low * std::pow(high / low, static_cast<double>(i) / static_cast<double>(count - 1)));
  return out;
}

Complex place_of(double frequency, std::optional<double> sample_time) {
  return sample_time ? std::polar(1.0, frequency * *sample_time) : Complex(0, frequency);
}

double settling_time(const Systems& systems) {
  double slowest = std::numeric_limits<double>::infinity();
  double growth = 0;
  double fastest = 0;
  for (const Complex& pace : paces(systems)) {
    if (pace.real() < 0) slowest = std::min(slowest, -pace.real());
    growth = std::max(growth, pace.real());
    fastest = std::max(fastest, std::abs(pace));
  }
  double out = std::isfinite(slowest) ? 6 / slowest : fastest > 0 ? 6 / fastest : 1;
  if (growth * out > 3) out = 3 / growth;
  const std::optional<double> sample_time = systems.front()->sample_time;
  return sample_time ? std::max(out, 10 * *sample_time) : out;
}

StepResponse step_response(const LinearSystem& system, double stop, std::size_t points) {
  const Eigen::Index n = system.order();
  const Eigen::Index m = system.d.cols();
  double step = stop / static_cast<double>(points);
  MatrixXd next = system.a;
  MatrixXd drive = system.b;
  if (system.discrete()) {
    step = *system.sample_time;
    points = static_cast<std::size_t>(std::clamp(std::ceil(stop / step), 1.0, 5000.0));
  } else if (n > 0) {
    // constant inputs are states that rest: one exponential gives both matrices
    MatrixXd both = MatrixXd::Zero(n + m, n + m);
    both.topLeftCorner(n, n) = system.a * step;
    both.topRightCorner(n, m) = system.b * step;
    const MatrixXd e = algebra::exponential(both);
    next = e.topLeftCorner(n, n);
    drive = e.topRightCorner(n, m);
  }
  StepResponse out;
  MatrixXd x = MatrixXd::Zero(n, m);
  for (std::size_t k = 0; k <= points; ++k) {
    out.times.push_back(static_cast<double>(k) * step);
    out.values.emplace_back(system.c * x + system.d);
    x = next * x + drive;
  }
  return out;
}

std::optional<StepResponse> step_response(const SparseLinearSystem& system, double stop, std::size_t points) {
  const double step = stop / static_cast<double>(points);
  const double gamma = 1 - 1 / std::numbers::sqrt2;  // two implicit stages, second order, stiffly accurate
  ShiftedLu lu(system.a);
  // (I - gamma h A) k = r  is  (A - I/(gamma h)) k = -r/(gamma h)
  if (!lu.factor(-1 / (gamma * step))) return std::nullopt;
  const auto stage = [&](const MatrixXd& at) -> MatrixXd {
    return lu.solve(MatrixXd((multiply(system.a, at) + system.b) / -(gamma * step)), false);
  };
  StepResponse out;
  MatrixXd x = MatrixXd::Zero(system.b.rows(), system.b.cols());
  for (std::size_t k = 0; k <= points; ++k) {
    out.times.push_back(static_cast<double>(k) * step);
    out.values.emplace_back(system.c * x + system.d);
    const MatrixXd first = stage(x);
    const MatrixXd second = stage(x + step * (1 - gamma) * first);
    x += step * ((1 - gamma) * first + gamma * second);
  }
  return out;
}

double largest_error(const Reducible& full, const Reduction& reduced) {
  const Eigen::Index kept = reduced.system.order() - full.unstable;
  const LinearSystem stable{.a = reduced.system.a.topLeftCorner(kept, kept),
                            .b = reduced.system.b.topRows(kept),
                            .c = reduced.system.c.leftCols(kept),
                            .d = reduced.system.d,
                            .sample_time = reduced.system.sample_time};
  return largest_gain(sum(full.stable, negated(stable)));
}

double rounding_of_error(const Reducible& full) {
  constexpr double of_gains = 1e-12;
  return of_gains * largest_gain(full.stable);
}

}  // namespace sunder::reduce
