// What is taken back when a step is repeated: contexts and parts can be put back into an earlier state.
#pragma once

namespace sunder::model {

/// A state of what made it, to be given back to it; means nothing to anybody else.
class Snapshot {
 public:
  virtual ~Snapshot() = default;
};

}  // namespace sunder::model
