// A linear system x' = A x + B u, y = C x + D u (or x[k+1] = ... with a sample time), dense.
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/matrices.hpp"
#include "base/outcome.hpp"

namespace sunder::reduce {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct LinearModel {
  MatrixXd a{}, b{}, c{}, d{};
  std::vector<std::string> states{}, inputs{}, outputs{};  ///< names; empty: x1, x2, ...
  std::optional<double> sample_time{};                     ///< given: discrete time

  [[nodiscard]] Eigen::Index order() const { return a.rows(); }
  [[nodiscard]] bool discrete() const { return sample_time.has_value(); }
};

/// Whether the sizes fit and all numbers are finite; names that are missing are made up.
bool check(LinearModel& system, Diagnostics& diagnostics);

/// The transfer matrix at s (or z). Not finite where that is a pole.
Eigen::MatrixXcd transfer(const LinearModel& system, std::complex<double> s);
/// The transfer matrix at many places, for the price of one Schur form.
class FrequencyResponse {
 public:
  explicit FrequencyResponse(const LinearModel& system);
  [[nodiscard]] Eigen::MatrixXcd operator()(std::complex<double> s) const;
  [[nodiscard]] Eigen::VectorXcd poles() const { return t_.diagonal(); }

 private:
  Eigen::MatrixXcd t_, b_, c_, d_;
};

/// Its value for constant inputs.
MatrixXd static_gain(const LinearModel& system);

/// Side by side, with outputs added: the error system when one of them is negated.
LinearModel sum(const LinearModel& first, const LinearModel& second);
LinearModel negated(LinearModel system);

/// The largest gain over all frequencies, by the eigenvalues of the Hamiltonian matrix, to a relative tolerance from
/// below. Stable systems only. Not a number where the eigenvalues cannot be found.
double largest_gain(const LinearModel& system, double tolerance = 1e-6);

/// A JSON object with "a", "b", "c" as lists of rows; "d", "states", "inputs", "outputs", "sample_time" may be missing.
Outcome<LinearModel> parse_matrices(std::string_view text, const std::string& path);
std::string print_matrices(const LinearModel& system);

}  // namespace sunder::reduce
