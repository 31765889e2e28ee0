#include "base/stop_point.hpp"

#include <utility>

namespace sunder {
namespace {

// of this thread, as work on another one is not to be given up
thread_local const CancelToken* wanted = nullptr;

}  // namespace

Stoppable::Stoppable(const CancelToken& token) : around_(std::exchange(wanted, &token)) {}

Stoppable::~Stoppable() { wanted = around_; }

void stop_point() {
  if (wanted != nullptr && wanted->requested()) throw Stopped{};
}

}  // namespace sunder
