// What one part's local method does to x' = A x + B u over a communication step, as matrices.
//
// Every fixed-step method here is a pair of tableaus with common nodes c: rows of slow states take the explicit one,
// rows of fast states the diagonally implicit one. With Z = dt A and an input u(s) = p0 + p1 s + p2 s^2 over one local
// step,
//   x+ = R x + G0 p0 + G1 p1 + G2 p2,    G_d = dt Phi_d B,    Phi_d = b' (I - A_tableau Z)^-1 c^d.
// n steps are the n-th power of [[R, G0, G1, G2], [0, shift]], where `shift` carries the polynomial to the next local
// step: by repeated squaring, and A is never inverted, so that it may be singular.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "algebra/exponential_action.hpp"
#include "algebra/matrices.hpp"
#include "model/part.hpp"

namespace sunder::cosimulate {

/// Rows of both tableaus; entry [i][j] with j <= i.
struct PairedTableau {
  std::vector<double> nodes;
  std::vector<std::vector<double>> explicit_rows, implicit_rows;
  std::vector<double> explicit_weights, implicit_weights;
  bool all_fast = false;  ///< a plain implicit method
};
/// Nothing for variable-step methods, `exact`, and unknown names.
std::optional<PairedTableau> paired_tableau(std::string_view method);

/// x+ = state x + sum_d input[d] p_d, where u(s) = sum_d p_d s^d over the whole length, s from 0 to 1.
struct StepMap {
  Eigen::MatrixXd state;  ///< empty where `large` says what it does
  std::shared_ptr<const algebra::ExponentialAction> large;
  std::array<Eigen::MatrixXd, model::largest_extrapolation + 1> input;

  [[nodiscard]] Eigen::MatrixXd of_states(const Eigen::MatrixXd& x) const;
};

/// How a part is integrated between two communication points.
struct LocalMethod {
  std::string method;
  model::StateSet fast;
  std::size_t substeps = 1;
};

/// Nothing when an implicit stage is singular, or when the method is no fixed linear map.
std::optional<StepMap> step_map(const model::LinearSystem& part, const LocalMethod& method, double length);

/// The exact step of a part with many states and a sparse A; inputs up to this degree. Nothing where its digits are not
/// to be had (algebra::ExponentialAction).
std::optional<StepMap> large_step_map(const model::LinearSystem& part, double length, int degree);

}  // namespace sunder::cosimulate
