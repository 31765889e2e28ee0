// From a schedule to listings: values, tangents, partial derivatives.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "emit/listing.hpp"
#include "emit/schedule.hpp"
#include "ir/plan.hpp"

namespace sunder::emit {

/// Where tangents of values in this space are; empty: they have none.
std::optional<Space> tangent_of(Space space);

/// What moves: states and inputs, as a Jacobian asks, or the clock and the inputs with it while states stand still.
enum class Along : std::uint8_t { states, time };

/// How the matrix of a relaxed loop is factored: runtime/loop.h, struct SunderRelaxed.
struct RelaxedFamily {
  struct Call {
    std::uint32_t pattern = 0, begin = 0, end = 0, back_begin = 0, first_unknown = 0, pivots = 0;
  };
  /// Instance i has the moves [move_starts[i], move_starts[i + 1]).
  struct Move {
    Place to;
    std::uint32_t from = 0, count = 0;
  };
  std::uint32_t first_part = 0, gather_part = 0, right_part = 0;
  std::uint32_t factor_count = 0, guard_count = 0, last_size = 0;
  std::vector<Call> calls;
  std::vector<std::uint32_t> homes;  ///< of every instance
  std::vector<Move> moves;
  std::vector<std::uint32_t> move_starts;
  std::vector<std::int32_t> last_column_starts, last_row_indices;
  bool last_dense = false, iterated = false;
  bool varies = false;  ///< coefficients change between events
  bool frugal = false;  ///< there is code for those unknowns alone that are asked for
  std::size_t operations = 0;
};

/// Loops of one structure. Instance i has unknowns [i * size, (i + 1) * size).
struct LoopFamily {
  bool linear = false;
  bool dense = true;
  bool ranged = false;  ///< the part is called for one instance at a time
  std::uint32_t size = 0;
  std::uint32_t iterated = 0;  ///< the first unknowns; fewer than all: `inner` computes the others from them
  std::uint32_t inner = 0;     ///< part
  std::uint32_t instances = 0;
  std::uint32_t part = 0;  ///< writes residuals and matrix; of tangents: the tangents of the residuals
  std::vector<Place> places;
  std::vector<ir::VariableId> unknowns;
  struct Bounds {
    std::optional<Place> lower, upper;  ///< literals or parameters
  };
  std::vector<Bounds> bounds;  ///< of the unknowns; empty: none has any
  std::vector<ir::EquationId> equations;
  std::vector<std::int32_t> column_starts;  ///< not dense: where matrix[k] belongs
  std::vector<std::int32_t> row_indices;
  std::optional<RelaxedFamily> relaxed;

  [[nodiscard]] bool torn() const { return iterated < size; }
};

/// Computed one after the other: a part, or loops [first, first + count) of a family.
struct Item {
  bool is_loop = false;
  std::uint32_t part = 0;
  std::uint32_t family = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

struct Assembly {
  Listing listing;
  std::vector<Item> items;
  std::vector<LoopFamily> families;
};

/// Loops are called in ranges only where several share their code. `wanted`: nobody reads anything else of what this
/// computes, but after runs that keep factors.
Assembly assemble_values(const ir::Plan& plan, const Schedule& schedule,
                         const std::vector<ir::VariableId>* wanted = nullptr);
/// The same items and families, for tangents: each target's derivative along the tangents of the operands.
Assembly assemble_tangents(const ir::Plan& plan, const Schedule& schedule, Along along);

/// Divisors that depend on parameters only: one part, which writes them all to Space::residual.
struct DivisorListing {
  Listing listing;
  std::uint32_t count = 0;
  std::vector<std::uint32_t> rows;  ///< the equation of each
};
DivisorListing assemble_divisors(const ir::Plan& plan, const Schedule& schedule);

/// Values of rows that define no variable: one part, which writes the value of row i to Space::residual[places[i]].
/// Rows of one shape share a kernel.
Listing assemble_rows(const ir::Plan& plan, std::span<const ir::Row> rows, std::span<const std::uint32_t> places);

/// One part that writes partial derivatives of targets by operands to Space::jacobian, where `place` tells, if they are
/// wanted at all; `spare` takes those that a loop computes beside wanted ones. Only for a schedule without loops.
struct PartialListing {
  Listing listing;
  bool spare_used = false;
};
using PartialPlace = std::function<std::optional<std::uint32_t>(const Task& task, std::uint32_t slot)>;
PartialListing assemble_partials(const ir::Plan& plan, const Schedule& schedule, const PartialPlace& place,
                                 std::uint32_t spare);

}  // namespace sunder::emit
