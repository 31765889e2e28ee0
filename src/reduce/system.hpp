// What is asked of dense linear systems: whether they fit together, transfer functions, gains, and as JSON.
#pragma once

#include <complex>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/matrices.hpp"
#include "base/outcome.hpp"
#include "model/linear_system.hpp"

namespace sunder::reduce {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using model::LinearSystem;
using model::SparseLinearSystem;

/// Whether the sizes fit and all numbers are finite; names that are missing are made up.
bool check(LinearSystem& system, Diagnostics& diagnostics);

/// The transfer matrix at s (or z). Not finite where that is a pole.
Eigen::MatrixXcd transfer(const LinearSystem& system, std::complex<double> s);
/// The transfer matrix at many places, for the price of one Schur form.
class FrequencyResponse {
 public:
  explicit FrequencyResponse(const LinearSystem& system);
  [[nodiscard]] Eigen::MatrixXcd operator()(std::complex<double> s) const;
  [[nodiscard]] Eigen::VectorXcd poles() const { return t_.diagonal(); }

 private:
  Eigen::MatrixXcd t_, b_, c_, d_;
};

/// Its value for constant inputs.
MatrixXd static_gain(const LinearSystem& system);

/// Side by side, with outputs added: the error system when one of them is negated.
LinearSystem sum(const LinearSystem& first, const LinearSystem& second);
LinearSystem negated(LinearSystem system);

/// The largest gain over all frequencies, by the eigenvalues of the Hamiltonian matrix, to a relative tolerance from
/// below. Stable systems only. Not a number where the eigenvalues cannot be found.
double largest_gain(const LinearSystem& system, double tolerance = 1e-6);

/// A JSON object with "a", "b", "c" as lists of rows; "d", "states", "inputs", "outputs", "sample_time" may be missing.
Outcome<LinearSystem> parse_matrices(std::string_view text, const std::string& path);
std::string print_matrices(const LinearSystem& system);

}  // namespace sunder::reduce
