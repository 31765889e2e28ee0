// What was reduced, and how well: the document of `reduce --report` for linear systems, and the figure of `--figure`.
#pragma once

#include <optional>
#include <string>

#include "base/cancel.hpp"
#include "reduce/responses.hpp"
#include "report/document.hpp"

namespace sunder::report {

/// The system as it was given, before anything was done to it.
struct FullSystem {
  std::string name;
  std::string origin;                               ///< a few words: where the matrices come from
  std::optional<model::SparseLinearSystem> sparse;  ///< given: low-rank factors are used; else `dense` is the system
  model::LinearSystem dense;

  [[nodiscard]] std::size_t states() const {
    return sparse ? sparse->a.pattern.rows : static_cast<std::size_t>(dense.order());
  }
};

/// How the error depends on the order: exact for small systems, else at some frequencies only.
struct ErrorCurve {
  std::vector<Eigen::Index> kept;  ///< balanced states
  std::vector<double> errors;
  bool exact = false;
};
/// Largest number of states for which errors are computed exactly without being asked for.
constexpr std::size_t exact_limit = 60;

/// Singular values, bound and error over the order.
results::Figure order_figure(const std::string& name, const reduce::Reducible& system, const reduce::Reduction& chosen,
                             const ErrorCurve* errors);

/// `text`: the reduced model as Modelica.
std::string reduction_report(const FullSystem& full, const reduce::Reducible& system, const reduce::Reduction& chosen,
                             const reduce::ReductionOptions& options, const std::string& text,
                             const CancelToken& cancel);

}  // namespace sunder::report
