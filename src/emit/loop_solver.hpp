// The loops of a program, solved by runtime/loop.h: what it needs of the code, of the matrices and of the words.
#pragma once

#include "emit/program.hpp"

namespace sunder::emit {

/// Solves loops of one family with the memory of one worker.
class LoopSolver {
 public:
  LoopSolver(const LoopFamily& family, const LoopTables& tables, const Code& code, Workspace::Family& memory);

  /// Writes the unknowns of the instance to the frame.
  [[nodiscard]] bool solve(const Frame& frame, const Frame& guesses, std::uint32_t instance, const LoopEffort& effort,
                           Failure& failure);
  /// Tangents of the unknowns, by the factors kept.
  void solve_tangent(const LoopFamily& tangents, const Code& tangent_code, const Frame& frame, std::uint32_t instance);

  static LoopTables make_tables(const LoopFamily& family);
  static Workspace::Family make_memory(const LoopFamily& family, const LoopTables& tables);

 private:
  /// What the runtime calls: one code of the solver's family.
  struct Running {
    LoopSolver* solver;
    const Code* code;
  };
  static LoopSolver& self(void* of) { return *static_cast<Running*>(of)->solver; }
  static void run(void* of, std::uint32_t part, double* const* frame, std::uint32_t begin, std::uint32_t end);
  static std::size_t factor(void* of, std::uint32_t instance, const double* matrix);
  static void back_substitute(void* of, std::uint32_t instance, double* vector);
  static double* reserve(void* of, std::uint32_t slot, std::size_t count);
  static SunderLoopCode with(Running& running);
  void explain(std::uint32_t instance, const SunderLoopFailure& found, Failure& failure) const;

  const LoopFamily& family_;
  const LoopTables& tables_;
  const Code& code_;
  Workspace::Family& memory_;
};

}  // namespace sunder::emit
