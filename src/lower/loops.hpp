// Runs a compiled body over a nest of loops.
#pragma once

#include <functional>
#include <vector>

#include "ir/typed.hpp"
#include "lower/expressions.hpp"
#include "lower/rows.hpp"

namespace sunder::lower {

/// A condition of an if-equation around the body that must have this outcome.
struct Guard {
  const ir::Expression* condition = nullptr;
  bool outcome = true;
};

/// What surrounds an equation: loops (outermost first) and structural conditions.
struct Nest {
  std::vector<ir::IteratorRange> loops;
  std::vector<Guard> guards;
};

/// left - right when both are there, else right alone; `sizes` are those of the equation.
struct Body {
  const ir::Expression* left = nullptr;
  const ir::Expression* right = nullptr;
  std::span<const std::int64_t> sizes;
};

class LoopRunner {
 public:
  using Sink = std::function<void(const ir::Row&)>;

  LoopRunner(LoweringContext& context, RowWriter& rows) : context_(context), rows_(rows) {}

  /// Writes one row per element and iteration, in order. False after a diagnostic.
  bool run(const Nest& nest, const Body& body, const Sink& sink);
  /// The first relation that would make an event, over all bodies run.
  [[nodiscard]] const std::vector<const ir::Expression*>& event_relations() const { return event_relations_; }

 private:
  struct Run {
    const Nest& nest;
    const Body& body;
    const Sink& sink;
    std::vector<Index> subscripts;         ///< constants (unrolled) or loop variables
    std::size_t hidden = 0;                ///< loops over the elements of an array equation
    std::vector<std::int64_t> values;      ///< of the loops, then of the hidden ones
    IteratorBindings bindings;
    std::vector<Pattern> patterns;         ///< the one used last stands first
  };
  bool loop(Run& run, std::size_t depth);
  bool iteration(Run& run);
  bool compile(Run& run);

  LoweringContext& context_;
  RowWriter& rows_;
  std::vector<const ir::Expression*> event_relations_;
};

}  // namespace sunder::lower
