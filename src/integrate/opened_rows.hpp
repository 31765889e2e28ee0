// The linear systems of a linearly implicit step whose Jacobian is opened (model/opened.hpp): the unknowns of equations
// stand beside the implicit states. Their rows have no diagonal to rely on, so pivots are chosen by value, and kept as
// long as they are sound.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "integrate/linear_solver.hpp"
#include "model/model.hpp"
#include "runtime/rosenbrock_step.h"

namespace sunder::integrate {

class OpenedRows {
 public:
  /// Of which the states, the rows, the pattern and the number of unknowns are known.
  explicit OpenedRows(const SunderSystem& system);

  // callbacks of a SunderSystem whose `linear` this is
  static int factor(void* self, double c, const double* values);
  static int solve(void* self, double* b);

  /// The last matrices were singular. Where equations determine their unknowns that is so for few steps, else for all.
  [[nodiscard]] bool failed() const { return failures_ > 0; }
  /// Arithmetic so far.
  [[nodiscard]] std::uint64_t operations() const { return operations_; }

 private:
  std::vector<std::uint32_t> entry_;  // by entry of the matrix, column after column: which one of the rows it is
  std::vector<double> values_;
  std::size_t size_ = 0;
  std::optional<ShiftedSolver> solver_;
  int failures_ = 0;
  std::uint64_t operations_ = 0;
};

/// Whether steps with these rows implicit take clearly fewer operations with the opened Jacobian of the evaluator than
/// with the Jacobian itself: what both would be, counted before anything is compiled or evaluated.
bool opening_pays(model::Evaluator& evaluator);
/// That, or what was asked for if there is a choice.
bool use_opened(model::Evaluator& evaluator, const std::optional<bool>& asked);

}  // namespace sunder::integrate
