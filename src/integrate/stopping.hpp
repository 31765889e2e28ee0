// Why a run ends before its time, told in the same words by all methods.
#pragma once

#include <string>

#include "base/cancel.hpp"
#include "model/status.hpp"

namespace sunder::integrate {

using model::stop_if_cancelled;

/// The method `who` gave up at `time`. The user's wish comes first, then what the model itself `said`, then `why`.
model::Fault give_up(const CancelToken& cancel, double time, const model::Status& said, const std::string& who,
                     const std::string& why);

/// What a SUNDIALS library says when it fails.
struct LibraryMessage {
  enum class Keep { first, last };
  Keep keep = Keep::last;
  std::string text;

  /// The libraries' error handler; `self` is a LibraryMessage.
  static void remember(int code, const char* module, const char* function, char* text, void* self);
};

}  // namespace sunder::integrate
