// The compiled body of an equation: a shape, and for every slot how to find its operand in each iteration.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/dae.hpp"
#include "lower/index.hpp"

namespace sunder::symbolic {
class Procedure;
}

namespace sunder::lower {

/// A slot before the loop variables have values.
struct Term {
  enum class Kind : std::uint8_t { element, number, time, derived, held, delayed };
  Kind kind = Kind::number;
  ir::DeclarationId declaration;                   ///< element
  std::vector<Index> subscripts;                   ///< element: one per dimension
  const ir::Expression* written = nullptr;         ///< element, held: for messages
  double number = 0;                               ///< number, when index is constant 0
  Index index;                                     ///< number: a loop variable used as a value is number + index
  symbolic::ShapeId shape;                         ///< derived, held: computed from …
  std::vector<std::uint32_t> inputs;               ///< … these terms of the same pattern; delayed: constants
  ir::Delay::Kind delay = ir::Delay::Kind::fixed;  ///< delayed: computed from …
  struct Recorded {
    symbolic::ShapeId shape;
    std::vector<std::uint32_t> inputs;
  };
  std::vector<Recorded> recorded;            ///< … these
  ir::HeldKind held = ir::HeldKind::memory;  ///< held: of the row (shape, inputs); sample: of two inputs
  bool of_clock = false;                     ///< held: a sample that a clock is made of
  bool constant = false;                     ///< depends on parameters and literals only
  bool discrete = false;                     ///< changes at events only
  bool literal = false;                      ///< depends on literals only: folded to a number
};

/// A choice that was made by looking at loop variables; it must come out the same for the pattern to apply.
struct Decision {
  enum class Kind : std::uint8_t {
    condition,   ///< the Boolean expression
    length,      ///< the number of elements of the vector expression
    index,       ///< the index itself
    comparison,  ///< index `operation` 0: what most conditions come down to, quick to check
  };
  Kind kind = Kind::index;
  ir::Operation operation = ir::Operation::equal;
  const ir::Expression* expression = nullptr;
  IteratorBindings bindings;
  Index index;
  std::int64_t outcome = 0;
};

/// A shape and its slots, over terms that several of them share.
struct Part {
  symbolic::ShapeId shape;
  std::vector<std::uint32_t> slots;
};

/// What a function says that is called in a pattern.
struct SpeechPattern {
  const symbolic::Procedure* speaker = nullptr;
  std::vector<Part> rows;   ///< when, then its arguments
  Span span;                ///< of the call
  std::size_t effects = 0;  ///< of its section that come before
  bool in_when = false;     ///< at an instant
  bool asserts = false;     ///< nobody reads its values: what it fails by counts
  bool changes = false;     ///< something of it is no constant
  bool moves = false;       ///< something of it is continuous
};

struct Pattern {
  symbolic::ShapeId shape;
  std::vector<std::uint32_t> slots;  ///< slot -> term
  std::vector<Term> terms;
  std::vector<Decision> decisions;
  std::vector<SpeechPattern> speech;
};

}  // namespace sunder::lower
