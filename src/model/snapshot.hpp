// What is taken back when a step is repeated: contexts (and parts) that can be put back into an earlier state.
#pragma once

#include <memory>

namespace sunder {

/// A state of what made it, to be given back to it; means nothing to anybody else.
class Snapshot {
 public:
  virtual ~Snapshot() = default;
};

/// A context that can go back, with everything that changes at events: what is held, discrete variables, clocks.
/// States are the caller's.
class Rewindable {
 public:
  virtual ~Rewindable() = default;
  [[nodiscard]] virtual std::unique_ptr<Snapshot> save() const = 0;
  virtual void restore(const Snapshot& snapshot) = 0;
};

}  // namespace sunder
