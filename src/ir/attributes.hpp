// What several representations say of a variable or a model: plain words and numbers.
//
// Is:    the vocabulary that the instance tree, the flat model, the dae and the plan share.
// Holds: no pointers, no places in a source.
// Never: expressions, classes, anything that only one representation knows.
#pragma once

#include <cstdint>
#include <optional>

namespace sunder::ir {

enum class BaseType : std::uint8_t {
  error,
  real,
  integer,
  boolean,
  string,
  enumeration,
  record,
  function,  ///< an input of a function that is a function itself
  object,    ///< an external object
  clock,
};
enum class Variability : std::uint8_t { constant, parameter, discrete, continuous };
/// In the dae, inputs and outputs are those of the model itself; those of components are local.
enum class Causality : std::uint8_t { local, input, output };
enum class StateSelect : std::uint8_t { never, avoid, automatic, prefer, always };

/// The annotation of that name: what is not given is empty.
struct Experiment {
  std::optional<double> start, stop, tolerance, interval;
};

/// The range of Integer; what leaves it is refused, not rounded or wrapped.
inline constexpr double largest_integer = 2147483647.0;
inline constexpr double smallest_integer = -2147483648.0;

}  // namespace sunder::ir
