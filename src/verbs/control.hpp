// How whoever calls a verb watches it and stops it.
#pragma once

#include <functional>
#include <string>

#include "base/cancel.hpp"

namespace sunder {
class Ranks;
}

namespace sunder::verbs {

/// Told at most twenty times a second, never from two threads at once but not always from the thread that called: what
/// is being done ("simulating Motor"), which part of it is done (0 to 1), and a short text such as "t = 3.2 s" that may
/// be empty. Returning false asks the verb to stop, as `CancelToken::request` does; it may be called a few times more.
using ProgressFunction = std::function<bool(const std::string& task, double fraction, const std::string& detail)>;

/// Nothing given: nobody watches, nobody stops it, nobody helps.
struct Control {
  ProgressFunction progress{};
  CancelToken cancel{};
  /// The processes that call the same verb with the same options (`cosim`, `sweep` and `reduce_switched` share their
  /// work among them). Rank 0 gets the answer, the others one without a value as soon as they are of no more use.
  Ranks* ranks = nullptr;
};

}  // namespace sunder::verbs
