// What can be told of equations before their names are resolved.
#pragma once

#include <span>
#include <vector>

#include "ir/ast.hpp"

namespace sunder::instantiate {

/// connect, and what Connections.branch and its like say of the graph.
bool is_connection(const ast::Equation& equation);
/// Itself, or one inside of it.
bool has_connection(const ast::Equation& equation);
/// All expressions of the equations, for finding the range of a loop variable by its uses.
void collect_expressions(std::span<ast::Equation* const> equations, std::vector<const ast::Expression*>& out);

}  // namespace sunder::instantiate
