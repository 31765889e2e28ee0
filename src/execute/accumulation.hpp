// Jacobians by the chain rule over sparse rows: every variable that is computed on the way gets the row of its
// derivatives by what varies, made of the rows of its operands. Which entries there are is known beforehand, so that
// all of it is one table of multiplications and additions.
//
// Terms that cancel leave nothing: an entry that is lost in the rounding of its terms is zero, and not an influence for
// the analysis to find.
//
// A row of a thousand entries costs a thousand of them here, and a thousand runs of tangents by colours.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algebra/sparse.hpp"
#include "emit/schedule.hpp"
#include "ir/plan.hpp"

namespace sunder::execute {

class Accumulation {
 public:
  /// The rows of the Jacobian: variables, then what equations leave that define no variable (tasks without a target).
  struct RowsOf {
    std::span<const ir::VariableId> variables;
    std::span<const ir::EquationId> equations = {};
  };
  /// A section without loops, its schedule with the tasks of the equations, and the variables that stand for columns.
  /// Nothing when it takes more than `most` operations.
  static std::optional<Accumulation> make(const ir::Plan& plan, const ir::Section& section,
                                          const emit::Schedule& schedule, const RowsOf& rows,
                                          std::span<const ir::VariableId> columns,
                                          const algebra::SparsePattern& pattern, std::size_t most);

  /// The number of the partial derivative of a task by a slot, if it matters.
  [[nodiscard]] std::optional<std::uint32_t> partial(const emit::Task& task, std::uint32_t slot) const;
  [[nodiscard]] std::uint32_t partial_count() const { return partial_count_; }
  /// An entry on the way, and the sum of the magnitudes of its terms.
  struct Sum {
    double value, size;
  };
  /// How many of them `run` needs.
  [[nodiscard]] std::size_t sums() const { return entry_count_; }
  [[nodiscard]] std::size_t operations() const { return operations_.size(); }

  void run(std::span<const double> partials, std::span<Sum> sums, std::span<double> values) const;

 private:
  class Maker;
  /// sums[into] += partials[partial] * sums[from]
  struct Operation {
    std::uint32_t into, partial, from;
  };

  std::uint32_t partial_count_ = 0;
  std::size_t entry_count_ = 0;            // of the Jacobian first, then one that is 1, then those of other variables
  std::vector<std::uint32_t> first_slot_;  // by equation: where its slots begin in …
  std::vector<std::uint32_t> partial_of_;  // … partial derivatives by equation and slot
  std::vector<Operation> operations_;
  std::vector<std::uint32_t> ones_;  // entries of rows that are columns themselves
};

}  // namespace sunder::execute
