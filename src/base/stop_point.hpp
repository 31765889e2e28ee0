// Long work that is given up in the middle: a pass of the compiler may have a million elements to go through.
//
// Whoever begins the work owns what it makes, and drops it. Below, loops and recursive functions only say where they
// may end; they hand no token down and return nothing half made.
#pragma once

#include "base/cancel.hpp"

namespace sunder {

/// Thrown by stop_point(), and caught beside the Stoppable.
struct Stopped {};

/// While it lives, the work of this thread asks this token. Outside of one, nothing is given up.
class Stoppable {
 public:
  explicit Stoppable(const CancelToken& token);
  ~Stoppable();
  Stoppable(const Stoppable&) = delete;
  Stoppable& operator=(const Stoppable&) = delete;

 private:
  const CancelToken* around_;
};

/// Throws Stopped when the work of this thread is not wanted any more. As cheap as a call: for the bodies of loops.
void stop_point();

}  // namespace sunder
