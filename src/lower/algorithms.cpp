// Algorithm sections: not carried over to the equations yet.
#include "base/codes.hpp"
#include "lower/lowering.hpp"

namespace sunder::lower {

void Lowering::algorithm(const ir::FlatAlgorithm& algorithm) {
  if (algorithm.algorithm->statements.empty()) return;
  diagnostics_.error(Code::E0301, algorithm.algorithm->span, "algorithm sections in models cannot be run yet").help =
      "write equations, or a function";
}

}  // namespace sunder::lower
