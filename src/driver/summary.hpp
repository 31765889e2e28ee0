// A compiled model in numbers: what `sunder check` and the report tell.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace sunder::ir {
struct Plan;
}

namespace sunder::driver {

struct ModelSummary {
  std::string model;
  std::size_t equations = 0;
  std::size_t unknowns = 0;
  std::vector<std::string> states;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::size_t parameters = 0;
  std::size_t aliases = 0;
  std::size_t index = 0;
  std::size_t shapes = 0;
  struct Blocks {
    std::size_t count = 0;
    std::size_t largest = 0;
    std::size_t linear = 0;
    std::size_t nonlinear = 0;
  } blocks;
  /// Loops that are solved in the order of their marks; sums over all of them.
  struct Relaxed {
    std::size_t loops = 0, equations = 0;
    std::size_t blocks = 0, patterns = 0;
    std::size_t last = 0;  ///< unknowns that are left for pivots
    std::size_t multiplications = 0, additions = 0, divisions = 0;
    std::size_t operations = 0;         ///< of a solution with all it takes
    std::size_t torn_operations = 0;    ///< if all were torn; 0: one cannot be
    std::size_t factor_operations = 0;  ///< by factors with pivots
    bool iterated = false;              ///< a last block is
  } relaxed;
  /// Loops with residue() or tearingSelect that are torn; sums over all of them.
  struct TornWithMarks {
    std::size_t loops = 0, equations = 0, iterated = 0;
    std::size_t operations = 0;         ///< of a solution
    std::size_t factor_operations = 0;  ///< by factors with pivots
  } torn_with_marks;
  std::size_t events = 0;
};

ModelSummary summarise(const ir::Plan& plan);
/// Of a model nobody knows the equations of: what its description tells.
ModelSummary summarise(const model::Model& model);

}  // namespace sunder::driver
