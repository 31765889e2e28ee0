// Time scales seen by another explicit method than Euler: for small models, where every cycle can be looked at.
//
// One step of an explicit Runge-Kutta method multiplies x by W(h) = R(hJ), with R(z) = 1 + z (Euler), 1 + z + z^2/2
// (Heun), 1 + z + ... + z^4/24 (classical Runge-Kutta). Every entry of W is a polynomial in h, and so is the gain
// mu_c(h) of a cycle, the product of its entries. A cycle bounds the step by the right end of the first interval in
// which |mu_c(h)| <= alpha.
//
//   Two states or more. mu_c(0) = 0: the interval begins at zero and ends where |mu_c| first exceeds alpha.
//   Self loop. W_ii(0) = 1, and what matters is where it goes from there:
//     - it falls (the first coefficient of W_ii - 1 is negative, for Euler J_ii < 0). Until W_ii first leaves [-1, 1]
//       the loop does not amplify; the bound is the right end of the first part of this range with |W_ii| <= alpha.
//       With alpha < 1 that part begins after zero. A method whose W_ii never gets as small as alpha (Heun below
//       alpha = 1/2 for a single decaying state) has no such part; the bound is then the step of the smallest |W_ii|,
//       to which the right end shrinks continuously as alpha falls.
//     - it rises (for Euler J_ii > 0): |W_ii| > 1 from the start. What the loop adds per step is bounded instead:
//       |W_ii(h) - 1| <= alpha, for Euler h J_ii <= alpha.
//     - it stays at one: no bound.
//   The convention `magnitude` takes |W_ii(h) - 1| <= alpha in every case, for Euler h |J_ii| <= alpha. The convention
//   `published` belongs to tables made with Euler and is refused for other probes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/sparse.hpp"
#include "base/outcome.hpp"
#include "decouple/time_scales.hpp"

namespace sunder::decouple {

enum class Probe { euler, heun, rk4 };
Outcome<Probe> probe_named(std::string_view name);
std::string_view name_of(Probe probe);

/// Coefficients of z, z^2, z^3, z^4 with z = h * rate. Counting in a rate of the model keeps the powers in range.
using ProbeWeight = std::array<double, 4>;

struct ProbeScales {
  std::vector<Cycle> cycles;                      ///< of two states or more
  std::vector<std::vector<ProbeWeight>> weights;  ///< of the arcs of each cycle, first to second state first
  std::vector<ProbeWeight> self;                  ///< W_ii - 1
  std::vector<double> rates;                      ///< of each state; equal along a cycle

  /// Of every state, exact: log_lower equals log_upper. `convention` is gain or magnitude.
  [[nodiscard]] std::vector<Bounds> bounds(SelfLoop convention, double alpha) const;
};

struct ProbeLimits {
  std::uint64_t cycles = 200'000;
  std::uint64_t entries = 2'000'000;  ///< of W
};

/// E0811 when the model has more cycles under this probe than the limits allow.
Outcome<ProbeScales> find_probe_scales(Probe probe, const algebra::SparseMatrix& jacobian,
                                       const std::vector<std::string>& states, const ProbeLimits& limits = {});

}  // namespace sunder::decouple
