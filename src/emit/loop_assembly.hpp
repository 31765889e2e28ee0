// Kernels of loops: residuals with their exact partial derivatives, and tangents of residuals.
#pragma once

#include <optional>
#include <span>

#include "emit/assembly.hpp"
#include "emit/columns.hpp"

namespace sunder::emit {

/// The derivative of the root along the tangents of its slots (in slots n …); those in `fixed` do not change.
symbolic::NodeId tangent_root(symbolic::Pool& pool, symbolic::NodeId root, std::span<const Space> spaces,
                              std::span<const std::uint32_t> fixed, Along along);
/// After the columns of the operands: the same places in the arrays of tangents.
void add_tangent_columns(std::span<const Space> spaces, std::size_t count, KernelRequest& request);

/// `needed` (by variable): which unknowns are asked for; empty: all.
void add_loop_values(const ir::Plan& plan, const LoopClass& loops, const std::vector<bool>& needed, Assembly& assembly);
void add_loop_tangents(const ir::Plan& plan, const LoopClass& loops, Along along, Assembly& assembly);

}  // namespace sunder::emit
