// A compiled section: runs its parts and solves its loops.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emit/assembly.hpp"
#include "emit/back_end.hpp"
#include "emit/schedule.hpp"
#include "runtime/loop.h"

namespace sunder::algebra {
class SparseLu;
}

namespace sunder::emit {

/// Machine code (or the interpreter) for a listing, which must outlive it.
std::unique_ptr<Code> make_code(const Listing& listing, BackEnd back_end);

/// Why a run failed.
struct Failure {
  enum class Kind : std::uint8_t {
    not_converged,  ///< Newton's method
    singular,       ///< the matrix of a loop
    not_finite,     ///< an operation, see `what`
  };
  Kind kind = Kind::not_finite;
  ir::EquationId equation;  ///< the one with the largest residual, or where the operation stands
  ir::VariableId variable;  ///< of a loop: the unknown that moves most, or that is not determined
  std::string what;
  double residual = 0;
  int iterations = 0;
  // of a loop
  std::vector<ir::EquationId> equations;
  std::vector<ir::VariableId> unknowns;
  std::vector<double> history;      ///< the largest scaled residual in each iteration of the last attempt
  std::optional<double> continued;  ///< how far the way from the starting values could be followed, of 1
};

/// What is done for the solution of a loop.
struct LoopEffort {
  bool keep_factors = false;  ///< every loop is factored at its solution, as tangents need it
  /// A solution far from the guesses is looked for too: where nothing is known (the start, after an event), not inside
  /// of steps, which can be taken shorter.
  bool persistent = false;
  double displaced = 0;  ///< what nothing determines has this distance from its guess, relative to its size
};

/// A family in the terms of the runtime.
struct LoopTables {
  std::vector<SunderPlace> places;
  std::vector<SunderBounds> bounds;
  std::vector<std::uint32_t> column_start, row_index;
  std::vector<SunderRelaxedCall> calls;
  std::vector<SunderRelaxedMove> moves;
  std::vector<std::uint32_t> homes, move_start;
  std::vector<std::uint32_t> last_column_start, last_row_index;
  std::unique_ptr<SunderRelaxed> relaxed;
  SunderLoopFamily family{};  ///< refers to the others
};

/// Scratch memory of one worker for one program.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;

 private:
  friend class Program;
  friend class LoopSolver;
  struct Family {
    SunderLoopMemory memory{};  ///< its numbers are in `numbers`
    std::vector<double> numbers;
    std::vector<std::unique_ptr<algebra::SparseLu>> sparse;  ///< by instance; null: not needed yet
    std::vector<std::vector<double>> reserved;               ///< for what is rarely done
  };
  std::vector<Family> families_;
};

/// Immutable and shared by threads. Unknowns of nonlinear loops start from `guesses`, a frame of the same layout (only
/// states, derivatives and work are read, and the parameters for pre(v) at the start); linear ones do not depend on
/// guesses.
class Program {
 public:
  Program(std::shared_ptr<const Assembly> assembly, BackEnd back_end);
  ~Program();

  [[nodiscard]] Workspace make_workspace() const;

  [[nodiscard]] bool run(const Frame& frame, const Frame& guesses, Workspace& workspace, Failure& failure,
                         const LoopEffort& effort = {}) const;
  /// Tangents of all targets from tangents of the states (and of whatever else the frame holds). `tangents` was
  /// assembled from the same schedule; the workspace is the one of the last run with `keep_factors`.
  void run_tangents(const Program& tangents, const Frame& frame, Workspace& workspace) const;
  /// Runs again slowly to find the operation that first gave something that is not finite.
  [[nodiscard]] std::optional<Failure> find_failure(const Frame& frame, const Frame& guesses) const;

  /// Relaxed loops whose fixed order was of no use since the last question, so that they were factored with pivots: how
  /// often, and an unknown of the last of them; and last blocks that were to be iterated, which did not converge.
  struct Pivoted {
    std::uint64_t count = 0;
    ir::VariableId unknown;
    std::uint64_t iterated = 0, factored = 0, sweeps = 0;
    ir::VariableId iterated_unknown;
  };
  [[nodiscard]] Pivoted take_pivoted(Workspace& workspace) const;

  /// An unknown that nothing determined in the last run, so that it kept its value; invalid: there was none.
  [[nodiscard]] ir::VariableId free_unknown(const Workspace& workspace) const;

  [[nodiscard]] const Assembly& assembly() const { return *assembly_; }
  [[nodiscard]] bool empty() const { return assembly_->items.empty(); }
  [[nodiscard]] bool has_nonlinear_loops() const;
  /// Arithmetic operations of one run; a loop counts one evaluation and one solution, a nonlinear one several.
  [[nodiscard]] std::size_t operations() const { return operations_; }

 private:
  [[nodiscard]] std::size_t count_operations() const;

  std::shared_ptr<const Assembly> assembly_;
  std::unique_ptr<Code> code_;
  std::vector<LoopTables> loops_;  // by family
  bool relaxes_ = false;           // some loop has a fixed order
  std::size_t operations_;         // asked for in every evaluation
};

}  // namespace sunder::emit
