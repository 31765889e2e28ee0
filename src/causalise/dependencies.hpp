// Which states a derivative depends on, through all the variables in between: the sparsity of the Jacobian.
#pragma once

#include <cstdint>
#include <span>

#include "graph/rows.hpp"
#include "ir/plan.hpp"

namespace sunder::causalise {

/// Row w: positions in `varying` on which wanted[w] depends, ascending; an invalid id depends on nothing. `section` is
/// the varying part of a slice (or the whole continuous section): sorted lists are propagated through its blocks, so
/// the cost is that of the lists.
graph::Rows jacobian_pattern(const ir::Plan& plan, const ir::Section& section, std::span<const ir::VariableId> wanted,
                             std::span<const ir::VariableId> varying);

/// Row s: positions in `seeds` on which the derivative of state s depends, ascending. A seed is taken as given: what
/// defines it does not count.
graph::Rows derivative_dependencies(const ir::Plan& plan, std::span<const ir::VariableId> seeds);

/// Row i: positions in `seeds` (states or inputs) on which rows[i] depends, ascending; `section` computes what the rows
/// read.
graph::Rows row_dependencies(const ir::Plan& plan, const ir::Section& section, std::span<const ir::Row> rows,
                             std::span<const ir::VariableId> seeds);

}  // namespace sunder::causalise
