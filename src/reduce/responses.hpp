// How a system and its reduction answer: over frequency, to a step of an input, and how far apart they are.
#pragma once

#include <functional>

#include "model/linear_system.hpp"
#include "reduce/balance.hpp"

namespace sunder::reduce {

/// The transfer matrix at s (or z), dense or sparse. Empty: that is a pole.
using Transfer = std::function<std::optional<Eigen::MatrixXcd>(std::complex<double>)>;
Transfer transfer_of(const LinearSystem& system);
Transfer transfer_of(const SparseLinearSystem& system);

/// Systems to be looked at together; all continuous, or all with the same sample time.
using Systems = std::vector<const LinearSystem*>;

/// Evenly spread on a logarithmic scale, wide around all poles that are not zero; discrete systems up to the highest
/// frequency they have.
std::vector<double> frequencies_around(const Systems& systems, std::size_t count);
/// Where the imaginary axis (or the unit circle) has this frequency.
std::complex<double> place_of(double frequency, std::optional<double> sample_time);

struct StepResponse {
  std::vector<double> times;
  std::vector<MatrixXd> values;  ///< by time: outputs by inputs, each input stepping alone from 0 to 1
};
/// Long enough for the slowest state that decays to settle, short enough for unstable ones to stay in sight.
double settling_time(const Systems& systems);
/// Exact at the times, which are even (those of the samples in discrete time).
StepResponse step_response(const LinearSystem& system, double stop, std::size_t points);
/// By a method of second order that damps what is fast, with as many steps as there are points. Empty: singular.
std::optional<StepResponse> step_response(const SparseLinearSystem& system, double stop, std::size_t points);

/// The largest gain of the difference over all frequencies (unstable parts are equal and cancel). Dense systems.
double largest_error(const Reducible& full, const Reduction& reduced);
/// What the largest error may come to by rounding alone: gains cancel in it that are much larger.
double rounding_of_error(const Reducible& full);

}  // namespace sunder::reduce
