// A Jacobian in which the unknowns of simultaneous equations stand beside the states. Through such equations every
// derivative may depend on every state (all flows of a network on all of its valves): few of the entries of the
// Jacobian are zero then, but nearly all of those of
//
//   [ A B ]    rows: the wanted derivatives, then what the equations leave,
//   [ C D ]    columns: the varying states, then the unknowns.        A - B D^-1 C is the Jacobian.
#pragma once

#include <cstddef>
#include <span>

#include "algebra/sparse.hpp"
#include "model/model.hpp"

namespace sunder::model {

class OpenedJacobian {
 public:
  virtual ~OpenedJacobian() = default;

  [[nodiscard]] virtual const algebra::SparsePattern& pattern() const = 0;
  [[nodiscard]] virtual std::size_t unknowns() const = 0;
  /// Compiles what `values` needs, if nobody has done so.
  virtual void prepare() = 0;
  /// Of [A B; C D], where the equations are solved; after `freeze` of its evaluator.
  virtual Status values(const Evaluator::At& at, std::span<double> values) = 0;
  /// Arithmetic operations of that.
  [[nodiscard]] virtual std::size_t operations() const = 0;

  /// What the Jacobian itself would be: its pattern, and operations that it takes at least.
  [[nodiscard]] virtual const algebra::SparsePattern& closed_pattern() const = 0;
  [[nodiscard]] virtual std::size_t closed_operations() const = 0;
};

}  // namespace sunder::model
