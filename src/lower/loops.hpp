// Runs a compiled body over a nest of loops.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "ir/typed.hpp"
#include "lower/expressions.hpp"
#include "lower/rows.hpp"

namespace sunder::lower {

/// A condition of an if-equation around the body that must have this outcome.
struct Guard {
  const ir::Expression* condition = nullptr;
  bool outcome = true;
  std::size_t depth = 0;  ///< loops around the condition: it decides whether those inside run at all
};

/// What surrounds an equation: loops (outermost first) and structural conditions.
struct Nest {
  std::vector<ir::IteratorRange> loops;
  std::vector<Guard> guards;
  /// Loop variables of another branch that stand for those of the loops here.
  std::vector<std::pair<const ir::IteratorSymbol*, std::size_t>> also;
};

/// For asking what holds in each iteration, without lowering anything.
using Visit = std::function<bool(const IteratorBindings&, const std::vector<std::int64_t>&)>;

/// left - right when both are there, else right alone; `sizes` are those of the equation.
struct Body {
  const ir::Expression* left = nullptr;
  const ir::Expression* right = nullptr;
  std::span<const std::int64_t> sizes;
  bool discrete = false;  ///< the right side must change at events only
  bool watched = false;   ///< an assertion: it should
};

class LoopRunner {
 public:
  using Sink = std::function<void(const ir::Row&)>;

  LoopRunner(LoweringContext& context, RowWriter& rows) : context_(context), rows_(rows) {}

  /// Writes one row per element and iteration, in order. False after a diagnostic.
  bool run(const Nest& nest, const Body& body, const Sink& sink);
  /// Calls `visit` in every iteration; it returns false to stop.
  bool each(const Nest& nest, const Visit& visit);

 private:
  /// A guard, made quick to check.
  struct Check {
    const Guard* guard = nullptr;
    IteratorBindings bindings;        ///< of the loops around it
    std::optional<Index> difference;  ///< the condition is: difference `operation` 0
  };
  struct Run {
    const Nest& nest;
    const Body& body;
    const Sink& sink;
    const Visit* visit = nullptr;      ///< instead of lowering
    std::vector<Index> subscripts;     ///< constants (unrolled) or loop variables
    std::size_t hidden = 0;            ///< loops over the elements of an array equation
    std::vector<std::int64_t> values;  ///< of the loops, then of the hidden ones
    IteratorBindings bindings;
    std::vector<Pattern> patterns;  ///< the one used last stands first
    std::vector<Check> checks;
  };
  bool loop(Run& run, std::size_t depth);
  bool range_loop(Run& run, std::size_t depth);
  bool vector_loop(Run& run, std::size_t depth);
  /// Whether the guards at this depth let the loops inside run; empty after a diagnostic.
  std::optional<bool> guarded(Run& run, std::size_t depth);
  void prepare(Run& run);
  static IteratorBindings outer_bindings(const Run& run, std::size_t depth);
  bool iteration(Run& run);
  bool speak(const Run& run);
  bool compile(Run& run);
  bool elements(Run& run);
  static void select(Run& run, std::int64_t n);
  std::optional<std::pair<symbolic::NodeId, symbolic::NodeId>> lower(const Run& run, ExpressionLowering& lowering);

  LoweringContext& context_;
  RowWriter& rows_;
  const ir::Expression* warned_ = nullptr;  ///< once for all iterations
};

}  // namespace sunder::lower
