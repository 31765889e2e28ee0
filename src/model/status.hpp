// Why something could not be computed, returned to whoever asked.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/cancel.hpp"
#include "base/diagnostic.hpp"

namespace sunder::model {

/// Why an evaluation failed, in words of the user's source.
struct Fault {
  Code code{};
  std::string message;
  Span span;             ///< the equation's place in the source, if known
  std::string equation;  ///< the equation or block, printed
  std::string variable;  ///< the variable concerned, if one
  double time = 0;
  struct Place {
    std::string text;
    Span span;
  };
  std::vector<Place> also;  ///< more of the kind, each with its own place
};

/// Nothing went wrong, or what did. As cheap as a pointer where all is well.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Fault fault) : fault_(std::make_unique<Fault>(std::move(fault))) {}

  [[nodiscard]] bool ok() const { return fault_ == nullptr; }
  explicit operator bool() const { return ok(); }
  /// Only where something went wrong.
  [[nodiscard]] const Fault& fault() const { return *fault_; }

 private:
  std::unique_ptr<Fault> fault_;
};

/// A fault when the user has asked to stop.
Status stop_if_cancelled(const CancelToken& cancel, double time);

/// As an error, with the equation in a note.
Diagnostic& report(const Fault& fault, Diagnostics& diagnostics);

}  // namespace sunder::model
