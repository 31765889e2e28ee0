#include "integrate/stopping.hpp"

#include <algorithm>
#include <utility>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder {

bool stop_if_cancelled(const CancelToken& cancel, Context& context, double time) {
  if (!cancel.requested()) return false;
  Fault fault;
  fault.code = Code::E0613;
  fault.message = "cancelled at time " + shortest(time);
  fault.time = time;
  context.set_fault(std::move(fault));
  return true;
}

bool give_up(Context& context, const CancelToken& cancel, double time, const std::string& who, const std::string& why) {
  if (stop_if_cancelled(cancel, context, time)) return false;
  Fault fault;
  if (context.fault()) {
    fault = *context.fault();
  } else {
    fault.code = Code::E0609;
    fault.message = who + " stopped at time " + shortest(time) + (why.empty() ? std::string() : ": " + why);
  }
  fault.time = time;
  context.set_fault(std::move(fault));
  return false;
}

void LibraryMessage::remember(int code, const char*, const char*, char* text, void* self) {
  auto& message = *static_cast<LibraryMessage*>(self);
  if (code >= 0 || (message.keep == Keep::first && !message.text.empty())) return;
  message.text = text;
  std::replace(message.text.begin(), message.text.end(), '\n', ' ');
}

}  // namespace sunder
