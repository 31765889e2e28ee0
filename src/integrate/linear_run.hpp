// A run of the runtime's linearly implicit stepper with the memory it needs: which states are implicit, the pattern of
// their rows, the order of elimination.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algebra/sparse.hpp"
#include "base/thread_pool.hpp"
#include "integrate/opened_rows.hpp"
#include "runtime/adaptive_run.h"
#include "runtime/implicit_rows.h"

namespace sunder::integrate {

class LinearRun {
 public:
  /// `system` has its user, its number of states and its callbacks; what concerns rows and equations is filled in here.
  /// `rows` ascend; `jacobian` is the pattern of these rows by all states, null when there are none. With `opened`
  /// unknowns beside the states it has as many rows and columns more.
  /// `pool`, if any, takes shares of blocks of rows that do not know each other; the results have the same bits.
  LinearRun(const SunderSystem& system, std::vector<std::uint32_t> rows, const algebra::SparsePattern* jacobian,
            ThreadPool* pool, std::size_t opened = 0);
  LinearRun(const LinearRun&) = delete;
  LinearRun& operator=(const LinearRun&) = delete;

  /// Once everything about the system is known.
  void prepare(const SunderTableau& tableau, const SunderRunOptions& options);

  [[nodiscard]] SunderSystem& system() { return system_; }
  [[nodiscard]] SunderRun& run() { return run_; }
  [[nodiscard]] const SunderRun& run() const { return run_; }
  [[nodiscard]] const std::vector<std::uint32_t>& rows() const { return rows_; }
  [[nodiscard]] const SunderPattern& pattern() const { return system_.jacobian_pattern; }

  /// Where an evaluator writes the Jacobian, column by column, and its values row by row.
  [[nodiscard]] std::span<double> by_columns() { return by_columns_; }
  void to_rows(double* values) const {
    for (std::size_t k = 0; k < entry_.size(); ++k) values[k] = by_columns_[entry_[k]];
  }

  /// Opened: the last factorisation failed since the equations do not determine their unknowns.
  [[nodiscard]] bool opened_failed() const { return opened_ && opened_->failed(); }

  /// Arithmetic of the factorisations and substitutions so far.
  [[nodiscard]] std::uint64_t solver_operations() const;

 private:
  void take_pattern(const algebra::SparsePattern& pattern);
  void make_linear_solver(ThreadPool* pool);

  SunderSystem system_;
  std::vector<std::uint32_t> rows_, row_start_, column_;
  std::vector<std::uint32_t> entry_;  // by place in the rows: which entry by columns
  std::vector<double> by_columns_;
  SunderImplicitRows linear_{};
  std::unique_ptr<OpenedRows> opened_;
  SunderRun run_{};
  std::uint64_t factor_operations_ = 0;
  std::vector<double> linear_memory_, run_memory_;
};

}  // namespace sunder::integrate
