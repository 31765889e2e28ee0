#include "integrate/stopping.hpp"

#include <algorithm>
#include <utility>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::integrate {

model::Fault give_up(const CancelToken& cancel, double time, const model::Status& said, const std::string& who,
                     const std::string& why) {
  if (model::Status stopped = stop_if_cancelled(cancel, time); !stopped) return stopped.fault();
  model::Fault fault;
  if (!said) {
    fault = said.fault();
  } else {
    fault.code = Code::E0609;
    fault.message = who + " stopped at time " + shortest(time) + (why.empty() ? std::string() : ": " + why);
  }
  fault.time = time;
  return fault;
}

void LibraryMessage::remember(int code, const char*, const char*, char* text, void* self) {
  auto& message = *static_cast<LibraryMessage*>(self);
  if (code >= 0 || (message.keep == Keep::first && !message.text.empty())) return;
  message.text = text;
  std::replace(message.text.begin(), message.text.end(), '\n', ' ');
}

}  // namespace sunder::integrate
