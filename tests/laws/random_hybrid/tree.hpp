// Expressions of random models, with a text and a value. Nothing here uses src/: it is what the compiler is held
// against.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace sunder::random_hybrid {

enum class Kind {
  number,
  index,  ///< of a for-equation
  time,
  variable,  ///< also a parameter
  element,   ///< of an array, at the index of the for-equation plus an offset
  before,    ///< pre(variable)
  negate,
  add,
  subtract,
  multiply,
  divide,
  power,  // power: a whole exponent
  sin,
  cos,
  tanh,
  atan,
  exp,
  sqrt,
  log,
  abs,
  min,
  max,
  floor,  ///< changes at events only
  less,
  less_equal,
  greater,
  greater_equal,  // relations: change at events only
  both,
  either,
  opposite,
  choose,  ///< if a then b else c
};

struct Node;
using Tree = std::shared_ptr<const Node>;

struct Node {
  Kind kind = Kind::number;
  double number = 0;         ///< also the exponent
  std::size_t variable = 0;  ///< or the first element of an array
  int offset = 0;            ///< of an element
  std::string array;         ///< name of the array
  std::size_t held = 0;      ///< number of what changes at events only
  std::vector<Tree> parts;
};

/// All values at one moment.
struct Values {
  double time = 0;
  std::vector<double> now, before;  ///< by variable
  std::vector<double> held;         ///< relations and floors
  bool event = false;               ///< held values are computed anew
};

double value(const Node& node, Values& values);
/// Whether what is held would still be so if it were computed at these values, and not how it came to be.
bool still_holds(const Node& node, Values& values);

std::string text(const Node& node, const std::vector<std::string>& names);
/// The expression of a for-equation for one value of its index. Held things are numbered anew from `held` on.
Tree instantiate(const Tree& tree, int index, std::size_t& held);

std::string text(double number);

}  // namespace sunder::random_hybrid
