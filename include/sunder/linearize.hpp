// x' = A x + B u, y = C x + D u near an operating point, exact; and systems of lower order.
#pragma once

#include <optional>

#include <sunder/answer.hpp>

namespace sunder {

struct LinearizeOptions {
  OperatingPoint at{};
  std::string output{};  ///< a .json, .mat or .mo file; empty: none
};

/// The matrices are dense. `Equations::jacobian` is sparse, for large models.
struct SUNDER_API LinearSystem : Answer {
  std::string model;
  double time = 0;
  double largest_slope = 0;  ///< of a state at the point; 0: it is an equilibrium
  std::vector<std::string> states, inputs, outputs;
  Matrix a, b, c, d;
};

/// At most one of order, gamma and error; none: everything that is not negligible.
struct ReduceOptions {
  bool truncate = false;  ///< balanced truncation; else singular perturbation, which keeps the steady gain
  std::optional<std::size_t> order{};
  std::optional<double> gamma{};  ///< the smallest order that leaves at most this part of the sum of singular values
  std::optional<double> error{};  ///< the smallest order whose bound is at most this
  OperatingPoint at{};
  std::string output{};  ///< the reduced system as .mo, .json or .mat; empty: none
  std::string report{};  ///< .html; empty: none
};

struct SUNDER_API ReducedSystem : Answer {
  std::string model;
  std::size_t order = 0;
  std::size_t full_order = 0;
  std::vector<double> hankel;   ///< singular values of the stable part, descending
  double bound = 0;             ///< of the largest gain of the error
  std::optional<double> error;  ///< the largest gain of the error itself; of small systems
  std::vector<std::string> inputs, outputs;
  Matrix a, b, c, d;
};

}  // namespace sunder
