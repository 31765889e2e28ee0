// Shapes: expressions over numbered slots, interned; all symbolic work is done once per shape and cached here.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "symbolic/pool.hpp"

namespace sunder::symbolic {

using ShapeId = Id<struct ShapeTag>;
class Derivatives;

/// How a slot enters an expression. The coefficient of a linear slot is classified by the slots it contains; which
/// of those are parameters is known only to the equation, so the classes here speak of slots.
enum class Incidence : std::uint8_t {
  absent,           ///< does not occur (or only inside of residue)
  linear_constant,  ///< coefficient is a nonzero number
  linear,           ///< coefficient depends on other slots only (see `coefficient`)
  nonlinear,        ///< the slot occurs in its own coefficient, under a function, in a condition, cancels out, …
};

/// The solution of `0 = shape` for one slot.
struct Solution {
  NodeId value;    ///< expression over the other slots
  NodeId divisor;  ///< what is divided by (a constant node for a coefficient that cannot vanish)
};

/// Thread-safe for reading once built; the caching queries are not thread-safe and belong to the compile rooms.
class ShapeTable {
 public:
  ShapeTable();
  ~ShapeTable();
  /// The same shapes by the same numbers, in a table that others may add to at the same time.
  [[nodiscard]] std::shared_ptr<ShapeTable> copy() const;

  Pool& pool() { return pool_; }
  [[nodiscard]] const Pool& pool() const { return pool_; }

  /// Renumbers the slots of `root` in order of first occurrence and interns the result.
  /// `order[k]` receives the old number of the new slot k.
  ShapeId intern(NodeId root, std::vector<std::uint32_t>& order);
  /// Interns as is: the slots must already be 0 … slot_count-1.
  ShapeId intern(NodeId root, std::uint32_t slot_count);

  [[nodiscard]] std::size_t size() const { return shapes_.size(); }
  [[nodiscard]] NodeId root(ShapeId shape) const { return shapes_[shape.index()].root; }
  [[nodiscard]] std::uint32_t slot_count(ShapeId shape) const { return shapes_[shape.index()].slot_count; }

  // Cached per shape.
  Incidence incidence(ShapeId shape, std::uint32_t slot);
  /// d root / d slot.
  NodeId partial(ShapeId shape, std::uint32_t slot);
  /// Solves `0 = root` for the slot by undoing operations from the root downwards; empty when it does not occur
  /// exactly in an invertible way (linear occurrences are collected first). Only forms without case distinction.
  const std::optional<Solution>& solve(ShapeId shape, std::uint32_t slot);
  /// Arithmetic operations of one evaluation of `root` (shared sub-expressions once).
  std::size_t operations(ShapeId shape);

 private:
  struct Shape {
    NodeId root;
    std::uint32_t slot_count = 0;
    // Empty until asked for, then one entry per slot.
    std::vector<std::optional<Incidence>> incidence;
    std::vector<NodeId> partials;  // invalid: not asked for
    std::vector<std::optional<std::optional<Solution>>> solutions;
    std::optional<std::size_t> operations;
  };
  Derivatives& derivatives(ShapeId shape);

  Pool pool_;
  std::vector<Shape> shapes_;
  std::unique_ptr<Derivatives> derivatives_;
  ShapeId derivatives_of_;
  std::unordered_map<NodeId, std::vector<ShapeId>> by_root_;
};

/// Operations of evaluating several roots with shared sub-expressions counted once.
std::size_t count_operations(const Pool& pool, std::span<const NodeId> roots);

/// d root / d slot, simplified. Conditions are taken as constant (away from their switching points).
NodeId differentiate(Pool& pool, NodeId root, std::uint32_t slot);
/// Several partial derivatives at once: entry k is d root / d slots[k]. Linear in the size of sums.
std::vector<NodeId> gradient(Pool& pool, NodeId root, std::span<const std::uint32_t> slots);
/// The derivative along a direction: slot k changes at the rate rates[k] (an expression; invalid: does not change).
/// With the slots' time derivatives as rates, `in_time`, this is the total time derivative: functions may say more
/// about it than about their derivatives by values (Routine::ignores_rate).
enum class Rates { free, in_time };
NodeId differentiate_along(Pool& pool, NodeId root, std::span<const NodeId> rates, Rates kind = Rates::free);

/// Solves 0 = root for the slot: see ShapeTable::solve.
std::optional<Solution> solve(Pool& pool, NodeId root, std::uint32_t slot);

/// Whether the slot occurs (inside of `residue` it does not count).
bool contains_slot(const Pool& pool, NodeId root, std::uint32_t slot);

}  // namespace sunder::symbolic
