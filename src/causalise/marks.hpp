// Which slots of a shape stand in relax() or residue(): asked for once per shape.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "graph/rows.hpp"
#include "ir/dae.hpp"

namespace sunder::causalise {

struct ShapeMarks {
  bool relaxes = false;                 ///< relax() occurs
  std::vector<bool> relaxed;            ///< by slot: all occurrences are in relax()
  std::vector<std::uint32_t> residues;  ///< slots in residue()
};

/// No last block is so large.
constexpr std::size_t never_iterated = std::numeric_limits<std::size_t>::max();

/// An equation whose relax() changes nothing.
struct IdleMark {
  ir::EquationId equation;
  std::string why;
};

/// Refers to the dae.
class Marks {
 public:
  explicit Marks(const ir::Dae& dae) : dae_(dae) {}

  const ShapeMarks& of(ir::ShapeId shape);
  /// A number for the component of the model that the equation stands in: the same for all of its equations.
  std::uint32_t instance_of(const ir::Equation& equation);

  /// Incidence of the system without unknowns that parameters multiply by zero; empty: there are none.
  std::optional<graph::Rows> nonzero;

 private:
  const ir::Dae& dae_;
  std::vector<std::optional<ShapeMarks>> shapes_;
  std::vector<std::uint32_t> instance_of_origin_;
};

}  // namespace sunder::causalise
